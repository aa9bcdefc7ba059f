"""The bots whose choice is compiled whole."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from echappee.bots.chair import Chair
from echappee.bots.simple_kernels import GREEDY, choose
from echappee.rulebook.turn_order import WAIT


class CompiledBot:
    """A bot whose whole choice is compiled, so that simulations run it at full speed."""

    def __init__(self, name: str, kind: int) -> None:
        self.name = name
        self.kind = kind

    def choose(self, chair: Chair) -> str | None:
        """The move it would make in a simulation, too."""
        codes = chair.moves.codes()
        if not codes:
            return None
        place = chosen(self.kind, chair, codes)
        return None if place == WAIT else chair.moves[place]


GREEDY_BOT = CompiledBot("greedy", GREEDY)


def chosen(kind: int, chair: Chair, codes: Sequence[int]) -> int:
    """The place of the move that a bot of this kind takes among some moves, or `WAIT`."""
    rulebook = chair.rulebook
    states = rulebook.blank(2)
    states[0] = chair.worlds(1)[0]
    return int(
        rulebook.functions.kernel(choose)(
            kind, states, chair.seat, np.array(codes, np.int32), len(codes), chair.out_of_turn,
            chair.chance(),
        )
    )  # fmt: skip
