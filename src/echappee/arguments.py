"""What callers hand in, checked: a value as the program works with it, or a typed refusal.

Every public function looks at its arguments here before it does anything. A whole number is
whatever Python takes for an index (`operator.index`), so NumPy's integers are numbers like any
other, and come out as plain ones; yes and no (``bool``) and ``1.0`` never are. A list may be
anything that can be gone through, but for texts, bytes and mappings.
"""

from __future__ import annotations

import math
import operator
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from echappee.errors import LANGUAGES, EchappeeError, Language, OutOfRange, UsageError

Kind = TypeVar("Kind")

MOST = 2**63 - 1
"""No number is larger where nothing else limits it: the largest that compiled code can take."""
MOST_SEED = 2**53 - 1
"""Bots count on from the seed they are given; from this one they can, and JSON holds it, too."""
MOST_THREADS = 1024
_MOST_SEED_BITS = 3_321  # a thousand digits


def index(value: object) -> int | None:
    """The whole number that a value is; None if it is none."""
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return int(operator.index(value))  # type: ignore[arg-type]
    except Exception:  # an object may answer as it likes
        return None


def whole(name: str, value: object, low: int = 0, high: int = MOST) -> int:
    """A whole number from ``low`` to ``high``."""
    number = index(value)
    if number is None or not low <= number <= high:
        raise UsageError("bad-number", name=name, low=low, high=high, value=value)
    return number


def seat(value: object, players: int) -> int:
    """The number of a seat at a table of so many players."""
    number = index(value)
    if number is None or not 0 <= number < players:
        raise UsageError("bad-seat", seat=value, last=players - 1)
    return number


def item(row: Sequence[Kind], value: object) -> Kind:
    """One of some items by its number, as Python counts: from 0, and from -1 backwards."""
    number = index(value)
    if number is None or not -len(row) <= number < len(row):
        raise OutOfRange("bad-place", value=value, count=len(row))
    return row[number]


def part(row: list[Kind], value: slice) -> list[Kind]:
    """Some items in a row."""
    try:
        return row[value]
    except (TypeError, ValueError):
        raise OutOfRange("bad-place", value=value, count=len(row)) from None


def viewer(value: object, players: int) -> int | None:
    """A seat, or None for a spectator."""
    return None if value is None else seat(value, players)


def threads(value: object) -> int:
    """How many threads work at once; None: one for each core."""
    return os.cpu_count() or 1 if value is None else whole("threads", value, 1, MOST_THREADS)


def seats(name: str, value: object, players: int) -> frozenset[int]:
    """Some of the seats."""
    return frozenset(seat(one, players) for one in items(name, value))


def seed(value: object) -> str | int | None:
    """What chance may follow from: a text, or a whole number of at most a thousand digits."""
    if value is None:
        return None
    if isinstance(value, str):
        return text("seed", value)
    number = index(value)
    if number is None or number.bit_length() > _MOST_SEED_BITS:
        raise UsageError("bad-seed", value=value)
    return number


def text(name: str, value: object) -> str:
    """A text that can be written to a file: half of a sign that takes two is none."""
    if not isinstance(value, str):
        raise UsageError("bad-text", name=name, kind=type(value).__name__)
    if not writable(value):
        raise UsageError("broken-text", name=name, value=value)
    return value


def writable(value: str) -> bool:
    """Has a text only whole signs, so that it can be written as UTF-8?"""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def items(name: str, value: object) -> tuple[Any, ...]:
    """A list of anything."""
    if isinstance(value, str | bytes | bytearray | Mapping) or not isinstance(value, Iterable):
        raise UsageError("bad-list", name=name, kind=type(value).__name__)
    try:
        return tuple(value)
    except EchappeeError:
        raise
    except Exception as error:
        raise UsageError("bad-list", name=name, kind=type(value).__name__) from error


def texts(name: str, value: object) -> tuple[str, ...]:
    """A list of texts."""
    return tuple(text(name, one) for one in items(name, value))


def mapping(name: str, value: object) -> Mapping[Any, Any]:
    """Values by their names; nothing at all has none."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise UsageError("bad-mapping", name=name, kind=type(value).__name__)
    return value


def real(name: str, value: object, low: float = -math.inf, high: float = math.inf) -> float:
    """A number from ``low`` to ``high``, whole or not."""
    number = index(value)
    if number is not None and abs(number) <= MOST:
        found = float(number)
    elif isinstance(value, float):
        found = float(value)
    else:
        found = math.nan
    if not math.isfinite(found) or not low <= found <= high:
        raise UsageError("bad-real", name=name, low=f"{low:g}", high=f"{high:g}", value=value)
    return found


def flag(name: str, value: object) -> bool:
    """Yes or no."""
    if not isinstance(value, bool):
        raise UsageError("bad-flag", name=name, value=value)
    return value


def language(value: object) -> Language:
    """One of our languages."""
    for known in LANGUAGES:
        if isinstance(value, str) and value == known:
            return known
    raise UsageError("unknown-language", name=value)


def path(name: str, value: object) -> Path:
    """The place of a file, as a path or as text."""
    try:
        found = os.fspath(value)  # type: ignore[call-overload]
    except Exception:  # an object may answer as it likes
        found = None
    if not isinstance(found, str) or not found or "\0" in found:
        raise UsageError("bad-path", name=name, value=value)
    return Path(found)


def function(name: str, value: object) -> Callable[..., Any] | None:
    """Something to be called, or nothing."""
    if value is not None and not callable(value):
        raise UsageError("bad-function", name=name, kind=type(value).__name__)
    return value


def instance(name: str, value: object, kind: type[Kind]) -> Kind:
    """A value of one of our own classes."""
    if not isinstance(value, kind):
        raise UsageError("bad-kind", name=name, kind=kind.__name__, given=type(value).__name__)
    return value
