"""A server inside the test's own loop, and clients that keep every byte they were sent."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from socket import socket as plain_socket
from typing import Any

import httpx
import uvicorn
import websockets
from websockets.asyncio.client import ClientConnection

from echappee.games import rulebook
from echappee.server.config import Alarm, Settings, WallClock
from echappee.server.fanout.local import Fanout
from echappee.server.http.app import Site, create_app
from echappee.server.http.static_page import FOLDER
from echappee.server.store.backends import place_of, storage_at
from echappee.server.store.sqlite import SqliteStorage
from echappee.server.table.live import Live
from echappee.server.table.service import TableService
from echappee.server.uvicorn_config import configuration
from tests.server.both_stores import database_of

JSON = Any
PATIENCE = 120.0


class FakeTime:
    """Time that passes only when a test says so."""

    def __init__(self) -> None:
        self._now = 1_700_000_000_000
        self._alarms: list[tuple[float, int, FakeAlarm]] = []
        self._order = itertools.count()

    def now(self) -> int:
        return self._now

    def ring(self, milliseconds: float, act: Callable[[], None]) -> Alarm:
        alarm = FakeAlarm(act)
        heapq.heappush(self._alarms, (self._now + milliseconds, next(self._order), alarm))
        return alarm

    async def pass_by(self, seconds: float) -> None:
        """Let time pass, and everything that was waiting happen."""
        until = self._now + round(1000 * seconds)
        while self._alarms and self._alarms[0][0] <= until:
            at, _, alarm = heapq.heappop(self._alarms)
            self._now = max(self._now, round(at))
            if not alarm.cancelled:
                before = asyncio.all_tasks()
                alarm.act()
                await _done_since(before)
        self._now = until


async def _done_since(before: set[asyncio.Task[Any]]) -> None:
    """Wait until all that was begun since is done, however slow the machine is."""
    async with asyncio.timeout(PATIENCE):
        while begun := asyncio.all_tasks() - before:
            await asyncio.wait(begun)


class FakeAlarm:
    """Something that rings when fake time gets there."""

    def __init__(self, act: Callable[[], None]) -> None:
        self.act = act
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class World:
    """A running server, and a door into it."""

    def __init__(self, service: TableService, port: int) -> None:
        self.service = service
        self.address = f"127.0.0.1:{port}"

    def client(self, **headers: str) -> Client:
        return Client(self.address, headers)

    async def live(self, code: str) -> Live:
        return (await self.service.tables.find(code))[0]


QUICK = {
    "bot_delay": 0.0,
    "hint_seconds": 0.02,
    "requests": None,
    "new_tables": None,
    "messages": None,
    "chats": None,
    "sockets": None,
    "misses": None,
    "half_open": None,
    "connections": None,
    "grace": 30.0,
    # A busy machine may keep anybody waiting: bots are never given up, nor are callers.
    "bot_budget": PATIENCE,
    "hello": PATIENCE,
}


class Prompt(uvicorn.Server):
    """A server that ends when it is told to: uvicorn looks ten times a second and then waits."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._told = asyncio.Event()

    def end(self) -> None:
        self.should_exit = True
        self._told.set()

    async def main_loop(self) -> None:
        await self.on_tick(0)  # the headers of every answer
        await self._told.wait()

    async def shutdown(self, sockets: list[plain_socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        state = self.server_state
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.config.timeout_graceful_shutdown):
                while state.connections or state.tasks:
                    await asyncio.sleep(0.001)
        for task in state.tasks:
            task.cancel()
        await self.lifespan.shutdown()


_sites: list[Site] = []
"""Those of servers that have ended, for the next ones: their routes take a while to be made."""


@asynccontextmanager
async def serving(
    folder: Path,
    *,
    time: FakeTime | None = None,
    secret: bytes | None = None,
    page: Path | None = None,
    fanout: Fanout | None = None,
    node: bool = False,
    **changes: Any,
) -> AsyncIterator[World]:
    """A server on a free port, with its file in ``folder``, or the database in its stead.

    A ``node`` shares that with others, and asks it for what was missed when a test says so.
    """
    settings = Settings(data=folder, database=database_of(folder), **{**QUICK, **changes})
    storage = storage_at(place_of(settings))
    if isinstance(storage, SqliteStorage):
        storage.shared = node
    service = TableService(
        settings,
        storage,
        fanout,
        time=time or WallClock(),
        new_secret=(lambda: secret) if secret else None,
        beats=not node,
    )
    site = _sites.pop() if _sites else Site()
    app = create_app(settings, service=service, page_folder=page or FOLDER, site=site)
    config = configuration(settings, app=app)
    config.port, config.timeout_graceful_shutdown = 0, 2
    server = Prompt(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        if task.done():
            await task
        await asyncio.sleep(0.001)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield World(service, port)
    finally:
        server.end()
        await task
    _sites.append(site)


class Answered:
    """What REST answered."""

    def __init__(self, response: httpx.Response) -> None:
        self.status = response.status_code
        self.text = response.text
        self.headers = response.headers
        is_json = response.headers.get("content-type", "").startswith("application/json")
        self.json: JSON = response.json() if is_json else None

    @property
    def code(self) -> str | None:
        """The code of a refusal."""
        return self.json["code"] if self.status >= 400 else None


class Client:
    """One device: its cookies, and its sockets."""

    def __init__(self, address: str, headers: dict[str, str]) -> None:
        self.address = address
        self.headers = headers
        self.http = httpx.AsyncClient(
            base_url=f"http://{address}", headers=headers, timeout=PATIENCE, verify=False
        )
        self.sockets: list[Socket] = []
        self.received: list[str] = []

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        for socket in self.sockets:
            await socket.close()
        await self.http.aclose()

    async def call(self, method: str, path: str, body: JSON = None) -> Answered:
        response = await self.http.request(method, f"/api{path}", json=body)
        answered = Answered(response)
        self.received.append(answered.text)
        return answered

    async def get(self, path: str) -> Answered:
        return await self.call("GET", path)

    async def post(self, path: str, body: JSON = None) -> Answered:
        return await self.call("POST", path, body)

    async def set_table(self, game: str, seats: list[JSON], **more: JSON) -> JSON:
        answered = await self.post("/tables", {"game": game, "seats": seats, **more})
        assert answered.status == 201, answered.text
        return answered.json

    async def take(self, code: str, seat: int, name: str = "Guest") -> JSON:
        answered = await self.post(f"/tables/{code}/seats/{seat}", {"name": name})
        assert answered.status == 200, answered.text
        return answered.json

    def cookies(self, code: str) -> str:
        found = [
            f"{c.name}={c.value}" for c in self.http.cookies.jar if c.path == f"/api/tables/{code}"
        ]
        return "; ".join(found)

    async def connect(self, code: str, **hello: JSON) -> Socket:
        headers = dict(self.headers)
        if self.cookies(code):
            headers["Cookie"] = self.cookies(code)
        link = await websockets.connect(
            f"ws://{self.address}/api/tables/{code}/live",
            additional_headers=headers,
            compression=None,
        )
        socket = Socket(link)
        self.sockets.append(socket)
        await socket.send({"type": "hello", **hello})
        await socket.until(lambda: socket.welcome is not None)
        return socket


class Socket:
    """A connection that keeps every message and knows the latest of everything."""

    def __init__(self, link: ClientConnection) -> None:
        self.link = link
        self.messages: list[str] = []
        self.welcome: JSON = None
        self.table: JSON = None
        self.game: JSON = None
        self.ask: JSON = None
        self.presence: JSON = None
        self.clocks: JSON = None
        self.seq = 0
        self.items: list[JSON] = []
        self.trips = 0
        """Frames that brought them."""
        self.answers: dict[str | None, JSON] = {}
        self.closed: int | None = None
        self._ids = itertools.count(1)
        self._changed = asyncio.Event()
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for frame in self.link:
                assert isinstance(frame, str)
                self.trips += 1
                for message in frame.split("\n"):
                    self.messages.append(message)
                    self._take(json.loads(message))
                self._changed.set()
        except websockets.ConnectionClosedError:
            pass
        self.closed = self.link.close_code
        self._changed.set()

    def _take(self, message: JSON) -> None:
        kind = message["type"]
        if kind == "welcome":
            self.welcome = message
            self.items = list(message["items"])
            self.presence, self.clocks = message["presence"], message["clocks"]
        if kind in ("welcome", "news"):
            assert kind == "welcome" or message["seq"] > self.seq, "news must be new"
            self.seq, self.ask = message["seq"], message["ask"]
            self.game = message["game"] or self.game
            self.table = message["table"] or self.table
        if kind == "news":
            self.items += message["items"]
        elif kind == "presence":
            self.presence = message
        elif kind == "clocks":
            self.clocks = message
        if "id" in message:
            self.answers[message["id"]] = message

    async def send(self, message: JSON) -> None:
        await self.link.send(message if isinstance(message, str) else json.dumps(message))

    async def until(self, holds: Callable[[], object], patience: float = PATIENCE) -> None:
        """Wait until something holds of what has been received."""
        async with asyncio.timeout(patience):
            while not holds():
                self._changed.clear()
                if self.closed is not None:
                    raise AssertionError(f"closed with {self.closed}")
                await self._changed.wait()

    async def until_closed(self) -> int:
        async with asyncio.timeout(PATIENCE):
            await self._reader
        assert self.closed is not None
        return self.closed

    async def request(self, kind: str, **fields: JSON) -> JSON:
        """Send a message and wait for its answer."""
        request_id = fields.pop("id", None) or f"r{next(self._ids)}"
        self.answers.pop(request_id, None)
        await self.send({"type": kind, "id": request_id, **fields})
        await self.until(lambda: request_id in self.answers)
        return self.answers[request_id]

    async def done(self, kind: str, **fields: JSON) -> int:
        """A request that must be acknowledged; returns its number once its news are here."""
        answer = await self.request(kind, **fields)
        assert answer["type"] == "ack", answer
        await self.until(lambda: self.seq >= answer["seq"])
        return int(answer["seq"])

    async def move(self, seat: int, text: str | None = None) -> int:
        chosen = text or self.game["moves"][0]
        return await self.done("move", seat=seat, number=self.game["number"], text=chosen)

    async def close(self) -> None:
        await self.link.close()
        await self._reader


def fewest(game: str) -> int:
    """The smallest company: two at least, even where a game can be played alone."""
    low, high = rulebook(game).players
    return max(low, min(2, high))


def you(count: int) -> list[JSON]:
    return [{"kind": "you", "name": f"P{seat}"} for seat in range(count)]


OPEN = {"kind": "open"}
BOT = {"kind": "bot", "bot": "random"}


class Party:
    """A table with one client for each seat, all of them connected, and spectators."""

    def __init__(self, code: str, watch: str, clients: list[Client], keys: list[str]) -> None:
        self.code, self.watch = code, watch
        self.clients = clients
        self.keys = keys
        self.sockets: list[Socket] = []
        self.watchers: list[Socket] = []

    @property
    def everybody(self) -> list[Socket]:
        return [*self.sockets, *self.watchers]

    @property
    def awaited(self) -> list[int]:
        return list(self.sockets[0].game["view"]["awaited"])

    async def all_at(self, seq: int) -> None:
        for socket in self.everybody:
            await socket.until(lambda s=socket: s.seq >= seq)  # type: ignore[misc]

    async def step(self, seat: int | None = None, text: str | None = None) -> int:
        """One move of whoever is awaited; returns once everybody has heard of it."""
        mover = self.awaited[0] if seat is None else seat
        seq = await self.sockets[mover].move(mover, text)
        await self.all_at(seq)
        return seq


@asynccontextmanager
async def party(
    world: World, game: str, players: int | None = None, watchers: int = 0, **more: JSON
) -> AsyncIterator[Party]:
    """Everybody at the table; the host has seat 0."""
    clients = [world.client() for _ in range(players or fewest(game))]
    lookers = [world.client() for _ in range(watchers)]
    async with seated(clients, lookers, game, **more) as found:
        yield found


@asynccontextmanager
async def seated(
    clients: list[Client], lookers: list[Client], game: str, **more: JSON
) -> AsyncIterator[Party]:
    """A table at which each of these clients sits down, and the others look on."""
    count = len(clients)
    try:
        seats = [*you(1), *([OPEN] * (count - 1))]
        made = await clients[0].set_table(game, seats, **more)
        code = made["table"]["code"]
        keys = [made["keys"][1]["token"]]
        for seat in range(1, count):
            taken = await clients[seat].take(code, seat, f"P{seat}")
            keys.append(taken["keys"][0]["token"])
        found = Party(code, made["table"]["watch"], clients, keys)
        for client in clients:
            found.sockets.append(await client.connect(code))
        for client in lookers:
            found.watchers.append(await client.connect(found.watch))
        yield found
    finally:
        for client in [*clients, *lookers]:
            await client.__aexit__()
