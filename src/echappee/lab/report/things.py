"""How often each card, tile or joker is used, and what it is worth.

Who *used* a thing and how often he won tells what goes with winning. What it is *worth* is told by
a player who does without it wherever he has another move, at a table of others who don't.
"""

from __future__ import annotations

import msgspec
import numpy as np

from echappee.lab.report import charts
from echappee.lab.report.charts import Chart
from echappee.lab.report.estimates import Interval, difference, estimate, resampled
from echappee.lab.report.game_kernels import WITHOUT
from echappee.lab.report.plays import Array
from echappee.lab.report.study import Study, share_interval
from echappee.lab.report.told import Grid, Section, Teller

NAME = "things"
_COMMON = 0.98  # what nearly everybody uses tells nothing of who wins
_RARE = 0.02
_SHARE = 0.5  # of the games, for each player who does without something


class Use(msgspec.Struct, frozen=True):
    """How a thing is used."""

    thing: int
    often: Interval
    """Uses of a seat in a game."""
    users: Interval
    """Seats that use it at all in a game."""
    wins: Interval | None
    """How often who uses it wins; None where nearly everybody or hardly anybody does."""
    without: Interval | None
    """What a player who does without it wins less than a fair share, or more; None where it is not
    used by a move."""


class Figures(msgspec.Struct, frozen=True):
    """All things that are used."""

    fair: float
    uses: list[Use]


def wins_of_users(uses: Array, won: Array) -> Interval:
    """How often seats win that use a thing; ``uses`` and ``won`` by deal, game and seat."""

    def ratio(deals: Array) -> float:
        users = uses[deals] > 0
        return float((won[deals] * users).sum() / max(1, users.sum()))

    return resampled(ratio, len(won), 0.0, 1.0)


def measure(study: Study) -> Figures:
    """Count uses, and let one player do without each thing in turn."""
    uses, won = study.games.uses, study.games.won
    groups = study.table.rules.statistics.groups
    held = [group.held for group in groups for _ in group.members]
    found = []
    for thing in range(len(held)):
        of_thing = uses[..., thing]
        if of_thing.sum() == 0:
            continue
        users = share_interval((of_thing > 0).mean(axis=(1, 2)))
        without = None
        if not held[thing] and not study.is_random:
            _, first = study.against(WITHOUT + thing, _SHARE)
            without = difference(first.mean(axis=1), np.full(len(first), study.fair))
        found.append(
            Use(
                thing,
                estimate(of_thing.mean(axis=(1, 2)), low=0.0),
                users,
                wins_of_users(of_thing, won) if _RARE < users.mean < _COMMON else None,
                without,
            )
        )
    return Figures(study.fair, found)


def tell(found: Figures, study: Study, teller: Teller) -> Section:
    """The section: a table for each kind of things."""
    names = teller.things()
    heads = [teller.say(NAME, key) for key in ("often", "users", "wins", "without")]
    grids, pictures, start = [], [], 0
    for group in study.table.rules.statistics.groups:
        end = start + len(group.members)
        uses = [use for use in found.uses if start <= use.thing < end]
        start = end
        if not uses:
            continue
        rows = [
            [
                names[use.thing], teller.amount(use.often, 2), teller.share(use.users),
                "–" if use.wins is None else teller.share(use.wins),
                "–" if use.without is None else teller.share(use.without),
            ]
            for use in uses
        ]  # fmt: skip
        grids.append(Grid([teller.group(group.name), *heads], rows))
        weighed = [(names[u.thing], u.without) for u in uses if u.without is not None]
        if weighed and len(uses) > 1:
            pictures.append(
                Chart(
                    charts.dots(weighed, teller.percent, salt=NAME + group.name, fair=0.0),
                    charts.described([(name, teller.share(one)) for name, one in weighed]),
                    teller.say(NAME, "caption", group=teller.group(group.name)),
                )
            )
    return Section(
        name=NAME,
        title=teller.say(NAME, "title"),
        command=study.command(NAME),
        findings=_findings(found, study, teller),
        charts=pictures,
        grids=grids,
        notes=[teller.say(NAME, "note", fair=teller.percent(found.fair))],
    )


def _findings(found: Figures, study: Study, teller: Teller) -> list[str]:
    names = [
        teller.say(NAME, "named", group=teller.group(group), thing=name)
        for name, group in zip(teller.things(), _groups(study), strict=True)
    ]
    weighed = [use for use in found.uses if use.without is not None]
    said = []
    dear = [use for use in weighed if use.without is not None and use.without.high < 0]
    if dear:
        most = min(dear, key=lambda use: use.without.mean if use.without else 0.0)
        assert most.without is not None
        said.append(
            teller.say(
                NAME, "dear", thing=names[most.thing],
                share=teller.share(_moved(most.without, found.fair)),
                fair=teller.percent(found.fair),
            )
        )  # fmt: skip
    harmful = [use for use in weighed if use.without is not None and use.without.low > 0]
    if harmful:
        least = max(harmful, key=lambda use: use.without.mean if use.without else 0.0)
        assert least.without is not None
        said.append(
            teller.say(
                NAME, "harmful", thing=names[least.thing],
                share=teller.share(_moved(least.without, found.fair)),
                fair=teller.percent(found.fair),
            )
        )  # fmt: skip
    lucky = [use for use in found.uses if use.without is None and use.wins is not None]
    lucky = [use for use in lucky if use.wins and use.wins.low > found.fair]
    if lucky:
        best = max(lucky, key=lambda use: use.wins.mean if use.wins else 0.0)
        assert best.wins is not None
        said.append(
            teller.say(
                NAME, "lucky", thing=teller.things()[best.thing], share=teller.share(best.wins)
            )
        )
    return said


def _moved(found: Interval, by: float) -> Interval:
    return Interval(found.mean + by, max(0.0, found.low + by), min(1.0, found.high + by))


def _groups(study: Study) -> list[str]:
    groups = study.table.rules.statistics.groups
    return [group.name for group in groups for _ in group.members]
