"""The games. Each is a folder with the same rooms; a new game is a new folder and nothing else."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from echappee.errors import UnknownGame
from echappee.rulebook.game import Rulebook

BOARDLESS = ("flamme-rouge",)
"""Games whose board is still being drawn: they play by id, in Python and in the terminal."""


@cache
def folder_ids() -> tuple[str, ...]:
    """The ids of all games that have a folder: its name, with dashes."""
    folders = (module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    return tuple(sorted(folder.replace("_", "-") for folder in folders))


@cache
def game_ids() -> tuple[str, ...]:
    """The ids of the games that are offered everywhere."""
    return tuple(game_id for game_id in folder_ids() if game_id not in BOARDLESS)


@cache
def rulebook(game_id: str) -> Rulebook:
    """The rulebook of a game."""
    if game_id not in folder_ids():
        raise UnknownGame("unknown-game", name=game_id, known=", ".join(game_ids()))
    found: Rulebook = import_module(f"{__name__}.{game_id.replace('-', '_')}").RULEBOOK
    return found
