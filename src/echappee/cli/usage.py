"""What Typer refuses, in one sentence of our own: commands, options and values that are none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from typer import Context
from typer._click import Command, exceptions
from typer.core import TyperGroup

from echappee.cli.speech import CLI_WORDS
from echappee.errors import Phrase, UsageError, did_you_mean, shown_facts
from echappee.games import game_ids

Refused = exceptions.ClickException
"""Whatever Typer has against a command line."""

_IN_BRACKETS = re.compile(r"\(s\) \((.*)\)$", re.DOTALL)
_FIRST = ("play", "games", "rules", "serve", "calc", "replay", "verify", "sim")
"""What most people look for in a help."""
_NOTHING = Phrase("", "")
_GONE = {"--processes": "nodes-instead"}
"""What was an option once, and the words that tell what there is in its place."""


class Commands(TyperGroup):
    """Commands by name, those for everybody first; of one that is none, the nearest is told."""

    def list_commands(self, ctx: Context) -> list[str]:  # type: ignore[override]
        """The names in the order of a help."""
        rest = [name for name in self.commands if name not in _FIRST]
        return [*(name for name in _FIRST if name in self.commands), *rest]

    def resolve_command(  # type: ignore[override]
        self, ctx: Context, args: list[str]
    ) -> tuple[str | None, Command | None, list[str]]:
        """The command that the first word means."""
        name = args[0]
        if name not in self.commands and not ctx.resilient_parsing and not name.startswith("-"):
            known = [one for one, command in self.commands.items() if not command.hidden]
            near = did_you_mean(name, known)
            if name in game_ids():
                near = CLI_WORDS.say("usage", "play-it", command=f"{ctx.command_path} play {name}")
            raise _refusal("no-command", near, name=name, known=", ".join(known))
        found: tuple[str | None, Command | None, list[str]] = super().resolve_command(ctx, args)
        return found


def refusal_of(error: Refused, typed: Sequence[str]) -> UsageError:
    """The refusal of a command line as one sentence; ``typed`` is the line."""
    context: Any = getattr(error, "ctx", None)
    command = context.command_path if context else "echappee"
    match error:
        case exceptions.NoSuchOption():
            options = [name for param in context.command.params for name in param.opts]
            near = did_you_mean(error.option_name, [*options, "--help"])
            if error.option_name in _GONE:
                near = CLI_WORDS.say("usage", _GONE[error.option_name])
            code = "no-option" if near.en else "no-option-help"
            return _refusal(code, near, command=command, option=error.option_name)
        case exceptions.BadOptionUsage():
            flag = any(word.startswith(f"{error.option_name}=") for word in typed)
            return _refusal("value-unwanted" if flag else "value-missing", name=error.option_name)
        case exceptions.MissingParameter():
            kind = "argument" if _is_argument(error.param) else "option"
            return _refusal(f"{kind}-missing", command=command, name=_name(error.param))
        case exceptions.BadParameter():
            annotation = error.param.type_descriptor.annotation if error.param else None
            kind = "whole" if _holds(annotation, int) else "number"
            kind = kind if _holds(annotation, int) or _holds(annotation, float) else "other"
            return _refusal(
                f"value-{kind}", name=_name(error.param), value=_given(error),
            )  # fmt: skip
    if context is not None and isinstance(context.command, TyperGroup):
        return _refusal("no-word", command=command, known=", ".join(context.command.commands))
    extra = _IN_BRACKETS.search(error.message)
    code = "too-much" if extra else "unreadable"
    return _refusal(code, command=command, text=extra[1] if extra else "")


def _refusal(code: str, near: Phrase = _NOTHING, **facts: object) -> UsageError:
    told = shown_facts({"near": near.en, "near_fr": near.fr, **facts})
    return UsageError(code, words=CLI_WORDS.say("usage", code, **told))


def _is_argument(param: Any) -> bool:
    return getattr(param, "param_type_name", "") == "argument"


def _name(param: Any) -> str:
    """A parameter as the help writes it: ``GAME`` or ``--games``."""
    if param is None:
        return "?"
    if _is_argument(param):
        return str(param.metavar or param.name.upper())
    return str(max(param.opts, key=len))


def _holds(annotation: Any, kind: type) -> bool:
    """Is this the annotation of a number like ``int`` or ``int | None``?"""
    return annotation is kind or kind in getattr(annotation, "__args__", ())


def _given(error: exceptions.BadParameter) -> str:
    """What was given in the place of a value."""
    told: Any = error.__cause__
    found = told.errors() if hasattr(told, "errors") else ()
    return str(found[0].get("input", "")) if found else ""
