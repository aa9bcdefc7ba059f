"""Where the games of a batch are played: on the cores of the processor, or on a GPU.

`Batch` asks one of these for its arrays and its calls. Both do the same with the same functions:
`echappee.lab.batch.kernels`.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from echappee.errors import UsageError
from echappee.lab.batch import kernels
from echappee.rulebook.rulebook import Rulebook


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
        autoreset: int, ends: Any,
    ) -> int:  # fmt: skip
        """`kernels.step_games` with the actions ``given``, unless one is refused: that game."""

    def sample(self, room: Room, wait: int) -> Any:
        """`kernels.random_actions`."""


class Processor:
    """The cores of the processor: each of some threads works on as many games."""

    def __init__(self, rules: Rulebook, games: int, threads: int) -> None:
        kernel = rules.functions.kernel
        self._games, self._threads = games, threads
        self._deal, self._step = kernel(kernels.deal_games), kernel(kernels.step_games)
        self._refused = kernel(kernels.first_refused)
        self._sample = kernel(kernels.random_actions)
        self._start = kernel(kernels.start_streams)
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def put(self, array: NDArray[Any]) -> NDArray[Any]:
        """The array itself."""
        return array

    def get(self, array: NDArray[Any]) -> NDArray[Any]:
        """The array itself."""
        return array

    def row(self, array: NDArray[Any], index: int) -> Any:
        """The row itself."""
        return array[index]

    def check_room(self, needed: int, games: int) -> None:
        """Nobody knows: the system gives what it has."""

    def filled(self, array: object) -> NDArray[Any] | None:
        """Any array of NumPy."""
        return array if isinstance(array, np.ndarray) else None

    def chosen(self, which: object) -> NDArray[Any] | None:
        """Likewise."""
        return self.filled(which)

    def start_streams(self, room: Room, seed: int) -> None:
        """See `Device`."""
        self._start(room.streams, seed)

    def undeal(self, room: Room, which: NDArray[np.bool_], anew: bool) -> None:
        """See `Device`."""
        if anew:
            room.turns[which] = 0
        room.turns[which, kernels.STEP] = kernels.UNDEALT

    def deal(self, room: Room, players: int, seed: int, arrays: tuple[Any, ...]) -> None:
        """See `Device`."""
        self.run(self._deal, room, players, seed, arrays)

    def step(
        self, room: Room, players: int, seed: int, arrays: tuple[Any, ...], given: object,
        autoreset: int, ends: Any,
    ) -> int:  # fmt: skip
        """See `Device`."""
        refused = self.take(room, given, arrays[1].shape[1] - 1)
        if refused == kernels.FINE:
            self.run(self._step, room, players, seed, arrays, room.actions, autoreset, ends)
        return refused

    def sample(self, room: Room, wait: int) -> NDArray[np.int64]:
        """See `Device`."""
        chosen = np.zeros(self._games, np.int64)
        self._sample(room.turns, room.listed, room.streams, chosen, wait)
        return chosen

    def take(self, room: Room, given: object, wait: int) -> int:
        """Take the actions of all games; the first game that refuses its own, or `kernels.FINE`."""
        read_actions(given, room.actions)
        return int(self._refused(room.actions, room.turns, room.listed, wait))

    def run(
        self, kernel: Any, room: Room, players: int, seed: int, arrays: tuple[Any, ...], *more: Any
    ) -> None:
        """Let a kernel work on all games: each thread on as many, this one on the first."""
        given = (
            room.states, room.blank, players, room.numbers, seed, room.chances, room.turns,
            room.listed, *arrays,
        )  # fmt: skip
        if self._pool is None:
            kernel(*given, 0, self._games, *more)
            return
        cuts = [self._games * part // self._threads for part in range(self._threads + 1)]
        others = [
            self._pool.submit(kernel, *(*given, first, last, *more))
            for first, last in pairwise(cuts[1:])
        ]
        try:
            kernel(*given, 0, cuts[1], *more)
        finally:
            for other in others:
                other.result()


def device(name: object, rules: Rulebook, games: int, threads: int, stream: object) -> Device:
    """The device of this name."""
    if not isinstance(name, str) or name not in ("cpu", "cuda"):
        raise UsageError("unknown-device", name=name)
    if name == "cpu":
        if stream is not None:
            raise UsageError("stream-device")
        return Processor(rules, games, threads)
    from echappee.lab.gpu.games import GpuGames

    return GpuGames(rules, games, stream)


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
