"""What comes of a move in worlds that the seat believes in, seen through a game's own traits."""

from __future__ import annotations

from echappee.rulebook.compile_ahead import Kernel
from echappee.rulebook.contract import (
    Moves,
    Numbers,
    apply,
    awaited,
    chapter,
    legal,
    offered,
    over,
    policy,
    redeal,
)
from echappee.rulebook.randomness import Chance, start_stream
from echappee.rulebook.remarks import settled, traits
from echappee.rulebook.turn_order import WAIT, next_asked


def notice(
    states: Numbers, seat: int, step: int, players: int, move: int, seed: int, moves: Moves,
    chance: Chance, found: Numbers, ended: Numbers,
) -> None:  # fmt: skip
    """Fill a row of ``found`` for each world, drawn from ``states[0]`` in ``states[1]``.

    After the seat's ``move`` everybody plays by the policy until the seat is asked again and all
    that its turn set off has happened. ``ended`` says where a stage, or the game, was over by then.
    """
    last_chapter = chapter(states[0])
    for world in range(found.shape[0]):
        start_stream(chance, seed, world)
        states[1] = states[0]
        s = states[1]
        redeal(s, seat, chance)
        asked, at = seat, step
        if move != WAIT:
            apply(s, seat, move, chance)
            at = 0
        asked, at = next_asked(awaited(s), offered(s), at, players)
        while over(s) == 0 and (asked != seat or at > 0 or not settled(s, seat)):
            n = legal(s, asked, moves)
            place = 0
            if asked == seat and at > 0:
                place = WAIT
            elif n > 1 or at > 0:
                place = policy(s, asked, moves, n, chance)
            if place != WAIT:
                apply(s, asked, int(moves[place]), chance)
                at = 0
            asked, at = next_asked(awaited(s), offered(s), at, players)
        traits(s, seat, found[world])
        ended[world] = 1 if over(s) != 0 or chapter(s) != last_chapter else 0


KERNEL: Kernel = (
    notice,
    ("states", "int", "int", "int", "int", "int", "moves", "chance", "int_rows", "ints"),
)
