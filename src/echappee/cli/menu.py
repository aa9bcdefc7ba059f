"""The menu that ``echappee`` shows when it is called without a command."""

from __future__ import annotations

from collections.abc import Sequence

from echappee.bots.levels import levels
from echappee.bots.registry import added_names, bot
from echappee.cli.kept_games import load, unfinished
from echappee.cli.play import begin_series, new_session, play_session, resume_session
from echappee.cli.progress import at_once
from echappee.cli.session import bot_label
from echappee.cli.speech import Speech
from echappee.cli.terminal_game import INTERRUPTED, Leave
from echappee.errors import EchappeeError
from echappee.games import game_ids, rulebook
from echappee.match.game import Game
from echappee.rulebook.options import Value, write_value
from echappee.rulebook.series import Series

_SIMPLE = ("greedy", "random")


def menu(speech: Speech) -> None:
    """Choose a game, its players and options, and play."""
    try:
        _menu(speech)
    except (Leave, EOFError):
        speech.console.print()
    except KeyboardInterrupt:
        speech.console.print()
        raise SystemExit(INTERRUPTED) from None


def _menu(speech: Speech) -> None:
    speech.console.rule(f"[bold yellow]{speech.text('menu', 'title')}")
    speech.say("menu", "subtitle", style="dim")
    ids = game_ids()
    games = [Game(rulebook(game_id)) for game_id in ids]
    labels = [f"{game.name[speech.language]} – {game.tagline[speech.language]}" for game in games]
    game = games[_pick(speech, speech.text("menu", "game"), labels)]
    if _resume(speech, game):
        return
    rules = game.rulebook
    counts = list(rules.player_counts())
    players = counts[0]
    if len(counts) > 1:
        usual = counts.index(rules.usual_players)
        question = speech.text("menu", "players")
        players = counts[_pick(speech, question, [str(n) for n in counts], usual)]
    options: dict[str, Value] = {}
    if game.options and _yes(speech, speech.text("menu", "options")):
        options = {option.name: _option(speech, game, option.name) for option in game.options}
    series = _series(speech, game, players, options)
    people = range(1, players + 1)[
        _pick(
            speech, speech.text("menu", "people", players=players),
            [str(n) for n in range(1, players + 1)], 0,
        )
    ]  # fmt: skip
    bots = {}
    if people < players:
        names = [level.name for level in levels()] + [*_SIMPLE, *added_names()]
        about = {level.name: f" – {level.about[speech.language]}" for level in levels()}
        shown = [bot_label(name, speech) + about.get(name, "") for name in names]
        chosen = names[_pick(speech, speech.text("menu", "bot"), shown, names.index("teammate"))]
        bots = {seat: bot(chosen) for seat in range(people, players)}
    with at_once([game.id], speech):
        play_session(new_session(rules, players, options, bots, speech, series=series))


def _resume(speech: Speech, game: Game) -> bool:
    """Go on with the game of this kind that was kept last, if the person wants that."""
    kept = unfinished(game.id)
    question = speech.text("menu", "resume", game=game.name[speech.language])
    if not kept or not _yes(speech, question):
        return False
    with at_once([game.id], speech):
        try:
            session = resume_session(load(kept[0]), kept[0], None, 1, speech)
        except EchappeeError as error:
            speech.refuse(error)
            return False
        play_session(session)
    return True


def _series(speech: Speech, game: Game, players: int, options: dict[str, Value]) -> Series | None:
    """One match, or one of the series that the game proposes."""
    rules = game.rulebook
    if rules.series is None:
        return None
    words, language = rules.words, speech.language
    label = words.get("series", "label")[language]
    parts = words.texts(language).get("options", {}).get(rules.series.OPTION, {}).get("values", {})
    proposed = [
        f"{label}: " + " · ".join(str(parts.get(part, part)) for part in example)
        for example in rules.series.EXAMPLES
    ]
    single = words.get("series", "single")[language]
    place = _pick(speech, words.get("series", "help")[language], [single, *proposed], 0)
    if not place:
        return None
    return begin_series(rules, str(place), players, rules.settle(players, options))


def _option(speech: Speech, game: Game, name: str) -> Value:
    option = next(o for o in game.options if o.name == name)
    words = game.rulebook.words
    label = words.get("options", name, "label")[speech.language]
    help_ = words.get("options", name, "help")[speech.language]
    values = [
        words.get("options", name, "values", write_value(value))[speech.language]
        for value in option.values
    ]
    usual = option.values.index(option.default) if option.default in option.values else None
    return option.values[_pick(speech, f"{label}: {help_}", values, usual)]


def _pick(speech: Speech, question: str, labels: Sequence[str], usual: int | None = None) -> int:
    """Ask for one of several things; the answer is its place. Enter takes the usual one."""
    speech.console.print(f"\n[bold]{question}[/bold]", highlight=False)
    for i, label in enumerate(labels, 1):
        speech.console.print(f"  [bold]{i}[/bold]  {label}", highlight=False)
    prompt = speech.text("menu", "pick")
    if usual is not None:
        prompt = speech.text("menu", "pick-usual", usual=usual + 1)
    while True:
        answer = speech.console.input(f"{prompt} ").strip().lower()
        if answer in ("q", "quit"):
            raise Leave
        if not answer and usual is not None:
            return usual
        if answer.isdecimal() and 1 <= int(answer) <= len(labels):
            return int(answer) - 1


def _yes(speech: Speech, question: str) -> bool:
    yes, no = speech.text("games", "yes"), speech.text("games", "no")
    return _pick(speech, question, [no, yes], 0) == 1
