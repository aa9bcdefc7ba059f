"""Whole stores in SQLite files: one moment of a file, a file that is filled, a file copied whole.

A new file is made beside its place under another name and moved there when it is whole and on disk:
whatever interrupts it, nothing of it is left but a file that no server looks at.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from sqlite3 import Connection, OperationalError, connect
from typing import Any

from echappee.errors import UsageError, reason_of
from echappee.server.refusals import Refusal
from echappee.server.store.bulk import (
    BATCH,
    Counts,
    StoredFact,
    StoredOffer,
    StoredRecord,
    StoredTable,
    with_facts,
)
from echappee.server.store.database import give_to_owner, in_words, locked, prepare
from echappee.server.store.migrate import known_steps, migrate, newest_step

_BESIDE = ("-wal", "-shm", "-journal")
_PAGES = 2_000
_OURS_ALONE = 0o600

_STEP = "SELECT version_num FROM alembic_version"
_COUNT = "SELECT count(*) FROM "
_ONE = "SELECT code, watch, founding, due FROM tables WHERE code = ? OR watch = ?"
_TABLES = "SELECT code, watch, founding, due FROM tables WHERE code > ? ORDER BY code LIMIT ?"
_RECORDS = "SELECT id, at, text FROM records WHERE id > ? ORDER BY id LIMIT ?"
_OFFERS = "SELECT code, since, seen, offer FROM offers WHERE code > ? ORDER BY code LIMIT ?"
_FACTS = "SELECT code, seq, at, fact FROM facts WHERE code IN ({}) ORDER BY code, seq"
_STRAYS = "SELECT DISTINCT code FROM facts WHERE code NOT IN (SELECT code FROM tables)"

_ADD_TABLE = "INSERT INTO tables (code, watch, founding, due) VALUES (?, ?, ?, ?)"
_ADD_FACT = "INSERT INTO facts (code, seq, at, fact) VALUES (?, ?, ?, ?)"
_ADD_RECORD = "INSERT INTO records (id, at, text) VALUES (?, ?, ?)"
_ADD_OFFER = "INSERT INTO offers (code, since, seen, offer) VALUES (?, ?, ?, ?)"


class _Open:
    """A file within one transaction: what is read, and what is added."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def counts(self) -> Counts:
        """How much there is."""
        return counted(self._connection)

    async def tables(self, code: str | None = None) -> AsyncIterator[list[StoredTable]]:
        """All tables by their codes, in batches; or the one with this code, either of its two."""
        if code is not None:
            if found := self._connection.execute(_ONE, (code, code)).fetchall():
                yield self._with_facts(found)
            return
        async for rows in self._batches(_TABLES):
            yield self._with_facts(rows)

    async def records(self) -> AsyncIterator[list[StoredRecord]]:
        """All records by their ids, in batches."""
        async for rows in self._batches(_RECORDS):
            yield [StoredRecord(*row) for row in rows]

    async def offers(self) -> AsyncIterator[list[StoredOffer]]:
        """All offers by their codes, in batches."""
        async for rows in self._batches(_OFFERS):
            yield [StoredOffer(*row) for row in rows]

    async def strays(self) -> list[str]:
        """The codes of facts without a table."""
        return [str(code) for (code,) in self._connection.execute(_STRAYS)]

    async def add_tables(self, tables: list[StoredTable]) -> None:
        """Add tables with their facts."""
        add = self._connection.executemany
        add(_ADD_TABLE, [(one.code, one.watch, one.founding, one.due) for one in tables])
        add(_ADD_FACT, [(one.code, *_row(fact)) for one in tables for fact in one.facts])

    async def add_records(self, records: list[StoredRecord]) -> None:
        """Add records."""
        self._connection.executemany(_ADD_RECORD, [(one.id, one.at, one.text) for one in records])

    async def add_offers(self, offers: list[StoredOffer]) -> None:
        """Add offers."""
        rows = [(one.code, one.since, one.seen, one.offer) for one in offers]
        self._connection.executemany(_ADD_OFFER, rows)

    async def _batches(self, query: str) -> AsyncIterator[list[tuple[Any, ...]]]:
        last = ""
        while rows := self._connection.execute(query, (last, BATCH)).fetchall():
            yield rows
            last = rows[-1][0]
            await asyncio.sleep(0)

    def _with_facts(self, rows: list[tuple[Any, ...]]) -> list[StoredTable]:
        codes = [row[0] for row in rows]
        query = _FACTS.format(", ".join("?" * len(codes)))
        found = self._connection.execute(query, codes)
        return with_facts(rows, found)


def _row(fact: StoredFact) -> tuple[int, int, bytes]:
    return fact.seq, fact.at, fact.fact


def counted(connection: Connection) -> Counts:
    """How much there is in an open file."""
    names = ("tables", "facts", "records", "offers")
    return Counts(*(connection.execute(_COUNT + name).fetchone()[0] for name in names))


@asynccontextmanager
async def snapshot(file: Path) -> AsyncIterator[_Open]:
    """A file at this moment."""
    with in_words(file), _reading(file) as connection:
        _check_shape(connection, file)
        yield _Open(connection)


@asynccontextmanager
async def fill(file: Path) -> AsyncIterator[_Open]:
    """A new file, which is at its place when it is whole."""
    check_empty(file)  # a place that is refused gets no lock, either
    with locked(file):
        check_empty(file)
        with new_file(file) as part:
            async with fill_new(part) as filled:
                yield filled
            put_in_place(part, file)
            prepare(file)


@asynccontextmanager
async def fill_new(file: Path) -> AsyncIterator[_Open]:
    """An empty file as a store, which is whole when the block ends."""
    with in_words(file):
        migrate(file)
        fold_in(file)
        with closing(connect(file, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous=OFF")  # all of it is synced at the end
            connection.execute("PRAGMA cache_size=-65536")
            connection.execute("BEGIN")
            yield _Open(connection)
            connection.execute("COMMIT")


def check_empty(file: Path) -> None:
    """Refuse a place that has tables, or a file that can't be looked into."""
    with in_words(file):
        if not file.exists() or file.stat().st_size == 0:
            return
        with _reading(file) as connection:
            if not _is_empty(connection, file):
                raise Refusal("target-not-empty", file=file)


def _is_empty(connection: Connection, file: Path) -> bool:
    """Has an open file nothing that would be missed?"""
    step = _step(connection, file)
    if step is None:
        return not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if step == newest_step():
        return counted(connection).empty
    return not connection.execute(_COUNT + "tables").fetchone()[0]


def put_in_place(part: Path, file: Path) -> None:
    """A file that is whole takes its place, and belongs to whom that place belongs."""
    with in_words(file):
        give_to_owner(part)
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        for end in _BESIDE:
            file.with_name(file.name + end).unlink(missing_ok=True)
        part.replace(file)
        _sync_folder(file.parent)


def copy_whole(
    source: Path, to: Path, tell: Callable[[int, int], None] = lambda _, __: None
) -> None:
    """Copy a file as it is at one moment, while others write to it.

    The transaction keeps that moment: without it each step of the copy would see another, and begin
    anew. ``tell`` is called with the pages done and all of them.
    """
    with in_words(source), _reading(source) as connection:
        if _step(connection, source) is None:
            raise Refusal("no-store", file=source)

        def progress(_: int, left: int, pages: int) -> None:
            tell(pages - left, pages)

        with closing(connect(to, isolation_level=None)) as copy:
            connection.backup(copy, pages=_PAGES, progress=progress, sleep=0)
            (found,) = copy.execute("PRAGMA integrity_check").fetchone()
        if found != "ok":
            raise Refusal("data-broken", file=source)
    fold_in(to)


def fold_in(file: Path) -> None:
    """Make one file of it, with nothing beside it, so that it can be moved and read anywhere."""
    with closing(connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


@contextmanager
def new_file(file: Path) -> Iterator[Path]:
    """A file beside a place, for its owner alone; it is gone afterwards unless it was moved."""
    part = file.with_name(f"{file.name}.part")
    ends = ("", *_BESIDE)
    try:
        with in_words(file):
            for end in ends:
                part.with_name(part.name + end).unlink(missing_ok=True)
            os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, _OURS_ALONE))
        yield part
    finally:
        for end in ends:
            with suppress(OSError):
                part.with_name(part.name + end).unlink(missing_ok=True)


@contextmanager
def _reading(file: Path) -> Iterator[Connection]:
    """A file within one transaction that only reads."""
    try:
        with file.open("rb"):
            pass
    except FileNotFoundError:
        raise Refusal("no-store", file=file) from None
    except (OSError, ValueError) as error:
        why = reason_of(error)
        raise UsageError("no-file", path=file, reason=why.en, reason_fr=why.fr) from error
    # Who may only read would leave SQLite's own files behind that it needs for that.
    uri = f"{file.absolute().as_uri()}?mode=rw"
    with closing(connect(uri, uri=True, isolation_level=None)) as connection:
        connection.execute("PRAGMA busy_timeout=5000")
        connection.execute("PRAGMA query_only=ON")
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        yield connection


def _step(connection: Connection, file: Path) -> str | None:
    """The step that an open file is at; None if it is no store; a newer one is refused."""
    try:
        row = connection.execute(_STEP).fetchone()
    except OperationalError as error:
        if "no such table" not in str(error):
            raise
        return None
    if row is None:
        return None
    if str(row[0]) not in known_steps():
        raise Refusal("data-newer", file=file)
    return str(row[0])


def check_present(file: Path) -> None:
    """Refuse a file that is no store, or has not the present shape."""
    with in_words(file), _reading(file) as connection:
        _check_shape(connection, file)


def _check_shape(connection: Connection, file: Path) -> None:
    step = _step(connection, file)
    if step is None:
        raise Refusal("no-store", file=file)
    if step != newest_step():
        raise Refusal("data-older", file=file)


def _sync_folder(folder: Path) -> None:
    """A new name survives a power cut."""
    if hasattr(os, "O_DIRECTORY"):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
