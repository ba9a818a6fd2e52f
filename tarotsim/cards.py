"""Cards: their numbers, their names, and sets of them. The only place that knows how a card is written.

A card is a number 0-77 in deck order: 14 x suit (S, C, D, B) + rank (As 0 ... Roi 13); T1-T21 are
56-76; EX is 77. A set of cards is a pair of bit masks: ``plain`` (bit = card number, 56 bits) and
``trumps`` (bit = card number - 56, 22 bits; T1 is bit 0, EX bit 21).
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = [
    "CARD_COUNT",
    "EXCUSE",
    "FIRST_TRUMP",
    "NAMES",
    "SUITS",
    "UnknownCard",
    "cards_of",
    "masks_of",
    "names_of",
    "parse_card",
]

SUITS = "SCDB"
RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K")
FRENCH_RANKS = {"V": "J", "C": "N", "D": "Q", "R": "K"}
CARD_COUNT = 78
FIRST_TRUMP = 56
EXCUSE = 77

NAMES: tuple[str, ...] = (
    *(suit + rank for suit in SUITS for rank in RANKS),
    *(f"T{number}" for number in range(1, 22)),
    "EX",
)
"""The name of every card, by its number."""

_NUMBERS = {name: number for number, name in enumerate(NAMES)}
_NUMBERS |= {suit + french: _NUMBERS[suit + rank] for suit in SUITS for french, rank in FRENCH_RANKS.items()}


class UnknownCard(ValueError):
    """A text that names no card."""


def parse_card(name: str) -> int:
    """The number of the card called ``name`` (``SK``, or ``SR`` with the French rank).

    Raises UnknownCard if there is no such card.
    """
    number = _NUMBERS.get(name)
    if number is None:
        raise UnknownCard(f"unknown card {name!r}: cards are S1-S10 SJ SN SQ SK, so for C D B, T1-T21, EX")
    return number


def masks_of(cards: Iterable[int]) -> tuple[int, int]:
    """The pair (plain, trumps) of bit masks of the card numbers ``cards``."""
    both = 0
    for card in cards:
        both |= 1 << card
    return both & ((1 << FIRST_TRUMP) - 1), both >> FIRST_TRUMP


def cards_of(plain: int, trumps: int) -> list[int]:
    """The card numbers of the set (``plain``, ``trumps``), in deck order."""
    both = int(plain) | int(trumps) << FIRST_TRUMP
    cards = []
    while both:
        low = both & -both
        cards.append(low.bit_length() - 1)
        both ^= low
    return cards


def names_of(plain: int, trumps: int) -> list[str]:
    """The names of the cards of the set (``plain``, ``trumps``), in deck order."""
    return [NAMES[card] for card in cards_of(plain, trumps)]
