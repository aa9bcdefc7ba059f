"""Simulations a second of our search beside OpenSpiel's C++ MCTS: `python -m bench.search`.

Tapas from its first position with random playouts to the end, on one core, beside OpenSpiel's
`MCTSBot` with one random rollout a simulation on breakthrough 6×6; and once more with the playouts
by its policy that our bots use. The other games, as our bots search them, are reported beside
crazy_eights for four, OpenSpiel's nearest relative that its MCTS can search from a deal. The last
lines show what a second thread adds: two trees in one thread, and in two.

    python -m bench.search [--simulations 20000] [--rounds 7]

The simulations are those of Tapas; the others' searches have a share of them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from bench import program
from bench.open_spiel_rollouts import BREAKTHROUGH, CRAZY_EIGHTS, Rollouts
from bench.timing import side_by_side
from echappee.bots.chair import Chair
from echappee.bots.tree import Tree, think
from echappee.games import game_ids, rulebook
from echappee.match.game import Game
from echappee.rulebook.outlook import Outlook

# What a search of Tapas is to one of the others.
_SHARES = {"tape-letape": 10, "flamme-rouge": 10, "tour-de-france": 100}
_BREAKTHROUGH, _CRAZY_EIGHTS = 4, 40


def ours(
    game_id: str, players: int, simulations: int, outlook: Outlook | None = None
) -> Callable[[], float]:
    """Search the first position with an empty tree, as bots of the game do or otherwise."""
    rules = rulebook(game_id)
    match = Game(rules).start(players, seed=1)
    chair = Chair(match, match.awaited[0], seed=1)
    tree = Tree(rules, 4 * simulations)

    def run() -> float:
        tree.forget()
        tree.begin(chair, outlook or rules.outlook, 1)
        tree.run(simulations)
        return simulations

    return run


def theirs(game: str, simulations: int) -> Callable[[], float]:
    """OpenSpiel's search of the first decision, one random rollout a simulation."""
    rollouts = Rollouts(game)

    def run() -> float:
        rollouts.search(simulations, seed=1)
        return simulations

    return run


def threads(simulations: int, rounds: int) -> tuple[float, float, float]:
    """Two trees of Tapas in two threads against one: the median ratio, the lowest, the highest."""
    rules = rulebook("tapas")
    match = Game(rules).start(2, seed=1)
    chair = Chair(match, match.awaited[0], seed=1)
    trees = [Tree(rules, 7 * simulations) for _ in range(2)]

    def timed(count: int) -> float:
        for number, tree in enumerate(trees):
            tree.forget()
            tree.begin(chair, rules.outlook, number)
        started = time.perf_counter()
        think(trees, 3 * simulations, None, count)
        return time.perf_counter() - started

    timed(2)
    ratios = [timed(1) / timed(2) for _ in range(rounds)]
    return float(np.median(ratios)), min(ratios), max(ratios)


def main() -> None:
    """Measure and print."""
    parser = program.Parser("bench.search", __doc__)
    parser.add_argument("--simulations", type=program.whole(100), default=20_000)
    parser.add_argument("--rounds", type=program.whole(), default=7)
    given = parser.parse_args()
    simulations, rounds = given.simulations, given.rounds
    program.compile_games(game_ids())
    print("Simulations a second, side by side on one core")
    by_chance = msgspec.structs.replace(rulebook("tapas").outlook, noise=1.0)
    contest: dict[str, Any] = {
        "OpenSpiel MCTS, breakthrough 6x6": theirs(BREAKTHROUGH, simulations // _BREAKTHROUGH),
        "Tapas, random playouts": ours("tapas", 2, simulations, by_chance),
        "Tapas, playouts by the policy": ours("tapas", 2, simulations),
    }
    print(side_by_side(contest, rounds))
    contest = {
        "OpenSpiel MCTS, crazy_eights of 4": theirs(CRAZY_EIGHTS, simulations // _CRAZY_EIGHTS)
    }
    for game_id, share in _SHARES.items():
        contest[rulebook(game_id).name.en] = ours(game_id, 4, simulations // share)
    print(side_by_side(contest, rounds))
    middle, low, high = threads(simulations, rounds)
    print(f"Two threads: {middle:.2f} times one ({low:.2f} to {high:.2f}), {os.cpu_count()} cores")


if __name__ == "__main__":
    program.run(main)
