"""`basic`: a sensible short player. Chavey's count for the bid, voids and low cards for the discard.

It wins a trick when it surely can, loads points on a partner's, and else gives the least.
"""

from __future__ import annotations

from tarotsim.bits import highest, lowest, popcount
from tarotsim.jit import kernel
from tarotsim.rules.tables import (
    EXCUSE,
    EXCUSE_CARD,
    FIRST_TRUMP,
    GARDE,
    GARDE_CONTRE,
    GARDE_SANS,
    KINGS,
    PASS,
    PETIT,
    PRISE,
    QUEENS,
    SEATS,
    SUIT,
    TRICKS,
    TRUMPS,
)
from tarotsim.strategies.chavey import hand_count, short_suits_count
from tarotsim.strategies.choices import highest_offer, never
from tarotsim.strategies.seen import (
    cheapest,
    dearest,
    is_master,
    lead_trump,
    lowest_but_petit,
    lowest_of,
    trumps_out,
)
from tarotsim.strategies.strategy import Strategy

PRISE_LIMIT, GARDE_LIMIT, SANS_LIMIT, CONTRE_LIMIT = 40, 56, 71, 81
EXCUSE_BY = TRICKS - 2
"""The last trick (from 0) in which the Excuse is still safe."""
COURT = QUEENS | QUEENS >> 1
"""Queens and cavaliers: what the Excuse is spent to save."""


# --- before the play ---


def basic_bid(view):
    """The contract that Chavey's count allows, if it is above the current one."""
    count = hand_count(view.plain, view.trumps)
    keeping = count + short_suits_count(view.plain)
    bid = PASS
    if keeping >= CONTRE_LIMIT:
        bid = GARDE_CONTRE
    elif keeping >= SANS_LIMIT:
        bid = GARDE_SANS
    elif count >= GARDE_LIMIT:
        bid = GARDE
    elif count >= PRISE_LIMIT:
        bid = PRISE
    return bid if bid > view.contract else PASS


def basic_discard(view):
    """The shortest suits without their king go first; trumps, where they must, from below."""
    if view.legal_trumps:
        return lowest_of(view.legal_trumps, view.need)
    chosen = 0
    left = view.need
    while left:
        cards = shortest_suit(view.legal_plain & ~chosen, view.plain & KINGS)
        while cards and left:
            card = dearest(cards)
            cards &= ~(1 << card)
            chosen |= 1 << card
            left -= 1
    return chosen


@kernel
def shortest_suit(plain, kings):
    """The cards of the shortest suit in a set of plain cards; suits with a king count as longer."""
    best = 0
    shortest = 99
    for suit in range(4):
        cards = plain & SUIT[suit]
        length = popcount(cards) + (14 if kings & SUIT[suit] else 0)
        if cards and length < shortest:
            best = cards
            shortest = length
    return best


def basic_poignee(view):
    """The taker shows the highest poignée the hand allows; a defender hides it."""
    return highest_offer(view) if view.seat == view.taker else 0


# --- the cards ---


def basic_card(view):
    """Lead, or follow; and get the Excuse out of the hand while it is safe."""
    if view.trick == EXCUSE_BY and view.legal_trumps & EXCUSE:
        return EXCUSE_CARD
    if view.led < 0:
        return lead(view)
    if view.legal_plain:
        return follow_plain(view)
    return follow_trumps(view)


@kernel
def longest_suit(plain):
    """The cards of the longest suit in a set of plain cards."""
    best = 0
    for suit in range(4):
        cards = plain & SUIT[suit]
        if popcount(cards) > popcount(best):
            best = cards
    return best


@kernel
def lead(view):
    """The taker draws trumps when strong in them; else a master or a low card of the longest suit."""
    trumps = view.trumps & TRUMPS
    out = trumps_out(view)
    is_taker = view.seat == view.taker
    if trumps and (view.plain == 0 or (is_taker and out and 2 * popcount(trumps) > popcount(out))):
        return lead_trump(view)
    if view.plain == 0:
        return EXCUSE_CARD
    suit = longest_suit(view.plain)
    top = highest(suit)
    return top if is_master(view, top) else lowest(suit)


@kernel
def is_partners(view):
    """Whether a partner of this defender holds the trick and the taker has played to it."""
    if view.seat == view.taker or view.holder < 0 or view.holder == view.taker:
        return False
    taker_turn = (view.taker - view.leader) & (SEATS - 1)
    return taker_turn < view.turn


@kernel
def follow_plain(view):
    """Follow suit, or throw off a plain card."""
    cards = view.legal_plain
    if is_partners(view):
        return dearest(cards)
    in_suit = view.best < FIRST_TRUMP and cards & SUIT[view.led] != 0
    if in_suit:
        top = highest(cards)
        if top > view.best and (view.turn == SEATS - 1 or is_master(view, top)):
            return top
    card = cheapest(cards)
    if view.legal_trumps & EXCUSE and 1 << card & (COURT | KINGS):
        return EXCUSE_CARD
    return card


@kernel
def follow_trumps(view):
    """Play a trump by obligation: the lowest that must be, the Petit only where it is safe."""
    trumps = view.legal_trumps & TRUMPS
    if trumps == 0:
        return EXCUSE_CARD
    if trumps & PETIT:
        wins = view.turn == SEATS - 1 and view.best < FIRST_TRUMP
        if wins or is_partners(view):
            return FIRST_TRUMP
        if trumps == PETIT and view.legal_trumps & EXCUSE:
            return EXCUSE_CARD
    return FIRST_TRUMP + lowest_but_petit(trumps)


STRATEGY = Strategy(
    name="basic",
    version=1,
    summary="Chavey's count for the bid, short suits discarded, tricks won or ducked by who holds them",
    bid=basic_bid,
    discard=basic_discard,
    chelem=never,
    poignee=basic_poignee,
    card=basic_card,
)
