"""What a GPU runs: one game a thread, by the same functions as on the processor.

A state is copied into the thread's own memory for as long as the thread works on it: what threads
side by side read there lies side by side.
"""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import numpy as np

from echappee.bots.contest import MOST_SEATS, TALLY, contest
from echappee.bots.simple_kernels import random_choice
from echappee.lab.batch.kernels import (
    CHOICES,
    STEP,
    UNDEALT,
    deal_game,
    random_action,
    refused,
    step_game,
)
from echappee.rulebook.contract import Moves, Numbers
from echappee.rulebook.cuda_compiler import MOST_MOVES, STATE, cuda
from echappee.rulebook.randomness import Chance, start_stream

NOW, BEFORE = 0, 1
"""Where the first refused game's number is found: of the step that is being checked, and of those
before it. It is the number of all games where none is refused."""
_NUMBERS = TALLY.size
_LONGEST = TALLY.starts.longest


def deal_on_gpu(
    states: Numbers, blank: Numbers, players: int, options: Numbers, seed: int, chances: Numbers,
    turns: Numbers, listed: Numbers, observation: Numbers, mask: Numbers, seats: Numbers,
    rewards: Numbers, places: Numbers, terminated: Numbers, forced: int,
) -> None:  # fmt: skip
    """`deal_games`, all at once."""
    game = cuda.grid(1)
    if game < turns.shape[0]:
        own = cuda.local.array(1, STATE)
        own[0] = states[game]
        deal_game(
            own, 0, blank, players, options, seed, chances, turns, listed, observation, mask,
            seats, rewards, places, terminated, forced, game,
        )  # fmt: skip
        states[game] = own[0]


def step_on_gpu(
    states: Numbers, blank: Numbers, players: int, options: Numbers, seed: int, chances: Numbers,
    turns: Numbers, listed: Numbers, observation: Numbers, mask: Numbers, seats: Numbers,
    rewards: Numbers, places: Numbers, terminated: Numbers, forced: int, actions: Numbers,
    autoreset: int, ends: Numbers, found: Numbers,
) -> None:  # fmt: skip
    """`step_games`, all at once; nothing where some action was ``found`` to be refused."""
    game = cuda.grid(1)
    if game == 0:
        found[BEFORE] = found[NOW]
    if game < turns.shape[0] and found[NOW] == turns.shape[0]:
        own = cuda.local.array(1, STATE)
        own[0] = states[game]
        step_game(
            own, 0, blank, players, options, seed, chances, turns, listed, observation, mask,
            seats, rewards, places, terminated, forced, actions, autoreset, ends, game,
        )  # fmt: skip
        states[game] = own[0]


def check_on_gpu(
    given: Numbers, actions: Numbers, turns: Numbers, listed: Numbers, wait: int, found: Numbers
) -> None:
    """Copy the actions that are ``given``, and put the first refused game's number in ``found``;
    nothing where one was found before."""
    game = cuda.grid(1)
    if game < turns.shape[0] and found[BEFORE] == turns.shape[0]:
        actions[game] = given[game]
        if refused(actions[game], turns[game], listed[game], wait):
            cuda.atomic.min(found, NOW, game)


def sample_on_gpu(
    turns: Numbers, listed: Numbers, streams: Numbers, actions: Numbers, wait: int
) -> None:
    """`random_actions`, all at once."""
    game = cuda.grid(1)
    if game < turns.shape[0]:
        actions[game] = random_action(turns[game], listed[game], streams[game], wait)


def start_streams_on_gpu(streams: Numbers, seed: int) -> None:
    """`start_streams`, all at once."""
    game = cuda.grid(1)
    if game < streams.shape[0]:
        start_stream(streams[game], seed, CHOICES + game)


def undeal_on_gpu(turns: Numbers, chosen: Numbers, anew: int) -> None:
    """Games to be dealt: those ``chosen``; ``anew`` from the first deal on."""
    game = cuda.grid(1)
    if game < turns.shape[0] and chosen[game] != 0:
        if anew != 0:
            turns[game, :] = 0
        turns[game, STEP] = UNDEALT


def contest_on_gpu(
    blank: Numbers, players: int, options: Numbers, bots: Numbers, seed: int, first: int,
    last: int, tally: Numbers, ends: Numbers,
) -> None:  # fmt: skip
    """`contest`: each thread plays every so manieth game, and counts for itself until the end."""
    states = cuda.local.array(1, STATE)
    moves = cuda.local.array(MOST_MOVES, np.int32)
    chance = cuda.local.array(4, np.uint64)
    scores = cuda.local.array(MOST_SEATS, np.int64)
    places = cuda.local.array(MOST_SEATS, np.int64)
    own = cuda.local.array(_NUMBERS, np.int64)
    for number in range(_NUMBERS):
        own[number] = 0
    contest(
        states, blank, players, options, bots, moves, chance, seed, first + cuda.grid(1), last,
        cuda.gridsize(1), scores, places, own, ends, first,
    )  # fmt: skip
    for number in range(_NUMBERS):
        if number == _LONGEST:
            cuda.atomic.max(tally, number, own[number])
        elif own[number] != 0:
            cuda.atomic.add(tally, number, own[number])


def choose_on_gpu(
    kind: int, states: Numbers, seat: int, moves: Moves, n: int, out_of_turn: bool, chance: Chance
) -> int:
    """`choose`, where nobody but the random bot plays."""
    return random_choice(n, out_of_turn, chance)
