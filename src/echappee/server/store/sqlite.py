"""Tables in one SQLite file, with writes of several tables sharing a commit.

WAL and ``synchronous=FULL``: a commit that has returned survives ``kill -9`` and a power cut. All
writes of tables go through one task that takes whatever is waiting into one transaction, and does
it in one trip to a thread; so a thousand moves a second need far fewer than a thousand commits.
Reads go to threads of their own. Python's own driver does all of it: SQLAlchemy, which the steps of
`migrations` use, is slow to load.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from sqlite3 import Connection, IntegrityError, connect
from typing import Any, TypeVar

from echappee.server.store.database import prepare
from echappee.server.store.facts import Founding, Stored
from echappee.server.store.rows import FactRow, fact_rows, read_fact, read_founding, table_row
from echappee.server.store.storage import DAY, LEASE, CodeInUse, Outrun
from echappee.server.store.write_queue import MOST_AT_ONCE, Write, WriteQueue

_READERS = 4

_ADD_TABLE = "INSERT INTO tables (code, watch, founding, due) VALUES (?, ?, ?, ?)"
_ADD_FACTS = "INSERT INTO facts (code, seq, at, fact) VALUES "
_ONE_FACT = "(?, ?, ?, ?)"
_SET_DUE = "UPDATE tables SET due = ? WHERE code = ?"
_ADD_RECORD = "INSERT INTO records (id, at, text) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"

_ADD_OFFER = (
    "INSERT INTO offers (code, since, seen, offer) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (code) DO UPDATE SET seen = excluded.seen, offer = excluded.offer"
)
_DROP_OFFER = "DELETE FROM offers WHERE code = ? OR seen < ?"
_OFFERS = "SELECT since, offer FROM offers WHERE seen >= ?"

_ADD_NODE = (
    "INSERT INTO nodes (node, seen, here) VALUES (?, ?, ?)"
    " ON CONFLICT (node) DO UPDATE SET seen = excluded.seen, here = excluded.here"
)
_DROP_NODE = "DELETE FROM nodes WHERE node = ? OR seen < ?"
_NODES = "SELECT node, here FROM nodes WHERE seen >= ?"

_FIND = "SELECT founding FROM tables WHERE code = ? OR watch = ?"
_FACTS = "SELECT seq, at, fact FROM facts WHERE code = ? AND seq > ? ORDER BY seq"
_LATEST = "SELECT code, MAX(seq) FROM facts WHERE code IN ({}) GROUP BY code"
_DUE = "SELECT code FROM tables WHERE due <= ? ORDER BY due, code"
_TAKE_DUE = "UPDATE tables SET due = ? WHERE code = ? AND due <= ?"
_RECORD = "SELECT text FROM records WHERE id = ?"

_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON")

_Rows = list[tuple[Any, ...]]
Result = TypeVar("Result")


class SqliteStorage:
    """Keeps tables in one file."""

    def __init__(self, path: Path, *, shared: bool = False) -> None:
        self.path = path
        self.shared = shared
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="storage")
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="storage-read")
        self._queue = WriteQueue(self._commit)
        self.commits = self._queue.commits
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Bring the file up to date and start writing."""
        await self._reading(prepare, self.path)
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Finish what was begun."""
        if self._writer is not None:
            self._queue.end()
            await self._writer
        self._thread.shutdown()
        self._readers.shutdown(cancel_futures=True)

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
        rows = await self._rows(_FIND, code, code)
        return read_founding(rows[0][0]) if rows else None

    async def facts(self, code: str, after: int = 0) -> list[Stored]:
        """What happened at a table after a number."""
        return await self._reading(self._read_facts, code, after)

    async def latest(self, codes: Sequence[str]) -> dict[str, int]:
        """The latest numbers of many tables."""
        found = dict.fromkeys(codes, 0)
        for start in range(0, len(codes), MOST_AT_ONCE):
            part = codes[start : start + MOST_AT_ONCE]
            query = _LATEST.format(", ".join("?" * len(part)))
            found.update({code: int(seq) for code, seq in await self._rows(query, *part)})
        return found

    async def due(self, now: int) -> list[str]:
        """The tables whose deadline has passed: they are the asker's for a while."""

        def take() -> list[str]:
            with closing(self._connect()) as connection, connection:
                codes = [code for (code,) in connection.execute(_DUE, (now,)).fetchall()]
                return [
                    code
                    for code in codes  # unless another was faster
                    if connection.execute(_TAKE_DUE, (now + LEASE, code, now)).rowcount
                ]

        return await self._reading(take)

    async def offer(self, code: str, text: bytes | None, at: int) -> None:
        """A table is open to everybody, or no more."""

        def keep() -> None:
            with closing(self._connect()) as connection, connection:
                if text is None:
                    connection.execute(_DROP_OFFER, (code, at - DAY))
                else:
                    connection.execute(_ADD_OFFER, (code, at, at, text))

        await self._reading(keep)

    async def offers(self, seen: int) -> list[tuple[int, bytes]]:
        """The offers that stood at this time or later."""
        return [(since, text) for since, text in await self._rows(_OFFERS, seen)]

    async def announce(self, node: str, here: bytes | None, at: int) -> None:
        """A node serves, or ends."""

        def keep() -> None:
            with closing(self._connect()) as connection, connection:
                if here is None:
                    connection.execute(_DROP_NODE, (node, at - DAY))
                else:
                    connection.execute(_ADD_NODE, (node, at, here))

        await self._reading(keep)

    async def announced(self, seen: int) -> list[tuple[str, bytes]]:
        """The nodes that serve since this time or later."""
        return [(node, here) for node, here in await self._rows(_NODES, seen)]

    async def clock(self) -> int | None:
        """None: the file goes by this machine's clock."""
        return None

    async def keep_record(self, record_id: str, text: str, at: int) -> None:
        """Keep an imported record; the same one twice is kept once."""

        def keep() -> None:
            with closing(self._connect()) as connection, connection:
                connection.execute(_ADD_RECORD, (record_id, at, text))

        await self._reading(keep)

    async def record(self, record_id: str) -> str | None:
        """An imported record."""
        rows = await self._rows(_RECORD, record_id)
        return rows[0][0] if rows else None

    def _connect(self) -> Connection:
        assert self._writer is not None, "the storage is not open"
        connection = connect(self.path, check_same_thread=False)
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        return connection

    async def _rows(self, query: str, *values: Any) -> _Rows:
        """What a query finds."""

        def read() -> _Rows:
            with closing(self._connect()) as connection:
                return connection.execute(query, values).fetchall()

        return await self._reading(read)

    def _read_facts(self, code: str, after: int) -> list[Stored]:
        """What happened at a table, decoded where it is read: there may be very much of it."""
        with closing(self._connect()) as connection:
            rows = connection.execute(_FACTS, (code, after))
            return [read_fact(*row) for row in rows]

    async def _reading(self, work: Callable[..., Result], *given: Any) -> Result:
        """Do something in the threads of those who read: nothing else holds them up."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, partial(work, *given))

    async def _write(self) -> None:
        """Write whatever waits, in a thread with a connection of its own."""
        loop = asyncio.get_running_loop()
        self._connection = await loop.run_in_executor(self._thread, self._connect)
        await self._queue.run()
        await loop.run_in_executor(self._thread, self._connection.close)

    async def _commit(self, batch: list[Write]) -> None:
        loop = asyncio.get_running_loop()
        errors = await loop.run_in_executor(self._thread, _commit, self._connection, batch)
        for write, error in zip(batch, errors, strict=True):
            write.settle(error)


def _commit(connection: Connection, batch: list[Write]) -> list[Exception | None]:
    """One commit for all; if it fails, one for each, so that only the guilty one hears of it."""
    try:
        _run(connection, _ADD_TABLE, [row for write in batch for row in write.tables])
        _add_facts(connection, [row for write in batch for row in write.facts])
        _run(connection, _SET_DUE, [row for write in batch for row in write.dues])
        connection.commit()
    except Exception as error:
        connection.rollback()
        if len(batch) > 1:
            return [found for write in batch for found in _commit(connection, [write])]
        return [batch[0].refusal() if isinstance(error, IntegrityError) else error]
    return [None] * len(batch)


def _run(connection: Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
    if rows:
        connection.executemany(statement, rows)


def _add_facts(connection: Connection, rows: list[FactRow]) -> None:
    """Many rows in one statement.

    One statement for each row would ask for the interpreter's lock after each, and wait for the
    loop to give it up.
    """
    for start in range(0, len(rows), MOST_AT_ONCE):
        part = rows[start : start + MOST_AT_ONCE]
        values = ", ".join([_ONE_FACT] * len(part))
        flat = tuple(value for row in part for value in row)
        connection.execute(_ADD_FACTS + values, flat)
