"""How fast a net is evaluated: `python -m bench.nets`.

In each game, on one core: microseconds an evaluation takes by the compiled code, with the wishes
for all legal moves and the chances of all seats, in positions of random games; beside it, in turns,
the same sums by NumPy's matrices, one position after the other. The weights are random: how long it
takes does not depend on what was learnt, only on how many units are at zero, and that is told.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from bench import program
from bench.timing import Comparison, side_by_side
from echappee import batch
from echappee.bots.nets.net import Net, Shape, layout_digest, net_bytes, sizes_of
from echappee.bots.nets.net_bot import Evaluation, by_matrices
from echappee.games import game_ids, rulebook

Position = tuple[Any, int, list[int]]
"""A state, a seat, and its moves."""


def random_net(game_id: str, width: int, blocks: int) -> Net:
    """A net whose weights keep what goes through it at about the same size."""
    rules, dice = rulebook(game_id), np.random.default_rng(1)
    shape = Shape(*sizes_of(rules), width, blocks)
    weights = {
        name: (dice.normal(0, (2 / size[-1]) ** 0.5, size)).astype(np.float16).astype(np.float32)
        for name, size in shape.arrays().items()
    }
    return Net(game_id, rules.version, layout_digest(rules), shape, {}, weights)


def positions(game_id: str, count: int) -> list[Position]:
    """Positions of random games, from their beginnings to their ends."""
    games = batch(game_id, 16, seed=1, autoreset="same-step")
    found: list[Position] = []
    while len(found) < count:
        for game in range(len(games)):
            moves = games.arrays.mask[game, :-1].nonzero()[0].tolist()
            found.append((games.state(game), int(games.arrays.seat[game]), moves))
        games.step(games.sample())
    return found[:count]


def compiled(net: Net, asked: Sequence[Position]) -> Callable[[], float]:
    """All positions by the compiled code, called from Python; all that it fills is there before."""
    ask = Evaluation(net)
    chances = np.zeros(net.shape.seats, np.float32)
    rows = [
        (state, seat, np.array(moves, np.int32), np.zeros(len(moves), np.float32))
        for state, seat, moves in asked
    ]

    def run() -> float:
        for state, seat, moves, wishes in rows:
            ask._evaluate(state, seat, moves, *ask._room, wishes, chances)
        return float(len(asked))

    return run


def matrices(net: Net, asked: Sequence[Position]) -> Callable[[], float]:
    """The same by NumPy."""
    observe = rulebook(net.game).functions.observe
    features = np.zeros(net.shape.features, np.float32)

    def run() -> float:
        for state, seat, moves in asked:
            observe(state, seat, features)
            by_matrices(net, features, moves)
        return float(len(asked))

    return run


def compare(net: Net, count: int, rounds: int) -> Comparison:
    """Both ways, in turns."""
    asked = positions(net.game, count)
    contestants = {
        f"{net.game}, by NumPy, evaluations": matrices(net, asked),
        f"{net.game}, compiled, evaluations": compiled(net, asked),
    }
    return side_by_side(contestants, rounds, clock=time.process_time)


def main() -> None:
    """Print the figures of every game, or of one."""
    parser = program.Parser("bench.nets", __doc__)
    parser.add_argument("--game", type=program.game)
    parser.add_argument("--width", type=program.whole(), default=256)
    parser.add_argument("--blocks", type=program.whole(), default=2)
    parser.add_argument("--positions", type=program.whole(), default=2000)
    parser.add_argument("--rounds", type=program.whole(), default=9)
    given = parser.parse_args()
    for game_id in (given.game,) if given.game else game_ids():
        net = random_net(game_id, given.width, given.blocks)
        found = compare(net, given.positions, given.rounds)
        print(found)
        rates = found.rates[f"{game_id}, compiled, evaluations"]
        print(
            f"{game_id}: {1e6 / max(rates):.1f} µs an evaluation in the best round, "
            f"a file of {len(net_bytes(net)) / 1e6:.2f} MB"
        )


if __name__ == "__main__":
    program.run(main)
