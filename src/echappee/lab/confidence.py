"""When a claim about a mean is decided: a confidence sequence, valid at every look.

An ordinary 95 % interval is right once, at a number of games that was fixed beforehand. Who looks
after every game and stops when it looks good is wrong far more often. The interval here holds at
all looks at once with 95 % (a normal mixture, asymptotic in the number of observations), so one may
stop whenever one likes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import msgspec

ALPHA = 0.05
_LEAST = 8  # observations before anything is said
_TUNED_FOR = 60  # observations at which the interval is tightest

Verdict = Literal["yes", "no", "open"]


class Interval(msgspec.Struct, frozen=True):
    """A mean, and where it lies with 95 %."""

    mean: float
    low: float
    high: float

    def verdict(self, claim: float) -> Verdict:
        """Is the mean at least ``claim``?"""
        if self.low >= claim:
            return "yes"
        return "no" if self.high < claim else "open"


def interval(values: Sequence[float], low: float = 0.0, high: float = 1.0) -> Interval:
    """Where the mean of such values lies; all of them are between ``low`` and ``high``."""
    n = len(values)
    if n < _LEAST:
        mean = sum(values) / n if n else (low + high) / 2
        return Interval(mean, low, high)
    mean = sum(values) / n
    # One more at either end keeps the spread honest where all values so far were the same.
    spread = sum((v - mean) ** 2 for v in values) + (low - mean) ** 2 + (high - mean) ** 2
    sigma = math.sqrt(spread / (n + 1))
    log = -2 * math.log(ALPHA)
    rho2 = (log + math.log(log) + 1) / _TUNED_FOR
    width = sigma * math.sqrt(
        2 * (n * rho2 + 1) / (n * n * rho2) * math.log(math.sqrt(n * rho2 + 1) / ALPHA)
    )
    return Interval(mean, max(low, mean - width), min(high, mean + width))
