"""Everything that can be refused: a code for programs, words in two languages for people.

Every error that this package raises on bad input derives from `EchappeeError`. ``error.code`` is
stable; ``error.words`` says what is wrong and what to do; ``error.article`` is the article of the
rulebook where a rule is the reason.
"""

from __future__ import annotations

import difflib
import errno
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from echappee.french import filled, typeset

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")


class Phrase(msgspec.Struct, frozen=True):
    """The same sentence in English and in French."""

    en: str
    fr: str

    def __getitem__(self, language: Language) -> str:
        if isinstance(language, str) and language in LANGUAGES:
            return self.fr if language == "fr" else self.en
        raise UsageError("unknown-language", name=language)

    def __str__(self) -> str:
        return self.en


SHOWN = 60
"""So much of a value that somebody gave comes back in a sentence about it."""
_OWN = {
    "expected", "file", "folder", "help", "known", "marker", "missing", "names", "near", "path",
    "reason", "steps", "why",
}  # fmt: skip
_MOST_OF_OWN = 600
_MOST_WORDS = 1_500
_MOST_BITS = 190  # a whole number with more of them is longer than what is shown
_HALF_SIGN = re.compile("[\ud800-\udfff]")


def shown(value: object, most: int = SHOWN) -> str:
    """A value that somebody gave, as a sentence can show it, whatever it is.

    It is cut where it is long, signs that can't be printed become dots, and of an object that
    can't even be written only its kind is told.
    """
    text = _cut(_written(value), most)
    return text if text.isprintable() else "".join(c if c.isprintable() else "·" for c in text)


def shown_facts(facts: Mapping[str, object]) -> dict[str, str]:
    """The facts of a refusal as its sentence can hold them.

    What a caller gave is cut short. What we say ourselves (``known``, ``why`` …) may be longer.
    """
    return {
        name: _own(fact) if name.removesuffix("_fr") in _OWN else shown(fact)
        for name, fact in facts.items()
    }


def _own(fact: object) -> str:
    return _HALF_SIGN.sub("·", _cut(_written(fact), _MOST_OF_OWN))


def _written(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        # Python writes no number of many thousand digits: here are the first ones.
        digits = value.bit_length() * 3 // 10
        return f"{'-' if value < 0 else ''}{abs(value) // 10 ** (digits - SHOWN)}"
    try:
        return repr(value) if isinstance(value, bytes) else str(value)
    except Exception:
        return type(value).__name__


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


@cache
def _sentences() -> dict[str, dict[str, str]]:
    text = files("echappee").joinpath("errors.toml").read_text(encoding="utf-8")
    written: dict[str, dict[str, str]] = tomllib.loads(text)
    return {code: words | {"fr": typeset(words["fr"])} for code, words in written.items()}


def phrase(code: str, **facts: Any) -> Phrase:
    """The sentence of an error code with its facts filled in."""
    sentence, told = _sentences()[code], shown_facts(facts)
    return Phrase(sentence["en"].format(**told), filled(sentence["fr"], told))


def did_you_mean(typed: object, known: Iterable[str]) -> Phrase:
    """A question after a word that nobody knows: the nearest of those that are known, if any."""
    if not isinstance(typed, str) or len(typed) > SHOWN:
        return Phrase("", "")
    folded = {name.casefold(): name for name in known}
    near = difflib.get_close_matches(typed.casefold(), folded, n=1)
    return phrase("did-you-mean", name=folded[near[0]]) if near else Phrase("", "")


_SYSTEM = {
    errno.ENOENT: "missing", errno.ENOTDIR: "missing", errno.EISDIR: "folder",
    errno.EACCES: "forbidden", errno.EPERM: "forbidden", errno.EROFS: "forbidden",
    errno.ENAMETOOLONG: "long", errno.ENOSPC: "full", errno.EADDRINUSE: "used",
    errno.EADDRNOTAVAIL: "elsewhere",
}  # fmt: skip


def reason_of(error: BaseException) -> Phrase:
    """Why the system refused, in words; what we have none for, in its own."""
    if isinstance(error, OSError) and error.errno in _SYSTEM:
        return phrase(f"system-{_SYSTEM[error.errno]}")
    if type(error).__name__ == "gaierror":  # a name that no address is known of
        return phrase("system-elsewhere")
    said = str(getattr(error, "strerror", None) or type(error).__name__).rstrip(".")
    return Phrase(said, said)


class EchappeeError(Exception):
    """Bad input of any kind. Nothing was changed."""

    def __init__(
        self, code: str, *, words: Phrase | None = None, article: str | None = None, **facts: Any
    ) -> None:
        self.code = code
        said = phrase(code, **facts) if words is None else words
        self.words = Phrase(_cut(said.en, _MOST_WORDS), _cut(said.fr, _MOST_WORDS))
        self.article = article
        super().__init__(self.words.en)

    def __reduce__(self) -> tuple[Any, ...]:
        """It can be copied, and sent from one process to another."""
        return _raised_again, (type(self), self.args, self.__dict__)


def _raised_again(
    kind: type[EchappeeError], told: tuple[str, ...], facts: dict[str, Any]
) -> EchappeeError:
    error = kind.__new__(kind)
    error.args = told
    error.__dict__.update(facts)
    return error


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


class OutOfRange(UsageError, IndexError):
    """No item has this number. Python's own loops know it as an ``IndexError``."""
