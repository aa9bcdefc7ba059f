"""People at one node, beside a crowd: idle sockets, or champions who think at many tables.

    python -m bench.crowd [--tables 50] [--rate 100] [--seconds 8] [--sockets 5000]
                          [--champions 500] [--json]

The same load of people's moves at tables of Tapas is measured three times in one run: alone, beside
sockets that look at a table and say nothing, and beside tables at which two champions play against
each other while somebody looks on. A move waits from the moment at which it is due until its four
viewers have been sent its news.
"""

from __future__ import annotations

import asyncio
import json
import resource
import statistics
import time
from typing import Any

import msgspec

from bench import program
from bench.host import call, hosted
from bench.links import Link, run_fast
from bench.processes import PATIENCE, Disturbance, Server, cpu, memory
from bench.server import Load, percentile

GAME = "tapas"
_PEOPLE = {"game": GAME, "seats": [{"kind": "you", "name": "P0"}, {"kind": "you", "name": "P1"}]}
_BOTS = {"game": GAME, "seats": [{"kind": "bot", "bot": "champion"}] * 2}
_SPARE = 500  # descriptors beside those of sockets
_SETTLE = 0.5  # seconds for bots to begin


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What people met."""

    beside: str
    moves: int
    p50_ms: float
    p99_ms: float
    worst_ms: float
    server_cpu_seconds: float
    socket_kb: float | None
    """Memory of the node for each idle socket."""
    champions_moves: int | None
    """Moves of champions meanwhile."""
    stolen_percent: float
    others_percent: float


class Idle(Link):
    """Somebody who looks on and says nothing."""

    def __init__(self, path: str, crowd: Crowd) -> None:
        super().__init__(path)
        self._crowd = crowd

    def opened(self) -> None:
        """Say hello, and no more."""
        self.write(b'{"type":"hello"}')

    def heard(self, text: bytes) -> None:
        """Count the moves that are told; the first message is the welcome."""
        self._crowd.here.add(id(self))
        self._crowd.moves += text.count(b'"kind":"move"')

    def lost(self, why: str) -> None:
        """The server has hung up."""
        self._crowd.trouble = self._crowd.trouble or why


class Crowd:
    """All who look on."""

    def __init__(self) -> None:
        self.links: list[Idle] = []
        self.here: set[int] = set()
        self.moves = 0
        self.trouble = ""

    async def come(self, port: int, codes: list[str], count: int) -> None:
        """Connect so many, from several addresses, to tables with these codes in turn."""
        loop, end = asyncio.get_running_loop(), time.monotonic() + PATIENCE
        for number in range(count):
            link = Idle(f"/api/tables/{codes[number % len(codes)]}/live", self)
            self.links.append(link)
            source = (f"127.0.0.{2 + number // 1000}", 0)
            await loop.create_connection(
                lambda one=link: one, "127.0.0.1", port, local_addr=source  # type: ignore[misc]
            )  # fmt: skip
        while len(self.here) < count:
            if self.trouble or time.monotonic() > end:
                raise program.TroubleError(f"not everybody is connected: {self.trouble}")
            await asyncio.sleep(0.01)

    def go(self) -> None:
        """All leave."""
        for link in self.links:
            link.close()


def measure(
    beside: str, tables: int, rate: int, seconds: float, sockets: int, champions: int
) -> Result:
    """People play at a fresh node, beside so many idle sockets and tables with champions."""
    with hosted() as server:
        made = [call(server.port, "/tables", _PEOPLE) for _ in range(tables)]
        watched = [call(server.port, "/tables", _PEOPLE) for _ in range(min(sockets, 50))]
        bots = [call(server.port, "/tables", _BOTS) for _ in range(champions)]
        return run_fast(_run(server, beside, made, rate, seconds, (watched, sockets, bots)))


async def _run(
    server: Server, beside: str, made: list[Any], rate: int, seconds: float,
    others: tuple[list[Any], int, list[Any]],
) -> Result:  # fmt: skip
    watched, sockets, bots = others
    load, idle, lookers = Load(), Crowd(), Crowd()
    await load.connect([server.port], made, 2)
    before = memory(server.pid)
    if sockets:
        await idle.come(server.port, [one["table"]["watch"] for one in watched], sockets)
    grown = memory(server.pid) - before
    if bots:
        await lookers.come(server.port, [one["table"]["watch"] for one in bots], len(bots))
        await asyncio.sleep(_SETTLE)
    told, used, disturbance = lookers.moves, cpu(server.pid), Disturbance(server.pid)
    await load.drive(rate, seconds)
    used, (stolen, used_by_others) = cpu(server.pid) - used, disturbance.shares()
    told = lookers.moves - told
    load.close()
    idle.go()
    lookers.go()
    waits = load.waits()
    return Result(
        beside=beside,
        moves=len(waits),
        p50_ms=round(statistics.median(waits), 2),
        p99_ms=percentile(waits),
        worst_ms=round(waits[-1], 2),
        server_cpu_seconds=round(used, 2),
        socket_kb=round(grown / sockets / 1024, 1) if sockets else None,
        champions_moves=told if bots else None,
        stolen_percent=stolen,
        others_percent=used_by_others,
    )


def allow_descriptors(count: int) -> None:
    """Let this process and those that it starts have so many files open."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * count + _SPARE
    if soft >= wanted:
        return
    if hard != resource.RLIM_INFINITY and hard < wanted:
        raise program.TroubleError(f"the system allows {hard} open files, and {wanted} are needed")
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def main() -> None:
    """Measure people alone, beside idle sockets, and beside champions."""
    parser = program.Parser("bench.crowd", __doc__)
    parser.add_argument("--tables", type=program.whole(), default=50)
    parser.add_argument("--rate", type=program.whole(), default=100, help="people's moves a second")
    parser.add_argument("--seconds", type=program.amount, default=8.0)
    parser.add_argument("--sockets", type=program.whole(), default=5_000, help="that are idle")
    parser.add_argument("--champions", type=program.whole(), default=500, help="tables of them")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    allow_descriptors(chosen.sockets + chosen.champions + 4 * chosen.tables)
    for beside, sockets, champions in (
        ("nobody", 0, 0),
        (f"{chosen.sockets} idle sockets", chosen.sockets, 0),
        (f"{chosen.champions} tables with champions", 0, chosen.champions),
    ):
        found = measure(
            beside, chosen.tables, chosen.rate, chosen.seconds, sockets, champions
        )  # fmt: skip
        if chosen.json:
            print(json.dumps(msgspec.to_builtins(found)))
            continue
        print(f"beside {beside}")
        for name, value in list(msgspec.to_builtins(found).items())[1:]:
            if value is not None:
                print(f"  {name:<20}{value:>14}")


if __name__ == "__main__":
    program.run(main)
