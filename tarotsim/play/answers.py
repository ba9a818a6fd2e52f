"""What the person types, made into the answers that the engine takes; or refused, with the reason."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tarotsim.cards import FIRST_TRUMP, UnknownCard, cards_of, masks_of, parse_card
from tarotsim.engine.steps import BID, CARD, CHELEM, DISCARD, POIGNEE
from tarotsim.play.words import Words, hand_order
from tarotsim.rules.auction import is_legal_bid
from tarotsim.rules.declarations import (
    EXCUSE_HIDES_TRUMPS,
    NOT_A_LEVEL,
    NOT_HELD,
    offered_poignee,
    own_discard_trumps,
    poignee_level,
)
from tarotsim.rules.discard import DISCARD_NOT_SIX, discard_fault
from tarotsim.rules.play import is_among
from tarotsim.rules.tables import CONTRACTS, KINGS, TRUMP_SUIT, TRUMPS

__all__ = ["Refused", "choices", "offers", "parse", "said_again", "written"]

_CARD = re.compile(r"EX|[A-Z]\s*(?:[0-9]+|[JNQKVCDR](?![0-9]))|[0-9]+")
_BETWEEN = re.compile(r"[\s,;+]*")
_BID_WORDS = tuple(f"contract_{name.rpartition('_')[2]}" for name in CONTRACTS)
_POIGNEE_REFUSALS = {
    NOT_A_LEVEL: "refuse_poignee_1",
    NOT_HELD: "refuse_poignee_2",
    EXCUSE_HIDES_TRUMPS: "refuse_poignee_3",
}


class Refused(ValueError):
    """What was typed cannot be taken; the text says why."""


def choices(kind: int, view: Any) -> list[int]:
    """The cards that a number or the arrow keys choose among, in the order of the hand."""
    if kind not in (CARD, DISCARD):
        return []
    return hand_order(view["legal_plain"], view["legal_trumps"])


def offers(view: Any) -> dict[int, int]:
    """The poignées that the table offers the seat: level to the mask of the cards shown."""
    discarded = own_discard_trumps(view, view["seat"])
    found = {
        level: int(offered_poignee(level, view["plain"], view["trumps"], discarded)) for level in range(1, 4)
    }
    return {level: shown for level, shown in found.items() if shown}


def parse(kind: int, view: Any, text: str, words: Words) -> int:
    """The answer that ``text`` gives to a question of this kind. Raises Refused, with the reason."""
    return _PARSERS[kind](view, text.strip(), words)


def written(kind: int, answer: int, view: Any, words: Words) -> str:
    """An answer as it may be typed."""
    if kind == BID:
        return words.contract(answer)
    if kind == CHELEM or (not answer and kind == POIGNEE):
        return words.typed["yes" if answer else "no"][0]
    if kind == CARD:
        return words.code(answer)
    if kind == POIGNEE:
        return _codes(0, answer, words)
    if view["legal_trumps"]:
        return _codes(view["plain"] & ~KINGS, answer, words)
    return _codes(answer, 0, words)


def _codes(plain: int, trumps: int, words: Words) -> str:
    return " ".join(words.code(card) for card in hand_order(plain, trumps))


def _bid(view: Any, text: str, words: Words) -> int:
    for bid, word in enumerate(_BID_WORDS):
        if words.is_typed(word, text):
            if not is_legal_bid(view, bid):
                current = words.contract(view["contract"])
                raise Refused(words("refuse_bid_low", bid=words.contract(bid), current=current))
            return bid
    bids = ", ".join(words.contract(bid) for bid in range(len(CONTRACTS)))
    raise Refused(words("refuse_bid", typed=said_again(text, words), bids=bids))


def _yes_no(view: Any, text: str, words: Words) -> int:
    if words.is_typed("yes", text):
        return 1
    if not text or words.is_typed("no", text):
        return 0
    raise Refused(words("refuse_yes_no", typed=said_again(text, words)))


def _card(view: Any, text: str, words: Words) -> int:
    cards = _cards(text, choices(CARD, view), words)
    if len(cards) != 1:
        raise Refused(words("refuse_one_card", count=len(cards)))
    (card,) = cards
    if not is_among(card, view["legal_plain"], view["legal_trumps"]):
        raise Refused(_why_not(view, card, words))
    return card


def _why_not(view: Any, card: int, words: Words) -> str:
    """The rule that forbids ``card``, read off the cards that are allowed."""
    shown, led = words.card(card), int(view["led"])
    if not is_among(card, view["plain"], view["trumps"]):
        return words("refuse_not_held", card=shown)
    if view["legal_plain"]:
        return words("refuse_follow", card=shown, suit=words.suit(led))
    if card >= FIRST_TRUMP:
        return words("refuse_higher", card=shown, best=words.card(int(view["best"])))
    if led == TRUMP_SUIT:
        return words("refuse_trumps_led", card=shown)
    return words("refuse_must_trump", card=shown, suit=words.suit(led))


def _discard(view: Any, text: str, words: Words) -> int:
    cards = _cards(text, choices(DISCARD, view), words)
    put_plain, put_trumps = masks_of(cards)
    if view["legal_trumps"]:
        put_plain |= int(view["plain"]) & ~KINGS  # these go in any case, named or not
    count = len(cards_of(put_plain, put_trumps))
    fault = discard_fault(view["plain"], view["trumps"], put_plain, put_trumps)
    if len(set(cards)) < len(cards):
        fault, count = DISCARD_NOT_SIX, len(set(cards))
    if fault:
        raise Refused(words(f"refuse_discard_{fault}", count=count))
    return put_trumps if view["legal_trumps"] else put_plain


def _poignee(view: Any, text: str, words: Words) -> int:
    offered = offers(view)
    if not text or words.is_typed("no", text) or text == "0":
        return 0
    if text.isdecimal():
        if not text.isascii() or len(text) > 1 or int(text) not in offered:
            raise Refused(words("refuse_level", typed=said_again(text, words)))
        return offered[int(text)]
    first, _, rest = text.partition(" ")
    if words.is_typed("hide", first):
        _, hidden = masks_of(_cards(rest, [], words))
        shown = int(view["trumps"]) & TRUMPS & ~hidden
    else:
        plain, shown = masks_of(_cards(text, [], words))
        if plain:
            raise Refused(words("refuse_poignee_2"))
    discarded = own_discard_trumps(view, view["seat"])
    level = int(poignee_level(shown, view["plain"], view["trumps"], discarded))
    if level < 0:
        raise Refused(words(_POIGNEE_REFUSALS[level], count=len(cards_of(0, shown))))
    return shown


def _cards(text: str, numbered: list[int], words: Words) -> list[int]:
    """The cards that ``text`` names by code, or by their number among ``numbered``."""
    cards: list[int] = []
    upper, place = text.upper(), 0
    while place < len(upper):
        match = _CARD.match(upper, place)
        if match is None:
            raise Refused(words("refuse_card_unknown", typed=said_again(text, words)))
        cards.append(_one_card(match[0], numbered, words))
        place = _BETWEEN.match(upper, match.end()).end()  # type: ignore[union-attr]
    return cards


def _one_card(code: str, numbered: list[int], words: Words) -> int:
    if code[0].isdecimal():
        if len(code) > 3 or not 1 <= int(code) <= len(numbered):
            raise Refused(words("refuse_number", typed=said_again(code, words)))
        return numbered[int(code) - 1]
    name = code if code == "EX" else words.typed_letter(code[0]) + code[1:].strip()
    try:
        return parse_card(name)
    except UnknownCard:
        raise Refused(words("refuse_card_unknown", typed=said_again(code, words))) from None


def said_again(text: str, words: Words) -> str:
    """What was typed, as it may be said again: short, and without what a terminal would obey."""
    clean = "".join(letter if letter.isprintable() else "?" for letter in text)
    return words.plain(clean if len(clean) <= 20 else clean[:17] + "...")


_PARSERS: dict[int, Callable[[Any, str, Words], int]] = {
    BID: _bid,
    DISCARD: _discard,
    POIGNEE: _poignee,
    CHELEM: _yes_no,
    CARD: _card,
}
