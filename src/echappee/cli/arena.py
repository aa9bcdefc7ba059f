"""The commands that let bots play each other: ``arena``, ``ladder`` and ``ablation``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table

from echappee.bots.registry import load_file
from echappee.cli.completion import complete_bots, complete_levels
from echappee.cli.parameters import GameId, Lang, Players, Settings, read_settings
from echappee.cli.progress import bar_once_prepared
from echappee.cli.speech import Speech, speech_for
from echappee.errors import UsageError
from echappee.files import check_place, read_if_there
from echappee.games import rulebook
from echappee.lab import ablation, ladder
from echappee.lab.arena import Arena, arena
from echappee.lab.cluster import Cluster, executor_at
from echappee.lab.confidence import Interval
from echappee.lab.ledger import Ledger
from echappee.lab.pages import read_page, settings_of, write_page

Games = Annotated[
    int,
    typer.Option(
        "--games", "-n",
        help="Games at most, in whole deals: each deal is played once from every seat.",
    ),
]  # fmt: skip
All = Annotated[
    bool, typer.Option("--all", help="Play all of --games, even where it is decided earlier.")
]
Budget = Annotated[
    float | None,
    typer.Option(help="Scale the thinking of all bots, without clocks; default: full time."),
]
Seconds = Annotated[
    float | None,
    typer.Option(help="So much time a move for all bots that think, instead of a budget."),
]
Threads = Annotated[int | None, typer.Option(help="How many play at once; default: all cores.")]
OnCluster = Annotated[
    str | None,
    typer.Option(
        "--cluster", metavar="auto|ray://HOST:PORT",
        help="Play on a Ray cluster: the one that this machine is in, or one of its own; or one "
        "elsewhere.",
    ),
]  # fmt: skip
Seed = Annotated[int, typer.Option(help="The same seed gives the same deals.")]
Write = Annotated[Path | None, typer.Option(help="A Markdown page to put the result into.")]
Keep = Annotated[
    Path | None,
    typer.Option(help="A file for what is played; the same command goes on from there."),
]
Code = Annotated[
    list[Path] | None,
    typer.Option("--code", help="A Python file with a bot, or a net; repeat for several."),
]


def load_bots(files: list[Path] | None) -> None:
    """Add the bots of files."""
    for file in files or ():
        load_file(file)


def arena_command(
    game: GameId,
    bots: Annotated[
        str,
        typer.Option(
            help="Two or more: a,b,… The first is the one that is judged.",
            autocompletion=complete_bots,
        ),
    ] = "champion,greedy",
    games: Games = 200,
    play_all: All = False,
    players: Players = None,
    options: Settings = None,
    claim: Annotated[
        float | None, typer.Option(help="The share of wins to decide about; default: a fair one.")
    ] = None,
    budget: Budget = None,
    seconds: Seconds = None,
    seed: Seed = 0,
    threads: Threads = None,
    cluster: OnCluster = None,
    keep: Keep = None,
    code: Code = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    lang: Lang = None,
) -> None:
    """Let bots play each other, seats rotated and deals paired, until it is decided."""
    speech = speech_for(lang)
    load_bots(code)
    rules = rulebook(game)
    with (
        executor_at(cluster, threads) as workers,
        bar_once_prepared(game, speech, workers) as (bar, begin),
    ):
        task = bar.add_task(speech.text("arena", "playing"), total=games)

        def tell(done: int, found: Interval) -> None:
            bar.advance(task, done)
            share = f"{found.low:.0%}–{found.high:.0%}"
            bar.update(task, description=speech.text("arena", "so-far", share=share))

        result = arena(
            game, [name.strip() for name in bots.split(",")], games, players,
            read_settings(options or ()), seed=seed, claim=claim, budget=budget, seconds=seconds,
            threads=threads, ledger=open_ledger(keep), progress=tell,
            prepare=begin, play_all=play_all, executor=workers,
        )  # fmt: skip
    if as_json:
        print(msgspec.json.encode(result).decode())
        return
    title = speech.text(
        "arena", "title", game=rules.name[speech.language], games=result.games,
        deals=result.deals, players=result.players,
    )  # fmt: skip
    _show(result, title, speech)


def ladder_command(
    game: GameId,
    games: Games = 200,
    play_all: All = False,
    players: Players = None,
    options: Settings = None,
    budget: Annotated[
        str | None,
        typer.Option(
            help="Scale all thinking, without clocks: one factor, or one a step as in 1,1,1,0.1."
        ),
    ] = None,
    only: Annotated[
        str,
        typer.Option(
            help="The steps of these levels alone, as in leader,champion; with --write, the rows "
            "of the others stay.",
            autocompletion=complete_levels,
        ),
    ] = "",
    seed: Seed = 0,
    threads: Threads = None,
    cluster: OnCluster = None,
    keep: Keep = None,
    write: Write = None,
    lang: Lang = None,
) -> None:
    """Each level against a table of the level below."""
    speech = speech_for(lang)
    budgets, wanted = _budgets(budget), _named(only)
    row = _Row("ladder", game, players, options, write)
    before = row.before if wanted else ""
    with (
        executor_at(cluster, threads) as workers,
        _telling(game, (len(wanted) or 4) * games, speech, workers) as (tell, begin),
    ):
        steps = ladder.ladder(
            game, games, row.players, row.options, budgets=budgets, only=wanted, seed=seed,
            threads=threads, ledger=open_ledger(keep), progress=tell, prepare=begin,
            play_all=play_all, executor=workers,
        )  # fmt: skip
        page = row.written(steps, partial(ladder.page_of, before=before))
    speech.console.print(page, markup=False, highlight=False, soft_wrap=True)


def ablation_command(
    game: GameId,
    games: Games = 200,
    play_all: All = False,
    players: Players = None,
    options: Settings = None,
    budget: Budget = None,
    seconds: Seconds = None,
    only: Annotated[
        str,
        typer.Option(
            help='These rows alone, by their names, as in "random playouts"; with --write, the '
            "others stay."
        ),
    ] = "",
    seed: Seed = 0,
    threads: Threads = None,
    cluster: OnCluster = None,
    keep: Keep = None,
    write: Write = None,
    lang: Lang = None,
) -> None:
    """What each ingredient of the search is worth: the champion against itself without it."""
    speech = speech_for(lang)
    wanted = _named(only)
    kinds = len(wanted) or len(list(ablation.without(rulebook(game))))
    row = _Row("ablation", game, players, options, write)
    before = row.before if wanted else ""
    with (
        executor_at(cluster, threads) as workers,
        _telling(game, kinds * games, speech, workers) as (tell, begin),
    ):
        contests = ablation.ablation(
            game, games, row.players, row.options, budget=budget, seconds=seconds, only=wanted,
            seed=seed, threads=threads, ledger=open_ledger(keep), progress=tell, prepare=begin,
            play_all=play_all, executor=workers,
        )  # fmt: skip
        page = row.written(contests, partial(ablation.page_of, before=before))
    speech.console.print(page, markup=False, highlight=False, soft_wrap=True)


class _Row:
    """A row of contests at one kind of table, and its place in a document."""

    def __init__(
        self,
        kind: str,
        game: str,
        players: int | None,
        options: list[str] | None,
        write: Path | None,
    ) -> None:
        self.players = rulebook(game).fewest_rivals if players is None else players
        self.options = read_settings(options or ())
        self._write = write
        if write is not None:
            check_place(write)
            read_if_there(write)  # the page goes into what is there, which must be text
        self._place = (kind, game)
        self._settings = settings_of(game, self.players, self.options)

    @property
    def before(self) -> str:
        """What stands there now."""
        return read_page(self._write, *self._place, self._settings) if self._write else ""

    def written(self, contests: Iterable[Arena], page_of: Callable[[list[Arena]], str]) -> str:
        """The page of all contests, written after each: a run that is stopped leaves its part."""
        found: list[Arena] = []
        for contest in contests:
            found.append(contest)
            if self._write:
                write_page(self._write, *self._place, page_of(found), self._settings)
        return page_of(found)


def open_ledger(keep: Path | None) -> Ledger | None:
    """The file in which what is played is kept."""
    if keep is None:
        return None
    check_place(keep)
    return Ledger(keep)


def _named(only: str) -> list[str]:
    return [name.strip() for name in only.split(",") if name.strip()]


@contextmanager
def _telling(
    game: str, games: int, speech: Speech, cluster: Cluster | None
) -> Iterator[tuple[Callable[..., None], Callable[[], None]]]:
    """What shows how far a row of contests has come, and what gets the game ready before."""
    with bar_once_prepared(game, speech, cluster) as (bar, begin):
        task = bar.add_task(speech.text("arena", "playing"), total=games)

        def tell(name: str, done: int, found: Interval) -> None:
            bar.advance(task, done)
            share = f"{name} {found.low:.0%}–{found.high:.0%}"
            bar.update(task, description=speech.text("arena", "so-far", share=share))

        yield tell, begin


def _budgets(text: str | None) -> list[float | None]:
    """One factor, or one for each step; nothing stands for the clock."""
    if text is None:
        return [None]
    try:
        found: list[float | None] = [float(part) for part in text.split(",")]
    except ValueError:
        raise UsageError("bad-budget", text=text[:40]) from None
    return found


def _show(result: Arena, title: str, speech: Speech) -> None:
    table = Table(title=title, title_justify="left")
    table.add_column(speech.text("sim", "bot"))
    for column in ("seats", "share", "fair", "rating"):
        table.add_column(speech.text("arena", column), justify="right")
    table.add_column(speech.text("sim", "mean_place"), justify="right")
    for entrant in result.entrants:
        share, rating = entrant.share, entrant.rating
        table.add_row(
            entrant.bot,
            str(entrant.seats),
            f"{share.mean:.1%} ({100 * share.low:.0f}–{100 * share.high:.0f})",
            f"{entrant.times_fair:.2f}",
            f"{rating.points:+.0f} ({rating.low:+.0f}…{rating.high:+.0f})",
            f"{entrant.mean_place:.2f}",
        )
    speech.console.print(table)
    speech.say(
        "arena",
        f"verdict-{result.verdict}",
        bot=result.entrants[0].bot,
        share=f"{result.claim:.1%}",
    )
