"""Many games in which a learner has one seat each: bots play on until it is asked, in one call.

The arrays are those of `echappee.lab.batch.kernels`, and beside them ``tables``, which has a row
for each game: who learns, and how far it has come. Bots that are not compiled are guests: where
one of them is asked, the call leaves the game as it is, and goes on with what the guest chose.
"""

from __future__ import annotations

import numpy as np

from echappee.bots.simple_kernels import choose
from echappee.lab.batch.kernels import (
    COUNT,
    DEAL,
    OVER,
    SAME_STEP,
    SEAT,
    STEP,
    UNDEALT,
    deal,
    reward,
    start_streams,
)
from echappee.rulebook.compile_ahead import Kernel
from echappee.rulebook.contract import Numbers, apply, awaited, legal, observe, offered, over
from echappee.rulebook.turn_order import WAIT, next_asked

LEARNER, DUE, GUEST, ENDED, PLY = range(5)
"""What a game's row of ``tables`` holds: the learner's seat; whether an action is to be played in
it; whether a guest is asked; whether a game has ended in this step; how many decisions there were
since the deal."""
TABLE = 5
EVERYBODY = -1
"""In place of the learner's seat: the learner plays every seat."""
ROTATE = -2
"""In place of a fixed seat: the learner moves on by one in every game."""
A_GUEST = -1
"""In place of the kind of a compiled bot."""


def deal_anew(
    states: Numbers, blank: Numbers, players: int, options: Numbers, seed: int, chances: Numbers,
    turns: Numbers, tables: Numbers, fixed: int, game: int,
) -> None:  # fmt: skip
    """Deal a game, and seat the learner."""
    number = int(turns[game, DEAL])
    deal(states, game, blank, players, options, seed, chances, turns, game)
    tables[game, LEARNER] = (game + number) % players if fixed == ROTATE else fixed
    tables[game, PLY] = 0


def play_on(
    states: Numbers, players: int, chances: Numbers, turns: Numbers, listed: Numbers,
    tables: Numbers, bots: Numbers, streams: Numbers, scratch: Numbers, row: int, game: int,
) -> None:  # fmt: skip
    """Let bots play until the learner or a guest is asked, or the game is over.

    ``bots`` has the kind of each but the learner's seat, clockwise from it.
    """
    s = states[game]
    turn = turns[game]
    tables[game, GUEST] = 0
    learner = int(tables[game, LEARNER])
    while True:
        if over(s) != 0:
            turn[STEP] = OVER
            turn[COUNT] = 0
            return
        seat, step = next_asked(awaited(s), offered(s), int(turn[STEP]), players)
        turn[SEAT] = seat
        turn[STEP] = step
        count = legal(s, seat, listed[game])
        turn[COUNT] = count
        if learner == EVERYBODY or seat == learner:
            return
        kind = int(bots[(seat - learner - 1 + players) % players])
        if kind == A_GUEST:
            tables[game, GUEST] = 1
            return
        tables[game, PLY] += 1
        scratch[row] = s
        place = choose(
            kind, scratch[row : row + 2], seat, listed[game], count, step > 0, streams[game]
        )
        if place != WAIT:
            apply(s, seat, int(listed[game, place]), chances[game])
            turn[STEP] = 0


def play_games(
    states: Numbers, blank: Numbers, players: int, options: Numbers, seed: int, chances: Numbers,
    turns: Numbers, listed: Numbers, observation: Numbers, mask: Numbers, seats: Numbers,
    rewards: Numbers, places: Numbers, terminated: Numbers, first: int, last: int,
    actions: Numbers, autoreset: int, ends: Numbers, tables: Numbers, fixed: int, bots: Numbers,
    streams: Numbers, scratch: Numbers,
) -> None:  # fmt: skip
    """Play the actions that are due, and let bots play on; then show how the games stand."""
    wait = mask.shape[1] - 1
    for game in range(first, last):
        turn = turns[game]
        s = states[game]
        if tables[game, DUE] != 0:
            tables[game, DUE] = 0
            if turn[STEP] == OVER or turn[STEP] == UNDEALT:
                deal_anew(
                    states, blank, players, options, seed, chances, turns, tables, fixed, game
                )
            else:
                tables[game, PLY] += 1
                if actions[game] != wait:
                    apply(s, int(turn[SEAT]), int(actions[game]), chances[game])
                    turn[STEP] = 0
            play_on(
                states,
                players,
                chances,
                turns,
                listed,
                tables,
                bots,
                streams,
                scratch,
                2 * first,
                game,
            )
            if turn[STEP] == OVER:
                tables[game, ENDED] = 1
                reward(s, players, places[game], rewards[game])
                if autoreset == SAME_STEP:
                    observe(s, _viewer(tables[game], turn), ends[game])
                while autoreset == SAME_STEP and turn[STEP] == OVER:
                    deal_anew(
                        states, blank, players, options, seed, chances, turns, tables, fixed, game
                    )
                    play_on(
                        states,
                        players,
                        chances,
                        turns,
                        listed,
                        tables,
                        bots,
                        streams,
                        scratch,
                        2 * first,
                        game,
                    )
        mask[game, :] = 0
        for place in range(turn[COUNT]):
            mask[game, listed[game, place]] = 1
        if turn[STEP] != 0:
            mask[game, wait] = 1
        seats[game] = _viewer(tables[game], turn)
        observe(s, int(seats[game]), observation[game])
        terminated[game] = tables[game, ENDED] != 0


def _viewer(table: Numbers, turn: Numbers) -> int:
    """The seat through whose eyes the learner looks: its own, or the one that is asked."""
    return int(turn[SEAT]) if table[LEARNER] == EVERYBODY else int(table[LEARNER])


_GAMES = (
    "states", "states", "int", (np.int64, 2), "int", (np.uint64, 2), (np.int64, 2), (np.int32, 2),
    (np.float32, 2), (np.int8, 2), (np.int64, 1), (np.float32, 2), (np.int64, 2), (np.int8, 1),
    "int", "int",
)  # fmt: skip
KERNELS: tuple[Kernel, ...] = (
    (
        play_games,
        (
            *_GAMES, (np.int64, 1), "int", (np.float32, 2), (np.int64, 2), "int", (np.int64, 1),
            (np.uint64, 2), "states",
        ),
    ),
    (start_streams, ((np.uint64, 2), "int")),
)  # fmt: skip
"""What such games compile beside those of a batch when they are first made."""
