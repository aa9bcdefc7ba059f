"""Bots that play at the tables of a service, for as long as somebody looks at them.

Where nobody looks, nobody thinks: a table goes on when somebody comes back. Only where moves take
days do bots play by themselves, after those whom somebody waits for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection

from echappee.bots.chair import Bot
from echappee.match.match import Match
from echappee.server.config import Timekeeper
from echappee.server.refusals import Refusal, is_refusal
from echappee.server.table import commands
from echappee.server.table.bot_pool import Thinkers, bots_of, claim_of, seed_of
from echappee.server.table.command_runner import CommandRunner
from echappee.server.table.commands import Decision
from echappee.server.table.live import Live, Thought
from echappee.server.table.rules_loader import RulesLoader
from echappee.server.table.table import Table
from echappee.server.table.tasks import Tasks

_LOG = logging.getLogger("echappee.server")
_AGAIN = 1.0
"""Seconds after which a bot tries again where its move could not be stored."""


class _Dropped(Exception):
    """Nobody waits for this thought any more."""


def calls(seat: int, awaited: Collection[int], called: Collection[int]) -> int:
    """How many times a bot waits before it moves, so that people can follow.

    Once where it is its turn now and was not before (``called``: whom the game waited for then),
    or where it acts out of turn; what it goes on to do in the same turn, the page shows as long as
    that takes. Where several are called at once, a whole round went before: once for each of them.
    """
    if seat not in awaited:
        return 1
    return 0 if seat in called else len(awaited)


class BotDriver:
    """Lets the bots of each table think and play, one task for a table."""

    def __init__(
        self, runner: CommandRunner, rules: RulesLoader, thinkers: Thinkers, time: Timekeeper,
        delay: float, tasks: Tasks, drives: Callable[[Live], bool],
    ) -> None:  # fmt: skip
        self._drives = drives
        self._runner = runner
        self._rules = rules
        self._thinkers = thinkers
        self._time = time
        self._delay = delay
        self._tasks = tasks

    def drive(self, live: Live) -> None:
        """Whatever changed at a table: let its bots think, if they are not at it already.

        A thought about something that has gone by is dropped, also while it waits for its turn.
        """
        bots = self._bots(live)
        if live.driver is not None and not live.driver.done():
            wanted = (live.table.number, frozenset(bots))
            if live.thought is not None and (live.thought.number, live.thought.seats) != wanted:
                live.thought.coming.cancel()
        elif bots:
            live.driver = self._tasks.spawn(self._play(live))

    def _bots(self, live: Live) -> dict[int, Bot]:
        """The bots that are to decide now; those that stand in for people only while others wait
        for them."""
        by_days = live.table.by_days
        if not live.table.running or not (live.viewers or by_days) or not self._drives(live):
            return {}
        return bots_of(live.table, bool(live.here()) or by_days)

    async def _play(self, live: Live) -> None:
        """Play for the bots until a person is to decide, or nobody looks any more."""
        await self._rules.best(live.table.founding.game)
        called: frozenset[int] = frozenset()
        while (bots := self._bots(live)) and (match := live.table.match) is not None:
            begun = self._time.now()
            try:
                action = await self._think(live, match, bots)
            except _Dropped:
                continue
            if live.table.number != match.number or self._bots(live).keys() != bots.keys():
                continue
            if action is None:
                return
            thought = (self._time.now() - begun) / 1000
            seat, text = action
            wait = self._delay * calls(seat, match.awaited, called)
            called = frozenset(match.awaited)
            await asyncio.sleep(max(0.0, wait - thought))
            if live.table.number != match.number or seat not in self._bots(live):
                continue

            def play(
                table: Table, seat: int = seat, text: str = text, number: int = match.number
            ) -> Decision:
                if table.number != number:
                    raise Refusal("stale")
                return commands.play(table, seat, number, text, live.banks(None, self._time.now()))

            try:
                await self._runner.run(live, play)
            except Exception as error:
                if not is_refusal(error):
                    _LOG.warning("a bot's move could not be stored: %s", error)
                    await asyncio.sleep(_AGAIN)

    async def _think(
        self, live: Live, match: Match, bots: dict[int, Bot]
    ) -> tuple[int, str] | None:
        """What the bots do next; raises `_Dropped` if that is of no use any more."""
        claim = claim_of(live.table, (viewer.address for viewer in live.viewers))
        work = self._thinkers.next_action(match.copy(), bots, seed_of(live.table), claim)
        coming = asyncio.get_running_loop().create_task(work)
        live.thought = Thought(match.number, frozenset(bots), coming)
        try:
            chosen = await coming
        except asyncio.CancelledError:
            driver = asyncio.current_task()
            if (
                driver is not None and driver.cancelling()
            ):  # the service closes, or lets the table go
                raise
            raise _Dropped from None
        finally:
            live.thought = None
        live.bots_hurried(chosen.hurried)
        return chosen.action
