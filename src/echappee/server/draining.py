"""Who is still here when a server is about to end."""

from __future__ import annotations

import asyncio
from typing import Protocol


class Guest(Protocol):
    """A connection that can be asked to leave."""

    def leave(self) -> None:
        """Finish what was begun, and go."""


class Drain:
    """All open connections of tables, and whether they are to go."""

    def __init__(self) -> None:
        self.begun = False
        """Is the server about to end? Then nobody new is let in."""
        self._guests: set[Guest] = set()
        self._empty: asyncio.Event | None = None

    def enter(self, guest: Guest) -> None:
        """Somebody has come."""
        self._guests.add(guest)

    def left(self, guest: Guest) -> None:
        """Somebody has gone."""
        self._guests.discard(guest)
        if self._empty is not None and not self._guests:
            self._empty.set()

    async def emptied(self) -> None:
        """Ask everybody to leave, and wait until they have."""
        self.begun = True
        self._empty = asyncio.Event()
        for guest in list(self._guests):
            guest.leave()
        if self._guests:
            await self._empty.wait()
