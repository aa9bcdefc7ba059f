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
from echappee.rulebook.kernels import lowest_seat
from echappee.rulebook.randomness import Chance, start_stream


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
        length = 0
        while over(s) == 0:
            turn = lowest_seat(awaited(s))
            seat, place = turn, -1
            asked = offered(s)
            for step in range(1, players if asked != 0 else 1):
                seat = (turn + step) % players
                if asked >> seat & 1:
                    n = legal(s, seat, moves)
                    kind = bots[(seat + game) % players]
                    place = choose(kind, states, seat, moves, n, True, chance)
                    if place >= 0:
                        break
            if place < 0:
                seat = turn
                n = legal(s, seat, moves)
                kind = bots[(seat + game) % players]
                place = choose(kind, states, seat, moves, n, False, chance)
            apply(s, seat, int(moves[place]), chance)
            length += 1
        standing(s, scores[row])
        ranking(s, places[row])
        lengths[row] = length
        endings[row] = over(s)
