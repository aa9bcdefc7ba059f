"""Games compiled beside what a process does: their order, their ends, and what is left of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from echappee.bots import background_compiler
from echappee.bots.background_compiler import (
    BackgroundCompiler,
    child_command,
    compiled_in_background,
    load_game,
)
from echappee.games import rulebook
from echappee.rulebook.compile_lock import compile_lock, lock_of

PATIENCE = 300.0
# A child that does as it is told by the files ``GAME.1``, ``GAME.2`` … that appear in its folder.
CHILD = """
import os, pathlib, sys, time
folder, game = pathlib.Path(sys.argv[1]), sys.argv[2]
(folder / f"{game}.pid").write_text(str(os.getpid()))
number = 0
while True:
    step = folder / f"{game}.{number + 1}"
    if step.exists():
        number += 1
        told = step.read_text()
        if told.startswith("fail"):
            sys.exit(told)
        print(told, flush=True)
        if told == "compiled":
            break
    time.sleep(0.005)
"""
# One that notes what it hears, and ends when nobody speaks to it any more.
LISTENER = """
import pathlib, sys
heard = pathlib.Path(sys.argv[1]) / f"{sys.argv[2]}.heard"
for line in sys.stdin:
    with heard.open("a") as file:
        file.write(line)
heard.with_suffix(".gone").touch()
"""


def until(holds: Callable[[], object]) -> None:
    """Wait for something that another process brings about."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.005)


class Bench:
    """Children that do what a test says, one step at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.news: list[tuple[str, str, float]] = []
        self._steps: dict[str, int] = {}
        self.compiler: BackgroundCompiler

    def start(self, *games: str) -> BackgroundCompiler:
        self.compiler = BackgroundCompiler(games, self._heard, self.command)
        self.compiler.start()
        return self.compiler

    def command(self, game: str) -> list[str]:
        return [sys.executable, "-S", "-c", CHILD, str(self.folder), game]

    def _heard(self, game: str) -> None:
        found = self.compiler.compilation(game)
        assert found is not None
        self.news.append((game, found.state, found.share))

    def begun(self, game: str) -> bool:
        return (self.folder / f"{game}.pid").exists()

    def over(self) -> bool:
        return self.compiler.done

    def rests(self, game: str) -> bool:
        return self.compiler._children[game].rests

    def tell(self, game: str, line: str) -> None:
        """Let a child say something, and wait until it is heard."""
        self._steps[game] = number = self._steps.get(game, 0) + 1
        before = len(self.news)
        part = self.folder / f"{game}.part"
        part.write_text(line)
        part.rename(self.folder / f"{game}.{number}")
        until(lambda: len(self.news) > before)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_games_are_compiled_one_after_the_other(bench: Bench) -> None:
    compiler = bench.start("a", "b")
    until(lambda: bench.begun("a"))
    assert not bench.begun("b")
    bench.tell("a", "1 4")
    assert compiler.share == pytest.approx(0.125)
    bench.tell("a", "compiled")
    until(lambda: bench.begun("b"))
    bench.tell("b", "4 4")
    assert not bench.over()
    bench.tell("b", "compiled")
    assert bench.over()
    assert (compiler.share, compiler.failed) == (1.0, ())
    assert bench.news == [
        ("a", "compiling", 0.25), ("a", "compiled", 1.0), ("b", "compiling", 1.0),
        ("b", "compiled", 1.0),
    ]  # fmt: skip
    compiler.close()


def test_what_somebody_waits_for_overtakes(bench: Bench) -> None:
    """It begins at once, what was being compiled rests, and goes on before what has not begun."""
    compiler = bench.start("a", "b", "c")
    until(lambda: bench.begun("a"))
    compiler.prefer("c")
    until(lambda: bench.begun("c"))
    assert bench.rests("a")
    assert not bench.rests("c")
    compiler.prefer("a")  # whoever came first is served first
    assert bench.rests("a")
    bench.tell("c", "compiled")
    assert not bench.rests("a")
    assert not bench.begun("b")
    bench.tell("a", "compiled")
    until(lambda: bench.begun("b"))
    compiler.close()


def test_a_child_is_told_to_rest_and_to_go_on(tmp_path: Path) -> None:
    def command(game: str) -> list[str]:
        return [sys.executable, "-S", "-c", LISTENER, str(tmp_path), game]

    compiler = BackgroundCompiler(["a", "b"], command=command)
    compiler.start()
    compiler.prefer("b")
    heard = tmp_path / "a.heard"
    until(lambda: heard.exists() and heard.read_text() == "rest\n")
    compiler._children["b"].process.kill()
    until(lambda: heard.read_text() == "rest\ngo on\n")
    compiler.close()


def test_a_game_that_fails_is_told_and_the_others_go_on(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    compiler = bench.start("a", "b")
    bench.tell("a", "fail: no room on this disk")
    assert compiler.failed == ("a",)
    assert "a could not be compiled, and is played by interpreted rules" in caplog.text
    assert "no room on this disk" in caplog.text
    bench.tell("b", "compiled")
    assert compiler.done
    compiler.close()


def test_a_compiler_that_cannot_be_started_fails(caplog: pytest.LogCaptureFixture) -> None:
    compiler = BackgroundCompiler(["a", "b"], command=lambda _: ["/no/such/program"])
    compiler.start()
    assert compiler.failed == ("a", "b")
    assert "No such file" in caplog.text
    compiler.close()


def _gone(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state in "ZX"


def test_whoever_closes_ends_the_child(bench: Bench) -> None:
    compiler = bench.start("a", "b")
    until(lambda: bench.begun("a"))
    until(lambda: (bench.folder / "a.pid").read_text())
    child = int((bench.folder / "a.pid").read_text())
    compiler.close()
    assert _gone(child)
    assert not bench.begun("b")
    assert compiler.failed == ()


OWNER = """
import sys
from echappee.bots.background_compiler import BackgroundCompiler
compiler = BackgroundCompiler(["tapas"])
compiler.start()
print(compiler._children["tapas"].process.pid, flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
def test_a_child_ends_with_who_was_killed_and_leaves_nothing_half_done(tmp_path: Path) -> None:
    """While it waits for the lock, which is held here: nothing is compiled in this test."""
    environment = {**os.environ, "ECHAPPEE_CACHE_DIR": str(tmp_path)}
    lock = tmp_path / lock_of(rulebook("tapas").package).name
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ECHAPPEE_CACHE_DIR", str(tmp_path))
        with compile_lock(rulebook("tapas").package) as tell:
            tell(3, 17)
            owner = subprocess.Popen(
                [sys.executable, "-c", OWNER], env=environment, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            )  # fmt: skip
            with owner:
                assert owner.stdout is not None
                child = int(owner.stdout.readline())
                until(lambda: os.getpriority(os.PRIO_PROCESS, child) > os.nice(0))
                os.kill(owner.pid, signal.SIGKILL)
            until(lambda: _gone(child))
    assert lock.exists()
    assert not list(tmp_path.rglob("*.ready"))


HOLDER = """
import sys
from echappee.rulebook.compile_lock import compile_lock
with compile_lock("echappee.games.tapas") as tell:
    tell(2, 9)
    print("held", flush=True)
    sys.stdin.readline()
    tell(5, 9)
    sys.stdin.read()
"""


def test_one_compiles_and_the_others_look_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock is free again when its holder is killed."""
    monkeypatch.setenv("ECHAPPEE_CACHE_DIR", str(tmp_path))
    seen: list[tuple[int, int]] = []
    held = threading.Event()

    def wait() -> None:
        with compile_lock("echappee.games.tapas", lambda *how: seen.append(how)):
            held.set()

    with subprocess.Popen(
        [sys.executable, "-c", HOLDER], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdin is not None
        assert holder.stdout.readline() == "held\n"
        waiter = threading.Thread(target=wait)
        waiter.start()
        until(lambda: seen == [(2, 9)])
        holder.stdin.write("\n")
        holder.stdin.flush()
        until(lambda: seen == [(2, 9), (5, 9)])
        assert not held.is_set()
        holder.kill()
        waiter.join(PATIENCE)
    assert held.is_set()


def test_nothing_is_started_where_all_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: str) -> list[str]:
        raise AssertionError

    with compiled_in_background(["tapas"], refuse) as compiler:
        assert compiler.done
        assert rulebook("tapas").functions.compiled
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    with compiled_in_background(["tapas", "flamme-rouge"], refuse) as compiler:
        assert compiler.done


def test_what_is_not_compiled_here_is_not_loaded(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Loading it would compile it, and hold everybody up."""
    monkeypatch.setattr(background_compiler, "game_is_prepared", lambda _: False)
    monkeypatch.setattr(background_compiler, "prepare_game", lambda _: pytest.fail("compiled"))
    assert not load_game("tapas")
    assert "could not be loaded" in caplog.text


def test_what_lies_in_the_working_folder_is_no_matter(tmp_path: Path) -> None:
    (tmp_path / "echappee.py").write_text("raise SystemExit('the wrong one')")
    (tmp_path / "numpy.py").write_text("raise SystemExit('the wrong one')")
    with subprocess.Popen(
        child_command("no-game"), cwd=tmp_path, text=True, stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:  # fmt: skip
        assert child.stderr is not None
        told = child.stderr.read()
    assert "no-game" in told
    assert "the wrong one" not in told
