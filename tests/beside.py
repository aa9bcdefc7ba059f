"""What the tests know of one game, beside its own tests: `tests/games/X/NAME.py`.

``cases.py`` may have ``BRIEF``, options that make a long game short. ``browser.py`` has
  ``SETTINGS``            players and options of its random games, and ``LOUD`` moves to do without;
  ``Learner``             somebody who makes a given move on its board;
  ``READER``, ``facts``   what stands on its board, read from the page and told from the view;
  ``MOMENTS``, ``GAMES``  tables in the middle of things and at their end, by name;
  ``SCREENS``             what is looked at, and ``PICTURES`` of the README.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from echappee.games import game_ids


@cache
def beside(game_id: str, name: str) -> ModuleType | None:
    """A game's module of this name; not every game has one."""
    package = f"tests.games.{game_id.replace('-', '_')}"
    if find_spec(package) is None or find_spec(f"{package}.{name}") is None:
        return None
    return import_module(f"{package}.{name}")


def beside_all(name: str) -> list[ModuleType]:
    """Those of all games."""
    return [module for game_id in game_ids() if (module := beside(game_id, name)) is not None]
