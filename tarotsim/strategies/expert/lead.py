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
    PETIT,
    QUEENS,
    SEATS,
    SUIT,
    SUIT_OF,
    TRICKS,
    TRUMPS,
)
from tarotsim.strategies.basic import longest_suit, lowest_but_petit
from tarotsim.strategies.expert.memory import is_master, out_in_suit, trumps_out
from tarotsim.strategies.expert.settings import (
    AVOID_TAKER,
    DRAW,
    EXCUSE_TRICK,
    GUARD,
    LEAD_MASTER,
    MAKE_RUFF,
    PARTNER_SUIT,
    SUIT_LENGTH, DRAW_EDGE, T_LENGTH, T_MASTER, T_VOID, T_GUARD, T_TOP, D_PARTNER_VOID, D_TRUMPS, D_SINGLETON,
    setting,
)

HIGH_TRUMPS = 0b1111111 << 14
"""T15 to T21."""


@kernel
def lead(view):
    """The card that opens a trick."""
    if view.legal_trumps & EXCUSE and TRICKS - 1 > view.trick >= setting(view, EXCUSE_TRICK):
        return EXCUSE_CARD
    if view.plain == 0 and view.trumps & TRUMPS == 0:
        return EXCUSE_CARD
    if view.plain == 0:
        return lead_trump(view)
    if view.seat == view.taker:
        return taker_lead(view)
    return defence_lead(view)


@kernel
def lead_trump(view):
    """The highest trump if it is the master, else the lowest but the Petit."""
    trumps = view.trumps & TRUMPS
    top = highest(trumps)
    if 1 << top > trumps_out(view):
        return FIRST_TRUMP + top
    return FIRST_TRUMP + lowest_but_petit(trumps)


@kernel
def taker_lead(view):
    """Trumps while strong in them and the defence has some; else a suit by its weights."""
    trumps = view.trumps & TRUMPS
    may = 0
    for seat in range(SEATS):
        if seat != view.seat:
            may |= view.may_hold[seat]
    defence_has = trumps_out(view) & may
    strength = 3 * popcount(trumps & HIGH_TRUMPS) + popcount(trumps)
    edge = setting(view, DRAW_EDGE) * popcount(trumps) > popcount(defence_has)
    if trumps and defence_has and strength >= setting(view, DRAW) and edge:
        return lead_trump(view)
    best = -1.0e9
    chosen = 0
    for suit in range(4):
        cards = view.plain & SUIT[suit]
        if cards == 0:
            continue
        top = highest(cards)
        card = lowest(cards)
        worth = setting(view, T_LENGTH) * popcount(cards)
        if is_master(view, top):
            worth += setting(view, T_MASTER)
            if setting(view, T_TOP):
                card = top
        elif cards & (QUEENS | CAVALIERS):
            worth += setting(view, T_GUARD)
        for seat in range(SEATS):
            if seat != view.seat and view.void[seat] >> suit & 1 and view.may_hold[seat]:
                worth += setting(view, T_VOID)
        if worth > best:
            best = worth
            chosen = card
    return chosen


@kernel
def led_by(view, suit):
    """Who has led a suit so far: bit 0 the taker, bit 1 a partner, low (As to 5); bit 2 a partner, higher."""
    found = 0
    for trick in range(view.trick):
        card = view.plays[4 * trick]
        if card < FIRST_TRUMP and SUIT_OF[card] == suit:
            leader = first_leader(view) if trick == 0 else view.winners[trick - 1]
            if leader == view.taker:
                found |= 1
            elif leader != view.seat:
                found |= 2 if card % 14 < 5 else 4
    return found


@kernel
def first_leader(view):
    """Who led the first trick."""
    return view.taker if view.chelem else (view.dealer + 1) & (SEATS - 1)


@kernel
def defence_lead(view):
    """The suit that the weights of the settings like best, and a card of it."""
    trumps = view.trumps & TRUMPS
    if trumps and trumps_out(view) & view.may_hold[view.taker]:
        if 3 * popcount(trumps & HIGH_TRUMPS) + popcount(trumps) >= setting(view, D_TRUMPS):
            return lead_trump(view)
    best = -1.0e9
    chosen = 0
    for suit in range(4):
        cards = view.plain & SUIT[suit]
        if cards == 0:
            continue
        top = highest(cards)
        taker_void = view.void[view.taker] >> suit & 1
        worth = setting(view, SUIT_LENGTH) * popcount(cards)
        card = lowest(cards)
        if taker_void:
            worth += setting(view, MAKE_RUFF)
        elif is_master(view, top) and out_in_suit(view, suit) >= 3:
            worth += setting(view, LEAD_MASTER)
            card = top
        if cards & (QUEENS | CAVALIERS) and not cards & KINGS:
            worth -= setting(view, GUARD)
        leds = led_by(view, suit)
        if leds & 1 and not taker_void:
            worth -= setting(view, AVOID_TAKER)
        if leds & 2:
            worth += setting(view, PARTNER_SUIT)
        for seat in range(SEATS):
            if seat != view.seat and seat != view.taker and view.void[seat] >> suit & 1 and view.may_hold[seat]:
                worth += setting(view, D_PARTNER_VOID)
        if view.trumps & PETIT and popcount(cards) == 1:
            worth += setting(view, D_SINGLETON)
        if worth > best:
            best = worth
            chosen = card
    return chosen
