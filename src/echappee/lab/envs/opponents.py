"""The bots that a learner plays against, and the seat that it sits in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from echappee import arguments
from echappee.bots.chair import Bot
from echappee.bots.registry import bot
from echappee.bots.search_bot import ThinkingBot
from echappee.errors import UsageError

Opponents = str | Bot | Sequence[str | Bot]
"""A bot for all other seats, or one for each of them, clockwise from the learner: by name (a level
or its number, a rider, ``greedy``, ``random``, one that was added), or made."""
Learner = int | Literal["rotate"]
"""A seat, or ``rotate``: the next one in every game."""
ROTATE = "rotate"


def read_opponents(given: Any, players: int) -> tuple[Bot, ...] | None:
    """A bot for each seat but the learner's, clockwise from it; None: there are no bots."""
    if given is None:
        return None
    others = players - 1
    if isinstance(given, str) or callable(getattr(given, "choose", None)):
        return (_bot(given),) * others
    several = arguments.items("opponents", given)
    if len(several) not in (1, others):
        raise UsageError("bad-opponents", count=others, given=len(several))
    bots = tuple(map(_bot, several))
    return bots if len(bots) == others else bots * others


def read_learner(given: Any, players: int) -> int | None:
    """The learner's seat; None: it moves on from game to game."""
    if isinstance(given, str) and given == ROTATE:
        return None
    number = arguments.index(given)
    if number is None or not 0 <= number < players:
        raise UsageError("bad-learner", last=players - 1, value=given)
    return number


def seated(bots: Sequence[Bot], learner: int) -> dict[int, Bot]:
    """The bots by the seats in which they sit."""
    return {(learner + 1 + place) % (len(bots) + 1): one for place, one in enumerate(bots)}


def without_memories(bots: Sequence[Bot]) -> tuple[Bot, ...]:
    """The same bots as they begin a game: the same game then goes the same way again."""
    return tuple(one.fresh() if isinstance(one, ThinkingBot) else one for one in bots)


def _bot(given: Any) -> Bot:
    if isinstance(given, str):
        return bot(given)
    if not callable(getattr(given, "choose", None)):
        raise UsageError("no-bot", kind=type(given).__name__)
    found: Bot = given
    return found
