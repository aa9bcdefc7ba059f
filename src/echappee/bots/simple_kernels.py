"""The choices of the first two bots, compiled: random, and greedy by the game's own policy."""

from __future__ import annotations

from echappee.rulebook.contract import Moves, Numbers, State, policy, redeal
from echappee.rulebook.randomness import Chance, below
from echappee.rulebook.turn_order import WAIT, waits

RANDOM, GREEDY = 0, 1


def random_choice(n: int, out_of_turn: bool, chance: Chance) -> int:
    """Any move; out of turn mostly none."""
    if out_of_turn and waits(chance):
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
    return greedy_choice(states[0], states, 1, seat, moves, n, out_of_turn, chance)


def greedy_choice(
    s: State, worlds: Numbers, place: int, seat: int, moves: Moves, n: int, out_of_turn: bool,
    chance: Chance,
) -> int:  # fmt: skip
    """What the game's own policy takes in a world that the seat cannot tell from ``s``, which is
    drawn in a ``place`` among ``worlds``."""
    if n == 1 and not out_of_turn:
        return 0
    worlds[place] = s
    redeal(worlds[place], seat, chance)
    return policy(worlds[place], seat, moves, n, chance)
