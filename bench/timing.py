"""Timing several things against each other on a noisy machine.

A speed measured alone says little where other work shares the machine: it drifts by the minute.
So the contestants run in turn, A B C A B C …, on one core, and a ratio is taken only between runs
of the same round, which met about the same conditions. The median of those ratios is the result;
its lowest and highest values show how far to trust it.
"""

from __future__ import annotations

import contextlib
import os
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Spread:
    """A figure seen once per round: its median, lowest and highest value."""

    median: float
    low: float
    high: float


@dataclass(frozen=True)
class Comparison:
    """What `side_by_side` saw: `rates` in work units per second, one per round."""

    rates: dict[str, tuple[float, ...]]

    @property
    def first(self) -> str:
        """The name that all ratios are relative to."""
        return next(iter(self.rates))

    def rate(self, name: str) -> Spread:
        """Give the work units per second of `name`, over the rounds."""
        return _spread(self.rates[name])

    def ratio(self, name: str, to: str | None = None) -> Spread:
        """Divide the rate of `name` by that of `to` (by default the first), round by round."""
        base = self.rates[self.first if to is None else to]
        return _spread([ours / theirs for ours, theirs in zip(self.rates[name], base, strict=True)])

    def as_dict(self) -> dict[str, dict[str, float]]:
        """Everything as plain numbers, ready for JSON: one entry per name."""
        return {
            name: {
                "per_second": self.rate(name).median,
                "ratio": self.ratio(name).median,
                "ratio_low": self.ratio(name).low,
                "ratio_high": self.ratio(name).high,
            }
            for name in self.rates
        }

    def __str__(self) -> str:
        """Lay out a table for a person: one line per name."""
        width = max(map(len, self.rates))
        lines = []
        for name in self.rates:
            ratio = self.ratio(name)
            lines.append(
                f"{name:{width}} {self.rate(name).median:14,.0f} /s   "
                f"×{ratio.median:.2f} of {self.first} ({ratio.low:.2f}–{ratio.high:.2f})"
            )
        return "\n".join(lines)


def _spread(figures: list[float] | tuple[float, ...]) -> Spread:
    return Spread(statistics.median(figures), min(figures), max(figures))


@contextlib.contextmanager
def one_core(core: int | None = None) -> Iterator[None]:
    """Keep this thread, and the threads that it starts, on one core (where the system can).

    Without `core`, the last one that the process may use.
    """
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(allowed) if core is None else core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def side_by_side(
    contestants: Mapping[str, Callable[[], float]],
    rounds: int = 5,
    *,
    warm_up: bool = True,
    core: int | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Comparison:
    """Run the contestants in turn, `rounds` times, on one core, and compare their rates.

    Each one returns the work units that it did (moves, say); how long a run takes is up to it, and
    some tenths of a second or more is best. Wall time is measured unless another `clock` is given.
    One round before the first is not measured (`warm_up`): it fills caches and compiles.
    """
    if not contestants:
        raise ValueError("nothing to compare")
    if rounds < 1:
        raise ValueError(f"at least one round is needed, not {rounds}")
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    with one_core(core):
        if warm_up:
            for run in contestants.values():
                run()
        for _ in range(rounds):
            for name, run in contestants.items():
                start = clock()
                units = run()
                seconds = clock() - start
                if units <= 0 or seconds <= 0:
                    raise ValueError(f"{name} did {units} units of work in {seconds} s")
                rates[name].append(units / seconds)
    return Comparison({name: tuple(seen) for name, seen in rates.items()})
