"""Compile everything of a game that the program ever runs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from echappee.bots import remark_kernels
from echappee.bots.compiled_note import known_as_prepared, remember_prepared
from echappee.bots.contest import contest
from echappee.bots.exact import ENTRY, solve
from echappee.bots.nets.net_kernels import kernels_of_own_net
from echappee.bots.search import EDGE, NODE, search
from echappee.bots.simple_kernels import choose
from echappee.games import rulebook
from echappee.rulebook.compile_ahead import Kernel, Progress, is_prepared, marker, prepare
from echappee.rulebook.compile_lock import compile_lock
from echappee.rulebook.compiler import jit_disabled
from echappee.rulebook.rulebook import Rulebook

KERNELS: tuple[Kernel, ...] = (
    (choose, ("int", "states", "int", "moves", "int", "bool", "chance")),
    (
        contest,
        (
            "states", "states", "int", "ints", "ints", "moves", "chance", "int", "int", "int",
            "int", "ints", "ints", "ints", "states", "int",
        ),
    ),
    (
        search,
        (
            (NODE, 1), (EDGE, 1), "ints", "states", (np.uint8, 2), "ints", (np.float64, 1),
            "chance", "moves", "moves", "floats", (np.uint64, 1), "int_rows", "ints", "ints",
            (np.float64, 1), (np.float64, 2),
        ),
    ),
)  # fmt: skip
_SOLVER: Kernel = (
    solve,
    (
        "states", (np.uint8, 2), (np.int32, 2), "int_rows", (ENTRY, 1), "ints", "chance",
        "int_rows", "int", "int",
    ),
)  # fmt: skip


def kernels_of(rules: Rulebook) -> tuple[Kernel, ...]:
    """The kernels that a game needs beside those of its rules."""
    solver = (_SOLVER,) if rules.solvable else ()
    remarks = (remark_kernels.KERNEL,) if rules.remarks.traits else ()
    return (*KERNELS, *kernels_of_own_net(rules), *solver, *remarks)


def unprepared(ids: Sequence[str]) -> tuple[str, ...]:
    """Those of some games that this machine has not compiled yet."""
    if known_as_prepared(ids):
        return ()
    books = [rulebook(game_id) for game_id in ids]
    found = tuple(rules.id for rules in books if not is_prepared(rules, kernels_of(rules)))
    if not found and not jit_disabled():
        remember_prepared(ids, [marker(rules, kernels_of(rules)) for rules in books])
    return found


def game_is_prepared(game_id: str) -> bool:
    """Is all of a game compiled on this machine, so that it need only be loaded?"""
    rules = rulebook(game_id)
    return is_prepared(rules, kernels_of(rules))


def prepare_game(game_id: str, progress: Progress | None = None) -> None:
    """Compile a game's rules, its bots and the simulation; what is compiled is only loaded.

    If another process compiles the game just now, that is waited for.
    """
    rules = rulebook(game_id)
    kernels = kernels_of(rules)
    if is_prepared(rules, kernels):
        prepare(rules, kernels, progress)
        return

    def waiting(done: int, total: int) -> None:
        if progress is not None:
            progress("", done, total)

    with compile_lock(rules.package, waiting) as tell:

        def step(what: str, done: int, total: int) -> None:
            tell(done, total)
            if progress is not None:
                progress(what, done, total)

        prepare(rules, kernels, step)
