"""Petit au bout, poignées and chelems: how often, for whom, and what they add to the taker's score."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterator

import numpy as np
import pandas as pd

from tarotsim.analysis.statistics import columns, share
from tarotsim.analysis.sums import MOMENTS, TAKERS, Counter, Groups, add, mean_of
from tarotsim.jit import kernel
from tarotsim.rules.settlement import chelem_halves, contract_halves, petit_au_bout_halves, poignee_halves
from tarotsim.rules.tables import CONTRACTS, PLAYED, POIGNEE_POINTS, SEATS

__all__ = ["BONUSES", "LEVELS", "added_table", "bonus_table", "chelem_table", "petit_table", "poignee_table"]

BonusSums = namedtuple("BonusSums", ["petit", "poignees", "shown", "chelems", "added", "touched"])

LEVELS = ("none", "single", "double", "triple")
_SIDES = ("defence", "taker")
_WINNERS = ("defence", "none", "taker")
"""-1, 0 and 1 of the log's petit_au_bout and chelem, with 1 added."""
_PARTS = ("contract", "petit_au_bout", "poignees", "chelem", "bonuses")
CONTRACT, PETIT_AU_BOUT, POIGNEES, CHELEM, ALL_BONUSES = range(len(_PARTS))


def _shapes(players: int, lines: int) -> dict[str, tuple[int, ...]]:
    """The shape of each sum."""
    takers, contracts = TAKERS * players, len(CONTRACTS)
    return {
        "petit": (takers, contracts, len(_WINNERS), 2, 2),  # by who had it, made or not, decisive or not
        "poignees": (takers, len(_SIDES), len(LEVELS), 2),  # by who showed it, level, made or not; every seat
        "shown": (takers, len(LEVELS)),  # deals in which somebody showed that level
        "chelems": (takers, 2, len(_WINNERS), 2),  # announced or not, who won every trick, made or not
        "added": (takers, contracts, len(_PARTS), MOMENTS),  # half points from each defender
        "touched": (takers, contracts),  # deals with any bonus
    }


@kernel
def count_bonuses(rows, place, sums, work):
    """Count the bonuses of a played deal, and what they add."""
    for deal in rows:
        if deal.faults or deal.status != PLAYED:
            continue
        for shower in range(SEATS):
            side = 1 if shower == deal.taker else 0
            sums.poignees[deal.who, side, deal.poignee[shower], deal.won] += 1
        for level in range(1, POIGNEE_POINTS.size):
            for shower in range(SEATS):
                if deal.poignee[shower] == level:
                    sums.shown[deal.who, level] += 1
                    break
        sums.chelems[deal.who, deal.chelem_announced, deal.chelem + 1, deal.won] += 1

        base = contract_halves(deal.contract, deal.margin)
        petit = petit_au_bout_halves(deal.contract, deal.petit_au_bout)
        poignees = 0
        for shower in range(SEATS):
            poignees += poignee_halves(deal.poignee[shower], deal.margin)
        slam = chelem_halves(deal.chelem_announced, deal.chelem)
        decisive = 1 if np.sign(deal.amount) != np.sign(deal.amount - petit) else 0
        sums.petit[deal.who, deal.contract, deal.petit_au_bout + 1, deal.won, decisive] += 1
        if petit or poignees or slam:
            sums.touched[deal.who, deal.contract] += 1
        added = sums.added[deal.who, deal.contract]
        add(added[CONTRACT], base)
        add(added[PETIT_AU_BOUT], petit)
        add(added[POIGNEES], poignees)
        add(added[CHELEM], slam)
        add(added[ALL_BONUSES], deal.amount - base)


BONUSES = Counter(_shapes, BonusSums, count_bonuses)


def _played(sums: BonusSums) -> int:
    return int(sums.chelems.sum())


def bonus_table(sums: BonusSums) -> pd.DataFrame:
    """How often each bonus came up in a played deal, in short."""
    petit = sums.petit.sum(axis=(0, 1, 3, 4))
    times = {
        "petit au bout, taker": petit[2],
        "petit au bout, defence": petit[0],
        **{f"{LEVELS[level]} poignée": sums.shown.sum(axis=0)[level] for level in range(1, len(LEVELS))},
        **{f"chelem {name}": n for name, n, _ in _chelems(sums.chelems.sum(axis=0))},
    }
    return pd.DataFrame(
        {"bonus": name, "times": int(n), **columns("share", share(int(n), _played(sums)))}
        for name, n in times.items()
    )


def _chelems(chelems: np.ndarray) -> Iterator[tuple[str, int, int]]:
    """(which, how often, how often the contract was made).

    An announced chelem in which the defence wins every trick is failed, and one of the defence.
    """
    for name, these in (
        ("announced and made", chelems[1, 2]),
        ("announced and failed", chelems[1, :2].sum(axis=0)),
        ("not announced, taker", chelems[0, 2]),
        ("of the defence", chelems[:, 0].sum(axis=0)),
    ):
        yield name, int(these.sum()), int(these[1])


def chelem_table(sums: BonusSums, groups: Groups) -> pd.DataFrame:
    """Chelems announced and made, announced and failed, not announced, and of the defence."""
    return pd.DataFrame(
        {
            "group": group,
            "chelem": name,
            "deals": n,
            **columns("share", share(n, int(chelems.sum()))),
            **columns("made", share(made, n)),
        }
        for group, chelems in groups.of(sums.chelems)
        for name, n, made in _chelems(chelems)
    )


def petit_table(sums: BonusSums, groups: Groups) -> pd.DataFrame:
    """Petit au bout by side and contract: how often, whether that side won the contract, whether it decided.

    It decided where the score without it would have had another sign.
    """
    rows = []
    for group, petit in groups.of(sums.petit):
        for side, winner in (("taker", 2), ("defence", 0)):
            for contract in [*range(1, len(CONTRACTS)), None]:
                these = petit[1:] if contract is None else petit[contract : contract + 1]
                had = these[:, winner].sum(axis=0)  # made, decisive
                n = int(had.sum())
                won = int(had[1 if side == "taker" else 0].sum())
                decided = int(had[:, 1].sum())
                rows.append(
                    {
                        "group": group,
                        "side": side,
                        "contract": "all" if contract is None else CONTRACTS[contract],
                        "deals": n,
                        **columns("share", share(n, int(these.sum()))),
                        **columns("won", share(won, n)),
                        "decisive": decided,
                        **columns("decided", share(decided, n)),
                    }
                )
    return pd.DataFrame(rows)


def poignee_table(sums: BonusSums, groups: Groups) -> pd.DataFrame:
    """Poignées by side and level: how often shown, and how often the side of who showed it was paid.

    Shares are of all the seats of that side: one taker a deal, three defenders.
    """
    rows = []
    for group, poignees in groups.of(sums.poignees):
        for side in (1, 0):
            for level in [*range(1, len(LEVELS)), None]:
                shown = poignees[side, 1:].sum(axis=0) if level is None else poignees[side, level]
                n = int(shown.sum())
                rows.append(
                    {
                        "group": group,
                        "side": _SIDES[side],
                        "level": "all" if level is None else LEVELS[level],
                        "shown": n,
                        **columns("share", share(n, int(poignees[side].sum()))),
                        **columns("paid", share(int(shown[side]), n)),
                    }
                )
    return pd.DataFrame(rows)


def added_table(sums: BonusSums, groups: Groups) -> pd.DataFrame:
    """What the bonuses add to the taker's score, by contract: the mean over all its deals, part by part.

    ``contract`` is base and margin multiplied; ``bonuses`` is the score less that.
    """
    return pd.DataFrame(
        {
            "group": group,
            "contract": name,
            "deals": int(added[these, 0, 0].sum()),
            **columns("any", share(int(touched[these].sum()), int(added[these, 0, 0].sum()))),
            **{
                column: value
                for part, name_of_part in enumerate(_PARTS)
                for column, value in columns(
                    f"from_{name_of_part}", mean_of(added[these, part].sum(axis=0), 1.5)
                ).items()
            },
        }
        for (group, added), (_, touched) in zip(groups.of(sums.added), groups.of(sums.touched), strict=True)
        for name, these in [
            *((CONTRACTS[contract], [contract]) for contract in range(1, len(CONTRACTS))),
            ("all", list(range(1, len(CONTRACTS)))),
        ]
    )
