"""The command ``review``: which moves of a recorded game cost chances, what was better, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from echappee.bots.review import Judged, in_order, judge, worst
from echappee.cli.game_terminal import GameTerminal
from echappee.cli.kept_games import load
from echappee.cli.parameters import Lang, Record
from echappee.cli.progress import bar_once_prepared
from echappee.cli.speech import Speech, speech_for
from echappee.errors import UsageError
from echappee.match.match import Match


def review_command(
    file: Record,
    seat: Annotated[
        int | None, typer.Option(help="This player's moves alone, from 1; else everybody's.")
    ] = None,
    worst_first: Annotated[
        bool, typer.Option("--worst", help="The worst moves first, not in the order of the game.")
    ] = False,
    simulations: Annotated[
        int | None,
        typer.Option(help="How often each decision is played on; more finds smaller slips."),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same judgements.")] = 0,
    lang: Lang = None,
) -> None:
    """Judge the moves of a recorded game: what they cost, what was better, and why."""
    speech = speech_for(lang)
    match = load(file)
    seats = range(match.players) if seat is None else (_counted_from_1(seat, match.players),)
    judged: list[Judged] = []
    with bar_once_prepared(match.game_id, speech) as (bar, begin):
        begin()
        task = bar.add_task(speech.text("review", "looking"), total=None)
        wanted = [(number, one) for one in seats for number in in_order(match, one)]
        bar.update(task, total=len(wanted))
        for number, one in wanted:
            judged.append(judge(match, number, simulations, seed, seat=one))
            bar.advance(task)
    marked = worst(judged, len(judged))
    if not worst_first:
        marked.sort(key=lambda one: (one.number, one.seat))
    if marked:
        speech.console.print(_table(marked, match, speech))
        speech.say("review", "looked", count=len(judged), style="dim")
    else:
        speech.say("review", "nothing", count=len(judged), style="green")


def _counted_from_1(seat: int, players: int) -> int:
    if not 1 <= seat <= players:
        raise UsageError("no-place", seat=seat, last=players)
    return seat - 1


def _table(marked: Sequence[Judged], match: Match, speech: Speech) -> Table:
    """The marked moves, with what was better and why."""
    terminal = GameTerminal(match.rulebook, speech)
    names = [match.names.get(s, speech.text("play", "seat", n=s + 1)) for s in range(match.players)]

    def shown(text: str | None) -> str:
        return speech.text("review", "waited") if text is None else terminal.show(text)

    table = Table(title=speech.text("review", "title"), title_justify="left")
    table.add_column(speech.text("review", "move"), justify="right")
    for key in ("player", "played", "better"):
        table.add_column(speech.text("review", key))
    table.add_column(speech.text("review", "cost"), justify="right")
    for key in ("grade", "why"):
        table.add_column(speech.text("review", key))
    for one in marked:
        table.add_row(
            str(one.number + 1), Text(names[one.seat]), Text(shown(one.played)),
            Text(" ".join(map(shown, one.line))),
            speech.text("review", "points", points=round(100 * one.loss)),
            speech.text("review", f"grade-{one.grade}"),
            Text("\n".join(reason[speech.language] for reason in one.reasons)),
        )  # fmt: skip
    return table
