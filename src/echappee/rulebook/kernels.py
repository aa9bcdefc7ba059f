"""Loops over whole games, compiled once for each game with its rules in them.

They are written against the contract's placeholders. Everything they write to is handed in, so that
they neither allocate nor keep anything, and several threads can run them side by side.
"""

from __future__ import annotations

from echappee.rulebook.contract import (
    Moves,
    Numbers,
    State,
    actors,
    apply,
    awaited,
    legal,
    offered,
    over,
    setup,
)
from echappee.rulebook.randomness import Chance, below, start_stream
from echappee.rulebook.turn_order import lowest_seat, waits

TO_THE_END = 1 << 30
"""More moves, and more stages, than any game has."""


def any_seat(mask: int, chance: Chance) -> int:
    """One seat of a bit mask, each as likely."""
    if mask & (mask - 1) == 0:
        return lowest_seat(mask)
    count = 0
    for seat in range(8):
        count += mask >> seat & 1
    skip = below(chance, count)
    for seat in range(8):
        if mask >> seat & 1:
            if skip == 0:
                return seat
            skip -= 1
    return 0


def random_playout(s: State, moves: Moves, chance: Chance, most: int) -> int:
    """Play uniformly random legal moves to the end, or ``most`` of them; return how many.

    Where several seats are awaited one of them acts; a seat that is offered a move out of turn
    takes it up as often as `waits` lets it.
    """
    played = 0
    while played < most and over(s) == 0:
        asked = offered(s)
        if asked == 0 or waits(chance):
            asked = awaited(s)
        seat = any_seat(asked, chance)
        n = legal(s, seat, moves)
        apply(s, seat, int(moves[below(chance, n)]), chance)
        played += 1
    return played


def random_games(
    states: Numbers, players: int, options: Numbers, moves: Moves, chance: Chance,
    seed: int, games: int,
) -> int:  # fmt: skip
    """Play ``games`` random games from the deal to the end; return the number of moves.

    ``states`` holds at least two states: a scratch one, and one that stays blank.
    """
    total = 0
    for number in range(games):
        start_stream(chance, seed, number)
        states[0] = states[1]
        setup(states[0], players, options, chance)
        total += random_playout(states[0], moves, chance, TO_THE_END)
    return total


def perft(states: Numbers, moves: Numbers, chance: Chance, depth: int) -> int:
    """The number of sequences of ``depth`` moves from ``states[0]``, all legal, seats in any order.

    ``states`` and ``moves`` have one row for each depth.
    """
    total = 0
    for seat in range(8):
        if actors(states[0]) >> seat & 1:
            n = legal(states[0], seat, moves[0])
            if depth == 1:
                total += n
                continue
            for i in range(n):
                states[1] = states[0]
                apply(states[1], seat, int(moves[0, i]), chance)
                if over(states[1]) == 0:
                    total += perft(states[1:], moves[1:], chance, depth - 1)
    return total
