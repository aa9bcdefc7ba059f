"""The frozen values that tell of a game: how it stands, what happened, what a viewer may know."""

from __future__ import annotations

from typing import Any

import msgspec

from echappee.errors import Language, Phrase

Score = int | float
"""Points: a whole number, or one with a half."""


def write_score(score: Score, language: Language) -> str:
    """A score as people read it."""
    return str(score).replace(".", ",") if language == "fr" else str(score)


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, as one viewer may know it; ``words/`` has a sentence for it."""

    kind: str
    seat: int | None = None
    facts: dict[str, Any] = {}


class Standing(msgspec.Struct, frozen=True, gc=False):
    """How the seats stand now: scores, and places from 1 (equal seats share one)."""

    scores: tuple[Score, ...]
    places: tuple[int, ...]

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats in first place; none where a rival who is no player is first."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


class Heading(msgspec.Struct, frozen=True):
    """The part of a game that is under way; ``words/`` has a name for its kind."""

    kind: str
    """Such as ``stage`` or ``round``."""
    number: int


class Advised(msgspec.Struct, frozen=True):
    """A move that an adviser has looked at."""

    text: str | None
    """None: to wait, where the seat may act out of turn."""
    wins: float
    """The chance to win with it, from 0 to 1, as far as the adviser can tell."""
    score: float | None
    """The score to expect; None where that was not looked at."""
    weight: float
    """The share of its thinking that the adviser spent on it."""
    proved: bool
    """Is ``wins`` a proof, not an estimate?"""


class Advice(msgspec.Struct, frozen=True):
    """What an adviser thinks of a seat's moves, the best first."""

    seat: int
    number: int
    """Of the position."""
    bot: str
    moves: tuple[Advised, ...]

    @property
    def best(self) -> str | None:
        """The text of the move to make; None: to wait."""
        return self.moves[0].text


class Outcome(msgspec.Struct, frozen=True):
    """Why a game ended and how."""

    ending: str
    words: Phrase
    article: str
    winners: tuple[int, ...]
    standing: Standing


class Explanation(msgspec.Struct, frozen=True):
    """Why a move is legal, or not: a code, words, and the article of the rulebook."""

    legal: bool
    code: str
    words: Phrase
    article: str | None


class View(msgspec.Struct, frozen=True, gc=False):
    """What one viewer may know of a game; ``table`` is the game's own part."""

    game: str
    rules: int
    players: int
    options: dict[str, bool | int | str]
    seat: int | None
    number: int
    """How many entries the game has: the number of this position."""
    awaited: tuple[int, ...]
    actors: tuple[int, ...]
    over: bool
    outcome: Outcome | None
    standing: Standing
    commitment: str
    table: Any
