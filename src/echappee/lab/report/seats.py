"""Is it fair to all seats? What each wins between equal players."""

from __future__ import annotations

import msgspec

from echappee.lab.report import charts
from echappee.lab.report.charts import Chart
from echappee.lab.report.estimates import Interval
from echappee.lab.report.plays import Array
from echappee.lab.report.study import Study, share_interval
from echappee.lab.report.told import Grid, Section, Teller, capital

NAME = "seats"


class Figures(msgspec.Struct, frozen=True):
    """How often each seat wins."""

    games: int
    fair: float
    shares: list[Interval]
    """By seat."""
    shared: Interval
    """Games with more than one winner."""
    nobody: Interval
    """Games that none of the players won: a rival who is no player was first."""


def seat_shares(won: Array) -> list[Interval]:
    """What each seat wins, from what it won in each game of each deal."""
    return [share_interval(won[:, :, seat].mean(axis=1)) for seat in range(won.shape[-1])]


def measure(study: Study) -> Figures:
    """Count the wins of the seats."""
    games = study.games
    first = (games.places == 1).sum(axis=-1)
    return Figures(
        games=first.size,
        fair=study.fair,
        shares=seat_shares(games.won),
        shared=share_interval((first > 1).mean(axis=1)),
        nobody=share_interval((first == 0).mean(axis=1)),
    )


def unfair(shares: list[Interval], fair: float) -> int | None:
    """The seat that is furthest from a fair share beyond all doubt; None if there is none."""
    clear = [s for s, found in enumerate(shares) if found.low > fair or found.high < fair]
    return max(clear, key=lambda s: abs(shares[s].mean - fair), default=None)


def tell(found: Figures, study: Study, teller: Teller) -> Section:
    """The section."""
    fair = found.fair * (1 - found.nobody.mean)
    seat = unfair(found.shares, fair)
    bot = teller.bot(study.bot)
    if seat is None:
        low = min(one.low for one in found.shares)
        high = max(one.high for one in found.shares)
        said = teller.say(
            NAME, "even", games=teller.number(found.games, 0), bot=bot, fair=teller.percent(fair),
            low=teller.percent(low), high=teller.percent(high),
        )  # fmt: skip
    else:
        said = teller.say(
            NAME, "uneven", seat=teller.seat(seat), share=teller.share(found.shares[seat]),
            fair=teller.percent(fair), bot=bot,
        )  # fmt: skip
    texts = [teller.say(NAME, "shared", share=teller.share(found.shared))]
    if found.nobody.mean > 0:
        texts.append(teller.say(NAME, "nobody", share=teller.share(found.nobody)))
    rows = [(capital(teller.seat(s)), one) for s, one in enumerate(found.shares)]
    chart = charts.dots(rows, teller.percent, salt=NAME, fair=fair)
    told = [(label, teller.share(one)) for label, one in rows]
    return Section(
        name=NAME,
        title=teller.say(NAME, "title"),
        command=study.command(NAME),
        findings=[capital(said)],
        texts=texts,
        charts=[Chart(chart, charts.described(told), teller.say(NAME, "caption"))],
        grids=[Grid([teller.say(NAME, "seat"), teller.say(NAME, "wins")], list(map(list, told)))],
        notes=[teller.say(NAME, "note", games=teller.number(found.games, 0), bot=bot)],
    )
