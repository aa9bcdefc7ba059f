"""The riders: bots with a name, a face and a manner, a few for each level.

A rider thinks as hard as his level does and slips as often. His manner is a small difference in
what he plays for, or in where he looks first.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Collection
from functools import cache
from importlib import resources
from typing import Any, Literal

import msgspec

from echappee.bots.levels import guiding_net, level_bots
from echappee.bots.search_bot import ThinkingBot
from echappee.errors import Phrase
from echappee.rulebook.outlook import Outlook
from echappee.rulebook.rulebook import Rulebook


class Manner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a rider's outlook on a game differs from the game's own."""

    goal: Literal["win", "rank", "margin"] = "win"
    part: float = 0.0
    """So much of what a result is worth goes to the ``goal``, out of all three alike."""
    trust: float = 1.0
    """Times the game's own."""

    def seen(self, rulebook: Rulebook, outlook: Outlook) -> Outlook:
        """A game in this manner, where it is usually seen as in ``outlook``.

        Between two, places are no more than the win; where they count as it is, they count no
        more; and where a lead counts for nothing, nobody rides for it.
        """
        own = rulebook.outlook
        pointless = {
            "rank": rulebook.players[1] == 2 or own.rank > 0,
            "margin": own.margin == 0,
        }
        if pointless.get(self.goal):
            return outlook
        worth = {
            goal: getattr(outlook, goal) * (1 - self.part) for goal in ("win", "rank", "margin")
        }
        worth[self.goal] += self.part
        return msgspec.structs.replace(
            outlook,
            **worth,
            trust=min(1.0, outlook.trust * self.trust),
        )


class Features(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a portrait is drawn from."""

    skin: Literal["light", "tan", "dark", "deep"]
    hair: Literal["bald", "short", "curls", "bob", "long", "bun", "ponytail"]
    colour: Literal["black", "brown", "blond", "red", "grey"]
    head: Literal["bare", "cap", "helmet", "laurel"]
    face: Literal[
        "plain", "smile", "freckles", "glasses", "shades", "moustache", "beard", "stubble"
    ]
    jersey: Literal["plain", "band", "hoops", "sash", "dots", "chevron"]
    tint: Literal[
        "jaune", "vert", "bleu", "rouge", "orange", "ambre", "asphalte", "montee", "descente"
    ]
    """One of the page's colours, for the jersey."""


class Rider(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody to play against."""

    id: str
    name: str
    level: str
    manner: str
    style: Phrase
    look: Features


@cache
def manners() -> dict[str, Manner]:
    """All manners by their names."""
    return msgspec.convert(_written()["manners"], dict[str, Manner])


@cache
def riders() -> tuple[Rider, ...]:
    """All riders, those of the weakest level first; the first of a level is its face."""
    return tuple(
        msgspec.convert({"id": rider_id, **facts}, Rider)
        for rider_id, facts in _written()["riders"].items()
    )


@cache
def rider_bots() -> dict[str, ThinkingBot]:
    """The bots of all riders by their ids."""
    return {rider.id: _bot(rider) for rider in riders()}


def rider_for(
    asked: str, seated: Collection[str], names: Collection[str], key: str
) -> Rider | None:
    """Who comes where a level or a rider is ``asked`` for.

    A rider comes unless he is ``seated`` already; then, as where a level is asked for, another
    one of the level, in an order that follows from ``key``. Those whose names begin as nobody's
    of ``names`` come first. None: it is no level's seat, or all of the level sit there.
    """
    known = {rider.id: rider for rider in riders()}
    if asked in known and asked not in seated:
        return known[asked]
    level = known[asked].level if asked in known else asked
    letters = {name[:1].casefold() for name in names}
    free = [rider for rider in riders() if rider.level == level and rider.id not in seated]
    if not free:
        return None
    return min(free, key=lambda one: (one.name[:1].casefold() in letters, _drawn(key, one.id)))


def _drawn(key: str, rider_id: str) -> bytes:
    return hashlib.sha256(f"{key} {rider_id}".encode()).digest()


def _bot(rider: Rider) -> ThinkingBot:
    manner = manners()[rider.manner]
    (level,) = (bot for bot in level_bots() if bot.name == rider.level)

    return ThinkingBot(rider.id, level.effort, manner.seen, net=guiding_net)


@cache
def _written() -> dict[str, Any]:
    file = resources.files(__package__).joinpath("riders.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))
