"""The first two bots: random, and greedy by the game's own cheap policy."""

from __future__ import annotations

import numpy as np

from echappee.bots.chair import Chair
from echappee.rulebook.chance import Chance, below
from echappee.rulebook.contract import Moves, Numbers, policy, redeal

RANDOM, GREEDY = 0, 1
WAIT = -1
_PATIENCE = 8


def random_choice(n: int, out_of_turn: bool, chance: Chance) -> int:
    """Any move; out of turn only once in eight times, else punctures would all fly at once."""
    if out_of_turn and below(chance, _PATIENCE) != 0:
        return WAIT
    return below(chance, n)


def choose(
    kind: int, states: Numbers, seat: int, moves: Moves, n: int, out_of_turn: bool, chance: Chance
) -> int:
    """The choice of a compiled bot at ``states[0]``; ``states[1]`` is scratch.

    The greedy one is shown a possible world, as at a table: never the state itself.
    """
    if kind == RANDOM:
        return random_choice(n, out_of_turn, chance)
    if n == 1 and not out_of_turn:
        return 0
    states[1] = states[0]
    redeal(states[1], seat, chance)
    return policy(states[1], seat, moves, n, chance)


class CompiledBot:
    """A bot whose whole choice is compiled, so that simulations run it at full speed."""

    def __init__(self, name: str, kind: int) -> None:
        self.name = name
        self.kind = kind

    def choose(self, chair: Chair) -> str | None:
        """The move it would make in a simulation, too."""
        rulebook = chair.rulebook
        codes = chair.moves.codes()
        if not codes:
            return None
        states = rulebook.blank(2)
        states[0] = chair.worlds(1)[0]
        buffer = np.array(codes, np.int32)
        place = rulebook.functions.kernel(choose)(
            self.kind, states, chair.seat, buffer, len(codes), chair.out_of_turn, chair.chance()
        )
        if place == WAIT:
            return None
        return rulebook.notation.write_move(states[0], chair.seat, codes[place])
