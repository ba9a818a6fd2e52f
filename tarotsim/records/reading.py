"""From a deal record (a dict, as JSON gives it) to a TRANSCRIPT that the referee can read."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from struct import Struct
from typing import Any

from tarotsim.cards import FIRST_TRUMP, parse_card
from tarotsim.rules.tables import CONTRACTS, SEATS

__all__ = ["RecordError", "pack_record"]

FIELDS = frozenset({"dealer", "hands", "chien", "bids", "discard", "chelem", "poignees", "plays"})
_LAYOUT = Struct("=q4q4q2q4qqq2qq4q72sq")
"""TRANSCRIPT, field by field (a test holds the two together)."""
_PLAIN = (1 << FIRST_TRUMP) - 1
_ALL_CARDS = (1 << 78) - 1
_BIDS = {name: number for number, name in enumerate(CONTRACTS)}


class _CardTable(dict[str, int]):
    """Card names to something made of their numbers; every spelling is looked up only once."""

    def __init__(self, value: Callable[[int], int]) -> None:
        super().__init__()
        self._value = value

    def __missing__(self, name: str) -> int:
        self[name] = value = self._value(parse_card(name))
        return value


_NUMBER = _CardTable(lambda number: number)
_BIT = _CardTable(lambda number: 1 << number)


class RecordError(ValueError):
    """A record that is malformed, or against the rules; the text says what is wrong, and where."""


def _cards(text: object, where: str) -> tuple[int, int]:
    """The cards of a string of card codes, as one mask of 78 bits, and how many codes there are.

    The bits are added: as many bits as codes are set if and only if no card comes twice.
    """
    if not isinstance(text, str):
        raise RecordError(f"{where}: a string of card codes is needed, not {_kind(text)}")
    names = text.split()
    try:
        return sum(map(_BIT.__getitem__, names)), len(names)
    except ValueError as error:
        raise RecordError(f"{where}: {error}") from None


def _kind(value: object) -> str:
    """What a JSON value is, for an error message."""
    names = {type(None): "null", bool: "true or false", str: "a string", list: "a list", dict: "an object"}
    return names.get(type(value), "a number")


def _list(record: dict[str, Any], field: str) -> list[Any]:
    value = record.get(field, [])
    if not isinstance(value, list):
        raise RecordError(f"{field}: a list is needed, not {_kind(value)}")
    return value


def _seat(value: object, where: str) -> int:
    if type(value) is not int or not 0 <= value < SEATS:
        raise RecordError(f"{where}: a seat 0-3 is needed, not {value!r}")
    return value


def _check_fields(record: dict[str, Any]) -> None:
    """Required fields are there, and no field looks like a misspelt one of ours."""
    for field in record.keys() - FIELDS:
        near = difflib.get_close_matches(field.lower(), FIELDS, n=1, cutoff=0.75)
        if near and near[0] not in record:
            raise RecordError(f"unknown field {field!r}: is {near[0]!r} meant?")
    for field in ("dealer", "hands", "chien"):
        if field not in record:
            raise RecordError(f"the field {field!r} is missing")


def _deal(record: dict[str, Any]) -> list[int]:
    """The four hands and the chien as masks of 78 bits."""
    hands = record["hands"]
    if not isinstance(hands, list) or len(hands) != SEATS:
        raise RecordError("hands: a list of four strings is needed, seat 0 first")
    masks = []
    for seat, text in enumerate([*hands, record["chien"]]):
        where = f"hand of seat {seat}" if seat < SEATS else "chien"
        mask, count = _cards(text, where)
        right = 18 if seat < SEATS else 6
        if count != right:
            raise RecordError(f"{where}: {count} cards where {right} are dealt")
        masks.append(mask)
    if sum(masks) != _ALL_CARDS:
        raise RecordError("the deal is not 4 x 18 + 6 of the 78 cards: a card is dealt twice")
    return masks


def _bids(record: dict[str, Any]) -> list[int]:
    bids = _list(record, "bids")
    if len(bids) > SEATS:
        raise RecordError(f"bids: {len(bids)} bids, but each of the four seats speaks once")
    numbers = []
    for name in bids:
        number = _BIDS.get(name) if isinstance(name, str) else None
        if number is None:
            raise RecordError(f"bids: unknown bid {name!r}: bids are {', '.join(CONTRACTS)}")
        numbers.append(number)
    return numbers


def _discard(record: dict[str, Any]) -> int | None:
    text = record.get("discard")
    if text is None:
        return None
    mask, count = _cards(text, "discard")
    if count != 6 or mask.bit_count() != 6:
        raise RecordError("discard: six different cards are discarded")
    return mask


def _shown(record: dict[str, Any]) -> list[int]:
    """The trumps and Excuse that each seat shows, as masks from T1 on."""
    shown = [0] * SEATS
    for poignee in _list(record, "poignees"):
        if not isinstance(poignee, dict) or not {"seat", "cards"} <= poignee.keys():
            raise RecordError('poignees: each is an object {"seat": n, "cards": "..."}')
        seat = _seat(poignee["seat"], "poignees")
        where = f"poignée of seat {seat}"
        mask, count = _cards(poignee["cards"], where)
        if mask & _PLAIN:
            raise RecordError(f"{where}: only trumps and the Excuse are shown")
        if count not in (10, 13, 15) or mask.bit_count() != count:
            raise RecordError(f"{where}: a poignée shows 10, 13 or 15 different cards")
        if shown[seat]:
            raise RecordError(f"{where}: a player shows one poignée at the most")
        shown[seat] = mask >> FIRST_TRUMP
    return shown


def _plays(record: dict[str, Any]) -> bytes:
    plays = _list(record, "plays")
    if len(plays) > 72:
        raise RecordError(f"plays: more than 72 cards are played ({len(plays)})")
    try:
        return bytes(map(_NUMBER.__getitem__, plays))
    except (ValueError, TypeError):
        for number, name in enumerate(plays):
            where = f"plays: card {number + 1}, trick {number // 4 + 1}"
            if not isinstance(name, str):
                raise RecordError(f"{where}: a card code is needed, not {_kind(name)}") from None
            try:
                parse_card(name)
            except ValueError as error:
                raise RecordError(f"{where}: {error}") from None
        raise


def pack_record(record: object) -> bytes:
    """The bytes of the TRANSCRIPT that says what ``record`` says.

    Raises RecordError if it is malformed; whether it is legal is for `judge` to say.
    """
    if not isinstance(record, dict):
        raise RecordError(f"a record is a JSON object, not {_kind(record)}")
    _check_fields(record)
    dealer = _seat(record["dealer"], "dealer")
    masks = _deal(record)
    bids = _bids(record)
    discard = _discard(record)
    chelem = record.get("chelem", False)
    if not isinstance(chelem, bool):
        raise RecordError(f"chelem: true or false is needed, not {_kind(chelem)}")
    shown = _shown(record)
    plays = _plays(record)
    put = discard or 0
    return _LAYOUT.pack(
        dealer,
        *(mask & _PLAIN for mask in masks[:SEATS]),
        *(mask >> FIRST_TRUMP for mask in masks[:SEATS]),
        masks[SEATS] & _PLAIN,
        masks[SEATS] >> FIRST_TRUMP,
        *bids,
        *[0] * (SEATS - len(bids)),
        len(bids),
        discard is not None,
        put & _PLAIN,
        put >> FIRST_TRUMP,
        chelem,
        *shown,
        plays,
        len(plays),
    )
