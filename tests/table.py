"""A person at the table for the tests: who types what a player would answer in the seat."""

from tarotsim.engine.steps import POIGNEE, Steps
from tarotsim.play.answers import offers, written
from tarotsim.play.words import Words
from tarotsim.strategies.registry import built_in


def as_expert(seed, deal, seat=0, lang="en", against="expert", strategy="expert"):
    """The lines that somebody in ``seat`` types who answers as ``strategy`` would; the deal, played out."""
    words, steps = Words(lang, person=seat), Steps(seed, deal)
    players = [built_in(strategy if place == seat else against) for place in range(4)]
    lines = []
    while steps.question is not None:
        kind, asked = steps.question
        view = steps.see(asked)
        answer = steps.decide(players[asked])
        if asked == seat and (kind != POIGNEE or offers(view)):
            lines.append(written(kind, answer, view, words))
        steps.answer(answer)
    return lines, steps
