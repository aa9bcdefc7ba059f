"""How many levels of skill the game carries: a chain of players each of whom beats the one before,
and whether all seats stay fair as play gets better."""

from __future__ import annotations

import msgspec

from echappee.lab.report import charts
from echappee.lab.report.bot_games import games_worth, play_places
from echappee.lab.report.charts import Chart
from echappee.lab.report.estimates import Interval
from echappee.lab.report.seats import seat_shares, unfair
from echappee.lab.report.study import Study, share_interval, share_of_first
from echappee.lab.report.told import Grid, Section, Teller, capital, listed

NAME = "skill"
LEVELS = ("random", "greedy", "sunday", "club", "teammate")


class Step(msgspec.Struct, frozen=True):
    """A player at a table of others."""

    bot: str
    against: str
    games: int
    share: Interval
    better: bool
    """Does he win more than a fair share, beyond doubt?"""


class Mirror(msgspec.Struct, frozen=True):
    """A table of equal players: what each seat wins."""

    bot: str
    games: int
    shares: list[Interval]


class Figures(msgspec.Struct, frozen=True):
    """The chain, and the seats at each level."""

    fair: float
    chain: list[str]
    steps: list[Step]
    mirrors: list[Mirror]
    left_out: list[str]
    """Bots for which a game takes too long here."""


def measure(study: Study, names: tuple[str, ...] = LEVELS) -> Figures:
    """Let each play at a table of the best one so far; who wins more than his share is next."""
    players = study.table.players
    chain: list[str] = []
    steps: list[Step] = []
    mirrors: list[Mirror] = []
    left_out: list[str] = []
    for name in names:
        if chain:
            table = (name, *[chain[-1]] * (players - 1))
            games = games_worth(study, table)
            if games < players:
                left_out.append(name)
                continue
            won = play_places(study, table, players, games)
            share = share_interval(share_of_first(won).mean(axis=1))
            better = share.low > study.fair
            steps.append(Step(name, chain[-1], won.shape[0] * won.shape[1], share, better))
        if not chain or steps[-1].better:
            chain.append(name)
        games = games_worth(study, (name,) * players)
        if games:
            won = play_places(study, (name,) * players, 1, games)
            mirrors.append(Mirror(name, len(won), seat_shares(won)))
    return Figures(study.fair, chain, steps, mirrors, left_out)


def tell(found: Figures, study: Study, teller: Teller, names: tuple[str, ...]) -> Section:
    """The section."""
    findings = [
        teller.say(
            NAME, "chain", count=len(found.chain), levels=teller.number(len(found.chain), 0),
            names=listed([teller.bot(name) for name in found.chain]),
        )
    ]  # fmt: skip
    best = found.mirrors[-1]
    seat = unfair(best.shares, found.fair)
    if seat is not None and best.bot != study.bot:
        findings.append(
            teller.say(
                NAME, "seats", seat=teller.seat(seat), share=teller.share(best.shares[seat]),
                bot=teller.bot(best.bot), fair=teller.percent(found.fair),
            )
        )  # fmt: skip
    step_rows = [
        [
            teller.bot(step.bot), teller.bot(step.against), teller.share(step.share),
            teller.number(step.games, 0), teller.say(NAME, "yes" if step.better else "no"),
        ]
        for step in found.steps
    ]  # fmt: skip
    heads = [teller.say(NAME, key) for key in ("bot", "against", "wins", "games", "better")]
    mirror_rows = [
        [teller.bot(one.bot), *(teller.share(s) for s in one.shares), teller.number(one.games, 0)]
        for one in found.mirrors
    ]
    seats = [capital(teller.seat(s)) for s in range(study.table.players)]
    grids = [
        Grid(heads, step_rows),
        Grid([teller.say(NAME, "equals"), *seats, teller.say(NAME, "games")], mirror_rows),
    ]
    dots = [(f"{row[0]} / {row[1]}", step.share)
            for row, step in zip(step_rows, found.steps, strict=True)]  # fmt: skip
    pictures = [(dots, "steps")]
    shown = seat if seat is not None else study.table.players - 1
    pictures.append(([(teller.bot(m.bot), m.shares[shown]) for m in found.mirrors], "mirrors"))
    notes = [teller.say(NAME, "note")]
    if found.left_out:
        names_out = listed([teller.bot(name) for name in found.left_out])
        notes.append(teller.say(NAME, "left-out", names=names_out))
    return Section(
        name=NAME,
        title=teller.say(NAME, "title"),
        command=study.command(NAME, "--levels", ",".join(names)),
        findings=findings,
        charts=[
            Chart(
                charts.dots(rows, teller.percent, salt=NAME + key, fair=found.fair),
                charts.described([(label, teller.share(one)) for label, one in rows]),
                teller.say(NAME, key, seat=teller.seat(shown)),
            )
            for rows, key in pictures
            if rows
        ],
        grids=grids,
        notes=notes,
    )
