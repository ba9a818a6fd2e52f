"""What to lead: the taker draws trumps or opens the long suit; the defence makes the taker ruff."""

from __future__ import annotations

from tarotsim.bits import highest, lowest, popcount
from tarotsim.jit import kernel
from tarotsim.rules.tables import (
    CAVALIERS,
    EXCUSE,
    EXCUSE_CARD,
    FIRST_TRUMP,
    KINGS,
    QUEENS,
    SEATS,
    SUIT,
    SUIT_OF,
    TRICKS,
    TRUMPS,
)
from tarotsim.strategies.expert.memory import out_in_suit
from tarotsim.strategies.expert.settings import (
    BREAK_GUARD,
    DEFENCE_DRAW,
    DEFENCE_LENGTH,
    DRAW,
    DRAW_EDGE,
    EXCUSE_BY,
    LEAD_MASTER,
    MAKE_RUFF,
    PARTNERS_SUIT,
    TAKER_FORCE,
    TAKER_LENGTH,
    TAKER_MASTER,
    TAKER_TOP,
    TAKERS_SUIT,
    setting,
)
from tarotsim.strategies.seen import is_master, lead_trump, trumps_out

HIGH_TRUMPS = 0b1111111 << 14
"""T15 to T21."""
TAKER_LED, PARTNER_LED_LOW = 1, 2


@kernel
def lead(view):
    """The card that opens a trick."""
    if view.legal_trumps & EXCUSE and TRICKS - 1 > view.trick >= setting(view, EXCUSE_BY):
        return EXCUSE_CARD
    if view.plain == 0 and view.trumps & TRUMPS == 0:
        return EXCUSE_CARD
    if view.plain == 0:
        return lead_trump(view)
    if view.seat == view.taker:
        return taker_lead(view)
    return defence_lead(view)


@kernel
def strength(trumps):
    """How strong trumps are: 3 for each of T15-T21 and 1 for each trump."""
    return 3 * popcount(trumps & HIGH_TRUMPS) + popcount(trumps)


@kernel
def taker_lead(view):
    """Trumps while strong in them and the defence has some; else the suit of the highest weight."""
    trumps = view.trumps & TRUMPS
    may_hold = 0
    for seat in range(SEATS):
        if seat != view.seat:
            may_hold |= view.may_hold[seat]
    out = popcount(trumps_out(view) & may_hold)
    has_edge = out and setting(view, DRAW_EDGE) * popcount(trumps) > out
    if trumps and has_edge and strength(trumps) >= setting(view, DRAW):
        return lead_trump(view)
    best = -1.0e9
    chosen = 0
    for suit in range(4):
        cards = view.plain & SUIT[suit]
        if cards == 0:
            continue
        card = lowest(cards)
        weight = setting(view, TAKER_LENGTH) * popcount(cards)
        if is_master(view, highest(cards)):
            weight += setting(view, TAKER_MASTER)
            if setting(view, TAKER_TOP):
                card = highest(cards)
        for seat in range(SEATS):
            if seat != view.seat and view.void[seat] >> suit & 1 and view.may_hold[seat]:
                weight += setting(view, TAKER_FORCE)
        if weight > best:
            best = weight
            chosen = card
    return chosen


@kernel
def led_by(view, suit):
    """Who has led a suit so far: TAKER_LED, PARTNER_LED_LOW (As to 5), both or neither."""
    found = 0
    for trick in range(view.trick):
        card = view.plays[4 * trick]
        if card < FIRST_TRUMP and SUIT_OF[card] == suit:
            leader = first_leader(view) if trick == 0 else view.winners[trick - 1]
            if leader == view.taker:
                found |= TAKER_LED
            elif leader != view.seat and card % 14 < 5:
                found |= PARTNER_LED_LOW
    return found


@kernel
def first_leader(view):
    """Who led the first trick."""
    return view.taker if view.chelem else (view.dealer + 1) & (SEATS - 1)


@kernel
def defence_lead(view):
    """Trumps when strong in them; else the suit of the highest weight."""
    trumps = view.trumps & TRUMPS
    takers = trumps_out(view) & view.may_hold[view.taker]
    if trumps and takers and strength(trumps) >= setting(view, DEFENCE_DRAW):
        return lead_trump(view)
    best = -1.0e9
    chosen = 0
    for suit in range(4):
        cards = view.plain & SUIT[suit]
        if cards == 0:
            continue
        top = highest(cards)
        card = lowest(cards)
        weight = setting(view, DEFENCE_LENGTH) * popcount(cards)
        taker_is_void = view.void[view.taker] >> suit & 1
        if taker_is_void:
            weight += setting(view, MAKE_RUFF)
        elif is_master(view, top) and out_in_suit(view, suit) >= 3:
            weight += setting(view, LEAD_MASTER)
            card = top
        if cards & (QUEENS | CAVALIERS) and not cards & KINGS:
            weight += setting(view, BREAK_GUARD)
        led = led_by(view, suit)
        if led & TAKER_LED and not taker_is_void:
            weight += setting(view, TAKERS_SUIT)
        if led & PARTNER_LED_LOW:
            weight += setting(view, PARTNERS_SUIT)
        if weight > best:
            best = weight
            chosen = card
    return chosen
