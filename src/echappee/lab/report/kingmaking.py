"""Kingmaking: can a player who will not win decide who does?

Among the weighed decisions are those of seats whose best move hardly wins. There the moves are
compared by what they give to one rival: the move that is best for him against the one that is worst
for him, chosen by one half of the worlds and compared in the other.
"""

from __future__ import annotations

import math

import msgspec
import numpy as np

from echappee.lab.report.decision_kernels import MOVES, SEAT
from echappee.lab.report.estimates import Interval, estimate
from echappee.lab.report.plays import Array, Decisions
from echappee.lab.report.study import WORLDS, Study, share_interval
from echappee.lab.report.told import Grid, Section, Teller

NAME = "kingmaking"
HOPELESS = 0.05
"""Whoever wins no more often than this, by his best move, is out of the running."""
_LEAST = 10  # such decisions, before anything is told


class Figures(msgspec.Struct, frozen=True):
    """What players without hope decide."""

    hopeless: Interval
    """Decisions, of those in the last half of a game, of players out of the running."""
    decisions: int
    swing: Interval | None
    """What such a decision gives or takes from a rival at most; None if there were too few."""


def swing(wins: Array, seat: int) -> float | None:
    """By how much a decision moves a rival's wins, in ``wins[half, move, seat]`` from 0 to 1; None
    where the one who decides can still win."""
    rivals = [other for other in range(wins.shape[2]) if other != seat]
    if wins[:, :, seat].mean(axis=0).max() > HOPELESS:
        return None
    total = 0.0
    for chosen_by, judged_by in ((0, 1), (1, 0)):
        by = wins[chosen_by][:, rivals]
        rival = rivals[int(np.argmax(by.max(axis=0) - by.min(axis=0)))]
        up, down = np.argmax(wins[chosen_by, :, rival]), np.argmin(wins[chosen_by, :, rival])
        total += float(wins[judged_by, up, rival] - wins[judged_by, down, rival])
    return total / 2


def swings(found: Decisions, worlds: int) -> tuple[Array, Array]:
    """By deal: the share of decisions in the last half of players without hope; and the mean of
    what those decide, nan where there are none."""
    deals, phases = found.facts.shape[:2]
    hopeless, worth = np.full(deals, np.nan), np.full(deals, np.nan)
    for deal in range(deals):
        seen, told = 0, []
        for phase in range(phases // 2, phases):
            n, seat = int(found.facts[deal, phase, MOVES]), int(found.facts[deal, phase, SEAT])
            if n > 1:
                seen += 1
                one = swing(found.wins[deal, phase, :, :n] / (worlds / 2), seat)
                told += [] if one is None else [one]
        if seen:
            hopeless[deal] = len(told) / seen
        if told:
            worth[deal] = float(np.mean(told))
    return hopeless[~np.isnan(hopeless)], worth[~np.isnan(worth)]


def measure(study: Study) -> Figures:
    """Look at the weighed decisions of players without hope."""
    hopeless, worth = swings(study.decisions, WORLDS)
    found = estimate(worth, -1.0, 1.0) if len(worth) >= _LEAST else None
    return Figures(share_interval(hopeless), len(worth), found)


def tell(found: Figures, study: Study, teller: Teller) -> Section:
    """The section."""
    rows = [[teller.say(NAME, "hopeless"), teller.share(found.hopeless)]]
    if found.swing is not None and not math.isnan(found.swing.mean):
        rows.append([teller.say(NAME, "swing"), teller.share(found.swing)])
        said = teller.say(
            NAME, "finding", hopeless=teller.share(found.hopeless), swing=teller.share(found.swing)
        )
    else:
        said = teller.say(NAME, "rare", hopeless=teller.share(found.hopeless))
    return Section(
        name=NAME,
        title=teller.say(NAME, "title"),
        command=study.command(NAME),
        findings=[said],
        grids=[Grid(["", ""], rows)],
        notes=[teller.say(NAME, "note", hopeless=teller.percent(HOPELESS))],
    )
