"""A table drawn for a terminal, as the game itself draws it there."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from io import StringIO
from typing import Any

from rich.console import Console

from echappee.rulebook.rulebook import Rulebook
from echappee.rulebook.values import View

RENDER_MODES = ("ansi", "human")
"""As a text, or printed."""
_WIDTH = 100


def agent_name(seat: int) -> str:
    """What a seat is called where agents have names."""
    return f"seat_{seat}"


def draw(rules: Rulebook, view: View, moves: Sequence[str], *, colour: bool) -> str:
    """The table that a view shows; ``moves`` are those of the viewer. In ``colour``, with the signs
    that make terminals colour it."""
    room: Any = import_module(f"{rules.package}.terminal")
    names = [agent_name(seat) for seat in range(view.players)]
    table = room.draw(view, moves, names, rules.words, "en", width=_WIDTH, marked=None)
    text = StringIO()
    system: Any = "truecolor" if colour else None
    console = Console(
        file=text, width=_WIDTH, force_terminal=colour, color_system=system, legacy_windows=False
    )
    console.print(table)
    return text.getvalue()
