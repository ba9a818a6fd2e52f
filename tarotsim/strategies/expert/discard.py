"""The discard: of each suit so many cards as leave the hand that will win most."""

from __future__ import annotations

import numpy as np

from tarotsim.bits import highest, lowest, popcount
from tarotsim.jit import kernel
from tarotsim.rules.settlement import halves_of
from tarotsim.rules.tables import CAVALIERS, CHIEN_CARDS, KINGS, QUEENS, SUIT

# --- made by `tarotsim fit`: what the kept cards of a suit are worth, in card points ---
WITHOUT_KING = np.array([-9.2, -13.0, -14.3, -12.9, -11.0, -8.8, -7.0, -5.9, -5.0, -4.0, -3.0, -2.0, -1.0, 0.0, 0.0])
"""By the number of cards kept of a suit without its king."""
WITH_KING = np.array([0.0, -5.4, -7.4, -6.7, -5.0, -2.8, -1.0, 0.1, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 6.0])
"""By the number of cards kept of a suit with its king."""
KING_AND_QUEEN = 3.0
QUEEN = np.array([0.0, -0.5, 3.3, 2.6])
"""A queen kept without the king, by the cards of the suit, 3 standing for 3 or more."""
CAVALIER = np.array([0.0, -0.9, 1.0])
"""A cavalier kept without king and queen, 2 standing for 2 or more."""
PUT_HALF = 0.43
"""Each half point laid aside."""


@kernel
def kept_value(cards):
    """What the cards kept of one suit are worth."""
    held = popcount(cards)
    if cards & KINGS:
        return WITH_KING[held] + (KING_AND_QUEEN if cards & QUEENS else 0.0)
    value = WITHOUT_KING[held]
    if cards & QUEENS:
        value += QUEEN[min(held, 3)]
    elif cards & CAVALIERS:
        value += CAVALIER[min(held, 2)]
    return value


@kernel
def put_of_suit(cards, count, from_top):
    """The ``count`` highest or lowest of the cards of a suit that may be laid aside."""
    put = 0
    for _ in range(count):
        card = highest(cards) if from_top else lowest(cards)
        put |= 1 << card
        cards &= ~(1 << card)
    return put


@kernel
def best_discard(plain):
    """Six of the plain cards, none a king, that leave the best hand."""
    best_put = np.zeros((4, CHIEN_CARDS + 1), np.int64)
    best_value = np.full((4, CHIEN_CARDS + 1), -1.0e9)
    for suit in range(4):
        cards = plain & SUIT[suit]
        free = cards & ~KINGS
        for count in range(min(popcount(free), CHIEN_CARDS) + 1):
            for from_top in range(2):
                put = put_of_suit(free, count, from_top)
                value = kept_value(cards & ~put) + PUT_HALF * halves_of(put, 0)
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
