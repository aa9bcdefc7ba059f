"""The options that a game declares: values, defaults, and their numbers for the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from echappee import arguments
from echappee.errors import BadOption, did_you_mean

Value = bool | int | str
Options = Mapping[str, Value]


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
