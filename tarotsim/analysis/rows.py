"""Rows of a log as the kernels of the analysis see them: whole numbers only, a record a deal."""

from __future__ import annotations

import numpy as np

from tarotsim.analysis.invariants import HALF_POINTS
from tarotsim.jit import kernel
from tarotsim.rules.tables import CHIEN_IS_TAKEN, PLAYED, SEATS

__all__ = ["BLOCK", "DEAL", "take_rows"]

_ONE = np.int16
_BY_SEAT = (np.int16, (SEATS,))

DEAL = np.dtype(
    [
        ("deal", np.int64),
        ("faults", np.int64),  # bits of the checks that it did not pass, see `invariants`
        ("dealer", _ONE),
        ("status", _ONE),
        ("bid", *_BY_SEAT),
        ("taker", _ONE),
        ("contract", _ONE),
        ("hand_trumps", _ONE),
        ("hand_bouts", _ONE),
        ("hand_kings", _ONE),
        ("hand_halves", _ONE),
        ("chien_trumps", _ONE),
        ("chien_bouts", _ONE),
        ("chien_kings", _ONE),
        ("chien_halves", _ONE),
        ("discard_trumps", _ONE),
        ("discard_halves", _ONE),
        ("poignee", *_BY_SEAT),
        ("chelem_announced", _ONE),
        ("tricks", _ONE),
        ("bouts", _ONE),
        ("target_halves", _ONE),
        ("halves", _ONE),
        ("margin", _ONE),
        ("won", _ONE),
        ("petit_au_bout", _ONE),
        ("chelem", _ONE),
        ("score", *_BY_SEAT),
        ("who", _ONE),  # player, seat and position of the taker in one number, see `sums.Groups`
        ("amount", _ONE),  # what each defender pays the taker
    ],
    align=True,
)
"""The columns of a deal; card points, margin and scores in half points.

What the log leaves empty is of no meaning here: the taker's columns of a cancelled deal, the
discard's where there was none.
"""

BLOCK = 2**14
"""Rows made into records at a time: few enough to stay in the processor's cache until all is counted."""


@kernel
def take_rows(deals, start, rows):
    """Fill ``rows`` (DEAL records) with the rows of ``deals`` from ``start`` on.

    Their ``faults`` are left alone, but for HALF_POINTS: points or scores that are no half points.
    """
    for number in range(rows.size):
        i = start + number
        deal = rows[number]
        deal.deal = deals.deal[i]
        deal.dealer = deals.dealer[i]
        deal.status = deals.status[i]
        deal.chien_trumps = deals.chien_trumps[i]
        deal.chien_bouts = deals.chien_bouts[i]
        deal.chien_kings = deals.chien_kings[i]
        deal.chien_halves = np.int16(2 * deals.chien_points[i])
        deal.chelem_announced = deals.chelem_announced[i]
        deal.petit_au_bout = deals.petit_au_bout[i]
        deal.chelem = deals.chelem[i]
        lost = abs(2 * deals.chien_points[i] - deal.chien_halves)  # adding up costs less than branches
        for seat in range(SEATS):
            deal.bid[seat] = deals.bid[seat, i]
            deal.poignee[seat] = deals.poignee[seat, i]
            deal.score[seat] = np.int16(2 * deals.score[seat, i])
            lost += abs(2 * deals.score[seat, i] - deal.score[seat])
        if deal.status == PLAYED:
            deal.taker = deals.taker[i]
            deal.contract = deals.contract[i]
            deal.hand_trumps = deals.hand_trumps[i]
            deal.hand_bouts = deals.hand_bouts[i]
            deal.hand_kings = deals.hand_kings[i]
            deal.hand_halves = np.int16(2 * deals.hand_points[i])
            deal.tricks = deals.tricks[i]
            deal.bouts = deals.bouts[i]
            deal.target_halves = np.int16(2 * deals.target[i])
            deal.halves = np.int16(2 * deals.card_points[i])
            deal.margin = np.int16(2 * deals.margin[i])
            deal.won = deals.won[i]
            if 0 <= deal.contract < CHIEN_IS_TAKEN.size and CHIEN_IS_TAKEN[deal.contract]:
                deal.discard_trumps = deals.discard_trumps[i]
                deal.discard_halves = np.int16(2 * deals.discard_points[i])
                lost += abs(2 * deals.discard_points[i] - deal.discard_halves)
            lost += abs(2 * deals.hand_points[i] - deal.hand_halves)
            lost += abs(2 * deals.target[i] - deal.target_halves)
            lost += abs(2 * deals.card_points[i] - deal.halves)
            lost += abs(2 * deals.margin[i] - deal.margin)
        if lost != 0:  # NaN is not 0 either
            deal.faults |= 1 << HALF_POINTS
