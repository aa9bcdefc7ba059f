"""Several nodes on one storage in the test's own loop, and wires that can't be trusted."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from echappee.server.fanout.hints import Here
from echappee.server.fanout.local import LocalFanout
from echappee.server.store import facts as f
from tests.server.clients import FakeTime, Party, World, fewest, seated, serving


class Wires:
    """Carries hints between nodes; some are lost, some are late, some come twice."""

    def __init__(
        self, seed: int = 0, *, lose: float = 0, late: float = 0, double: float = 0
    ) -> None:
        self._dice = random.Random(seed)
        self.lose, self.late, self.double = lose, late, double
        self.fanouts: list[WiredFanout] = []

    def fanout(self) -> WiredFanout:
        self.fanouts.append(WiredFanout(self))
        return self.fanouts[-1]

    def carry(self, sender: WiredFanout, act: Callable[[WiredFanout], None]) -> None:
        loop = asyncio.get_running_loop()
        for other in self.fanouts:
            if other is sender or self._dice.random() < self.lose:
                continue
            for _ in range(2 if self._dice.random() < self.double else 1):
                wait = 0.01 if self._dice.random() < self.late else 0
                loop.call_later(wait, act, other)


class WiredFanout(LocalFanout):
    """One node's end of the wires."""

    def __init__(self, wires: Wires) -> None:
        super().__init__()
        self._wires = wires
        self.node = ""

    async def open(self, node: str) -> None:
        self.node = node

    async def close(self) -> None:
        self._wires.fanouts.remove(self)

    def publish(self, code: str, seq: int, nodes: Iterable[str] = ()) -> None:
        super().publish(code, seq)
        told = frozenset(nodes)

        def publish(other: WiredFanout) -> None:
            if other.node in told:
                LocalFanout.publish(other, code, seq)

        self._wires.carry(self, publish)

    def tell(self, version: int, code: str, here: Here) -> None:
        def tell(other: WiredFanout) -> None:
            for listener in other._presence_listeners:
                listener(self.node, version, code, here)

        self._wires.carry(self, tell)


def deaf() -> Wires:
    """Wires that carry nothing."""
    return Wires(lose=1)


def bad(seed: int) -> Wires:
    """Wires that lose, delay and double."""
    return Wires(seed, lose=0.3, late=0.3, double=0.3)


@asynccontextmanager
async def serving_nodes(
    folder: Path, count: int, time: FakeTime, wires: Wires | None = None, **changes: Any
) -> AsyncIterator[list[World]]:
    """So many nodes on one file."""
    carried = wires or Wires()
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(
                serving(folder, node=True, fanout=carried.fanout(), time=time, **changes)
            )
            for _ in range(count)
        ]


async def beat(nodes: list[World], rounds: int = 1) -> None:
    """All nodes tell who is there, and ask for what they have missed."""
    for _ in range(rounds):
        for node in nodes:
            assert node.service.nodes is not None
            await node.service.nodes.beat()


@asynccontextmanager
async def beating(nodes: list[World], time: FakeTime) -> AsyncIterator[None]:
    """Time passes and all nodes beat, beside what the test does."""

    async def go_on() -> None:
        while True:
            await time.pass_by(1.5)
            await beat(nodes)
            await asyncio.sleep(0.03)

    task = asyncio.create_task(go_on())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def scattered(
    nodes: list[World], game: str, players: int | None = None, watchers: int = 0, **more: Any
) -> AsyncIterator[Party]:
    """A table whose people are each at another node: they sit down there, and play there."""
    count = players or fewest(game)
    clients = [nodes[seat % len(nodes)].client() for seat in range(count)]
    lookers = [nodes[(count + one) % len(nodes)].client() for one in range(watchers)]
    async with seated(clients, lookers, game, **more) as found:
        yield found


async def stored_of(node: World, code: str, kind: type[f.Fact]) -> list[f.Stored]:
    """What is stored of a table, of one kind."""
    facts = await node.service.storage.facts(code)
    return [one for one in facts if isinstance(one.fact, kind)]
