"""Whole stores at once: read as they are at one moment, filled in one piece.

Rows travel as they lie in the store. Nothing is decoded on the way, so that a copy has the same
bytes; and they travel in batches, so that a large store needs no more memory than a small one.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from itertools import groupby
from typing import Any, Protocol

import msgspec

BATCH = 100
"""Tables, records or offers that are read at once."""


class StoredFact(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A fact as it lies in the store."""

    seq: int
    at: int
    fact: bytes


class StoredTable(msgspec.Struct, frozen=True):
    """A table as it lies in the store, with its facts in their order."""

    code: str
    watch: str
    founding: bytes
    due: int | None
    facts: tuple[StoredFact, ...]


def with_facts(rows: Iterable[Any], facts: Iterable[Any]) -> list[StoredTable]:
    """Rows of tables with those of their facts, which come by table and number."""
    of_tables = {
        code: tuple(StoredFact(*row[1:]) for row in some)
        for code, some in groupby(facts, lambda row: row[0])
    }
    return [
        StoredTable(code, watch, founding, due, of_tables.get(code, ()))
        for code, watch, founding, due in rows
    ]


class StoredRecord(msgspec.Struct, frozen=True):
    """An imported record."""

    id: str
    at: int
    text: str


class StoredOffer(msgspec.Struct, frozen=True):
    """A table that is open to everybody while it waits."""

    code: str
    since: int
    seen: int
    offer: bytes


class Counts(msgspec.Struct, frozen=True):
    """How much there is in a store."""

    tables: int
    facts: int
    records: int
    offers: int

    @property
    def empty(self) -> bool:
        """Is there nothing in it that would be missed?"""
        return not (self.tables or self.facts or self.records)


class Snapshot(Protocol):
    """A store as it is at one moment, whatever is stored meanwhile."""

    async def counts(self) -> Counts:
        """How much there is."""

    def tables(self, code: str | None = None) -> AsyncIterator[list[StoredTable]]:
        """All tables by their codes, in batches; or the one with this code, either of its two."""

    def records(self) -> AsyncIterator[list[StoredRecord]]:
        """All records by their ids, in batches."""

    def offers(self) -> AsyncIterator[list[StoredOffer]]:
        """All offers by their codes, in batches."""

    async def strays(self) -> list[str]:
        """The codes of facts without a table."""


class Target(Snapshot, Protocol):
    """An empty store that is being filled: nobody else sees anything of it before it is whole."""

    async def add_tables(self, tables: list[StoredTable]) -> None:
        """Add tables with their facts."""

    async def add_records(self, records: list[StoredRecord]) -> None:
        """Add records."""

    async def add_offers(self, offers: list[StoredOffer]) -> None:
        """Add offers."""
