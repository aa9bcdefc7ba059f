"""The options that a game declares: values, defaults, and their numbers for the rules."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from echappee import arguments
from echappee.errors import BadOption, did_you_mean

Value = bool | int | str
Options = Mapping[str, Value]


_HALVES = re.compile(r"(?=.)(\d{0,3})(½|[.,][05])?", re.ASCII)


class Suggestion(msgspec.Struct, frozen=True):
    """A value of an option that was found to be fair, and where it is."""

    level: str
    """Between players who are about as strong as bots of this level."""
    options: Mapping[str, Value]
    """And where these other options are as they are here."""
    value: Value


class Option(msgspec.Struct, frozen=True):
    """One option: a name, the values it takes, and the one it has when nobody says otherwise.

    The rules see a whole number for each option: the value itself where it is a number or a yes/no,
    else its place among ``values``. Words for people are in the game's ``words/``.
    """

    name: str
    values: tuple[Value, ...]
    default: Value
    since: int = 1
    """The version of the game's rules that brought it: matches by older ones don't have it."""
    implied: bool = False
    """Does a record leave it out where it has its default? It was brought without a new version of
    the rules, and leaves the records of all other matches as they were."""
    suggested: tuple[Suggestion, ...] = ()
    """What a page can propose: fair values, measured."""

    @property
    def free(self) -> bool:
        """Does it take more values than those it names, which are examples?"""
        return False

    @property
    def width(self) -> int:
        """How many numbers the rules get for it."""
        return 1

    def read(self, value: object) -> Value:
        """The value meant by ``value``, which may be text from a file or a command line."""
        meant = value if isinstance(value, bool | str) else arguments.index(value)
        for known in self.values:
            if type(meant) is type(known) and meant == known:
                return known
        if isinstance(value, str):
            for known in self.values:
                if value == write_value(known):
                    return known
        raise BadOption(
            "bad-option",
            name=self.name,
            value=value,
            known=", ".join(map(write_value, self.values)),
        )

    def numbers(self, value: Value) -> tuple[int, ...]:
        """The value as the rules see it."""
        return (self.values.index(value) if isinstance(value, str) else int(value),)


class TextOption(Option, frozen=True, kw_only=True):
    """An option whose value is a text of the game's own: a track, a set of material.

    ``values`` are examples: what a menu offers and what tests try. ``canonical`` gives the one way
    to write a value, without line breaks, or raises `BadOption`; ``encode`` turns that into exactly
    ``size`` numbers for the rules.
    """

    canonical: Callable[[str], str]
    encode: Callable[[str], tuple[int, ...]]
    size: int
    describe: Callable[[str], msgspec.Struct] | None = None
    """What a person may want to see of a value, finished or not; it refuses nothing."""
    document: bool = False
    """Is a value of one's own usually a file, not a few letters?"""

    @property
    def free(self) -> bool:
        """It takes any text that the game can read."""
        return True

    @property
    def width(self) -> int:
        """How many numbers the rules get for it."""
        return self.size

    def read(self, value: object) -> Value:
        """The value in its one way of writing."""
        if not isinstance(value, str):
            raise BadOption(
                "bad-option", name=self.name, value=value, known=", ".join(map(str, self.values))
            )
        if not arguments.writable(value):
            raise BadOption("broken-text", name=self.name, value=value)
        return self.canonical(value)

    def numbers(self, value: Value) -> tuple[int, ...]:
        """The value as the rules see it."""
        return self.encode(str(value))


class SeatsOption(TextOption, frozen=True, kw_only=True):
    """A text option that gives each seat something of its own, such as a colour.

    Besides its known ``values`` it takes some of the ``choices``, none twice, in the order of the
    seats with a comma between them: a page can let people choose seat by seat. Their names are in
    the game's ``words/``, at the option's ``choices``.
    """

    choices: tuple[str, ...]


class HalvesOption(Option, frozen=True, kw_only=True):
    """An option whose value is a number of points from 0 to ``most``, halves allowed.

    Its value is a text with a point, such as ``2.5``: one way to write it, in records as anywhere.
    Numbers, a comma and ``½`` are read, too. ``values`` are examples. The rules get the number of
    halves.
    """

    most: int

    @property
    def free(self) -> bool:
        """It takes any half from 0 to ``most``."""
        return True

    def read(self, value: object) -> Value:
        """The value in its one way of writing."""
        text = value if isinstance(value, str) else _number_text(value)
        halves = read_halves(text.strip(), self.most)
        if halves < 0:
            raise BadOption("bad-halves", name=self.name, value=value, most=self.most)
        return write_halves(halves)

    def numbers(self, value: Value) -> tuple[int, ...]:
        """The value as the rules see it: how many halves."""
        return (read_halves(str(value), self.most),)


def _number_text(value: object) -> str:
    """A number as text; nothing where it is none, or not worth writing."""
    if isinstance(value, float) and math.isfinite(value):
        return f"{value:.15g}"
    whole = None if isinstance(value, float) else arguments.index(value)
    return "" if whole is None or not 0 <= whole < 1000 else str(whole)


def read_halves(text: str, most: int) -> int:
    """How many halves a text such as ``2.5`` means; -1 where it means none from 0 to ``most``."""
    found = _HALVES.fullmatch(text[:9])
    if not found or text[9:]:
        return -1
    halves = 2 * int(found[1] or 0) + (1 if found[2] in ("½", ".5", ",5") else 0)
    return halves if halves <= 2 * most else -1


def write_halves(halves: int) -> str:
    """So many halves as text: ``2.5`` for five of them."""
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)


def write_value(value: Value) -> str:
    """A value as text; `Option.read` reads it back."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def read_options(game: str, declared: tuple[Option, ...], given: Mapping[str, Any]) -> Options:
    """All options of a game with their values: those given, checked, and defaults for the rest."""
    names = {option.name for option in declared}
    for name in given:
        if name not in names:
            known = ", ".join(sorted(names)) or "–"
            near = did_you_mean(name, names)
            raise BadOption(
                "unknown-option", game=game, name=name, known=known, near=near.en, near_fr=near.fr
            )
    return {
        option.name: option.read(given[option.name]) if option.name in given else option.default
        for option in declared
    }
