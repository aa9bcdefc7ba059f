"""Which of several server processes has a table: all that happens at it happens in that one."""

from __future__ import annotations

from zlib import crc32

import msgspec


def place_of(code: str, processes: int) -> int:
    """The process that has the table with this code."""
    return crc32(code.encode()) % processes


class Share(msgspec.Struct, frozen=True):
    """The tables of one process among several."""

    place: int = 0
    of: int = 1

    def has(self, code: str) -> bool:
        """Is the table with this code among them?"""
        return place_of(code, self.of) == self.place
