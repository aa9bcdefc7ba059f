"""The words of a game's moves as people type and read them in their language.

``[typed]`` in the words of a game names them: the key is the word of the notation, the value what
a person types. Whatever language a table speaks, the words of the others are read as well, and so
is the notation's own; capitals and accents don't matter.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from echappee.errors import LANGUAGES, Language
from echappee.rulebook.words import Words


def plain_word(word: str) -> str:
    """A word in small letters without accents."""
    apart = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


class TypedWords:
    """The typed words of one game."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def read(self, word: str) -> str:
        """The notation's word for a typed one; one that is unknown stays as it is."""
        sought = plain_word(word)
        for language in LANGUAGES:
            for known, typed in self._table(language).items():
                if sought in (plain_word(known), plain_word(typed)):
                    return known
        return word

    def show(self, word: str, language: Language) -> str:
        """A word of the notation as this language types it."""
        return self._table(language).get(word, word)

    def _table(self, language: Language) -> Mapping[str, str]:
        table: Mapping[str, str] = self._words.texts(language)["typed"]
        return table
