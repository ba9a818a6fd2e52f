"""What becomes of the trick, as far as the deciding seat can tell."""

from __future__ import annotations

import numpy as np

from tarotsim.bits import popcount
from tarotsim.jit import inlined_kernel, kernel, uncompiled
from tarotsim.rules.play import would_hold
from tarotsim.rules.settlement import halves_of
from tarotsim.rules.tables import FIRST_TRUMP, PLAIN_BIT, SEATS, SUIT, TRUMP_BIT, TRUMP_SUIT
from tarotsim.strategies.seen import is_master, trumps_out

LOST, HOPE, UNDER_LATER, UNDER_FIRST, MASTER_LATER, MASTER_FIRST, RUFFED, SURE = range(8)
"""The fates of a trick.

LOST: the opponents hold it, and no partner is to come. HOPE: they do, but one is.
UNDER: we hold it with a card that another can beat, in the first round of the suit or later; also by
a ruff that one who is known to be void can beat.
MASTER: we hold it with the master; LATER also by a ruff that only one who is void as well can beat.
RUFFED: we hold it with a card of the suit, and an opponent to come is known to be void in it.
SURE: we hold it for certain."""


POINTS = np.array([(uncompiled(halves_of)(PLAIN_BIT[card], TRUMP_BIT[card]) - 1) / 2 for card in range(78)])
"""By card: its points above those of the lowest cards; 4 for a king or bout."""


@kernel
def is_opponent(view, seat):
    """Whether ``seat`` plays against the deciding seat."""
    return seat != view.seat and (seat == view.taker or view.seat == view.taker)


@kernel
def is_ours(view):
    """Whether a partner holds the trick."""
    return view.holder >= 0 and not is_opponent(view, view.holder)


@kernel
def outlook(view):
    """What bears on the rest of the trick, as a tuple.

    (opponents to come; whether it is the first round of the suit led; the trumps that those of them
    may hold who are known to play trumps; the trumps that any of them may hold; the points that lie
    in the trick, see `POINTS`.) One who has not shown a void in the suit is thought to follow.
    """
    opponents = 0
    known = 0
    possible = 0
    for turn in range(view.turn + 1, SEATS):
        seat = (view.leader + turn) & (SEATS - 1)
        if is_opponent(view, seat):
            opponents += 1
            possible |= view.may_hold[seat]
            if view.led == TRUMP_SUIT or view.void[seat] >> view.led & 1:
                known |= view.may_hold[seat]
    first = view.led < TRUMP_SUIT and popcount(view.played_plain & SUIT[view.led]) <= view.turn
    points = 0.0
    for turn in range(view.turn):
        points += POINTS[view.cards[turn]]
    out = trumps_out(view)
    return opponents, first, known & out, possible & out, points


@inlined_kernel
def fate(view, card, prospect):
    """What becomes of the trick if ``card`` is played to it; ``prospect`` is its `outlook`."""
    opponents, first, known, possible, _ = prospect
    takes = would_hold(view, card)
    if not takes and not is_ours(view):
        return HOPE if view.seat != view.taker and SEATS - 1 - view.turn > opponents else LOST
    if opponents == 0:
        return SURE
    best = card if takes else view.best
    if best >= FIRST_TRUMP:
        higher = -(2 << best - FIRST_TRUMP)
        if known & higher:
            return UNDER_LATER
        return MASTER_LATER if possible & higher and view.led != TRUMP_SUIT else SURE
    if known:
        return RUFFED
    if is_master(view, best):
        return MASTER_FIRST if first else MASTER_LATER
    return UNDER_FIRST if first else UNDER_LATER
