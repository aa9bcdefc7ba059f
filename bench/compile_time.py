"""What it costs to compile the games: CPU-seconds of a process that begins with an empty cache.

    python -m bench.compile_time [--game GAME] [--rounds 2] [--top 10] [--only over …]

Each game is compiled in a process of its own, ``rounds`` times. Seconds of a processor, unlike
those of a clock, hardly depend on what else the machine does. Of them, "LLVM" is what Numba's back
end takes to optimise and to make machine code, and the rest is Python: reading, typing,
translating. Below each game are the functions that were asked for, in their order, each with what
had to be compiled for it; and then those that took most, without what they call. With ``only`` no
more than these functions of the rules are compiled, of those that a state is enough for.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import msgspec
from numba.core import event

from bench import program
from echappee.bots.prepare_games import prepare_game
from echappee.games import game_ids, rulebook
from echappee.rulebook.compile_ahead import CONTRACT_KINDS

_SIMPLE = tuple(name for name, kinds in CONTRACT_KINDS.items() if kinds == ("state",))
_LAB = ("random_games", "contest")


class Costs(msgspec.Struct):
    """What one game cost, in seconds of a processor."""

    game: str
    cpu: float
    llvm: float
    functions: int
    signatures: int
    cached: int
    """Bytes on the disk."""
    asked: list[tuple[str, float]]
    own: list[tuple[str, float, int]]
    """Each function: its name, what it took without those that it calls, in how many signatures."""

    @property
    def lab(self) -> float:
        """What only simulations and measurements use."""
        return sum(cpu for name, cpu in self.asked if name.partition("__")[0] in _LAB)


class _Watch(event.Listener):
    """Listens to Numba's compiler, and adds up what each function takes."""

    def __init__(self) -> None:
        self.own: dict[str, float] = defaultdict(float)
        self.times: dict[str, int] = defaultdict(int)
        self.asked: list[tuple[str, float]] = []
        self.llvm = 0.0
        self._open: list[float] = []
        self._inner: list[float] = [0.0]
        self._called = 0.0

    def on_start(self, event: event.Event) -> None:
        """Numba begins something."""
        if event.kind == "numba:llvm_lock":
            self._called = time.process_time()
        else:
            self._open.append(time.process_time())
            self._inner.append(0.0)

    def on_end(self, event: event.Event) -> None:
        """Numba is done with it."""
        now = time.process_time()
        if event.kind == "numba:llvm_lock":
            self.llvm += now - self._called
            return
        took, inner = now - self._open.pop(), self._inner.pop()
        self._inner[-1] += took
        name = event.data["dispatcher"].py_func.__qualname__
        self.own[name] += took - inner
        self.times[name] += 1
        if not self._open:
            self.asked.append((name, took))


def measure(game_id: str, only: tuple[str, ...], folder: str) -> Costs:
    """Compile a game, in a process that has done nothing else, into an empty folder."""
    os.environ["ECHAPPEE_CACHE_DIR"] = folder
    watch = _Watch()
    for kind in ("numba:compile", "numba:llvm_lock"):
        event.register(kind, watch)  # type: ignore[no-untyped-call]
    rules = rulebook(game_id)
    if only:
        for name in only:
            getattr(rules.compiled, name)(rules.blank()[0])
    else:
        prepare_game(game_id)
    return Costs(
        game_id,
        time.process_time(),
        watch.llvm,
        len(watch.own),
        sum(watch.times.values()),
        sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file()),
        watch.asked,
        sorted(((n, cpu, watch.times[n]) for n, cpu in watch.own.items()), key=lambda row: -row[1]),
    )


def costs(game_id: str, only: tuple[str, ...] = ()) -> Costs:
    """What it costs to compile a game."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool,
    ):
        return pool.submit(measure, game_id, only, folder).result()


def report(seen: list[Costs], top: int) -> str:
    """One game, measured several times, in words."""
    least = min(seen, key=lambda one: one.cpu)
    each = " ".join(f"{one.cpu:.1f}" for one in seen)
    lines = [
        f"{least.game}: {each} CPU-s, of them LLVM {least.llvm:.1f}, for the lab alone "
        f"{least.lab:.1f}; {least.functions} functions in {least.signatures} signatures, "
        f"{least.cached / 1e6:.1f} MB"
    ]
    lines.append("  asked for: " + ", ".join(f"{name} {cpu:.1f}" for name, cpu in least.asked))
    for name, cpu, times in least.own[:top]:
        lines.append(f"  {cpu:6.2f}  {name}" + (f", {times} signatures" if times > 1 else ""))
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = program.Parser("bench.compile_time", __doc__)
    parser.add_argument("--game", type=program.game, action="append")
    parser.add_argument("--rounds", type=program.whole(), default=2)
    parser.add_argument("--top", type=program.whole(0), default=10)
    parser.add_argument("--only", choices=_SIMPLE, nargs="+", default=())
    given = parser.parse_args()
    total = 0.0
    for game_id in given.game or game_ids():
        seen = [costs(game_id, tuple(given.only)) for _ in range(given.rounds)]
        print(report(seen, given.top), flush=True)
        total += min(one.cpu for one in seen)
    print(f"in all: {total:.1f} CPU-s")


if __name__ == "__main__":
    program.run(main)
