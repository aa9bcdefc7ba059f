"""Everything that can be refused: a code for programs, words in two languages for people.

Every error that this package raises on bad input derives from `EchappeeError`. ``error.code`` is
stable; ``error.words`` says what is wrong and what to do; ``error.article`` is the article of the
rulebook where a rule is the reason.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")


class Phrase(msgspec.Struct, frozen=True):
    """The same sentence in English and in French."""

    en: str
    fr: str

    def __getitem__(self, language: Language) -> str:
        return self.fr if language == "fr" else self.en

    def __str__(self) -> str:
        return self.en


@cache
def _sentences() -> dict[str, dict[str, str]]:
    text = files("echappee").joinpath("errors.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def phrase(code: str, **facts: Any) -> Phrase:
    """The sentence of an error code with its facts filled in."""
    sentence = _sentences()[code]
    return Phrase(sentence["en"].format(**facts), sentence["fr"].format(**facts))


class EchappeeError(Exception):
    """Bad input of any kind. Nothing was changed."""

    def __init__(
        self, code: str, *, words: Phrase | None = None, article: str | None = None, **facts: Any
    ) -> None:
        self.code = code
        self.words = phrase(code, **facts) if words is None else words
        self.article = article
        super().__init__(self.words.en)


class UnknownGame(EchappeeError):
    """No game has this id."""


class BadOption(EchappeeError):
    """An unknown option, a value that it doesn't take, or a wrong number of players."""


class MoveError(EchappeeError):
    """A move that was not played."""


class InvalidMove(MoveError):
    """The text is not a move of this game at all."""


class IllegalMove(MoveError):
    """A well-formed move that the rules refuse now; ``article`` says which one does."""


class BadPosition(EchappeeError):
    """The text is not a position of this game."""


class BadRecord(EchappeeError):
    """A record that is broken, edited, or made by other rules."""


class UndoRefused(EchappeeError):
    """Taking back needs the consent of the other seats, or there is nothing to take back."""


class UsageError(EchappeeError):
    """A call or a command that can't be carried out as given."""
