"""A game in the terminal begins at once, whether its rules are compiled or not."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from echappee.bots import background_compiler
from echappee.cli import kept_games
from echappee.games import rulebook
from tests.left_alone import left_alone

WAITS = "import sys; print(1, 4, flush=True); sys.stdin.read()"
FAILS = "import sys; sys.exit('no room on this disk')"


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[str]]:
    """Tapas is not compiled, as far as anybody knows; what is to be compiled is noted."""
    asked: list[str] = []
    command = [sys.executable, "-S", "-c", WAITS]

    class Compiler(background_compiler.BackgroundCompiler):
        def __init__(self, ids: list[str], heard: Callable[[str], None], _: object) -> None:
            asked.extend(ids)
            super().__init__(ids, heard, lambda _: command)

    monkeypatch.setattr(background_compiler, "BackgroundCompiler", Compiler)
    monkeypatch.setattr(background_compiler, "unprepared", tuple)
    monkeypatch.setattr(kept_games, "saves_folder", lambda: tmp_path)
    with left_alone(rulebook("tapas")):
        yield asked


def test_a_game_is_played_while_it_is_compiled(
    uncompiled: list[str], run: Callable[..., str]
) -> None:
    """Bots move, nobody waits, and the rules are left as they were found."""
    printed = run("play", "tapas", "--seed", "x", "--lang", "en", typed="N3:1\nquit\n")
    assert uncompiled == ["tapas"]
    assert "The rules are being compiled in the background" in printed
    assert printed.count("pushes") >= 2
    assert "functions" not in rulebook("tapas").__dict__


def test_it_is_said_in_french_too(uncompiled: list[str], run: Callable[..., str]) -> None:
    printed = run("play", "tapas", "--seed", "x", "--lang", "fr", typed="quit\n")
    assert "Les règles se compilent en arrière-plan" in printed


def test_a_hint_says_when_it_comes(
    uncompiled: list[str], run: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with left_alone(rulebook("flamme-rouge")):
        printed = run("play", "flamme-rouge", "--players", 2, "--lang", "en", typed="hint\nquit\n")
    assert "Advice comes once the rules of this game are compiled" in printed
