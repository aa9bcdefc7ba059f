"""Where tables are kept: the interface behind which SQLite, or another database, works."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from echappee.server.counts import Commits
from echappee.server.store.facts import Founding, Stored

LEASE: Final = 30_000
"""Milliseconds for which nobody else is given a table that is due: whoever was may have died."""
DAY: Final = 86_400_000
"""Offers of nodes that died are cleared away after so many milliseconds."""


class Outrun(Exception):
    """Somebody else has stored a fact under this number. Read again, and retry."""


class CodeInUse(Exception):
    """Another table has this code."""


class Storage(Protocol):
    """Keeps tables and records. What it has accepted survives a crash and a power cut.

    If the database is away, every call but `close` waits a while and is then refused with
    ``store-away``: what was to be stored may then be there or not, and whoever asks again reads
    first. When it is back, everything goes on by itself.
    """

    commits: Commits
    """What it has written so far."""
    shared: bool
    """May other nodes write to it? Then a table in memory may be older than what is stored."""

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

    async def latest(self, codes: Sequence[str]) -> dict[str, int]:
        """The latest numbers of many tables, in one question; 0 for one without facts."""

    async def due(self, now: int) -> list[str]:
        """The tables whose deadline has passed, the most urgent first.

        They are the asker's: for the time of a `LEASE` nobody is given them again.
        """

    async def offer(self, code: str, text: bytes | None, at: int) -> None:
        """A table is open to everybody, as ``text`` says, and was so at this time; None: no more.

        Since when it waits is the time of its first offer.
        """

    async def offers(self, seen: int) -> list[tuple[int, bytes]]:
        """The offers that stood at this time or later, each with since when it waits."""

    async def announce(self, node: str, here: bytes | None, at: int) -> None:
        """A node serves, and who is connected to it; None: it ends. What is stale goes, too."""

    async def announced(self, seen: int) -> list[tuple[str, bytes]]:
        """The nodes that have announced themselves at this time or later, and who is there."""

    async def clock(self) -> int | None:
        """The time by the storage's own clock, in milliseconds; None: it has none of its own."""

    async def keep_record(self, record_id: str, text: str, at: int) -> None:
        """Keep an imported record; the same one twice is kept once."""

    async def record(self, record_id: str) -> str | None:
        """An imported record."""
