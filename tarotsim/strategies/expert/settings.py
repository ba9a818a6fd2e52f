"""The limits of the bid and the weights of the discard; those of the play are in `reasons`."""

from __future__ import annotations

import json
from pathlib import Path

from tarotsim.jit import kernel
from tarotsim.strategies.strategy import Parameter

PLAY_FILE = Path(__file__).with_name("play.json")
FITTED = json.loads(PLAY_FILE.read_text(encoding="utf-8"))
"""The defaults of the weights of the discard and of the play, by side."""

_VALUE = (0.0, 150.0, "hand value")

LIMITS = (
    # --- the bid (a hand value of 50 expects to make its target exactly) ---
    Parameter("prise", 46.5, *_VALUE, "bid a prise from this value on"),
    Parameter("garde", 49, *_VALUE, "bid a garde from this value on"),
    Parameter("sans", 55, *_VALUE, "bid a garde sans from this value without the chien on"),
    Parameter("contre", 63, *_VALUE, "bid a garde contre from this value without the chien on"),
    # --- declarations ---
    Parameter("show", 46, 0, 250, "Chavey points", "the taker shows a poignée from here on"),
)
PRISE, GARDE, SANS, CONTRE, SHOW = range(len(LIMITS))

LONGEST = 7
"""Suits kept in the discard are told apart up to this length."""
_LENGTHS = [*map(str, range(LONGEST)), f"{LONGEST} or more"]
_POINTS = (-100.0, 100.0, "points")
KEPT = (
    *((f"keep_{n}", f"cards kept of a suit without its king: {text}") for n, text in enumerate(_LENGTHS)),
    *((f"keep_king_{n}", f"cards kept of a suit with its king: {text}") for n, text in enumerate(_LENGTHS)),
    ("keep_king_queen", "king and queen of a suit kept"),
    *((f"keep_queen_{n}", f"a queen kept without the king, cards in all: {n}") for n in (1, 2, 3)),
    *((f"keep_cavalier_{n}", f"a cavalier kept without king and queen, cards in all: {n}") for n in (1, 2)),
    ("put_half", "each half point laid aside"),
)
"""What the discard goes by: the sum over the four suits is to be the highest."""
KEEP = len(LIMITS)
KEEP_KING = KEEP + LONGEST + 1
KEEP_KING_QUEEN = KEEP_KING + LONGEST + 1
KEEP_QUEEN = KEEP_KING_QUEEN  # so that KEEP_QUEEN + 1 is keep_queen_1
KEEP_CAVALIER = KEEP_QUEEN + 3  # likewise
PUT_HALF = KEEP + len(KEPT) - 1

BID_AND_DISCARD = LIMITS + tuple(
    Parameter(name, FITTED["discard"][name], *_POINTS, f"in the discard: {meaning}") for name, meaning in KEPT
)


@kernel
def setting(view, place):
    """The value of a parameter for the deciding seat."""
    return view.settings[view.seat, place]
