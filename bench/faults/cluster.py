"""Nodes behind HAProxy, with a PostgreSQL and a Redis behind doors that can be shut.

A single node has neither: it keeps its tables in a file of SQLite.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path

import msgspec

from bench import engines
from bench.faults.node import Asked
from bench.faults.proxy import Door
from bench.processes import GRACE, ROOT
from bench.program import TroubleError


def needed(nodes: int) -> tuple[str, ...]:
    """The programs without which so many nodes can't be started."""
    return ("haproxy",) if nodes == 1 else ("postgres", "redis-server", "haproxy")


PATIENCE = 300.0
_BALANCER = """
defaults
    mode http
    option redispatch
    retries 3
    timeout connect 1s
    timeout client 300s
    timeout server 300s
    timeout tunnel 300s
    timeout check 2s
    option httpchk GET /ready
    default-server check inter 500ms fall 3 rise 1
frontend door
    bind 127.0.0.1:{port}
    http-response set-header x-node %s
    default_backend nodes
backend nodes
    balance roundrobin
{servers}
"""


class Node:
    """One of the nodes: where it listens, and the doors to what it needs."""

    def __init__(self, name: str, doors: dict[str, Door]) -> None:
        self.name = name
        self.port = engines.free_port()
        self.doors = doors
        self.offset = 0
        self.pid = 0
        self.frozen = False

    @property
    def runs(self) -> bool:
        """Is its process there, or a thread of it? Nobody has to count those that ended."""
        return self.pid > 0 and Path(f"/proc/{self.pid}").exists()

    def signal(self, number: signal.Signals) -> None:
        """Send its process a signal, if it is there."""
        if self.pid:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)


class Cluster:
    """Everything that clients play on."""

    def __init__(
        self, folder: Path, store: engines.Postgres | None, news: engines.Redis | None
    ) -> None:
        self.folder = folder
        self._store, self._news = store, news
        self.nodes: list[Node] = []
        self.port = engines.free_port()
        self._nursery: asyncio.subprocess.Process | None = None
        self._birth = asyncio.Lock()

    @property
    def store(self) -> engines.Postgres:
        """The database of several nodes."""
        assert self._store is not None
        return self._store

    @property
    def news(self) -> engines.Redis:
        """The Redis of several nodes."""
        assert self._news is not None
        return self._news

    @property
    def database(self) -> str:
        """Where everything is stored: an address, or a file."""
        if self._store is None:
            return str(self.folder / self.nodes[0].name / "tables.sqlite")
        return self._store.url()

    async def open(self, nodes: int) -> None:
        """Start what starts nodes, and the nodes themselves."""
        self._nursery = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bench.faults.node", cwd=ROOT,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        for place in range(nodes):
            engines_here = {"store": self._store, "news": self._news}
            doors = {name: Door(one.port) for name, one in engines_here.items() if one is not None}
            for door in doors.values():
                await door.open()
            self.nodes.append(Node(f"node-{place + 1}", doors))
        await self._line()
        for node in self.nodes:  # the first one brings the database up to date
            await self.start(node)

    async def _line(self) -> str:
        assert self._nursery is not None
        assert self._nursery.stdout is not None
        async with asyncio.timeout(PATIENCE):
            line = (await self._nursery.stdout.readline()).decode().strip()
        if not line:
            raise TroubleError("no node can be started: what starts them has ended")
        return line

    async def start(self, node: Node, offset: int = 0) -> None:
        """Start a node, with its clock wrong by some milliseconds, and wait until it answers."""
        assert self._nursery is not None
        assert self._nursery.stdin is not None
        at = {name: f"127.0.0.1:{door.port}" for name, door in node.doors.items()}
        store = f"postgresql://postgres@{at['store']}/postgres?sslmode=disable" if at else ""
        asked = Asked(
            port=node.port, folder=str(self.folder / node.name), offset=offset,
            database=store,
            redis=f"redis://{at['news']}/0" if at else "",
            log=str(self.folder / f"{node.name}.log"),
        )  # fmt: skip
        async with self._birth:
            self._nursery.stdin.write(msgspec.json.encode(asked) + b"\n")
            node.pid, node.offset, node.frozen = int(await self._line()), offset, False
        await self._until(lambda: _answers(node.port), node)

    async def _until(self, holds: Callable[[], Awaitable[bool]], node: Node) -> None:
        end = asyncio.get_running_loop().time() + PATIENCE
        while not await holds():
            if not node.runs or asyncio.get_running_loop().time() > end:
                log = self.folder / f"{node.name}.log"
                told = log.read_text(errors="replace")[-3000:] if log.exists() else ""
                raise TroubleError(f"{node.name} did not start. It printed:\n{told}")
            await asyncio.sleep(0.05)

    async def kill(self, node: Node) -> None:
        """End a node at once."""
        node.signal(signal.SIGKILL)
        await self.ended(node)

    async def ended(self, node: Node, patience: float = PATIENCE) -> bool:
        """Wait until a node's process is no more; False if it stays for too long."""
        end = asyncio.get_running_loop().time() + patience
        while node.runs:
            if asyncio.get_running_loop().time() > end:
                return False
            await asyncio.sleep(0.02)
        return True

    async def close(self) -> None:
        """End all nodes, and what started them."""
        for node in self.nodes:
            node.signal(signal.SIGCONT)
            node.signal(signal.SIGTERM)
        for node in self.nodes:
            if not await self.ended(node, GRACE):
                await self.kill(node)
            for door in node.doors.values():
                await door.close()
        if self._nursery is not None and self._nursery.stdin is not None:
            self._nursery.stdin.close()
            try:
                await asyncio.wait_for(self._nursery.wait(), GRACE)
            except TimeoutError:
                self._nursery.kill()
                await self._nursery.wait()

    def balancer(self) -> str:
        """What HAProxy is told."""
        servers = [f"    server {node.name} 127.0.0.1:{node.port}" for node in self.nodes]
        return _BALANCER.format(port=self.port, servers="\n".join(servers))


async def _answers(port: int) -> bool:
    """Does a node listen, and say that it is well?"""
    try:
        async with asyncio.timeout(2):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET /ready HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
            line = await reader.readline()
            writer.close()
            return b" 200 " in line
    except (OSError, TimeoutError):
        return False


@asynccontextmanager
async def cluster(folder: Path, nodes: int) -> AsyncIterator[Cluster]:
    """Engines, nodes and balancer; whatever happens, all are ended."""
    with ExitStack() as stack:
        alone = nodes == 1
        store = None if alone else stack.enter_context(engines.postgres())
        news = None if alone else stack.enter_context(engines.redis())
        found = Cluster(folder, store, news)
        try:
            await found.open(nodes)
            stack.enter_context(engines.haproxy(found.balancer(), found.port))
            yield found
        finally:
            await found.close()
