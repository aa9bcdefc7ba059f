"""A series of matches: what a game declares if several of its matches make one longer contest.

A match knows nothing of it. A series says with which options its next match is played, and reads
the result off the finished table. Its values are frozen and turn into JSON and back with msgspec.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, Self

import msgspec

from echappee.rulebook.options import Options


class Series(Protocol):
    """A series as it stands between two matches."""

    OPTION: ClassVar[str]
    """The option whose value changes from match to match; a series is written as those values."""
    SETTLES: ClassVar[tuple[str, ...]]
    """The options of its matches that it decides itself."""
    MOST: ClassVar[int]
    """No series has more matches."""
    EXAMPLES: ClassVar[tuple[tuple[str, ...], ...]]
    """Some to choose from, the usual one first."""

    @classmethod
    def begin(cls, parts: Sequence[str], players: int, options: Options) -> Self:
        """A series over these values, with the other options of its matches; raises on bad ones."""

    @property
    def length(self) -> int:
        """How many matches it has."""

    @property
    def done(self) -> int:
        """How many of them have been played."""

    def options(self) -> Options:
        """What the series asks of its next match; all other options are free."""

    def after(self, table: Any) -> Self:
        """The series after its next match, read off the finished table as everybody sees it."""

    def anew(self) -> Self:
        """The same series, before its first match."""

    def summary(self) -> msgspec.Struct:
        """How it stands, for people: nothing in it is hidden from anybody."""
