"""What may be declared before the first card: the poignée of each player, the taker's chelem.

A poignée shows 10, 13 or 15 trumps (single, double, triple). The Excuse stands in for a missing
trump only if every trump in hand is shown with it. A taker who holds the four kings may count the
discarded trumps, which are public, among the fifteen of a triple; the Excuse is not one of those.
"""

from __future__ import annotations

from tarotsim.bits import highest, popcount
from tarotsim.jit import kernel
from tarotsim.rules.tables import EXCUSE, KINGS, POIGNEE_CARDS, TRUMPS

NOT_A_LEVEL, NOT_HELD, EXCUSE_HIDES_TRUMPS = -1, -2, -3
POIGNEE_FAULTS = {
    NOT_A_LEVEL: "a poignée shows 10, 13 or 15 trumps",
    NOT_HELD: "a shown trump is not held",
    EXCUSE_HIDES_TRUMPS: "the Excuse is shown only together with every trump in hand",
}


@kernel
def level_of(count):
    """The poignée level of ``count`` cards, or NOT_A_LEVEL."""
    for level in range(1, 4):
        if count == POIGNEE_CARDS[level]:
            return level
    return NOT_A_LEVEL


@kernel
def poignee_level(shown, plain, trumps, discard_trumps):
    """The level 1-3 of showing the trumps ``shown`` from this hand, or one of POIGNEE_FAULTS.

    ``discard_trumps`` are the trumps this player has discarded, 0 for a defender.
    """
    level = level_of(popcount(shown))
    if level < 0:
        return NOT_A_LEVEL
    if shown & ~trumps == 0:
        if shown & EXCUSE and trumps & ~shown:
            return EXCUSE_HIDES_TRUMPS
        return level
    if level == 3 and plain & KINGS == KINGS and shown & ~((trumps & TRUMPS) | discard_trumps) == 0:
        return level
    return NOT_HELD


@kernel
def offered_poignee(level, plain, trumps, discard_trumps):
    """The cards a table offers to show for ``level``: highest trumps first, the Excuse only at need.

    Returns the mask of the cards, 0 if the hand does not allow the level. With the four kings, a
    triple that the hand alone does not give is made of the highest fifteen with the discarded ones.
    """
    count = POIGNEE_CARDS[level]
    in_hand = trumps & TRUMPS
    held = popcount(in_hand)
    if held >= count:
        return highest_trumps(in_hand, count)
    if held + 1 == count and trumps & EXCUSE:
        return trumps
    if level == 3 and plain & KINGS == KINGS and popcount(in_hand | discard_trumps) >= count:
        return highest_trumps(in_hand | discard_trumps, count)
    return 0


@kernel
def highest_trumps(trumps, count):
    """The ``count`` highest of ``trumps``."""
    shown = 0
    for _ in range(count):
        top = 1 << highest(trumps)
        shown |= top
        trumps &= ~top
    return shown


@kernel
def own_discard_trumps(table, seat):
    """The trumps that ``seat`` has discarded: the taker's public ones."""
    return table.discard_trumps if seat == table.taker else 0


@kernel
def show_poignee(table, seat, shown, level):
    """Record a legal poignée of ``seat``; the cards are public from now on."""
    table.shown[seat] = shown
    table.poignee[seat] = level


@kernel
def announce_chelem(table):
    """The taker announces a slam and therefore leads the first trick."""
    table.chelem = 1
    table.leader = table.taker
