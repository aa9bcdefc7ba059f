"""The bots whose choice is compiled whole."""

from __future__ import annotations

import numpy as np

from echappee.bots.chair import Chair
from echappee.bots.simple_kernels import choose
from echappee.rulebook.turn_order import WAIT


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
