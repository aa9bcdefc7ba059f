"""A state as plain Python values, many times faster than field by field.

A record has its fields in groups of one kind of number each; a group becomes a list in one go, and
the fields are pieces of that list.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np

Unpack = Callable[[bytes], SimpleNamespace]


class _Group(msgspec.Struct):
    """Numbers of one kind that lie side by side, and the fields that they are."""

    kind: Any
    start: int
    end: int
    singles: dict[str, int]
    rows: dict[str, slice]
    deeper: dict[str, tuple[slice, tuple[int, ...]]]


def unpacker(dtype: np.dtype[Any]) -> Unpack:
    """A function that gives from the bytes of a state what `rulebook.record.plain` gives of it."""
    groups = _groups(dtype)
    takers = [(_taker(group.singles), tuple(group.singles)) for group in groups]

    def unpack(data: bytes) -> SimpleNamespace:
        view, found = memoryview(data), SimpleNamespace()
        fields = found.__dict__
        for group, (take, names) in zip(groups, takers, strict=True):
            numbers = view[group.start : group.end].cast(group.kind).tolist()
            fields.update(zip(names, take(numbers), strict=True))
            for name, part in group.rows.items():
                fields[name] = numbers[part]
            for name, (part, shape) in group.deeper.items():
                fields[name] = _shaped(numbers[part], shape)
        return found

    return unpack


def _groups(dtype: np.dtype[Any]) -> list[_Group]:
    groups: list[_Group] = []
    for name in dtype.names or ():
        field, offset = dtype.fields[name][:2]  # type: ignore[index]
        base, shape = field.base, field.shape
        if not groups or groups[-1].kind != base.char or groups[-1].end != offset:
            groups.append(_Group(base.char, offset, offset, {}, {}, {}))
        group = groups[-1]
        first = (offset - group.start) // base.itemsize
        part = slice(first, first + field.itemsize // base.itemsize)
        group.end = offset + field.itemsize
        if not shape:
            group.singles[name] = first
        elif len(shape) == 1:
            group.rows[name] = part
        else:
            group.deeper[name] = part, shape[1:]
    return groups


def _taker(places: dict[str, int]) -> Callable[[list[Any]], tuple[Any, ...]]:
    """Picks the numbers at these places."""
    chosen = tuple(places.values())
    if len(chosen) > 1:
        return itemgetter(*chosen)
    return lambda numbers: tuple(numbers[place] for place in chosen)


def _shaped(numbers: list[Any], shape: tuple[int, ...]) -> list[Any]:
    """A flat list as a list of lists, ``shape`` being that of each of them."""
    size = shape[0]
    for length in shape[1:]:
        size *= length
    rows = [numbers[start : start + size] for start in range(0, len(numbers), size)]
    return rows if len(shape) == 1 else [_shaped(row, shape[1:]) for row in rows]
