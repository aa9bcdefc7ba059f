"""Compile a game ahead of time: once per machine and version, never inside a request or a test."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from echappee.rulebook import kernels
from echappee.rulebook.compiler import Function, cache_folder, jit_disabled, sources_digest
from echappee.rulebook.randomness import start_stream
from echappee.rulebook.rulebook import Rulebook

Progress = Callable[[str, int, int], None]
"""Called with (what is being compiled, functions done, functions in all)."""

Kind = str | tuple[Any, int]
"""A name that `_types` knows, or an array: what it holds, and its number of dimensions."""

Kernel = tuple[Function, tuple[Kind, ...]]
"""A template and the kinds of its arguments."""

CONTRACT_KINDS: dict[str, tuple[str, ...]] = {
    "setup": ("state", "int", "ints", "chance"),
    "awaited": ("state",),
    "actors": ("state",),
    "offered": ("state",),
    "legal": ("state", "int", "moves"),
    "judge": ("state", "int", "int"),
    "reveals": ("state", "int", "int"),
    "apply": ("state", "int", "int", "chance"),
    "over": ("state",),
    "standing": ("state", "ints"),
    "ranking": ("state", "ints"),
    "redeal": ("state", "int", "chance"),
    "observe": ("state", "int", "floats"),
}

KERNELS: tuple[Kernel, ...] = (
    (start_stream, ("chance", "int", "int")),
    (kernels.random_games, ("states", "int", "ints", "moves", "chance", "int", "int")),
)


def _types(rulebook: Rulebook) -> dict[str, Any]:
    import numba
    from numba import types

    state = numba.from_dtype(rulebook.state_dtype)
    return {
        "state": state,
        "states": types.Array(state, 1, "C"),
        "int": types.int64,
        "bool": types.boolean,
        "ints": types.Array(types.int64, 1, "C"),
        "int_rows": types.Array(types.int64, 2, "C"),
        "floats": types.Array(types.float32, 1, "C"),
        "moves": types.Array(types.int32, 1, "C"),
        "chance": types.Array(types.uint64, 1, "C"),
    }


def _array(kind: tuple[Any, int]) -> Any:
    import numba
    from numba import types

    dtype, dimensions = kind
    return types.Array(numba.from_dtype(np.dtype(dtype)), dimensions, "C")


def is_prepared(rulebook: Rulebook, more: Sequence[Kernel] = ()) -> bool:
    """Is all this compiled already, on this machine and for these sources?

    To say so takes no compiler: loading Numba would be half of a program's start. Nor is the disk
    asked again once it has said yes.
    """
    if jit_disabled():
        return True
    known: set[Path] = rulebook.__dict__.setdefault("_prepared", set())
    place = marker(rulebook, more)
    if place not in known and place.exists():
        known.add(place)
    return place in known


def prepare(
    rulebook: Rulebook, more: Sequence[Kernel] = (), progress: Progress | None = None
) -> None:
    """Compile the rules and kernels of a game, or load what was compiled before."""
    if jit_disabled():
        return
    functions = rulebook.compiled
    kinds = _types(rulebook)
    steps: list[Kernel] = [
        (getattr(functions, name), signature) for name, signature in CONTRACT_KINDS.items()
    ]
    steps += [(functions.kernel(template), signature) for template, signature in (*KERNELS, *more)]
    waiting = set[Function]().union(*(functions.reach(function) for function, _ in steps))
    total = len(waiting)

    def begin(function: Function) -> None:
        if progress is not None:
            progress(function.__name__, total - len(waiting), total)

    with _told(waiting, begin):
        for function, signature in steps:
            begin(function)
            given = tuple(_array(k) if isinstance(k, tuple) else kinds[k] for k in signature)
            function.compile(given)  # type: ignore[attr-defined]
            waiting -= functions.reach(function)
    if progress is not None:
        progress("", total, total)
    for done_too in ((), more):
        with suppress(FileNotFoundError):  # since then, other versions have cleared this one away
            marker(rulebook, done_too).touch()
    rulebook.settle_down()


@contextmanager
def _told(waiting: set[Function], begin: Callable[[Function], None]) -> Iterator[None]:
    """Call ``begin`` for each of the functions that wait when Numba comes to it, by any way."""
    from numba.core import event

    class Listener(event.Listener):
        def on_start(self, event: event.Event) -> None:
            function = event.data["dispatcher"]
            if function in waiting:
                begin(function)
                waiting.discard(function)

        def on_end(self, event: event.Event) -> None:
            pass

    with event.install_listener("numba:compile", Listener()):
        yield


def marker(rulebook: Rulebook, more: Sequence[Kernel]) -> Path:
    """A file that says: these kernels, beside the rules, are all compiled."""
    package = rulebook.package
    modules = sorted({template.__module__ for template, _ in (*KERNELS, *more)})
    digests = "".join(sources_digest(package, module) for module in modules)
    names = " ".join(template.__name__ for template, _ in more)
    key = hashlib.sha256(f"{names} {digests}".encode()).hexdigest()[:16]
    return cache_folder(package) / f"{key}.ready"
