"""Checksums of positions that have been worked out, shared by a match and its copies."""

from __future__ import annotations

from echappee.match.game_record import Entry


class Checks:
    """What is known of the position after each entry.

    A match and its copies have the same entries as far as their games are the same, so an entry
    itself, not its number, stands for what came of it. A checksum worked out for one of them is
    known to all.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[Entry, str]] = {}  # with its entry, so that no id comes twice

    def __contains__(self, entry: Entry) -> bool:
        return id(entry) in self._known

    def note(self, entry: Entry, check: str) -> None:
        """Keep the checksum of the position after an entry."""
        self._known[id(entry)] = entry, check

    def of(self, entry: Entry) -> str:
        """The checksum of the position after an entry that is known."""
        return self._known[id(entry)][1]
