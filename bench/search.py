"""Simulations a second of our search beside OpenSpiel's C++ MCTS: `python -m bench.search`.

Tapas from its first position with random playouts to the end, on one core, beside OpenSpiel's
`MCTSBot` with one random rollout a simulation on breakthrough 6×6; and once more with the playouts
by its policy that our bots use. The other games, as our bots search them, are reported beside
crazy_eights for four, OpenSpiel's nearest relative that its MCTS can search from a deal. The last
lines show what a second thread adds: two trees in one thread, and in two.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from bench.open_spiel_rollouts import BREAKTHROUGH, CRAZY_EIGHTS, Rollouts
from bench.timing import side_by_side
from echappee.bots.chair import Chair
from echappee.bots.tree import Tree, think
from echappee.games import game_ids, rulebook
from echappee.lab.preparing import prepare_game
from echappee.match.game import Game
from echappee.rulebook.outlook import Outlook

_SIMULATIONS = {"tapas": 20_000, "tape-letape": 2_000, "flamme-rouge": 2_000, "tour-de-france": 200}
_ROUNDS = 7


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


def threads() -> tuple[float, float, float]:
    """Two trees of Tapas in two threads against one: the median ratio, the lowest, the highest."""
    rules = rulebook("tapas")
    match = Game(rules).start(2, seed=1)
    chair = Chair(match, match.awaited[0], seed=1)
    trees = [Tree(rules, 1 << 17) for _ in range(2)]

    def timed(count: int) -> float:
        for number, tree in enumerate(trees):
            tree.forget()
            tree.begin(chair, rules.outlook, number)
        started = time.perf_counter()
        think(trees, 60_000, None, count)
        return time.perf_counter() - started

    timed(2)
    ratios = [timed(1) / timed(2) for _ in range(_ROUNDS)]
    return float(np.median(ratios)), min(ratios), max(ratios)


def main() -> None:
    """Measure and print."""
    for game_id in game_ids():
        prepare_game(game_id)
    print("Simulations a second, side by side on one core")
    by_chance = msgspec.structs.replace(rulebook("tapas").outlook, noise=1.0)
    contest: dict[str, Any] = {
        "OpenSpiel MCTS, breakthrough 6x6": theirs(BREAKTHROUGH, 5_000),
        "Tapas, random playouts": ours("tapas", 2, _SIMULATIONS["tapas"], by_chance),
        "Tapas, playouts by the policy": ours("tapas", 2, _SIMULATIONS["tapas"]),
    }
    print(side_by_side(contest))
    contest = {"OpenSpiel MCTS, crazy_eights of 4": theirs(CRAZY_EIGHTS, 500)}
    for game_id in ("tape-letape", "flamme-rouge", "tour-de-france"):
        contest[rulebook(game_id).name.en] = ours(game_id, 4, _SIMULATIONS[game_id])
    print(side_by_side(contest))
    middle, low, high = threads()
    print(f"Two threads: {middle:.2f} times one ({low:.2f} to {high:.2f}), {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
