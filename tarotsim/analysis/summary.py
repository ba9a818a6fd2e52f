"""The short statistics at the end of a run: how deals ended, contracts, bouts, bonuses.

They are some of the report's, from the same sums.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from tarotsim.analysis.bonuses import bonus_table
from tarotsim.analysis.frames import records
from tarotsim.analysis.outcomes import outcome_table
from tarotsim.analysis.results import bout_table, contract_table
from tarotsim.analysis.runs import open_run
from tarotsim.analysis.study import Study, study

__all__ = ["Summary", "summarise"]

_COUNTED = ("outcomes", "results", "bonuses")


@dataclass(frozen=True)
class Summary:
    """The tables of a run, for all takers together."""

    study: Study

    @property
    def deals(self) -> int:
        """All deals of the log."""
        return int(self.study.sums["outcomes"].statuses.sum())

    def outcome_table(self) -> pd.DataFrame:
        """How the deals ended: played, passed, petit sec."""
        return outcome_table(self.study.sums["outcomes"])

    def contract_table(self) -> pd.DataFrame:
        """By contract: how often, how often made, the taker's mean card points, margin and score."""
        table = contract_table(self.study.sums["results"], self.study.groups())
        return table[table["contract"] != "all"].drop(columns="group")

    def bout_table(self) -> pd.DataFrame:
        """By bouts captured: the target, how often, how often made, mean card points and margin."""
        return bout_table(self.study.sums["results"], self.study.groups()).drop(columns="group")

    def bonus_table(self) -> pd.DataFrame:
        """How often each bonus came up in a played deal."""
        return bonus_table(self.study.sums["bonuses"])

    def to_json(self) -> dict[str, Any]:
        """All tables as lists of rows; shares are fractions, intervals ``_low`` to ``_high``."""
        tables = {
            "outcomes": self.outcome_table(),
            "contracts": self.contract_table(),
            "bouts": self.bout_table(),
            "bonuses": self.bonus_table(),
        }
        return {name: records(table) for name, table in tables.items()}


def summarise(folder: Path, threads: int = 1) -> Summary:
    """The summary of the run in ``folder``, whose rows are taken to be sound."""
    return Summary(study([open_run(folder)], threads, counters=_COUNTED, check=False))
