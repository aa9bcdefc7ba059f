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
    context, path = None, []
    given = list(arguments)
    while True:
        context = group.make_context(name, given, parent=context)
        if not hasattr(group, "resolve_command"):
            return path[0]
        given = [*context._protected_args, *context.args]
        if not given or (path and given[0] not in group.commands):
            return path[0] if path else ""
        name, group, given = group.resolve_command(context, given)
        path.append(name)
