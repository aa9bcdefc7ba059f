"""``--help`` in French: what the commands say of themselves in English, translated."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import Any

from typer._click import Command
from typer._click.core import Context
from typer.core import TyperGroup

from echappee.errors import Language
from echappee.french import typeset

_TYPERS_OWN = (
    "DEFAULT_STRING", "ENVVAR_STRING", "REQUIRED_LONG_STRING", "ARGUMENTS_PANEL_TITLE",
    "OPTIONS_PANEL_TITLE", "COMMANDS_PANEL_TITLE",
)  # fmt: skip
"""What Typer says around ours."""


@cache
def french() -> dict[str, str]:
    """The French of everything that a help says, by its English."""
    text = files("echappee.cli").joinpath("words", "help.toml").read_text(encoding="utf-8")
    return {plain(english): typeset(said) for english, said in tomllib.loads(text).items()}


@contextmanager
def help_in(language: Language, command: Command) -> Iterator[None]:
    """All commands speak of themselves in this language for a while."""
    before: list[tuple[Any, str, str]] = []
    try:
        if language == "fr":
            for owner, name in sayings(command):
                english = getattr(owner, name)
                before.append((owner, name, english))
                setattr(owner, name, french().get(plain(english), english))
        yield
    finally:
        for owner, name, english in before:
            setattr(owner, name, english)


def sayings(command: Command) -> Iterator[tuple[Any, str]]:
    """Where a text lies that a help shows: an object and the name of its text."""
    from typer import rich_utils  # only a help needs it

    for name in _TYPERS_OWN:
        yield rich_utils, name
    for one in _all(command):
        for owner in (one, *one.params, one.get_help_option(Context(one))):
            if getattr(owner, "help", None):
                yield owner, "help"


def plain(text: str) -> str:
    """A text without its line breaks, by which it is found."""
    return " ".join(text.split())


def _all(command: Command) -> Iterator[Command]:
    yield command
    if isinstance(command, TyperGroup):
        for one in command.commands.values():
            yield from _all(one)
