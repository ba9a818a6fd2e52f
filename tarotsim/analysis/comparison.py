"""The figures of a comparison: advantages, where they come from, ranking; as DataFrames and as JSON.

Scores are points per deal; every interval is over deals, never over the seatings of a deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd

from tarotsim.analysis.duplicate import (
    BIDS,
    GAIN_TAKING,
    MADE,
    SAME_DEFENDED,
    SAME_DEFENDED_GAIN,
    SAME_TAKEN,
    SAME_TAKEN_GAIN,
    SCORE,
    SCORE_TAKING,
    TAKEN,
    VARIABLES,
    DuplicateSums,
    Gram,
)
from tarotsim.analysis.statistics import Estimate, columns, ratio, ratio_share
from tarotsim.rules.tables import SEATS

__all__ = [
    "Advantage",
    "advantage_table",
    "advantages",
    "comparison_json",
    "matrix_table",
    "ranking_table",
    "same_table",
    "taking_table",
    "widest",
]

HALF = 0.5
PER_SEATING = HALF / SEATS


@dataclass(frozen=True)
class Advantage:
    """One player among three of another."""

    player: str
    field: str
    gram: Gram

    @property
    def advantage(self) -> Estimate:
        """The lone player's score, the mean of its four seatings."""
        return self.gram.moments(SCORE).mean(PER_SEATING)

    @property
    def p(self) -> float | None:
        """How likely an advantage so far from 0 is by chance (two-sided)."""
        return self.gram.moments(SCORE).p

    @property
    def taking(self) -> dict[str, Estimate]:
        """How the lone player takes.

        ``share`` of deals and seats that it takes; ``made`` of its contracts; ``score`` when it
        takes; ``points`` a deal from taking; ``gain`` of these over the field's own in its seats;
        ``same_contract``: its score less theirs where both take the same contract on the same deal.
        """
        gram = self.gram
        return {
            "share": ratio_share(gram.per_seating(TAKEN)),
            "made": ratio_share(gram.pair(MADE, TAKEN)),
            "score": ratio(gram.pair(SCORE_TAKING, TAKEN), HALF),
            "points": gram.moments(SCORE_TAKING).mean(PER_SEATING),
            "gain": gram.moments(GAIN_TAKING).mean(PER_SEATING),
            "same_contract": ratio(gram.pair(SAME_TAKEN_GAIN, SAME_TAKEN), HALF),
        }

    @property
    def contracts(self) -> dict[str, Estimate]:
        """The shares of the contracts among those it takes."""
        return {bid: ratio_share(self.gram.pair(VARIABLES.index(bid), TAKEN)) for bid in BIDS}

    @property
    def defending(self) -> dict[str, Estimate]:
        """How the lone player defends: ``points``, ``gain`` and ``same_contract`` as in `taking`.

        The gains of taking and defending add up to the advantage, since the scores of the field
        among itself are 0 in the mean. ``same_contract`` is where both defend against the same
        seat, contract and cards.
        """
        gram = self.gram
        return {
            "points": gram.moments(SCORE, ~SCORE_TAKING).mean(PER_SEATING),
            "gain": gram.moments(SCORE, ~GAIN_TAKING).mean(PER_SEATING),
            "same_contract": ratio(gram.pair(SAME_DEFENDED_GAIN, SAME_DEFENDED), HALF),
        }


def advantages(sums: DuplicateSums) -> list[Advantage]:
    """Both directions of every pair, in the order in which the players were named."""
    names = list(enumerate(sums.names))
    return [Advantage(a, b, sums.grams[a, b]) for i, a in names for j, b in names if i != j]


def fields(sums: DuplicateSums) -> list[Advantage]:
    """Every player among three of itself: what its field does when nobody else is there."""
    return [Advantage(name, name, gram) for name, gram in sums.fields.items()]


def widest(sums: DuplicateSums) -> float:
    """The largest half-width of an advantage's 95 % interval, in points; infinite where one has none.

    To end once it is small enough leaves the intervals right (Y. S. Chow and H. Robbins, 1965), as
    it looks at their width and not at where they lie.
    """
    halves = []
    for one in advantages(sums):
        _, low, high, _ = one.advantage
        halves.append(float("inf") if low is None or high is None else (high - low) / 2)
    return max(halves)


def advantage_table(sums: DuplicateSums) -> pd.DataFrame:
    """Each direction of each pair: advantage, p, and how much of it is from taking and from defending."""
    return pd.DataFrame(
        {
            "player": one.player,
            "field": one.field,
            **columns("advantage", one.advantage),
            "p": one.p,
            **columns("taking", one.taking["gain"]),
            **columns("defending", one.defending["gain"]),
            "n": one.advantage.n,
        }
        for one in advantages(sums)
    )


def taking_table(sums: DuplicateSums) -> pd.DataFrame:
    """How each player takes in each field, and, where the field is its own name, among itself.

    ``n`` is the number of contracts taken.
    """
    return pd.DataFrame(
        {
            "player": one.player,
            "field": one.field,
            **columns("taken", one.taking["share"]),
            "n": one.taking["made"].n,
            **{bid: estimate.value for bid, estimate in one.contracts.items()},
            **columns("made", one.taking["made"]),
            **columns("score", one.taking["score"]),
        }
        for one in [*advantages(sums), *fields(sums)]
    )


def same_table(sums: DuplicateSums) -> pd.DataFrame:
    """How each player does in each field in the same contract by the same seat on the same deal.

    Its score less that of whoever of the field sits there, as the taker and as a defender; ``n_taking``
    and ``n_defending`` are the numbers of such cases.
    """
    return pd.DataFrame(
        {
            "player": one.player,
            "field": one.field,
            **columns("taking", one.taking["same_contract"]),
            "n_taking": one.taking["same_contract"].n,
            **columns("defending", one.defending["same_contract"]),
            "n_defending": one.defending["same_contract"].n,
        }
        for one in advantages(sums)
    )


def matrix_table(sums: DuplicateSums) -> pd.DataFrame:
    """The advantages as a matrix: row alone among three of the column; columns are places in ``names``."""
    figures = iter(advantages(sums))
    rows = []
    for place, player in enumerate(sums.names):
        row: dict[str, Any] = {"place": place, "player": player}
        for column in range(len(sums.names)):
            none = Estimate(None, None, None, 0)
            row |= columns(str(column), none if column == place else next(figures).advantage)
        rows.append(row)
    return pd.DataFrame(rows)


def ranking_table(sums: DuplicateSums) -> pd.DataFrame:
    """The players, best first: half of what each has over an opponent's field less that one's over its own.

    The mean over opponents, and the mean score at the mixed tables where there are any.
    """
    rows = []
    for name, standing in zip(sums.names, sums.standings, strict=True):
        row = {
            "player": name,
            **columns("mean", standing.mean(PER_SEATING / 2 / (len(sums.names) - 1))),
            "p": standing.p,
            "n": standing.n,
        }
        if sums.mixed:
            seatings = sum(table.count(name) for rotations in sums.mixed_tables for table in rotations)
            row |= columns("mixed", sums.mixed[name].mean(HALF / seatings))
        rows.append(row)
    table = pd.DataFrame(rows)
    table["place"] = [-1 if mean is None or mean != mean else mean for mean in table["mean"]]
    table = table.sort_values(["place", "player"], ascending=[False, True], kind="stable")
    return table.drop(columns="place").reset_index(drop=True)


def comparison_json(sums: DuplicateSums) -> dict[str, Any]:
    """All figures, ready for JSON; an interval is ``low`` to ``high``, its n the number of cases."""
    return {
        "advantages": [
            {"player": one.player, "field": one.field, **_plain(one.advantage), "p": one.p, **_details(one)}
            for one in advantages(sums)
        ],
        "fields": [{"player": one.player, **_details(one)} for one in fields(sums)],
        "ranking": [_ranked(row) for row in ranking_table(sums).to_dict("records")],
    }


def _plain(estimate: Estimate) -> dict[str, float | int | None]:
    return {"mean": estimate.value, "low": estimate.low, "high": estimate.high, "n": estimate.n}


def _details(one: Advantage) -> dict[str, Any]:
    taking = {name: _plain(estimate) for name, estimate in one.taking.items()}
    contracts = {name: _plain(estimate) for name, estimate in one.contracts.items()}
    defending = {name: _plain(estimate) for name, estimate in one.defending.items()}
    return {"taking": {**taking, "contracts": contracts}, "defending": defending}


def _ranked(row: dict[str, Any]) -> dict[str, Any]:
    plain = {name: None if value != value else value for name, value in row.items()}
    ranked = {"player": plain["player"], "mean": plain["mean"], "low": plain["mean_low"]}
    ranked |= {"high": plain["mean_high"], "p": plain["p"], "n": plain["n"]}
    if "mixed" in plain:
        mixed = {"mean": plain["mixed"], "low": plain["mixed_low"], "high": plain["mixed_high"]}
        ranked["mixed"] = {**mixed, "n": plain["n"]}
    return ranked
