"""Learning what a hand is worth: `expert` plays as the taker by the hundred thousand, and counts.

Least squares on exact integer sums, so the result depends on the deals alone, not on threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tarotsim.engine.batch import Engine
from tarotsim.engine.loop import ROW
from tarotsim.errors import BadInput
from tarotsim.jit import kernel, seal_cache
from tarotsim.rules.judge import TRANSCRIPT
from tarotsim.rules.tables import (
    CONTRACTS,
    GARDE,
    GARDE_SANS,
    PASS,
    PLAYED,
    SEATS,
)
from tarotsim.strategies.expert import STRATEGY as EXPERT
from tarotsim.strategies.expert.evaluation import FEATURES, count_features, hand_values
from tarotsim.strategies.strategy import Strategy

__all__ = ["Fit", "fit_weights", "taken_contracts"]

CHUNK = 4096


def _bid_pass(view):
    return PASS


def _bid_garde(view):
    return GARDE


def _bid_garde_sans(view):
    return GARDE_SANS


@dataclass(frozen=True)
class Fit:
    """A linear model: its weights, how many deals made it, and the share of variance it explains."""

    weights: np.ndarray
    """(features,), in card points."""
    deals: int
    r_squared: float


@dataclass
class _Sums:
    """The sums of a least-squares fit: counts by counts, counts by margin, margin (half points)."""

    xx: np.ndarray
    xy: np.ndarray
    y: int = 0
    yy: int = 0
    n: int = 0

    def add(self, counts: np.ndarray, halves: np.ndarray) -> None:
        self.xx += counts.T @ counts
        self.xy += counts.T @ halves
        self.y += int(halves.sum())
        self.yy += int(halves @ halves)
        self.n += len(halves)

    def solve(self) -> Fit:
        """The fit; raises BadInput where there are too few deals for so many weights."""
        if self.n <= len(self.xy):
            raise BadInput(f"{self.n} deals were played: too few to fit {len(self.xy)} weights")
        weights = np.linalg.pinv(self.xx.astype(float), hermitian=True) @ self.xy
        rest = self.yy - 2 * weights @ self.xy + weights @ self.xx @ weights
        total = self.yy - self.y**2 / self.n
        return Fit(weights / 2, self.n, float(1 - rest / total))


def _sums(features: int) -> _Sums:
    return _Sums(np.zeros((features, features), np.int64), np.zeros(features, np.int64))


def _played(
    players: list[Strategy], seed: int, deals: int, threads: int, progress: Callable[[int], None]
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """(rows, transcripts) of the deals that were played out, some thousand at a time, in order."""
    engine = Engine(players)
    seal_cache()

    def play(first: int) -> tuple[np.ndarray, np.ndarray]:
        count = min(CHUNK, deals - first)
        rows, transcripts = np.zeros(count, ROW), np.zeros(count, TRANSCRIPT)
        engine.play(seed, first, count, rows, transcripts)
        done = rows["status"] == PLAYED
        return rows[done], transcripts[done]

    with ThreadPoolExecutor(threads) as pool:
        starts = range(0, deals, CHUNK)
        for start, played in zip(starts, pool.map(play, starts), strict=True):
            yield played
            progress(min(CHUNK, deals - start))


def _margins(rows: np.ndarray) -> np.ndarray:
    """The taker's card points above the target, in half points."""
    return rows["halves"].astype(np.int64) - 2 * rows["target"].astype(np.int64)


@kernel
def _count_hands(plain, trumps, counts):
    for number in range(plain.size):
        count_features(plain[number], trumps[number], counts[number])


@kernel
def _values_of(plain, trumps, values):
    counts = np.empty(len(FEATURES), np.int64)
    for number in range(plain.size):
        values[number, 0], values[number, 1] = hand_values(plain[number], trumps[number], counts)


def _hands(rows: np.ndarray, transcripts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The takers' hands as dealt."""
    place = (np.arange(len(rows)), rows["taker"].astype(np.int64))
    return np.ascontiguousarray(transcripts["plain"][place]), np.ascontiguousarray(
        transcripts["trumps"][place]
    )


def _fit_bid(
    bid: Callable[..., int], seed: int, deals: int, threads: int, progress: Callable[[int], None]
) -> Fit:
    """The margin that a hand can expect in the contract ``bid`` names, by FEATURES."""
    taker, silent = replace(EXPERT, bid=bid), replace(EXPERT, bid=_bid_pass)
    sums = _sums(len(FEATURES))
    for seat in range(SEATS):
        players = [taker if place == seat else silent for place in range(SEATS)]
        for rows, transcripts in _played(players, seed, deals, threads, progress):
            counts = np.zeros((len(rows), len(FEATURES)), np.int64)
            _count_hands(*_hands(rows, transcripts), counts)
            sums.add(counts, _margins(rows))
    return sums.solve()


def fit_weights(
    deals: int, seed: int, threads: int, progress: Callable[[int], None]
) -> tuple[dict[str, Any], dict[str, Fit]]:
    """Fit all weights of `expert` on ``deals`` deals for each seat and contract.

    Returns what goes into its ``weights.json`` (card points; see `strategies.expert.evaluation`), and
    the fits by name.
    """
    fits = {
        "with_chien": _fit_bid(_bid_garde, seed, deals, threads, progress),
        "without_chien": _fit_bid(_bid_garde_sans, seed, deals, threads, progress),
    }
    weights: dict[str, Any] = {"deals": deals, "seed": seed}
    for name, fit in fits.items():
        values = fit.weights.copy()
        values[0] += 50
        weights[name] = np.round(values, 2).tolist()
    return weights, fits


def taken_contracts(
    deals: int, seed: int, threads: int, progress: Callable[[int], None]
) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """The contracts that four `expert` players take: by name (values of the takers' hands, whether made)."""
    values: dict[str, list[np.ndarray]] = {name: [] for name in CONTRACTS[1:]}
    made: dict[str, list[np.ndarray]] = {name: [] for name in CONTRACTS[1:]}
    for rows, transcripts in _played([EXPERT] * SEATS, seed, deals, threads, progress):
        both = np.empty((len(rows), 2))
        _values_of(*_hands(rows, transcripts), both)
        for contract, name in enumerate(CONTRACTS[1:], 1):
            here = rows["contract"] == contract
            values[name].append(both[here, 0 if contract < GARDE_SANS else 1])
            made[name].append(rows["won"][here] > 0)
    return {name: (np.concatenate(values[name]), np.concatenate(made[name])) for name in values}
