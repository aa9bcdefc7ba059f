"""The options of Tapas, and how long a game can be."""

from __future__ import annotations

from echappee.rulebook.options import Option, Options

OPTIONS = (
    Option("extras", (0, 2, 3, 5), 0),
    Option("burning_head", (False, True), False),
    Option("addition_removes_extras", (False, True), False),
    Option("first_colour", ("j", "c", "chance"), "chance"),
)


def longest(players: int, options: Options) -> int:
    """20 tapas, and between two pushes at most one pass; two passes in a row end the game."""
    return 20 + 20
