"""The command line: ``echappee`` and its commands."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from echappee import __version__
from echappee.cli.about import about_command
from echappee.cli.arena import (
    Code,
    Keep,
    OnCluster,
    Threads,
    ablation_command,
    arena_command,
    ladder_command,
    load_bots,
    open_ledger,
)
from echappee.cli.calc import calc
from echappee.cli.completion import complete_article, complete_bots, join_words
from echappee.cli.game_terminal import GameTerminal
from echappee.cli.help import help_in
from echappee.cli.interrupts import STATUS, noticing_interrupts
from echappee.cli.kept_games import load
from echappee.cli.parameters import (
    GameId,
    Lang,
    Material,
    Players,
    Record,
    Settings,
    count,
    read_settings,
)
from echappee.cli.play import play
from echappee.cli.progress import bar_once_prepared, prepare_games
from echappee.cli.report import report_command
from echappee.cli.review import review_command
from echappee.cli.serve import ServeCommand, serve
from echappee.cli.speech import Speech, choose_language, set_language, speech_for
from echappee.cli.store import store
from echappee.cli.table_texts import rules_text, show_result
from echappee.cli.train import train_command
from echappee.cli.usage import Commands, Refused, refusal_of
from echappee.errors import LANGUAGES, EchappeeError, Language
from echappee.files import read_text
from echappee.games import game_ids, rulebook
from echappee.lab.cluster import executor_at
from echappee.lab.simulate import simulate
from echappee.match.game import Game
from echappee.match.replay import verify as verify_record
from echappee.rulebook.options import write_value

app = typer.Typer(
    cls=Commands,
    help="Play, score, study and simulate tabletop games.",
    pretty_exceptions_enable=False,
)
app.add_typer(calc, name="calc")
app.add_typer(store, name="store")
app.command("arena")(arena_command)
app.command("ladder")(ladder_command)
app.command("ablation")(ablation_command)
app.command("report")(report_command)
app.command("train")(train_command)
app.command("review")(review_command)
app.command("about")(about_command)
app.command()(play)


def _tell_version(asked: bool) -> None:
    if asked:
        print(f"echappee {__version__}")
        raise typer.Exit


def main() -> None:
    """Run the command line; a refusal is one sentence and exit status 2, an interrupt 130."""
    join_words()
    typed = sys.argv[1:]
    language = choose_language(_language_asked(typed))
    command = typer.main.get_command(app)
    with noticing_interrupts() as interrupts:
        try:
            with help_in(language, command):
                status = command.main(prog_name="echappee", standalone_mode=False) or 0
        except EchappeeError as error:
            status = _refuse(error, language)
        except Refused as error:
            status = _refuse(refusal_of(error, typed), language)
        except (typer.Abort, EOFError):  # nobody is left to answer
            status = 1
        except KeyboardInterrupt:
            status = STATUS
    raise SystemExit(STATUS if interrupts.seen else status)


def _refuse(error: EchappeeError, language: Language) -> int:
    Speech(Console(stderr=True), language).refuse(error)
    return 2


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    lang: Lang = None,
    version: Annotated[
        bool,
        typer.Option("--version", help="Tell the version.", is_eager=True, callback=_tell_version),
    ] = False,
) -> None:
    """Without a command: a menu of the games."""
    set_language(lang)
    if context.invoked_subcommand is None:
        from echappee.cli.menu import menu

        menu(speech_for(lang))


@app.command()
def games(lang: Lang = None) -> None:
    """List the games and their options."""
    speech = speech_for(lang)
    for game_id in game_ids():
        game = Game(rulebook(game_id))
        speech.console.print(f"[bold]{game.name[speech.language]}[/bold]  [dim]{game.id}[/dim]")
        speech.console.print(f"  {game.tagline[speech.language]}", highlight=False)
        fewest, most = game.players
        count = str(most) if fewest == most else f"{fewest}–{most}"
        speech.console.print(f"  {count} {speech.text('games', 'players')}", highlight=False)
        for option in game.options:
            label = game.rulebook.words.get("options", option.name, "label")[speech.language]
            values = " · ".join(
                f"[bold]{write_value(v)}[/bold]" if v == option.default else write_value(v)
                for v in option.values
            )
            speech.console.print(f"    {option.name:<26}{label}: {values}", highlight=False)
        speech.console.print()


@app.command()
def rules(
    game: GameId,
    article: Annotated[
        str | None,
        typer.Argument(help="One article, such as 4e.", autocompletion=complete_article),
    ] = None,
    lang: Lang = None,
) -> None:
    """The rules of a game in our own words, by article."""
    speech = speech_for(lang)
    speech.console.print(rules_text(rulebook(game), speech, article))


@app.command()
def replay(
    file: Record,
    steps: Annotated[bool, typer.Option(help="Show every position, one after the other.")] = True,
    lang: Lang = None,
) -> None:
    """Step through a recorded game."""
    speech = speech_for(lang)
    match = load(file)
    names = [match.names.get(s, speech.text("play", "seat", n=s + 1)) for s in range(match.players)]
    viewer = None
    terminal = GameTerminal(match.rulebook, speech)
    width = max(60, min(speech.console.width, 120))
    number = 0 if steps else match.number
    interactive = sys.stdin.isatty() and steps
    while True:
        where = speech.text("play", "entry", n=number, total=match.number)
        speech.console.rule(where if number else speech.text("play", "begin"))
        news = match.at(number).events(viewer, number - 1) if number else []
        for _, event in news:
            told = f"  {terminal.tell(event, names)}"
            speech.console.print(told, style="cyan", markup=False, highlight=False)
        speech.console.print(terminal.draw(match.at(number), viewer, names, width))
        if interactive:
            answer = speech.console.input(speech.text("play", "continue") + " ").strip()
            if answer == "q":
                return
            number += -1 if answer == "b" else 1
            number = max(number, 0)
        else:
            number += 1
        if number > match.number:
            break
    if match.over:
        show_result(match, names, speech)


@app.command()
def verify(file: Record, lang: Lang = None) -> None:
    """Check a finished record: every shuffle, every move, the result."""
    speech = speech_for(lang)
    found = verify_record(read_text(file))
    speech.say("verify", "good", draws=found.draws, moves=found.moves, style="green")


@app.command()
def sim(
    game: GameId,
    games: Annotated[
        int,
        typer.Option(
            "--games", "-n", help="How many games, also as 1e9.", parser=count, metavar="NUMBER"
        ),
    ] = 1000,
    players: Players = None,
    bots: Annotated[
        str,
        typer.Option(
            help="One bot for all, or one for each seat: a,b,…", autocompletion=complete_bots
        ),
    ] = "random",
    options: Settings = None,
    material: Material = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    threads: Threads = None,
    cluster: OnCluster = None,
    keep: Keep = None,
    device: Annotated[
        str, typer.Option(help="cpu, or cuda: on a GPU, where bots play at random.")
    ] = "cpu",
    code: Code = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    lang: Lang = None,
) -> None:
    """Simulate many games between bots, on all cores or on a GPU."""
    speech = speech_for(lang)
    load_bots(code)
    rules_ = rulebook(game)
    settings = read_settings(options or (), material)
    names = [name.strip() for name in bots.split(",")]
    started = 0.0

    with (
        executor_at(cluster, threads) as workers,
        bar_once_prepared(game if device == "cpu" else None, speech, workers) as (progress, begin),
    ):

        def prepare() -> None:
            nonlocal started
            if device == "cuda":
                progress.console.print(speech.text("prepare", "gpu"))
            begin()
            started = time.perf_counter()

        def advance(done: int) -> None:
            nonlocal started
            if done == 0:
                started = time.perf_counter()
            progress.advance(task, done)

        task = progress.add_task(
            speech.text("sim", "playing", games=games, game=rules_.name[speech.language]),
            total=games,
        )
        result = simulate(
            game, games, players, settings, names, seed, threads,
            advance, prepare=prepare, executor=workers, ledger=open_ledger(keep), device=device,  # type: ignore[arg-type]
        )  # fmt: skip
        seconds = time.perf_counter() - started
        cores = (threads or os.cpu_count() or 1) if workers is None else workers.cores
    if as_json:
        print(msgspec.json.encode(result).decode())
        return
    _show_simulation(result, speech)
    if keep is None:  # else nobody knows how much of it was played now
        rate = f"{result.moves / seconds:,.0f}"
        where = "speed" if device == "cpu" else "speed-gpu"
        speech.say("sim", where, rate=rate, threads=cores, style="dim")


@app.command()
def bench(
    game: GameId,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    seconds: Annotated[float, typer.Option(help="How long each measurement takes.")] = 1.0,
    lang: Lang = None,
) -> None:
    """Measure the speed of a game's rules on this machine."""
    from echappee.lab.bench import bench_game

    speech = speech_for(lang)
    result = bench_game(game, seconds, prepare=lambda: prepare_games([game], speech))
    if as_json:
        print(msgspec.json.encode(result).decode())
        return
    for name, value in msgspec.to_builtins(result).items():
        print(f"{name:<34}{value:>16,}" if isinstance(value, int) else f"{name:<34}{value:>16}")


@app.command()
def prepare(lang: Lang = None) -> None:
    """Compile all games now, once per machine and version."""
    speech = speech_for(lang)
    prepare_games(game_ids(), speech)
    speech.say("prepare", "done")


app.command(cls=ServeCommand)(serve)


def _language_asked(arguments: Sequence[str]) -> str | None:
    """The last --lang of a command line, if it is one that we speak."""
    found = None
    for i, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        value = value or (arguments[i + 1 : i + 2] or [""])[0]
        if name == "--lang" and value in LANGUAGES:
            found = value
    return found


def _show_simulation(result: Any, speech: Speech) -> None:
    name = rulebook(result.game).name[speech.language]
    title = speech.text("sim", "title", game=name, games=result.games, players=result.players)
    table = Table(title=title, title_justify="left")
    table.add_column(speech.text("sim", "bot"))
    for column in ("share", "score", "mean_place"):
        table.add_column(speech.text("sim", column), justify="right")
    for row in result.bots:
        table.add_row(
            row.bot,
            f"{row.share:.1%} ± {1.96 * row.error:.1%}",
            f"{row.mean_score:.2f}",
            f"{row.mean_place:.2f}",
        )
    table.add_section()
    for seat in result.seats:
        label = f"{speech.text('sim', 'seat')} {seat.seat + 1}"
        table.add_row(label, f"{seat.share:.1%}", f"{seat.mean_score:.2f}", "")
    speech.console.print(table)
    speech.say(
        "sim", "length", moves=result.moves, mean=f"{result.mean_moves:.1f}",
        longest=result.longest, draws=result.draws,
    )  # fmt: skip
    endings = ", ".join(f"{code} {count}" for code, count in result.endings.items())
    speech.say("sim", "endings", endings=endings)
