"""Compilation: cached by the hash of the sources, bound per game, never stale."""

from __future__ import annotations

import ast
import inspect
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from echappee.bots.contest import contest
from echappee.bots.prepare_games import KERNELS as LAB_KERNELS
from echappee.games import game_ids, rulebook
from echappee.rulebook import compile_ahead, compiler
from echappee.rulebook.compile_ahead import KERNELS, is_prepared, prepare
from echappee.rulebook.compiler import RULES, cache_folder, compiled_sources, sources_digest
from echappee.rulebook.kernels import random_games
from echappee.rulebook.rulebook import Functions
from echappee.rulebook.state_layout import plain, state_dtype

COUNT = """
import sys
from echappee.games import game_ids, rulebook
from echappee.bots.prepare_games import KERNELS as LAB_KERNELS
from echappee.rulebook.kernels import random_games
kernel = rulebook("tapas").functions.kernel(random_games)
import numba
from echappee.lab.bench import random_runner
random_runner(rulebook("tapas"), 2)(3)
print(sum(kernel.stats.cache_misses.values()), sum(kernel.stats.cache_hits.values()))
"""


def test_kernels_come_from_the_cache_in_a_new_process() -> None:
    done = subprocess.run([sys.executable, "-c", COUNT], check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["0", "1"]


def test_kernels_are_named_after_their_game() -> None:
    kernel = rulebook("tapas").functions.kernel(random_games)
    assert kernel.py_func.__qualname__ == "random_games__tapas"  # type: ignore[attr-defined]
    assert kernel is rulebook("tapas").functions.kernel(random_games)


def test_the_cache_folder_is_named_after_the_sources() -> None:
    package = rulebook("tapas").package
    assert cache_folder(package).name == sources_digest(package)
    assert is_prepared(rulebook("tapas"))


@pytest.mark.parametrize(
    ("name", "module", "matters"),
    [
        ("compiler.py", RULES, True),
        ("randomness.py", RULES, True),
        ("state.py", RULES, True),
        ("rules.py", RULES, True),
        ("policy.py", RULES, True),
        ("material.py", RULES, True),
        ("view.py", RULES, False),
        ("events.py", RULES, False),
        ("contest.py", RULES, False),
        ("rules.py", contest.__module__, True),
        ("contest.py", contest.__module__, True),
        ("simple_kernels.py", contest.__module__, True),
        ("turn_order.py", contest.__module__, True),
        ("terminal.py", contest.__module__, False),
        ("match.py", contest.__module__, False),
    ],
)
def test_a_changed_source_gets_another_folder(
    name: str, module: str, matters: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What compiled code depends on, and nothing else: other changes need no new compilation."""
    package = rulebook("tapas").package
    before = sources_digest.__wrapped__(package, module)
    real = Path.read_bytes

    def edited(path: Path) -> bytes:
        return real(path) + (b"# edited" if path.name == name else b"")

    monkeypatch.setattr(Path, "read_bytes", edited)
    assert (sources_digest.__wrapped__(package, module) != before) == matters


@pytest.mark.parametrize("game_id", game_ids())
def test_every_bound_function_comes_from_a_hashed_file(game_id: str) -> None:
    """No function that is compiled may live in a file that the hash leaves out."""
    rules = rulebook(game_id)
    for template, _ in ((rules.rules.setup, ()), *KERNELS, *LAB_KERNELS):
        binder = Functions(rules, compiled=False)._binder
        hashed = {str(path) for path in compiled_sources(rules.package, template.__module__)}
        for function in binder.reach(binder.bind(template)):
            if function.__module__ != "echappee.rulebook.contract":
                assert inspect.getsourcefile(function) in hashed, function


def test_old_cache_folders_are_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ECHAPPEE_CACHE_DIR", str(tmp_path))
    for age, name in enumerate(("a", "b", "c", "d")):
        old = tmp_path / "tapas" / RULES / name
        old.mkdir(parents=True)
        os.utime(old, (1000 - age, 1000 - age))
    folder = cache_folder.__wrapped__(rulebook("tapas").package)
    assert {p.name for p in (tmp_path / "tapas" / RULES).iterdir()} == {folder.name, "a", "b"}


def test_sources_are_parsed_by_one_thread_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several games are loaded at once where a server starts and tables are set."""
    parse, held = ast.parse, []

    def watched(source: bytes) -> ast.Module:
        held.append(compiler._PARSER.locked())
        return parse(source)

    monkeypatch.setattr(ast, "parse", watched)
    compiler._imported.cache_clear()
    compiler.compiled_sources.__wrapped__(rulebook("tapas").package)
    assert held
    assert all(held)


def test_a_game_whose_folder_was_cleared_meanwhile_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By as many newer versions, while this one runs."""
    monkeypatch.setattr(compile_ahead, "marker", lambda *_: tmp_path / "gone" / "x.ready")
    prepare(rulebook("tapas"))
    assert not (tmp_path / "gone").exists(), "nothing there says that it is compiled"


def test_numba_is_left_as_it_was() -> None:
    """A researcher's own compiled functions keep their own cache."""
    from numba.core import config

    before = config.CACHE_DIR
    _ = rulebook("tapas").functions
    assert before == config.CACHE_DIR
    assert "echappee" not in str(config.CACHE_DIR)


def test_records_have_no_gaps() -> None:
    with pytest.raises(TypeError, match="gaps"):
        state_dtype(("small", np.int8), ("wide", np.int64))
    state = np.zeros(1, state_dtype(("wide", np.int64), ("small", np.int8, (2, 4))))[0]
    assert plain(state).small == [[0, 0, 0, 0], [0, 0, 0, 0]]
    assert plain(state).wide == 0


def test_records_have_no_names_that_numpy_has_taken() -> None:
    with pytest.raises(TypeError, match="its own round, size: choose other names"):
        state_dtype(("round", np.int64), ("wide", np.int64), ("size", np.int64))


@pytest.mark.parametrize(
    ("room", "kernels"),
    [
        ("statistics", "echappee.lab.report.game_kernels"),
        ("remarks", "echappee.bots.remark_kernels"),
    ],
)
def test_kernels_that_ask_for_an_optional_room_depend_on_the_games_own(
    room: str, kernels: str
) -> None:
    """Else a changed style, or trait, would go on as it was compiled; the rules don't care."""
    for game_id in game_ids():
        package = rulebook(game_id).package
        own = Path(package.replace(".", "/")) / f"{room}.py"

        def has_it(module: str, package: str = package, own: Path = own) -> bool:
            found = compiled_sources(package, module)
            return any(path.as_posix().endswith(own.as_posix()) for path in found)

        assert has_it(kernels)
        assert not has_it(RULES)
        assert not has_it("echappee.bots.contest")
