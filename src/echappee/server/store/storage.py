"""Where tables are kept: the interface behind which SQLite, or another database, works."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from echappee.server.store.facts import Founding, Stored


class Outrun(Exception):
    """Somebody else has stored a fact under this number. Read again, and retry."""


class CodeInUse(Exception):
    """Another table has this code."""


class Storage(Protocol):
    """Keeps tables and records. What it has accepted survives a crash and a power cut."""

    async def open(self) -> None:
        """Get ready; bring an older file up to date."""

    async def close(self) -> None:
        """Finish what was begun."""

    async def create(self, founding: Founding, facts: Sequence[Stored], due: int) -> None:
        """Keep a new table with its first facts; raises `CodeInUse`. ``due`` as in `append`."""

    async def find(self, code: str) -> Founding | None:
        """The table with this code, or this code for spectators."""

    async def facts(self, code: str, after: int = 0) -> list[Stored]:
        """What happened at a table after a number."""

    async def append(self, code: str, facts: Sequence[Stored], due: int | None) -> None:
        """Keep facts, all or none; raises `Outrun`.

        ``due`` is when the days for this move run out, 0 if nothing is due; None leaves it be.
        """

    async def due(self, now: int) -> list[str]:
        """The tables whose deadline has passed."""

    async def prune(self, before: int) -> list[str]:
        """Clear away the tables that were over before this time; their codes."""

    async def offer(self, code: str, text: bytes | None, at: int) -> None:
        """A table is open to everybody, as ``text`` says, and was so at this time; None: no more.

        Since when it waits is the time of its first offer.
        """

    async def offers(self, seen: int) -> list[tuple[int, bytes]]:
        """The offers that stood at this time or later, each with since when it waits."""

    async def keep_record(self, record_id: str, text: str, at: int) -> None:
        """Keep an imported record."""

    async def record(self, record_id: str) -> str | None:
        """An imported record."""
