"""Restricted players: what one wins who leaves something out, at a table of others who don't."""

from __future__ import annotations

import msgspec

from echappee.bots.simple_kernels import RANDOM
from echappee.lab.report import charts
from echappee.lab.report.charts import Chart
from echappee.lab.report.estimates import Interval
from echappee.lab.report.game_kernels import SLIPS, STYLE
from echappee.lab.report.study import Study, share_interval
from echappee.lab.report.told import Grid, Section, Teller

NAME = "styles"


class Restricted(msgspec.Struct, frozen=True):
    """A restricted player."""

    style: str
    """One of the game's own, or a bot's name."""
    share: Interval


class Figures(msgspec.Struct, frozen=True):
    """What each of them wins."""

    fair: float
    players: list[Restricted]


def measure(study: Study) -> Figures:
    """Seat each restricted player once in every seat, at a table of the others."""
    styles = study.table.rules.statistics.styles
    kinds = [("random", RANDOM), ("slips", SLIPS)]
    kinds += [(style, STYLE + number) for number, style in enumerate(styles)]
    found = []
    for name, kind in kinds:
        _, first = study.against(kind)
        found.append(Restricted(name, share_interval(first.mean(axis=1))))
    return Figures(study.fair, found)


def tell(found: Figures, study: Study, teller: Teller) -> Section:
    """The section."""
    own = set(study.table.rules.statistics.styles)
    rows = [
        (teller.style(one.style) if one.style in own else teller.bot(one.style), one.share)
        for one in sorted(found.players, key=lambda one: -one.share.mean)
    ]
    told = [[label, teller.share(one)] for label, one in rows]
    mine = [one for one in found.players if one.style in own]
    findings = []
    if mine:
        worst = min(mine, key=lambda one: one.share.mean)
        best = max(mine, key=lambda one: one.share.mean)
        fair = teller.percent(found.fair)
        if worst.share.high < found.fair:
            findings.append(
                teller.say(NAME, "worst", style=teller.style(worst.style),
                           share=teller.share(worst.share), fair=fair)
            )  # fmt: skip
        if best.share.high >= found.fair:
            key = "better" if best.share.low > found.fair else "free"
            findings.append(
                teller.say(NAME, key, style=teller.style(best.style),
                           share=teller.share(best.share), fair=fair)
            )  # fmt: skip
    return Section(
        name=NAME,
        title=teller.say(NAME, "title"),
        command=study.command(NAME),
        findings=findings,
        charts=[
            Chart(
                charts.dots(rows, teller.percent, salt=NAME, fair=found.fair),
                charts.described([(row[0], row[1]) for row in told]),
                teller.say(NAME, "caption"),
            )
        ],
        grids=[Grid([teller.say(NAME, "style"), teller.say(NAME, "wins")], told)],
        notes=[teller.say(NAME, "note", bot=teller.bot(study.bot))],
    )
