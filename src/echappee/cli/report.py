"""The command ``report``: a page on a game, for whoever designs or studies it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from echappee.cli.arena import Keep, OnCluster, Threads, open_ledger
from echappee.cli.completion import complete_bots, complete_levels
from echappee.cli.parameters import GameId, Lang, Material, Players, Settings, read_settings
from echappee.cli.progress import bar_once_prepared
from echappee.cli.speech import speech_for
from echappee.files import check_place, write_file
from echappee.lab.cluster import executor_at
from echappee.lab.report.page import page
from echappee.lab.report.report import GAMES, report
from echappee.lab.report.skill import LEVELS
from echappee.lab.report.told import WORDS

USUAL = "usual"
"""What `--against` takes for a table with the usual settings."""


def report_command(
    game: GameId,
    players: Players = None,
    options: Settings = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            help="Compare with a table set so: NAME=VALUE, repeated for several, or “usual”."
        ),
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            help="Who plays at every table: greedy or random.", autocompletion=complete_bots
        ),
    ] = "greedy",
    levels: Annotated[
        str,
        typer.Option(
            help="The players whose levels are compared, the weakest first: a,b,…",
            autocompletion=complete_levels,
        ),
    ] = ",".join(LEVELS),
    fair: Annotated[
        str | None,
        typer.Option(
            help="Find the value of this numeric option at which the seats are equal: NAME, or "
            "NAME=0,2,4 for the values to try."
        ),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", "-n", help="Games of each kind of table.")
    ] = GAMES,
    material: Material = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same page.")] = 0,
    only: Annotated[
        str, typer.Option(help="These sections alone, by their names, as in seats,luck.")
    ] = "",
    threads: Threads = None,
    cluster: OnCluster = None,
    keep: Keep = None,
    out: Annotated[
        Path | None, typer.Option(help="The page to write; default: GAME-report.html.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Write a page on a game: its fairness, luck, skill, decisions and length, with pictures."""
    speech = speech_for(lang)
    place = Path(f"{game}-report.html") if out is None else out
    check_place(place)
    other = None
    if against is not None:
        other = read_settings([] if against == [USUAL] else against)
    with (
        executor_at(cluster, threads) as workers,
        bar_once_prepared(game, speech, workers) as (bar, begin),
    ):
        task = bar.add_task("", total=None)

        def tell(section: str, done: int, total: int) -> None:
            title = WORDS.get(section, "title")[speech.language].partition(": {")[0]
            bar.update(
                task, completed=done, total=total,
                description=speech.text("report", "playing", section=title),
            )  # fmt: skip

        found = report(
            game, players, read_settings(options or (), material), against=other, bots=bots,
            levels=_named(levels), fair=fair, games=games, seed=seed, only=_named(only),
            threads=threads, progress=tell, prepare=begin, executor=workers,
            ledger=open_ledger(keep),
        )  # fmt: skip
    write_file(place, page(found, speech.language).encode())
    speech.say("report", "written", path=place)


def _named(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]
