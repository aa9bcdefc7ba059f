"""The tables in memory: a cache, since each can be rebuilt from its stored facts at any moment."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable

from echappee.server.config import Settings, Timekeeper
from echappee.server.refusals import Refusal
from echappee.server.store import facts as f
from echappee.server.store.storage import Storage
from echappee.server.table.bot_pool import bots_of
from echappee.server.table.clocks import due_after
from echappee.server.table.live import Live
from echappee.server.table.rules_loader import RulesLoader
from echappee.server.table.table import Table
from echappee.server.table.tasks import Tasks

_DAY = 86_400_000
_BREATH = 64


class TableCache:
    """Finds tables by their codes, sets new ones, and forgets those that nobody looks at."""

    def __init__(
        self, settings: Settings, storage: Storage, time: Timekeeper, rules: RulesLoader,
        tasks: Tasks, follow_up: Callable[[Live], None],
    ) -> None:  # fmt: skip
        self._settings = settings
        self._storage = storage
        self._time = time
        self._rules = rules
        self._tasks = tasks
        self._follow_up = follow_up
        self._tables: OrderedDict[str, Live] = OrderedDict()
        self._codes: OrderedDict[str, str] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live]] = {}

    def __len__(self) -> int:
        return len(self._tables)

    def __contains__(self, code: str) -> bool:
        return code in self._tables

    def peek(self, code: str) -> Live | None:
        """The table with a code, if it is in memory."""
        return self._tables.get(code)

    def all(self) -> list[Live]:
        """All tables in memory."""
        return list(self._tables.values())

    def loading(self, code: str) -> asyncio.Task[Live] | None:
        """The table with a code, if it is being read just now."""
        return self._loading.get(code)

    async def find(self, code: str, tokens: Iterable[str] = ()) -> tuple[Live, bool]:
        """The table with a code, and whether the code is the one for spectators.

        Some days after its end a table answers to its own code only for those who hold a key: six
        letters can be guessed. The code for spectators is the one to share, and stays.
        """
        known = self._codes.get(code, code)
        live = self._tables.get(known)
        if live is not None and self._storage.shared:
            await self.refresh(live)
            live = self._tables.get(known)
        if live is None:
            live = await self._load(code)
            self._codes[live.table.founding.watch] = live.table.founding.code
            while len(self._codes) > 4 * self._settings.kept_tables:
                self._codes.popitem(last=False)
        self._tables.move_to_end(live.table.founding.code)
        live.used = self._time.now()
        by_watch = live.table.founding.watch == code
        if not by_watch and self._is_past(live.table) and not any(live.table.held_by(tokens)):
            raise Refusal("no-table", table=code)
        return live, by_watch

    async def create(self, founding: f.Founding, facts: list[f.AnyFact]) -> Live:
        """Set a new table; raises `CodeInUse` if its code is taken."""
        if founding.branch is not None or not self._rules.at_hand(founding.game):
            await self._rules.best(founding.game)
        now = self._time.now()
        stored = [f.Stored(seq, now, fact) for seq, fact in enumerate(facts, 1)]
        table = Table(founding)
        await self._storage.create(founding, stored, due_after(table, facts, now) or 0)
        for one in stored:
            table.fold(one)
        live = Live(table, now, self._rules.compiling(founding.game))
        self._keep(live)
        self._follow_up(live)
        return live

    async def present(self, live: Live, seen: int | None) -> Live:
        """A table that was found a while ago, as it is in memory now, and as far as ``seen``.

        It may have been forgotten since; and another node may have told somebody more.
        """
        code = live.table.founding.code
        found = self._tables.get(code) or await self._load(code)
        if seen is not None and seen > found.table.seq and self._storage.shared:
            await self.refresh(found)
        return found

    async def refresh(self, live: Live) -> None:
        """Take in what other nodes have stored, and see to what follows from it."""
        async with live.lock:
            missed = await self.catch_up(live)
        if missed:
            live.wake_all()
            self._follow_up(live)

    async def catch_up(self, live: Live) -> bool:
        """Take in what other nodes have stored; the caller holds the table's lock."""
        missed = await self._storage.facts(live.table.founding.code, live.table.seq)
        for place, stored in enumerate(missed, 1):
            live.fold(stored)
            if place % _BREATH == 0:  # others have their turn in between
                await asyncio.sleep(0)
        return bool(missed)

    def rules_changed(self) -> None:
        """The rules of some game have come further: tell those who look at its tables."""
        for live in self._tables.values():
            live.rules_changed(self._rules.compiling(live.table.founding.game))

    def drop_idle(self) -> None:
        """Let go of tables that nobody has used for a while: the storage has them."""
        oldest = self._time.now() - int(1000 * self._settings.idle)
        for code, live in list(self._tables.items()):
            if not live.busy and live.used < oldest:
                self._tables.pop(code).rest()

    def rest(self) -> None:
        """Let nothing happen any more at any table."""
        for live in self._tables.values():
            live.rest()

    def _is_past(self, table: Table) -> bool:
        """Has it been over for so long that its code is no invitation any more?"""
        lasts = int(self._settings.code_days * _DAY)
        return table.ended_at is not None and self._time.now() - table.ended_at > lasts

    async def _load(self, code: str) -> Live:
        """Read a table from the storage, once for all who ask at the same time."""
        founding = await self._storage.find(code)
        if founding is None:
            raise Refusal("no-table", table=code)
        task = self._loading.get(founding.code)
        if task is None:
            task = self._tasks.spawn(self._rebuild(founding))
            self._loading[founding.code] = task
            task.add_done_callback(lambda _: self._loading.pop(founding.code, None))
        return await asyncio.shield(task)

    async def _rebuild(self, founding: f.Founding) -> Live:
        if founding.code in self._tables:
            return self._tables[founding.code]
        await self._rules.best(founding.game)
        facts = await self._storage.facts(founding.code)
        table = await asyncio.to_thread(_rebuilt, founding, facts)
        if table.running:
            bots_of(table, stand_ins=True)  # refuses a table with a bot that is not known here
        live = Live(table, self._time.now(), self._rules.compiling(founding.game))
        self._keep(live)
        self._follow_up(live)
        return live

    def _keep(self, live: Live) -> None:
        """Remember a table, and forget those that nobody has looked at for longest."""
        self._tables[live.table.founding.code] = live
        spare = len(self._tables) - self._settings.kept_tables
        for code in [code for code, kept in self._tables.items() if not kept.busy][: max(0, spare)]:
            if code != live.table.founding.code:
                self._tables.pop(code).rest()


def _rebuilt(founding: f.Founding, facts: list[f.Stored]) -> Table:
    """A table as its facts make it; nobody else knows it yet, so any thread may do it."""
    table = Table(founding)
    for stored in facts:
        table.fold(stored)
    table.forget()
    return table
