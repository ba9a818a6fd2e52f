"""The columns of a log, and how a batch of the engine's rows becomes an Arrow table of them.

Nulls: the columns about the taker and the result are null where the deal was cancelled, the
discard's where there was none, the bids' where no auction was held.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from tarotsim.bits import lowest
from tarotsim.cards import FIRST_TRUMP
from tarotsim.jit import kernel
from tarotsim.rules.tables import CONTRACTS, PETIT_SEC, PLAYED, SEATS, STATUSES

__all__ = [
    "DEALS_SCHEMA",
    "PLAYS_SCHEMA",
    "PRESENT",
    "SCHEMA_VERSION",
    "deals_table",
    "plays_table",
    "with_metadata",
]

SCHEMA_VERSION = 1

_CATEGORY = pa.dictionary(pa.int8(), pa.string())
_POINTS = "card points"
_SCORE = "points of score"


@dataclass(frozen=True)
class Column:
    """One column of the deals: its type, the ROW field it comes from, when it is there, its unit."""

    name: str
    type: pa.DataType
    field: str
    present: str = "always"
    """``always``, or one of the conditions that `_conditions` works out."""
    unit: str = ""


def _by_seat(name: str, type: pa.DataType, present: str = "always", unit: str = "") -> list[Column]:
    """Four columns, one a seat, from the ROW fields of the same names."""
    return [Column(f"{name}_{seat}", type, f"{name}_{seat}", present, unit) for seat in range(SEATS)]


def _cards(name: str, present: str) -> list[Column]:
    """The four columns that describe a hand or the chien."""
    return [
        Column(f"{name}_trumps", pa.int8(), f"{name}_trumps", present, "trumps without the Excuse"),
        Column(f"{name}_bouts", pa.int8(), f"{name}_bouts", present),
        Column(f"{name}_kings", pa.int8(), f"{name}_kings", present),
        Column(f"{name}_points", pa.float32(), f"{name}_halves", present, _POINTS),
    ]


_COLUMNS: list[Column] = [
    Column("deal", pa.int64(), "deal"),
    Column("dealer", pa.int8(), "dealer", unit="seat"),
    Column("status", _CATEGORY, "status"),
    *_by_seat("strategy", _CATEGORY),
    *_by_seat("bid", _CATEGORY, present="auction"),
    Column("taker", pa.int8(), "taker", "played", "seat"),
    Column("contract", _CATEGORY, "contract", "played"),
    *_cards("hand", "played"),
    *_cards("chien", "always"),
    Column("discard_trumps", pa.int8(), "discard_trumps", "discard", "trumps without the Excuse"),
    Column("discard_points", pa.float32(), "discard_halves", "discard", _POINTS),
    *_by_seat("poignee", pa.int8(), unit="level 0-3"),
    Column("chelem_announced", pa.bool_(), "chelem_announced"),
    Column("tricks", pa.int8(), "tricks", "played", "the taker's side's"),
    Column("bouts", pa.int8(), "bouts", "played", "captured by the taker's side"),
    Column("target", pa.float32(), "target", "played", _POINTS),
    Column("card_points", pa.float32(), "halves", "played", _POINTS),
    Column("margin", pa.float32(), "margin", "played", _POINTS),
    Column("won", pa.bool_(), "won", "played"),
    Column("petit_au_bout", pa.int8(), "petit_au_bout", "always", "1 taker's side, -1 defence, 0 none"),
    Column("chelem", pa.int8(), "chelem", "always", "1 taker's side, -1 defence, 0 none"),
    *_by_seat("score", pa.float32(), unit=_SCORE),
]

PRESENT = {column.name: column.present for column in _COLUMNS}
"""When a cell of each column is there: always, auction, played, discard (see `_conditions`)."""

_DICTIONARIES = {"status": pa.array(STATUSES)} | {
    name: pa.array(CONTRACTS) for name in ("contract", *(f"bid_{seat}" for seat in range(SEATS)))
}

_PANDAS = {
    pa.int8(): ("int8", "Int8"),
    pa.int64(): ("int64", "int64"),
    pa.bool_(): ("bool", "boolean"),
    pa.float32(): ("float32", "float32"),
    _CATEGORY: ("categorical", "int8"),
}


def _schema(columns: Sequence[Column]) -> pa.Schema:
    """The Arrow schema, with what pandas needs to give whole numbers with gaps back as such."""
    fields = []
    described = []
    for column in columns:
        unit = {"unit": column.unit} if column.unit else None
        fields.append(pa.field(column.name, column.type, column.present != "always", unit))
        pandas_type, numpy_type = _PANDAS[column.type]
        if column.present == "always" and column.type in (pa.int8(), pa.bool_()):
            numpy_type = pandas_type
        described.append(
            {
                "name": column.name,
                "field_name": column.name,
                "pandas_type": pandas_type,
                "numpy_type": numpy_type,
                "metadata": {"num_categories": 0, "ordered": False} if column.type == _CATEGORY else None,
            }
        )
    pandas = {"index_columns": [], "column_indexes": [], "columns": described, "pandas_version": "2.2"}
    return pa.schema(fields, {"pandas": json.dumps(pandas), "tarotsim_schema": str(SCHEMA_VERSION)})


DEALS_SCHEMA = _schema(_COLUMNS)

_CARD_LIST = pa.list_(pa.uint8())
PLAYS_SCHEMA = pa.schema(
    [
        pa.field("deal", pa.int64(), False),
        pa.field("hands", pa.list_(pa.uint8(), 72), False),
        pa.field("chien", pa.list_(pa.uint8(), 6), False),
        pa.field("discard", _CARD_LIST),
        *(pa.field(f"shown_{seat}", _CARD_LIST, False) for seat in range(SEATS)),
        pa.field("plays", pa.list_(pa.uint8(), 72)),
    ],
    {"tarotsim_schema": str(SCHEMA_VERSION), "cards": "14 x suit (S, C, D, B) + rank; T1-T21 56-76; EX 77"},
)


def with_metadata(schema: pa.Schema, run: str) -> pa.Schema:
    """``schema`` with the identity of the manifest it belongs to."""
    return schema.with_metadata({**schema.metadata, b"tarotsim_run": run.encode()})


def _conditions(rows: np.ndarray) -> dict[str, tuple[pa.Buffer, int]]:
    """Where each kind of column is there: (bitmap, how many are null), by name."""
    played = rows["status"] == PLAYED
    masks = {
        "auction": rows["status"] != PETIT_SEC,
        "played": played,
        "discard": played & (rows["discard_trumps"] >= 0),
    }
    return {
        name: (pa.py_buffer(np.packbits(mask, bitorder="little")), int(mask.size - mask.sum()))
        for name, mask in masks.items()
    }


def _values(column: Column, rows: np.ndarray) -> tuple[pa.DataType, np.ndarray]:
    """The values of a column and their Arrow type; a category's are its indices."""
    if column.field == "margin":
        return column.type, (rows["halves"] - 2 * rows["target"].astype(np.int16)).astype(np.float32) * 0.5
    values = rows[column.field]
    if column.type == pa.bool_():
        return column.type, np.packbits(values > 0, bitorder="little")
    if column.type == pa.float32():
        halves = 1.0 if column.field == "target" else 0.5
        return column.type, values.astype(np.float32) * np.float32(halves)
    return (pa.int8() if column.type == _CATEGORY else column.type), np.ascontiguousarray(values)


def deals_table(rows: np.ndarray, strategies: Sequence[str], schema: pa.Schema) -> pa.Table:
    """The deals of ``rows`` (ROW records) played by ``strategies`` (names by seat) as a table."""
    conditions = _conditions(rows)
    count = len(rows)
    arrays = []
    for column in _COLUMNS:
        if column.name.startswith("strategy_"):
            name = strategies[int(column.name[-1])]
            indices = pa.array(np.zeros(count, np.int8))
            arrays.append(pa.DictionaryArray.from_arrays(indices, pa.array([name])))
            continue
        kind, values = _values(column, rows)
        bitmap, nulls = conditions.get(column.present, (None, 0))
        array = pa.Array.from_buffers(kind, count, [bitmap, pa.py_buffer(values)], nulls)
        if column.type == _CATEGORY:
            array = pa.DictionaryArray.from_arrays(array, _DICTIONARIES[column.name])
        arrays.append(array)
    return pa.Table.from_arrays(arrays, schema=schema)


@kernel
def _list_cards(plain, trumps, cards, sizes):
    """Write the cards of many sets to ``cards``, set after set in deck order; return how many."""
    count = 0
    for number in range(plain.size):
        start = count
        for bits, first in ((plain[number], 0), (trumps[number], FIRST_TRUMP)):
            while bits:
                cards[count] = first + lowest(bits)
                bits &= bits - 1
                count += 1
        sizes[number] = count - start
    return count


def _bits_in_order(plain: np.ndarray, trumps: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The cards of many sets, set after set, each in deck order: (uint8 cards, cards in each set)."""
    cards = np.empty(24 * len(plain), np.uint8)
    sizes = np.empty(len(plain), np.int64)
    count = _list_cards(np.ascontiguousarray(plain), np.ascontiguousarray(trumps), cards, sizes)
    return cards[:count], sizes


def _fixed(cards: np.ndarray, size: int) -> pa.Array:
    return pa.FixedSizeListArray.from_arrays(pa.array(cards.reshape(-1)), size)


def _variable(plain: np.ndarray, trumps: np.ndarray, present: np.ndarray | None = None) -> pa.Array:
    cards, sizes = _bits_in_order(plain, trumps)
    offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    mask = None if present is None else pa.array(~present)
    return pa.ListArray.from_arrays(pa.array(offsets), pa.array(cards), mask=mask)


def plays_table(rows: np.ndarray, transcripts: np.ndarray, schema: pa.Schema) -> pa.Table:
    """The cards of the deals of ``transcripts`` (TRANSCRIPT records beside their ROWs) as a table."""
    count = len(rows)
    hands, _ = _bits_in_order(transcripts["plain"].reshape(-1), transcripts["trumps"].reshape(-1))
    chien, _ = _bits_in_order(transcripts["chien_plain"], transcripts["chien_trumps"])
    nothing = np.zeros(count, np.int64)
    played = rows["status"] == PLAYED
    plays = pa.FixedSizeListArray.from_arrays(
        pa.array(np.ascontiguousarray(transcripts["plays"]).reshape(-1)), 72, mask=pa.array(~played)
    )
    arrays = [
        pa.array(np.ascontiguousarray(rows["deal"])),
        _fixed(hands, 72),
        _fixed(chien, 6),
        _variable(transcripts["put_plain"], transcripts["put_trumps"], transcripts["has_discard"] > 0),
        *(_variable(nothing, transcripts["shown"][:, seat]) for seat in range(SEATS)),
        plays,
    ]
    return pa.Table.from_arrays(arrays, schema=schema)
