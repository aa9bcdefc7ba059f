"""Two settings, stages or materials side by side: each figure, and by how much they differ.

Both tables play the same numbers of deals, and are compared deal by deal.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import numpy as np

from echappee.lab.report.estimates import Interval, difference, estimate, resampled
from echappee.lab.report.game_kernels import CHANGES, CHOICES, LENGTH, OPEN, PARTS, SECONDS, SETTLED
from echappee.lab.report.luck import equal_parts
from echappee.lab.report.plays import Array, Games
from echappee.lab.report.study import Study
from echappee.lab.report.told import Grid, Section, Teller, capital

NAME = "against"


class Pair(msgspec.Struct, frozen=True):
    """One figure at both tables."""

    name: str
    seat: int
    """Of which seat; -1 where it is none's."""
    share: bool
    one: Interval
    other: Interval
    change: Interval
    """From the first table to the other one."""


class Figures(msgspec.Struct, frozen=True):
    """All figures of both."""

    pairs: list[Pair]


_BY_DEAL: tuple[tuple[str, bool, Callable[[Games], Array]], ...] = (
    ("shared", True, lambda g: (g.places == 1).sum(axis=-1) > 1),
    ("moves", False, lambda g: g.facts[..., LENGTH]),
    ("choices", False, lambda g: g.facts[..., CHOICES]),
    ("open", False, lambda g: g.facts[..., OPEN] / np.maximum(1, g.facts[..., CHOICES])),
    ("minutes", False, lambda g: g.facts[..., SECONDS] / 60),
    ("changes", False, lambda g: g.facts[..., CHANGES]),
    ("settled", True, lambda g: g.facts[..., SETTLED] / np.maximum(1, g.facts[..., LENGTH])),
    ("half", True, lambda g: g.leading[..., PARTS // 2]),
)


def measure(one: Study, other: Study) -> Figures:
    """Compare two tables with as many players."""
    pairs = [
        _pair("wins", seat, True, one.games.won[..., seat], other.games.won[..., seat])
        for seat in range(one.table.players)
    ]
    pairs += [
        _pair(name, -1, share, figure(one.games), figure(other.games))
        for name, share, figure in _BY_DEAL
    ]
    first, second = equal_parts(one.games.won)[2], equal_parts(other.games.won)[2]
    change = resampled(
        lambda deals: _deal(other.games.won[deals]) - _deal(one.games.won[deals]),
        len(one.games.won),
    )
    return Figures([*pairs, Pair("deal", -1, True, first, second, change)])


def _deal(won: Array) -> float:
    return equal_parts(won)[2].mean


def _pair(name: str, seat: int, share: bool, one: Array, other: Array) -> Pair:
    a, b = one.mean(axis=1), other.mean(axis=1)
    ends = (0.0, 1.0) if share else (0.0, float("inf"))
    return Pair(name, seat, share, estimate(a, *ends), estimate(b, *ends), difference(b, a))


def tell(found: Figures, study: Study, other: Study, teller: Teller) -> Section:
    """The section."""
    rows, clear = [], []
    for pair in found.pairs:
        write = teller.share if pair.share else teller.amount
        seat = {"seat": teller.seat(pair.seat)} if pair.seat >= 0 else {}
        label = capital(teller.say(NAME, pair.name, **seat))
        if pair.change.low > 0 or pair.change.high < 0:
            size = abs(pair.change.mean) / max(abs(pair.one.mean), 1e-9)
            said = teller.say(
                NAME, "finding", label=label, one=write(pair.one), other=write(pair.other)
            )
            clear.append((size, said))
        mark = "●" if pair.change.low > 0 or pair.change.high < 0 else ""
        rows.append([label, write(pair.one), write(pair.other), write(pair.change), mark])
    clear.sort(key=lambda one: -one[0])
    here, there = (named(one, teller) for one in (study, other))
    heads = ["", here, there, teller.say(NAME, "change"), teller.say(NAME, "clear")]
    return Section(
        name=NAME,
        title=teller.say(NAME, "title"),
        command=study.command(NAME, "--against", *_flags(other)),
        findings=[said for _, said in clear[:3]] or [teller.say(NAME, "alike")],
        texts=[teller.say(NAME, "tables", here=here, there=there)],
        grids=[Grid(heads, rows)],
        notes=[teller.say(NAME, "note")],
    )


def named(study: Study, teller: Teller) -> str:
    """A table by what is not as usual at it."""
    return study.table.settings or teller.say(NAME, "usual")


def _flags(other: Study) -> list[str]:
    flags = [one for one in other.table.flags if one != "-o"]
    return [part for one in flags for part in (one, "--against")][:-1] or ["usual"]
