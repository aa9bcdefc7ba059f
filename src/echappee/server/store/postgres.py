"""Tables in PostgreSQL, which any number of nodes share.

The primary key decides: of two nodes that store the same number at a table, one hears `Outrun`. As
with SQLite, one task takes all that waits into one commit: **one statement**, so that a node that
stops in the middle of it keeps nothing locked. Reads have a few connections of their own, all to
the primary.

The connection may be lost at any moment, also after a commit and before we hear of it. So what is
**in doubt** is simply stored again: if its keys are taken by then, we read whether it is ours.
Nobody is told that something is stored before that is known. Whoever has waited too long is refused
with ``store-away``; the work goes on when PostgreSQL is back.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import chain
from typing import Any, Final

import asyncpg

from echappee.errors import Phrase, reason_of
from echappee.server.refusals import Refusal
from echappee.server.store import postgres_migrate
from echappee.server.store.facts import Founding, Stored
from echappee.server.store.migrate import newest_step
from echappee.server.store.places import PostgresPlace
from echappee.server.store.rows import fact_rows, read_fact, read_founding, table_row
from echappee.server.store.storage import DAY, LEASE, CodeInUse, Outrun
from echappee.server.store.write_queue import Write, WriteQueue

_LOG = logging.getLogger("echappee.server")
WAIT: Final = 8.0
"""Seconds that a call waits for PostgreSQL before it is refused."""
_READERS = 4
_MANY = 64  # facts that are decoded in a thread
_FIRST_PAUSE, _LONGEST_PAUSE = 0.02, 0.5  # seconds between two tries

_ADD_FACTS = """
INSERT INTO facts (code, seq, at, fact)
SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::bytea[])"""
_ADD_TABLES = """
INSERT INTO tables (code, watch, founding, due)
SELECT * FROM unnest($7::text[], $8::text[], $9::bytea[], $10::bigint[])"""
_ADD_ALL = f"""
WITH made AS ({_ADD_TABLES}), kept AS ({_ADD_FACTS})
UPDATE tables SET due = new.due
FROM unnest($5::text[], $6::bigint[]) AS new (code, due) WHERE tables.code = new.code"""
_TAKEN_FACTS = """
SELECT facts.code, facts.seq, at, fact FROM facts
JOIN unnest($1::text[], $2::int[]) AS ours (code, seq)
ON facts.code = ours.code AND facts.seq = ours.seq"""
_TAKEN_TABLES = """
SELECT code, watch, founding FROM tables
WHERE code = ANY($1::text[]) OR watch = ANY($2::text[])"""

_FIND = "SELECT founding FROM tables WHERE code = $1 OR watch = $1"
_FACTS = "SELECT seq, at, fact FROM facts WHERE code = $1 AND seq > $2 ORDER BY seq"
_TAKE_DUE = """
WITH late AS (SELECT code, due FROM tables WHERE due <= $1 FOR UPDATE SKIP LOCKED)
UPDATE tables SET due = $2 FROM late WHERE tables.code = late.code
RETURNING tables.code, late.due"""
_ADD_OFFER = """
INSERT INTO offers (code, since, seen, offer) VALUES ($1, $2, $2, $3)
ON CONFLICT (code) DO UPDATE SET seen = excluded.seen, offer = excluded.offer"""
_DROP_OFFER = "DELETE FROM offers WHERE code = $1 OR seen < $2"
_OFFERS = "SELECT since, offer FROM offers WHERE seen >= $1"
_ADD_NODE = """
INSERT INTO nodes (node, seen, here) VALUES ($1, $2, $3)
ON CONFLICT (node) DO UPDATE SET seen = excluded.seen, here = excluded.here"""
_DROP_NODE = "DELETE FROM nodes WHERE node = $1 OR seen < $2"
_NODES = "SELECT node, here FROM nodes WHERE seen >= $1"
_LATEST = """
SELECT code, COALESCE((SELECT MAX(seq) FROM facts WHERE facts.code = asked.code), 0)
FROM UNNEST($1::text[]) AS asked (code)"""
_CLOCK = "SELECT (EXTRACT(EPOCH FROM CLOCK_TIMESTAMP()) * 1000)::bigint"
_ADD_RECORD = "INSERT INTO records (id, at, text) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
_RECORD = "SELECT text FROM records WHERE id = $1"

_AWAY_STATES = ("08", "28", "3D", "53", "55", "57", "58", "XX")
"""What PostgreSQL says when it can't serve for now: no connection, nobody let in, no such database,
no room left, not in the state for it, shutting down, a broken disk."""
_FOR_GOOD = ("28", "3D")
"""Those that do not mend by themselves when a server starts."""
_TRY_AGAIN = ("25006", "25P03", "40001", "40P01")
"""Not the primary any more, idle for too long, in another's way."""


def is_away(error: BaseException) -> bool:
    """Is this about PostgreSQL being away or busy, and not about what it was asked?"""
    if isinstance(error, asyncpg.PostgresError):
        state = str(error.sqlstate or "")
        return state.startswith(_AWAY_STATES) or state in _TRY_AGAIN
    unreachable = (OSError, asyncpg.InterfaceError, asyncpg.InternalClientError)
    return isinstance(error, unreachable) and not isinstance(error, ValueError)


class PostgresStorage:
    """Keeps tables in a database of PostgreSQL; a call waits for it ``wait`` seconds."""

    shared = True

    def __init__(self, url: str, *, wait: float | None = None) -> None:
        self.url = url
        self._wait = WAIT if wait is None else wait
        self._queue = WriteQueue(self._commit)
        self.commits = self._queue.commits
        self._writer: asyncio.Task[None] | None = None
        self._connection: Any = None
        self._readers = asyncio.Semaphore(_READERS)
        self._idle: list[Any] = []
        """Connections of readers that nobody uses just now."""
        self._away: set[str] = set()
        """Whose last try has failed: the readers', the writer's."""

    async def open(self) -> None:
        """Bring the database up to date and start writing."""
        if await self._asked(postgres_migrate.step_of) != newest_step():
            await prepare(self.url, self._wait)
        self._writer = asyncio.create_task(self._queue.run())

    async def close(self) -> None:
        """Finish what was begun."""
        if self._writer is not None:
            self._queue.end()
            await self._writer
        connections = [*self._idle, *([self._connection] if self._connection else [])]
        self._idle, self._connection = [], None
        for one in connections:
            with contextlib.suppress(Exception):
                async with asyncio.timeout(self._wait):
                    await one.close()
            one.terminate()

    async def create(self, founding: Founding, facts: Sequence[Stored], due: int) -> None:
        """Keep a new table with its first facts; raises `CodeInUse`."""
        rows = fact_rows(founding.code, facts)
        await self._queue.put(CodeInUse, tables=[table_row(founding, due)], facts=rows)

    async def append(self, code: str, facts: Sequence[Stored], due: int | None) -> None:
        """Keep facts, all or none; raises `Outrun`."""
        dues = [] if due is None else [(due or None, code)]
        await self._queue.put(Outrun, facts=fact_rows(code, facts), dues=dues)

    async def find(self, code: str) -> Founding | None:
        """The table with this code, or this code for spectators."""
        rows = await self._rows(_FIND, code)
        return read_founding(rows[0][0]) if rows else None

    async def facts(self, code: str, after: int = 0) -> list[Stored]:
        """What happened at a table after a number."""
        rows = await self._rows(_FACTS, code, after)
        if len(rows) > _MANY:  # others have their turn meanwhile
            return await asyncio.to_thread(_read_facts, rows)
        return _read_facts(rows)

    async def latest(self, codes: Sequence[str]) -> dict[str, int]:
        """The latest numbers of many tables."""
        return dict(await self._rows(_LATEST, list(codes)))

    async def due(self, now: int) -> list[str]:
        """The tables whose deadline has passed: they are the asker's for a while."""
        rows = await self._rows(_TAKE_DUE, now, now + LEASE)
        return [code for code, _ in sorted(rows, key=lambda row: (row[1], row[0]))]

    async def offer(self, code: str, text: bytes | None, at: int) -> None:
        """A table is open to everybody, or no more."""
        if text is None:
            await self._rows(_DROP_OFFER, code, at - DAY)
        else:
            await self._rows(_ADD_OFFER, code, at, text)

    async def offers(self, seen: int) -> list[tuple[int, bytes]]:
        """The offers that stood at this time or later."""
        return [(since, text) for since, text in await self._rows(_OFFERS, seen)]

    async def announce(self, node: str, here: bytes | None, at: int) -> None:
        """A node serves, or ends."""
        if here is None:
            await self._rows(_DROP_NODE, node, at - DAY)
        else:
            await self._rows(_ADD_NODE, node, at, here)

    async def announced(self, seen: int) -> list[tuple[str, bytes]]:
        """The nodes that serve since this time or later."""
        return [(node, here) for node, here in await self._rows(_NODES, seen)]

    async def clock(self) -> int | None:
        """The time of the database's machine."""
        return int((await self._rows(_CLOCK))[0][0])

    async def keep_record(self, record_id: str, text: str, at: int) -> None:
        """Keep an imported record; the same one twice is kept once."""
        await self._rows(_ADD_RECORD, record_id, at, text)

    async def record(self, record_id: str) -> str | None:
        """An imported record."""
        rows = await self._rows(_RECORD, record_id)
        return rows[0][0] if rows else None

    # ------------------------------------------------------------------------------------ reading

    @property
    def _manners(self) -> dict[str, Any]:
        """How every connection is made: only to a primary, and nothing on it lasts for ever."""
        limit = str(round(1000 * self._wait))
        return {
            "target_session_attrs": "primary",
            "timeout": self._wait,
            "server_settings": {
                "application_name": "echappee",
                "statement_timeout": limit,
                "idle_in_transaction_session_timeout": limit,
            },
        }

    async def _rows(self, query: str, *given: Any) -> list[Any]:
        """What a query finds, or does; where PostgreSQL was away, it may be done twice."""
        found: list[Any] = await self._asked(lambda connection: connection.fetch(query, *given))
        return found

    async def _asked(self, question: Any) -> Any:
        """Ask with one of the readers' connections; wait if PostgreSQL is away."""
        loop = asyncio.get_running_loop()
        end, pause = loop.time() + self._wait, _FIRST_PAUSE
        while True:
            try:
                async with asyncio.timeout_at(end), self._reader() as connection:
                    found = await question(connection)
                self._note("reading", None)
                return found
            except Exception as error:
                if not is_away(error):
                    raise
                self._note("reading", error)
                if loop.time() + pause > end:
                    raise Refusal("store-away") from error
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    @asynccontextmanager
    async def _reader(self) -> AsyncIterator[Any]:
        """A connection for one who reads. Whatever goes wrong on it, it is used no more: on one
        that is cut off, even the news that nobody waits any longer would be waited for."""
        async with self._readers:
            self._idle = [one for one in self._idle if not one.is_closed()]
            connection = self._idle.pop() if self._idle else await self._connect()
            try:
                yield connection
            except BaseException:
                connection.terminate()
                raise
            self._idle.append(connection)

    async def _connect(self) -> Any:
        return await asyncpg.connect(self.url, **self._manners)

    def _note(self, doing: str, error: Exception | None) -> None:
        """Say once when PostgreSQL is away, and once when it is back."""
        if error is not None and doing not in self._away:
            self._away.add(doing)
            _LOG.warning("PostgreSQL is away for %s: %s", doing, type(error).__name__)
        elif error is None and doing in self._away:
            self._away.discard(doing)
            _LOG.warning("PostgreSQL is back for %s", doing)

    # ------------------------------------------------------------------------------------ writing

    async def _commit(self, batch: list[Write]) -> None:
        """Store a batch; of a table that is in it twice, what came later goes into the next one."""
        while batch:
            first = {code: one for one in reversed(batch) for code in _codes(one)}
            now = [one for one in batch if all(first[code] is one for code in _codes(one))]
            batch = [one for one in batch if any(first[code] is not one for code in _codes(one))]
            try:
                await self._store(now)
            except Exception as error:  # whatever it is, somebody waits for an answer
                _LOG.exception("a commit failed")
                self._hang_up()
                for one in now:
                    one.settle(error)

    async def _store(self, writes: list[Write]) -> None:
        """One commit for all; those whose keys are taken hear of it, the others are stored."""
        pause = _FIRST_PAUSE
        while writes := self._patient(writes):
            try:
                async with asyncio.timeout_at(min(one.since for one in writes) + self._wait):
                    writes = await self._try(writes)
                self._note("writing", None)
            except Exception as error:
                if not is_away(error):
                    raise
                self._note("writing", error)
                self._hang_up()
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)

    def _patient(self, writes: list[Write]) -> list[Write]:
        """Those who have not waited too long; the others are refused."""
        oldest = asyncio.get_running_loop().time() - self._wait
        for one in writes:
            if one.since <= oldest:
                one.settle(Refusal("store-away"))
        return [one for one in writes if one.since > oldest]

    async def _try(self, writes: list[Write]) -> list[Write]:
        """Store and settle writes; returns those that are still to be stored."""
        connection = await self._connected()
        doubted = [one.in_doubt for one in writes]
        for one in writes:  # until we hear of it
            one.in_doubt = True
        try:
            await _insert(connection, writes)
        except asyncpg.IntegrityConstraintViolationError:  # so nothing was stored by this
            for one, before in zip(writes, doubted, strict=True):
                one.in_doubt = before
            return await self._without_guilty(connection, writes)
        for one in writes:
            one.settle(None)
        return []

    async def _without_guilty(self, connection: Any, writes: list[Write]) -> list[Write]:
        """Settle those whose keys are taken; returns the others."""
        guilty, ours = await _taken(connection, writes)
        for one in guilty:
            one.settle(None if one.in_doubt and one in ours else one.refusal())
        if guilty:
            return [one for one in writes if one not in guilty]
        if len(writes) == 1:  # of a table that is not there
            writes[0].settle(writes[0].refusal())
        else:
            for one in writes:
                await self._store([one])
        return []

    async def _connected(self) -> Any:
        """The writer's own connection, made anew if it was lost."""
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._connect()
        return self._connection

    def _hang_up(self) -> None:
        """Let go of the writer's connection, whatever state it is in."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                connection.terminate()


async def _insert(connection: Any, writes: list[Write]) -> None:
    """All rows in one statement, in the same order in every node: none waits for another."""
    facts = sorted(chain.from_iterable(one.facts for one in writes))
    dues = sorted((code, due) for one in writes for due, code in one.dues)
    tables = sorted(chain.from_iterable(one.tables for one in writes))
    if dues or tables:
        columns = (*_columns(facts, 4), *_columns(dues, 2), *_columns(tables, 4))
        await connection.execute(_ADD_ALL, *columns)
    else:
        await connection.execute(_ADD_FACTS, *_columns(facts, 4))


async def _taken(connection: Any, writes: list[Write]) -> tuple[set[Write], set[Write]]:
    """Those of whose keys any are taken; and those of them that are there just as they should."""
    facts = list(chain.from_iterable(one.facts for one in writes))
    tables = list(chain.from_iterable(one.tables for one in writes))
    rows = await connection.fetch(_TAKEN_FACTS, *_columns(facts, 2))
    there = {(code, seq): (at, fact) for code, seq, at, fact in rows}
    rows = await connection.fetch(_TAKEN_TABLES, *_columns(tables, 2)) if tables else []
    foundings = {code: founding for code, _, founding in rows}
    taken = {*foundings, *(watch for _, watch, _ in rows)}
    guilty = {
        one
        for one in writes
        if any(row[:2] in there for row in one.facts)
        or any(not taken.isdisjoint(row[:2]) for row in one.tables)
    }
    ours = {
        one
        for one in guilty
        if all(there.get(row[:2]) == row[2:] for row in one.facts)
        and all(foundings.get(row[0]) == row[2] for row in one.tables)
    }
    return guilty, ours


def _read_facts(rows: list[Any]) -> list[Stored]:
    return [read_fact(*row) for row in rows]


def _codes(write: Write) -> set[str]:
    """The tables that a write is about."""
    rows = chain(write.facts, write.tables)
    return {*(row[0] for row in rows), *(code for _, code in write.dues)}


def _columns(rows: Sequence[Sequence[Any]], count: int) -> list[list[Any]]:
    """Rows as columns, of which there are so many also if there is no row."""
    return [[row[place] for row in rows] for place in range(count)]


async def prepare(url: str, wait: float | None = None) -> None:
    """Bring a database up to date; refused in words if it can't be used, or is newer than we."""
    name = PostgresPlace(url).name
    connection = await _reached(url, name, WAIT if wait is None else wait)
    try:
        await postgres_migrate.migrate(connection, name)
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise _unusable(name, error) from error
    finally:
        await connection.close()


async def _reached(url: str, name: str, wait: float) -> Any:
    """A connection without limits; a database that is only just starting is waited for."""
    loop = asyncio.get_running_loop()
    end, pause = loop.time() + wait, _FIRST_PAUSE
    while True:
        try:
            return await asyncpg.connect(url, timeout=wait, target_session_attrs="primary")
        except ValueError:  # it is written as no address is
            raise Refusal("bad-place", text=name) from None
        except Exception as error:
            state = str(getattr(error, "sqlstate", None) or "")
            waits = is_away(error) and not state.startswith(_FOR_GOOD)
            if not waits or loop.time() + pause > end:
                raise _unusable(name, error) from error
        await asyncio.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE)


def _unusable(name: str, error: Exception) -> Refusal:
    why = reason_of(error)
    if isinstance(error, asyncpg.PostgresError):
        why = Phrase(str(error), str(error))
    return Refusal("no-database", database=name, reason=why.en, reason_fr=why.fr)
