"""Chavey's point count of a hand, the scale that French teaching pages quote.

Limits: 40 prise, 56 garde, 71 garde sans, above 80 garde contre; voids and singletons count only
towards the last two, where no discard can make them.
"""

from __future__ import annotations

import numpy as np

from tarotsim.bits import popcount
from tarotsim.jit import kernel
from tarotsim.rules.tables import (
    CAVALIERS,
    EXCUSE,
    JACKS,
    KINGS,
    MONDE,
    PETIT,
    QUEENS,
    SUIT,
)

MONDE_POINTS, EXCUSE_POINTS = 10, 8
PETIT_POINTS = np.array([0, 0, 0, 0, 0, 5, 7, 9])
"""By number of trumps (the Excuse counted), 7 standing for 7 or more."""
MANY_TRUMPS = 5
TRUMP_POINTS = 2
HIGH_TRUMPS = 0b111111 << 15
"""T16 to T21."""
HIGH_TRUMP_POINTS, RUN_POINTS = 2, 1
KING_AND_QUEEN, KING, QUEEN, CAVALIER, JACK = 10, 6, 3, 2, 1
LENGTH_POINTS = np.array([0, 0, 0, 0, 0, 5, 7] + [9] * 8)
"""By cards in a suit."""
SHORT_POINTS = np.array([6, 3] + [0] * 13)
"""A void, a singleton; else nothing."""


@kernel
def hand_count(plain, trumps):
    """Chavey's points of the hand (``plain``, ``trumps``), without voids and singletons."""
    held = popcount(trumps)
    points = 0
    if trumps & MONDE:
        points += MONDE_POINTS
    if trumps & EXCUSE:
        points += EXCUSE_POINTS
    if trumps & PETIT:
        points += PETIT_POINTS[min(held, 7)]
    if held >= MANY_TRUMPS:
        high = trumps & HIGH_TRUMPS
        in_run = high & (high << 1 | high >> 1)
        points += TRUMP_POINTS * held
        points += HIGH_TRUMP_POINTS * popcount(high) + RUN_POINTS * popcount(in_run)
    # K+Q of a suit: the king's bit moved onto the queen's meets it
    pairs = popcount(plain & (plain & KINGS) >> 1)
    points += KING * popcount(plain & KINGS) + QUEEN * popcount(plain & QUEENS)
    points += (KING_AND_QUEEN - KING - QUEEN) * pairs
    points += CAVALIER * popcount(plain & CAVALIERS) + JACK * popcount(plain & JACKS)
    for suit in range(4):
        points += LENGTH_POINTS[popcount(plain & SUIT[suit])]
    return points


@kernel
def short_suits_count(plain):
    """Chavey's points for the voids and singletons of a hand that keeps its cards."""
    points = 0
    for suit in range(4):
        points += SHORT_POINTS[popcount(plain & SUIT[suit])]
    return points
