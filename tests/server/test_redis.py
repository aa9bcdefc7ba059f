"""Hints through a real Redis: heard at once, missed without harm, and without anything hidden."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bench import engines
from echappee.server.fanout.hints import Here, Hint, NodeHere, encode, read_hint, read_node
from echappee.server.fanout.redis import RedisFanout
from echappee.server.refusals import Refusal
from tests.server.both_stores import SQLITE
from tests.server.clients import PATIENCE, FakeTime, World, serving
from tests.server.nodes import beat, scattered

STORES = (SQLITE,)
MISSING = engines.missing("redis-server")
pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(MISSING is not None, reason=str(MISSING)),
]


@pytest.fixture(scope="module")
def redis() -> Iterator[engines.Redis]:
    with engines.redis() as found:
        yield found


async def _until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.005)


class Ear:
    """A fan-out, and all that it has heard."""

    def __init__(self, fanout: RedisFanout) -> None:
        self.fanout = fanout
        self.notices: list[tuple[str, int]] = []
        self.here: list[tuple[str, int, str, Here]] = []
        fanout.listen(lambda code, seq: self.notices.append((code, seq)))
        fanout.listen_presence(lambda *told: self.here.append(told))


@asynccontextmanager
async def _ears(url: str, *names: str) -> AsyncIterator[list[Ear]]:
    ears = [Ear(RedisFanout(url)) for _ in names]
    for ear, name in zip(ears, names, strict=True):
        await ear.fanout.open(name)
    await _until(lambda: all(ear.fanout.reachable for ear in ears))
    try:
        yield ears
    finally:
        for ear in ears:
            await ear.fanout.close()


@asynccontextmanager
async def _nodes(folder: Path, url: str, time: FakeTime) -> AsyncIterator[list[World]]:
    fanouts = [RedisFanout(url) for _ in range(2)]
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(serving(folder, node=True, fanout=one, time=time))
            for one in fanouts
        ]


async def test_hints_reach_every_node_that_is_told_once(redis: engines.Redis) -> None:
    async with _ears(redis.url, "one", "two", "three", "far") as (one, two, three, far):
        for seq in range(1, 400):
            one.fanout.publish(f"T{seq % 7}", seq, ["two", "three"])
        one.fanout.tell(5, "KDPQWR", Here((0, 2), 3, 77))
        for other in (two, three):
            await _until(lambda o=other: o.here)  # type: ignore[misc]
            assert other.here == [("one", 5, "KDPQWR", Here((0, 2), 3, 77))]
            await _until(lambda o=other: dict(o.notices) == dict(one.notices))  # type: ignore[misc]
            # Many at once are told together, and of a table only the last.
            assert len(other.notices) < len(one.notices)
        assert one.here == []
        two.fanout.publish("KDPQWR", 9, ["far"])
        await _until(lambda: far.notices)  # by then, what was told before would have come
        assert far.notices == [("KDPQWR", 9)]


async def test_nodes_are_there_until_their_keys_expire(redis: engines.Redis) -> None:
    async with _ears(redis.url, "one", "two") as (one, two):
        here = encode(NodeHere(3, {"KDPQWR": Here((1,), 0, 5)}))
        await one.fanout.announce(here)
        assert await two.fanout.announced() == {"one": here}
        assert await one.fanout.announced() == {}
        await one.fanout._client.delete("echappee:node:one")  # as Redis does when it is late
        assert await two.fanout.announced() == {}
        await one.fanout.announce(here)
        await one.fanout.announce(None)
        assert await two.fanout.announced() == {}
        assert await two.fanout._client.smembers("echappee:nodes") == set()


async def test_databases_of_one_redis_are_apart(redis: engines.Redis) -> None:
    other = redis.url[:-1] + "3"
    async with _ears(redis.url, "one", "two") as (one, two), _ears(other, "far") as (far,):
        one.fanout.publish("KDPQWR", 4, ["two", "far"])
        await _until(lambda: two.notices)
        assert far.notices == []


async def test_what_cant_be_read_is_left_alone(redis: engines.Redis) -> None:
    async with _ears(redis.url, "one", "two") as (one, two):
        client = one.fanout._client
        for text in (b"", b"\xff", b"{}", b'["x",[["A","B"]]]', b"[" * 2_000):
            await client.publish(two.fanout._of("two"), text)
            assert read_hint(text) is None
            assert read_node(text) is None
        one.fanout.publish("KDPQWR", 4, ["two"])
        await _until(lambda: two.notices)
        assert two.notices == [("KDPQWR", 4)]


def test_an_address_that_is_none_is_refused() -> None:
    for wrong in ("", "nonsense", "http://127.0.0.1", "redis://host:port"):
        with pytest.raises(Refusal) as refused:
            RedisFanout(wrong)
        assert refused.value.code == "bad-redis"


async def test_redis_away_play_goes_on(tmp_path: Path) -> None:
    time = FakeTime()
    with engines.redis() as own:
        async with _nodes(tmp_path, own.url, time) as nodes:
            fanouts: list[Any] = [node.service._fanout for node in nodes]
            await _until(lambda: all(one.reachable for one in fanouts))
            async with scattered(nodes, "tapas") as table:
                await table.step()
                own.kill()
                await _until(lambda: not any(one.reachable for one in fanouts))
                for _ in range(3):
                    mover = table.awaited[0]
                    seq = await table.sockets[mover].move(mover)
                    await time.pass_by(1.5)
                    await beat(nodes)
                    await table.all_at(seq)
                assert [one["here"] for one in table.sockets[0].presence["seats"]] == [True, True]
                own.start()
                await _until(lambda: all(one.reachable for one in fanouts))
                for _ in range(3):
                    await table.step()  # nobody has to ask


async def test_nothing_hidden_goes_through_redis(tmp_path: Path, redis: engines.Redis) -> None:
    """Codes of tables, numbers and seats: no names, no words, no keys, no cards."""
    time, heard = FakeTime(), list[bytes]()
    async with _nodes(tmp_path, redis.url, time) as nodes:
        fanouts: list[Any] = [node.service._fanout for node in nodes]
        await _until(lambda: all(one.reachable for one in fanouts))
        client = fanouts[0]._client
        async with client.monitor() as monitor:

            async def listen() -> None:
                while True:
                    heard.append(json.dumps(await monitor.next_command()).encode())

            listening = asyncio.create_task(listen())
            async with scattered(nodes, "flamme-rouge", 2, watchers=1) as table:
                for _ in range(8):
                    await table.step()
                    await beat(nodes)
                await table.sockets[0].done("chat", seat=0, text="psst")
                await beat(nodes)
                secret = (await nodes[0].live(table.code)).table.founding.secret
            end = encode(Hint("end"))
            await client.publish(fanouts[0]._channel, end)
            await _until(lambda: any(b"end" in one for one in heard))
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)
    said = b"\n".join(heard)
    assert table.code.encode() in said
    hidden = [*table.keys, "psst", '"P0"', '"P1"', table.watch, secret.hex()]
    assert [one for one in hidden if one.encode() in said] == []
    commands = {one["command"].split(" ")[0] for one in map(json.loads, heard)}
    assert commands <= {
        "PUBLISH", "SET", "SADD", "SREM", "DEL", "MGET", "SMEMBERS", "SUBSCRIBE", "PING",
        "CLIENT", "HELLO", "SELECT", "UNSUBSCRIBE",
    }  # fmt: skip
    for one in map(json.loads, heard):
        words = one["command"].split(" ", 2)
        if words[0] == "PUBLISH":
            hint = read_hint(words[2].encode())
            assert hint is not None
            assert encode(hint) == words[2].encode()  # there is nothing else in it
