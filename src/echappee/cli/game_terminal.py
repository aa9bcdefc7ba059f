"""A game at a terminal: its table drawn, its moves as people type and read them there.

A game's ``terminal.py`` has `draw`. Where its notation is not what a person would type, it also has

- ``read_typed(typed, language)``: the moves that a typed word means, in the game's notation;
- ``show_move(text, language)``: a move of the notation as this terminal writes it;
- ``show_facts(facts, language)``: the facts of an event, written the same way;
- ``describe_move(text, view, names, words, language)``: a move in words;
- ``draw_series(summary, names, words, language)``: how a series of matches stands.

People count seats from 1, in what they type and in what they are shown; the notation of records
counts from 0. The two functions of a game that has seats in its moves translate.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from rich.console import RenderableType

from echappee.cli.speech import Speech
from echappee.match.match import Match
from echappee.rulebook.rulebook import Rulebook
from echappee.rulebook.values import Event, View

_BETWEEN_MOVES = re.compile(r"[\s,;]+")


class GameTerminal:
    """What one game shows and reads at a terminal, in the language of a speech."""

    def __init__(self, rulebook: Rulebook, speech: Speech) -> None:
        self._room: Any = import_module(f"{rulebook.package}.terminal")
        self._words = rulebook.words
        self._speech = speech

    def draw(
        self,
        match: Match,
        viewer: int | None,
        names: Sequence[str],
        width: int,
        marked: str | None = None,
    ) -> RenderableType:
        """The table as a viewer sees it; ``marked`` is a move whose place is to be seen."""
        moves = [] if viewer is None else list(match.moves(viewer))
        return self._room.draw(  # type: ignore[no-any-return]
            match.typed_view(viewer), moves, names, self._words, self._speech.language,
            width=width, marked=marked,
        )  # fmt: skip

    def show(self, text: str) -> str:
        """A move as this terminal writes it."""
        show = getattr(self._room, "show_move", None)
        return str(show(text, self._speech.language)) if show else text

    def read(self, line: str, names: Sequence[str] = ()) -> list[str]:
        """The moves of a typed line, in the game's notation; a seat may be told by its name."""
        for seat, name in sorted(enumerate(names, 1), key=lambda one: -len(one[1])):
            line = re.sub(rf">\s*{re.escape(name)}", f">{seat}", line, flags=re.IGNORECASE)
        typed = [word for word in _BETWEEN_MOVES.split(line.strip()) if word]
        read = getattr(self._room, "read_typed", None)
        if read is None:
            return typed
        return [text for word in typed for text in read(word, self._speech.language)]

    def describe(self, text: str, view: View, names: Sequence[str]) -> str:
        """A move in words; empty where the game has none for it."""
        describe = getattr(self._room, "describe_move", None)
        if describe is None:
            return ""
        return str(describe(text, view, names, self._words, self._speech.language))

    def tell(self, event: Event, names: Sequence[str]) -> str:
        """A sentence for something that happened."""
        show = getattr(self._room, "show_facts", None)
        facts: Mapping[str, Any] = event.facts
        if show is not None:
            facts = show(facts, self._speech.language)
        told = Event(event.kind, event.seat, dict(facts))
        return self._speech.tell(self._words, told, names)

    def draw_series(self, summary: Any, names: Sequence[str]) -> RenderableType | None:
        """How a series of matches stands; None where the game draws none."""
        draw = getattr(self._room, "draw_series", None)
        if draw is None:
            return None
        drawn: RenderableType = draw(summary, names, self._words, self._speech.language)
        return drawn

    def sentence(self, key: str) -> str | None:
        """A sentence of the game's ``[terminal]`` words: its aim, its legend, how moves are
        written; None where it has none."""
        texts = self._words.texts(self._speech.language)
        found = texts.get("terminal", {}).get(key)
        return None if found is None else str(found)
