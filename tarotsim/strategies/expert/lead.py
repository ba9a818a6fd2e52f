"""The lead: a suit or a trump, and which card of it; or the Excuse, when it is the last chance."""

from __future__ import annotations

from tarotsim.bits import highest, lowest, popcount
from tarotsim.jit import inlined_kernel, kernel
from tarotsim.rules.play import first_leader
from tarotsim.rules.tables import (
    CAVALIERS,
    CHIEN_IS_TAKEN,
    EXCUSE,
    EXCUSE_CARD,
    FIRST_TRUMP,
    KINGS,
    PETIT,
    QUEENS,
    SEATS,
    SUIT,
    SUIT_OF,
    TRICKS,
    TRUMPS,
)
from tarotsim.strategies.expert import reasons
from tarotsim.strategies.expert.follow import HIGH_TRUMPS, NOTHING, throwable
from tarotsim.strategies.expert.reasons import weight
from tarotsim.strategies.expert.trick import POINTS, is_opponent
from tarotsim.strategies.seen import is_master, lowest_but_petit, plain_out, trumps_out

SHORT = 4
"""So few trumps, the Petit among them, are there to guard it."""
FEW = 3
"""So few trumps with the opponents can soon be drawn."""


@kernel
def lead(view):
    """The card that opens a trick, or comes after the Excuse that does."""
    trumps = view.trumps & TRUMPS
    if view.legal_trumps & EXCUSE and (view.trick == TRICKS - 2 or view.plain | trumps == 0):
        return EXCUSE_CARD
    best_value = NOTHING
    chosen = EXCUSE_CARD
    theirs = trumps_out(view) & opponents_may_hold(view)
    if trumps:
        rest = trumps & PETIT | 1 << lowest_but_petit(trumps) | 1 << highest(trumps)
        common = trump_lead_value(view, trumps, theirs)
        while rest:
            card = FIRST_TRUMP + lowest(rest)
            rest &= rest - 1
            value = common + trump_card_value(view, card, theirs)
            if value > best_value:
                best_value = value
                chosen = card
    led = takers_suits(view)
    for suit in range(4):
        cards = view.plain & SUIT[suit]
        if cards == 0:
            continue
        ruffers = ruffing_defenders(view, suit)
        common = suit_lead_value(view, suit, cards, ruffers, led)
        rest = throwable(cards)
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            value = common + suit_card_value(view, card, cards, ruffers, theirs == 0)
            if value > best_value:
                best_value = value
                chosen = card
    return chosen


@kernel
def trump_lead_value(view, trumps, theirs):
    """What speaks for leading trumps, whichever; ``theirs`` are those that the opponents may hold."""
    out = popcount(theirs)
    value = weight(view, reasons.LEAD_TRUMP) + weight(view, reasons.LEAD_TRUMP_LATE) * view.trick
    strength = 3 * popcount(trumps & HIGH_TRUMPS) + popcount(trumps)
    value += weight(view, reasons.LEAD_TRUMP_STRENGTH) * strength
    value += weight(view, reasons.LEAD_TRUMP_OUT) * out
    if 0 < out <= FEW:
        value += weight(view, reasons.LEAD_TRUMP_FEW)
    value += weight(view, reasons.LEAD_TRUMP_SHOWN) * shown_by_opponents(view)
    if not CHIEN_IS_TAKEN[view.contract]:
        value += weight(view, reasons.LEAD_TRUMP_NO_DISCARD)
    value += weight(view, reasons.LEAD_TRUMP_MASTERS) * masters_held(view)
    if popcount(trumps) >= out:
        value += weight(view, reasons.LEAD_TRUMP_CONTROL)
    if out and trumps & PETIT and popcount(trumps) <= SHORT:
        value += weight(view, reasons.LEAD_PETIT_BARED)
    return value + (weight(view, reasons.LEAD_TRUMP_VOID) if out == 0 else 0.0)


@kernel
def masters_held(view):
    """How many plain cards of the hand no card that is out can beat."""
    out = plain_out(view)
    count = 0
    for suit in range(4):
        theirs = out & SUIT[suit]
        cards = view.plain & SUIT[suit]
        count += popcount(cards & -(2 << highest(theirs)) if theirs else cards)
    return count


@kernel
def shown_by_opponents(view):
    """How many trumps the opponents have shown in a poignée and still hold."""
    count = 0
    for seat in range(SEATS):
        if is_opponent(view, seat):
            count += popcount(view.shown[seat] & TRUMPS & ~view.played_trumps)
    return count


@kernel
def opponents_may_hold(view):
    """The trumps that the opponents may hold by what they have shown."""
    may_hold = 0
    for seat in range(SEATS):
        if is_opponent(view, seat):
            may_hold |= view.may_hold[seat]
    return may_hold


@inlined_kernel
def trump_card_value(view, card, theirs):
    """What speaks for one trump among them."""
    trump = card - FIRST_TRUMP
    value = weight(view, reasons.LEAD_TRUMP_HEIGHT) * (trump + 1)
    if 1 << trump > trumps_out(view):
        value += weight(view, reasons.LEAD_TRUMP_TOP)
        if 0 < popcount(theirs) <= FEW:
            value += weight(view, reasons.LEAD_TRUMP_TOP_FEW)
        if theirs & PETIT:
            value += weight(view, reasons.LEAD_TRUMP_HUNT)
    return value + (weight(view, reasons.LEAD_PETIT) if trump == 0 else 0.0)


@kernel
def suit_lead_value(view, suit, cards, ruffers, led):
    """What speaks for leading a suit, whichever card of it.

    ``ruffers`` counts the other defenders who may ruff it, ``led`` is that of `takers_suits`.
    """
    out = popcount(plain_out(view) & SUIT[suit])
    value = weight(view, reasons.LEAD_LENGTH) * popcount(cards) + weight(view, reasons.LEAD_OUT) * out
    if view.played_plain & SUIT[suit] == 0:
        value += weight(view, reasons.LEAD_FIRST)
    if taker_is_void(view, suit):
        value += weight(view, reasons.LEAD_TAKER_VOID)
    value += weight(view, reasons.LEAD_DEFENDER_VOID) * ruffers
    if led >> suit & 1:
        value += weight(view, reasons.LEAD_TAKERS)
    return value


@kernel
def taker_is_void(view, suit):
    """Whether the taker, another seat, is known to be void in ``suit``."""
    return view.seat != view.taker and view.void[view.taker] >> suit & 1 == 1


@kernel
def ruffing_defenders(view, suit):
    """How many other defenders are known to be void in ``suit`` and may hold a trump."""
    count = 0
    for seat in range(SEATS):
        if seat != view.seat and seat != view.taker and view.void[seat] >> suit & 1:
            count += 1 if trumps_out(view) & view.may_hold[seat] else 0
    return count


@inlined_kernel
def suit_card_value(view, card, cards, ruffers, clear):
    """What speaks for one card among those held of its suit, ``cards``.

    ``ruffers`` counts the other defenders who may ruff it; ``clear`` says that no opponent can hold a
    trump.
    """
    suit = card // 14
    points = POINTS[card]
    value = weight(view, reasons.LEAD_KING) if 1 << card & KINGS else 0.0
    if is_master(view, card):
        if clear:
            value += weight(view, reasons.LEAD_MASTER_CLEAR)
        if cards >> card > 1:
            value += weight(view, reasons.LEAD_MASTER_SECOND)
        if view.trumps & TRUMPS == 0:
            value += weight(view, reasons.LEAD_MASTER_BARE)
        value += weight(view, reasons.LEAD_MASTER) + weight(view, reasons.LEAD_MASTER_POINTS) * points
        if view.played_plain & SUIT[suit] == 0:
            value += weight(view, reasons.LEAD_MASTER_FIRST)
        if taker_is_void(view, suit) or (ruffers and view.seat == view.taker):
            value += weight(view, reasons.LEAD_MASTER_VOID)
    else:
        value += weight(view, reasons.LEAD_POINTS) * points
        if clear:
            value += weight(view, reasons.LEAD_POINTS_CLEAR) * points
    if popcount(cards) == 1:
        value += weight(view, reasons.LEAD_SINGLETON)
    if points == 0 and cards & KINGS:
        value += weight(view, reasons.LEAD_LOW_OF_KING)
    elif points == 0 and cards & (QUEENS | CAVALIERS):
        value += weight(view, reasons.LEAD_LOW_OF_GUARD)
    if ruffers:
        value += weight(view, reasons.LEAD_POINTS_DEFENDER_VOID) * points
    return value


@kernel
def takers_suits(view):
    """The suits that the taker has led so far, as bits."""
    suits = 0
    leader = first_leader(view)
    for trick in range(view.trick):
        card = view.plays[SEATS * trick]
        if leader == view.taker and card < FIRST_TRUMP:
            suits |= 1 << SUIT_OF[card]
        leader = view.winners[trick]
    return suits
