"""How much is luck: what the seat, the deal, the player and all else decide of a single game.

Each deal is played again and again by the same players. What its games have in common is the
deal's doing; what differs between them comes from chance after the deal and from choices.
"""

from __future__ import annotations

import math
from functools import partial

import msgspec
import numpy as np

from echappee.bots.simple_kernels import RANDOM
from echappee.lab.report import charts
from echappee.lab.report.charts import Chart
from echappee.lab.report.estimates import Interval, resampled
from echappee.lab.report.game_kernels import SLIPS
from echappee.lab.report.plays import Array
from echappee.lab.report.study import Study, share_interval
from echappee.lab.report.told import Grid, Section, Teller

NAME = "luck"
PARTS = ("player", "seat", "deal", "rest")
_SURE = 1.645  # a normal quantile: 95 of 100 times the better one is ahead


class Mixed(msgspec.Struct, frozen=True):
    """A table at which one player is another than the rest."""

    bot: str
    """Who he is: worse than the others."""
    share: Interval
    """What he wins."""
    parts: list[Interval]
    """Of what decides a game: who plays, the seat, the deal, the rest."""
    series: float
    """So many games until one of the others has won more of them than he with 95 %; infinite where
    he is no worse."""


class Figures(msgspec.Struct, frozen=True):
    """How much of a game is decided by what."""

    fair: float
    equal: list[Interval]
    """Between equal players: the parts."""
    mixed: list[Mixed]


def parts_of(won: Array) -> tuple[float, float, float, float]:
    """The parts of what decides a game, from the wins of bots.

    ``won[deal, seat, again, bot]``: all bots sit in each seat of each deal and play it again. The
    variance of a game's result is split: between bots; between seats; between deals, for the same
    seat; and within a deal. The four add up to 1.
    """
    deals, _, agains, bots = won.shape
    within = between = seats = players = 0.0
    for bot in range(bots):
        one = won[..., bot]
        cells = one.mean(axis=2)
        noise = float(one.var(axis=2, ddof=1).mean())
        by_seat = cells.mean(axis=0)
        noise_of_deals = float(cells.var(axis=0, ddof=1).mean())
        within += noise
        between += max(0.0, noise_of_deals - noise / agains)
        seats += max(0.0, float(by_seat.var()) - noise_of_deals / deals)
        players += (float(one.mean()) - 1 / bots) ** 2
    total = within + between + seats + players
    if total == 0:
        return 0.0, 0.0, 0.0, 1.0
    return players / total, seats / total, between / total, within / total


def _part_of(won: Array, part: int, deals: Array) -> float:
    return parts_of(won[deals])[part]


def _intervals(won: Array) -> list[Interval]:
    return [
        resampled(partial(_part_of, won, part), len(won), 0.0, 1.0) for part in range(len(PARTS))
    ]


def equal_parts(won: Array) -> list[Interval]:
    """The parts between equal players, from ``won[deal, again, seat]``: none is the players'."""
    seats = won.shape[-1]

    def part(which: int, deals: Array) -> float:
        chosen = won[deals]
        noise = float(chosen.var(axis=1, ddof=1).mean(axis=0).sum())
        cells = chosen.mean(axis=1)
        spread = float(cells.var(axis=0, ddof=1).sum())
        deal = max(0.0, spread - noise / chosen.shape[1])
        seat = max(0.0, float(((cells.mean(axis=0) - 1 / seats) ** 2).sum()) - spread / len(deals))
        values = (0.0, seat, deal, noise)
        total = sum(values)
        return values[which] / total if total else float(which == 3)

    return [resampled(partial(part, which), len(won), 0.0, 1.0) for which in range(len(PARTS))]


def series_length(first: Array, others: Array) -> float:
    """How many games it takes until the better one is ahead, 95 of 100 times.

    ``others`` and ``first`` are what each won, game by game.
    """
    lead = others - first
    mean, variance = float(lead.mean()), float(lead.var())
    return math.inf if mean <= 0 else max(1.0, math.ceil(_SURE**2 * variance / mean**2))


def measure(study: Study) -> Figures:
    """Play deals again, between equal players and at tables with one who plays worse."""
    mixed = []
    kinds = [("slips", SLIPS)] + ([] if study.is_random else [("random", RANDOM)])
    for name, kind in kinds:
        games, first = study.against(kind, rounds=2)
        deals, games_of_deal, players = games.won.shape
        # In game t of a deal bot b sits in seat (b - t) mod players.
        turns = np.arange(games_of_deal)
        by_bot = np.stack(
            [games.won[:, turns, (bot - turns) % players] for bot in range(players)], axis=-1
        )
        # Games t and t + players of a deal have everybody in the same seat.
        by_seat = by_bot.reshape(deals, 2, players, players).transpose(0, 2, 1, 3)
        mixed.append(
            Mixed(
                name,
                share_interval(first.mean(axis=1)),
                _intervals(by_seat),
                series_length(by_bot[..., 0].ravel(), by_bot[..., 1].ravel()),
            )
        )
    return Figures(study.fair, equal_parts(study.games.won), mixed)


def tell(found: Figures, study: Study, teller: Teller) -> Section:
    """The section."""
    names = [teller.say(NAME, "parts", part) for part in PARTS]
    labels = [teller.say(NAME, "equal")]
    labels += [teller.say(NAME, "with", bot=teller.bot(one.bot)) for one in found.mixed]
    parts = [found.equal, *(one.parts for one in found.mixed)]
    findings = [
        teller.say(
            NAME, "deal", deal=teller.share(found.equal[2]), seat=teller.share(found.equal[1]),
            bot=teller.bot(study.bot),
        )
    ]  # fmt: skip
    for one in found.mixed:
        if one.bot == "slips" and math.isfinite(one.series):
            findings.append(
                teller.say(
                    NAME, "series", share=teller.share(one.share), count=int(one.series),
                    fair=teller.percent(found.fair), games=teller.number(one.series, 0),
                )
            )  # fmt: skip
    rows = [
        [label, *(teller.share(part) if part.high > 0 else "–" for part in row)]
        for label, row in zip(labels, parts, strict=True)
    ]
    bars = [(label, [p.mean for p in row]) for label, row in zip(labels, parts, strict=True)]
    alt = charts.described([(row[0], ", ".join(row[1:])) for row in rows])
    return Section(
        name=NAME,
        title=teller.say(NAME, "title"),
        command=study.command(NAME),
        findings=findings,
        charts=[
            Chart(charts.stacks(bars, names, salt=NAME, unit=teller.percent), alt,
                  teller.say(NAME, "caption"))
        ],
        grids=[Grid([teller.say(NAME, "table"), *names], rows)],
        notes=[teller.say(NAME, "note")],
    )  # fmt: skip
