"""Where the games of a batch are played: on the cores of the processor, or on a GPU.

`Batch` asks one of these for its arrays and its calls: `echappee.lab.batch.processor` or
`echappee.lab.gpu.games`. Both do the same with the same functions, `echappee.lab.batch.kernels`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from echappee.errors import UsageError


@dataclass(frozen=True, slots=True)
class Room:
    """The arrays that are a batch's own, one row for each game; see `kernels`."""

    states: Any
    blank: Any
    numbers: Any
    chances: Any
    turns: Any
    listed: Any
    streams: Any
    actions: Any


class Device(Protocol):
    """What a batch needs of the device that it is on."""

    def put(self, array: NDArray[Any]) -> Any:
        """An array of numbers on the device, with these to begin with."""

    def get(self, array: Any) -> NDArray[Any]:
        """An array, for the processor to read."""

    def row(self, array: Any, index: int) -> Any:
        """A row of an array, for the processor to read."""

    def check_room(self, needed: int, games: int) -> None:
        """Refuse where there is no room for so many bytes, if that is known."""

    def taken(self, array: object) -> Any:
        """An array on the device as it is handed out; None if it is none."""

    def filled(self, array: object) -> Any:
        """An array that is to be filled, as NumPy or Numba knows it; None if it is none."""

    def chosen(self, which: object) -> Any:
        """Flags of games, as they lie on the device; None if they are none."""

    def start_streams(self, room: Room, seed: int) -> None:
        """A stream for the choices in each game."""

    def undeal(self, room: Room, which: Any, anew: bool) -> None:
        """Have the games that ``which`` is true for dealt, ``anew`` from the first deal on."""

    def deal(self, room: Room, players: int, seed: int, arrays: tuple[Any, ...]) -> None:
        """`kernels.deal_games`."""

    def step(
        self, room: Room, players: int, seed: int, arrays: tuple[Any, ...], given: object,
        autoreset: int, ends: Any, later: bool,
    ) -> int:  # fmt: skip
        """`kernels.step_games` with the actions ``given``, unless one is refused: that game.

        Where it need not be known until ``later``, `kernels.FINE` may be said of a step that is
        refused; then nothing is played before `check`.
        """

    def check(self) -> int:
        """Once all is done that was begun: the game that refused its action in a step since the
        last check, or `kernels.FINE`."""

    def sample(self, room: Room, wait: int) -> Any:
        """`kernels.random_actions`."""

    def greedy(self, room: Room, wait: int, first: int) -> Callable[[], Any]:
        """`kernels.greedy_actions` in the ``first`` so many games: begun, and told when called."""


def read_actions(given: object, into: NDArray[np.int64]) -> None:
    """Copy the actions of all games; refuses anything but one whole number for each."""
    try:
        actions = np.asarray(given)
    except Exception as error:  # an object may answer as it likes
        raise UsageError("bad-actions", count=into.size, given=type(given).__name__) from error
    check_actions(actions, given, into.size)
    np.copyto(into, actions, casting="same_kind")


def check_actions(actions: Any, given: object, count: int) -> None:
    """Refuse anything but one whole number for each game."""
    if np.dtype(actions.dtype).kind not in "iu" or tuple(actions.shape) != (count,):
        kind = type(given).__name__
        known = getattr(given, "dtype", None) is not None
        raise UsageError(
            "bad-actions", count=count,
            given=f"{actions.dtype} {tuple(actions.shape)}" if known else kind,
        )  # fmt: skip


def read_flags(which: Any, given: object, count: int) -> None:
    """Refuse what are no flags, one for each game."""
    told = type(given).__name__ if which is None else f"{which.dtype} {tuple(which.shape)}"
    if which is None or which.dtype != np.bool_ or tuple(which.shape) != (count,):
        raise UsageError("bad-array", name="which", expected=f"bool ({count},)", given=told)
