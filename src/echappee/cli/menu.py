"""The menu that ``echappee`` shows when it is called without a command."""

from __future__ import annotations

from collections.abc import Sequence

from echappee.bots.registry import bot, bot_names
from echappee.cli.progress import at_once
from echappee.cli.speech import Speech
from echappee.cli.terminal_game import Leave, TerminalGame, autosave_path, load
from echappee.errors import EchappeeError
from echappee.games import game_ids, rulebook
from echappee.match.game import Game
from echappee.match.match import Match
from echappee.rulebook.options import Value, write_value


def menu(speech: Speech) -> None:
    """Choose a game, its players and options, and play."""
    try:
        _menu(speech)
    except (Leave, EOFError, KeyboardInterrupt):
        speech.console.print()


def _menu(speech: Speech) -> None:
    speech.console.rule(f"[bold yellow]{speech.text('menu', 'title')}")
    speech.say("menu", "subtitle", style="dim")
    ids = game_ids()
    games = [Game(rulebook(game_id)) for game_id in ids]
    labels = [f"{game.name[speech.language]} – {game.tagline[speech.language]}" for game in games]
    game = games[_pick(speech, speech.text("menu", "game"), labels)]
    saved = autosave_path(game.id)
    if saved.exists() and _yes(
        speech, speech.text("menu", "resume", game=game.name[speech.language])
    ):
        with at_once([game.id], speech):
            try:
                match = load(saved)
            except EchappeeError as error:
                speech.refuse(error)
            else:
                _play(speech, game, match)
                return
    fewest, most = game.players
    players = fewest
    if fewest != most:
        counts = range(fewest, most + 1)
        players = counts[_pick(speech, speech.text("menu", "players"), [str(n) for n in counts])]
    options: dict[str, Value] = {}
    if game.options and _yes(speech, speech.text("menu", "options")):
        options = {option.name: _option(speech, game, option.name) for option in game.options}
    with at_once([game.id], speech):
        _play(speech, game, game.start(players, options))


def _option(speech: Speech, game: Game, name: str) -> Value:
    option = next(o for o in game.options if o.name == name)
    words = game.rulebook.words
    label = words.get("options", name, "label")[speech.language]
    help_ = words.get("options", name, "help")[speech.language]
    values = [
        words.get("options", name, "values", write_value(value))[speech.language]
        for value in option.values
    ]
    return option.values[_pick(speech, f"{label}: {help_}", values)]


def _play(speech: Speech, game: Game, match: Match) -> None:
    counts = range(1, match.players + 1)
    question = speech.text("menu", "people", players=match.players)
    people = counts[_pick(speech, question, [str(n) for n in counts])]
    bots = {}
    if people < match.players:
        names = bot_names()
        chosen = names[_pick(speech, speech.text("menu", "bot"), list(names))]
        bots = {seat: bot(chosen) for seat in range(people, match.players)}
    TerminalGame(match, bots, speech, autosave_path(game.id)).run()


def _pick(speech: Speech, question: str, labels: Sequence[str]) -> int:
    """Ask for one of several things; the answer is its place."""
    speech.console.print(f"\n[bold]{question}[/bold]", highlight=False)
    for i, label in enumerate(labels, 1):
        speech.console.print(f"  [bold]{i}[/bold]  {label}", highlight=False)
    while True:
        answer = speech.console.input(speech.text("menu", "pick") + " ").strip().lower()
        if answer in ("q", "quit"):
            raise Leave
        if answer.isdecimal() and 1 <= int(answer) <= len(labels):
            return int(answer) - 1


def _yes(speech: Speech, question: str) -> bool:
    yes, no = speech.text("games", "yes"), speech.text("games", "no")
    return _pick(speech, question, [no, yes]) == 1
