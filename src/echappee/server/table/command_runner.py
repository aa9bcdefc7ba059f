"""The road of a move, and of everything else that is done at a table.

1. A message comes in at a socket (`wire.connection`), a request at a route (`http.tables`), or a
   bot has made up its mind (`table.bot_driver`).
2. A command (`table.commands`) decides by the table's match what facts that makes, or refuses.
3. The facts are **stored** under their numbers. If another node was faster, its facts are read
   first, and then it is decided anew. So is a refusal, where another node may know more.
4. It is **acknowledged** to whoever asked.
5. Everybody who shows this table **is told** that it has gone on (`fanout`): each viewer's socket
   wakes, and sends that viewer's own projection (`wire.projection`, made once for all who look
   alike) of what he lacks.

So a node that is killed at any point loses nothing that it has acknowledged.
"""

from __future__ import annotations

from collections.abc import Callable

from echappee.errors import EchappeeError
from echappee.server.config import Timekeeper
from echappee.server.counts import Counts
from echappee.server.fanout.local import Fanout
from echappee.server.refusals import Refusal
from echappee.server.store import facts as f
from echappee.server.store.storage import Outrun, Storage
from echappee.server.table.clocks import due_after
from echappee.server.table.commands import Decision
from echappee.server.table.live import Live
from echappee.server.table.table import Table
from echappee.server.table.table_cache import TableCache
from echappee.server.table.tasks import Tasks

Command = Callable[[Table], Decision]
_TRIES = 20


class CommandRunner:
    """Runs commands at tables: decide, store, acknowledge, broadcast."""

    def __init__(
        self, tables: TableCache, storage: Storage, fanout: Fanout, time: Timekeeper,
        tasks: Tasks, follow_up: Callable[[Live], None], counts: Counts,
    ) -> None:  # fmt: skip
        self._tables = tables
        self._storage = storage
        self._fanout = fanout
        self._time = time
        self._tasks = tasks
        self._follow_up = follow_up
        self._moves = counts.moves

    async def run(
        self,
        live: Live,
        command: Command,
        *,
        seat: int | None = None,
        request_id: str | None = None,
        acknowledge: Callable[[int], None] | None = None,
    ) -> int:
        """Do something at a table. Returns its number.

        A request that was done before is only acknowledged again.
        """
        async with live.lock:
            known, fresh = live.table.seq, False
            try:
                seq, fresh = await self._store(live, command, seat, request_id)
            finally:
                if not fresh:
                    self._tell_what_was_read(live, known)
        if acknowledge is not None:
            acknowledge(seq)
        if fresh:
            self._fanout.publish(live.table.founding.code, live.table.seq, live.elsewhere.nodes)
            self._follow_up(live)
        return seq

    async def _store(
        self, live: Live, command: Command, seat: int | None, request_id: str | None
    ) -> tuple[int, bool]:
        table, code = live.table, live.table.founding.code
        for _ in range(_TRIES):
            if seat is not None:
                before = table.answered(seat, request_id)
                if before is not None:
                    return before, False
            try:
                decision = command(table)
            except EchappeeError:
                if self._storage.shared and await self._tables.catch_up(live):
                    continue  # it may have been done before, or be right by now
                raise
            if not decision.facts:
                return table.seq, False
            now = self._time.now()
            facts = [
                f.Stored(table.seq + place, now, fact)
                for place, fact in enumerate(decision.facts, 1)
            ]
            try:
                await self._storage.append(code, facts, due_after(table, decision.facts, now))
            except Outrun:
                if not await self._tables.catch_up(live) and await self._tables.is_gone(live):
                    raise Refusal("no-table", table=code) from None
                continue
            for stored in facts:
                changes = isinstance(stored.fact, f.MovePlayed | f.MoveUndone)
                if isinstance(stored.fact, f.MovePlayed):
                    self._moves[table.founding.game] += 1
                live.fold(stored, decision.match if changes else None)
            return _answer(facts, request_id), True
        raise Refusal("too-fast")

    def _tell_what_was_read(self, live: Live, known: int) -> None:
        """What other nodes had stored was read on the way, though nothing was stored after it."""
        if live.table.seq > known:
            live.wake_all()
            self._follow_up(live)

    def heard(self, code: str, seq: int) -> None:
        """A table has gone on, here or elsewhere."""
        live, loading = self._tables.peek(code), self._tables.loading(code)
        if live is None:
            if loading is not None:  # what is read just now may be older than this
                loading.add_done_callback(lambda _: self.heard(code, seq))
        elif live.table.seq < seq:
            self._tasks.spawn(self._follow(live, seq))
        else:
            live.wake_all()

    async def _follow(self, live: Live, seq: int) -> None:
        async with live.lock:
            if live.table.seq < seq:  # another notice may have come first
                await self._tables.catch_up(live)
        live.wake_all()
        self._follow_up(live)


def _answer(facts: list[f.Stored], request_id: str | None) -> int:
    """The number to acknowledge: that of the fact with this id, else of the last."""
    for stored in facts:
        if request_id is not None and stored.fact.id == request_id:
            return stored.seq
    return facts[-1].seq if facts else 0
