"""Players from outside, most of them bad: a file for `--strategy cli_players.py:NAME`."""

from dataclasses import replace

import numpy as np

from tarotsim.strategies.random import STRATEGY as RANDOM

THREE = np.arange(3)


def answers(number):
    def decision(view):
        return number

    return decision


def clears_its_hand(view):
    view.plain = 0
    return 0


def looks_too_far(view):
    return THREE[view.seat + 99]


def asks_for_what_is_not_there(view):
    return view.hand_of_my_neighbour


def half_a_card(view):
    return 0.5


STRATEGY = replace(RANDOM, name="like-random", version=3)
BID = replace(RANDOM, name="bad-bid", bid=answers(9))
DISCARD = replace(RANDOM, name="bad-discard", discard=answers(0))
POIGNEE = replace(RANDOM, name="bad-poignee", poignee=answers(1))
CHELEM = replace(RANDOM, name="bad-chelem", chelem=answers(7))
CARD = replace(RANDOM, name="bad-card", card=answers(99))
WRITER = replace(RANDOM, name="writer", card=clears_its_hand)
BEYOND = replace(RANDOM, name="beyond", bid=looks_too_far)
NO_FIELD = replace(RANDOM, name="no-field", card=asks_for_what_is_not_there)
FRACTION = replace(RANDOM, name="fraction", card=half_a_card)
NAMESAKE = replace(RANDOM, name="basic")
TWIN = replace(RANDOM, name="like-random", version=4)
NO_PLAYER = 5
