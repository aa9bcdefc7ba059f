"""Speed of the server: live tables, moves accepted and broadcast, and how long the last one waits.

    python -m bench.server [--tables 500] [--seconds 8] [--rate 1000] [--game GAME]
                           [--nodes 1] [--spread] [--json]

Server and load run on the same machine, over loopback only. Each table has four viewers: a game's
players, and spectators where it takes fewer. A move counts once all four have been sent its news.
The last moves that were asked for in time are waited for, and so is the time that they take. A move
waits from the moment at which it was to be made, also if the one before it was not seen yet.

With one node it keeps its tables in SQLite. Several nodes share PostgreSQL and Redis, which run on
this machine, too. All viewers of a table are at one node, as a balancer sends them that goes by the
table's code; with ``--spread`` they are at all nodes in turn.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import msgspec

from bench import engines, program
from bench.host import call, hosted
from bench.links import Link, run_fast
from bench.processes import PATIENCE, Disturbance, Server, cpu, memory
from echappee.games import game_ids, rulebook

VIEWERS = 4


class Nodes(msgspec.Struct, frozen=True):
    """What serves: one node by itself, or several on their engines."""

    servers: list[Server]
    database: int | None = None
    """The process of PostgreSQL; None: the tables are in SQLite."""
    redis: int | None = None

    @property
    def processes(self) -> list[int]:
        """All that is measured."""
        found = [server.pid for server in self.servers]
        return found + [one for one in (self.database, self.redis) if one is not None]

    def used(self) -> tuple[float, float, float]:
        """Seconds of processor time: of the nodes, of PostgreSQL and of Redis."""
        engines = [0.0 if one is None else cpu(one) for one in (self.database, self.redis)]
        return sum(cpu(server.pid) for server in self.servers), engines[0], engines[1]

    def memory(self) -> int:
        """Bytes that the nodes hold."""
        return sum(memory(server.pid) for server in self.servers)


@contextmanager
def serving(nodes: int) -> Iterator[Nodes]:
    """One node with SQLite, or several with PostgreSQL and Redis."""
    with ExitStack() as stack:
        if nodes == 1:
            yield Nodes([stack.enter_context(hosted())])
            return
        gone = engines.missing("postgres", "redis-server")
        if gone is not None:
            raise program.TroubleError(gone)
        store, news = stack.enter_context(engines.postgres()), stack.enter_context(engines.redis())
        started = [stack.enter_context(hosted(store.url(), news.url)) for _ in range(nodes)]
        yield Nodes(started, store.pid, news.pid)


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured for one game."""

    game: str
    nodes: int
    tables: int
    viewers: int
    asked_per_second: int
    moves: int
    moves_per_second: float
    p50_ms: float
    p99_ms: float
    worst_ms: float
    refused: int
    server_cpu_ms: float
    """Processor time of all nodes for each move: what the machine's other work can't disturb."""
    database_cpu_ms: float
    """That of PostgreSQL; SQLite's is the server's."""
    redis_cpu_ms: float
    idle_table_kb: float
    """Memory of a table that was just set and that nobody looks at, while it is kept."""
    watched_table_kb: float
    """The same with its four sockets."""
    start_seconds: float
    stolen_percent: float
    """Of the machine's time while moves were made: its host gave it to others."""
    others_percent: float
    """The same, used on this machine by what is neither measured nor its load."""


# --------------------------------------------------------------------------------------- the load


class _Inner(msgspec.Struct):
    awaited: list[int]
    over: bool


class _Game(msgspec.Struct):
    number: int
    view: _Inner
    moves: list[str]


class _Message(msgspec.Struct):
    type: str
    game: _Game | None = None


_READ = msgspec.json.Decoder(_Message)


class Viewer(Link):
    """Somebody who looks at a table."""

    def __init__(self, table: PlayedTable, seat: int | None, path: str, token: str | None) -> None:
        super().__init__(path)
        self.table, self.seat = table, seat
        self._token = token

    def opened(self) -> None:
        """Say hello."""
        tokens = [self._token] if self._token else []
        self.send({"type": "hello", "look": self.seat, "tokens": tokens})

    def lost(self, why: str) -> None:
        """Without its viewers a table cannot go on."""
        self.table.load.fail(why)

    def heard(self, text: bytes) -> None:
        """Messages: only the game in them counts."""
        for message in _READ.decode_lines(text):
            if message.game is not None:
                self.table.heard(self, message.game)
            elif message.type == "refused":
                self.table.load.refused += 1
                self.table.refused()

    def send(self, message: dict[str, object]) -> None:
        """Send a message."""
        self.write(json.dumps(message).encode())


class PlayedTable:
    """A table with its viewers; plays a move when it is told to, as soon as all have the last."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.viewers: list[Viewer] = []
        self.moves: dict[int, list[str]] = {}
        self.awaited: list[int] = []
        self.number = -1
        self.over = False
        self._waiting = VIEWERS
        self._sent = 0.0
        self._owed: deque[float] = deque()

    def heard(self, viewer: Viewer, game: _Game) -> None:
        """A viewer has the game at a number."""
        if game.number != self.number:
            self.number = game.number
            self._waiting = VIEWERS
            self.awaited, self.over = game.view.awaited, game.view.over
        if viewer.seat is not None:
            self.moves[viewer.seat] = game.moves
        self._waiting -= 1
        if self._waiting:
            return
        if self._sent:
            self.load.latencies.append(time.perf_counter() - self._sent)
            self._sent = 0.0
        self.load.ready += self.number == 0
        if self._owed and not self.load.closing:
            self.play(self._owed.popleft())

    def refused(self) -> None:
        """The last move did not count; nobody will hear of it."""
        self._sent = 0.0

    @property
    def waiting(self) -> bool:
        """Is a move on its way?"""
        return self._sent > 0.0

    def play(self, due: float) -> None:
        """Make a move that is due now, or as soon as everybody has the last one."""
        if self.over:
            return
        if self._waiting or self._sent:
            self._owed.append(due)
            return
        seat = self.awaited[0]
        moves = self.moves[seat]
        self._sent = due
        self.viewers[seat].send(
            {
                "type": "move",
                "id": f"n{self.number}",
                "seat": seat,
                "number": self.number,
                "text": moves[(7 * self.number) % len(moves)],
            }
        )


class Load:
    """All tables, and what was measured."""

    def __init__(self) -> None:
        self.tables: list[PlayedTable] = []
        self.latencies: list[float] = []
        self.refused = 0
        self.ready = 0
        self.closing = False
        self._failed = ""

    def fail(self, why: str) -> None:
        """Something went wrong at a socket."""
        self._failed = self._failed or why

    async def connect(
        self,
        ports: Sequence[int],
        made: list[dict[str, Any]],
        players: int,
        *,
        spread: bool = False,
    ) -> None:
        """Connect every viewer of every table: to one node each, or ``spread`` over all of them."""
        loop = asyncio.get_running_loop()
        for number, one in enumerate(made):
            table = PlayedTable(self)
            self.tables.append(table)
            info, keys = one["table"], one["keys"]
            for place in range(VIEWERS):
                seat = place if place < players else None
                token = keys[place + 1]["token"] if seat is not None else None
                code = info["code"] if seat is not None else info["watch"]
                viewer = Viewer(table, seat, f"/api/tables/{code}/live", token)
                table.viewers.append(viewer)
                port = ports[(place if spread else number) % len(ports)]
                await loop.create_connection(lambda v=viewer: v, "127.0.0.1", port)  # type: ignore[misc]
        await self._until(lambda: self.ready == len(made), "connected everybody")

    async def drive(self, rate: int, seconds: float) -> float:
        """Ask for so many moves a second, spread over all tables; returns how long it took."""
        begun = time.perf_counter()
        asked = 0
        while True:
            now = time.perf_counter() - begun
            while asked <= now * rate:
                self.tables[asked % len(self.tables)].play(begun + asked / rate)
                asked += 1
            if now >= seconds or self._failed or all(table.over for table in self.tables):
                break
            await asyncio.sleep(0.002)
        self.closing = True
        await self._until(
            lambda: not any(table.waiting for table in self.tables), "answered the last moves"
        )
        if not self.latencies:
            raise program.TroubleError(f"our server has refused all {self.refused} moves")
        return time.perf_counter() - begun

    def waits(self) -> list[float]:
        """How long each move waited, in milliseconds, the shortest first."""
        return sorted(1000 * latency for latency in self.latencies)

    def close(self) -> None:
        """Everybody leaves."""
        for table in self.tables:
            for viewer in table.viewers:
                viewer.close()

    async def _until(self, done: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not done():
            if self._failed:
                raise program.TroubleError(f"before our server {what}, {self._failed}")
            if time.monotonic() > end:
                raise program.TroubleError(f"within {PATIENCE:g} s, our server has not {what}")
            await asyncio.sleep(0.002)


def measure(
    game: str, tables: int, rate: int, seconds: float, nodes: int = 1, *, spread: bool = False
) -> Result:
    """One game: set the tables, connect everybody, play."""
    fewest, most = rulebook(game).players
    players = max(fewest, min(VIEWERS, most))
    begun = time.perf_counter()
    with serving(nodes) as serves:
        started = time.perf_counter() - begun
        ports = [server.port for server in serves.servers]
        asked = {
            "game": game, "seats": [{"kind": "you", "name": f"P{seat}"} for seat in range(players)]
        }  # fmt: skip
        for port in ports:
            call(port, "/tables", asked)
        before = serves.memory()
        made = [call(ports[n % nodes], "/tables", asked) for n in range(tables)]
        idle = serves.memory()
        load = Load()

        async def run() -> tuple[float, int, list[float], tuple[float, float]]:
            await load.connect(ports, made, players, spread=spread)
            watched, used = serves.memory(), serves.used()
            disturbance = Disturbance(*serves.processes)
            took = await load.drive(rate, seconds)
            spent = [now - then for now, then in zip(serves.used(), used, strict=True)]
            disturbed = disturbance.shares()
            load.close()
            return took, watched, spent, disturbed

        took, watched, spent, disturbed = run_fast(run())
    waits = load.waits()
    server_cpu, database_cpu, redis_cpu = (round(1000 * one / len(waits), 3) for one in spent)
    return Result(
        game=game,
        nodes=nodes,
        tables=tables,
        viewers=tables * VIEWERS,
        asked_per_second=rate,
        moves=len(waits),
        moves_per_second=round(len(waits) / took, 1),
        p50_ms=round(statistics.median(waits), 2),
        p99_ms=percentile(waits),
        worst_ms=round(waits[-1], 2),
        refused=load.refused,
        server_cpu_ms=server_cpu,
        database_cpu_ms=database_cpu,
        redis_cpu_ms=redis_cpu,
        idle_table_kb=round((idle - before) / tables / 1024, 1),
        watched_table_kb=round((watched - before) / tables / 1024, 1),
        start_seconds=round(started, 2),
        stolen_percent=disturbed[0],
        others_percent=disturbed[1],
    )


def percentile(waits: list[float]) -> float:
    """What 99 % of some sorted waits are within."""
    return round(waits[int(0.99 * (len(waits) - 1))], 2)


def main() -> None:
    """Measure every game, or one."""
    parser = program.Parser("bench.server", __doc__)
    parser.add_argument("--tables", type=program.whole(), default=500)
    parser.add_argument(
        "--rate", type=program.whole(), default=1_000, help="moves a second to ask for"
    )
    parser.add_argument("--seconds", type=program.amount, default=8.0)
    parser.add_argument("--game", type=program.game)
    parser.add_argument("--nodes", type=program.whole(), default=1, help="that serve the tables")
    parser.add_argument("--spread", action="store_true", help="each table's viewers over all nodes")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    program.compile_games(game_ids())
    for game in [chosen.game] if chosen.game else game_ids():
        result = measure(
            game, chosen.tables, chosen.rate, chosen.seconds, chosen.nodes, spread=chosen.spread
        )
        if chosen.json:
            print(msgspec.json.encode(result).decode())
            continue
        for name, value in msgspec.to_builtins(result).items():
            print(f"{name:<20}{value:>14}")
        print()


if __name__ == "__main__":
    program.run(main)
