"""The GPU that games are played on: found, asked for memory, and given work in a stream."""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from echappee.bots.simple_kernels import choose
from echappee.errors import EchappeeError, UsageError
from echappee.games import rulebook
from echappee.lab.gpu import kernels
from echappee.lab.gpu.arrays import DeviceArray, kernel_array
from echappee.rulebook.compiler import Function
from echappee.rulebook.cuda_compiler import CudaBinder, cuda, numba_cuda_version, simulated
from echappee.rulebook.rulebook import Rulebook

_DRIVERS = ("numba.cuda.cudadrv.", "numba_cuda.numba.cuda.cudadrv.", "cuda.")
"""The modules whose errors are those of the driver."""
THREADS = 256
"""So many threads are in a block: the best, or nearly, of those that were tried in each game."""
_BLOCKS = 8
"""So many blocks a multiprocessor has at once, where a kernel goes on from game to game."""
_DEFAULT_STREAM = 1
"""CUDA's number of the stream in which all work is that names none."""


@contextmanager
def told() -> Iterator[None]:
    """What goes wrong on a GPU, as an error with words."""
    try:
        yield
    except EchappeeError:
        raise
    except Exception as error:
        why = str(error).strip().splitlines()
        if isinstance(error, MemoryError) or "OUT_OF_MEMORY" in str(error).upper():
            raise UsageError("gpu-memory") from error
        if type(error).__module__.startswith(_DRIVERS):
            raise UsageError("gpu-failed", why=why[0] if why else "") from error
        raise


@cache
def find() -> None:
    """Refuse where there is no GPU, or nothing that compiles for one."""
    if simulated():
        return
    if numba_cuda_version() is None:
        raise UsageError("no-numba-cuda")
    try:
        there = cuda.is_available() and len(cuda.gpus) > 0
    except Exception as error:  # the driver's own, whatever they are
        raise UsageError("no-gpu") from error
    if not there:
        raise UsageError("no-gpu")


@cache
def _functions(game_id: str) -> CudaBinder:
    """The functions of a game for a GPU: one set for all who need them."""
    return CudaBinder(rulebook(game_id), {choose: kernels.choose_on_gpu})


class Gpu:
    """One GPU, the current one of CUDA, and a stream on it."""

    def __init__(self, stream: object = None) -> None:
        find()
        self.stream_number = _stream_number(stream)
        """The stream's handle, as libraries exchange it."""
        with told():
            context = cuda.current_context()
            self.number = 0 if simulated() else int(context.device.id)
            """Which GPU it is."""
            self.stream: Any = 0
            if self.stream_number != _DEFAULT_STREAM and not simulated():
                self.stream = cuda.external_stream(self.stream_number)
            self._multiprocessors = 1 if simulated() else context.device.MULTIPROCESSOR_COUNT

    # -------------------------------------------------------------------------------------- memory

    def empty(self, shape: tuple[int, ...] | int, kind: Any) -> DeviceArray:
        """An array to be filled."""
        with told():
            return DeviceArray(self, cuda.device_array(shape, kind))

    def put(self, array: NDArray[Any]) -> DeviceArray:
        """A copy of an array on the GPU."""
        with told():
            held = cuda.to_device(np.ascontiguousarray(array), stream=self.stream)
            self._wait()
            return DeviceArray(self, held)

    def get(self, held: Any) -> NDArray[Any]:
        """A copy of an array of Numba's in the memory of the processor."""
        with told():
            copied: NDArray[Any] = held.copy_to_host(stream=self.stream)
            self._wait()
            return copied

    def free_memory(self) -> int | None:
        """So many bytes are free; None where nobody knows."""
        if simulated():
            return None
        with told():
            return int(cuda.current_context().get_memory_info().free)

    def taken(self, given: object) -> Any:
        """Memory of others on this GPU, or of ours, as kernels take it; None if it is none."""
        with told():
            return kernel_array(self, given)

    # ---------------------------------------------------------------------------------------- work

    def kernel(self, rules: Rulebook, template: Function, **options: Any) -> Callable[..., None]:
        """A kernel of a game: called with the number of threads that it needs, and what it takes.

        Those that go on from game to game are called with `crowd`. ``options`` are Numba's.
        """
        kernel = _functions(rules.id).kernel(template, **options)
        size = 1 if simulated() else THREADS  # the simulator has a thread of Python for each

        def launch(threads: int, *given: Any) -> None:
            arrays = (one.held if isinstance(one, DeviceArray) else one for one in given)
            with told(), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # a small batch leaves much of a GPU idle
                kernel[-(-threads // size), size, self.stream](*arrays)

        return launch

    @property
    def crowd(self) -> int:
        """As many threads as the GPU has room for, where each goes on from game to game."""
        return 2 if simulated() else self._multiprocessors * _BLOCKS * THREADS

    def mark(self) -> Callable[[], None]:
        """A point in the work; what is returned waits until all before it is done."""
        if simulated():
            return lambda: None  # there all is done at once
        with told():
            event = cuda.event(timing=False)
            event.record(self.stream)

        def wait() -> None:
            with told():
                event.synchronize()

        return wait

    def precede(self, stream: int | None) -> None:
        """Let work that is put into another stream from now on come after ours."""
        if stream is None or stream in (-1, self.stream_number) or simulated():
            return
        with told():
            event = cuda.event(timing=False)
            event.record(self.stream)
            event.wait(cuda.external_stream(_handle(stream)))

    def follow(self, stream: int | None) -> None:
        """Let our work from now on come after what is in another stream."""
        if stream is None or stream == self.stream_number or simulated():
            return
        with told():
            event = cuda.event(timing=False)
            event.record(cuda.external_stream(_handle(stream)))
            event.wait(self.stream)

    def _wait(self) -> None:
        if self.stream != 0:
            self.stream.synchronize()


def _handle(stream: int) -> int:
    return 0 if stream == _DEFAULT_STREAM else stream


def _stream_number(stream: object) -> int:
    """The handle of a stream of PyTorch, CuPy or Numba; the default one if there is none."""
    for name in ("cuda_stream", "ptr", "handle"):
        found = getattr(stream, name, None)
        if found is not None:
            stream = getattr(found, "value", found)
            break
    if stream is None:
        return _DEFAULT_STREAM
    if isinstance(stream, bool) or not isinstance(stream, int) or stream < 0:
        raise UsageError("bad-stream", given=type(stream).__name__)
    return stream or _DEFAULT_STREAM
