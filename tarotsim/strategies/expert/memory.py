"""What a seat can work out of the others: who plays with it, who is to come, who can beat what."""

from __future__ import annotations

from tarotsim.bits import popcount
from tarotsim.jit import kernel
from tarotsim.rules.tables import FIRST_TRUMP, SEATS, SUIT, TRUMP_SUIT
from tarotsim.strategies.seen import is_master, plain_out, trumps_out


@kernel
def out_in_suit(view, suit):
    """How many cards of a suit are out."""
    return popcount(plain_out(view) & SUIT[suit])


@kernel
def is_opponent(view, seat):
    """Whether ``seat`` plays against the deciding seat."""
    return seat != view.seat and (seat == view.taker or view.seat == view.taker)


@kernel
def is_ours(view):
    """Whether a partner holds the trick."""
    return view.holder >= 0 and not is_opponent(view, view.holder)


@kernel
def opponents_to_come(view):
    """How many opponents play to this trick after the deciding seat."""
    if view.seat == view.taker:
        return SEATS - 1 - view.turn
    return 1 if (view.taker - view.leader) & (SEATS - 1) > view.turn else 0


@kernel
def trump_can_be_beaten(view, trump, suit):
    """Whether an opponent to come may hold a trump above ``trump`` (a bit number) and play it.

    ``suit`` is the suit led: one who has not shown a void in it is thought to follow.
    """
    higher = trumps_out(view) & -(2 << trump)
    for turn in range(view.turn + 1, SEATS):
        seat = (view.leader + turn) & (SEATS - 1)
        plays_trump = suit == TRUMP_SUIT or view.void[seat] >> suit & 1
        if plays_trump and is_opponent(view, seat) and higher & view.may_hold[seat]:
            return True
    return False


@kernel
def may_be_ruffed(view, suit, safe_out):
    """Whether an opponent to come may ruff ``suit``: one known to be void, or with few of it out."""
    if trumps_out(view) == 0:
        return False
    few = out_in_suit(view, suit) < safe_out
    for turn in range(view.turn + 1, SEATS):
        seat = (view.leader + turn) & (SEATS - 1)
        if is_opponent(view, seat) and view.may_hold[seat] and (few or view.void[seat] >> suit & 1):
            return True
    return False


@kernel
def holds_for_sure(view, card, suit, safe_out):
    """Whether ``card``, holding the trick in which ``suit`` was led, will most likely win it."""
    if opponents_to_come(view) == 0:
        return True
    if card >= FIRST_TRUMP:
        return not trump_can_be_beaten(view, card - FIRST_TRUMP, suit)
    return is_master(view, card) and not may_be_ruffed(view, suit, safe_out)
