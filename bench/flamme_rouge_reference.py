"""Another Flamme Rouge (`flamme-rouge` on PyPI): whole races of four teams that play at random.

Its `Regular` teams place, choose riders and play cards at random. A race is set up anew each time,
as ours is, and ended by the first team across the line, as ours is.
"""

from __future__ import annotations

import importlib
from typing import Any

TEAMS = 4
MISSING = "the package `flamme-rouge`: it is not installed; `make bench` installs it"


def available() -> bool:
    """Whether the package is installed."""
    try:
        importlib.import_module("flamme_rouge.core")
    except ImportError:
        return False
    return True


def race(games: int) -> int:
    """Play so many races on Avenue Corso Paseo; return how many."""
    core: Any = importlib.import_module("flamme_rouge.core")
    teams: Any = importlib.import_module("flamme_rouge.teams")
    tracks: Any = importlib.import_module("flamme_rouge.tracks")
    for _ in range(games):
        squads = [teams.Regular(name=str(number)) for number in range(TEAMS)]
        game = core.Game(tracks.AVENUE_CORSO_PASEO, squads)
        game.play()
        assert game.finished
    return games
