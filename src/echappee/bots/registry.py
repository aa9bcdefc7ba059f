"""The bots by name."""

from __future__ import annotations

from echappee.bots.choosing import GREEDY, RANDOM
from echappee.bots.simple import CompiledBot
from echappee.errors import UsageError

_BOTS = {bot.name: bot for bot in (CompiledBot("random", RANDOM), CompiledBot("greedy", GREEDY))}


def bot_names() -> tuple[str, ...]:
    """The names of all bots."""
    return tuple(_BOTS)


def bot(name: str) -> CompiledBot:
    """The bot of this name."""
    if name not in _BOTS:
        raise UsageError("unknown-bot", name=name, known=", ".join(_BOTS))
    return _BOTS[name]
