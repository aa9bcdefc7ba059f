"""The value of a numeric option at which the seats are equal, at each level of play.

Each value is played by equal players of each level. Between two values the first seat's share is
taken to change evenly; where it meets a fair share is the value that is sought, and where the edges
of its range do is the range of that value.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import msgspec

from echappee.errors import UsageError
from echappee.lab.report import charts
from echappee.lab.report.bot_games import games_worth, play_places
from echappee.lab.report.charts import Chart
from echappee.lab.report.estimates import Interval
from echappee.lab.report.study import Study, Table, share_interval
from echappee.lab.report.told import Grid, Section, Teller, listed
from echappee.rulebook.options import Value, write_value
from echappee.rulebook.rulebook import Rulebook

NAME = "fair"


class AtValue(msgspec.Struct, frozen=True):
    """What the first seat wins at one value of the option."""

    value: float
    share: Interval
    games: int


class Level(msgspec.Struct, frozen=True):
    """The same players at all values."""

    bot: str
    values: list[AtValue]
    fair: Interval | None
    """Where the seats are equal; None where they are so at none of the values or between them."""


class Figures(msgspec.Struct, frozen=True):
    """The option, and what was found at each level."""

    option: str
    share: float
    levels: list[Level]
    left_out: list[str]


def number(value: Value) -> float | None:
    """The number that an option's value is, or that its text says."""
    if isinstance(value, bool):
        return None
    try:
        return float(str(value).replace(",", "."))
    except ValueError:
        return None


def values_of(rules: Rulebook, asked: str) -> tuple[str, list[tuple[Value, float]]]:
    """The option and the values that ``NAME`` or ``NAME=1,2,3`` asks for, in their order."""
    name, equals, text = asked.partition("=")
    name = name.strip().replace("-", "_")
    known = {option.name: option for option in rules.options}
    if name not in known:
        rules.read_options({name: ""})  # refuses with what is known
    option = known[name]
    given = [part.strip() for part in text.split(",")] if equals else option.values
    values = [option.read(one) for one in given]
    numbers = [number(value) for value in values]
    found = {n: v for v, n in zip(values, numbers, strict=True) if n is not None}
    if len(found) < len(values) or len(found) < 2:
        raise UsageError("bad-fair", name=name, values=listed(list(map(write_value, values))))
    return name, [(found[one], one) for one in sorted(found)]


def crossing(points: Sequence[tuple[float, float]], level: float) -> float | None:
    """Where a line through points first meets a level; None where it never does."""
    for (a, low), (b, high) in itertools.pairwise(points):
        if low == level:
            return a
        if (low - level) * (high - level) < 0:
            return a + (b - a) * (level - low) / (high - low)
    return points[-1][0] if points[-1][1] == level else None


def meeting(values: Sequence[AtValue], level: float) -> Interval | None:
    """Where the shares meet a level, with the range in which they do; None where they never do."""
    middle = crossing([(one.value, one.share.mean) for one in values], level)
    if middle is None:
        return None
    edges = [
        crossing([(one.value, one.share.low) for one in values], level),
        crossing([(one.value, one.share.high) for one in values], level),
    ]
    ends = [values[0].value, values[-1].value]
    rising = values[-1].share.mean > values[0].share.mean
    for place, edge in enumerate(edges):
        if edge is None:  # the range goes on beyond the values that were tried
            edges[place] = ends[1 - place] if rising else ends[place]
    low, high = sorted(edge for edge in edges if edge is not None)
    return Interval(middle, min(low, middle), max(high, middle))


def measure(study: Study, asked: str, names: Sequence[str]) -> Figures:
    """Play each value at each level."""
    table = study.table
    name, values = values_of(table.rules, asked)
    studies = []
    for value, as_number in values:
        options = table.rules.settle(table.players, {**table.options, name: value})
        other = Study(
            Table(table.rules, table.players, options), study.bot, study.kind,
            study.games_wanted, study.seed, study.player,
        )  # fmt: skip
        studies.append((as_number, other))
    levels, left_out = [], []
    for bot in names:
        seated = (bot,) * table.players
        games = games_worth(study, seated)
        if not games:
            left_out.append(bot)
            continue
        found = []
        for as_number, other in studies:
            won = play_places(other, seated, 1, games)
            found.append(AtValue(as_number, share_interval(won[:, 0, 0]), len(won)))
        levels.append(Level(bot, found, meeting(found, study.fair)))
    return Figures(name, study.fair, levels, left_out)


def tell(found: Figures, study: Study, teller: Teller, asked: str, names: Sequence[str]) -> Section:
    """The section."""
    option = teller.rules.words.get("options", found.option, "label")[teller.language]
    findings, rows, dots = [], [], []
    for level in found.levels:
        bot = teller.bot(level.bot)
        key, facts = "never", {}
        if level.fair is not None:
            key, facts = "finding", {"value": teller.amount(level.fair)}
            dots.append((bot, level.fair))
        findings.append(teller.say(NAME, key, option=option, bot=bot, **facts))
        value = teller.amount(level.fair) if level.fair is not None else "–"
        rows.append([bot, *(teller.share(one.share) for one in level.values), value])
    heads = [teller.say(NAME, "level")]
    heads += [f"{one.value:g}" for one in found.levels[0].values] if found.levels else []
    notes = [teller.say(NAME, "note", option=option)]
    if found.left_out:
        names_out = listed([teller.bot(name) for name in found.left_out])
        notes.append(teller.say("skill", "left-out", names=names_out))
    pictures = []
    if dots:
        picture = charts.dots(dots, lambda value: teller.number(value, 1), salt=NAME)
        alt = charts.described([(label, teller.amount(one)) for label, one in dots])
        pictures.append(Chart(picture, alt, teller.say(NAME, "caption", option=option)))
    return Section(
        name=NAME,
        title=teller.say(NAME, "title", option=option),
        command=study.command(NAME, "--fair", asked, "--levels", ",".join(names)),
        findings=findings,
        charts=pictures,
        grids=[Grid([*heads, teller.say(NAME, "fair")], rows)],
        notes=notes,
    )
