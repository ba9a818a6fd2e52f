"""Reading a log: the columns of its deals as arrays, some thousand rows at a time.

What an array holds where its cell is empty is of no meaning; cells are empty just where the schema
says so (`Column.present`), and `Batch.misplaced` marks the rows in which it is otherwise.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from tarotsim.errors import Fault
from tarotsim.logs.schema import DEALS_SCHEMA, PRESENT, SCHEMA_VERSION
from tarotsim.rules.tables import CHIEN_IS_TAKEN, CONTRACTS, PETIT_SEC, PLAYED, SEATS, STATUSES

__all__ = ["BATCH_ROWS", "Batch", "Deals", "LogFile", "batch_of", "no_deals"]

BATCH_ROWS = 2**18
_LINE = 64
"""Bytes of a cache line."""

_BY_SEAT = ("bid", "poignee", "score")
_TEXTS = {"status": STATUSES, "contract": CONTRACTS} | {f"bid_{seat}": CONTRACTS for seat in range(SEATS)}
_FIELDS = list(dict.fromkeys(name[:-2] if name[:-2] in _BY_SEAT else name for name in DEALS_SCHEMA.names))
FIELDS = [name for name in _FIELDS if not name.startswith("strategy_")]

Deals = namedtuple("Deals", FIELDS)  # type: ignore[misc]
"""The columns of some deals as arrays, by the names of the log.

``bid``, ``poignee`` and ``score`` are arrays (4 seats, deals). Texts are places in STATUSES and
CONTRACTS (-1 for any other text), truths are 0 and 1; points and scores are float32, as logged.
"""


@dataclass
class Batch:
    """Some rows of a log."""

    deals: Any
    """Deals."""
    misplaced: np.ndarray
    """By row: whether a cell is empty that must not be, or the reverse, or holds an unknown text."""
    strangers: np.ndarray
    """By row: whether another strategy is named than sits there."""
    rows: pa.RecordBatch
    """The same rows as they are in the file."""


class LogFile:
    """A part of the deals, open within ``with``.

    Raises Fault if it is none, or has other columns than `DEALS_SCHEMA`.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._opened = path.open("rb")
        except FileNotFoundError:
            raise Fault("missing") from None
        except OSError as error:
            raise Fault(f"unreadable ({error.strerror})") from None
        try:
            self._look()
        except Fault:
            self._opened.close()
            raise

    def __enter__(self) -> LogFile:
        return self

    def __exit__(self, *error: object) -> None:
        self._opened.close()

    def _look(self) -> None:
        try:
            self._file = pq.ParquetFile(self._opened)
            schema = self._file.schema_arrow
            self.rows = self._file.metadata.num_rows
        except (OSError, pa.ArrowException) as error:
            raise Fault(f"unreadable ({_first_line(error)})") from None
        for field in DEALS_SCHEMA:
            place = schema.get_field_index(field.name)
            if place < 0 or schema.types[place] != field.type:
                there = "not there" if place < 0 else schema.types[place]
                raise Fault(f"of another schema: {field.name} is {there}, not {field.type}")
        if schema.names != DEALS_SCHEMA.names:
            raise Fault("of another schema: its columns are others, or in another order")
        metadata = schema.metadata or {}
        self.schema_version = metadata.get(b"tarotsim_schema", b"").decode(errors="replace")
        self.run = metadata.get(b"tarotsim_run", b"").decode(errors="replace")

    def fault(self, run: str, rows: int) -> str | None:
        """What is wrong with the file's own description, if it should be so many rows of ``run``."""
        if self.schema_version != str(SCHEMA_VERSION):
            return f"of another schema: version {self.schema_version or 'unknown'}, not {SCHEMA_VERSION}"
        if self.run != run:
            return f"of another run: {self.run or 'unknown'}, not {run}"
        return None if self.rows == rows else f"of {self.rows} rows, not {rows}"

    def numbers(self) -> np.ndarray:
        """The deal numbers, in the order of the rows; -1 where there is none."""
        numbers = self._read(lambda: self._file.read(["deal"], use_threads=False))["deal"]
        return (numbers.fill_null(-1) if numbers.null_count else numbers).to_numpy()

    def batches(self, strategies: Sequence[str]) -> Iterator[Batch]:
        """All rows, up to BATCH_ROWS at a time; ``strategies`` are the names that sit there, by seat."""
        batches = self._file.iter_batches(BATCH_ROWS, use_threads=False)
        while (rows := self._read(lambda: next(batches, None))) is not None:
            yield batch_of(rows, strategies)

    def _read(self, read):
        try:
            return read()
        except (OSError, pa.ArrowException) as error:
            raise Fault(f"unreadable ({_first_line(error)})") from None


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0].rstrip(".")


def _values(column: pa.Array) -> np.ndarray:
    """The values of a column, with anything where it is empty."""
    if pa.types.is_boolean(column.type):
        return _bits(column, 1).view(np.int8)
    kind = np.dtype(column.type.to_pandas_dtype())
    if len(column) == 0:
        return np.frombuffer(bytes(kind.itemsize), kind)[:0]
    return np.frombuffer(column.buffers()[1], kind, len(column), column.offset * kind.itemsize)


def _bits(column: pa.Array, buffer: int) -> np.ndarray:
    """The bits of a buffer of a column (0: where it is not empty; 1: truths), a byte each."""
    bits = column.buffers()[buffer]
    if bits is None or len(column) == 0:
        return np.ones(len(column), np.uint8)
    end = column.offset + len(column)
    packed = np.frombuffer(bits, np.uint8, -(-end // 8))
    return np.unpackbits(packed, count=end, bitorder="little")[column.offset :]


def _differs(column: pa.Array, there: np.ndarray, packed: np.ndarray) -> np.ndarray | None:
    """By row: whether the column is empty where it is to be ``there``, or the reverse; None for nowhere.

    ``packed`` is ``there``, eight to a byte: usually the same bytes, so that nothing need be unpacked.
    """
    column = column.indices if pa.types.is_dictionary(column.type) else column
    bits = column.buffers()[0]
    if bits is None:
        return None if there.all() else ~there
    if column.offset == 0 and bytes(packed) == bits[: len(packed)].to_pybytes():
        return None
    return _bits(column, 0).astype(bool) != there


def _places(column: pa.DictionaryArray, texts: Sequence[str]) -> np.ndarray:
    """The places of a column's texts in ``texts``; -1 for another text, anything where it is empty."""
    values = _values(column.indices)
    there = column.dictionary.to_pylist()
    if there == list(texts[: len(there)]):
        return values
    places = np.array([texts.index(text) if text in texts else -1 for text in there] or [-1], np.int8)
    known = np.where(column.is_valid(), values, 0)
    return places[known]


def batch_of(rows: pa.RecordBatch, strategies: Sequence[str]) -> Batch:
    """The rows of a log (columns as in `DEALS_SCHEMA`) as arrays; ``strategies`` as in `LogFile.batches`."""
    arrays: dict[str, Any] = {}
    misplaced = np.zeros(rows.num_rows, bool)
    for name in DEALS_SCHEMA.names:
        if name in _TEXTS:
            arrays[name] = _places(rows[name], _TEXTS[name])
        elif not name.startswith("strategy_"):
            arrays[name] = _values(rows[name])
    status, contract = arrays["status"], arrays["contract"]
    played = status == PLAYED
    taken = CHIEN_IS_TAKEN[np.where(played & (contract >= 0), contract, 0)]
    expected = {
        "always": np.ones(rows.num_rows, bool),
        "auction": status != PETIT_SEC,
        "played": played,
        "discard": played & taken,
    }
    packed = {present: np.packbits(there, bitorder="little") for present, there in expected.items()}
    for name, present in PRESENT.items():
        differs = _differs(rows[name], expected[present], packed[present])
        if differs is not None:
            misplaced |= differs
        if name in _TEXTS:
            misplaced |= expected[present] & (arrays[name] < 0)
    for name in _BY_SEAT:
        arrays[name] = tuple(arrays.pop(f"{name}_{seat}") for seat in range(SEATS))
    return Batch(_packed(arrays), misplaced, _strangers(rows, strategies), rows)


def _packed(arrays: Mapping[str, Any]) -> Deals:
    """Copies of the columns, one behind the other in memory.

    Forty columns that each begin on a page of their own fall on the same lines of the processor's
    cache and push each other out when read side by side: that cost three times as much.
    """
    count = len(arrays["deal"])
    places = {}
    offset = 0
    for name, array in arrays.items():
        rows, kind = (len(array), array[0].dtype) if name in _BY_SEAT else (1, array.dtype)
        places[name] = offset, rows, kind
        offset += -(-rows * count * kind.itemsize // _LINE) * _LINE + _LINE
    memory = np.empty(offset + _LINE, np.uint8)
    memory = memory[-memory.ctypes.data % _LINE :]
    packed = {}
    for name, (start, rows, kind) in places.items():
        block = memory[start : start + rows * count * kind.itemsize].view(kind).reshape(rows, count)
        block[:] = arrays[name]
        packed[name] = block if name in _BY_SEAT else block[0]
    return Deals(**packed)


def _strangers(rows: pa.RecordBatch, strategies: Sequence[str]) -> np.ndarray:
    """By row: whether a seat is not held by the strategy that should sit there."""
    wrong = np.zeros(rows.num_rows, bool)
    for seat, name in enumerate(strategies):
        column = rows[f"strategy_{seat}"]
        if column.dictionary.to_pylist() != [name] or _values(column.indices).any():
            wrong |= np.array([text != name for text in column.to_pylist()], bool)
    return wrong


def no_deals() -> Batch:
    """A batch of no rows: what kernels are compiled with."""
    return batch_of(pa.RecordBatch.from_pylist([], schema=DEALS_SCHEMA), [""] * SEATS)
