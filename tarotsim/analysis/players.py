"""Who sat where and what it brought: strategies side by side, seats, positions; bids and leads.

The observation is always the deal. Where a strategy holds several seats of a table, its result in a
deal is the mean of those seats', for the four scores of a deal are not independent.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from tarotsim.analysis.bonuses import BonusSums
from tarotsim.analysis.results import ResultSums, contract_table
from tarotsim.analysis.statistics import columns, share
from tarotsim.analysis.sums import MOMENTS, POSITIONS, Counter, Groups, add, mean_of
from tarotsim.jit import kernel
from tarotsim.rules.tables import CONTRACTS, PETIT_SEC, PLAYED, SEATS

__all__ = ["PLAYERS", "bid_table", "lead_table", "standing_table"]

PlayerSums = namedtuple("PlayerSums", ["seats", "strategies", "bids"])

_TAKER, _DEFENDER, _NEITHER = range(3)
"""What a seat is in a deal; neither, where it was cancelled."""
_ALL = 2
"""In the sums of strategies, which may hold several seats: all their deals."""
_PARTS_OF_SEATS = 12
"""A multiple of every number of seats one strategy can hold, so that means stay whole numbers."""


def _shapes(players: int, lines: int) -> dict[str, tuple[int, ...]]:
    """The shape of each sum."""
    return {
        "seats": (SEATS, len(POSITIONS), 3, MOMENTS),  # by seat, position and what it was; half points
        "strategies": (players, 3, MOMENTS),  # as taker, as defender, in all deals (twelfths)
        "bids": (players, len(POSITIONS), len(CONTRACTS)),
    }


@kernel
def count_players(rows, place, sums, work):
    """Count a deal for each seat, position and strategy at the table."""
    for deal in rows:
        if deal.faults:
            continue
        is_played = deal.status == PLAYED
        for seat in range(SEATS):
            position = (seat - deal.dealer - 1) & (SEATS - 1)
            player = place.players[seat]
            if deal.status != PETIT_SEC:
                sums.bids[player, position, deal.bid[seat]] += 1
            is_taker = is_played and seat == deal.taker
            role = _TAKER if is_taker else _DEFENDER if is_played else _NEITHER
            add(sums.seats[seat, position, role], deal.score[seat])
            if is_taker:
                add(sums.strategies[player, _TAKER], deal.score[seat])

            held = place.held[seat]  # by this seat's strategy, and 0 if an earlier seat has it, too
            if held:
                total = 0
                for other in range(seat, SEATS):
                    if place.players[other] == player:
                        total += deal.score[other]
                add(sums.strategies[player, _ALL], total * (_PARTS_OF_SEATS // held))
                if is_played and not (held == 1 and is_taker):
                    add(sums.strategies[player, _DEFENDER], -deal.amount)


PLAYERS = Counter(_shapes, PlayerSums, count_players)


def standing_table(sums: PlayerSums, results: ResultSums, by: str, players: tuple[str, ...]) -> pd.DataFrame:
    """By strategy, seat or position: how often taker, made, and mean scores: as taker, as defender, a deal.

    ``deals`` are those in which it sat at the table, cancelled ones included.
    """
    contracts = contract_table(results, Groups(players, by))
    made = contracts[contracts["contract"] == "all"].set_index("group")
    rows = []
    for name, moments, parts in _standings(sums, by, players):
        deals, taken = int(moments[_ALL, 0]), int(moments[_TAKER, 0])
        rows.append(
            {
                by: name,
                "deals": deals,
                "taken": taken,
                **columns("taker", share(taken, deals)),
                **{column: made.at[name, column] for column in ("made", "made_low", "made_high")},
                **columns("as_taker", mean_of(moments[_TAKER], 0.5)),
                **columns("as_defender", mean_of(moments[_DEFENDER], 0.5)),
                **columns("score", mean_of(moments[_ALL], 0.5 / parts)),
            }
        )
    return pd.DataFrame(rows)


def _standings(sums: PlayerSums, by: str, players: Sequence[str]) -> Iterator[tuple[str, np.ndarray, int]]:
    """(name, sums as taker, as defender, in all deals, parts of half points in the last) of each."""
    if by == "strategy":
        for name, moments in zip(players, sums.strategies, strict=True):
            yield name, moments, _PARTS_OF_SEATS
        return
    by_seat = by == "seat"
    names = tuple(map(str, range(SEATS))) if by_seat else POSITIONS
    for name, roles in zip(names, sums.seats.sum(axis=1 if by_seat else 0), strict=True):
        yield name, np.stack([roles[_TAKER], roles[_DEFENDER], roles.sum(axis=0)]), 1


def bid_table(sums: PlayerSums, by: str, players: tuple[str, ...]) -> pd.DataFrame:
    """What is bid, by ``position`` or ``strategy``: the shares of pass and of each contract.

    ``auctions`` counts the bids; a contract may be overbid afterwards.
    """
    names, bids = (POSITIONS, sums.bids.sum(axis=0)) if by == "position" else (players, sums.bids.sum(axis=1))
    return pd.DataFrame(
        {
            by: name,
            "auctions": int(spoken.sum()),
            **{
                column: value
                for contract, n in zip(CONTRACTS, spoken, strict=True)
                for column, value in columns(contract, share(int(n), int(spoken.sum()))).items()
            },
        }
        for name, spoken in zip(names, bids, strict=True)
    )


def lead_table(sums: BonusSums, players: tuple[str, ...]) -> pd.DataFrame:
    """Who led the first trick, and how often the contract was then made."""
    groups = dict(Groups(players, "position").of(sums.chelems))
    announced = groups["all"][1].sum(axis=0)
    first = groups[POSITIONS[0]][0].sum(axis=0)
    others = sum(groups[position][0].sum(axis=0) for position in POSITIONS[1:])
    played = int(groups["all"].sum())
    return pd.DataFrame(
        {
            "leader": name,
            "deals": int(made.sum()),
            **columns("share", share(int(made.sum()), played)),
            **columns("made", share(int(made[1]), int(made.sum()))),
        }
        for name, made in (
            ("a defender, the first to speak", others),
            ("the taker, the first to speak", first),
            ("the taker, who announced a chelem", announced),
        )
    )
