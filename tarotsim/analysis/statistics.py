"""Intervals: every figure in a table comes with n and a 95 % interval."""

from __future__ import annotations

from math import ceil, floor, sqrt
from typing import NamedTuple

import numpy as np

__all__ = ["Z_95", "Estimate", "columns", "mean", "quantile", "share"]

Z_95 = 1.959963984540054
"""The 97.5 % quantile of the standard normal distribution."""


class Estimate(NamedTuple):
    """A figure, its 95 % interval, and the number of observations; None where there are too few."""

    value: float | None
    low: float | None
    high: float | None
    n: int


def columns(name: str, estimate: Estimate) -> dict[str, float | None]:
    """The cells of a table that an estimate fills: ``name``, ``name_low``, ``name_high``."""
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def share(hits: int, n: int) -> Estimate:
    """The share ``hits / n`` with Wilson's score interval (E. B. Wilson, 1927)."""
    if n == 0:
        return Estimate(None, None, None, 0)
    p = hits / n
    z2 = Z_95 * Z_95
    centre = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = Z_95 / (1 + z2 / n) * sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    return Estimate(p, max(0.0, centre - half), min(1.0, centre + half), n)


def mean(total: int, squares: int, n: int, scale: float = 1.0) -> Estimate:
    """The mean of n observations from their sum and sum of squares (integers), times ``scale``.

    The interval is the normal one, from the sample variance; a single observation has none.
    """
    if n == 0:
        return Estimate(None, None, None, 0)
    average = total / n
    if n == 1:
        return Estimate(average * scale, None, None, 1)
    variance = (n * squares - total * total) / (n * (n - 1))
    half = Z_95 * sqrt(variance / n)
    return Estimate(average * scale, (average - half) * scale, (average + half) * scale, n)


def quantile(counts: np.ndarray, values: np.ndarray, q: float, scale: float = 1.0) -> Estimate:
    """The least of ``values`` (ascending) that a share ``q`` of the observations does not exceed.

    ``counts`` says how often each value came up. The interval goes from order statistic to order
    statistic, by the normal approximation to the binomial (W. J. Conover, Practical Nonparametric
    Statistics, 3.2); where it would reach beyond the observations there is none.
    """
    up_to = np.cumsum(counts)
    n = int(up_to[-1])
    if n == 0:
        return Estimate(None, None, None, 0)

    def ranked(rank: int) -> float:
        return float(values[np.searchsorted(up_to, rank)]) * scale

    half = Z_95 * sqrt(n * q * (1 - q))
    low, high = floor(n * q - half), ceil(n * q + half) + 1
    middle = ranked(max(1, ceil(n * q)))
    if low < 1 or high > n:
        return Estimate(middle, None, None, n)
    return Estimate(middle, ranked(low), ranked(high), n)
