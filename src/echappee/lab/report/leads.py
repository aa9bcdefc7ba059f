"""How often the lead changes, and when the winner is known."""

from __future__ import annotations

import msgspec
import numpy as np

from echappee.lab.report import charts
from echappee.lab.report.charts import Chart
from echappee.lab.report.estimates import Interval, estimate
from echappee.lab.report.game_kernels import CHANGES, LENGTH, PARTS, SETTLED
from echappee.lab.report.study import Study, share_interval
from echappee.lab.report.told import Grid, Section, Teller

NAME = "lead"


class Figures(msgspec.Struct, frozen=True):
    """The lead over a game."""

    fair: float
    changes: Interval
    """How often the lead goes from one to another."""
    never: Interval
    """Games in which it never does."""
    settled: Interval
    """After which part of the game the winner leads for good."""
    leading: list[Interval]
    """At each moment: how often who leads then wins."""


def measure(study: Study) -> Figures:
    """Look at who led when."""
    facts = study.games.facts
    changes = facts[..., CHANGES]
    return Figures(
        study.fair,
        estimate(changes.mean(axis=1), low=0.0),
        share_interval((changes == 0).mean(axis=1)),
        share_interval((facts[..., SETTLED] / np.maximum(1, facts[..., LENGTH])).mean(axis=1)),
        [share_interval(study.games.leading[..., p].mean(axis=1)) for p in range(PARTS + 1)],
    )


def tell(found: Figures, study: Study, teller: Teller) -> Section:
    """The section."""
    half = found.leading[PARTS // 2]
    rows = [
        [teller.say(NAME, "changes"), teller.amount(found.changes)],
        [teller.say(NAME, "never"), teller.share(found.never)],
        [teller.say(NAME, "settled"), teller.share(found.settled)],
    ]
    rows += [
        [teller.say(NAME, "at", part=teller.percent(p / PARTS)), teller.share(found.leading[p])]
        for p in (PARTS // 4, PARTS // 2, 3 * PARTS // 4, 9 * PARTS // 10)
    ]
    picture = charts.curve(
        found.leading, teller.percent, salt=NAME, fair=found.fair,
        ends=(teller.say(NAME, "start"), teller.say(NAME, "end")),
    )  # fmt: skip
    return Section(
        name=NAME,
        title=teller.say(NAME, "title"),
        command=study.command(NAME),
        findings=[
            teller.say(
                NAME, "finding", settled=teller.share(found.settled),
                changes=teller.amount(found.changes), half=teller.share(half),
            )
        ],
        charts=[Chart(picture, charts.described([(r[0], r[1]) for r in rows[3:]]),
                      teller.say(NAME, "caption"))],
        grids=[Grid(["", ""], rows)],
        notes=[teller.say(NAME, "note")],
    )  # fmt: skip
