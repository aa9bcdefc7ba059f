"""Which terminals get the full-screen table, and what it shows on them."""

from __future__ import annotations

from io import StringIO

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

import echappee
from echappee.cli.play import full_screen, play_session
from echappee.cli.screen.table_app import TableApp
from echappee.cli.session import Session
from echappee.cli.terminal_game import TerminalGame
from tests.cli.screens import (
    run_script,
    seated,
    text_of,
)


@pytest.fixture(autouse=True)
def _in_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)


def test_no_colour_is_asked_for_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """With ``NO_COLOR`` every colour is a grey."""
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        assert app.no_color
        assert "J1" in text_of(app)
        assert "C1" in text_of(app)

    run_script(seated("tapas", 2), script)


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
    session = seated("tapas", 2)
    play_session(session)
    play_session(session, plain=True)
    assert opened == ["screen" if shown else "prompt", "prompt"]


def test_the_status_line_is_no_markup() -> None:
    session = seated("tapas", 2)
    named = echappee.game("tapas").start(2, seed=3, names=["[b]Ann", "Bo[/]"])
    session.match = named

    async def script(app: TableApp, pilot: Pilot[Session | None]) -> None:
        assert "[b]Ann" in text_of(app)
        assert str(app.query_one("#status", Static).content)

    run_script(session, script)
