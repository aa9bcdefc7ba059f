"""A state as plain Python values, many times faster than field by field.

A record has its fields in groups of one kind of number each; a group becomes a list in one go, and
the fields are pieces of that list.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from operator import itemgetter
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np

Unpack = Callable[[bytes], SimpleNamespace]
"""From the bytes of a state, its plain values."""


Take = Callable[[list[Any]], list[Any]]


class _Group(msgspec.Struct):
    """Numbers of one kind that lie side by side, and the fields that they are."""

    kind: Any
    start: int
    end: int
    flat: dict[str, int | slice]
    """Single numbers, and rows of them: where they are."""
    deeper: dict[str, Take]
    """Rows of rows: how they are taken."""


class Plain(SimpleNamespace):
    """The plain values of a state, unpacked when they are asked for.

    A move as text needs a few of them, a view nearly all: after the first few come all the others.
    """

    __slots__ = ("_fields", "_packed")

    _fields: _Fields
    _packed: bytes

    def __getattr__(self, name: str) -> Any:
        """What is not unpacked yet."""
        found = self.__dict__
        if len(found) < _FEW:
            found[name] = self._fields.one(self._packed, name)
        else:
            self._fields.fill(self._packed, found)
        try:
            return found[name]
        except KeyError:
            raise AttributeError(f"a state has no {name}") from None

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy is unpacked whole, and its own: it may be changed."""
        self._fields.fill(self._packed, self.__dict__)
        return SimpleNamespace, (), self.__dict__


_FEW = 6
"""So many values are unpacked one by one."""


class _Fields:
    """How the fields of a state are taken from its bytes: all of them, or one."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self._groups = _groups(dtype)
        self._flat = [
            (tuple(group.flat), _taker(list(group.flat.values()))) for group in self._groups
        ]
        self._of = {name: g for g in self._groups for name in (*g.flat, *g.deeper)}

    def fill(self, data: bytes, fields: dict[str, Any]) -> None:
        """All of them."""
        view = memoryview(data)
        for group, (names, take) in zip(self._groups, self._flat, strict=True):
            numbers = view[group.start : group.end].cast(group.kind).tolist()
            fields.update(zip(names, take(numbers), strict=True))
            for name, deeper in group.deeper.items():
                fields[name] = deeper(numbers)

    def one(self, data: bytes, name: str) -> Any:
        """One of them."""
        group = self._of.get(name)
        if group is None:
            raise AttributeError(f"a state has no {name}")
        numbers = memoryview(data)[group.start : group.end].cast(group.kind)
        place = group.flat.get(name)
        if place is None:
            return group.deeper[name](numbers.tolist())
        return numbers[place] if isinstance(place, int) else numbers[place].tolist()


def unpacker(dtype: np.dtype[Any]) -> Unpack:
    """A function that gives from the bytes of a state what `rulebook.record.plain` gives of it."""
    fields = _Fields(dtype)

    def unpack(data: bytes) -> Plain:
        found = Plain()
        found._fields, found._packed = fields, data
        return found

    return unpack


def _groups(dtype: np.dtype[Any]) -> list[_Group]:
    groups: list[_Group] = []
    for name in dtype.names or ():
        field, offset = dtype.fields[name][:2]  # type: ignore[index]
        base, shape = field.base, field.shape
        if not groups or groups[-1].kind != base.char or groups[-1].end != offset:
            groups.append(_Group(base.char, offset, offset, {}, {}))
        group = groups[-1]
        first = (offset - group.start) // base.itemsize
        group.end = offset + field.itemsize
        if not shape:
            group.flat[name] = first
        elif len(shape) == 1:
            group.flat[name] = slice(first, first + shape[0])
        else:
            group.deeper[name] = _nested(first, shape)
    return groups


def _taker(places: list[int | slice]) -> Callable[[list[Any]], Any]:
    """Takes what is at these places, in one go."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda numbers: tuple(numbers[place] for place in places)


def _nested(first: int, shape: tuple[int, ...]) -> Take:
    """Takes a list of lists of this shape, which begins at a place."""
    size = prod(shape[1:])
    starts = range(first, first + shape[0] * size, size)
    if len(shape) == 2:
        rows = _taker([slice(start, start + size) for start in starts])
        return lambda numbers: list(rows(numbers))
    parts = [_nested(start, shape[1:]) for start in starts]
    return lambda numbers: [part(numbers) for part in parts]
