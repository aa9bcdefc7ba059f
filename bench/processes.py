"""Processes that a benchmark starts: a server says where it listens, in time, and is always ended.

What a process prints goes to a file, so that no full pipe can hold it up, and is told with whatever
goes wrong while it runs.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from bench.program import TroubleError

PATIENCE = 300.0
"""Seconds in which a server must be up, and in which it must do what it was asked."""
GRACE = 20.0
"""Seconds that a process has to end by itself."""
ROOT = Path(__file__).parents[1]
PYTHON = (sys.executable, "-m")
_PORT = re.compile(r"http://[^:/\s]+:(\d+)|listening at (\d+)")
_TOLD = 4_000  # characters of what a process printed


class Server:
    """A process that listens at a port of this machine."""

    def __init__(self, name: str, process: subprocess.Popen[bytes], printed: Path) -> None:
        self.name = name
        self.pid = process.pid
        self.port = 0
        self._process = process
        self._printed = printed

    @property
    def address(self) -> str:
        """What a browser would call."""
        return f"http://127.0.0.1:{self.port}"

    def printed(self) -> str:
        """All that the process has printed."""
        return self._printed.read_text(encoding="utf-8", errors="replace")

    def wait_until(
        self, ready: Callable[[], bool], what: str, patience: float = PATIENCE, step: float = 0.01
    ) -> None:
        """Wait for something that the process must bring about; look every ``step`` seconds."""
        end = time.monotonic() + patience
        while not ready():
            if (status := self._process.poll()) is not None:
                raise TroubleError(f"{self.name} ended with status {status} before it {what}")
            if time.monotonic() > end:
                raise TroubleError(f"within {patience:g} s, {self.name} has not {what}")
            time.sleep(step)

    def announced(self) -> bool:
        """Has it said where it listens? It says so in a whole line."""
        found = _PORT.search(self.printed().rpartition("\n")[0])
        if found:
            self.port = int(found[1] or found[2])
        return found is not None


@contextmanager
def running(
    name: str,
    command: Sequence[str | Path],
    folder: Path = ROOT,
    patience: float = PATIENCE,
    grace: float = GRACE,
    environment: Mapping[str, str] | None = None,
) -> Iterator[Server]:
    """A server that has said where it listens; whatever happens, it and its children are ended."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as kept:
        printed = Path(kept) / "printed"
        with printed.open("wb") as sink:
            try:
                process = subprocess.Popen(
                    command, cwd=folder, stdin=subprocess.DEVNULL, stdout=sink,
                    stderr=subprocess.STDOUT, start_new_session=True,
                    env={**(environment or os.environ), "PYTHONUNBUFFERED": "1"},
                )  # fmt: skip
            except OSError as error:
                raise TroubleError(f"{name} cannot be started: {error}") from error
        server = Server(name, process, printed)
        try:
            server.wait_until(server.announced, "said where it listens", patience)
            yield server
        except TroubleError as error:
            told = server.printed().strip()[-_TOLD:] or "nothing"
            raise TroubleError(f"{error}.\nIt printed:\n{told}") from error
        finally:
            _end(process, grace)


def _end(process: subprocess.Popen[bytes], grace: float) -> None:
    """Ask a process to end; then nothing of it, nor of what it started, is left."""
    process.terminate()
    try:
        with suppress(subprocess.TimeoutExpired):
            process.wait(grace)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def memory(process: int) -> int:
    """The resident memory of a process and those that it started, in bytes."""
    pages = [Path(f"/proc/{one}/statm").read_text().split()[1] for one in _family(process)]
    return sum(map(int, pages)) * os.sysconf("SC_PAGE_SIZE")


def cpu(process: int) -> float:
    """The seconds of processor time that a process and those that it started have used."""
    return sum(time.clock_gettime(_processor_clock(one)) for one in _family(process))


def _processor_clock(process: int) -> int:
    """Linux' name of the clock that runs while a process does: exact to the nanosecond."""
    return (~process << 3) | 2


def _family(process: int) -> list[int]:
    started = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *(one for child in started for one in _family(int(child)))]


class Disturbance:
    """How much of the machine was not to be had since this was made: others used it, or its host
    gave it to other machines (``steal`` in ``/proc/stat``)."""

    def __init__(self, *ours: int) -> None:
        """``ours``: the processes that are measured; this one is ours, too."""
        self._ours = ours
        self._before = self._used()

    def shares(self) -> tuple[float, float]:
        """Percent of the machine's time that were stolen, and that others used."""
        total, stolen, busy, own = (
            now - then for now, then in zip(self._used(), self._before, strict=True)
        )
        total = max(total, 1e-9)
        return round(100 * stolen / total, 1), round(100 * max(0.0, busy - own) / total, 1)

    def _used(self) -> tuple[float, float, float, float]:
        line = Path("/proc/stat").read_text().partition("\n")[0]
        ticks = [int(part) / os.sysconf("SC_CLK_TCK") for part in line.split()[1:9]]
        idle, stolen = ticks[3] + ticks[4], ticks[7]
        own = time.process_time() + sum(map(cpu, self._ours))
        return sum(ticks), stolen, sum(ticks) - idle - stolen, own
