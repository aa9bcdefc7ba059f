"""A section as it is told: sentences, charts and tables, in one language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from echappee.bots.levels import levels
from echappee.errors import Language
from echappee.lab.report.charts import Chart
from echappee.lab.report.estimates import Interval
from echappee.rulebook.rulebook import Rulebook
from echappee.rulebook.words import Words

WORDS = Words(__package__ or "")
_NO_BREAK = "\u00a0"


class Grid(msgspec.Struct, frozen=True):
    """A table of texts; the first column names its rows."""

    head: list[str]
    rows: list[list[str]]


class Section(msgspec.Struct, frozen=True):
    """One part of the page."""

    name: str
    title: str
    command: str
    findings: list[str] = []
    """The sentences that also stand at the top of the page."""
    texts: list[str] = []
    charts: list[Chart] = []
    grids: list[Grid] = []
    notes: list[str] = []
    """How to read it."""


class Teller:
    """Says figures and names in one language."""

    def __init__(self, rules: Rulebook, language: Language) -> None:
        self.rules, self.language = rules, language

    def say(self, *path: str, **facts: Any) -> str:
        """A sentence of the report's words, its facts filled in."""
        template = WORDS.get(*path)[self.language]
        return WORDS.fill(self.language, template, facts)

    def number(self, value: float, digits: int = 1) -> str:
        """A number, with this many digits after the point."""
        text = f"{value:,.{digits}f}".replace("-", "−")
        if self.language == "fr":
            return text.replace(",", _NO_BREAK).replace(".", ",")
        return text

    def percent(self, value: float) -> str:
        """A share in percent, finer where it is near nothing."""
        digits = 1 if 0 < abs(value) < 0.0995 else 0
        return f"{self.number(100 * value, digits)}{_NO_BREAK}%"

    def share(self, found: Interval) -> str:
        """A share, and where it lies: ``62 % (58–66)``."""
        narrow = max(abs(found.low), abs(found.high)) < 0.0995 or found.high - found.low < 0.02
        low, high = (self.number(100 * end, 1 if narrow else 0) for end in (found.low, found.high))
        middle = f"{self.number(100 * found.mean, 1 if narrow else 0)}{_NO_BREAK}%"
        return middle if low == high else f"{middle} ({self._range(low, high)})"

    def amount(self, found: Interval, digits: int = 1) -> str:
        """A mean, and where it lies."""
        low, high = (self.number(end, digits) for end in (found.low, found.high))
        middle = self.number(found.mean, digits)
        return middle if low == high else f"{middle} ({self._range(low, high)})"

    def _range(self, low: str, high: str) -> str:
        between = "…" if "−" in low + high else "–"
        return f"{low}{between}{high}"

    def seat(self, seat: int) -> str:
        """A seat with its article, as in a sentence."""
        return self.say("seats", str(seat + 1))

    def bot(self, name: str) -> str:
        """A bot as a table names it."""
        for level in levels():
            if level.name == name:
                return level.label[self.language]
        known: dict[str, str] = WORDS.texts(self.language)["bots"]
        return known.get(name, name)

    def group(self, name: str) -> str:
        """A kind of things, by the game's words."""
        return self.rules.words.get("statistics", "groups", name)[self.language]

    def style(self, name: str) -> str:
        """A restricted player, by the game's words."""
        return self.rules.words.get("statistics", "styles", name)[self.language]

    def things(self) -> list[str]:
        """The names of all things, by their numbers."""
        found = []
        for group in self.rules.statistics.groups:
            for member in group.members:
                table = group.table.split(".") if group.table else []
                name = self.rules.words.get(*table, member)[self.language] if table else member
                found.append(name)
        return found


def capital(text: str) -> str:
    """A sentence's first letter, large."""
    return text[:1].upper() + text[1:]


def listed(parts: Sequence[str]) -> str:
    """Texts with commas between them."""
    return ", ".join(parts)
