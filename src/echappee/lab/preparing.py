"""Compile everything of a game that the program ever runs."""

from __future__ import annotations

from collections.abc import Sequence

from echappee.bots.choosing import choose
from echappee.games import rulebook
from echappee.lab.contest import contest
from echappee.rulebook.preparing import Kernel, Progress, is_prepared, prepare

KERNELS: tuple[Kernel, ...] = (
    (choose, ("int", "states", "int", "moves", "int", "bool", "chance")),
    (
        contest,
        (
            "states", "int", "ints", "ints", "moves", "chance", "int", "int", "int_rows",
            "int_rows", "ints", "ints",
        ),
    ),
)  # fmt: skip


def unprepared(ids: Sequence[str]) -> tuple[str, ...]:
    """Those of some games that this machine has not compiled yet."""
    return tuple(game_id for game_id in ids if not is_prepared(rulebook(game_id), KERNELS))


def prepare_game(game_id: str, progress: Progress | None = None) -> None:
    """Compile a game's rules, its bots and the simulation."""
    prepare(rulebook(game_id), KERNELS, progress)
