"""The full-screen table, driven by keys and a mouse: whole games, offers, hand-overs, the end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input, OptionList, RichLog, Static

import echappee
from echappee.bots.registry import bot
from echappee.cli.kept_games import load, new_path, unfinished
from echappee.cli.play import full_screen, play_session
from echappee.cli.screen.dialogs import Ending, HandOver, Reading
from echappee.cli.screen.table_app import TableApp
from echappee.cli.session import Session
from echappee.cli.speech import Speech
from echappee.cli.terminal_game import TerminalGame
from echappee.errors import Language
from echappee.games import game_ids, rulebook
from echappee.match.match import Match
from tests.depth import deep
from tests.generic.cases import brief

SMALL, LARGE = (80, 24), (120, 40)
PATIENCE = 300.0
Script = Callable[[TableApp, Pilot[Session | None]], Awaitable[None]]


@pytest.fixture(autouse=True)
def _in_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)


def _session(
    game_id: str,
    players: int,
    people: int = 1,
    language: Language = "en",
    seed: int = 3,
    **options: str,
) -> Session:
    """A table of people in the first seats and greedy bots in the others."""
    match = echappee.game(game_id).start(players, {**dict(brief(game_id)), **options}, seed=seed)
    bots = {seat: bot("greedy") for seat in range(people, players)}
    speech = Speech(Console(file=StringIO()), language)
    return Session(match, bots, speech, new_path(game_id))


def _run(session: Session, script: Script, size: tuple[int, int] = SMALL) -> TableApp:
    """Play a script at a table that waits for nothing."""
    app = TableApp(session, pace=0)

    async def played() -> None:
        async with app.run_test(size=size) as pilot:
            await _settled(app, pilot)
            await script(app, pilot)

    asyncio.run(played())
    return app


async def _settled(app: TableApp, pilot: Pilot[Session | None]) -> None:
    """Until somebody here is to choose, or the game is over: bots think in a thread."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        await pilot.pause()
        asked = app._seat is not None or bool(app._offered) or len(app.screen_stack) > 1
        if asked or not app.is_running:
            return
        await asyncio.sleep(0.002)
    raise AssertionError("nobody was asked")


def _text(app: TableApp) -> str:
    """All that is on the screen."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def _shows(app: TableApp, dialog: type[Screen[Any]]) -> bool:
    """Is this in front of the table?"""
    return isinstance(app.screen, dialog)


async def _type(pilot: Pilot[Session | None], text: str) -> None:
    app = pilot.app
    app.query_one("#typed", Input).value = text
    await pilot.pause()
    await pilot.press("enter")


def _towards_the_end(match: Match, left: int) -> Match:
    """A game in its last moves."""
    while not match.over:
        seat = match.awaited[0]
        match.play(seat, match.moves(seat)[-1])
    return match.at(match.number - left)


# ---------------------------------------------------------------------------------------- the games


def test_a_game_is_played_to_its_end_with_the_cursor_keys() -> None:
    session = _session("tapas", 2)
    for _ in range(deep(12, 0)):
        seat = session.match.awaited[0]
        session.match.play(seat, session.match.moves(seat)[0])
    seen: list[str] = []

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        while not app.match.over:
            seen.append(_text(app))
            await pilot.press("down", "enter")
            await _settled(app, pilot)
        await _settled(app, pilot)
        assert _shows(app, Ending)
        ending = _text(app)
        assert "wins." in ending or "share the win" in ending
        await pilot.press("end", "enter")

    app = _run(session, script)
    assert app.match.over
    assert all("Player 1, your move" in one and "Jalapeños" in one for one in seen)
    assert echappee.verify(app.match.record()).moves == app.match.ply
    assert not unfinished("tapas")


def test_a_move_that_is_highlighted_as_the_screen_closes_is_not_drawn() -> None:
    """The list may outlive the table beside it for a moment."""

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        await app.query_one("#board").remove()
        moves = app.query_one("#moves", OptionList)
        before = moves.highlighted
        await pilot.press("down")
        await pilot.pause()
        assert moves.highlighted != before

    _run(_session("tapas", 2), script)


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize(
    ("size", "language"), deep([(SMALL, "fr")], [(SMALL, "fr"), (LARGE, "en")])
)
def test_every_game_shows_table_moves_log_and_whose_turn_it_is(
    game_id: str, size: tuple[int, int], language: Language
) -> None:
    session = _session(game_id, min(4, rulebook(game_id).players[1]), language=language)

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        for _ in range(2):
            if app.match.over:
                return
            text = _text(app)
            width, height = size
            assert all(len(line) == width for line in text.splitlines())
            assert len(text.splitlines()) == height
            assert app.match.rulebook.name[language] in text.splitlines()[0]
            assert app.session.names[0] in text.splitlines()[0]
            assert ("F1 Help" in text) == (language == "en")
            chosen = app._chosen()
            assert chosen is not None
            listed = text[text.index("Moves" if language == "en" else "Coups") :]
            assert chosen.told[:20] in listed
            assert app.query_one("#log", RichLog).lines
            await pilot.press("enter")
            await _settled(app, pilot)

    app = _run(session, script, size)
    assert [entry.seat for entry in app.match.entries].count(0) > 0 or app.match.number > 0


def test_a_short_tour_is_ridden_to_its_end() -> None:
    """The last of hundreds of moves: what is forced plays itself, and the end is told."""
    session = _session("tour-de-france", 2, seed=2)
    session.match = _towards_the_end(session.match, 12)

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        while not app.match.over:
            await pilot.press("enter")
            await _settled(app, pilot)
        await _settled(app, pilot)
        assert "the Tour is over" in _text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert not _shows(app, Ending)
        assert "The game is over." in _text(app)
        await pilot.press("ctrl+q")

    assert _run(session, script).match.over


# ------------------------------------------------------------------------------ choosing and asking


def test_typing_filters_and_a_click_plays() -> None:
    session = _session("tapas", 2, first_colour="j")

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        moves = app.query_one("#moves", OptionList)
        everything = moves.option_count
        await pilot.press("N", "3")
        assert 0 < moves.option_count < everything
        assert all(choice.typed.startswith("N3") for choice in app._shown)
        await pilot.press("escape")
        assert moves.option_count == everything
        await _filtered(pilot, "column 3")
        assert all("column 3" in choice.told for choice in app._shown)
        chosen = app._shown[1].value
        await pilot.click("#moves", offset=(3, 1))
        await _settled(app, pilot)
        assert app.match.entries[0].text == chosen
        await _type(pilot, "nonsense")
        assert "is not a move" in _text(app)
        await _type(pilot, "why W6:1")
        assert "missing corners" in _text(app)

    _run(session, script)


def test_the_place_of_a_move_is_marked_on_the_board() -> None:
    session = _session("tapas", 2, first_colour="j")

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        assert "▼" in _text(app)
        await _filtered(pilot, "W")
        await pilot.pause()
        assert "▶ C1" in _text(app)
        assert "▼" not in _text(app)

    _run(session, script)


async def _filtered(pilot: Pilot[Session | None], text: str) -> None:
    pilot.app.query_one("#typed", Input).value = text
    await pilot.pause()


def test_several_typed_moves_and_undo_of_what_was_forced() -> None:
    session = _session("tapas", 2, first_colour="j")

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        await _type(pilot, "N3:1 N3:2")
        await _settled(app, pilot)
        assert app.match.entries[0].text == "N3:1"
        assert "other player's turn" in _text(app)
        await pilot.press("f3")
        await _settled(app, pilot)
        assert app.match.ply == 0
        assert "Taken back." in _text(app)
        assert "takes a move back" in _text(app)

    _run(session, script)


def test_commands_have_keys_words_and_answers(tmp_path: Path) -> None:
    session = _session("tapas", 2, first_colour="j")
    saved = tmp_path / "here.echappee"

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        await pilot.press("f1")
        assert _shows(app, Reading)
        assert "N3:2 pushes a 2" in " ".join(_text(app).split())
        await pilot.press("pagedown", "escape")
        await _type(pilot, "rules 4e")
        assert "Not straight back" in _text(app)
        await pilot.press("escape")
        await pilot.press("f4")
        assert _shows(app, Reading)
        await pilot.press("f4")
        assert not _shows(app, Reading)
        await _type(pilot, "position")
        assert "--j1c1j1c1--" in _text(app)
        await _type(pilot, "preuve")
        assert app.match.commitment[:20] in _text(app)
        await _type(pilot, f"save {saved}")
        assert saved.exists()
        await pilot.press("f7")
        assert "Saved in" in _text(app)
        await pilot.press("f5")
        assert app.session.auto is False
        await pilot.press("f6")
        text = _text(app)
        assert "Joueur 1, à vous" in text
        assert "par le haut" in text
        assert "Conseil" in text
        await pilot.press("ctrl+q")

    app = _run(session, script)
    assert not unfinished("tapas")
    assert "rien n’est gardé" in str(app.farewell[0])


def test_a_hint_comes_from_a_thread_and_the_screen_stays_alive(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from threading import Event, current_thread, main_thread

    from echappee.rulebook.values import Advice, Advised

    asked, go_on = Event(), Event()

    def advise(match: Match, seat: int) -> Advice:
        assert current_thread() is not main_thread()
        asked.set()
        assert go_on.wait(60)
        return Advice(seat, match.number, "champion", (Advised("N3:1", 0.6, None, 0.9, False),))

    monkeypatch.setattr("echappee.cli.session.advise", advise)

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        await pilot.press("f2")
        while not asked.is_set():
            await asyncio.sleep(0.002)
        before = app._chosen()
        await pilot.press("down")
        assert app._chosen() != before
        assert "The champion thinks" in _text(app)
        go_on.set()
        while "its choice" not in _text(app):
            await pilot.pause()
            await asyncio.sleep(0.002)
        assert "wins 60 %" in _text(app)

    _run(_session("tapas", 2, first_colour="j"), script)


# -------------------------------------------------------------------------- out of turn, hand-overs


def test_who_is_asked_out_of_turn_waits_acts_or_asks_for_help() -> None:
    session = _session("tape-letape", 4)

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        assert app._offered == (0,)
        text = _text(app)
        assert "act out of turn?" in text
        assert "Your hand" in text
        number = app.match.number
        await _type(pilot, "?")
        await pilot.press("escape")
        await _type(pilot, "moves")
        assert app.match.number == number
        assert app._offered == (0,)
        await _type(pilot, "wait")
        await _settled(app, pilot)
        assert app.match.number > number
        await _type(pilot, "puncture>2")
        await _settled(app, pilot)
        mine = [entry.text for entry in app.match.entries if entry.seat == 0]
        assert mine[0] == "puncture>1"
        assert "Player 1 punctures Greedy bot 2." in " ".join(_text(app).split())

    _run(session, script, LARGE)


def test_several_people_are_asked_at_once_and_no_hand_is_seen() -> None:
    session = _session("tape-letape", 3, people=3)
    match = session.match
    hands = [match.typed_view(seat).table.riders[seat].hand for seat in range(3)]

    def hand_seen(app: TableApp, seat: int) -> bool:
        cards = [app.session.terminal.show(card) for card in hands[seat] or []]
        return all(f" {card} " in _text(app) for card in cards)

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        chooser = match.awaited[0]
        other = next(seat for seat in range(3) if seat != chooser)
        assert _shows(app, HandOver)
        assert not any(hand_seen(app, seat) for seat in range(3))
        await pilot.press("enter")
        await _settled(app, pilot)
        assert hand_seen(app, chooser)
        await pilot.press("enter")
        await _settled(app, pilot)
        assert len(app._offered) == 2
        assert "Does anybody act out of turn?" in _text(app)
        assert "Your hand" not in _text(app)
        assert not _shows(app, HandOver)
        await _filtered(pilot, f"Player {other + 1}")
        await pilot.press("enter")
        assert _shows(app, HandOver)
        await pilot.press("enter")
        await pilot.pause()
        assert hand_seen(app, other)
        await _type(pilot, f"puncture>{chooser + 1}")
        await _settled(app, pilot)
        assert match.entries[-1].seat == other
        assert "Your hand" not in _text(app) or _shows(app, HandOver)

    _run(session, script, LARGE)


# -------------------------------------------------------------------------------- leaving, resuming


def test_leaving_keeps_the_game_and_a_bot_that_thinks_is_not_waited_for() -> None:
    session = _session("tapas", 2, first_colour="j")

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        await pilot.press("enter")
        await pilot.press("ctrl+c")

    app = _run(session, script)
    assert app.return_code == 130
    (path,) = unfinished("tapas")
    assert load(path).entries[0].seat == 0
    assert "--resume" in str(app.farewell[0])


def test_the_next_stage_of_a_series_follows() -> None:
    kind = rulebook("flamme-rouge").series
    assert kind is not None
    options = rulebook("flamme-rouge").settle(2, {})
    series = kind.begin(("avenue-corso-paseo", "avenue-corso-paseo"), 2, options)
    match = echappee.game("flamme-rouge").start(2, {**options, **series.options()}, seed=1)
    match = _towards_the_end(match, 8)
    speech = Speech(Console(file=StringIO()), "fr")
    session = Session(match, {1: bot("greedy")}, speech, new_path("flamme-rouge"), series=series)

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        assert "Étape 1 sur 2" in _text(app)
        while not app.match.over:
            await pilot.press("enter")
            await _settled(app, pilot)
        await _settled(app, pilot)
        assert "Classement général" in _text(app)
        await pilot.press("enter")

    app = _run(session, script, LARGE)
    following = app.return_value
    assert following is not None
    assert following.series is not None
    assert following.series.done == 1
    assert unfinished("flamme-rouge") == [following.path]


def test_no_colour_is_asked_for_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """With ``NO_COLOR`` every colour is a grey."""
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        assert app.no_color
        assert "J1" in _text(app)
        assert "C1" in _text(app)

    _run(_session("tapas", 2), script)


@pytest.mark.parametrize(
    ("terminal", "keys", "screen", "shown"),
    [
        ("xterm-256color", True, True, True),
        ("dumb", True, True, False),
        ("", True, True, False),
        ("xterm", False, True, False),
        ("xterm", True, False, False),
    ],
)
def test_the_full_screen_is_for_terminals(
    terminal: str, keys: bool, screen: bool, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stream(StringIO):
        def __init__(self, tty: bool) -> None:
            super().__init__()
            self.tty = tty

        def isatty(self) -> bool:
            return self.tty

    monkeypatch.setenv("TERM", terminal)
    monkeypatch.setattr("sys.stdin", Stream(keys))
    monkeypatch.setattr("sys.stdout", Stream(screen))
    assert full_screen() == shown
    opened: list[str] = []
    monkeypatch.setattr(
        "echappee.cli.screen.table_app.run_table", lambda session: opened.append("screen")
    )
    monkeypatch.setattr(TerminalGame, "run", lambda self: opened.append("prompt"))
    session = _session("tapas", 2)
    play_session(session)
    play_session(session, plain=True)
    assert opened == ["screen" if shown else "prompt", "prompt"]


def test_the_status_line_is_no_markup() -> None:
    session = _session("tapas", 2)
    named = echappee.game("tapas").start(2, seed=3, names=["[b]Ann", "Bo[/]"])
    session.match = named

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        assert "[b]Ann" in _text(app)
        assert str(app.query_one("#status", Static).content)

    _run(session, script)
