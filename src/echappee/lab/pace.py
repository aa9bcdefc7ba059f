"""How long people take: a few seconds for each decision, moves without a choice cost nobody time.

Who is awaited at the same time thinks at the same time. Compiled with the games that are timed.
"""

from __future__ import annotations

from echappee.rulebook.contract import Numbers

THINK = 10
"""Seconds that people are taken to need for the first decision of a turn."""
STEP = 2
"""The same for each further one of the same turn: the next step of a rider, the next card."""
NOW = 0
BEGUN, FREE = 1, 9
"""Where in the clock each seat's two numbers begin: has it begun its turn; when it is free again.
The first number of all is what time it is."""
CLOCK = 17
"""So many numbers are in a clock."""


def start_clock(clock: Numbers, awaited: int) -> None:
    """The beginning of a game: nobody has thought yet."""
    clock[:] = 0
    for seat in range(8):
        clock[FREE + seat] = 0 if awaited >> seat & 1 else -1


def think(clock: Numbers, seat: int) -> None:
    """A seat decides between several moves."""
    if clock[FREE + seat] < 0:
        clock[FREE + seat] = clock[NOW]
    clock[FREE + seat] += STEP if clock[BEGUN + seat] != 0 else THINK
    clock[BEGUN + seat] = 1
    clock[NOW] = max(clock[NOW], clock[FREE + seat])


def go_on(clock: Numbers, awaited: int) -> None:
    """A move was played: these seats are awaited now."""
    for seat in range(8):
        if awaited >> seat & 1 == 0:
            clock[BEGUN + seat] = 0
            clock[FREE + seat] = -1
        elif clock[FREE + seat] < 0:
            clock[FREE + seat] = clock[NOW]
