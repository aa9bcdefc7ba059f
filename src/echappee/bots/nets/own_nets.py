"""The nets that come with the games: one file for each, and a card that tells about it."""

from __future__ import annotations

from functools import cache
from importlib import resources

from echappee.bots.nets.net import Net, net_of
from echappee.rulebook.rulebook import Rulebook

_FILES = resources.files(__package__) / "files"


def own_net(rules: Rulebook) -> Net | None:
    """The net of a game; None: it has none."""
    return _net(rules.id)


@cache
def _net(game_id: str) -> Net | None:
    file = _FILES / f"{game_id}.net"
    return net_of(file.read_bytes(), str(file)) if file.is_file() else None
