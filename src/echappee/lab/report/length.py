"""How long a game is: in moves, in decisions, and in minutes of people."""

from __future__ import annotations

import msgspec

from echappee.lab import pace
from echappee.lab.report.estimates import Interval, estimate, spread
from echappee.lab.report.game_kernels import CHOICES, LENGTH, SECONDS
from echappee.lab.report.study import Study
from echappee.lab.report.told import Grid, Section, Teller

NAME = "length"
_MEASURES = (("moves", LENGTH, 1), ("choices", CHOICES, 1), ("minutes", SECONDS, 60))
_SHORT = 20  # minutes: shorter games are told to the tenth


class Measure(msgspec.Struct, frozen=True):
    """One measure of length."""

    name: str
    mean: Interval
    middle: float
    low: float
    """Nine of ten games lie between this and ``high``."""
    high: float


class Figures(msgspec.Struct, frozen=True):
    """How long games are."""

    measures: list[Measure]


def measure(study: Study) -> Figures:
    """Measure all games."""
    found = []
    for name, fact, unit in _MEASURES:
        values = study.games.facts[..., fact] / unit
        middle, low, high = spread(values)
        found.append(Measure(name, estimate(values.mean(axis=1), low=0.0), middle, low, high))
    return Figures(found)


def tell(found: Figures, study: Study, teller: Teller) -> Section:
    """The section."""
    rows = [
        [
            teller.say(NAME, one.name), teller.amount(one.mean), teller.number(one.middle, 0),
            f"{teller.number(one.low, 0)}–{teller.number(one.high, 0)}",
        ]
        for one in found.measures
    ]  # fmt: skip
    moves, choices, minutes = found.measures
    digits = 0 if minutes.mean.mean > _SHORT else 1
    heads = [teller.say(NAME, key) for key in ("measure", "mean", "middle", "most")]
    return Section(
        name=NAME,
        title=teller.say(NAME, "title"),
        command=study.command(NAME),
        findings=[
            teller.say(
                NAME, "finding", minutes=teller.amount(minutes.mean, digits),
                low=teller.number(minutes.low, digits), high=teller.number(minutes.high, digits),
                choices=teller.amount(choices.mean, 0), moves=teller.number(moves.mean.mean, 0),
            )
        ],
        grids=[Grid(heads, rows)],
        notes=[teller.say(NAME, "note", think=pace.THINK, step=pace.STEP)],
    )  # fmt: skip
