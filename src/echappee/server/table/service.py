"""All that the tables of one node need, put together."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable

from echappee.server.config import Settings, Timekeeper, WallClock
from echappee.server.counts import Counts
from echappee.server.draining import Drain
from echappee.server.fanout.local import Fanout, LocalFanout
from echappee.server.store.storage import Storage
from echappee.server.table.attendance import Attendance
from echappee.server.table.bot_driver import BotDriver
from echappee.server.table.bot_pool import Thinkers
from echappee.server.table.command_runner import CommandRunner
from echappee.server.table.fair_pool import FairPool
from echappee.server.table.live import Live
from echappee.server.table.nodes import Nodes
from echappee.server.table.open_tables import OpenTables
from echappee.server.table.review import Reviews
from echappee.server.table.rules_loader import RulesLoader
from echappee.server.table.table_cache import TableCache
from echappee.server.table.tasks import Tasks
from echappee.server.table.win_chances import Estimates

_LOG = logging.getLogger("echappee.server")
_DAY = 86_400_000
_BETWEEN_PRUNES = 3_600_000
_PATIENCE = 5.0
"""Seconds beyond those of a thought after which the bots of another node are not waited for."""


class TableService:
    """All tables, as one node serves them."""

    def __init__(
        self,
        settings: Settings,
        storage: Storage,
        fanout: Fanout | None = None,
        time: Timekeeper | None = None,
        new_secret: Callable[[], bytes] | None = None,
        *,
        beats: bool = True,
    ) -> None:
        self.settings = settings
        self.storage = storage
        self.counts = Counts()
        self.drain = Drain()
        self.time = time or WallClock()
        self.new_secret = new_secret or (lambda: secrets.token_bytes(32))
        self.thinkers = Thinkers(settings.bot_budget, settings.hint_seconds)
        self.replays = FairPool("replay", 1, settings.replays, settings.replays_each)
        """Where records are played again: one at a time, since moves at tables come first."""
        self._fanout = fanout or LocalFanout()
        self._tasks = tasks = Tasks()
        self._open = False
        self._next_prune = 0
        self._beats = beats
        self.rules = RulesLoader(settings.head_start, lambda: self.tables.rules_changed())
        self.tables = TableCache(settings, storage, self.time, self.rules, tasks, self._follow_up)
        self.runner = CommandRunner(
            self.tables, storage, self._fanout, self.time, tasks, self._follow_up, self.counts
        )
        self.attendance = Attendance(self.runner, self.time, settings.grace, tasks, self._follow_up)
        self._bots = BotDriver(
            self.runner,
            self.rules,
            self.thinkers,
            self.time,
            settings.bot_delay,
            tasks,
            self._drives,
        )
        self.open_tables = OpenTables(storage, self.time, tasks)
        self.nodes = None if not storage.shared else Nodes(
            storage, self._fanout, self.time, self.tables, self.runner.heard, self._follow_up,
            settings.bot_budget + settings.bot_delay + _PATIENCE,
        )  # fmt: skip
        self.estimates = Estimates(self.thinkers, settings.estimate_seconds, tasks.spawn)
        self.reviews = Reviews(self.thinkers, tasks.spawn)

    async def open(self) -> None:
        """Open the storage, and get the games' rules ready in the background."""
        await self.storage.open()
        self._open = True
        if self.nodes is None:
            self._fanout.listen(self.runner.heard)
        else:
            await self.nodes.open()
        self.rules.borrow()
        self._tasks.spawn(self.rules.load_all())
        self._tasks.spawn(self._sweep_for_ever())
        if self.nodes is not None and self._beats:
            self._tasks.spawn(self.nodes.beat_for_ever())

    async def close(self) -> None:
        """Stop everything; nothing is lost."""
        self._open = False
        self.tables.rest()
        await self._tasks.cancel()
        await self.open_tables.close()
        if self.nodes is not None:
            await self.nodes.close()
        self.thinkers.close()
        self.replays.close()
        await self.storage.close()
        await self.thinkers.ended()
        await self.replays.ended()
        self.rules.close()  # nobody plays by them any more

    def _follow_up(self, live: Live) -> None:
        """Whatever changed: run the right clocks, watch for those who left, let bots think."""
        if not self._open:
            return
        now = self.time.now()
        if self.nodes is not None:
            self.nodes.note(live)
            live.book.begin(live.table, live.since)
        live.book.settle(live.table, now, bool(live.here()))
        self.attendance.watch(live, now)
        self.open_tables.note(live)
        self._bots.drive(live)
        if live.table.move_time is not None:
            live.clocks_changed()

    def _drives(self, live: Live) -> bool:
        """Do the bots of a table think at this node?"""
        return self.nodes is None or self.nodes.drives(live)

    async def _sweep_for_ever(self) -> None:
        """Now and then, look for tables that nobody looks at, or whose days have run out."""
        while True:
            await asyncio.sleep(self.settings.sweep)
            self.tables.drop_idle()
            try:
                await self.sweep()
            except Exception as error:  # the storage is away: the next time
                _LOG.warning("deadlines could not be looked at: %s", error)
            await self.prune()

    async def sweep(self) -> None:
        """Load every table that is overdue: its clocks then do the rest."""
        for code in await self.storage.due(self.time.now()):
            live, _ = await self.tables.find(code)
            now = self.time.now()
            flag = live.book.next_flag(live.table, now)
            if flag is None or flag[1] > 0:
                await self.storage.append(code, [], live.book.due(live.table, now))

    async def prune(self) -> None:
        """Now and then, clear away what was over long ago, where the operator wants that."""
        now = self.time.now()
        if not self.settings.prune_days or now < self._next_prune:
            return
        self._next_prune = now + _BETWEEN_PRUNES
        try:
            gone = await self.storage.prune(now - int(self.settings.prune_days * _DAY))
        except Exception as error:  # there is no hurry
            _LOG.warning("old tables could not be cleared away: %s", error)
            return
        if gone:
            _LOG.info("cleared away %d tables that were over long ago", len(gone))
