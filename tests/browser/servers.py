"""A real server process that can be killed and started again on the same file and port."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from bench import engines
from tests.server.fixed_secrets import DEALS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src" / "echappee" / "server" / "page" / "index.html"
PATIENCE = 120.0


class Server:
    """One server; ``start`` and ``kill`` as often as wanted, then ``close``."""

    def __init__(self, folder: Path, environment: Mapping[str, str] = os.environ) -> None:
        self._port = engines.free_port()  # one that nobody is given while the server is away
        self.url = f"http://127.0.0.1:{self._port}"
        self._child = 0
        self._deals = folder / DEALS
        self._name, self._starts = "", 0
        """What is dealt follows from these: a name, and how often the server was started in it."""
        self._launcher = subprocess.Popen(
            [sys.executable, "-m", "tests.server.launching", str(folder), str(self._port)],
            cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._line() == "ready"

    def _line(self) -> str:
        assert self._launcher.stdout is not None
        return self._launcher.stdout.readline().strip()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._deal(self._name, self._starts + 1)
        assert self._launcher.stdin is not None
        self._launcher.stdin.write("start\n")
        self._launcher.stdin.flush()
        self._child = int(self._line())
        end = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self._port), timeout=5).close()
                return
            except OSError:
                assert time.monotonic() < end, "the server does not answer"
                time.sleep(0.02)

    @contextmanager
    def dealing(self, name: str) -> Iterator[None]:
        """What is dealt in here is the same in every run, whatever was dealt before."""
        before = self._name, self._starts
        self._deal(name, 1)
        try:
            yield
        finally:
            self._deal(*before)

    @property
    def deals(self) -> str:
        """What the server's next deals follow from."""
        return self._deals.read_text(encoding="utf-8")

    def _deal(self, name: str, starts: int) -> None:
        """All at once: the server may be reading."""
        self._name, self._starts = name, starts
        fresh = self._deals.with_suffix(".new")
        fresh.write_text(f"{name} start {starts}", encoding="utf-8")
        fresh.replace(self._deals)

    def kill(self) -> None:
        """Kill it without a word."""
        os.kill(self._child, signal.SIGKILL)
        assert self._line() == "gone"
        self._child = 0

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """Its process does nothing in here; connections stand, and nobody answers."""
        os.kill(self._child, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self._child, signal.SIGCONT)

    def close(self) -> None:
        """Kill whatever runs."""
        if self._child:
            self.kill()
        for stream in (self._launcher.stdin, self._launcher.stdout):
            if stream is not None:
                stream.close()
        self._launcher.wait(PATIENCE)
