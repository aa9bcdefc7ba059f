"""How much decisions matter: the best move against a middling one, by phase of the game.

A sample of decisions is weighed: after each legal move the same possible worlds are played on to
the end. The best and the middling move are chosen by one half of the worlds and compared in the
other half, and the other way round; so chance does not make the best look better than it is.
"""

from __future__ import annotations

import msgspec
import numpy as np

from echappee.lab.report import charts
from echappee.lab.report.charts import Chart
from echappee.lab.report.decision_kernels import MOVES, SEAT
from echappee.lab.report.estimates import Interval, estimate
from echappee.lab.report.game_kernels import CHOICES, FORCED, OPEN
from echappee.lab.report.plays import PHASES, Array, Decisions
from echappee.lab.report.study import WORLDS, Study, share_interval
from echappee.lab.report.told import Grid, Section, Teller

NAME = "decisions"


class Figures(msgspec.Struct, frozen=True):
    """What choosing well is worth."""

    decisions: int
    gains: list[Interval]
    """By phase: the best move's wins less a middling one's."""
    everywhere: Interval
    """The same over all phases."""
    forced: Interval
    """Moves without a choice."""
    open: Interval
    """Moves to choose among, where there is a choice."""


def gains(found: Decisions) -> Array:
    """By deal and phase: what the best move wins more than a middling one; nan without a choice."""
    worth = np.full(found.facts.shape[:2], np.nan)
    for deal, phase in np.ndindex(*worth.shape):
        n, seat = int(found.facts[deal, phase, MOVES]), int(found.facts[deal, phase, SEAT])
        if n > 1:
            worth[deal, phase] = gain(found.wins[deal, phase, :, :n, seat])
    return worth


def gain(wins: Array) -> float:
    """What the best move wins more than a middling one, in ``wins[half, move]``, from 0 to 1."""
    halves = wins.astype(float)
    total = 0.0
    for chosen_by, judged_by in ((0, 1), (1, 0)):
        order = np.argsort(halves[chosen_by], kind="stable")
        best, middle = order[-1], order[(len(order) - 1) // 2]
        total += halves[judged_by, best] - halves[judged_by, middle]
    return float(total / 2)


def measure(study: Study) -> Figures:
    """Weigh decisions."""
    facts = study.games.facts
    worth = gains(study.decisions) / (WORLDS / 2)
    moves = facts[..., CHOICES] + facts[..., FORCED]
    with np.errstate(invalid="ignore"):
        by_phase = [worth[:, phase] for phase in range(PHASES)]
    every = np.array([row[~np.isnan(row)].mean() for row in worth if not np.isnan(row).all()])
    return Figures(
        int((~np.isnan(worth)).sum()),
        [estimate(one[~np.isnan(one)], -1.0, 1.0) for one in by_phase],
        estimate(every, -1.0, 1.0),
        share_interval((facts[..., FORCED] / np.maximum(1, moves)).mean(axis=1)),
        estimate((facts[..., OPEN] / np.maximum(1, facts[..., CHOICES])).mean(axis=1), low=0.0),
    )


def tell(found: Figures, study: Study, teller: Teller) -> Section:
    """The section."""
    names = [teller.say("phases", str(phase + 1)) for phase in range(PHASES)]
    known = [(n, g) for n, g in zip(names, found.gains, strict=True) if not np.isnan(g.mean)]
    most = max(known, key=lambda pair: pair[1].mean)
    rows = [[name, teller.share(one)] for name, one in known]
    rows += [
        [teller.say(NAME, "all"), teller.share(found.everywhere)],
        [teller.say(NAME, "forced"), teller.share(found.forced)],
        [teller.say(NAME, "open"), teller.amount(found.open)],
    ]
    return Section(
        name=NAME,
        title=teller.say(NAME, "title"),
        command=study.command(NAME),
        findings=[
            teller.say(
                NAME, "finding" if found.everywhere.low > 0 else "unclear",
                gain=teller.share(found.everywhere), phase=most[0],
                most=teller.share(most[1]),
            )
        ],
        charts=[
            Chart(
                charts.dots(known, teller.percent, salt=NAME, fair=0.0),
                charts.described([(name, teller.share(one)) for name, one in known]),
                teller.say(NAME, "caption"),
            )
        ],
        grids=[Grid(["", ""], rows)],
        notes=[teller.say(NAME, "note", decisions=teller.number(found.decisions, 0))],
    )  # fmt: skip
