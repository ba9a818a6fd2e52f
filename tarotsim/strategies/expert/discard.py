"""The discard: of each suit so many cards as leave the hand that will win most."""

from __future__ import annotations

import numpy as np

from tarotsim.bits import popcount
from tarotsim.jit import kernel
from tarotsim.rules.settlement import halves_of
from tarotsim.rules.tables import CAVALIERS, CHIEN_CARDS, KINGS, QUEENS, SUIT
from tarotsim.strategies.expert import settings
from tarotsim.strategies.expert.settings import setting
from tarotsim.strategies.seen import lowest_of


@kernel
def kept_value(view, cards):
    """What the cards kept of one suit are worth."""
    held = min(popcount(cards), settings.LONGEST)
    if cards & KINGS:
        value = setting(view, settings.KEEP_KING + held)
        return value + (setting(view, settings.KEEP_KING_QUEEN) if cards & QUEENS else 0.0)
    value = setting(view, settings.KEEP + held)
    if cards & QUEENS:
        value += setting(view, settings.KEEP_QUEEN + min(held, 3))
    elif cards & CAVALIERS:
        value += setting(view, settings.KEEP_CAVALIER + min(held, 2))
    return value


@kernel
def best_six(view, plain):
    """Six of these plain cards, none a king, that leave the best hand."""
    put_half = setting(view, settings.PUT_HALF)
    best_put = np.zeros((4, CHIEN_CARDS + 1), np.int64)
    best_value = np.full((4, CHIEN_CARDS + 1), -1.0e9)
    for suit in range(4):
        cards = plain & SUIT[suit]
        free = cards & ~KINGS
        for count in range(min(popcount(free), CHIEN_CARDS) + 1):
            for put in (lowest_of(free, count), free & ~lowest_of(free, popcount(free) - count)):
                value = kept_value(view, cards & ~put) + put_half * halves_of(put, 0)
                if value > best_value[suit, count]:
                    best_value[suit, count] = value
                    best_put[suit, count] = put
    best = -1.0e9
    chosen = 0
    for a in range(CHIEN_CARDS + 1):
        for b in range(CHIEN_CARDS + 1 - a):
            for c in range(CHIEN_CARDS + 1 - a - b):
                d = CHIEN_CARDS - a - b - c
                value = best_value[0, a] + best_value[1, b] + best_value[2, c] + best_value[3, d]
                if value > best:
                    best = value
                    chosen = best_put[0, a] | best_put[1, b] | best_put[2, c] | best_put[3, d]
    return chosen


def discard(view):
    """The six plain cards that leave the best hand; trumps, where they must go, from below."""
    if view.legal_plain:
        return best_six(view, view.plain)
    return lowest_of(view.legal_trumps, view.need)
