"""Words of the terminal: language, and sentences for what happened."""

from __future__ import annotations

import locale
import os
from collections.abc import Sequence
from contextvars import ContextVar
from typing import Any

from rich.console import Console

from echappee.cli.line_breaks import keep_no_break_spaces
from echappee.errors import LANGUAGES, EchappeeError, Language, UsageError
from echappee.rulebook.values import Event
from echappee.rulebook.words import Words

CLI_WORDS = Words("echappee.cli")
keep_no_break_spaces()


def choose_language(asked: str | None) -> Language:
    """The language asked for, else that of the environment, else English."""
    if asked is not None:
        for language in LANGUAGES:
            if asked == language:
                return language
        raise UsageError("unknown-language", name=asked)
    told = os.environ.get("ECHAPPEE_LANG") or locale.getlocale()[0] or ""
    return "fr" if told.lower().startswith("fr") else "en"


_OF_THE_PROGRAM: ContextVar[str | None] = ContextVar("_OF_THE_PROGRAM", default=None)
"""The language that was asked for before the command."""


def set_language(lang: str | None) -> None:
    """Commands that are told no language speak this one."""
    _OF_THE_PROGRAM.set(lang)


def speech_for(lang: str | None) -> Speech:
    """Speech in the language that a command was told, or the program before it."""
    asked = _OF_THE_PROGRAM.get() if lang is None else lang
    return Speech(Console(), choose_language(asked))


class Speech:
    """Says things to a person in his language."""

    def __init__(self, console: Console, language: Language) -> None:
        self.console = console
        self.language = language

    def text(self, *path: str, **facts: Any) -> str:
        """A sentence of the terminal's own."""
        return CLI_WORDS.say(*path, **facts)[self.language]

    def say(self, *path: str, style: str = "", **facts: Any) -> None:
        """Print a sentence of the terminal's own."""
        self.console.print(self.text(*path, **facts), style=style, highlight=False)

    def refuse(self, error: EchappeeError) -> None:
        """Say why something was refused, with the article."""
        article = (
            f" [{self.text('play', 'article', article=error.article)}]" if error.article else ""
        )
        self.console.print(
            error.words[self.language] + article, style="red", markup=False, highlight=False,
            soft_wrap=not self.console.is_terminal,  # one line in a log
        )  # fmt: skip

    def tell(self, words: Words, event: Event, names: Sequence[str]) -> str:
        """A sentence for something that happened."""
        if event.kind == "undo":
            template = CLI_WORDS.get("play", "undo")[self.language]
        else:
            template = words.get("events", event.kind)[self.language]
        facts = {"seat": event.seat, **event.facts}
        return words.fill(self.language, template, facts, names)
