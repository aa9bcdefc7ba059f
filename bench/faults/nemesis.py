"""What goes wrong, in an order that a seed gives."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec

from bench.faults.client import PATIENCE, Run
from bench.faults.cluster import Cluster, Node
from bench.faults.proxy import Door
from bench.program import TroubleError

WEIGHTS = {
    "kill": 25,
    "stop": 10,
    "rolling": 4,
    "store-cut": 11,
    "store-mute": 7,
    "news-cut": 11,
    "news-mute": 7,
    "store-killed": 6,
    "news-emptied": 7,
    "news-killed": 5,
    "clock": 7,
}
"""What happens how often, of a hundred."""
WORDS = {
    "kill": "a node killed and started again",
    "stop": "a node stopped for longer than any time-out, and woken",
    "long-stop": "a node stopped for 60 s, and woken",
    "rolling": "all nodes restarted one after the other",
    "store-cut": "a node cut off from the database",
    "store-mute": "a node that hears nothing from the database",
    "news-cut": "a node cut off from Redis",
    "news-mute": "a node that hears nothing from Redis",
    "store-killed": "the database killed and recovered",
    "news-emptied": "Redis emptied",
    "news-killed": "Redis killed and started again",
    "clock": "a node's clock set wrong",
}
LONG_STOP = 60.0
RECOVERY = 240.0
"""Seconds within which play must have resumed by itself."""
_OFFSETS = (-3_600_000, -61_000, 45_000, 172_800_000)
"""Milliseconds by which a clock is wrong."""


class Happened(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fault: what, where, from when to when."""

    kind: str
    node: str
    begun: float
    ended: float
    resumed: float
    """When clients had moved on after it."""


ALONE = ("kill", "stop", "rolling", "clock")
"""What can happen to a single node, which needs nobody."""


def plan(seed: int, faults: int, nodes: int) -> list[str]:
    """What goes wrong in which order: each kind once where there is room, then by its weight."""
    dice = random.Random(seed)
    kinds = [kind for kind in WEIGHTS if nodes > 1 or kind in ALONE]
    weights = [WEIGHTS[kind] for kind in kinds]
    more = dice.choices(kinds, weights, k=max(0, faults - len(kinds)))
    dice.shuffle(kinds)
    chosen = [*kinds, *more][:faults]
    dice.shuffle(chosen)
    return chosen


class Nemesis:
    """Lets one thing after another go wrong, and waits each time until play has resumed."""

    def __init__(self, cluster: Cluster, run: Run, seed: int, folder: Path, *, brief: bool) -> None:
        self._cluster, self._run = cluster, run
        self._brief = brief
        self._dice = random.Random(seed + 1)
        self._log = (folder / "faults.jsonl").open("ab", buffering=0)
        self.happened: list[Happened] = []
        self.stuck = ""
        """The fault after which play did not resume, in words."""

    async def work(self, kinds: list[str], moves: int, until: float) -> None:
        """Everything that is planned, with at least so many moves in between, but not for ever."""
        sleeper = None if self._brief else asyncio.create_task(self._long_stop())
        for place, kind in enumerate(kinds, 1):
            if time.monotonic() > until:
                break
            await self._one(kind)
            if self.stuck:
                break
            while self._run.moves < moves * place // len(kinds) and time.monotonic() < until:
                await asyncio.sleep(0.05)
        if sleeper is not None:
            await sleeper
        self._log.close()

    async def _one(self, kind: str) -> None:
        node = self._dice.choice([one for one in self._cluster.nodes if not one.frozen])
        begun = self._run.now()
        everywhere = kind in ("rolling", "store-killed", "news-emptied", "news-killed")
        await self._faults()[kind](node)
        await self._note(kind, "" if everywhere else node.name, begun)

    async def _note(self, kind: str, node: str, begun: float) -> None:
        ended, moves = self._run.now(), self._run.moves
        end = time.monotonic() + RECOVERY
        while self._run.moves < moves + 20:
            if time.monotonic() > end:
                self.stuck = (
                    f"{RECOVERY:g} s after it, play had not resumed: {WORDS[kind]} ({node})"
                )
                break
            await asyncio.sleep(0.02)
        self.happened.append(Happened(kind, node, begun, ended, self._run.now()))
        self._log.write(msgspec.json.encode(self.happened[-1]) + b"\n")

    def _faults(self) -> dict[str, Callable[[Node], Awaitable[None]]]:
        return {
            "kill": self._kill,
            "stop": lambda node: self._stop(node, PATIENCE + self._dice.uniform(0.5, 2)),
            "rolling": self._rolling,
            "store-cut": lambda node: self._shut(node.doors["store"], mute=False),
            "store-mute": lambda node: self._shut(node.doors["store"], mute=True),
            "news-cut": lambda node: self._shut(node.doors["news"], mute=False),
            "news-mute": lambda node: self._shut(node.doors["news"], mute=True),
            "store-killed": self._store_killed,
            "news-emptied": self._news_emptied,
            "news-killed": self._news_killed,
            "clock": self._clock,
        }

    async def _kill(self, node: Node) -> None:
        await self._cluster.kill(node)
        await asyncio.sleep(self._dice.uniform(0.1, 1))
        await self._cluster.start(node, node.offset)

    async def _stop(self, node: Node, seconds: float) -> None:
        node.frozen = True
        node.signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        node.signal(signal.SIGCONT)
        node.frozen = False

    async def _long_stop(self) -> None:
        node, begun = self._cluster.nodes[-1], self._run.now()
        await self._stop(node, LONG_STOP)
        await self._note("long-stop", node.name, begun)

    async def _rolling(self, _: Node) -> None:
        for node in self._cluster.nodes:
            if not node.frozen:
                node.signal(signal.SIGTERM)
                if not await self._cluster.ended(node):
                    raise TroubleError(f"{node.name} was asked to end, and did not")
                await self._cluster.start(node)

    async def _shut(self, door: Door, *, mute: bool) -> None:
        door.set("mute" if mute else "shut")
        await asyncio.sleep(self._dice.uniform(0.5, 1.5 if self._brief else 4))
        door.set("open")

    async def _store_killed(self, _: Node) -> None:
        store = self._cluster.store
        await asyncio.to_thread(store.kill)
        await asyncio.sleep(self._dice.uniform(0, 1))
        await asyncio.to_thread(store.start)

    async def _news_emptied(self, _: Node) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._cluster.news.port)
        writer.write(b"FLUSHALL\r\n")
        await reader.readline()
        writer.close()

    async def _news_killed(self, _: Node) -> None:
        news = self._cluster.news
        await asyncio.to_thread(news.kill)
        await asyncio.sleep(self._dice.uniform(0, 2))
        await asyncio.to_thread(news.start)

    async def _clock(self, node: Node) -> None:
        """The clock is wrong from now on; a rolling restart sets it right."""
        await self._cluster.kill(node)
        await self._cluster.start(node, self._dice.choice(_OFFSETS))
