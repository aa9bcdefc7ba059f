"""Work cut into shards, and who does them: threads of this process, or workers elsewhere.

Work has units that are numbered from 0, such as games or deals, and each unit's result depends on
its number alone. So it is the same however the work is cut, whoever does a shard, and how often one
was lost and done again. Whoever asks gets the results in the order of the units.

An `Executor` does shards: `Threads` here, `echappee.lab.cluster.Cluster` on other machines.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager
from typing import Generic, Protocol, TypeVar

import msgspec

from echappee import arguments
from echappee.errors import UsageError

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)
_GROWTH = 32
"""A shard is at most so many times as large as the one before: one measured time may mislead."""


class Shard(msgspec.Struct, frozen=True):
    """Units ``first``, ``first + 1``, … of some work."""

    first: int
    count: int

    @property
    def end(self) -> int:
        """The first unit that comes after it."""
        return self.first + self.count


class Work(Protocol[Result_co]):
    """What is to be done, with all that it depends on; it can be pickled."""

    def prepare(self) -> None:
        """Compile what it needs; what is compiled is only loaded."""

    def do(self, shard: Shard, stop: threading.Event) -> Result_co:
        """The result of a shard; given up by `CancelledError` when it is told to ``stop``."""


class Done(msgspec.Struct, Generic[Result], frozen=True):
    """A shard that was done, and in how many seconds."""

    shard: Shard
    result: Result
    seconds: float


class Session(Protocol[Result]):
    """An executor at one piece of work."""

    def submit(self, shard: Shard) -> None:
        """Have a shard done."""

    def wait(self, seconds: float | None = None) -> list[Done[Result]]:
        """What has been done since the last call; waits while there is nothing, or so long."""


class Executor(Protocol):
    """Who does shards."""

    @property
    def here(self) -> bool:
        """Is any of it done on this machine, so that it must have compiled the game?"""

    @property
    def seconds(self) -> float:
        """How long a shard should take; 0: as short as can be."""

    @property
    def ahead(self) -> int:
        """How many shards it wants at once, so that nobody waits for the next one."""

    def session(self, work: Work[Result]) -> AbstractContextManager[Session[Result]]:
        """Begin some work; what was begun and is not done is given up at the end."""


def results(
    work: Work[Result],
    total: int,
    executor: Executor,
    *,
    least: int = 1,
    seconds: float = 0.0,
    known: Iterable[tuple[Shard, Result]] = (),
    keep: Callable[[Shard, Result], None] | None = None,
) -> Generator[tuple[Shard, Result], None, None]:
    """Do units 0 to ``total`` and give the results, those of the first units first.

    A shard has ``least`` units or more, and takes ``seconds`` or what the executor thinks right.
    ``known`` shards, which do not overlap, are not done again; ``keep`` is called with every other
    one as soon as it is done. Whoever has enough closes this: what is not done then is given up.
    """
    done = {shard.first: (shard, result) for shard, result in known if shard.end <= total}
    plan = _Plan(
        _gaps([shard for shard, _ in done.values()], total),
        least,
        max(seconds, executor.seconds),
    )
    reached = waiting = 0
    while reached in done:  # for these nobody need be asked
        shard, result = done.pop(reached)
        reached = shard.end
        yield shard, result
    if plan.left == 0:
        return
    with executor.session(work) as session:
        while reached < total:
            while plan.left and waiting < executor.ahead:
                session.submit(plan.next(executor.ahead))
                waiting += 1
            for one in session.wait():
                waiting -= 1
                plan.learn(one.shard, one.seconds)
                if keep is not None:
                    keep(one.shard, one.result)
                done[one.shard.first] = one.shard, one.result
            while reached in done:
                shard, result = done.pop(reached)
                reached = shard.end
                yield shard, result


def _gaps(known: list[Shard], total: int) -> list[Shard]:
    """What of the units up to ``total`` is in no known shard, the last first."""
    gaps, reached = [], 0
    for shard in sorted(known, key=lambda one: one.first):
        gaps.append(Shard(reached, shard.first - reached))
        reached = shard.end
    gaps.append(Shard(reached, total - reached))
    return [gap for gap in reversed(gaps) if gap.count > 0]


class _Plan:
    """How large the next shard is: by the time that others took, and smaller towards the end."""

    def __init__(self, gaps: list[Shard], least: int, seconds: float) -> None:
        self._gaps = gaps
        self._least = least
        self._seconds = seconds
        self._size = least
        self.left = sum(gap.count for gap in gaps)

    def next(self, ahead: int) -> Shard:
        """The next shard, for one who wants so many ``ahead``."""
        gap = self._gaps.pop()
        fair = -(-self.left // max(1, ahead))  # so that all come to the end at the same time
        count = min(gap.count, max(self._least, min(self._size, fair)))
        if count < gap.count:
            self._gaps.append(Shard(gap.first + count, gap.count - count))
        self.left -= count
        return Shard(gap.first, count)

    def learn(self, shard: Shard, seconds: float) -> None:
        """A shard took so many seconds."""
        wanted = int(shard.count * self._seconds / max(seconds, 1e-9))
        self._size = max(self._least, min(wanted, shard.count * _GROWTH))


class Threads:
    """Threads of this process."""

    here = True
    seconds = 0.0

    def __init__(self, count: int | None = None) -> None:
        """``count`` of them; None: one for each core."""
        self._count = arguments.threads(count)
        self.ahead = self._count + 1

    @contextmanager
    def session(self, work: Work[Result]) -> Generator[Session[Result], None, None]:
        """Begin some ``work``; whoever interrupts does not wait for what has not begun."""
        stop, pool = threading.Event(), ThreadPoolExecutor(self._count)
        try:
            yield _ThreadsSession(work, stop, pool)
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


class _ThreadsSession(Generic[Result]):
    def __init__(self, work: Work[Result], stop: threading.Event, pool: ThreadPoolExecutor) -> None:
        self._work, self._stop, self._pool = work, stop, pool
        self._waiting: set[Future[Done[Result]]] = set()

    def submit(self, shard: Shard) -> None:
        self._waiting.add(self._pool.submit(timed, self._work, shard, self._stop))

    def wait(self, seconds: float | None = None) -> list[Done[Result]]:
        found, _ = wait(self._waiting, seconds, FIRST_COMPLETED)
        good = {future for future in found if not future.cancelled() and not future.exception()}
        found = good or found  # what was done is given before what went wrong
        self._waiting -= found
        return sorted((future.result() for future in found), key=lambda one: one.shard.first)


def check_executor(given: object) -> None:
    """Refuse what is ``given`` as an executor, and is none."""
    if given is not None and not callable(getattr(given, "session", None)):
        raise UsageError("bad-kind", name="executor", kind="Executor", given=type(given).__name__)


def timed(work: Work[Result], shard: Shard, stop: threading.Event) -> Done[Result]:
    """Do a ``shard`` of some ``work``, and tell how long it took."""
    began = time.perf_counter()
    result = work.do(shard, stop)
    return Done(shard, result, time.perf_counter() - began)
