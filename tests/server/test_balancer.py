"""Two servers on PostgreSQL and Redis behind HAProxy, in turn for every connection: nothing sticks.

They are started as an operator starts them. What nodes do in detail is in `test_nodes`, with time
and wires of the test's own.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import websockets

from bench import engines
from echappee.server.fanout.hints import read_node
from tests.server.both_stores import SQLITE
from tests.server.clients import BOT, PATIENCE, Client, Party, party, you

STORES = (SQLITE,)
MISSING = engines.missing("postgres", "redis-server", "haproxy")
pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(MISSING is not None, reason=str(MISSING)),
]
ROOT = Path(__file__).parents[2]
BALANCER = """
global
    maxconn 500
defaults
    mode http
    retries 3
    option redispatch
    timeout connect 5s
    timeout check 60s
    timeout client 1h
    timeout server 1h
    timeout tunnel 1h
frontend door
    bind 127.0.0.1:{port}
    default_backend nodes
backend nodes
    balance leastconn
    option httpchk GET /api/house
    http-response set-header X-Node %s
    default-server check inter 300ms fall 2 rise 1 init-addr none
{servers}
"""


class Behind:
    """The address of the balancer, and what stands behind it."""

    def __init__(self, store: engines.Postgres, news: engines.Redis, port: int) -> None:
        self.store, self.news = store, news
        self.address = f"127.0.0.1:{port}"
        self.nodes: list[subprocess.Popen[bytes]] = []

    def client(self, **headers: str) -> Client:
        return Client(self.address, headers)

    async def tables(self) -> list[set[str]]:
        """The tables that somebody looks at, at each node."""
        connection = await asyncpg.connect(self.store.url())
        try:
            rows = await connection.fetch("SELECT here FROM nodes")
        finally:
            await connection.close()
        found = [read_node(row[0]) for row in rows]
        return [set(node.tables) for node in found if node is not None]


@contextmanager
def _started(folder: Path) -> Iterator[Behind]:
    with ExitStack() as stack:
        store = stack.enter_context(engines.postgres(durable=False))
        news = stack.enter_context(engines.redis())
        ports = [engines.free_port() for _ in range(2)]
        door = engines.free_port()
        found = Behind(store, news, door)
        told = {"ECHAPPEE_DATABASE": store.url(), "ECHAPPEE_REDIS": news.url}
        for port in ports:
            sink = stack.enter_context((folder / f"{port}.log").open("wb"))
            node = subprocess.Popen(
                [sys.executable, "-m", "echappee", "serve", "--port", str(port)],
                cwd=ROOT, env={**os.environ, **told}, stdin=subprocess.DEVNULL,
                stdout=sink, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip
            stack.callback(_end, node)
            found.nodes.append(node)
        servers = "\n".join(f"    server n{port} 127.0.0.1:{port}" for port in ports)
        configuration = BALANCER.format(port=door, servers=servers)
        stack.enter_context(engines.haproxy(configuration, door))
        yield found


def _end(node: subprocess.Popen[bytes]) -> None:
    node.kill()
    node.wait()


async def _both_there(server: Behind) -> None:
    """Wait until both nodes have announced themselves, and the balancer has found them."""
    async with asyncio.timeout(PATIENCE), server.client() as client:
        while True:
            try:
                if len(await server.tables()) == 2:
                    answers = [await client.http.get("/api/house") for _ in range(4)]
                    if all(answer.status_code == 200 for answer in answers) and (
                        len({answer.headers["X-Node"] for answer in answers}) == 2
                    ):
                        return
            except (asyncpg.PostgresError, OSError):
                pass
            await asyncio.sleep(0.1)


async def test_people_at_both_nodes_play_whatever_is_away(tmp_path: Path) -> None:
    with _started(tmp_path) as server:
        await _both_there(server)
        async with party(server, "tapas", watchers=2) as table:  # type: ignore[arg-type]
            await _scattered(server, table.code)
            while not table.sockets[0].game["view"]["over"]:
                await table.step()
            await _equal(table)
        await _with_bots(server)
        async with party(server, "tapas", watchers=2) as table:  # type: ignore[arg-type]
            await table.step()
            await _without_redis(server, table)
            await _without_postgres(server, table)
            await _without_a_node(server, table)
        log = "".join(path.read_text() for path in tmp_path.glob("*.log"))
        assert "Traceback" not in log


async def _scattered(server: Behind, code: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while [code in tables for tables in await server.tables()] != [True, True]:
            await asyncio.sleep(0.1)


async def _equal(table: Party) -> None:
    one, two = table.watchers
    assert one.game == two.game
    assert one.items == two.items
    records = [(await c.get(f"/tables/{table.code}/record")).text for c in table.clients]
    assert records[0] == records[1]


async def _without_redis(server: Behind, table: Party) -> None:
    server.news.kill()
    for _ in range(2):
        await table.step()
    server.news.start()
    await table.step()


async def _without_postgres(server: Behind, table: Party) -> None:
    """Nobody is told that something is stored; who asks again when it is back gets his answer."""
    server.store.kill()
    seat = table.awaited[0]
    socket = table.sockets[seat]
    wanted: dict[str, Any] = {
        "id": "again", "seat": seat, "number": socket.game["number"],
        "text": socket.game["moves"][0],
    }  # fmt: skip
    before = socket.seq
    answer = await socket.request("move", **wanted)
    assert (answer["type"], answer["code"]) == ("refused", "store-away")
    assert all(one.seq == before for one in table.everybody)
    server.store.start()
    while (answer := await socket.request("move", **wanted))["type"] != "ack":
        assert answer["code"] == "store-away"
    await table.all_at(answer["seq"])
    assert answer["seq"] == before + 1


async def _without_a_node(server: Behind, table: Party) -> None:
    """Those of a killed node come again, to the other one, and go on where they were."""
    os.kill(server.nodes[0].pid, signal.SIGKILL)
    async with asyncio.timeout(PATIENCE):
        while all(socket.closed is None for socket in table.everybody):
            await asyncio.sleep(0.02)
    for seat, old in enumerate(table.sockets):  # one may not have heard yet that its node is gone
        await old.close()
        table.sockets[seat] = await _again(table, seat, old.seq)
    table.watchers.clear()
    for _ in range(3):
        await table.step()
    assert len({socket.seq for socket in table.sockets}) == 1


async def _again(table: Party, seat: int, last: int) -> Any:
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                found = await table.clients[seat].connect(table.code, last=last)
            except (OSError, AssertionError, websockets.WebSocketException):
                await asyncio.sleep(0.1)
                continue
            assert found.seq >= last
            return found


async def _with_bots(server: Behind) -> None:
    """They think at one of the nodes, and are seen at both."""
    async with server.client() as client:
        made = await client.set_table("tapas", [*you(1), BOT])
        code = made["table"]["code"]
        near, far = [await client.connect(code) for _ in range(2)]
        await _scattered(server, code)
        for _ in range(3):
            await near.until(lambda: near.game["moves"])
            await near.move(0)
        await near.until(lambda: near.game["moves"])
        await far.until(lambda: far.seq >= near.seq)
        assert far.game["view"] == near.game["view"]
