"""The words and signs of the table: one catalogue a language, in UTF-8 or plain ASCII."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

from tarotsim.cards import EXCUSE, FIRST_TRUMP, NAMES, cards_of
from tarotsim.play.catalogues import catalogue
from tarotsim.rules.tables import SEATS, TRUMP_SUIT

__all__ = ["Words", "hand_order"]

SIGNS = "†∪○∥"
"""Swords, cups, coins, batons, where there is UTF-8; each takes one column."""
ASCII = str.maketrans({"×": "x", "’": "'", "–": "-", "œ": "oe", **dict(zip(SIGNS, "SCDB", strict=True))})


class Words:
    """How cards, seats and everything else are written for one person.

    ``person`` is the seat that is called "you"; None where nobody sits at the table.
    """

    def __init__(self, language: str = "en", *, ascii: bool = False, person: int | None = None) -> None:
        """Raises FileNotFoundError if there is no catalogue of the language."""
        found = catalogue(language)
        self.names: Mapping[str, list[str]] = found["names"]
        self.typed: Mapping[str, list[str]] = found["typed"]
        self._text: Mapping[str, str] = found["text"]
        self.ascii, self.person = ascii, person

    def __call__(self, key: str, **parts: object) -> str:
        """The text called ``key``, with its places filled."""
        return self.plain(self._text[key].format(**parts))

    def plain(self, text: str) -> str:
        """``text`` in the characters that may be shown."""
        if not self.ascii:
            return text
        letters = unicodedata.normalize("NFKD", text.translate(ASCII))
        return "".join(letter for letter in letters if not unicodedata.combining(letter))

    def who(self, seat: int, *, inside: bool = False) -> str:
        """A seat at the start of a phrase, or ``inside`` one."""
        if seat == self.person:
            return self("you" if inside else "You")
        return self.place(seat)

    def place(self, seat: int) -> str:
        """The name of a seat, whoever sits there."""
        return self.plain(self.names["seats"][seat])

    def listed(self, seats: Iterable[int]) -> str:
        """Several seats."""
        return ", ".join(self.who(seat, inside=True) for seat in seats)

    def others(self, seat: int) -> str:
        """The other seats, in the order in which they play after ``seat``."""
        return self.listed((seat + turn) % SEATS for turn in range(1, SEATS))

    def rank(self, card: int) -> str:
        """A card within its suit: K, 10; 21 for T21; EX."""
        if card == EXCUSE:
            return NAMES[card]
        return str(card - FIRST_TRUMP + 1) if card >= FIRST_TRUMP else self.names["ranks"][card % 14]

    def card(self, card: int) -> str:
        """A card as it is shown: the sign of the suit, and the rank."""
        if card == EXCUSE or self.ascii or card >= FIRST_TRUMP:
            return self.code(card)
        return SIGNS[card // 14] + self.rank(card)

    def code(self, card: int) -> str:
        """A card as it may be typed."""
        if card == EXCUSE:
            return NAMES[card]
        return self.names["letters"][min(card // 14, TRUMP_SUIT)] + self.rank(card)

    def cards(self, plain: int, trumps: int) -> str:
        """A set of cards, suit by suit from the highest down; "none" if it is empty."""
        shown = [self.card(card) for card in hand_order(plain, trumps)]
        return " ".join(shown) if shown else self("nothing")

    def suit(self, suit: int) -> str:
        """The name of a suit 0-3, or of the trumps (4)."""
        return self.plain(self.names["suits"][suit])

    def suit_label(self, suit: int) -> str:
        """What stands before the cards of a suit in a hand: the letter to type, the sign, the name."""
        sign = "" if self.ascii else " " if suit == TRUMP_SUIT else SIGNS[suit]
        return " ".join(filter(None, (self.names["letters"][suit], sign, self.suit(suit))))

    def contract(self, bid: int) -> str:
        """The name of a bid or contract."""
        return self.plain(self.names["contracts"][bid])

    def points(self, halves: int) -> str:
        """A number of half points, as points: 45, 45.5."""
        whole, half = divmod(abs(int(halves)), 2)
        return ("-" if halves < 0 else "") + str(whole) + (self.names["decimal"][0] + "5" if half else "")

    def signed(self, halves: int) -> str:
        """The same with its sign, as a score has it: +174, -58, 0."""
        return ("+" if halves > 0 else "") + self.points(halves)

    def is_typed(self, what: str, text: str) -> bool:
        """Whether ``text`` says ``what`` (a key of the table ``typed``)."""
        simple = " ".join(text.casefold().replace("_", " ").split())
        return simple in self.typed[what]

    def typed_letter(self, letter: str) -> str:
        """The letter of the records for a suit's letter in this language."""
        letters = self.names["letters"]
        return "SCDBT"[letters.index(letter)] if letter in letters else letter


def hand_order(plain: int, trumps: int) -> list[int]:
    """The cards of a set as a hand is held: suit by suit, each from the highest down, the Excuse last."""
    return sorted(cards_of(plain, trumps), key=_place_in_hand)


def _place_in_hand(card: int) -> tuple[int, int]:
    return (5, 0) if card == EXCUSE else (min(card // 14, TRUMP_SUIT), -card)
