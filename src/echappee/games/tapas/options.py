"""The options of Tapas, and how long a game can be."""

from __future__ import annotations

from typing import Final

from echappee.games.tapas.fair_handicap import SUGGESTIONS
from echappee.rulebook.options import HalvesOption, Option, Options

MOST_HANDICAP: Final = 20
"""Points: more than half of all that there are to take."""

OPTIONS = (
    Option("extras", (0, 2, 3, 5), 0),
    Option("burning_head", (False, True), False),
    Option("addition_removes_extras", (False, True), False),
    Option("first_colour", ("j", "c", "chance"), "chance"),
    HalvesOption(
        "handicap", ("0", "2.5", "6"), "0", implied=True, most=MOST_HANDICAP, suggested=SUGGESTIONS
    ),
    Option("swap", (False, True), False, implied=True),
)


def longest(players: int, options: Options) -> int:
    """20 tapas, and between two pushes at most one pass, since two in a row end the game; and the
    answer of whoever is asked about the sides."""
    return 20 + 20 + (1 if options["swap"] else 0)
