"""How fast a batch of games steps: `python -m bench.batch`.

In each game: steps a second of `echappee.batch` on one core, observation and mask in each, with
random actions that are drawn by `Batch.sample`; beside them, in turns on the same core, OpenSpiel's
breakthrough driven from Python, without observations, and the same batch without looking whether
the actions are legal. Processor time counts, so that other work on the machine weighs less.

Then the same batch with one thread and with two, in turns, by the clock on the wall. That needs two
cores to itself: how many it really had is told beside it.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

import pyspiel

from bench import program
from bench.open_spiel_rollouts import BREAKTHROUGH
from bench.timing import Comparison, Spread, side_by_side
from echappee import batch
from echappee.games import game_ids, rulebook
from echappee.lab.batch.batch import Batch
from echappee.lab.batch.kernels import FINE
from echappee.lab.batch.processor import Processor

_OPEN_SPIEL = "OpenSpiel breakthrough 6x6 from Python, steps"


def open_spiel(steps: int) -> Callable[[], float]:
    """Random play in one game after another, each step asked for from Python."""
    game, dice = pyspiel.load_game(BREAKTHROUGH), random.Random(1)

    def run() -> float:
        state = game.new_initial_state()
        for _ in range(steps):
            if state.is_terminal():
                state = game.new_initial_state()
            actions = state.legal_actions()
            state.apply_action(actions[int(dice.random() * len(actions))])
        return float(steps)

    return run


def stepper(games: Batch, calls: int) -> Callable[[], float]:
    """So many steps of all games at random."""

    def run() -> float:
        for _ in range(calls):
            games.step(games.sample())
        return float(calls * len(games))

    return run


def unchecked(games: Batch) -> Batch:
    """The same batch, which takes every action for a legal one."""
    assert isinstance(games._device, Processor)
    games._device._refused = lambda *_: FINE
    return games


def compare(game_id: str, players: int, count: int, calls: int, rounds: int) -> Comparison:
    """One core: OpenSpiel, the batch, and the batch without its check."""
    games = [batch(game_id, count, players, seed=1) for _ in range(2)]
    contestants = {
        _OPEN_SPIEL: open_spiel(max(1, calls * count // 10)),
        f"{game_id} for {players}, batch of {count}, steps": stepper(games[0], calls),
        "the same, actions not checked": stepper(unchecked(games[1]), calls),
    }
    return side_by_side(contestants, rounds, clock=time.process_time)


def two_threads(
    game_id: str, players: int, count: int, calls: int, rounds: int
) -> tuple[Spread, Spread]:
    """How many times as fast two threads are, and how many cores they had meanwhile.

    Only the steps are measured: who chooses the actions is the caller's affair.
    """
    one, two = (batch(game_id, count, players, seed=1, threads=n) for n in (1, 2))
    ratios, cores = [], []
    for _ in range(rounds):
        walls = []
        for games in (one, two):
            wall = busy = 0.0
            for _ in range(calls):
                actions = games.sample()
                began, began_busy = time.perf_counter(), time.process_time()
                games.step(actions)
                wall += time.perf_counter() - began
                busy += time.process_time() - began_busy
            walls.append(wall)
        ratios.append(walls[0] / walls[1])
        cores.append(busy / walls[1])
    return tuple(  # type: ignore[return-value]
        Spread(statistics.median(seen), min(seen), max(seen)) for seen in (ratios, cores)
    )


def main() -> None:
    """Print the figures of every game, or of one."""
    parser = program.Parser("bench.batch", __doc__)
    parser.add_argument("--game", type=program.game)
    parser.add_argument("--games", type=program.whole(), default=1024, help="side by side")
    parser.add_argument("--steps", type=program.whole(), default=300, help="of all, in a round")
    parser.add_argument("--rounds", type=program.whole(), default=9)
    given = parser.parse_args()
    sizes = given.games, given.steps, given.rounds
    for game_id in (given.game,) if given.game else game_ids():
        players = rulebook(game_id).usual_players
        found = compare(game_id, players, *sizes)
        print(found)
        best = max(max(rates) for name, rates in found.rates.items() if name.startswith(game_id))
        speed, cores = two_threads(game_id, players, *sizes)
        print(f"{game_id}: best round {best:,.0f} steps a second of processor time")
        print(
            f"{game_id}: two threads x{speed.median:.2f} of one ({speed.low:.2f}-{speed.high:.2f})"
            f", on {cores.median:.2f} cores ({cores.low:.2f}-{cores.high:.2f})\n",
            flush=True,
        )


if __name__ == "__main__":
    program.run(main)
