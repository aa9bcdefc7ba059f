"""Compiled functions: which ones Python can call, in which signatures, and what is cached."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest
from numba import types

from echappee.games import rulebook
from echappee.rulebook import compile_ahead, compiler
from echappee.rulebook.compiler import cache_folder
from echappee.rulebook.entry_points import EntryPoint, Part, _widened
from echappee.rulebook.kernels import perft
from echappee.rulebook.randomness import below
from echappee.rulebook.rulebook import Functions

RULES = rulebook("tapas")


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Nothing is compiled yet."""
    monkeypatch.setenv("ECHAPPEE_CACHE_DIR", str(tmp_path))
    cache_folder.cache_clear()
    yield tmp_path
    cache_folder.cache_clear()


def compiled_names(folder: Path) -> set[str]:
    """The functions that a cache holds."""
    return {path.name.partition("__")[0].partition(".")[2] for path in folder.rglob("*.nbi")}


def test_the_locked_numba_is_one_that_we_know() -> None:
    assert numba.__version__.startswith(compiler._TRIED)


def test_only_what_was_asked_for_is_made_to_run(empty_cache: Path) -> None:
    functions = Functions(RULES, compiled=True)
    moves = RULES.buffer()
    assert functions.legal(RULES.blank()[0], 0, moves) >= 0
    reached = functions.reach(functions.legal)
    assert functions.legal in reached
    parts = {function for function in reached if isinstance(function, Part)}
    assert len(parts) > 3
    assert {type(function) for function in reached - parts} == {EntryPoint}
    assert all(len(part.overloads) == 1 for part in parts)  # one signature
    assert compiled_names(empty_cache) == {"legal"}


def test_a_part_that_python_asks_for_becomes_an_entry_point(empty_cache: Path) -> None:
    functions = Functions(RULES, compiled=True)
    assert any(part.__name__ == "below" for part in functions.reach(functions.setup))
    draw = functions.kernel(below)
    assert isinstance(draw, EntryPoint)
    assert not isinstance(draw, Part)
    assert 0 <= draw(np.array([1, 2, 3, 4], np.uint64), 6) < 6
    assert draw not in functions.reach(functions.setup)


def test_nobody_finds_what_a_kernel_has_changed_for_itself(empty_cache: Path) -> None:
    """Code that is loaded later must not take a kernel's copy of a rule for the rule."""
    functions = Functions(RULES, compiled=True)
    kernel = functions.kernel(perft)
    states, moves = np.zeros(2, RULES.state_dtype), np.zeros((2, RULES.most_moves), np.int32)
    kernel(states, moves, np.array([1, 2, 3, 4], np.uint64), 1)
    (result,) = kernel.overloads.values()  # type: ignore[attr-defined]
    saved = result.library._get_compiled_object()
    assert named(kernel) in saved
    others = functions.reach(kernel) - {kernel}
    assert len(others) > 10
    assert not [other for other in others if named(other) in saved]


def named(function: Any) -> bytes:
    """How machine code names a compiled function."""
    (result,) = function.overloads.values()
    name: str = result.fndesc.llvm_func_name
    return name.encode()


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        (types.int8, types.int64),
        (types.int32, types.int64),
        (types.int64, types.int64),
        (types.literal(7), types.int64),  # type: ignore[no-untyped-call]
        (types.literal(True), types.boolean),  # type: ignore[no-untyped-call]
        (types.boolean, types.boolean),
        (types.uint8, types.uint8),  # an index that cannot be negative
        (types.uint64, types.uint64),
        (types.float64, types.float64),
    ],
)
def test_whole_numbers_are_handed_on_in_one_width(given: types.Type, taken: types.Type) -> None:
    assert _widened(given) == taken


def test_an_unknown_numba_compiles_the_plain_way(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiler, "_TRIED", ("0.0.",))
    functions = Functions(RULES, compiled=True)
    assert not isinstance(functions.awaited, EntryPoint)
    state = RULES.blank()[0]
    assert functions.awaited(state) == RULES.interpreted.awaited(state)


def test_progress_is_told_function_by_function(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compile_ahead, "KERNELS", ())
    kinds = {name: compile_ahead.CONTRACT_KINDS[name] for name in ("over", "legal")}
    monkeypatch.setattr(compile_ahead, "CONTRACT_KINDS", kinds)
    functions = Functions(RULES, compiled=True)
    settled: list[bool] = []
    game = SimpleNamespace(
        compiled=functions, package=RULES.package, state_dtype=RULES.state_dtype,
        settle_down=lambda: settled.append(True),
    )  # fmt: skip
    told: list[tuple[str, int, int]] = []
    compile_ahead.prepare(game, progress=lambda *step: told.append(step))  # type: ignore[arg-type]
    total = len(functions.reach(functions.legal) | functions.reach(functions.over))
    assert told[0] == ("over", 0, total)
    assert told[-1] == ("", total, total)
    done = [step[1] for step in told]
    assert done == sorted(done)
    assert len(set(done)) == total + 1  # no function is left out, and none is told twice
    assert settled == [True]
    told.clear()
    game.compiled = Functions(RULES, compiled=True)  # as a new process would: all from the cache
    compile_ahead.prepare(game, progress=lambda *step: told.append(step))  # type: ignore[arg-type]
    assert [step[0] for step in told] == ["over", "legal", ""]
    assert told[-1] == ("", total, total)


def test_states_of_an_array_and_single_ones_share_their_code(empty_cache: Path) -> None:
    functions = Functions(RULES, compiled=True)
    states = np.zeros(2, RULES.state_dtype)
    functions.over(states[0])
    functions.over(RULES.state_from(states[1].tobytes()))
    assert len(functions.over.overloads) == 1  # type: ignore[attr-defined]
