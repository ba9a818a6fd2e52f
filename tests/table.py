"""A person at the table for the tests: who types what some player would answer in the seat."""

import re
from dataclasses import replace

from tarotsim.bits import popcount
from tarotsim.cards import NAMES, masks_of, parse_card
from tarotsim.engine.steps import POIGNEE, Steps
from tarotsim.play.answers import offers, written
from tarotsim.play.words import Words
from tarotsim.rules.tables import GARDE, PASS, SEATS, TRUMPS
from tarotsim.strategies.choices import offer
from tarotsim.strategies.registry import built_in

CODE = re.compile(r"\b(?:[SCDB](?:10|[1-9JNQK])|T[12]?[0-9]|EX)\b")


def garde_if_open(view):
    """Garde, unless somebody has bid as much."""
    return GARDE if view.contract < GARDE else PASS


def single(view):
    """A single poignée wherever it is offered."""
    return offer(view, 1)


TAKER = replace(built_in("basic"), bid=garde_if_open, poignee=single)
"""Somebody for the person's seat who makes sure that there is a game."""


def seated(seat, person, others):
    """Four players: ``person`` (a name, or a strategy) in ``seat`` among three ``others``."""
    player = built_in(person) if isinstance(person, str) else person
    return [player if place == seat else built_in(others) for place in range(SEATS)]


def dealt(hand, chien, dealer=3):
    """A deal in which seat 0, the first to speak, has these cards; the rest as they come."""
    rest = [name for name in NAMES if name not in hand + chien]
    cards = Steps(0, 0).transcript()
    cards["dealer"] = dealer
    for seat, held in enumerate([hand, rest[:18], rest[18:36], rest[36:]]):
        cards["plain"][seat], cards["trumps"][seat] = masks_of(map(parse_card, held))
    cards["chien_plain"], cards["chien_trumps"] = masks_of(map(parse_card, chien))
    return Steps(0, 0, cards)


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
