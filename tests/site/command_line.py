"""Our command line, which reads a command without doing it."""

from __future__ import annotations

from functools import cache
from typing import Any

import typer.main

from echappee.cli.app import app


@cache
def _group() -> Any:
    return typer.main.get_command(app)


def read(arguments: list[str]) -> str:
    """Read a command as it stands, and refuse what is wrong with it; the name of the command."""
    group, name = _group(), "echappee"
    given, names = list(arguments), [""]
    context = None
    while True:
        context = group.make_context(name, given, parent=context)
        if not hasattr(group, "resolve_command"):
            break
        given = [*context._protected_args, *context.args]
        if not given or (names[1:] and given[0] not in group.commands):
            break
        name, group, given = group.resolve_command(context, given)
        names.append(name)
    return names[min(1, len(names) - 1)]
