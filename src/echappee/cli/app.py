"""The command line: ``echappee`` and its commands."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from echappee.bots.registry import bot
from echappee.cli.arena import (
    Code,
    ablation_command,
    arena_command,
    ladder_command,
    load_bots,
)
from echappee.cli.calc import calc
from echappee.cli.parameters import GameId, Lang, Material, Players, Settings, read_settings
from echappee.cli.progress import at_once, bar_once_prepared, prepare_games
from echappee.cli.speech import Speech, choose_language, set_language, speech_for
from echappee.cli.terminal_game import (
    Board,
    TerminalGame,
    autosave_path,
    load,
    show_result,
    show_rules,
)
from echappee.errors import EchappeeError, UsageError
from echappee.files import read_text
from echappee.games import game_ids, rulebook
from echappee.lab.simulate import simulate
from echappee.match.game import Game
from echappee.match.match import Match
from echappee.match.replay import verify as verify_record
from echappee.rulebook.options import write_value

_HEAD_START = 3.0  # seconds for the first page

app = typer.Typer(
    help="Play, score, study and simulate tabletop games.",
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(calc, name="calc")
app.command("arena")(arena_command)
app.command("ladder")(ladder_command)
app.command("ablation")(ablation_command)


def main() -> None:
    """Run the command line; a refusal is one sentence and exit status 2."""
    try:
        app(standalone_mode=True)
    except EchappeeError as error:
        language = choose_language(_language_asked(sys.argv))
        Speech(Console(stderr=True), language).refuse(error)
        raise SystemExit(2) from None


@app.callback(invoke_without_command=True)
def start(context: typer.Context, lang: Lang = None) -> None:
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
    article: Annotated[str | None, typer.Argument(help="One article, such as 4e.")] = None,
    lang: Lang = None,
) -> None:
    """The rules of a game in our own words, by article."""
    show_rules(rulebook(game), speech_for(lang), article)


@app.command()
def play(
    game: GameId,
    bots: Annotated[
        list[str] | None,
        typer.Option("--bot", help="Seat a bot; repeat for several. Default: a teammate "
                     "(level 3) in every seat but yours; --bot none for people only."),
    ] = None,
    players: Players = None,
    options: Settings = None,
    material: Material = None,
    seat: Annotated[int, typer.Option(help="Your seat when you play against bots.")] = 0,
    seed: Annotated[str | None, typer.Option(help="The same seed gives the same game.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    practice: Annotated[
        bool, typer.Option("--practice", help="Take back even what was drawn or shown.")
    ] = False,
    code: Code = None,
    lang: Lang = None,
) -> None:  # fmt: skip
    """Play in the terminal."""
    speech = speech_for(lang)
    load_bots(code)
    rules_ = rulebook(game)
    with at_once([game], speech):
        if resume is not None:
            match = load(resume)
            if match.game_id != game:
                raise UsageError("other-game", game=match.game_id)
            if practice and not match.practice:
                raise UsageError("practice-begun")
            speech.say("play", "resumed", path=resume)
        else:
            settings = read_settings(options or (), material)
            if players is None and list(bots or ()) != ["none"]:
                players = rules_.usual_players
            match = Game(rules_).start(players, settings, seed, practice=practice)
        chosen = seat_bots(match, bots, seat)
        TerminalGame(match, chosen, speech, resume or autosave_path(game)).run()


@app.command()
def replay(
    file: Path,
    steps: Annotated[bool, typer.Option(help="Show every position, one after the other.")] = True,
    lang: Lang = None,
) -> None:
    """Step through a recorded game."""
    speech = speech_for(lang)
    match = load(file)
    names = [match.names.get(s, speech.text("play", "seat", n=s + 1)) for s in range(match.players)]
    viewer = None
    board = Board(match.rulebook, speech)
    number = 0 if steps else match.number
    interactive = sys.stdin.isatty() and steps
    while True:
        where = speech.text("play", "entry", n=number, total=match.number)
        speech.console.rule(where if number else speech.text("play", "begin"))
        news = match.at(number).events(viewer, number - 1) if number else []
        board.tell([event for _, event in news], names)
        board.show(match.at(number), viewer, names)
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
def verify(file: Path, lang: Lang = None) -> None:
    """Check a finished record: every shuffle, every move, the result."""
    speech = speech_for(lang)
    found = verify_record(read_text(file))
    speech.say("verify", "good", draws=found.draws, moves=found.moves, style="green")


@app.command()
def sim(
    game: GameId,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games.")] = 1000,
    players: Players = None,
    bots: Annotated[
        str, typer.Option(help="One bot for all, or one for each seat: a,b,…")
    ] = "random",
    options: Settings = None,
    material: Material = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    threads: Annotated[int | None, typer.Option(help="Default: all cores.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    lang: Lang = None,
) -> None:
    """Simulate many games between bots, on all cores."""
    speech = speech_for(lang)
    rules_ = rulebook(game)
    settings = read_settings(options or (), material)
    names = [name.strip() for name in bots.split(",")]
    started = 0.0

    with bar_once_prepared(game, speech) as (progress, begin):

        def prepare() -> None:
            nonlocal started
            begin()
            started = time.perf_counter()

        task = progress.add_task(
            speech.text("sim", "playing", games=games, game=rules_.name[speech.language]),
            total=games,
        )
        result = simulate(
            game, games, players, settings, names, seed, threads,
            lambda done: progress.advance(task, done),
            prepare=prepare,
        )  # fmt: skip
    seconds = time.perf_counter() - started
    if as_json:
        print(msgspec.json.encode(result).decode())
        return
    _show_simulation(result, seconds, threads, speech)


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


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 takes any that is free.")] = 8000,
    data: Annotated[
        Path | None, typer.Option(help="The folder to keep tables in; default: yours.")
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open a browser.")] = False,
    processes: Annotated[
        int, typer.Option(help="Processes that share the tables, for a house with many guests.")
    ] = 1,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            help="A name that the server answers to, such as example.org; may be repeated. "
            "Addresses in numbers, localhost, this machine's name and .local always work.",
            envvar="ECHAPPEE_ALLOW_HOSTS",
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="The address or network of a proxy that tells who asks (X-Forwarded-For); "
            "may be repeated. By default none is believed.",
            envvar="ECHAPPEE_PROXIES",
        ),
    ] = None,
    code: Code = None,
    lang: Lang = None,
) -> None:
    """Serve tables to browsers: play with friends, far apart or on one screen."""
    from echappee.server.config import Settings
    from echappee.server.refusals import listening
    from echappee.server.run import serve as run

    speech = speech_for(lang)
    load_bots(code)
    settings = Settings(
        head_start=_HEAD_START, hosts=tuple(allow_host or ()), proxies=tuple(proxy or ())
    )
    if data is not None:
        settings = msgspec.structs.replace(settings, data=data)
    run(
        settings, host, port, browser=open_browser, processes=processes,
        prepare=partial(load_bots, code),
        ready=lambda address: speech.console.print(listening(address)[speech.language]),
        compiled=lambda: speech.say("prepare", "done"),
    )  # fmt: skip


def seat_bots(match: Match, names: Sequence[str] | None, seat: int) -> dict[int, Any]:
    """Bots for the seats other than ``seat``; by default the middle level."""
    match.moves(seat)  # refuses a seat that is not there
    others = [(seat + step) % match.players for step in range(1, match.players)]
    if names is None:
        names = ["teammate"] * len(others)
    if list(names) == ["none"]:
        return {}
    if len(names) > match.players:
        raise UsageError("bad-bots", players=match.players, count=len(names))
    chosen = [*others, seat]
    return {where: bot(name) for where, name in zip(chosen, names, strict=False)}


def _language_asked(arguments: Sequence[str]) -> str | None:
    """The --lang of a command line, if it is one that we speak."""
    for i, argument in enumerate(arguments):
        value = argument.partition("=")[2] or (arguments[i + 1 : i + 2] or [""])[0]
        if argument.startswith("--lang") and value in ("en", "fr"):
            return value
    return None


def _show_simulation(result: Any, seconds: float, threads: int | None, speech: Speech) -> None:
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
        label = f"{speech.text('sim', 'seat')} {seat.seat}"
        table.add_row(label, f"{seat.share:.1%}", f"{seat.mean_score:.2f}", "")
    speech.console.print(table)
    speech.say(
        "sim", "length", moves=result.moves, mean=f"{result.mean_moves:.1f}",
        longest=result.longest, draws=result.draws,
    )  # fmt: skip
    endings = ", ".join(f"{code} {count}" for code, count in result.endings.items())
    speech.say("sim", "endings", endings=endings)
    rate = f"{result.moves / seconds:,.0f}"
    speech.say("sim", "speed", rate=rate, threads=threads or os.cpu_count() or 1, style="dim")
