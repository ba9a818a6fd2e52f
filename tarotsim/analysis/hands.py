"""The taker's hand: what it held, how its bouts moved, and what came of it."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from tarotsim.analysis.statistics import columns, mean, share
from tarotsim.analysis.sums import HALVES, MOMENTS, TAKERS, Counter, Groups, add
from tarotsim.jit import kernel
from tarotsim.rules.tables import CHIEN_FOR_TAKER, HAND_CARDS, PLAYED, SEATS, TARGET

__all__ = ["HANDS", "hand_table", "kings_table", "movement_table", "points_table"]

HandSums = namedtuple("HandSums", ["moves", "cells", "points", "kings"])

BOUTS_HELD = len(TARGET)
_KINGS = SEATS + 1
_MADE = MOMENTS
"""Where, after the moments of the amount, the contracts made are counted."""
POINTS_CLASS = 3
"""Card points in a class of `points_table`."""


def _shapes(players: int, lines: int) -> dict[str, tuple[int, ...]]:
    """The shape of each sum."""
    takers, results = TAKERS * players, MOMENTS + 1
    return {
        "moves": (takers, BOUTS_HELD, BOUTS_HELD, BOUTS_HELD),  # bouts in hand, with the chien, captured
        "cells": (takers, HAND_CARDS + 1, BOUTS_HELD, results),  # trumps, bouts
        "points": (takers, HALVES, results),
        "kings": (takers, _KINGS, results),
    }


@kernel
def count_hands(rows, place, sums, work):
    """Count a played deal by what the taker's hand held."""
    for deal in rows:
        if deal.faults or deal.status != PLAYED:
            continue
        with_chien = deal.hand_bouts
        if CHIEN_FOR_TAKER[deal.contract]:
            with_chien += deal.chien_bouts
        sums.moves[deal.who, deal.hand_bouts, with_chien, deal.bouts] += 1
        for cell in (
            sums.cells[deal.who, deal.hand_trumps, deal.hand_bouts],
            sums.points[deal.who, deal.hand_halves],
            sums.kings[deal.who, deal.hand_kings],
        ):
            add(cell, deal.amount)
            cell[_MADE] += deal.won


HANDS = Counter(_shapes, HandSums, count_hands)


def _results(cell: np.ndarray) -> dict[str, Any]:
    """Deals, made and mean score of a cell."""
    n, total, squares, made = (int(value) for value in cell)
    return {"deals": n, **columns("made", share(made, n)), **columns("score", mean(total, squares, n, 1.5))}


def movement_table(sums: HandSums, groups: Groups) -> pd.DataFrame:
    """How bouts move: from the hand to hand and chien, and from there to those captured.

    A row is a number of bouts at one stage; ``to_0`` to ``to_3`` are the shares of what it became at
    the next. A chien that goes to the defence adds nothing to the hand.
    """
    return pd.DataFrame(
        {
            "group": group,
            "stage": stage,
            "bouts": bouts,
            "deals": int(matrix[bouts].sum()),
            **{
                column: value
                for to in range(BOUTS_HELD)
                for column, value in columns(
                    f"to_{to}", share(int(matrix[bouts, to]), int(matrix[bouts].sum()))
                ).items()
            },
        }
        for group, moves in groups.of(sums.moves)
        for stage, matrix in (
            ("hand to hand and chien", moves.sum(axis=2)),
            ("hand and chien to captured", moves.sum(axis=0)),
            ("hand to captured", moves.sum(axis=1)),
        )
        for bouts in range(BOUTS_HELD)
    )


def _frame(keys: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> pd.DataFrame:
    """A table of rows (values of ``keys`` ..., cell); its columns are there even if no row is."""
    names = [*keys, *_results(np.zeros(_MADE + 1, np.int64))]
    return pd.DataFrame(
        [dict(zip(keys, values, strict=True)) | _results(cell) for *values, cell in rows], columns=names
    )


def hand_table(sums: HandSums, groups: Groups) -> pd.DataFrame:
    """Made and expected score by the trumps (without the Excuse) and bouts of the taker's hand."""
    return _frame(
        ("group", "trumps", "bouts"),
        (
            (group, trumps, bouts, cells[trumps, bouts])
            for group, cells in groups.of(sums.cells)
            for trumps in range(HAND_CARDS + 1)
            for bouts in range(BOUTS_HELD)
            if sums.cells[:, trumps, bouts].any()
        ),
    )


def points_table(sums: HandSums, groups: Groups, width: int = POINTS_CLASS) -> pd.DataFrame:
    """Made and expected score by the card points of the taker's hand, in classes of ``width`` points."""
    classes = np.arange(HALVES) // (2 * width)
    there = np.unique(classes[sums.points.any(axis=(0, 2))]).tolist()
    return _frame(
        ("group", "from", "below"),
        (
            (group, place * width, (place + 1) * width, points[classes == place].sum(axis=0))
            for group, points in groups.of(sums.points)
            for place in there
        ),
    )


def kings_table(sums: HandSums, groups: Groups) -> pd.DataFrame:
    """Made and expected score by the kings of the taker's hand."""
    return _frame(
        ("group", "kings"),
        ((group, held, kings[held]) for group, kings in groups.of(sums.kings) for held in range(_KINGS)),
    )
