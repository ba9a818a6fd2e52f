"""How deals end: played, passed, petit sec."""

from __future__ import annotations

from collections import namedtuple

import pandas as pd

from tarotsim.analysis.statistics import columns, share
from tarotsim.analysis.sums import Counter
from tarotsim.jit import kernel
from tarotsim.rules.tables import STATUSES

__all__ = ["OUTCOMES", "outcome_table"]

OutcomeSums = namedtuple("OutcomeSums", ["statuses"])


def _shapes(players: int, lines: int) -> dict[str, tuple[int, ...]]:
    """The shape of each sum."""
    return {"statuses": (lines, len(STATUSES))}


@kernel
def count_outcomes(rows, place, sums, work):
    """Count how a deal ended, by line of the overview."""
    for deal in rows:
        if deal.faults:
            continue
        sums.statuses[place.line, deal.status] += 1


OUTCOMES = Counter(_shapes, OutcomeSums, count_outcomes)


def outcome_table(sums: OutcomeSums) -> pd.DataFrame:
    """How the deals ended; shares are of all deals."""
    ended = sums.statuses.sum(axis=0).tolist()
    return pd.DataFrame(
        {"outcome": name.replace("_", " "), "deals": n, **columns("share", share(n, sum(ended)))}
        for name, n in zip(STATUSES, ended, strict=True)
    )
