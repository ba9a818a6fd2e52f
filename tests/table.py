"""A person at the table for the tests: who types what some player would answer in the seat."""

import re

from tarotsim.bits import popcount
from tarotsim.cards import NAMES
from tarotsim.engine.steps import POIGNEE, Steps
from tarotsim.play.answers import offers, written
from tarotsim.play.words import Words
from tarotsim.rules.tables import TRUMPS
from tarotsim.strategies.registry import built_in

CODE = re.compile(r"\b(?:[SCDB](?:10|[1-9JNQK])|T[12]?[0-9]|EX)\b")


def seated(seat, person, others):
    """Four players: ``person`` in ``seat`` among three ``others``."""
    return [built_in(person if place == seat else others) for place in range(4)]


def lines_of(seed, deal, players, seat=0, lang="en"):
    """What somebody in ``seat`` types who answers as ``players[seat]`` does; and the deal, played out."""
    words, steps = Words(lang, person=seat), Steps(seed, deal)
    lines = []
    while steps.question is not None:
        kind, asked = steps.question
        view = steps.see(asked)
        answer = steps.decide(players[asked])
        if asked == seat and (kind != POIGNEE or offers(view)):
            lines.append(written(kind, answer, view, words))
        steps.answer(answer)
    return lines, steps


def first_deal(seed, is_wanted):
    """The first deal of ``seed`` that is wanted, as it is dealt."""
    return next(deal for deal in range(10_000) if is_wanted(Steps(seed, deal)))


def trumps_of(steps, seat):
    """How many trumps, without the Excuse, a seat was dealt."""
    return popcount(steps.hidden["trumps"][seat] & TRUMPS)


def cards_in(text):
    """The cards that a text in ASCII names."""
    return {NAMES.index(code) for code in CODE.findall(text)}
