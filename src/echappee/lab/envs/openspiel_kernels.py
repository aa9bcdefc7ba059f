"""A move in OpenSpiel's terms, in one compiled call: played, and the next seat asked.

What a position needs to go on from is in two arrays: ``states``, of which the second is scratch,
and ``turn``, which says who is asked and what there is to choose from.
"""

from __future__ import annotations

import numpy as np

from echappee.rulebook.compile_ahead import Kernel
from echappee.rulebook.contract import Moves, Numbers, apply, awaited, legal, offered, over
from echappee.rulebook.randomness import Chance, start_stream
from echappee.rulebook.turn_order import next_asked

SEAT, STEP, OVER, COUNT = range(4)
"""What ``turn`` holds: the seat that is asked, how far round the table it sits from the seat on
turn, whether the game is over, and how many moves were listed."""
TURN = 4
NOTHING = -1
"""In place of a move: only ask the next seat, as after the deal and where a seat waits."""
_ONE = np.uint64(1)


def move_on(
    states: Numbers, players: int, move: int, drawn: int, seed: int, number: int,
    chance: Chance, turn: Numbers, moves: Moves,
) -> bool:  # fmt: skip
    """Play ``move`` of the seat that is asked, ask the next one and list its moves.

    A move that draws needs chance: unless it was ``drawn``, nothing is done, and the answer is
    False. The draw is made from the stream ``number`` of ``seed``.
    """
    if move != NOTHING:
        if drawn != 0:
            start_stream(chance, seed, number)
        else:
            for word in range(chance.size):
                chance[word] = _ONE
        states[1] = states[0]
        apply(states[1], int(turn[SEAT]), move, chance)
        if drawn == 0:
            for word in range(chance.size):
                if chance[word] != _ONE:
                    return False
        states[0] = states[1]
        turn[STEP] = 0
    s = states[0]
    turn[COUNT] = 0
    turn[OVER] = over(s)
    if turn[OVER] == 0:
        seat, step = next_asked(awaited(s), offered(s), int(turn[STEP]), players)
        turn[SEAT] = seat
        turn[STEP] = step
        turn[COUNT] = legal(s, seat, moves)
    return True


KERNELS: tuple[Kernel, ...] = (
    (move_on, ("states", "int", "int", "int", "int", "int", "chance", "ints", "moves")),
)
"""What an OpenSpiel game compiles when it is first made."""
