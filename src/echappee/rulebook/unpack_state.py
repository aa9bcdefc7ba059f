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


def unpacker(dtype: np.dtype[Any]) -> Unpack:
    """A function that gives from the bytes of a state what `rulebook.record.plain` gives of it."""
    groups = _groups(dtype)
    flat = [(tuple(group.flat), _taker(list(group.flat.values()))) for group in groups]

    def unpack(data: bytes) -> SimpleNamespace:
        view, found = memoryview(data), SimpleNamespace()
        fields = found.__dict__
        for group, (names, take) in zip(groups, flat, strict=True):
            numbers = view[group.start : group.end].cast(group.kind).tolist()
            fields.update(zip(names, take(numbers), strict=True))
            for name, deeper in group.deeper.items():
                fields[name] = deeper(numbers)
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
