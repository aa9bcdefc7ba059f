"""A batch of games on the cores of the processor."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from echappee.lab.batch import kernels
from echappee.lab.batch.devices import Room, read_actions
from echappee.rulebook.rulebook import Rulebook


class Cores:
    """Some threads, this one among them."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def run(self, games: int, work: Callable[[int, int], object]) -> None:
        """Let each thread ``work`` on as many games, from a first to a last; this one begins."""
        if self._pool is None:
            work(0, games)
            return
        cuts = [games * part // self._threads for part in range(self._threads + 1)]
        others = [self._pool.submit(work, first, last) for first, last in pairwise(cuts[1:])]
        try:
            work(0, cuts[1])
        finally:
            for other in others:
                other.result()


class Policy:
    """What the greedy bot would do in many games."""

    def __init__(self, rules: Rulebook, cores: Cores) -> None:
        self._actions = rules.functions.kernel(kernels.greedy_actions)
        self._blank = rules.blank(1)
        self._cores = cores

    def __call__(
        self, states: NDArray[Any], turns: NDArray[Any], listed: NDArray[Any],
        streams: NDArray[Any], wait: int,
    ) -> NDArray[np.int64]:  # fmt: skip
        """The actions; a game's choice draws from its own stream, whichever core makes it."""
        chosen = np.zeros(len(states), np.int64)

        def choose(first: int, last: int) -> None:
            part = slice(first, last)
            self._actions(
                states[part], self._blank.copy(), turns[part], listed[part], streams[part],
                chosen[part], wait,
            )  # fmt: skip

        self._cores.run(len(states), choose)
        return chosen


class Processor:
    """The cores of the processor: each of some threads works on as many games."""

    def __init__(self, rules: Rulebook, games: int, threads: int, skip_forced: bool) -> None:
        kernel = rules.functions.kernel
        self._forced = int(skip_forced)
        self._games, self._cores = games, Cores(threads)
        self._deal, self._step = kernel(kernels.deal_games), kernel(kernels.step_games)
        self._refused = kernel(kernels.first_refused)
        self._sample = kernel(kernels.random_actions)
        self._policy = Policy(rules, self._cores)
        self._start = kernel(kernels.start_streams)

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

    def taken(self, array: object) -> NDArray[Any] | None:
        """Any array of NumPy, itself."""
        return self.filled(array)

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
        self.run(self._deal, room, players, seed, arrays, self._forced)

    def step(
        self, room: Room, players: int, seed: int, arrays: tuple[Any, ...], given: object,
        autoreset: int, ends: Any, later: bool,
    ) -> int:  # fmt: skip
        """See `Device`; it is always known at once."""
        refused = self.take(room, given, arrays[1].shape[1] - 1)
        if refused == kernels.FINE:
            self.run(
                self._step, room, players, seed, arrays, self._forced, room.actions, autoreset, ends
            )
        return refused

    def check(self) -> int:
        """See `Device`."""
        return kernels.FINE

    def sample(self, room: Room, wait: int) -> NDArray[np.int64]:
        """See `Device`."""
        chosen = np.zeros(self._games, np.int64)
        self._sample(room.turns, room.listed, room.streams, chosen, wait)
        return chosen

    def greedy(self, room: Room, wait: int, first: int) -> Callable[[], NDArray[np.int64]]:
        """See `Device`."""
        games = slice(first)
        return lambda: self._policy(
            room.states[games], room.turns[games], room.listed[games], room.streams[games], wait
        )

    def take(self, room: Room, given: object, wait: int) -> int:
        """Take the actions of all games; the first game that refuses its own, or `kernels.FINE`."""
        read_actions(given, room.actions)
        return int(self._refused(room.actions, room.turns, room.listed, wait))

    def run(
        self, kernel: Any, room: Room, players: int, seed: int, arrays: tuple[Any, ...], *more: Any
    ) -> None:
        """Let a kernel work on all games."""
        given = (
            room.states, room.blank, players, room.numbers, seed, room.chances, room.turns,
            room.listed, *arrays,
        )  # fmt: skip
        self._cores.run(self._games, lambda first, last: kernel(*given, first, last, *more))
