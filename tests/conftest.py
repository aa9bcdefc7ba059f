"""Shared by all tests: games are compiled before the first test, never inside one."""

from __future__ import annotations

import os
from collections.abc import Callable
from io import StringIO

import pytest

from echappee.bots import registry
from echappee.cli import app as cli
from echappee.games import game_ids
from echappee.lab.preparing import prepare_game, unprepared


@pytest.fixture(scope="session", autouse=True)
def _compiled_games() -> None:
    for game_id in unprepared(game_ids()):
        prepare_game(game_id)


@pytest.fixture(scope="session")
def seed() -> int:
    """Of what is explored by chance: ``ECHAPPEE_SEED``, which `make explore` draws and tells."""
    return int(os.environ.get("ECHAPPEE_SEED", "1"))


@pytest.fixture(autouse=True)
def _bots_of_this_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that a test loads from a file is gone after it: the next test has those it knows."""
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run a command of ``echappee`` with typed-in lines; returns what it printed."""

    def command(*arguments: object, typed: str = "", status: int = 0) -> str:
        monkeypatch.setattr("sys.argv", ["echappee", *map(str, arguments)])
        monkeypatch.setattr("sys.stdin", StringIO(typed))
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            cli.main()
        printed = capsys.readouterr()
        assert left.value.code == status, printed.err + printed.out
        return printed.out + printed.err

    return command
