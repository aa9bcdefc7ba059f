"""How fast the interfaces of the field are: `python -m bench.envs`.

In each game, decisions a second with random choices, all driven from Python and in turns on one
core: OpenSpiel's own breakthrough, which is compiled, and ours in OpenSpiel's terms; one game with
an agent in every seat (PettingZoo); one game against bots that play at random (Gymnasium), and many
side by side. With Gymnasium only the learner's decisions count, and bots make theirs in between.
Chance is drawn by the driver, and is not counted. Processor time counts, so that other work on the
machine weighs less.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from bench import program
from bench.batch import open_spiel
from bench.timing import Comparison, side_by_side
from echappee.games import game_ids, rulebook
from echappee.lab.envs.gymnasium_env import GameEnv
from echappee.lab.envs.gymnasium_vector import GameVectorEnv
from echappee.lab.envs.openspiel import OUTCOMES, load
from echappee.lab.envs.pettingzoo_env import AskedGame

Run = Callable[[], float]


def in_open_spiel(game: Any, decisions: int) -> Run:
    """So many decisions of one of our games in OpenSpiel's terms."""
    dice = random.Random(1)
    state = game.new_initial_state()

    def run() -> float:
        nonlocal state
        made = 0
        while made < decisions:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                state.apply_action(int(dice.random() * OUTCOMES))
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(dice.random() * len(actions))])
                made += 1
        return float(made)

    return run


def in_petting_zoo(game: AskedGame, decisions: int) -> Run:
    """So many decisions with an agent in every seat."""
    dice = random.Random(1)
    game.reset(seed=1)

    def run() -> float:
        for _ in range(decisions):
            seen, _, over, _, _ = game.last()
            if over:
                game.reset()
                seen = game.last()[0]
            game.step(dice.choice(seen["action_mask"].nonzero()[0]))
        return float(decisions)

    return run


def in_gymnasium(game: GameEnv, decisions: int) -> Run:
    """So many decisions of the learner."""
    dice = random.Random(1)
    _, info = game.reset(seed=1)

    def run() -> float:
        nonlocal info
        for _ in range(decisions):
            _, _, over, _, info = game.step(dice.choice(info["action_mask"].nonzero()[0]))
            if over:
                _, info = game.reset()
        return float(decisions)

    return run


def side_by_side_in_gymnasium(games: GameVectorEnv, steps: int) -> Run:
    """So many steps of all games, with actions of the batch's own choice."""
    games.reset(seed=1)

    def run() -> float:
        for _ in range(steps):
            games.step(games.games.sample())
        return float(steps * games.num_envs)

    return run


def compare(game_id: str, decisions: int, games: int, steps: int, rounds: int) -> Comparison:
    """All interfaces of a game, with its usual number of players."""
    players = rulebook(game_id).usual_players
    name = f"{game_id} for {players}"
    many = {
        f"{name}, {games} side by side in Gymnasium, bots {bots}": side_by_side_in_gymnasium(
            GameVectorEnv(game_id, games, players, opponents=bots), steps
        )
        for bots in ("random", "greedy")
    }
    contestants = {
        "OpenSpiel breakthrough 6x6 from Python, decisions": open_spiel(decisions),
        f"{name}, in OpenSpiel": in_open_spiel(load(game_id, players), decisions),
        f"{name}, in PettingZoo": in_petting_zoo(AskedGame(game_id, players), decisions // 5 + 1),
        f"{name}, in Gymnasium, bots random": in_gymnasium(
            GameEnv(game_id, players, opponents="random"), decisions // 20 + 1
        ),
        **many,
    }
    return side_by_side(contestants, rounds, clock=time.process_time)


def main() -> None:
    """Print the figures of every game, or of one."""
    parser = program.Parser("bench.envs", __doc__)
    parser.add_argument("--game", type=program.game)
    parser.add_argument("--decisions", type=program.whole(), default=20_000, help="in a round")
    parser.add_argument("--games", type=program.whole(), default=1024, help="side by side")
    parser.add_argument("--steps", type=program.whole(), default=20, help="of all, in a round")
    parser.add_argument("--rounds", type=program.whole(), default=9)
    given = parser.parse_args()

    for game_id in (given.game,) if given.game else game_ids():
        print(compare(game_id, given.decisions, given.games, given.steps, given.rounds))


if __name__ == "__main__":
    program.run(main)
