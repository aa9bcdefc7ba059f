"""A GPU beside the processor: `python -m bench.gpu`.

Four parts, in each game. `equal`: games at random, in each option family, end in the same bytes
on both, and batches show the same bytes at every step. `random`: moves a second of `simulate` on
the GPU. `batch`: steps a second of `echappee.batch` there, observation and mask in each, actions by
`Batch.sample`. `exchange`: PyTorch, CuPy and JAX, as far as they are installed, have the arrays of
a batch at the same place in memory, and their actions are taken from where they are.

Where there is no GPU it says so; with ``NUMBA_ENABLE_CUDASIM=1`` Numba simulates one, slowly.
"""

from __future__ import annotations

import importlib
import os
import time
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from bench import program
from echappee import batch
from echappee.bots.contest import TALLY
from echappee.games import game_ids, rulebook
from echappee.lab.batch.batch import Batch
from echappee.lab.gpu.device import find
from echappee.lab.gpu.simulate import play_on_cpu, play_on_gpu
from echappee.lab.simulate import simulate
from echappee.rulebook.cuda_compiler import simulated
from echappee.rulebook.options import Options, write_value
from echappee.rulebook.rulebook import Rulebook

PARTS = ("equal", "random", "batch", "exchange")
_FIRST_MOVES = 1_000


def families(rules: Rulebook) -> Iterator[tuple[str, int, Options]]:
    """The usual options, and every other value of each of them, with players that go with it."""
    yield "as usual", rules.usual_players, rules.read_options({})
    for option in rules.options:
        for value in option.values:
            if value != option.default:
                options = rules.read_options({option.name: value})
                counts = sorted(rules.player_counts(), key=lambda n: abs(n - rules.usual_players))
                players = next(n for n in counts if rules.refuses(n, options) is None)
                yield f"{option.name}={write_value(value)[:24]}", players, options


def same_ends(rules: Rulebook, most: int, moves: int, first: int) -> None:
    """Games on both, family by family, as many as ``moves`` moves allow: their ends and counts."""
    for name, players, options in islice(families(rules), first):
        trial = np.zeros(TALLY.size, np.int64)
        kinds, workers = np.zeros(players, np.int64), os.cpu_count() or 1
        play_on_cpu(rules, options, players, kinds, 1, min(most, 256), trial, workers)
        length = int(trial[TALLY.starts.moves]) / int(trial[TALLY.starts.games])
        games = max(1, min(most, int(moves / length)))
        found = []
        for where in ("cpu", "cuda"):
            tally, ends = np.zeros(TALLY.size, np.int64), rules.blank(games)
            if where == "cpu":
                play_on_cpu(rules, options, players, kinds, 2, games, tally, workers, ends=ends)
            else:
                play_on_gpu(rules, options, players, 2, games, tally, ends=ends)
            found.append((tally.tolist(), ends.tobytes()))
        if found[0] != found[1]:
            raise program.TroubleError(f"{rules.id}, {name}: the GPU plays other games")
        print(
            f"{rules.id} for {players}, {name}: {games:,} games end in the same bytes", flush=True
        )


def same_steps(rules: Rulebook, games: int, steps: int) -> None:
    """Batches on both, the options of the usual number of players mixed, compared step by step."""
    mixed = [options for _, n, options in families(rules) if n == rules.usual_players][:games]
    for mode in ("next-step", "same-step"):
        both = [
            batch(rules.id, games, options=mixed, seed=3, autoreset=mode, device=where)
            for where in ("cpu", "cuda")
        ]
        for step in range(steps):
            actions = both[0].sample()
            for one in both:
                one.step(actions)
            if step % 10 == 0 or step == steps - 1:
                seen = [_bytes(one) for one in both]
                if seen[0] != seen[1]:
                    raise program.TroubleError(f"{rules.id}: step {step} differs on the GPU")
        print(f"{rules.id}: {steps:,} steps of {games:,} games, {mode}: the same bytes", flush=True)


def _bytes(games: Batch) -> list[bytes]:
    arrays = games.arrays
    shown = [arrays.observation, arrays.mask, arrays.seat, arrays.rewards, arrays.places]
    return [np.asarray(one).tobytes() for one in (*shown, arrays.terminated, games.states())]


def random_play(rules: Rulebook, moves: int, rounds: int) -> None:
    """Moves a second of a whole simulation, its counting and its start included."""
    few = _FIRST_MOVES if moves > _FIRST_MOVES else 2
    trial = simulate(rules.id, few, rules.usual_players, device="cuda")
    games = max(1, int(moves / trial.mean_moves))
    rates = []
    for seed in range(rounds):
        began = time.perf_counter()
        found = simulate(rules.id, games, rules.usual_players, seed=seed, device="cuda")
        rates.append(found.moves / (time.perf_counter() - began))
    print(
        f"{rules.id} for {rules.usual_players}: {games:,} random games a round, best round "
        f"{max(rates):,.0f} moves/s, median {sorted(rates)[rounds // 2]:,.0f}", flush=True,
    )  # fmt: skip


def batch_steps(rules: Rulebook, games: int, steps: int) -> None:
    """Steps a second, of all games."""
    many = batch(rules.id, games, seed=1, device="cuda")
    for _ in range(min(steps, 20)):
        many.step(many.sample())
    many.arrays.seat.numpy()  # type: ignore[attr-defined]
    began = time.perf_counter()
    for _ in range(steps):
        many.step(many.sample())
    many.arrays.seat.numpy()  # type: ignore[attr-defined]
    seconds = time.perf_counter() - began
    print(
        f"{rules.id} for {rules.usual_players}, batch of {games:,}: "
        f"{games * steps / seconds:,.0f} steps/s, {seconds / steps * 1e6:,.0f} us a step",
        flush=True,
    )


def exchange(rules: Rulebook, games: int) -> None:
    """The same memory on both sides, and actions from where they are."""
    if simulated():
        print(f"{rules.id}: nothing is exchanged with a GPU that is simulated")
        return
    many, twin = (batch(rules.id, games, seed=1, device="cuda") for _ in range(2))
    observation: Any = many.arrays.observation
    place = observation.__cuda_array_interface__["data"][0]
    for name in ("torch", "cupy", "jax"):
        try:
            library = importlib.import_module(name)
        except ImportError:
            print(f"{name}: not installed")
            continue
        actions: Any = many.sample()
        again: Any = twin.sample()
        if name == "torch":
            seen = library.as_tensor(observation, device="cuda")
            places = [seen.data_ptr(), library.from_dlpack(observation).data_ptr()]
            given = library.as_tensor(actions, device="cuda")
        elif name == "cupy":
            seen = library.asarray(observation)
            places = [seen.data.ptr, library.from_dlpack(observation).data.ptr]
            given = library.asarray(actions)
        else:
            seen = importlib.import_module("jax.dlpack").from_dlpack(observation)
            places = [seen.unsafe_buffer_pointer()]
            given = importlib.import_module("jax.dlpack").from_dlpack(actions)
        if places != [place] * len(places):
            raise program.TroubleError(f"{name} copies: {places}, not {place}")
        many.step(given)
        twin.step(again)
        if _bytes(many) != _bytes(twin):
            raise program.TroubleError(f"{name}: other actions arrive")
        print(f"{name}: observation at the same place, actions taken from theirs", flush=True)


def main() -> None:
    """Check and measure every game, or one."""
    parser = program.Parser("bench.gpu", __doc__)
    parser.add_argument("--game", type=program.game)
    parser.add_argument("--part", choices=PARTS)
    parser.add_argument("--games", type=program.whole(), default=10**6, help="that end alike, most")
    parser.add_argument("--families", type=program.whole(), default=100, help="the first of them")
    parser.add_argument("--moves", type=program.whole(), default=10**9, help="most in a round")
    parser.add_argument("--rounds", type=program.whole(), default=3)
    parser.add_argument("--batch", type=program.whole(), default=1 << 17, help="games side by side")
    parser.add_argument("--steps", type=program.whole(), default=200, help="of a batch")
    given = parser.parse_args()
    find()
    for game_id in (given.game,) if given.game else game_ids():
        rules = rulebook(game_id)
        if given.part in (None, "equal"):
            same_ends(rules, given.games, given.moves, given.families)
            same_steps(rules, min(given.batch, 4096), given.steps)
        if given.part in (None, "random"):
            random_play(rules, given.moves * 4, given.rounds)
        if given.part in (None, "batch"):
            batch_steps(rules, given.batch, given.steps)
        if given.part in (None, "exchange"):
            exchange(rules, min(given.batch, 1024))


if __name__ == "__main__":
    program.run(main)
