"""Means with the range in which they lie, 95 of 100 times. The deal is the unit of all of them.

Games of one deal have their cards in common and count as one observation; so two tables that play
the same deals are compared deal by deal.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from echappee.lab.confidence import Interval
from echappee.lab.report.plays import Array

__all__ = ["Interval", "difference", "estimate", "resampled", "spread"]

_GROUPS = 20
_LEAST = 2  # observations before any range is told


def quantile(freedom: int) -> float:
    """Student's 97.5 % quantile, by its first terms around the normal one."""
    z = 1.959964
    terms = ((z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96)
    return z + terms[0] / freedom + terms[1] / freedom**2


def estimate(values: Array, low: float = -math.inf, high: float = math.inf) -> Interval:
    """The mean of one value a deal; none can lie outside ``low`` and ``high``.

    Where both are finite, one more at either end keeps the range honest if all values were alike.
    """
    n = len(values)
    mean = float(np.mean(values)) if n else math.nan
    if n < _LEAST:
        return Interval(mean, low, high)
    squares = float(np.sum((values - mean) ** 2))
    bounded = math.isfinite(low) and math.isfinite(high)
    if bounded:
        squares += (low - mean) ** 2 + (high - mean) ** 2
    width = quantile(n - 1) * math.sqrt(squares / (n + 1 if bounded else n - 1) / n)
    return Interval(mean, max(low, mean - width), min(high, mean + width))


def difference(one: Array, other: Array) -> Interval:
    """The mean of one less that of the other; deal by deal where there are as many."""
    if len(one) == len(other):
        return estimate(one - other)
    a, b = estimate(one), estimate(other)
    mean = a.mean - b.mean
    width = math.hypot(a.high - a.mean, b.high - b.mean)
    return Interval(mean, mean - width, mean + width)


def resampled(
    statistic: Callable[[Array], float], deals: int, low: float = -math.inf, high: float = math.inf
) -> Interval:
    """Any figure of a set of deals, by leaving out a twentieth of them at a time (a jackknife)."""
    every = np.arange(deals)
    whole = statistic(every)
    groups = min(_GROUPS, deals)
    if groups < _LEAST:
        return Interval(whole, low, high)
    found = np.array([statistic(every[every % groups != group]) for group in range(groups)])
    found = found[np.isfinite(found)]
    if len(found) < _LEAST or not math.isfinite(whole):
        return Interval(whole, low, high)
    n = len(found)
    width = quantile(n - 1) * math.sqrt((n - 1) / n * float(np.sum((found - found.mean()) ** 2)))
    return Interval(whole, max(low, whole - width), min(high, whole + width))


def spread(values: Array) -> tuple[float, float, float]:
    """The middle of some values, and between what nine of ten lie, an equal part on either side."""
    low, middle, high = np.percentile(values, (5, 50, 95))
    return float(middle), float(low), float(high)
