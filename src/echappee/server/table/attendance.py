"""Who is at a table: people come and go; a bot stands in for who stays away or is out of time."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable

from echappee.errors import EchappeeError
from echappee.server.config import Timekeeper
from echappee.server.refusals import Refusal, is_refusal
from echappee.server.table import commands
from echappee.server.table.bot_pool import STAND_IN
from echappee.server.table.command_runner import CommandRunner
from echappee.server.table.commands import Decision
from echappee.server.table.live import Live, Viewer
from echappee.server.table.table import Table
from echappee.server.table.tasks import Tasks

_LOG = logging.getLogger("echappee.server")
_AGAIN = 1_000
"""Milliseconds after which it is tried again where a stand-in could not be stored."""


class Attendance:
    """Lets people in and out, and watches their clocks and their absence."""

    def __init__(
        self, runner: CommandRunner, time: Timekeeper, grace: float, tasks: Tasks,
        follow_up: Callable[[Live], None],
    ) -> None:  # fmt: skip
        self._runner = runner
        self._time = time
        self._grace = grace
        self._tasks = tasks
        self._follow_up = follow_up

    async def arrived(self, live: Live, viewer: Viewer) -> None:
        """Somebody connects: seats that a bot kept for him are his again."""
        live.viewers.add(viewer)
        live.returning |= viewer.seats
        self._follow_up(live)
        for seat in sorted(viewer.seats):
            if live.table.status == "playing" and live.table.seats[seat].stand_in is not None:
                await self._come_back(live, seat)
            live.returning.discard(seat)
        live.presence_changed()

    def left(self, live: Live, viewer: Viewer) -> None:
        """Somebody is gone."""
        live.viewers.discard(viewer)
        live.presence_changed()
        self._follow_up(live)
        live.used = self._time.now()
        if not live.busy:
            live.forget()

    def watch(self, live: Live, now: int) -> None:
        """Set alarms for the clock that runs out first, and for those who stay away."""
        if live.flag is not None:
            live.flag.cancel()
            live.flag = None
        flag = live.book.next_flag(live.table, now)
        if flag is not None:
            seat, wait = flag
            live.flag = self._time.ring(wait + 1, self._stand_in(live, seat, left=False))
        self._watch_absent(live)
        self._give_back(live)

    def _give_back(self, live: Live) -> None:
        """Another node could not know that somebody is here, and a bot stood in for him there."""
        for seat in live.here_now() if live.table.status == "playing" else ():
            if live.table.seats[seat].stand_in == "left" and seat not in live.returning:
                live.returning.add(seat)
                self._tasks.spawn(self._come_back(live, seat))

    async def _come_back(self, live: Live, seat: int) -> None:
        try:
            with contextlib.suppress(EchappeeError):
                await self._runner.run(live, lambda table: commands.come_back(table, seat, None))
        finally:
            live.returning.discard(seat)

    def _watch_absent(self, live: Live) -> None:
        """A bot stands in for whoever stays away while others wait."""
        table, here = live.table, live.here()
        missing = set()
        if table.running and live.here_now() and not table.by_days:
            missing = {seat for seat in table.people() if seat not in here}
        for seat in [seat for seat in live.absent if seat not in missing]:
            live.absent.pop(seat).cancel()
        for seat in missing - live.absent.keys():
            act = self._stand_in(live, seat, left=True)
            live.absent[seat] = self._time.ring(1000 * self._grace, act)

    def _stand_in(self, live: Live, seat: int, *, left: bool) -> Callable[[], None]:
        """What to do when a seat's time, or the grace for its absence, is over."""

        async def act() -> None:
            def stand_in(table: Table) -> Decision:
                now = self._time.now()
                banks = live.book.moved(table, seat, now)
                if not left:
                    banks[seat] = 0
                    if sum(live.book.left(table, seat, now)) > 0:
                        raise Refusal("too-fast")
                elif seat in live.here():
                    raise Refusal("seat-taken")
                return commands.stand_in(table, seat, left, STAND_IN, banks)

            try:
                await self._runner.run(live, stand_in)
            except Exception as error:
                if is_refusal(error):
                    self._follow_up(live)
                else:
                    _LOG.warning("a stand-in could not be stored: %s", error)
                    self._time.ring(_AGAIN, lambda: self._follow_up(live))

        def ring() -> None:
            if left:
                live.absent.pop(seat, None)
            self._tasks.spawn(act())

        return ring
