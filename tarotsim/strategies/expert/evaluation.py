"""What a hand is worth: 50 plus the margin, in card points, that its taker can expect.

A linear model of what a player sees before bidding, one set of weights where the chien is taken and
one where it is not. `tarotsim fit` makes the weights from deals that `expert` plays as the taker.
"""

from __future__ import annotations

import json
from pathlib import Path

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

WEIGHTS_FILE = Path(__file__).with_name("weights.json")
WEIGHTS = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))

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
"""What is counted in a hand, in the order of the weights."""

WITH_CHIEN = np.array(WEIGHTS["with_chien"])
WITHOUT_CHIEN = np.array(WEIGHTS["without_chien"])


@kernel
def count_features(plain, trumps, counts):
    """Fill ``counts`` (one for each of FEATURES) from the hand (``plain``, ``trumps``)."""
    held = popcount(trumps & TRUMPS)
    counts[0] = 1
    counts[1] = held
    counts[2] = max(0, held - 7)
    counts[3] = max(0, held - 9)
    counts[4] = 1 if trumps & MONDE else 0
    counts[5] = 1 if trumps & EXCUSE else 0
    counts[6] = 1 if trumps & PETIT else 0
    counts[7] = counts[6] * min(max(held - 4, 0), 4)
    counts[8] = popcount(trumps & 0b11111 << 15)
    counts[9] = popcount(trumps & 0b11111 << 10)
    counts[10] = popcount(plain & KINGS)
    counts[11] = popcount(plain & QUEENS)
    counts[12] = popcount(plain & CAVALIERS)
    counts[13] = popcount(plain & JACKS)
    counts[14] = popcount(plain & (plain & KINGS) >> 1)
    counts[15] = popcount(plain & (plain & QUEENS) >> 1)
    for place in range(16, 21):
        counts[place] = 0
    for suit in range(4):
        length = popcount(plain & SUIT[suit])
        if length >= 5:
            counts[16 + min(length, 7) - 5] += 1
        elif length <= 1:
            counts[19 + length] += 1


@kernel
def hand_values(plain, trumps, counts):
    """The values of a hand (with the chien to come, without it); ``counts`` is scratch."""
    count_features(plain, trumps, counts)
    taking = 0.0
    keeping = 0.0
    for place in range(counts.size):
        taking += WITH_CHIEN[place] * counts[place]
        keeping += WITHOUT_CHIEN[place] * counts[place]
    return taking, keeping
