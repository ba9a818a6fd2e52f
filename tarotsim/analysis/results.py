"""What comes of a played deal: contracts, bouts and targets, margins, scores."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from tarotsim.analysis.statistics import columns, quantile, share
from tarotsim.analysis.sums import AMOUNTS, HALVES, MOST, TAKERS, Counter, Groups, mean_over
from tarotsim.jit import kernel
from tarotsim.rules.tables import CONTRACTS, PLAYED, TARGET

__all__ = [
    "BIN",
    "NEAR",
    "QUANTILES",
    "RESULTS",
    "bout_table",
    "contract_table",
    "margin_histogram",
    "margin_table",
    "quantile_table",
    "score_histogram",
    "score_table",
]

ResultSums = namedtuple("ResultSums", ["points", "amounts"])

NEAR = (1, 5, 10)
"""How near to the target is near, in card points."""
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
BIN = 5
"""Card points in a class of the margin histogram; and tens of them in one of the score histogram."""

_HALVES = np.arange(HALVES)
_MARGINS = _HALVES - 2 * TARGET[:, None]
"""Half points above the target: by bouts and half points."""
_SCORES = 3 * (np.arange(AMOUNTS) - MOST)
"""The taker's score in half points, by amount."""


def _shapes(players: int, lines: int) -> dict[str, tuple[int, ...]]:
    """The shape of each sum."""
    takers = TAKERS * players
    return {
        "points": (takers, len(CONTRACTS), len(TARGET), HALVES),
        "amounts": (takers, len(CONTRACTS), AMOUNTS),
    }


@kernel
def count_results(rows, place, sums, work):
    """Count a played deal by contract, bouts and card points, and by contract and amount."""
    for deal in rows:
        if deal.faults or deal.status != PLAYED:
            continue
        sums.points[deal.who, deal.contract, deal.bouts, deal.halves] += 1
        sums.amounts[deal.who, deal.contract, deal.amount + MOST] += 1


RESULTS = Counter(_shapes, ResultSums, count_results)


def _results(points: np.ndarray, amounts: np.ndarray, of: int) -> dict[str, Any]:
    """The figures of deals counted by (bouts, half points) and by amount; the share is ``of`` so many."""
    n = int(points.sum())
    made = int(points[_MARGINS >= 0].sum())
    return {
        "deals": n,
        **columns("share", share(n, of)),
        **columns("made", share(made, n)),
        **columns("points", mean_over(points.sum(axis=0), _HALVES, 0.5)),
        **columns("margin", mean_over(points.reshape(-1), _MARGINS.reshape(-1), 0.5)),
        **columns("score", mean_over(amounts, _SCORES, 0.5)),
    }


def _groups(sums: ResultSums, groups: Groups) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """(group, points, amounts) of each group (see `Groups`)."""
    pairs = zip(groups.of(sums.points), groups.of(sums.amounts), strict=True)
    for (group, points), (_, amounts) in pairs:
        yield group, points, amounts


def contract_table(sums: ResultSums, groups: Groups) -> pd.DataFrame:
    """By contract, and all together: how often, how often made, mean card points, margin, taker's score.

    Shares are of the played deals of the group.
    """
    return pd.DataFrame(
        {
            "group": group,
            "contract": name,
            **_results(points[these].sum(axis=0), amounts[these].sum(axis=0), n),
        }
        for group, points, amounts in _groups(sums, groups)
        for n in [int(points.sum())]
        for name, these in _contracts_and_all()
    )


def _contracts_and_all() -> Iterator[tuple[str, list[int]]]:
    """(name, places) of each contract, and of all of them."""
    bid = list(range(1, len(CONTRACTS)))
    for contract in bid:
        yield CONTRACTS[contract], [contract]
    yield "all", bid


def bout_table(sums: ResultSums, groups: Groups) -> pd.DataFrame:
    """By bouts captured: target, how often, how often made, mean card points and margin."""
    return pd.DataFrame(
        {"group": group, "bouts": bouts, "target": int(TARGET[bouts]), **_bout_row(points, bouts)}
        for group, by_contract, _ in _groups(sums, groups)
        for points in [by_contract.sum(axis=0)]
        for bouts in range(len(TARGET))
    )


def _bout_row(points: np.ndarray, bouts: int) -> dict[str, Any]:
    counts, margins = points[bouts], _MARGINS[bouts]
    n = int(counts.sum())
    return {
        "deals": n,
        **columns("share", share(n, int(points.sum()))),
        **columns("made", share(int(counts[margins >= 0].sum()), n)),
        **columns("points", mean_over(counts, _HALVES, 0.5)),
        **columns("margin", mean_over(counts, margins, 0.5)),
    }


def margin_table(sums: ResultSums, groups: Groups) -> pd.DataFrame:
    """By bouts captured, and all together: contracts lost and made, and those by less than 1, 5, 10 points.

    ``within_1`` is a number of deals; ``near_1`` its share of all deals with so many bouts.
    """
    rows = []
    for group, by_contract in groups.of(sums.points):
        points = by_contract.sum(axis=0)
        for name, these in _bouts_and_all():
            for result in ("lost", "made"):
                counts, margins = points[these], _MARGINS[these]
                is_result = margins >= 0 if result == "made" else margins < 0
                n = int(counts[is_result].sum())
                row: dict[str, Any] = {"group": group, "bouts": name, "result": result, "deals": n}
                for near in NEAR:
                    hits = int(counts[is_result & (abs(margins) < 2 * near)].sum())
                    row[f"within_{near}"] = hits
                    row |= columns(f"near_{near}", share(hits, int(counts.sum())))
                rows.append(row)
    return pd.DataFrame(rows)


def _bouts_and_all() -> Iterator[tuple[str, list[int]]]:
    every = list(range(len(TARGET)))
    for bouts in every:
        yield str(bouts), [bouts]
    yield "all", every


def margin_histogram(sums: ResultSums, width: int = BIN) -> pd.DataFrame:
    """How many deals ended so far above or below the target: classes of ``width`` points, by bouts.

    The class ``from`` m holds the margins m <= margin < m + width, so that 0 begins the contracts made.
    """
    points = sums.points.sum(axis=(0, 1))
    classes = _MARGINS // (2 * width)
    there = np.unique(classes)
    rows = []
    for place in range(there[0], there[-1] + 1):
        counts = [int(points[bouts][classes[bouts] == place].sum()) for bouts in range(len(TARGET))]
        low = int(place) * width
        row = {"from": low, "below": low + width}
        rows.append(row | {f"bouts_{bouts}": n for bouts, n in enumerate(counts)} | {"deals": sum(counts)})
    return pd.DataFrame(rows)


def score_table(sums: ResultSums, groups: Groups) -> pd.DataFrame:
    """The taker's score by contract: mean, how often positive, least and greatest."""
    rows = []
    for group, _, by_contract in _groups(sums, groups):
        for name, these in _contracts_and_all():
            counts = by_contract[these].sum(axis=0)
            there = np.flatnonzero(counts)
            n = int(counts.sum())
            rows.append(
                {
                    "group": group,
                    "contract": name,
                    "deals": n,
                    **columns("score", mean_over(counts, _SCORES, 0.5)),
                    **columns("positive", share(int(counts[_SCORES > 0].sum()), n)),
                    "least": _SCORES[there[0]] / 2 if n else None,
                    "greatest": _SCORES[there[-1]] / 2 if n else None,
                }
            )
    return pd.DataFrame(rows)


def quantile_table(sums: ResultSums, groups: Groups) -> pd.DataFrame:
    """Quantiles of the taker's score by contract: so much or less in that share of the deals."""
    return pd.DataFrame(
        {
            "group": group,
            "contract": name,
            "deals": int(counts.sum()),
            **{
                column: value
                for q in QUANTILES
                for column, value in columns(
                    f"q{round(100 * q):02d}", quantile(counts, _SCORES, q, 0.5)
                ).items()
            },
        }
        for group, _, by_contract in _groups(sums, groups)
        for name, these in _contracts_and_all()
        for counts in [by_contract[these].sum(axis=0)]
    )


def score_histogram(sums: ResultSums, width: int = 10 * BIN) -> pd.DataFrame:
    """How many deals brought the taker so much: classes of ``width`` points, by contract."""
    amounts = sums.amounts.sum(axis=0)
    classes = _SCORES // (2 * width)
    there = classes[amounts.sum(axis=0) > 0]
    rows = []
    for place in range(there.min(), there.max() + 1) if there.size else ():
        low = int(place) * width
        counts = amounts[:, classes == place].sum(axis=1)
        row = {"from": low, "below": low + width}
        rows.append(
            row | {CONTRACTS[contract]: int(counts[contract]) for contract in range(1, len(CONTRACTS))}
        )
    return pd.DataFrame(rows, columns=["from", "below", *CONTRACTS[1:]])
