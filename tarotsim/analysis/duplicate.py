"""What a comparison is estimated from: whole-number sums over deals, part by part of its tables' logs.

For one player alone among three of another, a deal gives the sums over its four seatings of the
VARIABLES; of these the sums over deals of all products are kept (a Gram matrix). As all of them are
integers, the order of deals, parts and threads changes no digit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from tarotsim.analysis.statistics import Estimate, PairSums, mean, p_value
from tarotsim.errors import Fault
from tarotsim.rules.tables import CONTRACTS, SEATS
from tarotsim.simulation.seatings import Table, alone, mixed

__all__ = ["VARIABLES", "DuplicateSums", "Gram", "Moments", "Rows", "observe", "read_rows"]

BIDS = CONTRACTS[1:]
VARIABLES = (
    "one",
    "score",
    "taken",
    "made",
    *BIDS,
    "score_taking",
    "gain_taking",
    "same_taken",
    "same_taken_gain",
    "same_defended",
    "same_defended_gain",
)
"""What is summed over the four seatings of a deal; scores and gains in half points.

``score_taking`` is the lone player's score where it takes. The others compare it with whoever sits
in its seat at the table of four of the field: ``gain_taking`` is the score where it takes less the
other's where that one takes; ``same_taken`` counts the seatings in which both take the same
contract, ``same_defended`` those in which both defend against the same seat and contract, and the
gains are the differences of the scores there. "one" is 1: products with it are plain sums.
"""
(
    ONE,
    SCORE,
    TAKEN,
    MADE,
    *_BIDS,
    SCORE_TAKING,
    GAIN_TAKING,
    SAME_TAKEN,
    SAME_TAKEN_GAIN,
    SAME_DEFENDED,
    SAME_DEFENDED_GAIN,
) = range(len(VARIABLES))
_COLUMNS = ["deal", "taker", "contract", "won", *(f"score_{seat}" for seat in range(SEATS))]


@dataclass(frozen=True)
class Rows:
    """Some deals of a table, as arrays over deals."""

    scores: np.ndarray
    """int64 (seats, deals), in half points."""
    taker: np.ndarray
    """Seat; -1 where the deal was cancelled."""
    contract: np.ndarray
    """Place in CONTRACTS; -1 where the deal was cancelled."""
    made: np.ndarray
    """bool; False where the deal was cancelled."""


def read_rows(file: Path, deals: range) -> Rows:
    """The part of a table's log that holds ``deals``; Fault if it is damaged or holds others."""
    try:
        with file.open("rb") as opened:
            table = pq.read_table(opened, columns=_COLUMNS, use_threads=False).combine_chunks()
    except OSError as error:
        raise Fault(f"{file} cannot be read: {error.strerror or 'it is missing or damaged'}") from None
    except pa.ArrowException as error:
        raise Fault(f"{file} is damaged: {str(error).strip().partition(chr(10))[0]}") from None
    numbers = table["deal"].to_numpy()
    if not np.array_equal(numbers, np.arange(deals.start, deals.stop)):
        raise Fault(
            f"{file} does not hold the deals {deals.start} to {deals.stop - 1}, each once and in order"
        )
    scores = np.empty((SEATS, len(deals)), np.int64)
    for seat in range(SEATS):
        scores[seat] = table[f"score_{seat}"].to_numpy() * np.float32(2)
    return Rows(
        scores,
        table["taker"].fill_null(-1).to_numpy(),
        _contracts(table["contract"]),
        table["won"].fill_null(False).to_numpy(),
    )


def _contracts(column: pa.ChunkedArray) -> np.ndarray:
    """The places in CONTRACTS of a column of their names; -1 where there is none."""
    if column.num_chunks == 0:
        return np.zeros(0, np.int8)
    (chunk,) = column.chunks
    places = np.array([CONTRACTS.index(name) for name in chunk.dictionary.to_pylist()] + [-1], np.int8)
    return places[chunk.indices.fill_null(-1).to_numpy()]


def observe(lone: Sequence[Rows], field: Rows) -> np.ndarray:
    """The VARIABLES of every deal, int64 (variables, deals).

    ``lone`` are the rows of the tables at which the player sits alone at seat 0, 1, 2, 3; ``field``
    those of the table of four of the field.
    """
    values = np.zeros((len(VARIABLES), len(field.taker)), np.int64)
    values[ONE] = 1
    for seat, rows in enumerate(lone):
        score, others = rows.scores[seat], field.scores[seat]
        takes = rows.taker == seat
        gain = score - others
        same = (rows.taker == field.taker) & (rows.contract == field.contract) & (rows.taker >= 0)
        as_taker = np.where(takes, score, 0)
        values[SCORE] += score
        values[TAKEN] += takes
        values[MADE] += takes & rows.made
        for bid, variable in enumerate(_BIDS, start=1):
            values[variable] += takes & (rows.contract == bid)
        values[SCORE_TAKING] += as_taker
        values[GAIN_TAKING] += as_taker - np.where(field.taker == seat, others, 0)
        for number, difference, both in (
            (SAME_TAKEN, SAME_TAKEN_GAIN, same & takes),
            (SAME_DEFENDED, SAME_DEFENDED_GAIN, same & ~takes),
        ):
            values[number] += both
            values[difference] += np.where(both, gain, 0)
    return values


@dataclass
class Moments:
    """n, sum and sum of squares of one integer a deal."""

    n: int = 0
    total: int = 0
    squares: int = 0

    def add(self, values: np.ndarray) -> None:
        """Add the values (int64) of some deals."""
        self.n += values.size
        self.total += int(values.sum())
        self.squares += int(np.dot(values, values))

    def mean(self, scale: float) -> Estimate:
        """The mean, times ``scale``."""
        return mean(self.total, self.squares, self.n, scale)

    @property
    def p(self) -> float | None:
        """How likely a mean so far from 0 is by chance, see `p_value`."""
        return p_value(self.total, self.squares, self.n)


@dataclass
class Gram:
    """The sums over deals of all products of two of the VARIABLES."""

    products: np.ndarray = field(
        default_factory=lambda: np.zeros((len(VARIABLES), len(VARIABLES)), dtype=object)
    )
    """Python integers, which do not overflow."""

    @classmethod
    def of(cls, values: np.ndarray) -> Gram:
        """Of what `observe` saw in up to 2**20 deals.

        Their sums of products stay below 2**53, so that floats add them up without a rounding.
        """
        floats = values.astype(np.float64)
        return cls((floats @ floats.T).astype(np.int64).astype(object))

    def __add__(self, other: Gram) -> Gram:
        """The sums over the deals of both."""
        return Gram(self.products + other.products)

    def total(self, variable: int) -> int:
        """The sum of a variable over all deals and seatings."""
        return int(self.products[ONE, variable])

    @property
    def n(self) -> int:
        """The number of deals."""
        return self.total(ONE)

    def moments(self, *variables: int) -> Moments:
        """Of the sum of these variables, each deal an observation; a variable given as ~v is subtracted."""
        signs = {v if v >= 0 else ~v: 1 if v >= 0 else -1 for v in variables}
        total = sum(sign * self.total(v) for v, sign in signs.items())
        squares = sum(signs[v] * signs[w] * int(self.products[v, w]) for v in signs for w in signs)
        return Moments(self.n, total, squares)

    def per_seating(self, variable: int) -> PairSums:
        """The sums that the ratio of a variable to the number of seatings is estimated from."""
        sums = self.pair(variable, ONE)
        return sums._replace(x=SEATS * sums.x, xy=SEATS * sums.xy, xx=SEATS**2 * sums.xx)

    def pair(self, y: int, x: int) -> PairSums:
        """The sums that the ratio of variable ``y`` to variable ``x`` is estimated from."""
        products = (int(self.products[a, b]) for a, b in ((y, y), (x, y), (x, x)))
        return PairSums(self.n, self.total(y), self.total(x), *products)


class DuplicateSums:
    """The sums of a comparison of the players ``names``, filled part by part."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.mixed_tables = mixed(names)
        self.pairs = list(dict.fromkeys(permutations(self.names, 2)))
        """(lone player, field), each once."""
        self.grams = {pair: Gram() for pair in self.pairs}
        self.fields = {name: Gram() for name in self.names}
        """Each player among three of itself."""
        self.standings = [Moments() for _ in self.names]
        """Of the score in each opponent's field less its score in one's own; over opponents and seatings."""
        self.mixed = {name: Moments() for name in self.names} if self.mixed_tables else {}
        """Sums of the scores at all the mixed tables."""

    @property
    def deals(self) -> int:
        """How many deals have been added."""
        return self.standings[0].n

    def add(self, files: Mapping[Table, Path], deals: range, each: Callable[..., Any] = map) -> pa.Table:
        """Add the part ``deals`` of every table; gives the advantages in it, deal by deal, in points.

        ``each`` is `map`, or that of a pool of threads.
        """
        names = list(self.fields)
        four = dict(
            zip(names, each(lambda name: read_rows(files[(name,) * SEATS], deals), names), strict=True)
        )

        def see(pair: tuple[str, str]) -> tuple[Gram, np.ndarray]:
            lone, other = pair
            tables = alone(lone, other)
            rows = [four[other] if lone == other else read_rows(files[table], deals) for table in tables]
            values = observe(rows, four[other])
            return Gram.of(values), values[SCORE].copy()

        scores = {}
        for pair, (gram, score) in zip(self.pairs, each(see, self.pairs), strict=True):
            self.grams[pair] += gram
            scores[pair] = score
        for name, rows in four.items():
            self.fields[name] += Gram.of(observe([rows] * SEATS, rows))
        for place, standing in enumerate(self.standings):
            standing.add(self._standing(place, scores))
        self._add_mixed(files, deals)
        columns = {f"{lone}|{other}": score for (lone, other), score in scores.items()}
        return pa.table(
            {"deal": pa.array(np.arange(deals.start, deals.stop))}
            | {name: pa.array((score / (2 * SEATS)).astype(np.float32)) for name, score in columns.items()}
        )

    def _standing(self, place: int, scores: Mapping[tuple[str, str], np.ndarray]) -> np.ndarray:
        """By deal the sum over the opponents of player ``place`` of what it has over them."""
        name = self.names[place]
        others = [other for number, other in enumerate(self.names) if number != place]
        return np.sum([scores[name, other] - scores[other, name] for other in others], axis=0)

    def _add_mixed(self, files: Mapping[Table, Path], deals: range) -> None:
        if not self.mixed_tables:
            return
        totals = {name: np.zeros(len(deals), np.int64) for name in self.mixed}
        for table in (table for rotations in self.mixed_tables for table in rotations):
            for name, score in zip(table, read_rows(files[table], deals).scores, strict=True):
                totals[name] += score
        for name, total in totals.items():
            self.mixed[name].add(total)
