"""Whole games between compiled bots, in one compiled loop."""

from __future__ import annotations

from echappee.bots.simple_kernels import choose
from echappee.rulebook.contract import (
    Moves,
    Numbers,
    apply,
    awaited,
    legal,
    offered,
    over,
    ranking,
    setup,
    standing,
)
from echappee.rulebook.randomness import Chance, start_stream
from echappee.rulebook.turn_order import WAIT, next_asked


def contest(
    states: Numbers, players: int, options: Numbers, bots: Numbers, moves: Moves, chance: Chance,
    seed: int, first: int, scores: Numbers, places: Numbers, lengths: Numbers, endings: Numbers,
) -> None:  # fmt: skip
    """Play games ``first``, ``first + 1``, … of a simulation, one for each row of ``scores``.

    Bots move one seat on from game to game, so that each sits everywhere equally often: in game g
    seat s is played by bot (s + g) mod players. ``states`` has three rows: the game, scratch, and
    a blank one.
    """
    for row in range(scores.shape[0]):
        game = first + row
        start_stream(chance, seed, game)
        states[0] = states[2]
        s = states[0]
        setup(s, players, options, chance)
        length = step = 0
        while over(s) == 0:
            seat, step = next_asked(awaited(s), offered(s), step, players)
            n = legal(s, seat, moves)
            kind = bots[(seat + game) % players]
            place = choose(kind, states, seat, moves, n, step > 0, chance)
            if place != WAIT:
                apply(s, seat, int(moves[place]), chance)
                step = 0
                length += 1
        standing(s, scores[row])
        ranking(s, places[row])
        lengths[row] = length
        endings[row] = over(s)
