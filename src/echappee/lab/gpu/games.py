"""A batch of games on a GPU: what `echappee.lab.batch.devices.Device` asks for."""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from echappee.errors import UsageError
from echappee.lab.batch.devices import Room, check_actions, read_actions
from echappee.lab.batch.kernels import FINE
from echappee.lab.batch.processor import Cores, Policy
from echappee.lab.gpu import kernels
from echappee.lab.gpu.arrays import DeviceArray
from echappee.lab.gpu.device import Gpu, told
from echappee.rulebook.cuda_compiler import cuda
from echappee.rulebook.rulebook import Rulebook


class _Copies:
    """Memory of the processor that a GPU reads and writes while others work, for the rows of the
    first games that the greedy bot looks at, and for what it chooses."""

    def __init__(self, gpu: Gpu, room: Room, first: int) -> None:
        looked_at = (room.states, room.turns, room.listed, room.streams)
        with told():
            self.read = tuple(
                (held, cuda.pinned_array(held.shape, held.dtype))
                for held in (array.held[:first] for array in looked_at)
            )
            """What is looked at: on the GPU, and its copy; the streams last."""
            self.actions: NDArray[np.int64] = cuda.pinned_array(first, np.int64)
        self.chosen = gpu.empty(first, np.int64)


class GpuGames:
    """One game a thread. Calls return when their work is in the stream, not when it is done."""

    def __init__(self, rules: Rulebook, games: int, stream: object, skip_forced: bool) -> None:
        self._forced = int(skip_forced)
        self._gpu = gpu = Gpu(stream)
        self._games = games
        self._state = np.dtype(rules.rules.STATE)
        (
            self._deal, self._step, self._check, self._sample, self._start, self._undeal,
        ) = (
            gpu.kernel(rules, template)
            for template in (
                kernels.deal_on_gpu, kernels.step_on_gpu, kernels.check_on_gpu,
                kernels.sample_on_gpu, kernels.start_streams_on_gpu, kernels.undeal_on_gpu,
            )
        )  # fmt: skip
        self._policy = Policy(rules, Cores(os.cpu_count() or 1))
        self._copies: _Copies | None = None
        self._fine = gpu.put(np.full(2, games, np.int64))
        self._found = gpu.put(np.full(2, games, np.int64))
        with told():
            self._told: NDArray[np.int64] = cuda.pinned_array(2, np.int64)

    def put(self, array: NDArray[Any]) -> DeviceArray:
        """A copy on the GPU."""
        return self._gpu.put(array if array.dtype.names is None else self._states(array))

    def get(self, array: Any) -> NDArray[Any]:
        """A copy."""
        return self._gpu.get(array.held if isinstance(array, DeviceArray) else array)

    def row(self, array: DeviceArray, index: int) -> Any:
        """A copy of a row."""
        return self._gpu.get(array.held[index : index + 1])[0]

    def check_room(self, needed: int, games: int) -> None:
        """Ask CUDA how much is free."""
        free = self._gpu.free_memory()
        if free is not None and needed > free:
            raise UsageError("gpu-room", games=games, needed=needed >> 20, free=free >> 20)

    def taken(self, array: object) -> DeviceArray | None:
        """Memory on this GPU."""
        held = self._gpu.taken(array)
        return None if held is None else DeviceArray(self._gpu, held)

    def filled(self, array: object) -> Any:
        """Memory on this GPU, whoever has it."""
        return self._gpu.taken(array)

    def chosen(self, which: object) -> Any:
        """Likewise, or flags of NumPy, copied."""
        if isinstance(which, np.ndarray):
            return self._gpu.put(which).held
        return self._gpu.taken(which)

    def start_streams(self, room: Room, seed: int) -> None:
        """See `Device`."""
        self._start(self._games, room.streams, seed)

    def undeal(self, room: Room, which: Any, anew: bool) -> None:
        """See `Device`."""
        self._undeal(self._games, room.turns, which.view(np.int8), int(anew))

    def deal(self, room: Room, players: int, seed: int, arrays: tuple[Any, ...]) -> None:
        """See `Device`."""
        self._deal(self._games, *self._given(room, players, seed), *arrays, self._forced)

    def step(
        self, room: Room, players: int, seed: int, arrays: tuple[Any, ...], given: object,
        autoreset: int, ends: Any, later: bool,
    ) -> int:  # fmt: skip
        """See `Device`. The step begins while this waits to hear whether an action is refused."""
        actions = self._gpu.taken(given)
        if actions is None:
            read = np.zeros(self._games, np.int64)
            read_actions(given, read)
            actions = self._gpu.put(read).held
        else:
            check_actions(actions, given, self._games)
        wait = arrays[1].shape[1] - 1
        self._check(self._games, actions, room.actions, room.turns, room.listed, wait, self._found)
        heard = None if later else self._hear()
        self._step(
            self._games, *self._given(room, players, seed), *arrays, self._forced, room.actions,
            autoreset, ends, self._found,
        )  # fmt: skip
        return FINE if heard is None else self._refused(heard)

    def check(self) -> int:
        """See `Device`."""
        return self._refused(self._hear())

    def sample(self, room: Room, wait: int) -> DeviceArray:
        """See `Device`."""
        chosen = self._gpu.empty(self._games, np.int64)
        self._sample(self._games, room.turns, room.listed, room.streams, chosen, wait)
        return chosen

    def greedy(self, room: Room, wait: int, first: int) -> Callable[[], DeviceArray]:
        """See `Device`. The processor chooses: who draws a possible world needs tables that threads
        of a GPU have no room for."""
        stream = self._gpu.stream
        if self._copies is None or len(self._copies.actions) != first:
            self._copies = _Copies(self._gpu, room, first)
        copies = self._copies
        with told():
            for held, copy in copies.read:
                held.copy_to_host(copy, stream=stream)
        there = self._gpu.mark()

        def choose() -> DeviceArray:
            there()
            states, turns, listed, streams = (copy for _, copy in copies.read)
            copies.actions[:] = self._policy(states.view(np.recarray), turns, listed, streams, wait)
            held, _ = copies.read[-1]
            with told():
                held.copy_to_device(streams, stream=stream)
                copies.chosen.held.copy_to_device(copies.actions, stream=stream)
            return copies.chosen

        return choose

    def _hear(self) -> Callable[[], None]:
        """Ask which game refused its action, once all is done that was begun; what is returned
        waits for the answer."""
        with told():
            self._found.held.copy_to_host(self._told, stream=self._gpu.stream)
        return self._gpu.mark()

    def _refused(self, heard: Callable[[], None]) -> int:
        """The game that refused its action, if one did; the next steps are checked anew."""
        heard()
        refused = int(self._told[kernels.NOW])
        if refused == self._games:
            return FINE
        with told():
            self._found.held.copy_to_device(self._fine.held, stream=self._gpu.stream)
        return refused

    def _states(self, array: NDArray[Any]) -> NDArray[Any]:
        """As they are in the rules: what a state is to Python makes no difference there."""
        return np.asarray(array).view(self._state)

    def _given(self, room: Room, players: int, seed: int) -> tuple[Any, ...]:
        return (
            room.states, room.blank, players, room.numbers, seed, room.chances, room.turns,
            room.listed,
        )  # fmt: skip
