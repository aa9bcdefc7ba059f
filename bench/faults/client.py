"""Somebody who plays whatever becomes of the server, and writes down all that he hears.

He chooses one of the moves that he is offered, sends again what was not answered under the same
id, and comes again when his socket is lost or silent.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec

from bench.faults.history import Acked, Lost, Opened, Pen, Refused, Sent, Shown, digest
from bench.links import Link

PATIENCE = 3.0
"""Seconds of silence after which a client hangs up and comes again."""
_PULSE = 1.0
_LOOK = 0.5
_AGAIN = 0.2
_MOST_VAIN = 3
_SOON = (
    "store-away", "internal", "busy", "too-fast", "too-many", "not-ready",
)  # fmt: skip
"""Refusals after which the same request is sent again."""
_CHAT, _UNDO = 0.01, 0.02
_NODE = re.compile(rb"\r\nx-node: ([^\r]+)", re.I)


class _Item(msgspec.Struct):
    seq: int
    kind: str


class _Inner(msgspec.Struct):
    awaited: list[int]
    over: bool


class _Game(msgspec.Struct):
    number: int
    view: msgspec.Raw
    moves: list[str]
    undo: str


class _Message(msgspec.Struct):
    type: str
    id: str | None = None
    code: str = ""
    seq: int = 0
    since: int | None = None
    look: int | None = None
    items: list[_Item] = []
    game: msgspec.Raw = msgspec.Raw(b"null")


_READ = msgspec.json.Decoder(_Message)
_READ_GAME = msgspec.json.Decoder(_Game)
_READ_INNER = msgspec.json.Decoder(_Inner)


class Back(msgspec.Struct, frozen=True):
    """Somebody whose socket was lost could play on."""

    lost: float
    node: str
    back: float


class Run:
    """What all clients have in common: where to go, how fast to play, and what was measured."""

    def __init__(self, port: int, seed: int, pause: float) -> None:
        self.port = port
        self.random = random.Random(seed)
        self.pause = pause
        """Seconds between two moves of a client, on the average."""
        self.closing = False
        self.moves = 0
        """How many moves were acknowledged."""
        self.answered: list[tuple[float, float]] = []
        """Of every acknowledged move: when it was sent first, and when it was acknowledged."""
        self.backs: list[Back] = []
        self._begun = time.monotonic()

    def now(self) -> float:
        """Seconds since the run began."""
        return round(time.monotonic() - self._begun, 4)


class _Socket(Link):
    """One connection of a client."""

    def __init__(self, client: Client, path: str) -> None:
        super().__init__(path)
        self.client = client
        self.node = ""
        self.heard_at = time.monotonic()
        self.gone: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def opened(self) -> None:
        """Say hello."""
        self.client.hello(self)

    def lost(self, why: str) -> None:
        """It is over."""
        if not self.gone.done():
            self.gone.set_result(why)

    def data_received(self, data: bytes) -> None:
        """Whatever comes shows that somebody is there; the first tells which node."""
        self.heard_at = time.monotonic()
        if not self.node and (found := _NODE.search(data)):
            self.node = found[1].decode()
        super().data_received(data)

    def heard(self, text: bytes) -> None:
        """Messages, a line each."""
        if not self.gone.done():
            for line in text.split(b"\n"):
                self.client.hear(line)

    def say(self, message: dict[str, object]) -> None:
        """Send a message."""
        self.write(json.dumps(message).encode())


class Client:
    """A person at a table, or (without a seat) one who looks on."""

    def __init__(self, run: Run, pen: Pen, seat: int | None) -> None:
        self.run, self.seat = run, seat
        self._pen = pen
        self._random = random.Random(run.random.random())
        self._requests = 0
        self._sit("", "", None)

    def _sit(self, code: str, path: str, token: str | None) -> None:
        self.code, self._path, self._token = code, path, token
        self.over = False
        self.last: int | None = None
        self.pending: Sent | None = None
        self._first_sent = 0.0
        self._socket: _Socket | None = None
        self._game: tuple[_Game, _Inner] | None = None
        self._thinking: asyncio.TimerHandle | None = None
        self._lost: tuple[float, str] | None = None
        self._welcomes = 0
        self._vain = 0
        """How often in a row he came again for nothing: each time he is more patient."""

    async def play(self, code: str, path: str, token: str | None) -> None:
        """Sit at a table until it is over, or until the run closes; then look a last time."""
        self._sit(code, path, token)
        while not self._finished():
            await self._connect(lambda: self._finished())
        seen = self._welcomes
        while self._welcomes == seen:
            await self._connect(lambda: self._welcomes > seen)

    def _finished(self) -> bool:
        return self.over or (self.run.closing and self.pending is None)

    async def _connect(self, done: Callable[[], bool]) -> None:
        """Be connected once, until the socket is lost, silent or no longer needed."""
        socket = _Socket(self, self._path)
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(PATIENCE):
                await loop.create_connection(lambda: socket, "127.0.0.1", self.run.port)
        except (OSError, TimeoutError):
            await self._rest()
            return
        self._socket, why = socket, ""
        try:
            while not done() and not socket.gone.done():
                silent = time.monotonic() - socket.heard_at
                if silent > PATIENCE * 2**self._vain:
                    why = "silent"
                    break
                if silent > _PULSE and self.last is not None:
                    socket.say({"type": "ping", "id": "ping"})
                await asyncio.wait([socket.gone], timeout=_LOOK)
            why = socket.gone.result() if socket.gone.done() else why
        finally:
            self._hang_up(socket, why)
        if why:
            await self._rest()

    async def _rest(self) -> None:
        """Wait a moment before the next try; the first one comes almost at once."""
        await asyncio.sleep(_AGAIN * 2**self._vain * self._random.random())
        self._vain = min(self._vain + 1, _MOST_VAIN)

    def _hang_up(self, socket: _Socket, why: str) -> None:
        socket.lost(why)
        socket.close()
        self._socket = None
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
        self._pen.write(Lost(at=self.run.now(), code=self.code, why=why or "left"))
        if why and self._lost is None and socket.node:
            self._lost = (self.run.now(), socket.node)

    def hello(self, socket: _Socket) -> None:
        """The socket is open: tell what is known here already."""
        self._pen.write(Opened(at=self.run.now(), code=self.code, node=socket.node))
        tokens = [self._token] if self._token else []
        socket.say({"type": "hello", "look": self.seat, "last": self.last, "tokens": tokens})

    # ------------------------------------------------------------------------------------- hearing

    def hear(self, line: bytes) -> None:
        """Write a message down, and do what follows from it."""
        message, now = _READ.decode(line), self.run.now()
        if message.type in ("ack", "news"):
            self._vain = 0
        if message.type in ("welcome", "news"):
            self._shown(message, now)
        elif self.pending is None or message.id != self.pending.id:
            return
        elif message.type == "ack":
            self._pen.write(Acked(at=now, code=self.code, id=self.pending.id, seq=message.seq))
            if self.pending.kind == "move":
                self.run.moves += 1
                self.run.answered.append((self._first_sent, now))
            self.pending = None
            self._is_back(now)
            self._think()
        elif message.type == "refused":
            final = message.code not in _SOON
            self._pen.write(
                Refused(at=now, code=self.code, id=self.pending.id, why=message.code, final=final)
            )
            if final:
                self.pending = None
                self._is_back(now)
                self._think()
            else:
                asyncio.get_running_loop().call_later(_AGAIN, self._send)

    def _shown(self, message: _Message, now: float) -> None:
        welcome = message.type == "welcome"
        raw = bytes(message.game)
        game = None if raw == b"null" else _READ_GAME.decode(raw)
        self._pen.write(
            Shown(
                at=now, code=self.code, seq=message.seq, look=self.seat, welcome=welcome,
                since=message.since, items=[(item.seq, item.kind) for item in message.items],
                number=None if game is None else game.number,
                view=None if game is None else digest(bytes(game.view)),
                game=None if game is None else digest(raw),
            )
        )  # fmt: skip
        self.last = message.seq
        if game is not None:
            self._game = game, _READ_INNER.decode(bytes(game.view))
            self.over = self._game[1].over
        self.over |= any(item.kind == "ended" for item in message.items)
        if welcome:
            self._welcomes += 1
            if self.pending is None:
                self._is_back(now)
            else:
                self._send()
        self._think()

    def _is_back(self, now: float) -> None:
        """Whoever has lost his socket can play on."""
        if self._lost is not None:
            self.run.backs.append(Back(*self._lost, now))
            self._lost = None

    # ------------------------------------------------------------------------------------- playing

    def _think(self) -> None:
        if self.pending is None and self._thinking is None and self._to_move():
            wait = 2 * self.run.pause * self._random.random()
            self._thinking = asyncio.get_running_loop().call_later(wait, self._decide)

    def _to_move(self) -> bool:
        return (
            self._game is not None
            and self._socket is not None
            and not self.over
            and not self.run.closing
            and self.seat in self._game[1].awaited
            and bool(self._game[0].moves)
        )

    def _decide(self) -> None:
        self._thinking = None
        if self.pending is not None or not self._to_move():
            return
        assert self._game is not None
        assert self.seat is not None
        game, luck = self._game[0], self._random.random()
        kind, number, text = "move", None, None
        if luck < _CHAT:
            kind, text = "chat", f"À vous ! {game.number}"
        elif luck < _UNDO and game.undo == "right":
            kind = "undo"
        else:
            number, text = game.number, self._random.choice(game.moves)
        self._requests += 1
        self.pending = Sent(
            at=self.run.now(), code=self.code, id=f"{self._requests}-{self._random.random():.9f}",
            kind=kind, seat=self.seat, number=number, text=text,
        )  # fmt: skip
        self._first_sent = self.pending.at
        self._send()

    def _send(self) -> None:
        """Send what waits to be answered, for the first time or again."""
        if self._socket is None or self.pending is None:
            return
        sent = msgspec.structs.replace(self.pending, at=self.run.now())
        self._pen.write(sent)
        message = {"type": sent.kind, "id": sent.id, "seat": sent.seat}
        if sent.number is not None:
            message["number"] = sent.number
        if sent.text is not None:
            message["text"] = sent.text
        with suppress(OSError):
            self._socket.say(message)
