"""Second to fourth hand: a card of the suit, a trump, or one thrown off; or the Excuse."""

from __future__ import annotations

from tarotsim.bits import highest, lowest, popcount
from tarotsim.jit import inlined_kernel, kernel
from tarotsim.rules.play import would_hold
from tarotsim.rules.tables import (
    CAVALIERS,
    CHIEN_IS_TAKEN,
    EXCUSE,
    EXCUSE_CARD,
    FIRST_TRUMP,
    JACKS,
    KINGS,
    PETIT,
    QUEENS,
    SEATS,
    SUIT,
    TRICKS,
    TRUMP_SUIT,
    TRUMPS,
)
from tarotsim.strategies.expert import reasons
from tarotsim.strategies.expert.reasons import weight
from tarotsim.strategies.expert.trick import (
    HOPE,
    LOST,
    MASTER_LATER,
    POINTS,
    SURE,
    UNDER_LATER,
    fate,
    is_opponent,
    is_ours,
    outlook,
)
from tarotsim.strategies.seen import is_master, lowest_but_petit, plain_out, trumps_out

HONOURS = KINGS | QUEENS | CAVALIERS | JACKS
HIGH_TRUMPS = 0b1111111 << 14
"""T15 to T21."""
NOTHING = -1.0e9


@kernel
def follow(view):
    """The card of a seat that does not lead."""
    prospect = outlook(view)
    best_value = NOTHING
    chosen = EXCUSE_CARD
    if view.legal_trumps & EXCUSE:
        if view.trick == TRICKS - 2:  # in the last trick it would be lost
            return EXCUSE_CARD
        best_value = excuse_value(view)
    suit = view.led
    trumps = view.legal_trumps & TRUMPS
    if trumps:
        rest = distinct_trumps(view, trumps, prospect)
        while rest:
            card = FIRST_TRUMP + lowest(rest)
            rest &= rest - 1
            value = trump_value(view, card, prospect)
            if value > best_value:
                best_value = value
                chosen = card
        return chosen
    follows = suit < TRUMP_SUIT and view.legal_plain & SUIT[suit] != 0
    rest = distinct_plain(view, view.legal_plain) if follows else throwable(view.legal_plain)
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        value = suit_value(view, card, prospect) if follows else throw_value(view, card, prospect)
        if value > best_value:
            best_value = value
            chosen = card
    return chosen


@kernel
def distinct_plain(view, cards):
    """Of cards of the suit led those that differ: the honours, the lowest, the highest below
    them, and the lowest that takes the trick."""
    pips = cards & ~HONOURS
    above = 0 if view.best >= FIRST_TRUMP else pips & -(2 << max(view.best, 0))
    top = 1 << highest(pips) if pips else 0
    return cards & HONOURS | pips & -pips | above & -above | top


@kernel
def distinct_trumps(view, trumps, prospect):
    """Of trumps those that differ: all on trumps; else the Petit, the lowest other, the highest of all,
    the highest below T15, and the lowest that no opponent to come is known to beat.
    """
    if view.led == TRUMP_SUIT:
        return trumps
    low = trumps & ~HIGH_TRUMPS
    kept = trumps & PETIT | 1 << lowest_but_petit(trumps) | 1 << highest(trumps)
    kept |= 1 << highest(low) if low else 0
    _, _, known, _, _ = prospect
    unbeaten = trumps & -(2 << highest(known)) if known else 0
    return kept | unbeaten & -unbeaten


@kernel
def throwable(plain):
    """Of cards to throw off those that differ: the honours, and the lowest of each suit."""
    kept = plain & HONOURS
    for suit in range(4):
        cards = plain & SUIT[suit]
        kept |= cards & -cards
    return kept


@inlined_kernel
def suit_value(view, card, prospect):
    """What speaks for a card of the suit led, in points of score."""
    _, first, _, _, points_there = prospect
    then = fate(view, card, prospect)
    takes = would_hold(view, card)
    points = POINTS[card]
    bit = 1 << card
    value = weight(view, reasons.SUIT_LOST + then) * points
    if first and bit & KINGS:
        value += weight(view, reasons.SUIT_KING_FIRST)
        value += weight(view, reasons.SUIT_KING_LENGTH) * popcount(view.plain & SUIT[view.led])
        if not CHIEN_IS_TAKEN[view.contract]:
            value += weight(view, reasons.SUIT_KING_NO_DISCARD)
    elif first and bit & QUEENS and plain_out(view) & bit << 1:
        value += weight(view, reasons.SUIT_QUEEN_FIRST)
    if not takes:
        if is_master(view, card):
            value += weight(view, reasons.SUIT_MASTER_SPENT)
    elif is_ours(view):
        value += weight(view, reasons.SUIT_OVERTAKE)
    elif then == SURE:
        value += weight(view, reasons.SUIT_TAKE_SURE)
        value += weight(view, reasons.SUIT_TAKE_POINTS) * points_there
    else:
        value += weight(view, reasons.SUIT_RANK_OPEN) * (card % 14)
    return value


@inlined_kernel
def trump_value(view, card, prospect):
    """What speaks for a trump; its reasons stand twice, for a ruff and for trumps on trumps."""
    then = fate(view, card, prospect)
    on_trumps = reasons.TRUMP_PETIT_OPEN - reasons.RUFF_PETIT_OPEN if view.led == TRUMP_SUIT else 0
    trump = card - FIRST_TRUMP
    number = trump + 1
    held = popcount(view.trumps & TRUMPS)
    above = trumps_out(view) & -(2 << trump)
    value = 0.0
    if trump == 0:
        if then <= HOPE:
            value += weight(view, on_trumps + reasons.RUFF_PETIT_LOST)
        elif then == UNDER_LATER:
            value += weight(view, on_trumps + reasons.RUFF_PETIT_OPEN)
    elif above == 0:
        value += weight(view, on_trumps + reasons.RUFF_TOP)
        value += weight(view, on_trumps + reasons.RUFF_TOP_HELD) * held
    if 1 << trump & HIGH_TRUMPS:
        value += weight(view, on_trumps + reasons.RUFF_HIGH)
        value += weight(view, on_trumps + reasons.RUFF_HIGH_HELD) * held
    if not would_hold(view, card):
        return value + weight(view, on_trumps + reasons.RUFF_HEIGHT_LOST) * number
    _, _, _, _, points = prospect
    if then == SURE:
        value += weight(view, on_trumps + reasons.RUFF_TAKE_SURE)
        value += weight(view, on_trumps + reasons.RUFF_HEIGHT_SURE) * number
        return value + weight(view, on_trumps + reasons.RUFF_POINTS_SURE) * points
    if then == MASTER_LATER:
        return value + weight(view, reasons.LIKELY_TAKE) + weight(view, reasons.LIKELY_POINTS) * points
    value += weight(view, on_trumps + reasons.RUFF_TAKE_OPEN)
    value += weight(view, on_trumps + reasons.RUFF_HEIGHT_OPEN) * number
    value += weight(view, on_trumps + reasons.RUFF_ABOVE) * popcount(above)
    return value + weight(view, on_trumps + reasons.RUFF_POINTS_OPEN) * points


@kernel
def throw_value(view, card, prospect):
    """What speaks for a card thrown off."""
    then = fate(view, card, prospect)
    suit = card // 14
    cards = view.plain & SUIT[suit]
    bit = 1 << card
    place = reasons.THROW_LOST
    if then == SURE:
        place = reasons.THROW_SURE
    elif then == HOPE:
        place = reasons.THROW_HOPE
    elif then != LOST:
        place = reasons.THROW_OPEN
    value = weight(view, place) * POINTS[card] + weight(view, reasons.THROW_LENGTH) * popcount(cards)
    if bit & KINGS:
        value += weight(view, reasons.THROW_KING)
    if is_master(view, card):
        value += weight(view, reasons.THROW_MASTER)
    if opponent_is_void(view, suit):
        value += weight(view, reasons.THROW_VOID)
    return value


@kernel
def opponent_is_void(view, suit):
    """Whether an opponent is known to be void in a suit."""
    voids = 0
    for seat in range(SEATS):
        if is_opponent(view, seat):
            voids |= view.void[seat]
    return voids >> suit & 1 == 1


@kernel
def excuse_value(view):
    """What speaks for the Excuse."""
    value = weight(view, reasons.EXCUSE_TRICK) * view.trick
    if view.led == TRUMP_SUIT:
        return value + weight(view, reasons.EXCUSE_TRUMPS)
    return value + (weight(view, reasons.EXCUSE_SUIT) if view.plain & SUIT[view.led] else 0.0)
