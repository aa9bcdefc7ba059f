"""The commands that a person types at a table, in every language at once.

``[commands]`` in the words has their names, ``[command-help]`` what each does. Whatever language a
table speaks, the words of the other are read as well, with and without accents.
"""

from __future__ import annotations

from collections.abc import Mapping

from echappee.cli.speech import CLI_WORDS, Speech
from echappee.errors import LANGUAGES
from echappee.rulebook.typed_words import plain_word

COMMANDS = (
    "help", "moves", "hint", "undo", "why", "rules", "table", "log", "auto", "position", "proof",
    "save", "language", "quit",
)  # fmt: skip
"""All commands, in the order in which they are listed."""
WAIT, WAIT_LONG = "wait", "wait-long"
"""What one says who is asked out of turn: not now, and not before my next turn."""
_SHORT = {"?": "help", "q": "quit", "exit": "quit", "w": WAIT_LONG, "lang": "language"}


def read_command(line: str) -> tuple[str, str] | None:
    """The command that a line begins with, and the rest of the line; None if it is none."""
    word, _, rest = line.strip().partition(" ")
    command = _known().get(plain_word(word))
    return None if command is None else (command, rest.strip())


def list_commands(speech: Speech) -> str:
    """All commands as they are typed, in one line."""
    return " · ".join(command_usage(name, speech) for name in COMMANDS)


def command_usage(name: str, speech: Speech) -> str:
    """A command as it is typed, with what may follow it."""
    word = speech.text("commands", name)
    takes: Mapping[str, str] = CLI_WORDS.texts(speech.language)["command-takes"]
    return f"{word} {takes[name]}" if name in takes else word


def _known() -> Mapping[str, str]:
    found = dict(_SHORT)
    for language in LANGUAGES:
        names: Mapping[str, str] = CLI_WORDS.texts(language)["commands"]
        found.update({plain_word(word): name for name, word in names.items()})
    return found
