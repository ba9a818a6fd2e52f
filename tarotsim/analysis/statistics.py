"""Intervals: every figure in a table comes with n and a 95 % interval."""

from __future__ import annotations

from math import ceil, erfc, floor, sqrt
from typing import NamedTuple

import numpy as np

__all__ = [
    "Z_95",
    "Estimate",
    "PairSums",
    "columns",
    "mean",
    "p_value",
    "quantile",
    "ratio",
    "ratio_share",
    "share",
]

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
    return Estimate(hits / n, *_wilson(hits / n, n), n)


def _wilson(p: float, n: float) -> tuple[float, float]:
    """Wilson's score interval for the share ``p`` among ``n``."""
    z2 = Z_95 * Z_95
    centre = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = Z_95 / (1 + z2 / n) * sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)


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


def p_value(total: int, squares: int, n: int) -> float | None:
    """How likely a mean as far from 0, to either side, is if the true mean is 0 (normal, two-sided).

    From the sums that `mean` takes; None for fewer than two observations.
    """
    if n < 2:
        return None
    variance = (n * squares - total * total) / (n * (n - 1))
    if variance == 0:
        return 1.0 if total == 0 else 0.0
    return erfc(abs(total / n) / sqrt(2 * variance / n))


class PairSums(NamedTuple):
    """Whole-number sums over n clusters (deals) of y and x: what a ratio is estimated from."""

    n: int
    y: int
    x: int
    yy: int
    xy: int
    xx: int

    @property
    def variance(self) -> float:
        """The variance of y / x: of the residuals y - (Y / X) x, over n (X / n)^2."""
        residuals = self.x**2 * self.yy - 2 * self.x * self.y * self.xy + self.y**2 * self.xx
        return self.n * residuals / ((self.n - 1) * self.x**4)


def ratio(sums: PairSums, scale: float = 1.0) -> Estimate:
    """The ratio of the sums of y and x over clusters (deals), times ``scale``; its n is the sum of x.

    The interval is the normal one with the linearised variance (W. G. Cochran, Sampling Techniques,
    3rd ed. 1977, chapter 6): what happens in the same deal may well depend on each other.
    """
    if sums.x == 0:
        return Estimate(None, None, None, 0)
    value = sums.y / sums.x
    if sums.n == 1:
        return Estimate(value * scale, None, None, sums.x)
    half = Z_95 * sqrt(sums.variance)
    return Estimate(value * scale, (value - half) * scale, (value + half) * scale, sums.x)


def ratio_share(sums: PairSums) -> Estimate:
    """A share, y of x, over clusters (deals); its n is the sum of x.

    Wilson's interval with the number of independent cases that gives the variance of `ratio` (E. L.
    Korn and B. I. Graubard, 1998, do so with another interval); for a share of 0 or 1, which shows
    no variance, with X^2 / sum(x^2) cases: the clusters, weighted by size (L. Kish, 1965).
    """
    if sums.x == 0:
        return Estimate(None, None, None, 0)
    p = sums.y / sums.x
    if sums.n == 1:
        return Estimate(p, None, None, sums.x)
    spread = p * (1 - p)
    if spread == 0:
        return Estimate(p, *_wilson(p, sums.x**2 / sums.xx), sums.x)
    variance = sums.variance
    if variance == 0:
        return Estimate(p, p, p, sums.x)
    return Estimate(p, *_wilson(p, spread / variance), sums.x)
