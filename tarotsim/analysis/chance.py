"""What chance must give, computed exactly, beside what a log holds."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterator
from math import comb, sqrt
from typing import Any

import numpy as np
import pandas as pd

from tarotsim.analysis.statistics import Estimate, columns, mean, share
from tarotsim.analysis.sums import HALVES, Counter
from tarotsim.bits import popcount
from tarotsim.cards import CARD_COUNT
from tarotsim.engine.deal import deal_cards
from tarotsim.jit import kernel
from tarotsim.rules.settlement import halves_of
from tarotsim.rules.tables import (
    BOUTS,
    CHIEN_CARDS,
    HAND_CARDS,
    KINGS,
    PETIT_SEC,
    PLAIN_BIT,
    SEATS,
    TRUMP_BIT,
    TRUMPS,
)

__all__ = ["CHANCES", "chance_table"]

ChanceSums = namedtuple("ChanceSums", ["petit_sec", "chien", "hand", "chien_halves", "hand_halves"])

_KINDS = ("trumps", "bouts", "kings")
_SPECIAL = {"trumps": TRUMPS.bit_count(), "bouts": BOUTS.bit_count(), "kings": KINGS.bit_count()}
"""How many cards of each kind there are; trumps without the Excuse."""
_ENOUGH = 9
"""A share has a z only where n p (1 - p) is at least so much: below, the normal law is no measure."""


def _shapes(players: int, lines: int) -> dict[str, tuple[int, ...]]:
    """The shape of each sum."""
    return {
        "petit_sec": (2,),  # no, yes
        "chien": (len(_KINDS), CHIEN_CARDS + 1),
        "hand": (len(_KINDS), HAND_CARDS + 1),
        "chien_halves": (HALVES,),
        "hand_halves": (HALVES,),
    }


@kernel
def is_counted(deal, counted):
    """Whether ``deal`` lies in one of the ranges (from, up to) of ``counted``."""
    found = False
    for number in range(counted.shape[0]):
        found = found or counted[number, 0] <= deal < counted[number, 1]
    return found


@kernel
def count_dealt_hand(deal, seed, pack, hidden, sums):
    """Deal number ``deal`` again and count the hand of the first to speak."""
    deal_cards(np.uint64(seed), np.uint64(deal), pack, hidden)
    seat = (deal + 1) & (SEATS - 1)
    plain, trumps = hidden.plain[seat], hidden.trumps[seat]
    sums.hand[0, popcount(trumps & TRUMPS)] += 1
    sums.hand[1, popcount(trumps & BOUTS)] += 1
    sums.hand[2, popcount(plain & KINGS)] += 1
    sums.hand_halves[halves_of(plain, trumps)] += 1


@kernel
def count_chances(rows, place, sums, work):
    """Count petit sec and chien of a deal, and the first speaker's hand if it is one to deal again.

    Each deal of a seed is counted once, however many lines hold it.
    """
    for deal in rows:
        if deal.faults or is_counted(deal.deal, place.counted):
            continue
        sums.petit_sec[1 if deal.status == PETIT_SEC else 0] += 1
        sums.chien[0, deal.chien_trumps] += 1
        sums.chien[1, deal.chien_bouts] += 1
        sums.chien[2, deal.chien_kings] += 1
        sums.chien_halves[deal.chien_halves] += 1
        if place.stride and deal.deal % place.stride == 0:
            count_dealt_hand(deal.deal, place.seed, work[3], work[1], sums)


CHANCES = Counter(_shapes, ChanceSums, count_chances)


def hypergeometric(drawn: int, special: int, found: int) -> float:
    """The chance of ``found`` of the ``special`` cards among ``drawn`` from the pack."""
    if found > special:
        return 0.0
    return comb(special, found) * comb(CARD_COUNT - special, drawn - found) / comb(CARD_COUNT, drawn)


def petit_sec_chance() -> float:
    """T1 and 17 of the cards that are no trumps and not the Excuse, in one of four hands."""
    suit_cards = CARD_COUNT - TRUMPS.bit_count() - 1
    return SEATS * comb(suit_cards, HAND_CARDS - 1) / comb(CARD_COUNT, HAND_CARDS)


def half_points_drawn(drawn: int) -> tuple[float, float]:
    """Mean and standard deviation of the half points of ``drawn`` cards, without replacement."""
    values = [int(halves_of(PLAIN_BIT[card], TRUMP_BIT[card])) for card in range(CARD_COUNT)]
    average = sum(values) / CARD_COUNT
    variance = sum((value - average) ** 2 for value in values) / CARD_COUNT
    return drawn * average, sqrt(drawn * variance * (CARD_COUNT - drawn) / (CARD_COUNT - 1))


def _share_row(what: str, exact: float, hits: int, n: int) -> dict[str, Any]:
    observed = share(hits, n)
    spread = n * exact * (1 - exact)
    z = (hits - n * exact) / sqrt(spread) if spread >= _ENOUGH else None
    return _row(what, "share", exact, observed, z)


def _mean_row(what: str, drawn: int, counts: np.ndarray) -> dict[str, Any]:
    values = np.arange(counts.size)
    n, total, squares = int(counts.sum()), int(counts @ values), int(counts @ values**2)
    exact, deviation = half_points_drawn(drawn)
    z = (total - n * exact) / (deviation * sqrt(n)) if n >= _ENOUGH else None
    return _row(what, "mean points", exact / 2, mean(total, squares, n, 0.5), z)


def _row(what: str, kind: str, exact: float, observed: Estimate, z: float | None) -> dict[str, Any]:
    return {
        "what": what,
        "kind": kind,
        "deals": observed.n,
        "exact": exact,
        **columns("observed", observed),
        "z": z,
    }


def _classes(drawn: int, special: int) -> Iterator[tuple[str, range]]:
    """Numbers of special cards; where there are many, those rarer than 1 in 200 are taken together."""
    possible = range(min(drawn, special) + 1)
    rare = 1 / 200 if len(possible) > CHIEN_CARDS + 1 else 0
    likely = [found for found in possible if hypergeometric(drawn, special, found) >= rare]
    least, most = likely[0], likely[-1]
    if least > 0:
        yield "0" if least == 1 else f"{least - 1} or fewer", range(least)
    for found in likely:
        yield str(found), range(found, found + 1)
    if most < possible[-1]:
        yield f"{most + 1} or more", range(most + 1, possible[-1] + 1)


def chance_table(sums: ChanceSums) -> pd.DataFrame:
    """Exact values (hypergeometric) beside those observed, with z, the distance in standard errors.

    The chien is that of every deal; the hand is that of the first to speak in the deals that were
    dealt again, before anybody chose to bid.
    """
    rows = [_share_row("petit sec", petit_sec_chance(), int(sums.petit_sec[1]), int(sums.petit_sec.sum()))]
    for place, drawn, counts, halves in (
        ("chien", CHIEN_CARDS, sums.chien, sums.chien_halves),
        ("hand", HAND_CARDS, sums.hand, sums.hand_halves),
    ):
        for kind, found in zip(_KINDS, counts, strict=True):
            for name, numbers in _classes(drawn, _SPECIAL[kind]):
                exact = sum(hypergeometric(drawn, _SPECIAL[kind], number) for number in numbers)
                hits = int(found[numbers.start : numbers.stop].sum())
                rows.append(_share_row(f"{place}: {kind} {name}", exact, hits, int(found.sum())))
        rows.append(_mean_row(f"{place}: card points", drawn, halves))
    return pd.DataFrame(rows)
