"""The chien and the discard, in a prise or a garde.

Six cards go aside. Kings and bouts never; plain cards (suit cards other than kings) first; only if
fewer than six are held do non-bout trumps fill exactly the shortage. So the taker has one choice to
make: six among the plain cards, or, with all the plain cards gone, some among the trumps.
"""

from __future__ import annotations

from tarotsim.bits import popcount
from tarotsim.jit import kernel
from tarotsim.rules.tables import BOUTS, CHIEN_CARDS, KINGS, TRUMPS

DISCARD_NOT_HELD, DISCARD_NOT_SIX, DISCARD_KING_OR_BOUT, DISCARD_TRUMPS = range(1, 5)
DISCARD_FAULTS = {
    DISCARD_NOT_HELD: "a discarded card is not held",
    DISCARD_NOT_SIX: "six different cards are discarded",
    DISCARD_KING_OR_BOUT: "kings and bouts may not be discarded",
    DISCARD_TRUMPS: "trumps only fill the shortage of plain cards",
}


@kernel
def show_chien(table, hidden):
    """Show the chien to all and put it into the taker's hand."""
    table.chien_plain = hidden.chien_plain
    table.chien_trumps = hidden.chien_trumps
    hidden.plain[table.taker] |= hidden.chien_plain
    hidden.trumps[table.taker] |= hidden.chien_trumps


@kernel
def discard_choice(plain, trumps):
    """What the holder of these 24 cards may choose from for the discard.

    Returns (plain, trumps, need): the cards open to choice, in one suit kind only, and how many of
    them go; where trumps must go, all plain cards but the kings go with them.
    """
    plain_cards = plain & ~KINGS
    held = popcount(plain_cards)
    if held >= CHIEN_CARDS:
        return plain_cards, 0, CHIEN_CARDS
    return 0, trumps & TRUMPS & ~BOUTS, CHIEN_CARDS - held


@kernel
def discard_fault(plain, trumps, put_plain, put_trumps):
    """0 if the holder of (``plain``, ``trumps``) may put these cards aside, else one of DISCARD_FAULTS."""
    if put_plain & ~plain or put_trumps & ~trumps:
        return DISCARD_NOT_HELD
    if popcount(put_plain) + popcount(put_trumps) != CHIEN_CARDS:
        return DISCARD_NOT_SIX
    if put_plain & KINGS or put_trumps & BOUTS:
        return DISCARD_KING_OR_BOUT
    _, open_trumps, need = discard_choice(plain, trumps)
    if popcount(put_trumps) != (need if open_trumps else 0):
        return DISCARD_TRUMPS
    return 0


@kernel
def put_aside(table, hidden, put_plain, put_trumps):
    """Move a legal discard out of the taker's hand; the trumps among it are public."""
    taker = table.taker
    hidden.plain[taker] &= ~put_plain
    hidden.trumps[taker] &= ~put_trumps
    hidden.aside_plain = put_plain
    hidden.aside_trumps = put_trumps
    table.discard_trumps = put_trumps
