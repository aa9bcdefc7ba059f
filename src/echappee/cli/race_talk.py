"""How the race calculator asks: questions, answers, commands in both languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from rich.markup import escape

from echappee.calculator.edit import new_race
from echappee.calculator.left import left_seconds
from echappee.calculator.names import check_names, find_seat, fold
from echappee.calculator.race import WORDS, Left, Race
from echappee.cli.speech import Speech
from echappee.errors import LANGUAGES, EchappeeError, Phrase

COMMANDS = ("undo", "redo", "correct", "remove", "insert", "show", "back", "help", "quit")
_WORDS = {fold(WORDS.get("commands", name)[lang]): name for name in COMMANDS for lang in LANGUAGES}
_ANSWERS = {
    fold(word): answer == "yes"
    for answer in ("yes", "no")
    for language in LANGUAGES
    for word in WORDS.get("answers", answer)[language].split()
}
_ENGLISH_COLOURS = str.maketrans("JV", "YG")
Answer = TypeVar("Answer")


class Leave(Exception):
    """The person wants to stop; everything is saved."""


class Order(Exception):
    """A command typed in place of an answer."""

    def __init__(self, name: str, rest: str) -> None:
        super().__init__(name)
        self.name = name
        self.rest = rest


def order_in(text: str) -> Order | None:
    """The command that a text is, in either language."""
    word, _, rest = text.partition(" ")
    name = _WORDS.get(fold(word))
    return None if name is None else Order(name, rest)


def command_word(name: str) -> Phrase:
    """A command as it is typed."""
    return WORDS.get("commands", name)


class Talk:
    """Questions and answers in one language."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        self.language = speech.language
        self.console = speech.console

    def text(self, *path: str, **facts: Any) -> str:
        """A sentence of the calculator."""
        return WORDS.say(*path, **facts)[self.language]

    def say(self, *path: str, style: str = "", **facts: Any) -> None:
        """Print a sentence of the calculator."""
        self.console.print(self.text(*path, **facts), style=style, markup=False, highlight=False)

    def ask(
        self,
        question: str,
        read: Callable[[str], Answer],
        default: str = "",
        keep: Callable[[str], Answer] | None = None,
    ) -> Answer:
        """Ask until the answer can be read; an empty one stands for the default.

        The default is read by ``keep``, if there is one: nobody has typed it.
        """
        while True:
            typed = self.console.input(f"[bold]{escape(question)}[/bold] > ").strip()
            try:
                if typed or not default:
                    return read(typed)
                return (keep or read)(default)
            except EchappeeError as error:
                self.speech.refuse(error)

    def yes(self, *path: str, **facts: Any) -> bool:
        """Ask for yes or no; an empty answer is yes."""
        question = self.text(*path, **facts)

        def read(text: str) -> bool:
            if fold(text) not in _ANSWERS:
                raise EchappeeError("yes-or-no", words=WORDS.get("ask", "yes-or-no"))
            return _ANSWERS[fold(text)]

        return self.ask(question, read, "yes")

    def cards(self, left: Left) -> str:
        """Cards left as a person of this language writes them; they can be read back."""
        if left.cards:
            named = " ".join(left.cards)
            return named.translate(_ENGLISH_COLOURS) if self.language == "en" else named
        return self.counts(left)

    def counts(self, left: Left) -> str:
        """How many small and big ones."""
        parts = [("small", left.small), ("big", left.big)]
        return ", ".join(self.text("cards", kind, n=n) for kind, n in parts if n)

    def echo(self, name: str, left: Left) -> None:
        """Say how the cards left by somebody were read, and what they cost."""
        kind = "named" if left.cards else "counted"
        self.say(
            "cards", kind, style="dim", name=name, cards=self.cards(left),
            counts=self.counts(left), seconds=left_seconds(left),
        )  # fmt: skip


def ask_race(talk: Talk, title: str = "") -> Race:
    """A new race by questions: who rides, which edition and mode, who begins."""
    names = talk.ask(talk.text("ask", "names"), lambda text: check_names(text.split(",")))

    def read_edition(text: str) -> str:
        return new_race(names, edition=text.upper()).edition

    edition = talk.ask(talk.text("ask", "edition"), read_edition, "FR")

    def read_mode(text: str) -> str:
        meant = [mode for mode in ("sprint", "endurance") if mode.startswith(fold(text))]
        return new_race(names, mode=meant[0] if len(meant) == 1 else text).mode

    mode = talk.ask(talk.text("ask", "mode"), read_mode, "sprint")
    each = None
    if mode == "endurance":

        def read_each(text: str) -> int:
            number: Any = int(text) if text.isdecimal() else text
            return new_race(names, mode=mode, stages_each=number).stages_each

        each = talk.ask(talk.text("ask", "each"), read_each, "3")
    race = new_race(names, edition, mode, each, title=title)
    first = talk.text("ask", "first", name=names[0])
    seat = talk.ask(first, lambda text: find_seat(race, text), names[0])
    return msgspec.structs.replace(race, first=seat)
