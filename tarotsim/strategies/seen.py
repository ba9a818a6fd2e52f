"""What any player works out from its view: the cards that are out, masters, the cheapest and the dearest."""

from __future__ import annotations

from tarotsim.bits import highest, lowest
from tarotsim.jit import kernel
from tarotsim.rules.tables import ACES, FIRST_TRUMP, KINGS, PETIT, PLAIN_SUITS, SUIT, TRUMPS


@kernel
def plain_out(view):
    """Plain cards this seat has not seen: in another hand, or laid aside by another."""
    return PLAIN_SUITS & ~(view.played_plain | view.plain | view.put_plain)


@kernel
def trumps_out(view):
    """Trumps (without the Excuse) this seat has not seen."""
    return TRUMPS & ~(view.played_trumps | view.trumps | view.discard_trumps)


@kernel
def is_master(view, card):
    """Whether no higher card of this plain card's suit is out."""
    return plain_out(view) & SUIT[card // 14] & -(2 << card) == 0


@kernel
def cheapest(plain):
    """The lowest card of a set of plain cards that is not empty, whatever its suit."""
    rank_cards = ACES
    while plain & rank_cards == 0:
        rank_cards <<= 1
    return lowest(plain & rank_cards)


@kernel
def dearest(plain):
    """The highest card of a set of plain cards that is not empty, whatever its suit."""
    rank_cards = KINGS
    while plain & rank_cards == 0:
        rank_cards >>= 1
    return lowest(plain & rank_cards)


@kernel
def lowest_but_petit(trumps):
    """The lowest trump above the Petit; the Petit if it is the only one. As a bit number."""
    others = trumps & ~PETIT
    return lowest(others) if others else lowest(trumps)


@kernel
def lead_trump(view):
    """The highest trump if it is the master, else the lowest but the Petit; a trump must be held."""
    trumps = view.trumps & TRUMPS
    top = highest(trumps)
    if 1 << top > trumps_out(view):
        return FIRST_TRUMP + top
    return FIRST_TRUMP + lowest_but_petit(trumps)


@kernel
def lowest_of(cards, count):
    """The ``count`` lowest of a set of cards."""
    chosen = 0
    for _ in range(count):
        chosen |= cards & -cards
        cards &= cards - 1
    return chosen
