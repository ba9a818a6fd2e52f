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
WITH_CHIEN = np.array([5.38, 3.14, -0.20, -0.00, 12.80, 10.68, 9.29, -0.01, 1.36, 0.30, 4.99, 1.98, 0.96, 0.34, 0.44, -0.30, 0.57, 1.18, 1.49, 0.66, 0.48])
WITHOUT_CHIEN = np.array([-1.50, 1.88, 0.40, 0.50, 12.81, 10.05, 3.67, 0.92, 1.62, 0.50, 5.42, 2.52, 0.77, 0.08, 0.11, -0.79, 0.52, 0.73, 0.12, 6.19, 2.14])


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
