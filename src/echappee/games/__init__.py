"""The games. Each is a folder with the same rooms; a new game is a new folder and nothing else."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from echappee.errors import UnknownGame, did_you_mean
from echappee.rulebook.rulebook import Rulebook


@cache
def game_ids() -> tuple[str, ...]:
    """The ids of all games: the names of their folders, with dashes."""
    folders = (module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    return tuple(sorted(folder.replace("_", "-") for folder in folders))


def rulebook(game_id: str) -> Rulebook:
    """The rulebook of a game."""
    if not isinstance(game_id, str) or game_id not in game_ids():
        near = did_you_mean(game_id, game_ids())
        raise UnknownGame(
            "unknown-game", name=game_id, known=", ".join(game_ids()), near=near.en, near_fr=near.fr
        )
    return _load(game_id)


@cache
def _load(game_id: str) -> Rulebook:
    found: Rulebook = import_module(f"{__name__}.{game_id.replace('-', '_')}").RULEBOOK
    return found
