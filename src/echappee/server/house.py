"""The house with all its tables: finding them, acting at them, and what happens by itself.

One road for everything that happens: decide, **store, acknowledge, broadcast**. The tables in
memory are a cache; each can be rebuilt from its stored facts at any moment.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from echappee.errors import EchappeeError
from echappee.games import game_ids, rulebook
from echappee.lab.preparing import prepare_game, unprepared
from echappee.server import deciding
from echappee.server import facts as f
from echappee.server.bot_driver import BotDriver
from echappee.server.clocks import ClockBook
from echappee.server.codes import TABLE, new_code
from echappee.server.deciding import Decision
from echappee.server.fair_pool import FairPool
from echappee.server.fanout import Fanout, LocalFanout
from echappee.server.judging import Judges
from echappee.server.live import Live, Viewer
from echappee.server.refusals import Refusal
from echappee.server.settings import Settings, Timekeeper, WallClock
from echappee.server.storage import Outrun, Storage
from echappee.server.table import Table
from echappee.server.thinking import STAND_IN, Thinkers, bots_of

Decide = Callable[[Table], Decision]
_LOG = logging.getLogger("echappee.server")
_TRIES = 20
_PATIENCE = 120.0
_BREATH = 64
_DAY = 86_400_000
_FRESH_TURN = (f.Began, f.GameResumed)


class House:
    """All tables of one server process."""

    def __init__(
        self,
        settings: Settings,
        storage: Storage,
        fanout: Fanout | None = None,
        time: Timekeeper | None = None,
        new_secret: Callable[[], bytes] | None = None,
    ) -> None:
        self.settings = settings
        self.storage = storage
        self.time = time or WallClock()
        self.new_secret = new_secret or (lambda: secrets.token_bytes(32))
        self.thinkers = Thinkers(settings.bot_budget, settings.hint_seconds, settings.share.of)
        self.replays = FairPool("replay", 1, settings.replays, settings.replays_each)
        """Where records are played again: one at a time, since moves at tables come first."""
        self._fanout = fanout or LocalFanout()
        self._tables: OrderedDict[str, Live] = OrderedDict()
        self._codes: OrderedDict[str, str] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._prepared = {game_id: asyncio.Event() for game_id in game_ids()}
        self._at_hand: set[str] = set()
        """Games whose tables can be set: by the interpreted rules, if not by the compiled ones."""
        self._awaited: set[str] = set()
        self._somebody_waits = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._driver = BotDriver(self, self._spawn)
        self.judges = Judges(self.thinkers, settings.judge_seconds, self._spawn)
        self._open = False

    async def open(self) -> None:
        """Open the storage, and get the games' rules ready in the background."""
        await self.storage.open()
        self._fanout.listen(self._heard)
        self._open = True
        if self.settings.head_start:
            self._borrow_rules()
        self._spawn(self._prepare_games())
        self._spawn(self._sweep())

    async def close(self) -> None:
        """Stop everything; nothing is lost."""
        self._open = False
        for live in self._tables.values():
            live.rest()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinkers.close()
        self.replays.close()
        await self.storage.close()

    def is_ready(self, game_id: str) -> bool:
        """Can a table of this game be set now?"""
        return game_id in self._at_hand

    async def rules_ready(self, game_id: str) -> None:
        """Wait for the compiled rules of a game; they are loaded before those of others."""
        if self._prepared[game_id].is_set():
            return
        self._awaited.add(game_id)
        self._somebody_waits.set()
        try:
            await asyncio.wait_for(self._prepared[game_id].wait(), _PATIENCE)
        except TimeoutError:
            raise Refusal("not-ready") from None

    # ------------------------------------------------------------------------------ finding tables

    async def find(self, code: str, tokens: Iterable[str] = ()) -> tuple[Live, bool]:
        """The table with a code, and whether the code is the one for spectators.

        Some days after its end a table answers to its own code only for those who hold a key: six
        letters can be guessed. The code for spectators is the one to share, and stays.
        """
        known = self._codes.get(code, code)
        live = self._tables.get(known)
        if live is None:
            live = await self._load(code)
            self._codes[live.table.founding.watch] = live.table.founding.code
            while len(self._codes) > 4 * self.settings.kept_tables:
                self._codes.popitem(last=False)
        if self.has(live):
            self._tables.move_to_end(live.table.founding.code)
        live.used = self.time.now()
        by_watch = live.table.founding.watch == code
        if not by_watch and self._is_past(live.table) and not any(live.table.held_by(tokens)):
            raise Refusal("no-table", table=code)
        return live, by_watch

    def _is_past(self, table: Table) -> bool:
        """Has it been over for so long that its code is no invitation any more?"""
        lasts = int(self.settings.code_days * _DAY)
        return table.ended_at is not None and self.time.now() - table.ended_at > lasts

    async def _load(self, code: str) -> Live:
        """Read a table from the storage, once for all who ask at the same time."""
        founding = await self.storage.find(code)
        if founding is None:
            raise Refusal("no-table", table=code)
        task = self._loading.get(founding.code)
        if task is None:
            task = self._spawn(self._rebuild(founding))
            self._loading[founding.code] = task
            task.add_done_callback(lambda _: self._loading.pop(founding.code, None))
        return await asyncio.shield(task)

    async def _rebuild(self, founding: f.Founding) -> Live:
        if founding.code in self._tables:
            return self._tables[founding.code]
        await self.rules_ready(founding.game)
        facts = await self.storage.facts(founding.code)
        table = await asyncio.to_thread(_rebuilt, founding, facts)
        if table.running:
            bots_of(table, stand_ins=True)  # refuses a table with a bot that is not known here
        live = Live(table, self.time.now())
        self._keep(live)
        self._after(live)
        return live

    def has(self, live: Live) -> bool:
        """Is this a table of this process? Those of others are read anew whenever they matter."""
        return self.settings.share.has(live.table.founding.code)

    def new_code(self) -> str:
        """A code for a new table of this process."""
        while not self.settings.share.has(code := new_code(TABLE)):
            pass
        return code

    def _keep(self, live: Live) -> None:
        """Remember a table, and forget those that nobody has looked at for longest."""
        if not self.has(live):
            return
        self._tables[live.table.founding.code] = live
        spare = len(self._tables) - self.settings.kept_tables
        for code in [code for code, kept in self._tables.items() if not kept.busy][: max(0, spare)]:
            if code != live.table.founding.code:
                self._tables.pop(code).rest()

    async def found(self, founding: f.Founding, facts: list[f.AnyFact]) -> Live:
        """Set a new table; raises `CodeInUse` if its code is taken."""
        if founding.branch is not None or not self.is_ready(founding.game):
            await self.rules_ready(founding.game)
        now = self.time.now()
        stored = [f.Stored(seq, now, fact) for seq, fact in enumerate(facts, 1)]
        table = Table(founding)
        await self.storage.found(founding, stored, self._due(table, facts, now) or 0)
        for one in stored:
            table.fold(one)
        live = Live(table, now)
        self._keep(live)
        self._after(live)
        return live

    # -------------------------------------------------------------------------------------- acting

    async def act(
        self,
        live: Live,
        decide: Decide,
        *,
        seat: int | None = None,
        request_id: str | None = None,
        acknowledge: Callable[[int], None] | None = None,
    ) -> int:
        """Do something at a table: decide, store, acknowledge, broadcast. Returns its number.

        A request that was done before is only acknowledged again. If another process was faster,
        its facts are read first, and then it is decided anew.
        """
        async with live.lock:
            seq, fresh = await self._store(live, decide, seat, request_id)
        if acknowledge is not None:
            acknowledge(seq)
        if fresh:
            self._fanout.publish(live.table.founding.code, live.table.seq)
            self._after(live)
        return seq

    async def _store(
        self, live: Live, decide: Decide, seat: int | None, request_id: str | None
    ) -> tuple[int, bool]:
        table, code = live.table, live.table.founding.code
        for _ in range(_TRIES):
            if seat is not None:
                before = table.answered(seat, request_id)
                if before is not None:
                    return before, False
            decision = decide(table)
            if not decision.facts:
                return table.seq, False
            now = self.time.now()
            facts = [
                f.Stored(table.seq + place, now, fact)
                for place, fact in enumerate(decision.facts, 1)
            ]
            try:
                await self.storage.append(code, facts, self._due(table, decision.facts, now))
            except Outrun:
                await self._catch_up(live)
                continue
            for stored in facts:
                changes = isinstance(stored.fact, f.MovePlayed | f.MoveUndone)
                table.fold(stored, decision.match if changes else None)
                self._reckon(live, stored)
            return _answer(facts, request_id), True
        raise Refusal("too-fast")

    async def _catch_up(self, live: Live) -> None:
        """Read what another process has stored."""
        missed = await self.storage.facts(live.table.founding.code, live.table.seq)
        for place, stored in enumerate(missed, 1):
            live.table.fold(stored)
            self._reckon(live, stored)
            if place % _BREATH == 0:  # others have their turn in between
                await asyncio.sleep(0)

    def _heard(self, code: str, seq: int) -> None:
        """A table has gone on, here or elsewhere."""
        live = self._tables.get(code)
        if live is None:
            if code in self._loading:  # what is read just now may be older than this
                self._loading[code].add_done_callback(lambda _: self._heard(code, seq))
            return
        if live.table.seq < seq:
            self._spawn(self._follow(live))
        else:
            live.wake_all()

    async def _follow(self, live: Live) -> None:
        async with live.lock:
            await self._catch_up(live)
        live.wake_all()
        self._after(live)

    def banks(self, live: Live, seat: int | None) -> list[int] | None:
        """The banks at this moment, for a move of ``seat``; None where there are no clocks."""
        if ClockBook.move_time(live.table) is None:
            return None
        return live.book.moved(live.table, seat, self.time.now())

    def used(self, live: Live, seat: int) -> int | None:
        """What a seat has used of the time for its move; None where there are no clocks."""
        return live.book.used(live.table, seat, self.time.now())

    def _due(self, table: Table, facts: Any, now: int) -> int | None:
        """When days run out after these facts; 0 clears it, None leaves it."""
        if not table.by_days:
            return None
        if any(isinstance(fact, f.GamePaused | f.GameEnded) for fact in facts):
            return 0
        turns = (f.MovePlayed, f.MoveUndone, f.PersonReturned, *_FRESH_TURN)
        if any(isinstance(fact, turns) for fact in facts):
            if table.spent or any(isinstance(fact, f.MoveUndone) for fact in facts):
                return now  # somebody has less than a whole move's time: the sweep will see
            return now + (ClockBook.move_time(table) or 0)
        return None

    # ------------------------------------------------------------------------------ what follows

    def _reckon(self, live: Live, stored: f.Stored) -> None:
        """Keep the clocks in step with a fact."""
        fact = stored.fact
        if isinstance(fact, f.MovePlayed | f.MoveUndone | f.PersonReturned | f.BotStoodIn):
            live.book.fresh(fact.seat, stored.at)
        elif isinstance(fact, _FRESH_TURN):
            live.book.fresh(None, stored.at)

    def _after(self, live: Live) -> None:
        """Whatever changed: run the right clocks, watch for those who left, let bots think."""
        if not self._open or not self.has(live):
            return
        now, here = self.time.now(), live.here()
        live.book.settle(live.table, now, bool(here))
        self._set_flag(live, now)
        self._watch_absent(live, here)
        self._driver.drive(live)
        if ClockBook.move_time(live.table) is not None:
            for viewer in live.viewers:
                viewer.clock_due = True
                viewer.wake.ring()

    def _set_flag(self, live: Live, now: int) -> None:
        if live.flag is not None:
            live.flag.cancel()
            live.flag = None
        flag = live.book.next_flag(live.table, now)
        if flag is not None:
            seat, wait = flag
            act = self._stand_in(live, seat, left=False)
            live.flag = self.time.ring(wait + 1, act)

    def _watch_absent(self, live: Live, here: set[int]) -> None:
        """A bot stands in for whoever stays away while others wait."""
        table = live.table
        missing = set()
        if table.running and here and not table.by_days:
            missing = {seat for seat in table.people() if seat not in here}
        for seat in [seat for seat in live.absent if seat not in missing]:
            live.absent.pop(seat).cancel()
        for seat in missing - live.absent.keys():
            act = self._stand_in(live, seat, left=True)
            live.absent[seat] = self.time.ring(1000 * self.settings.grace, act)

    def _stand_in(self, live: Live, seat: int, *, left: bool) -> Callable[[], None]:
        """What to do when a seat's time, or the grace for its absence, is over."""

        async def act() -> None:
            def decide(table: Table) -> Decision:
                now = self.time.now()
                banks = live.book.moved(table, seat, now)
                if not left:
                    banks[seat] = 0
                    if sum(live.book.left(table, seat, now)) > 0:
                        raise Refusal("too-fast")
                elif seat in live.here():
                    raise Refusal("seat-taken")
                return deciding.stand_in(table, seat, left, STAND_IN, banks)

            try:
                await self.act(live, decide)
            except EchappeeError:
                self._after(live)

        def ring() -> None:
            if left:
                live.absent.pop(seat, None)
            self._spawn(act())

        return ring

    # ------------------------------------------------------------------------- coming and going

    async def arrived(self, live: Live, viewer: Viewer) -> None:
        """Somebody connects: seats that a bot kept for him are his again."""
        live.viewers.add(viewer)
        self._after(live)
        for seat in sorted(viewer.seats):
            if live.table.status == "playing" and live.table.seats[seat].stand_in is not None:
                with contextlib.suppress(EchappeeError):
                    await self.act(live, lambda t, s=seat: deciding.come_back(t, s, None))  # type: ignore[misc]
        live.presence_changed()

    def left(self, live: Live, viewer: Viewer) -> None:
        """Somebody is gone."""
        live.viewers.discard(viewer)
        live.presence_changed()
        self._after(live)
        live.used = self.time.now()
        if not live.busy:
            live.forget()

    # ------------------------------------------------------------------------------ by itself

    def _borrow_rules(self) -> None:
        """Let tables be set at once, where compiling is not what takes its time."""
        for game_id in set(game_ids()) - set(unprepared(game_ids())):
            rulebook(game_id).borrow()
            self._at_hand.add(game_id)

    async def _prepare_games(self) -> None:
        """Load the compiled rules, those that somebody waits for first.

        It keeps Python busy for a few seconds; the first page is worth more.
        """
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._somebody_waits.wait(), self.settings.head_start)
        waiting = list(self._prepared)
        while waiting:
            game_id = min(waiting, key=lambda one: one not in self._awaited)
            waiting.remove(game_id)
            await asyncio.to_thread(prepare_game, game_id)
            self._at_hand.add(game_id)
            self._prepared[game_id].set()

    async def _sweep(self) -> None:
        """Now and then, look for tables that nobody looks at, or whose days have run out."""
        while True:
            await asyncio.sleep(self.settings.sweep)
            self.drop_idle()
            await self.sweep()

    def drop_idle(self) -> None:
        """Let go of tables that nobody has used for a while: the storage has them."""
        oldest = self.time.now() - int(1000 * self.settings.idle)
        for code, live in list(self._tables.items()):
            if not live.busy and live.used < oldest:
                self._tables.pop(code).rest()

    async def sweep(self) -> None:
        """Load every table that is overdue: its clocks then do the rest."""
        for code in filter(self.settings.share.has, await self.storage.due(self.time.now())):
            live, _ = await self.find(code)
            now = self.time.now()
            flag = live.book.next_flag(live.table, now)
            if flag is None or flag[1] > 0:
                await self.storage.append(code, [], live.book.due(live.table, now))

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, EchappeeError):
            _LOG.error("a task of the house failed", exc_info=error)


def _rebuilt(founding: f.Founding, facts: list[f.Stored]) -> Table:
    """A table as its facts make it; nobody else knows it yet, so any thread may do it."""
    table = Table(founding)
    for stored in facts:
        table.fold(stored)
    table.forget()
    return table


def _answer(facts: list[f.Stored], request_id: str | None) -> int:
    """The number to acknowledge: that of the fact with this id, else of the last."""
    for stored in facts:
        if request_id is not None and stored.fact.id == request_id:
            return stored.seq
    return facts[-1].seq if facts else 0
