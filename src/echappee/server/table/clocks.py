"""Clocks, kept by the server alone.

A move has its own time; what it takes beyond comes out of the seat's bank. At a live table clocks
run only while somebody is there; where moves take days they run by the calendar. Taking a move back
gives no time back: `echappee.server.table.time_spent`.
"""

from __future__ import annotations

from collections.abc import Iterable

from echappee.server.protocol.messages import Clocks, SeatClock
from echappee.server.store import facts as f
from echappee.server.table.table import Table

_FRESH_TURN = (f.Began, f.GameResumed)


class ClockBook:
    """How much time each seat has used for the move it is thinking about."""

    def __init__(self, table: Table, now: int) -> None:
        self._used = [0] * table.founding.players
        self._begun: set[int] = set()
        """The seats whose thinking about a move has begun."""
        self._running: frozenset[int] = frozenset()
        self._since = now
        self._settled = False
        if table.by_days:
            self.settle(table, table.moved_at, anybody_here=False)

    def begin(self, table: Table, since: int | None) -> None:
        """Count from when this node had not got the table yet, and others had.

        Somebody has been there since then. So nobody gains time by coming to another node.
        """
        if since is not None and not self._settled and not table.by_days:
            self.settle(table, max(table.moved_at, since), anybody_here=True)

    def settle(self, table: Table, now: int, anybody_here: bool) -> None:
        """Count the time up to now, and see who is to be counted from here on."""
        if table.move_time is None:
            return
        self._settled = True
        self._count(now)
        rests = not table.running or not (anybody_here or table.by_days)
        awaited = () if rests or table.match is None else table.match.awaited
        running = frozenset(seat for seat in awaited if table.seats[seat].played_by_person)
        for seat in range(len(self._used)):
            if table.match is None or seat not in table.match.awaited:
                self._used[seat] = 0
                self._begun.discard(seat)
            elif seat not in self._begun:
                self._used[seat] = table.spent.before(table.match.ply, seat)
                self._begun.add(seat)
        self._running = running

    def moved(self, table: Table, seat: int | None, now: int) -> list[int]:
        """The banks as they are when ``seat`` has moved just now."""
        self._count(now)
        banks = list(table.banks)
        move_time = table.move_time
        if seat is not None and move_time is not None:
            banks[seat] = max(0, banks[seat] - max(0, self._used[seat] - move_time))
        return banks

    def used(self, table: Table, seat: int, now: int) -> int | None:
        """What a seat has used of the move's own time; None where there are no clocks."""
        move_time = table.move_time
        if move_time is None:
            return None
        self._count(now)
        return min(self._used[seat], move_time)

    def fresh(self, seat: int | None, now: int) -> None:
        """A new move begins: for one seat, or for all."""
        self._count(now)
        for number in range(len(self._used)):
            if seat is None or number == seat:
                self._used[number] = 0
                self._begun.discard(number)

    def note(self, stored: f.Stored) -> None:
        """Keep in step with a fact."""
        fact = stored.fact
        if isinstance(fact, f.MovePlayed | f.MoveUndone | f.PersonReturned | f.BotStoodIn):
            self.fresh(fact.seat, stored.at)
        elif isinstance(fact, _FRESH_TURN):
            self.fresh(None, stored.at)

    def left(self, table: Table, seat: int, now: int) -> tuple[int, int]:
        """Milliseconds that a seat has for this move, and in its bank."""
        move_time = table.move_time or 0
        used = self._used[seat] + (now - self._since if seat in self._running else 0)
        over = max(0, used - move_time)
        return max(0, move_time - used), max(0, table.banks[seat] - over)

    def next_flag(self, table: Table, now: int) -> tuple[int, int] | None:
        """The seat whose time ends first, and in how many milliseconds."""
        ends = [(sum(self.left(table, seat, now)), seat) for seat in self._running]
        if not ends:
            return None
        wait, seat = min(ends)
        return seat, wait

    def due(self, table: Table, now: int) -> int:
        """When the days run out, for the storage to remember; 0 if nothing is due."""
        flag = self.next_flag(table, now) if table.by_days else None
        return 0 if flag is None else now + flag[1]

    def snapshot(self, table: Table, now: int, anybody_here: bool) -> Clocks | None:
        """All clocks, for everybody; None where there are none."""
        if table.move_time is None:
            return None
        resting = not table.running or not (anybody_here or table.by_days)
        seats = []
        for seat in range(table.founding.players):
            move, bank = self.left(table, seat, now)
            running = seat in self._running
            seats.append(SeatClock(seat=seat, running=running, move=move, bank=bank))
        return Clocks(at=now, resting=resting, seats=seats)

    def _count(self, now: int) -> None:
        for seat in self._running:
            self._used[seat] += max(0, now - self._since)
        self._since = now


def due_after(table: Table, facts: Iterable[f.AnyFact], now: int) -> int | None:
    """When days run out after these facts; 0 clears it, None leaves it."""
    if not table.by_days:
        return None
    kinds = {type(fact) for fact in facts}
    if kinds & {f.GamePaused, f.GameEnded}:
        return 0
    if kinds & {f.MovePlayed, f.MoveUndone, f.PersonReturned, *_FRESH_TURN}:
        if table.spent or f.MoveUndone in kinds:
            return now  # somebody has less than a whole move's time: the sweep will see
        return now + (table.move_time or 0)
    return None
