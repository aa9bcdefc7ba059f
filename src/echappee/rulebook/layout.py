"""Named slices of a flat row of numbers: one list of names and shapes yields all offsets."""

from __future__ import annotations

import math
from collections import namedtuple
from collections.abc import Iterator, Mapping
from typing import Any

Shape = int | tuple[int, ...]


class Layout(Mapping[str, tuple[int, int]]):
    """Which numbers stand where: name → (start, length), one slice after the other.

    ``Layout(hand=48, jokers=(6, 3))`` has two slices, the second of them six rows of three.
    """

    def __init__(self, **shapes: Shape) -> None:
        self.shapes: dict[str, tuple[int, ...]] = {
            name: (shape,) if isinstance(shape, int) else shape for name, shape in shapes.items()
        }
        """How each slice is to be read."""
        self._slices: dict[str, tuple[int, int]] = {}
        self.size = 0
        """How many numbers there are in all."""
        for name, shape in self.shapes.items():
            self._slices[name] = self.size, math.prod(shape)
            self.size += math.prod(shape)
        starts = {name: start for name, (start, _) in self._slices.items()}
        self.starts: Any = namedtuple("starts", starts)(**starts)
        """Where each slice starts, as ``starts.hand``: constants to compiled code, too."""

    def __getitem__(self, name: str) -> tuple[int, int]:
        return self._slices[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._slices)

    def __len__(self) -> int:
        return len(self._slices)

    def views(self, numbers: Any) -> dict[str, Any]:
        """The slices of an array in their shapes, on the same memory; it may hold many rows."""
        return {
            name: numbers[..., start : start + length].reshape(
                *numbers.shape[:-1], *self.shapes[name]
            )
            for name, (start, length) in self.items()
        }
