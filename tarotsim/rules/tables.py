"""What is worth what: contracts, targets, poignées, card points. Each stands here once, as data.

Points are counted in half points (integers), so that nothing is ever rounded.
"""

from __future__ import annotations

import numpy as np

# --- contracts: pass 0, prise 1, garde 2, garde sans 3, garde contre 4 ---
CONTRACTS = ("pass", "prise", "garde", "garde_sans", "garde_contre")
PASS, PRISE, GARDE, GARDE_SANS, GARDE_CONTRE = range(5)
MULTIPLIER = np.array([0, 1, 2, 4, 6])
CHIEN_IS_TAKEN = np.array([False, True, True, False, False])
"""Whether the taker shows and takes the chien, and discards."""
CHIEN_FOR_TAKER = np.array([False, True, True, True, False])
"""Whether the six cards put aside (discard or chien) count for the taker."""

# --- the deal ---
SEATS = 4
TRICKS = 18
HAND_CARDS = 18
CHIEN_CARDS = 6

# --- how a deal ends ---
STATUSES = ("played", "passed", "petit_sec")
PLAYED, PASSED, PETIT_SEC = range(3)
TARGET = np.array([56, 51, 41, 36])
"""Card points (whole points) the taker needs, by bouts captured."""
BASE = 25
PETIT_AU_BOUT = 10
CHELEM_MADE_ANNOUNCED = 400
CHELEM_FAILED = -200
CHELEM_UNANNOUNCED = 200

# --- poignées, by level: none, single, double, triple ---
POIGNEE_CARDS = np.array([0, 10, 13, 15])
POIGNEE_POINTS = np.array([0, 20, 30, 40])

# --- sets of cards, as bits (see `tarotsim.cards`) ---
SUIT = np.array([((1 << 14) - 1) << (14 * suit) for suit in range(4)] + [0])
"""The plain cards of suit 0-3; the trumps (4) have none."""
PLAIN_SUITS = (1 << 56) - 1
_OF_EACH_SUIT = 1 | 1 << 14 | 1 << 28 | 1 << 42
ACES = _OF_EACH_SUIT
JACKS, CAVALIERS, QUEENS, KINGS = (_OF_EACH_SUIT << rank for rank in (10, 11, 12, 13))
PETIT = 1 << 0
MONDE = 1 << 20
EXCUSE = 1 << 21
BOUTS = PETIT | MONDE | EXCUSE
TRUMPS = (1 << 21) - 1
"""The twenty-one trumps, without the Excuse."""

# --- by card number 0-77 (arrays, because a look-up costs less than a branch) ---
FIRST_TRUMP = 56
EXCUSE_CARD = 77
TRUMP_SUIT = 4
PLAIN_BIT = np.array([1 << card if card < FIRST_TRUMP else 0 for card in range(78)])
TRUMP_BIT = np.array([0 if card < FIRST_TRUMP else 1 << card - FIRST_TRUMP for card in range(78)])
SUIT_OF = np.array([min(card // 14, TRUMP_SUIT) for card in range(78)])
"""0-3 for the suits, 4 for the trumps (and the Excuse, which is of none)."""
HIGHER_TRUMPS = np.array([TRUMPS] * FIRST_TRUMP + [TRUMPS & -(2 << number) for number in range(21)])
"""The trumps that beat a card; every trump beats a suit card."""

# --- half points ---
PACK_HALVES = 182
"""All 78 cards together."""
EXCUSE_HALVES = 9
COMPENSATION_HALVES = 1
