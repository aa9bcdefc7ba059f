"""The rulebook on a GPU: the same functions, compiled by Numba's CUDA target.

`CudaBinder` rebuilds a game's functions as `Binder` does for the processor. On top come kernels
that are written for a GPU, one thread for each game: they call the same functions, and find what is
fixed for a game (`STATE`, `MOST_MOVES`) in place of the placeholders here.

With ``NUMBA_ENABLE_CUDASIM=1`` Numba simulates a GPU: the same kernels, interpreted, on arrays in
the memory of the processor. Tests do so where there is no GPU.
"""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from echappee.errors import UsageError
from echappee.rulebook.compiler import Binder, Function
from echappee.rulebook.rulebook import Rulebook
from echappee.rulebook.scratch import scratch

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # NumPy has dropped it, Numba asks for it

try:
    from numba import cuda as _cuda
    from numba.core import config
except ImportError as error:  # pragma: no cover
    raise UsageError("no-numba-cuda") from error

cuda: Any = _cuda
"""Numba's own, or its simulator."""


class Fixed:
    """A placeholder in a kernel for what is fixed for a game."""

    def __init__(self, find: Callable[[Rulebook], Any]) -> None:
        self.find = find


STATE: Any = Fixed(lambda rules: np.dtype(rules.rules.STATE))
"""The record that holds a state."""
MOST_MOVES: Any = Fixed(lambda rules: rules.most_moves)
"""The most moves that a seat can have."""


def simulated() -> bool:
    """Is the GPU one that Numba simulates?"""
    return bool(config.ENABLE_CUDASIM)


def numba_cuda_version() -> str | None:
    """The version of numba-cuda; None where it is not installed."""
    try:
        return version("numba-cuda")
    except PackageNotFoundError:
        return None


class CudaBinder(Binder):
    """Rebuilds functions of one game for a GPU."""

    def __init__(self, rules: Rulebook, stand_ins: Mapping[Function, Function]) -> None:
        both = {**rules.stand_ins(), **stand_ins}
        super().__init__(rules.package, compiled=True, stand_ins=both)
        self._rules = rules
        self._kernels: dict[Function, Any] = {}

    def kernel(self, template: Function, **options: Any) -> Any:
        """A kernel to be launched, from its template; made once, compiled at the first launch.

        ``options`` are those of ``numba.cuda.jit``.
        """
        if template not in self._kernels:
            self._kernels[template] = self._launched(template, options)
        return self._kernels[template]

    def _launched(self, template: Any, options: Mapping[str, Any]) -> Any:
        rebuilt: Any = self.bind(template)
        if simulated():
            names = {**rebuilt.__globals__, "np": np}  # the simulator changes them
            names["inner"] = FunctionType(rebuilt.__code__, names)
            return cuda.jit(FunctionType(_quiet.__code__, names, rebuilt.__name__))
        return _jitted(rebuilt.py_func, self._folder(template), options)

    def _made(self, rebuilt: FunctionType, folder: Path, kind: str) -> Function:
        return rebuilt if simulated() else cuda.jit(device=True)(rebuilt)

    def _stand_in(self, value: Any) -> Any:
        if isinstance(value, Fixed):
            return value.find(self._rules)
        if value is scratch and not simulated():
            return cuda.jit(device=True, inline="always")(_room)
        return super()._stand_in(value)


def _room(size: int, kind: Any) -> Any:
    """`scratch` of a thread: put in where it is called, since the room is the caller's."""
    return cuda.local.array(size, kind)


def _quiet(*given: Any) -> None:
    """Interpreted rules let 64-bit words wrap, in the simulator's threads, too."""
    with np.errstate(over="ignore"):  # its names are those of a kernel's module
        inner(*given)  # type: ignore[name-defined]  # noqa: F821


def _jitted(function: FunctionType, folder: Path, options: Mapping[str, Any]) -> Any:
    """A kernel, compiled at its first launch and kept in ``folder``."""
    found = [config]
    with suppress(ImportError):  # numba-cuda has one of its own
        found.append(import_module("numba.cuda.core.config"))
    before = [one.CACHE_DIR for one in found]
    place = folder / f"cuda-{numba_cuda_version()}"
    for one in found:
        one.CACHE_DIR = str(place)  # read while the function is being decorated
    try:
        return cuda.jit(cache=True, **options)(function)
    finally:
        for one, was in zip(found, before, strict=True):
            one.CACHE_DIR = was
