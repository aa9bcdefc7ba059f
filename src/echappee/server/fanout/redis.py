"""Hints between nodes through Redis: presence on a channel for all, notices on a channel of each
node that shows the table, nodes as keys that expire.

Nothing depends on it. While Redis is away hints are dropped, and it is tried again until it is
back; meanwhile each node asks the storage (`echappee.server.table.nodes`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from echappee.server.fanout.hints import Here, Hint, encode, read_hint
from echappee.server.fanout.local import LocalFanout
from echappee.server.refusals import Refusal

if TYPE_CHECKING:
    from redis.asyncio import Redis

LIVES = 3_000
"""Milliseconds after which a node that says nothing is not believed to be there."""
_ANSWER = 2.0
_SILENCE = 2.0
_AGAIN = 0.5
_MOST_AT_ONCE = 500
_MOST_WAITING = 20_000
_NODES = "echappee:nodes"
_LOG = logging.getLogger("echappee.server")


class RedisFanout(LocalFanout):
    """Hints for all nodes that use the same Redis, and the same number of a database in it."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.node = ""
        self.reachable = False
        """Does it hear what others say just now?"""
        self._client = _connected(url)
        # Channels are the same for all of Redis' databases; keys are not.
        number = self._client.connection_pool.connection_kwargs.get("db", 0)
        self._channel = f"echappee:{number}:hints"
        self._notices: dict[str, dict[str, int]] = {}
        """What waits to be told to each node: codes of tables, and how far they have come."""
        self._here: list[tuple[int, str, Here]] = []
        self._sender: asyncio.Task[None] | None = None
        self._hearer: asyncio.Task[None] | None = None

    async def open(self, node: str) -> None:
        """Begin to listen; nobody waits for Redis."""
        self.node = node
        self._hearer = asyncio.create_task(self._hear_for_ever())

    async def close(self) -> None:
        """End."""
        for task in (self._hearer, self._sender):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        with suppress(*_away()):
            await self._client.aclose()

    def publish(self, code: str, seq: int, nodes: Iterable[str] = ()) -> None:
        """Tell everybody here at once, and other nodes soon."""
        super().publish(code, seq)
        if not self.reachable:
            return
        for node in nodes:
            waiting = self._notices.setdefault(node, {})
            if len(waiting) < _MOST_WAITING:
                waiting[code] = seq
                self._flush()

    def tell(self, version: int, code: str, here: Here) -> None:
        """Tell other nodes soon who is at a table here."""
        if self.reachable and len(self._here) < _MOST_WAITING:
            self._here.append((version, code, here))
            self._flush()

    async def announce(self, here: bytes | None) -> None:
        """Say that this node serves, for as long as a key lives; None: it ends."""
        with suppress(*_away()):
            async with self._client.pipeline(transaction=False) as pipe:
                if here is None:
                    pipe.srem(_NODES, self.node)
                    pipe.delete(_key(self.node))
                else:
                    pipe.sadd(_NODES, self.node)
                    pipe.set(_key(self.node), here, px=LIVES)
                await pipe.execute()

    async def announced(self) -> dict[str, bytes]:
        """The other nodes whose keys have not expired; none while Redis is away."""
        try:
            known = [one.decode() for one in await _each(self._client.smembers(_NODES))]
            others = [node for node in known if node != self.node]
            if not others:
                return {}
            found = await _each(self._client.mget([_key(node) for node in others]))
            gone = [node for node, here in zip(others, found, strict=True) if here is None]
            if gone:
                await _each(self._client.srem(_NODES, *gone))
        except _away():
            return {}
        return {node: here for node, here in zip(others, found, strict=True) if here is not None}

    # ------------------------------------------------------------------------------------- sending

    def _flush(self) -> None:
        if self._sender is None or self._sender.done():
            self._sender = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        """Send what waits, together: what comes meanwhile goes with the next."""
        try:
            while self._notices or self._here:
                if self._here:
                    here, self._here = self._here[:_MOST_AT_ONCE], self._here[_MOST_AT_ONCE:]
                    await self._say(self._channel, Hint(self.node, here=here))
                for node in list(self._notices):
                    waiting = self._notices.pop(node)
                    some = list(waiting.items())
                    for first in range(0, len(some), _MOST_AT_ONCE):
                        notices = some[first : first + _MOST_AT_ONCE]
                        await self._say(self._of(node), Hint(self.node, notices))
        except _away():
            self._notices.clear()
            self._here.clear()

    async def _say(self, channel: str, hint: Hint) -> None:
        await self._client.publish(channel, encode(hint))

    def _of(self, node: str) -> str:
        """The channel of one node."""
        return f"{self._channel}:{node}"

    # ------------------------------------------------------------------------------------- hearing

    async def _hear_for_ever(self) -> None:
        told = False
        while True:
            try:
                await self._hear()
            except _away() as error:
                if self.reachable or not told:
                    told = True
                    _LOG.warning("Redis is away (%s); play goes on without", type(error).__name__)
                self.reachable = False
            await asyncio.sleep(_AGAIN)

    async def _hear(self) -> None:
        """Listen until the connection breaks, or Redis does not answer."""
        async with self._client.pubsub() as link:
            own = self._of(self.node)
            await link.subscribe(self._channel, own)
            while True:
                message = await link.get_message(timeout=_SILENCE)
                if message is None:
                    await link.ping()
                    message = await link.get_message(timeout=_ANSWER)
                if message is None:
                    raise ConnectionError("nothing is heard")
                if message["type"] == "message":
                    self._take(message["data"])
                elif not self.reachable and message["channel"] == own.encode():  # now it is ours
                    _LOG.info("Redis is there")
                    self.reachable = True

    def _take(self, data: Any) -> None:
        hint = read_hint(data) if isinstance(data, bytes) else None
        if hint is None or hint.node == self.node:
            return
        for code, seq in hint.notices:
            super().publish(code, seq)
        for version, code, here in hint.here:
            for listener in self._presence_listeners:
                listener(hint.node, version, code, here)


def _connected(url: str) -> Redis:
    """A client for this address, which connects when it is used."""
    try:
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff
    except ImportError:
        raise Refusal("needs-redis") from None
    try:
        return Redis.from_url(
            url, socket_timeout=_ANSWER, socket_connect_timeout=_ANSWER, retry=Retry(NoBackoff(), 1)
        )
    except (ValueError, TypeError):
        raise Refusal("bad-redis") from None


def _away() -> tuple[type[Exception], ...]:
    """What it looks like when Redis does not answer."""
    from redis.exceptions import RedisError

    return (RedisError, OSError, TimeoutError, asyncio.IncompleteReadError)


async def _each(answer: Any) -> Any:
    """redis-py's types do not tell which of its clients this is."""
    return await answer


def _key(node: str) -> str:
    return f"echappee:node:{node}"
