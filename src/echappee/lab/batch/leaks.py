"""Does anything hidden show in what a seat is given? To be asked over millions of states.

For each seat all that it can't see is drawn anew (`redeal`), and what it sees and may do then is
compared with what it saw and might do before, number by number.
"""

from __future__ import annotations

import numpy as np

from echappee import arguments
from echappee.lab.batch.batch import Batch
from echappee.lab.batch.kernels import start_streams
from echappee.rulebook.contract import (
    Numbers,
    awaited,
    legal,
    observe,
    offered,
    over,
    redeal,
)


def leaks(games: Batch, seed: int = 0) -> int:
    """In how many games of a batch some seat could tell its world from another: 0 is hoped for."""
    arguments.instance("games", games, Batch)
    rules, count = games.rulebook, len(games)
    chances = np.zeros((count, 4), np.uint64)
    rules.functions.kernel(start_streams)(chances, arguments.whole("seed", seed))
    return int(
        rules.functions.kernel(count_leaks)(
            games.states(), games.players, chances, rules.blank(1),
            np.zeros((2, rules.feature_count), np.float32),
            np.zeros((2, rules.most_moves), np.int32),
        )
    )  # fmt: skip


def count_leaks(
    states: Numbers, players: int, chances: Numbers, worlds: Numbers, features: Numbers,
    moves: Numbers,
) -> int:  # fmt: skip
    """The same, compiled. ``worlds`` has room for a state, ``features`` and ``moves`` two rows."""
    found = 0
    for game in range(states.shape[0]):
        s = states[game]
        world = worlds[0]
        for seat in range(players):
            worlds[0] = states[game]
            redeal(world, seat, chances[game])
            same = awaited(s) == awaited(world) and offered(s) == offered(world)
            same = same and over(s) == over(world)
            observe(s, seat, features[0])
            observe(world, seat, features[1])
            for place in range(features.shape[1]):
                if features[0, place] != features[1, place]:
                    same = False
            count = legal(s, seat, moves[0])
            same = same and count == legal(world, seat, moves[1])
            for place in range(count):
                if moves[0, place] != moves[1, place]:
                    same = False
            if not same:
                found += 1
                break
    return found
