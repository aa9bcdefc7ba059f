"""The text of a material file: how long and deep it may be, its values, and the line of each."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

from echappee.errors import BadOption
from echappee.rulebook.words import Words

_WORDS = Words(__package__ or "")

LONGEST = 20_000
"""Characters; the shipped file has about 2,000."""
DEEPEST = 8
"""Brackets within brackets; a list of copies is one deep."""
MOST_DIGITS = 18

_KEY_PART = r"""(?:"[^"\n]*"|'[^'\n]*'|[\w-]+)"""
_DOTTED = re.compile(rf"\s*({_KEY_PART}(?:\s*\.\s*{_KEY_PART})*)\s*=")
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_KEY_PART}(?:\s*\.\s*{_KEY_PART})*)\s*\]")
_PART = re.compile(_KEY_PART)
_UNCOUNTED = re.compile(r""""(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*""")
_NUMBER = re.compile(r"(?<![\w.-])(?:0x[0-9A-Fa-f_]+|[0-9][0-9_]*)")
_TOML_LINE = re.compile(r"at line (\d+)")

Where = Callable[..., int]
"""The line on which the value of a path of keys stands."""


class BadMaterial(BadOption):
    """Material that can't be played with; ``line`` is the line of the mistake."""

    def __init__(self, kind: str, line: int, **facts: Any) -> None:
        self.kind = kind
        self.line = line
        self.facts = facts
        super().__init__(f"material-{kind}", words=_WORDS.say("material", kind, line=line, **facts))


def clean(text: str) -> str:
    """A text without the mark that some editors put in front; refused if it is far too long."""
    if len(text) > LONGEST:
        raise BadMaterial("long", 1, count=len(text), most=LONGEST)
    return text.removeprefix("\ufeff")


def parse(text: str) -> tuple[dict[str, Any], Where]:
    """The values of a TOML text, and a way to ask for their lines."""
    text = clean(text)
    _check_bounds(text)
    try:
        data = tomllib.loads(text)
    except ValueError as error:
        found = _TOML_LINE.search(str(error))
        line = int(found[1]) if found else len(text.splitlines())
        raise BadMaterial("toml", line, reason=str(error)) from error
    places = _places(text)

    def where(*path: object) -> int:
        """The line of a value, or else of the nearest thing around it that has a line."""
        keys = tuple(map(str, path))
        while keys and keys not in places:
            keys = keys[:-1]
        return places.get(keys, 1)

    return data, where


def shown(value: object) -> str:
    """A value as it stands in a file, short enough for a sentence."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[…]"
    if isinstance(value, dict):
        return "{…}"
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def _check_bounds(text: str) -> None:
    """Refuse what a parser would choke on: deep nesting, and numbers without end."""
    bare = _UNCOUNTED.sub("", text)
    for number, line in enumerate(bare.split("\n"), 1):
        for found in _NUMBER.finditer(line):
            if len(found[0]) > MOST_DIGITS:
                raise BadMaterial("digits", number, most=MOST_DIGITS)
    for line_number, depth in _depths(bare):
        if depth > DEEPEST:
            raise BadMaterial("deep", line_number, most=DEEPEST)


def _depths(bare: str) -> Iterator[tuple[int, int]]:
    """The line and depth of every opening bracket."""
    line, depth = 1, 0
    for letter in bare:
        if letter == "\n":
            line += 1
        elif letter in "[{":
            depth += 1
            yield line, depth
        elif letter in "]}":
            depth = max(0, depth - 1)


def _places(text: str) -> dict[tuple[str, ...], int]:
    """The line of every table and key of a TOML text."""
    places: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    counts: dict[tuple[str, ...], int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        header, key = _HEADER.match(line), _DOTTED.match(line)
        if key:
            path = (*table, *_parts(key[1]))
        elif header:
            path = _parts(header[2])
            if header[1] == "[[":
                counts[path] = counts.get(path, -1) + 1
                path = (*path, str(counts[path]))
            table = path
        else:
            continue
        for depth in range(1, len(path) + 1):
            places.setdefault(path[:depth], number)
    return places


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))
