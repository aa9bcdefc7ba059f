"""Who is asked next where seats are asked one after the other: in simulations and searches, by bots
and by programs of others. Compiled with every game, and plain Python elsewhere.

Of several seats on turn the first is meant. Seats that are offered to act out of turn are asked
before it, clockwise from it, and may wait.
"""

from __future__ import annotations

from echappee.rulebook.randomness import Chance, below

WAIT = -1
"""In place of a move: a seat that is asked out of turn does nothing."""

PATIENCE = 8
"""Who plays at random acts out of turn once in so many times, else punctures would all fly at once.
"""


def lowest_seat(mask: int) -> int:
    """The first seat of a bit mask that is not empty."""
    seat = 0
    while mask >> seat & 1 == 0:
        seat += 1
    return seat


def next_asked(awaited: int, offered: int, step: int, players: int) -> tuple[int, int]:
    """Who is asked next, and how far round the table he sits from the seat on turn (0: on turn).

    ``awaited`` and ``offered`` are the game's bit masks. ``step`` is where the last one asked sat,
    who waited; 0 after a move. In a game that is over nobody is asked: (0, 0).
    """
    if awaited == 0:
        return 0, 0
    turn = lowest_seat(awaited)
    if offered != 0:
        for later in range(step + 1, players):
            seat = (turn + later) % players
            if offered >> seat & 1:
                return seat, later
    return turn, 0


def step_to(awaited: int, seat: int, players: int) -> int:
    """How far round the table a seat sits from the seat on turn; 0 for every seat on turn."""
    if awaited == 0 or awaited >> seat & 1:
        return 0
    return (seat - lowest_seat(awaited)) % players


def waits(chance: Chance) -> bool:
    """Does somebody who plays at random let a move out of turn go by?"""
    return below(chance, PATIENCE) != 0
