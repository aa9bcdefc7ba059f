"""Every sentence that a person reads, as data: one TOML file for each language in a game's folder.

A template may hold
  ``{name}``              the fact itself;
  ``{name|table}``        its name in a table of the same file (``{piece|pieces}``), lists joined;
                          the table ``player`` holds the names of the seats;
  ``{name?one:many}``     a word chosen by number.
The page uses the same files and the same three forms.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from typing import Any

import msgspec

from echappee.errors import LANGUAGES, BadPosition, InvalidMove, Language, Phrase
from echappee.french import joined, typeset_all
from echappee.rulebook.values import write_score

_SLOT = re.compile(r"\{(\w+)(?:\|([\w-]+)|\?([^:{}]*):([^{}]*))?\}")


class Article(msgspec.Struct, frozen=True):
    """One article of the rules in our own words, with the rulings that complete it."""

    id: str
    title: Phrase
    text: Phrase
    rulings: tuple[str, ...] = ()


class Words:
    """The words of one game in all languages."""

    def __init__(self, package: str) -> None:
        self._package = package

    @cached_property
    def _tables(self) -> dict[Language, dict[str, Any]]:
        folder = files(self._package).joinpath("words")
        english, french = (
            tomllib.loads(folder.joinpath(f"{language}.toml").read_text(encoding="utf-8"))
            for language in LANGUAGES
        )
        return {"en": english, "fr": typeset_all(french)}

    def texts(self, language: Language) -> dict[str, Any]:
        """All words of one language, for the page."""
        return self._tables[language]

    def get(self, *path: str) -> Phrase:
        """A sentence as it stands in the files, in both languages."""
        return Phrase(*(self._find(language, path) for language in LANGUAGES))

    def say(self, *path: str, **facts: Any) -> Phrase:
        """A sentence with its facts filled in, in both languages."""
        return Phrase(
            *(self.fill(language, self._find(language, path), facts) for language in LANGUAGES)
        )

    def fill(
        self, language: Language, template: str, facts: Mapping[str, Any], names: Sequence[str] = ()
    ) -> str:
        """Fill the slots of a template; ``names`` are those of the seats."""

        def slot(match: re.Match[str]) -> str:
            name, table, one, many = match.groups()
            value = facts[name]
            if one is not None:
                few = abs(value) <= 1 if language == "fr" else abs(value) == 1
                return str(one if few else many)
            items = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
            if table == "player":
                return ", ".join(names[item] for item in items)
            return ", ".join(self._name(language, table, item) for item in items)

        done, at = "", 0
        for found in _SLOT.finditer(template):
            before, said = done + template[at : found.start()], slot(found)
            done = joined(before, said) if language == "fr" else before + said
            at = found.end()
        return done + template[at:]

    @cached_property
    def articles(self) -> tuple[Article, ...]:
        """The rules by article."""
        english, french = (self._tables[language]["articles"] for language in LANGUAGES)
        return tuple(
            Article(
                key,
                Phrase(english[key]["title"], french[key]["title"]),
                Phrase(english[key]["text"].strip(), french[key]["text"].strip()),
                tuple(english[key].get("rulings", ())),
            )
            for key in english
        )

    def _find(self, language: Language, path: Sequence[str]) -> str:
        value: Any = self._tables[language]
        for key in path:
            value = value[key]
        return str(value)

    def _name(self, language: Language, table: str | None, value: Any) -> str:
        if table is None:
            return write_score(value, language) if isinstance(value, float) else str(value)
        if isinstance(value, bool):
            value = "yes" if value else "no"
        return str(self._tables[language][table].get(str(value), value))


def invalid_move(words: Words, text: str, article: str | None = None) -> InvalidMove:
    """The error for a text that is no move: the game's words say how a move is written."""
    help_ = words.get("notation", "move")
    return InvalidMove(
        "move-unreadable", article=article, text=text[:60], help=help_.en, help_fr=help_.fr
    )


def bad_position(words: Words, reason: str, **facts: Any) -> BadPosition:
    """The error for a text that is no position: ``[notation.position]`` has the reasons."""
    name, why = words.get("name"), words.say("notation", "position", reason, **facts)
    return BadPosition(
        "position-unreadable", game=name.en, game_fr=name.fr, reason=why.en, reason_fr=why.fr
    )
