"""Whole-number sums over the deals of a log, from which every table is made.

A file of this package that has something to count names the shapes of its sums and a kernel that
fills them from a batch of deals (`Counter`). Sums of parts, threads and runs are added up; since all
are integers, no order of rows, parts or runs changes a digit.

Three axes come first wherever a sum is about the taker: the player (strategy), the seat and the
position of the taker; `Groups` picks from them what ``--by`` asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tarotsim.analysis.statistics import Estimate, mean
from tarotsim.jit import kernel
from tarotsim.rules.tables import (
    BASE,
    CHELEM_MADE_ANNOUNCED,
    MULTIPLIER,
    PACK_HALVES,
    PETIT_AU_BOUT,
    PLAYED,
    POIGNEE_POINTS,
    SEATS,
    TARGET,
)

__all__ = [
    "AMOUNTS",
    "GROUPS",
    "HALVES",
    "MOMENTS",
    "MOST",
    "POSITIONS",
    "TAKERS",
    "Counter",
    "Groups",
    "Place",
    "add",
    "mean_of",
    "mean_over",
    "place_takers",
]

HALVES = PACK_HALVES + 1
"""Card points a side can have, in half points from 0."""
MOST = int(
    (2 * BASE + 2 * TARGET.max()) * MULTIPLIER.max()
    + 2 * PETIT_AU_BOUT * MULTIPLIER.max()
    + 2 * POIGNEE_POINTS.max() * SEATS
    + 2 * CHELEM_MADE_ANNOUNCED
)
"""No defender pays or gets more half points than this."""
AMOUNTS = 2 * MOST + 1
"""What each defender can pay the taker, in half points from -MOST."""
MOMENTS = 3
"""The last axis of a sum that a mean is made of: n, sum, sum of squares."""

POSITIONS = ("first to speak", "second", "third", "dealer")
"""Where a seat sits, counted from the dealer's right; the dealer speaks last."""
TAKERS = SEATS * len(POSITIONS)

GROUPS = ("strategy", "seat", "position")
"""What ``--by`` may ask for: the taker's."""


class Place(NamedTuple):
    """Where a batch of deals belongs, as the kernels need it."""

    line: int
    """Which line of the overview."""
    players: np.ndarray
    """int64 by seat: who sits there, as a place in the list of players."""
    held: np.ndarray
    """int64 by seat: how many seats that player holds; 0 but at the first of them."""
    seed: int
    counted: np.ndarray
    """int64 (k, 2): deal numbers, from and up to, of this seed that another line has counted already."""
    stride: int
    """Deals whose number is a multiple of it are dealt again; none if 0."""


@dataclass(frozen=True)
class Counter:
    """What one file of this package counts."""

    shapes: Callable[[int, int], Mapping[str, tuple[int, ...]]]
    """(players, lines) -> the shape of each sum, by name."""
    sums: type
    """The namedtuple of int64 arrays with these names."""
    count: Callable[..., None]
    """Kernel (rows, place, sums, work): counts the DEAL records ``rows`` that have no faults."""

    def blank(self, players: int, lines: int) -> Any:
        """Sums of nothing."""
        shapes = self.shapes(players, lines)
        return self.sums(**{name: np.zeros(shape, np.int64) for name, shape in shapes.items()})


@kernel
def place_takers(rows, place):
    """Fill in ``who`` and ``amount`` of the sound played deals among ``rows`` (DEAL records)."""
    for deal in rows:
        if deal.faults == 0 and deal.status == PLAYED:
            position = (deal.taker - deal.dealer - 1) & (SEATS - 1)
            deal.who = (place.players[deal.taker] * SEATS + deal.taker) * SEATS + position
            deal.amount = deal.score[deal.taker] // 3


@kernel
def add(moments, value):
    """Count ``value`` in (n, sum, sum of squares)."""
    whole = np.int64(value)
    moments[0] += 1
    moments[1] += whole
    moments[2] += whole * whole


@dataclass(frozen=True)
class Groups:
    """How the sums of a log are told apart in its tables."""

    players: tuple[str, ...]
    """The names of the players (strategies), in the order of their places."""
    by: str | None = None
    """One of GROUPS, or None for one group of all."""

    def of(self, sums: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
        """(name of the group, its sums): all takers, then each group.

        ``sums`` has the takers, as ``who`` of the DEAL records numbers them, as its first axis.
        """
        apart = sums.reshape(len(self.players), SEATS, len(POSITIONS), *sums.shape[1:])
        yield "all", apart.sum(axis=(0, 1, 2))
        if self.by is not None:
            axis = GROUPS.index(self.by)
            names = (self.players, tuple(map(str, range(SEATS))), POSITIONS)[axis]
            others = tuple(other for other in range(len(GROUPS)) if other != axis)
            yield from zip(names, apart.sum(axis=others), strict=True)


def mean_of(moments: np.ndarray, scale: float = 1.0) -> Estimate:
    """The mean of what `add` counted, times ``scale``."""
    n, total, squares = (int(moment) for moment in moments)
    return mean(total, squares, n, scale)


def mean_over(counts: np.ndarray, values: np.ndarray, scale: float = 1.0) -> Estimate:
    """The mean of ``values`` (integers) that came up ``counts`` times, times ``scale``."""
    return mean(int(counts @ values), int(counts @ values**2), int(counts.sum()), scale)
