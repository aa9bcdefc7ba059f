"""Random games on a GPU, played to their ends and counted there: the same as on the processor."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from echappee.bots.contest import TALLY, contest
from echappee.lab.gpu import kernels
from echappee.lab.gpu.device import Gpu
from echappee.rulebook.options import Options
from echappee.rulebook.rulebook import Rulebook, new_chance

_CHUNK = 256  # games of one compiled call on the processor
_SHORT, _LONGER = 0.25, 4
"""Seconds: a call that took less is followed by one that is so many times as long."""
_REGISTERS = 64
"""So many a thread may have: with more of them fewer threads find room at once, and whole games are
played more slowly, where the state is large by up to a third."""


def play_on_gpu(
    rules: Rulebook, options: Options, players: int, seed: int, games: int,
    tally: NDArray[np.int64], progress: Callable[[int], None] | None = None, ends: Any = None,
    ready: Callable[[], None] | None = None,
) -> None:  # fmt: skip
    """Play games at random and count them on ``tally``.

    In ``ends``, one state for each game, the states are kept in which they end. ``ready`` is called
    when the GPU is found, before anything is compiled, and ``progress`` with 0 before the first
    game.
    """
    gpu = Gpu()
    state = np.dtype(rules.rules.STATE)
    blank = gpu.put(np.asarray(rules.blank()).view(state))
    given = blank, players, gpu.put(rules.option_numbers(options))
    bots = gpu.put(np.zeros(players, np.int64))
    counted = gpu.put(tally)
    kept = gpu.put(np.zeros(0 if ends is None else games, state))
    play = gpu.kernel(rules, kernels.contest_on_gpu, max_registers=_REGISTERS)
    if ready is not None:
        ready()
    play(1, *given, bots, seed, 0, 0, counted, kept)  # no game: this compiles it
    if progress is not None:
        progress(0)
    done, size = 0, gpu.crowd if ends is None else games
    while done < games:
        began, last = time.perf_counter(), min(done + size, games)
        play(gpu.crowd, *given, bots, seed, done, last, counted, kept)
        gpu.mark()()
        if progress is not None:
            progress(last - done)
        done = last
        if time.perf_counter() - began < _SHORT:
            size *= _LONGER
    tally[:] = counted.numpy()
    if ends is not None:
        ends[:] = kept.numpy().view(ends.dtype)


def play_on_cpu(
    rules: Rulebook, options: Options, players: int, kinds: NDArray[np.int64], seed: int,
    games: int, tally: NDArray[np.int64], workers: int, ends: Any = None,
) -> None:  # fmt: skip
    """The same games between compiled bots on the processor, to be compared: counted on ``tally``,
    and the states in which they end kept in ``ends``."""
    numbers, blank = rules.option_numbers(options), rules.blank()
    kept = rules.blank(0) if ends is None else ends
    play = rules.functions.kernel(contest)

    def chunk(first: int) -> NDArray[np.int64]:
        counted = np.zeros(TALLY.size, np.int64)
        play(
            rules.blank(2), blank, players, numbers, kinds, rules.buffer(), new_chance(), seed,
            first, min(first + _CHUNK, games), 1, np.zeros(players, np.int64),
            np.zeros(players, np.int64), counted, kept, 0,
        )  # fmt: skip
        return counted

    at = TALLY.starts.longest
    with ThreadPoolExecutor(workers) as pool:
        for counted in pool.map(chunk, range(0, games, _CHUNK)):
            longest = max(tally[at], counted[at])
            tally += counted
            tally[at] = longest
