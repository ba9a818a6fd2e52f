"""The short statistics at the end of a run: how deals ended, contracts, bouts, bonuses.

Sums are whole numbers (points and scores in half points), gathered part by part, so that memory
does not grow with the log and the order of rows is of no consequence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow.parquet as pq

from tarotsim.analysis.statistics import columns, mean, share
from tarotsim.rules.tables import CONTRACTS, SEATS, STATUSES, TARGET

__all__ = ["Summary", "summarise"]

_COLUMNS = [
    "status",
    "contract",
    "won",
    "card_points",
    "taker",
    "score_0",
    "bouts",
    "petit_au_bout",
    "chelem_announced",
    "chelem",
    *(f"poignee_{seat}" for seat in range(SEATS)),
]
_POIGNEES = ("single poignée", "double poignée", "triple poignée")
_BONUSES = (
    "petit au bout, taker",
    "petit au bout, defence",
    *_POIGNEES,
    "chelem announced and made",
    "chelem announced and failed",
    "chelem not announced, taker",
    "chelem of the defence",
)


@dataclass
class Summary:
    """The sums of a log, and the tables made of them."""

    statuses: np.ndarray = field(default_factory=lambda: np.zeros(len(STATUSES), np.int64))
    contracts: np.ndarray = field(default_factory=lambda: np.zeros((len(CONTRACTS), 6), np.int64))
    """By contract: deals, made, sum and squares of half points, sum and squares of scores."""
    bouts: np.ndarray = field(default_factory=lambda: np.zeros((len(TARGET), 4), np.int64))
    """By bouts captured: deals, made, sum and squares of half points."""
    bonuses: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_BONUSES, 0))

    def add(self, deals: pd.DataFrame) -> None:
        """Add the rows of ``deals`` (log columns)."""
        self.statuses += _counts(deals["status"].cat.codes, len(STATUSES))
        played = deals[deals["status"] == STATUSES[0]]
        made = played["won"].to_numpy(np.int64)
        halves = _halves(played["card_points"])
        taker_is_0 = played["taker"].to_numpy(np.int64) == 0
        score = _halves(played["score_0"]) * np.where(taker_is_0, 1, -3)
        ones = np.ones_like(made)
        for sums, keys, values in (
            (
                self.contracts,
                played["contract"].cat.codes,
                (ones, made, halves, halves**2, score, score**2),
            ),
            (self.bouts, played["bouts"].to_numpy(np.int64), (ones, made, halves, halves**2)),
        ):
            for place, value in enumerate(values):
                _add(sums[:, place], keys, value)
        for name, hits in _bonuses(played):
            self.bonuses[name] += hits

    @property
    def deals(self) -> int:
        """All deals of the log."""
        return int(self.statuses.sum())

    @property
    def played(self) -> int:
        """The deals that were played out."""
        return int(self.statuses[0])

    def outcome_table(self) -> pd.DataFrame:
        """How the deals ended: played, passed, petit sec."""
        return pd.DataFrame(
            {
                "outcome": name.replace("_", " "),
                "deals": int(n),
                **columns("share", share(int(n), self.deals)),
            }
            for name, n in zip(STATUSES, self.statuses, strict=True)
        )

    def contract_table(self) -> pd.DataFrame:
        """By contract: how often, how often made, the taker's mean card points and mean score."""
        return pd.DataFrame(
            {
                "contract": CONTRACTS[contract],
                "deals": int(n),
                **columns("share", share(int(n), self.played)),
                **columns("made", share(int(made), int(n))),
                **columns("points", mean(int(h), int(hh), int(n), 0.5)),
                **columns("score", mean(int(s), int(ss), int(n), 0.5)),
            }
            for contract, (n, made, h, hh, s, ss) in enumerate(self.contracts)
            if contract
        )

    def bout_table(self) -> pd.DataFrame:
        """By bouts captured: the target, how often, how often made, mean card points."""
        return pd.DataFrame(
            {
                "bouts": bouts,
                "target": int(TARGET[bouts]),
                "deals": int(n),
                **columns("share", share(int(n), self.played)),
                **columns("made", share(int(made), int(n))),
                **columns("points", mean(int(h), int(hh), int(n), 0.5)),
            }
            for bouts, (n, made, h, hh) in enumerate(self.bouts)
        )

    def bonus_table(self) -> pd.DataFrame:
        """How often each bonus came up in a played deal."""
        return pd.DataFrame(
            {"bonus": name, "times": hits, **columns("share", share(hits, self.played))}
            for name, hits in self.bonuses.items()
        )

    def to_json(self) -> dict[str, Any]:
        """All tables as lists of rows; shares are fractions, intervals ``_low`` to ``_high``."""
        tables = {
            "outcomes": self.outcome_table(),
            "contracts": self.contract_table(),
            "bouts": self.bout_table(),
            "bonuses": self.bonus_table(),
        }
        return {name: _records(table) for name, table in tables.items()}


def _records(table: pd.DataFrame) -> list[dict[str, Any]]:
    return [
        {name: None if value is None or value != value else value for name, value in row.items()}
        for row in table.to_dict("records")
    ]


def _counts(codes: Any, length: int) -> np.ndarray:
    return np.bincount(np.asarray(codes, np.int64), minlength=length)


def _add(sums: np.ndarray, keys: Any, values: np.ndarray) -> None:
    """Add the values by key; exact, since a part's sums stay far below 2**53."""
    sums += np.bincount(np.asarray(keys, np.int64), values, len(sums)).astype(np.int64)


def _halves(points: pd.Series) -> np.ndarray:
    return (points.to_numpy(np.float64) * 2).astype(np.int64)


def _bonuses(played: pd.DataFrame) -> Iterator[tuple[str, int]]:
    """How often each bonus came up in these played deals, in the order of _BONUSES."""
    petit = played["petit_au_bout"].to_numpy(np.int64)
    levels = np.stack([played[f"poignee_{seat}"].to_numpy(np.int64) for seat in range(SEATS)])
    chelem = played["chelem"].to_numpy(np.int64)
    announced = played["chelem_announced"].to_numpy(bool)
    came_up = (
        petit > 0,
        petit < 0,
        *((levels == level).any(axis=0) for level in (1, 2, 3)),
        announced & (chelem > 0),
        announced & (chelem <= 0),
        ~announced & (chelem > 0),
        chelem < 0,
    )
    for name, hits in zip(_BONUSES, came_up, strict=True):
        yield name, int(hits.sum())


def summarise(files: Iterable[Path]) -> Summary:
    """The summary of the log that these Parquet files of deals make up."""
    summary = Summary()
    for file in files:
        with file.open("rb") as opened:
            for batch in pq.ParquetFile(opened).iter_batches(2**18, columns=_COLUMNS):
                summary.add(batch.to_pandas())
    return summary
