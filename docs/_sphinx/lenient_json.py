"""JSON as documents show it: with dots for what is left out, and arrows for who sends it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pygments.lexers.data import JsonLexer
from pygments.token import Error, Text, _TokenType
from sphinx.application import Sphinx


class LenientJson(JsonLexer):  # type: ignore[misc]
    """Nothing in it is an error."""

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """The tokens; what JSON does not know is plain text."""
        found: Any = super().get_tokens_unprocessed(text)
        for index, kind, value in found:
            yield index, Text if kind is Error else kind, value


def setup(app: Sphinx) -> None:
    """Let it stand for ``json``."""
    app.add_lexer("json", LenientJson)
