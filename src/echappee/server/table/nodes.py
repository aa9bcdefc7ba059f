"""Several nodes on one storage: who is at the tables of this one elsewhere, and what it has missed.

No node owns a table: a fact is stored under its number once, and whoever comes second reads and
decides anew (`table.command_runner`). So all that nodes tell each other is a hint. What they tell
by the fan-out is there at once; what gets lost on the way is found within a beat, which asks the
storage for the latest numbers of all tables that are shown here and nothing was heard of, and for
who is where. Nodes keep the storage's time, so that a wrong clock is nobody's.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable
from zlib import crc32

from echappee.server.config import Timekeeper, WallClock
from echappee.server.fanout.hints import Here, NodeHere, encode, read_node
from echappee.server.fanout.local import Fanout
from echappee.server.store.storage import Storage
from echappee.server.table.live import Elsewhere, Live
from echappee.server.table.table_cache import TableCache

BEAT = 1.0
"""Seconds between two questions to the storage."""
STALE = 3_000
"""Milliseconds after which a node that says nothing is not believed to be there."""
_ANSWER = 5.0
_CLOCK = 60
"""Beats after which the storage's clock is looked at again."""
_LOOKS = 3
_APART = 250
"""Milliseconds that this node's time may differ from the storage's."""
_LOG = logging.getLogger("echappee.server")


class Nodes:
    """What this node knows of the others, and they of it."""

    def __init__(
        self, storage: Storage, fanout: Fanout, time: Timekeeper, tables: TableCache,
        heard: Callable[[str, int], None], follow_up: Callable[[Live], None], patience: float,
    ) -> None:  # fmt: skip
        self.id = secrets.token_hex(4)
        self._storage = storage
        self._fanout = fanout
        self._time = time
        self._tables = tables
        self._heard = heard
        self._follow_up = follow_up
        self._patience = int(1000 * patience)
        self._own: dict[str, Here] = {}
        self._version = 0
        self._others: dict[str, dict[str, tuple[int, Here]]] = {}
        self._beats = 0
        self._away = False

    # ------------------------------------------------------------------------------------ presence

    def note(self, live: Live) -> None:
        """Something changed at a table: what others say of it counts, and they hear who is here."""
        code = live.table.founding.code
        live.elsewhere = self._elsewhere(code)
        here = live.here()
        if not here:
            live.since = None
        elif live.since is None:
            live.since = min((self._time.now(), *live.elsewhere.since))
        own = Here(tuple(sorted(live.here_now())), live.watchers_now(), live.since or 0)
        if own == self._own.get(code, Here()) or (not own and code not in self._own):
            return
        self._version += 1
        if own:
            self._own[code] = own
        else:
            del self._own[code]
        self._fanout.tell(self._version, code, own)

    def told(self, node: str, version: int, code: str, here: Here) -> None:
        """Another node says who is at a table there."""
        tables = self._others.setdefault(node, {})
        known = tables.get(code)
        if known is None or known[0] < version:
            tables[code] = (version, here)
            self._changed([code])
            if here and not (known and known[1]):
                self._greet(node, code)

    def _greet(self, node: str, code: str) -> None:
        """Another node shows a table as of now: what it was not told until now, it may lack."""
        live = self._tables.peek(code)
        if live is not None:
            self._fanout.publish(code, live.table.seq, [node])

    def drives(self, live: Live) -> bool:
        """Is it this node that lets the bots of a table think? Two at once do no harm.

        Of the nodes at which somebody looks, one, by the table's code; should it say nothing for
        longer than bots may think, the others do not wait for it.
        """
        rivals = live.elsewhere.nodes
        if not rivals:
            return True
        if not live.viewers:
            return False
        code = live.table.founding.code
        first = all(_rank(code, self.id) <= _rank(code, other) for other in rivals)
        return first or self._silent(live) > self._patience

    def _silent(self, live: Live) -> int:
        """Milliseconds in which nothing has happened at a table."""
        log = live.table.log
        return self._time.now() - (log[-1].at if log else live.table.founding.created)

    def _elsewhere(self, code: str) -> Elsewhere:
        found = {
            node: here
            for node, tables in self._others.items()
            if (here := tables.get(code, (0, Here()))[1])
        }
        return Elsewhere(
            seats=frozenset(seat for here in found.values() for seat in here.seats),
            watchers=sum(here.watchers for here in found.values()),
            since=tuple(here.since for here in found.values() if here.since),
            nodes=tuple(sorted(found)),
        )

    def _changed(self, codes: Iterable[str]) -> None:
        """Who is where has changed at these tables: tell those who look at them here."""
        for code in codes:
            live = self._tables.peek(code)
            if live is not None and live.elsewhere != self._elsewhere(code):
                self._follow_up(live)
                live.presence_changed()

    # --------------------------------------------------------------------------------------- beats

    async def open(self) -> None:
        """Keep the storage's time from now on, and let others know of this node."""
        await self._set_clock()
        self._fanout.listen(self._heard)
        self._fanout.listen_presence(self.told)
        await self._fanout.open(self.id)
        await self.beat()

    async def close(self) -> None:
        """Let others know that this node ends, if they can be reached."""
        try:
            async with asyncio.timeout(_ANSWER):
                await self._fanout.announce(None)
                await self._storage.announce(self.id, None, self._time.now())
        except Exception as error:
            _LOG.debug("nobody was told that this node ends: %s", type(error).__name__)
        await self._fanout.close()

    async def beat_for_ever(self) -> None:
        """Beat until cancelled."""
        while True:
            await asyncio.sleep(BEAT)
            await self.beat()

    async def beat(self) -> None:
        """Tell who is here, hear who is elsewhere, and find what was missed."""
        self._beats += 1
        here = encode(NodeHere(self._version, self._own))
        try:
            async with asyncio.timeout(_ANSWER):
                stored = await self._ask_storage(here)
        except Exception as error:
            # Nobody can act here: others need not wait for this node.
            if not self._away:
                _LOG.warning("the storage is away: %s", type(error).__name__)
            self._away = True
            return
        self._take([*stored, *(await self._ask_fanout(here)).items()])
        if self._away:
            self._away = False
            _LOG.warning("the storage is back")
            for live in self._tables.all():
                self._follow_up(live)

    async def _ask_fanout(self, here: bytes) -> dict[str, bytes]:
        """The same by the fan-out; one that is slow to answer does not hold up a beat."""
        try:
            async with asyncio.timeout(BEAT / 2):
                await self._fanout.announce(here)
                return await self._fanout.announced()
        except TimeoutError:
            return {}

    async def _ask_storage(self, here: bytes) -> list[tuple[str, bytes]]:
        now = self._time.now()
        await self._storage.announce(self.id, here, now)
        stored = await self._storage.announced(now - STALE)
        shown = [live for live in self._tables.all() if live.viewers]
        quiet = [live for live in shown if self._silent(live) > 1000 * BEAT]
        for live in quiet:
            if live.urged != live.table.number and self._silent(live) > self._patience:
                live.urged = live.table.number
                self._follow_up(live)
        latest = await self._storage.latest([live.table.founding.code for live in quiet])
        for live in quiet:
            code = live.table.founding.code
            if latest.get(code, 0) > live.table.seq:
                self._heard(code, latest[code])
        if self._beats % _CLOCK == 0:
            await self._set_clock()
        return stored

    def _take(self, announced: Iterable[tuple[str, bytes]]) -> None:
        """Believe what nodes have announced; whoever has not is gone."""
        newest: dict[str, NodeHere] = {}
        for node, text in announced:
            found = read_node(text)
            if found is None or node == self.id:
                continue
            if node not in newest or newest[node].version < found.version:
                newest[node] = found
        others: dict[str, dict[str, tuple[int, Here]]] = {}
        for node, found in newest.items():
            # What was told since is newer than this.
            before = self._others.get(node, {})
            kept = {code: one for code, one in before.items() if one[0] > found.version}
            tables = {code: (found.version, here) for code, here in found.tables.items()}
            others[node] = {**tables, **kept}
        codes = {code for known in (self._others, others) for one in known.values() for code in one}
        self._others = others
        self._changed(codes)

    async def _set_clock(self) -> None:
        """Go by the storage's clock; the quickest of a few answers tells it best."""
        if not isinstance(self._time, WallClock):
            return
        answers: list[tuple[int, int]] = []
        for _ in range(_LOOKS):
            asked = self._time.now()
            told = await self._storage.clock()
            if told is None:
                return
            took = self._time.now() - asked
            answers.append((took, told - asked - took // 2))
        _, ahead = min(answers)
        if abs(ahead) > _APART:
            _LOG.warning("this machine's clock differs from the storage's by %d ms", -ahead)
            self._time.shift(ahead)


def _rank(code: str, node: str) -> int:
    return crc32(f"{code} {node}".encode())
