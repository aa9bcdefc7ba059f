"""The five levels: one search, thinking harder and slipping less from level to level."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

import msgspec

from echappee.bots.nets.net import Net
from echappee.bots.nets.own_nets import own_net
from echappee.bots.search_bot import ThinkingBot
from echappee.errors import Phrase
from echappee.french import typeset
from echappee.rulebook.outlook import Effort
from echappee.rulebook.rulebook import Rulebook


class Level(msgspec.Struct, frozen=True):
    """What a player is told of a level."""

    name: str
    number: int
    label: Phrase
    about: Phrase


@cache
def levels() -> tuple[Level, ...]:
    """All levels, the weakest first."""
    file = resources.files(__package__).joinpath("levels.toml")
    written = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(
        Level(name, number, _phrase(words["label"]), _phrase(words["about"]))
        for number, (name, words) in enumerate(written.items(), 1)
    )


def _phrase(words: dict[str, str]) -> Phrase:
    return Phrase(words["en"], typeset(words["fr"]))


@cache
def level_bots() -> tuple[ThinkingBot, ...]:
    """The bots of all levels, the weakest first."""
    return tuple(_bot(level) for level in levels())


def _bot(level: Level) -> ThinkingBot:
    def effort(rulebook: Rulebook) -> Effort:
        return efforts(rulebook)[level.number - 1]

    return ThinkingBot(level.name, effort, net=guiding_net)


def guiding_net(rulebook: Rulebook) -> Net | None:
    """The net by which the levels play a game; None: they play it without one."""
    return None if rulebook.outlook.guidance is None else own_net(rulebook)


def efforts(rulebook: Rulebook) -> tuple[Effort, ...]:
    """How hard the levels think in a game."""
    outlook = rulebook.outlook
    return outlook.levels if outlook.guidance is None else outlook.guidance.levels


def strongest_effort(rulebook: Rulebook) -> Effort:
    """How hard the highest level thinks."""
    return efforts(rulebook)[-1]


def unguided_effort(rulebook: Rulebook) -> Effort:
    """How hard the highest level thinks without a net."""
    return rulebook.outlook.levels[-1]


@cache
def first_champion() -> ThinkingBot:
    """The champion as it was before there were nets: its knowledge is written by hand."""
    return ThinkingBot("champion-1", unguided_effort)
