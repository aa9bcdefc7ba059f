"""What stands on a board: read from the page, and told from the engine's view, to be compared."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from echappee.rulebook.values import View
from tests.beside import beside

JSON = Any


def _board(game: str) -> ModuleType:
    module = beside(game, "browser")
    assert module is not None, f"nobody reads the board of {game}"
    return module


def reader(game: str) -> str:
    """A function for the page that gives the board in `main` as plain data."""
    found: str = _board(game).READER
    return found


def facts(view: View) -> JSON:
    """What should stand on the board."""
    return _board(view.game).facts(view.table)
