"""What a hand is worth: 50 plus the margin, in card points, that its taker can expect.

A linear model of what a player sees before bidding, fitted by `tarotsim fit` to deals that `expert`
played as the taker; with one set of weights where the chien is taken, one where it is not.
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
    TRUMPS,
)

FEATURES = (
    "always 1",
    "trumps",
    "trumps above 7",
    "trumps above 9",
    "T21",
    "EX",
    "T1",
    "T1: trumps above 4, at most 4",
    "T16-T20",
    "T11-T15",
    "kings",
    "queens",
    "cavaliers",
    "jacks",
    "king and queen of a suit",
    "queen and cavalier of a suit",
    "suits of 5",
    "suits of 6",
    "suits of 7 or more",
    "voids",
    "singletons",
)

# --- made by `tarotsim fit`; one weight for each feature ---
WITH_CHIEN = np.array([7.38, 2.88, -0.04, -0.02, 12.61, 10.10, 9.17, -0.05, 1.18, 0.26, 4.73, 1.70, 0.77, 0.30, 0.86, -0.27, 0.76, 1.40, 1.61, 0.74, 0.57])
WITHOUT_CHIEN = np.array([-0.77, 1.72, 0.43, 0.44, 12.84, 10.26, 3.70, 0.80, 1.65, 0.55, 5.38, 2.38, 0.67, 0.02, 0.10, -0.91, 0.71, 1.05, 0.73, 6.55, 2.43])


@kernel
def hand_value(plain, trumps, weights):
    """The value of the hand (``plain``, ``trumps``) by ``weights`` (one for each of FEATURES)."""
    held = popcount(trumps & TRUMPS)
    value = weights[0] + weights[1] * held
    value += weights[2] * max(0, held - 7) + weights[3] * max(0, held - 9)
    if trumps & MONDE:
        value += weights[4]
    if trumps & EXCUSE:
        value += weights[5]
    if trumps & PETIT:
        value += weights[6] + weights[7] * min(max(held - 4, 0), 4)
    value += weights[8] * popcount(trumps & 0b11111 << 15)
    value += weights[9] * popcount(trumps & 0b11111 << 10)
    value += weights[10] * popcount(plain & KINGS) + weights[11] * popcount(plain & QUEENS)
    value += weights[12] * popcount(plain & CAVALIERS) + weights[13] * popcount(plain & JACKS)
    value += weights[14] * popcount(plain & (plain & KINGS) >> 1)
    value += weights[15] * popcount(plain & (plain & QUEENS) >> 1)
    for suit in range(4):
        length = popcount(plain & SUIT[suit])
        if length >= 5:
            value += weights[16 + min(length, 7) - 5]
        elif length <= 1:
            value += weights[19 + length]
    return value
