"""What a batch fills at each step: one row for each of its games."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from echappee import arguments
from echappee.errors import UsageError
from echappee.lab.batch.devices import Device

Shapes = Mapping[str, tuple[int, ...]]
"""The shape of each array, by its name."""


@dataclass(frozen=True, slots=True)
class Arrays:
    """What a batch fills: its own arrays, or those that somebody hands in to be filled.

    ``observation`` and ``mask`` are for the seat that is asked, ``seat``; ``rewards``, ``places``
    and ``terminated`` tell of ends. All of them are in C's order, one row for each game.
    `Batch.new_arrays` makes such a set, or room for many steps, of which `at` gives one. On a GPU
    they are `echappee.lab.gpu.arrays.DeviceArray`, or memory there that another library keeps.
    """

    observation: NDArray[np.float32]
    """What the seat that is asked sees; `Batch.features` names the slices."""
    mask: NDArray[Any]
    """1 for each action that it may choose, else 0; the last action is to wait out of turn. The
    numbers are of the kind ``int8`` or ``bool``."""
    seat: NDArray[np.int64]
    """The seat that is asked; where a game is over, the one that moved last."""
    rewards: NDArray[np.float32]
    """At the end of a game each seat's share of the first place less a fair share, else 0."""
    places: NDArray[np.int64]
    """At the end of a game the place of each seat, from 1; else 0."""
    terminated: NDArray[np.bool_]
    """Is the game over? It never ends for any other reason than its rules."""

    def at(self, step: int) -> Arrays:
        """The arrays of one ``step``, in room that was made for many, on the same memory."""
        steps = len(self.terminated) if self.terminated.ndim == 2 else 0
        number = arguments.index(step)
        if number is None or not -steps <= number < steps:
            raise UsageError("bad-place", value=step, count=steps)
        return Arrays(**{name: getattr(self, name)[number] for name in _NAMES})


_NAMES = tuple(field.name for field in fields(Arrays))
_KINDS: dict[str, tuple[np.dtype[Any], ...]] = {
    "observation": (np.dtype(np.float32),),
    "mask": (np.dtype(np.int8), np.dtype(np.bool_)),
    "seat": (np.dtype(np.int64),),
    "rewards": (np.dtype(np.float32),),
    "places": (np.dtype(np.int64),),
    "terminated": (np.dtype(np.bool_),),
}


def new_arrays(shapes: Shapes, device: Device, *more: int) -> Arrays:
    """Arrays of these shapes, with more dimensions before them; filled with zeros."""
    return Arrays(
        **{name: device.put(np.zeros((*more, *shapes[name]), _KINDS[name][0])) for name in _NAMES}
    )


def room_of(shapes: Shapes) -> int:
    """So many bytes they take."""
    return sum(math.prod(shapes[name]) * _KINDS[name][0].itemsize for name in _NAMES)


def kernel_arrays(given: object, shapes: Shapes, device: Device) -> tuple[NDArray[Any], ...]:
    """The arrays as the kernels take them; refuses what they could not fill."""
    arrays = arguments.instance("into", given, Arrays)
    taken = []
    for name in _NAMES:
        array = device.filled(getattr(arrays, name))
        if (
            array is None
            or array.dtype not in _KINDS[name]
            or tuple(array.shape) != shapes[name]
            or not _in_order(array)
        ):
            raise UsageError(
                "bad-array",
                name=name,
                expected=f"{' / '.join(map(str, _KINDS[name]))} {shapes[name]}",
                given=_told(getattr(arrays, name) if array is None else array),
            )
        taken.append(array.view(np.int8) if array.dtype == np.bool_ else array)
    return tuple(taken)


def _in_order(array: Any) -> bool:
    if isinstance(array, np.ndarray):
        return array.flags.carray
    return bool(array.flags["C_CONTIGUOUS"])


def _told(array: Any) -> str:
    """What is wrong with it can be seen."""
    if not hasattr(array, "flags"):
        return type(array).__name__
    notes = ("" if array.flags["C_CONTIGUOUS"] else ", not contiguous") + (
        ", read-only" if isinstance(array, np.ndarray) and not array.flags.writeable else ""
    )
    return f"{array.dtype} {tuple(array.shape)}{notes}"
