"""``echappee play``: a new game or a kept one, at the full-screen table or at the prompt."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from echappee import arguments
from echappee.bots.chair import Bot
from echappee.bots.registry import bot
from echappee.cli.arena import Code, load_bots
from echappee.cli.completion import complete_game, complete_player
from echappee.cli.kept_games import load, new_path, newest, read_seating, unfinished
from echappee.cli.parameters import Lang, Material, Players, Settings, read_settings
from echappee.cli.progress import at_once
from echappee.cli.session import Session, series_session
from echappee.cli.speech import Speech, speech_for
from echappee.cli.terminal_game import TerminalGame
from echappee.errors import UsageError
from echappee.files import read_text
from echappee.games import game_ids, rulebook
from echappee.match.game import Game
from echappee.match.game_record import read_record
from echappee.match.match import Match
from echappee.rulebook.rulebook import Rulebook
from echappee.rulebook.series import Series

NOBODY = "none"
_USUAL_BOT = "teammate"


def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="A game's id; see `echappee games`.",
                       autocompletion=complete_game),
    ] = None,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="With --resume: the saved game.")
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option("--bot", help="Seat a bot; repeat for several. Default: a teammate "
                     "(level 3) in every seat but yours; --bot none for people only.",
                     autocompletion=complete_player),
    ] = None,
    players: Players = None,
    options: Settings = None,
    material: Material = None,
    seat: Annotated[int, typer.Option(help="Your seat when you play against bots, from 1.")] = 1,
    seed: Annotated[str | None, typer.Option(help="The same seed gives the same game.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the game that was kept last, or with FILE.")
    ] = False,
    series: Annotated[
        str | None,
        typer.Option(help="Several matches in a row, such as a Grand Tour: the parts separated by "
                     "commas, or 1, 2 … for one that the game proposes."),
    ] = None,
    practice: Annotated[
        bool, typer.Option("--practice", help="Take back even what was drawn or shown.")
    ] = False,
    auto: Annotated[
        bool, typer.Option(help="Moves without a choice play themselves.")
    ] = True,
    plain: Annotated[
        bool, typer.Option("--plain", help="The prompt instead of the full-screen table.")
    ] = False,
    code: Code = None,
    lang: Lang = None,
) -> None:  # fmt: skip
    """Play in the terminal."""
    speech = speech_for(lang)
    load_bots(code)
    if resume:
        path = _kept(game, file)
        with at_once([read_record(read_text(path)).game], speech):
            session = _resumed(game, path, bots, seat, speech, practice=practice, auto=auto)
            play_session(session, plain=plain)
    elif file is not None:
        raise UsageError("file-without-resume", text=file)
    elif game is None:
        known = game_ids()
        raise UsageError("which-game", example=known[0], known=", ".join(known))
    else:
        rules = rulebook(game)
        settings = read_settings(options or (), material)
        if players is None and list(bots or ()) != [NOBODY]:
            players = rules.usual_players
        elif players is None:
            players = rules.players[0]
        chosen = rules.settle(players, settings)
        contest = None if series is None else begin_series(rules, series, players, chosen)
        seated = seat_bots(players, bots, seat)
        arguments.seed(seed)
        with at_once([game], speech):
            session = new_session(
                rules, players, settings, seated, speech,
                seed=seed, practice=practice, auto=auto, series=contest,
            )  # fmt: skip
            play_session(session, plain=plain)


def new_session(
    rules: Rulebook,
    players: int,
    settings: Mapping[str, bool | int | str],
    bots: Mapping[int, Bot],
    speech: Speech,
    *,
    seed: str | None = None,
    practice: bool = False,
    auto: bool = True,
    series: Series | None = None,
) -> Session:
    """A game that begins now, alone or as the first of a series."""
    if unfinished(rules.id):
        speech.say("play", "kept-before", game=rules.id, style="dim")
    if series is not None:
        return series_session(
            rules.id, series, players, settings, bots, speech, seed, practice=practice, auto=auto
        )
    match = Game(rules).start(players, settings, seed, practice=practice)
    return Session(match, bots, speech, new_path(rules.id), auto=auto)


def play_session(session: Session, *, plain: bool = False) -> None:
    """Play a game and those of its series after it, full-screen where the terminal can show it."""
    following: Session | None = session
    while following is not None:
        if plain or not full_screen():
            following = TerminalGame(following).run()
        else:
            from echappee.cli.screen.table_app import run_table

            following = run_table(following)


def full_screen() -> bool:
    """Can a full-screen table be shown: keys come in and a picture goes out?"""
    dumb = os.environ.get("TERM", "dumb") in ("dumb", "unknown", "")
    return sys.stdin.isatty() and sys.stdout.isatty() and not dumb


def seat_bots(players: int, names: Sequence[str] | None, seat: int) -> dict[int, Bot]:
    """Bots for the seats other than ``seat``, which is counted from 1; by default the middle
    level."""
    if not 1 <= seat <= players:
        raise UsageError("no-place", seat=seat, last=players)
    own = seat - 1
    others = [(own + step) % players for step in range(1, players)]
    if names is None:
        names = [_USUAL_BOT] * len(others)
    if list(names) == [NOBODY]:
        return {}
    if len(names) > players:
        raise UsageError("bad-bots", players=players, count=len(names))
    return {where: bot(name) for where, name in zip([*others, own], names, strict=False)}


def begin_series(
    rules: Rulebook, text: str, players: int, options: Mapping[str, bool | int | str]
) -> Series:
    """The series that a text names: by its parts, or by its place among those proposed."""
    kind = rules.series
    if kind is None:
        raise UsageError("no-series", game=rules.name.en)
    parts: Sequence[str] = [part.strip() for part in text.split(",") if part.strip()]
    if text.strip().isdecimal():
        number, last = int(text), len(kind.EXAMPLES)
        if not 1 <= number <= last:
            raise UsageError("no-series-example", number=number, last=last)
        parts = kind.EXAMPLES[number - 1]
    return kind.begin(parts, players, options)


def _kept(game: str | None, file: Path | None) -> Path:
    """The file that is meant: the one that is named, or the game that was kept last."""
    if file is not None:
        if game is not None:
            rulebook(game)
        return file
    return newest(game) if game is None or game in game_ids() else Path(game)


def _resumed(
    game: str | None,
    path: Path,
    names: Sequence[str] | None,
    seat: int,
    speech: Speech,
    *,
    practice: bool,
    auto: bool,
) -> Session:
    """A kept game, with those who sat at its table unless the command says otherwise."""
    match = load(path)
    if game in game_ids() and match.game_id != game:
        raise UsageError("other-game", game=match.game_id)
    if practice and not match.practice:
        raise UsageError("practice-begun")
    session = resume_session(match, path, names, seat, speech, auto=auto)
    speech.say("play", "resumed", path=path)
    return session


def resume_session(
    match: Match,
    path: Path,
    names: Sequence[str] | None,
    seat: int,
    speech: Speech,
    *,
    auto: bool = True,
) -> Session:
    """A match from a file; ``names`` are the bots to seat, None: as it was kept."""
    seating, series, seed = read_seating(path), None, None
    if seating is not None and seating.series is not None and match.rulebook.series is not None:
        series = msgspec.json.decode(seating.series, type=match.rulebook.series)
        seed = seating.seed
    if names is None and seating is not None:
        bots: dict[int, Bot] = {
            where: bot(name) for where, name in seating.bots.items() if 0 <= where < match.players
        }
    else:
        bots = seat_bots(match.players, names, seat)
    return Session(match, bots, speech, path, auto=auto, series=series, seed=seed)
