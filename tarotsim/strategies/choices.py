"""Choices that several players share: at random, never, always the most."""

from __future__ import annotations

from tarotsim.bits import popcount, select
from tarotsim.engine.streams import another, below
from tarotsim.jit import kernel
from tarotsim.rules.declarations import offered_poignee, own_discard_trumps
from tarotsim.rules.tables import FIRST_TRUMP


@kernel
def random_subset(bits, count, word):
    """``count`` of the set ``bits``, every subset of that size with the same chance."""
    chosen = 0
    for _ in range(count):
        bit = 1 << select(bits, below(word, popcount(bits)))
        chosen |= bit
        bits &= ~bit
        word = another(word)
    return chosen


@kernel
def offer(view, level):
    """The cards the table offers this seat to show for ``level``, 0 if the hand does not allow it."""
    return offered_poignee(level, view.plain, view.trumps, own_discard_trumps(view, view.seat))


@kernel
def highest_offer(view):
    """The cards the table offers this seat to show for the highest level there is, else 0."""
    for level in range(3, 0, -1):
        shown = offer(view, level)
        if shown:
            return shown
    return 0


def never(view):
    """No chelem, no poignée."""
    return 0


def random_discard(view):
    """Any legal discard, all with the same chance."""
    return random_subset(view.legal_plain | view.legal_trumps, view.need, view.word)


def random_card(view):
    """Any legal card, all with the same chance."""
    plain_cards = popcount(view.legal_plain)
    k = below(view.word, plain_cards + popcount(view.legal_trumps))
    is_plain = k < plain_cards
    start = 0 if is_plain else FIRST_TRUMP
    return start + select(
        view.legal_plain if is_plain else view.legal_trumps, k if is_plain else k - plain_cards
    )
