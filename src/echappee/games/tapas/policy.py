"""A cheap and sensible player of Tapas: one move ahead, by points."""

from __future__ import annotations

import numpy as np

from echappee.games.tapas.rules import apply, standing
from echappee.games.tapas.state import STATE, SWAP, THREE_SAUCES
from echappee.rulebook.contract import Moves, State
from echappee.rulebook.randomness import Chance, below
from echappee.rulebook.scratch import scratch

_WIN = 1000
# By Burning Head and the number of Extras: by so many half points, about, the second of two players
# of this kind is ahead in the end (`docs/bots.md`, how fair Tapas is).
_SECOND = np.array([[2, 0, 7, 10, 0, 8], [0, 0, 1, -2, 0, 0]])


def policy(s: State, seat: int, moves: Moves, n: int, chance: Chance) -> int:
    """The move that leaves the best lead in points; among equals, the smallest value, then chance.

    High values are kept: they fetch more once the plate has filled up. The other side is taken if
    it has more points than moving second is worth.
    """
    worlds = scratch(1, STATE)
    scores = scratch(2, np.int64)
    if moves[0] == SWAP:
        standing(s, scores)
        second = _SECOND[1 if s.facing > 0 else 0, int(s.variant)]
        return 0 if scores[1 - seat] - scores[seat] > second else 1
    best, best_worth, equal = 0, -_WIN * 100, 0
    for i in range(n):
        worlds[0] = s
        move = int(moves[i])
        apply(worlds[0], seat, move, chance)
        standing(worlds[0], scores)
        worth = 2 * (scores[seat] - scores[1 - seat]) - move % 4
        if worlds[0].over == THREE_SAUCES:
            worth += 4 * _WIN
        if worth > best_worth:
            best, best_worth, equal = i, worth, 1
        elif worth == best_worth:
            equal += 1
            if below(chance, equal) == 0:
                best = i
    return best
