"""Decisions by what the seat that takes them knows, and where each of them is found again."""

from __future__ import annotations

import numpy as np

from echappee.bots.hash import START_KEY, of_bytes, with_word
from echappee.rulebook.contract import Numbers, State, observe
from echappee.rulebook.randomness import mixed

# What ``frame`` holds: who searches, out of turn or not; whether others are searched for, and how
# far a world is played on; and the move to begin with, which may be to wait.
SEAT, STEP, PLAYERS, SECRETS, RIVALS, CHAPTERS, SIMULATIONS, FIRST = 0, 1, 2, 3, 4, 5, 6, 7
FRAME = 8
ANY = -2
"""In place of a move to begin with: the search chooses it."""
# The rows of ``states``.
ROOT, WORLD = 0, 1
# What ``used`` holds: how many nodes and edges, and the node where the search began (-1: forced).
NODES, EDGES, START = 0, 1, 2
DEEPEST = 256
"""So many decisions of one simulation are in the tree at most."""

_ONE, _S32 = np.uint64(1), np.uint64(32)


def decision_key(
    s: State, raw: Numbers, seat: int, step: int, moves: Numbers, n: int, frame: Numbers,
    features: Numbers, words: Numbers,
) -> int:  # fmt: skip
    """What a seat knows of its decision, hashed; never 0.

    Its moves are part of it: features may leave out what only the moves show.
    """
    if frame[SECRETS] != 0:
        observe(s, seat, features)
        key = START_KEY
        for i in range(words.size):
            key = with_word(key, words[i])
            key ^= key >> _S32
        for i in range(n):
            key = with_word(key, np.uint64(moves[i] + 1))
    else:
        key = of_bytes(raw[WORLD])
    return mixed(key ^ np.uint64(16 * step + seat + 1)) | _ONE  # type: ignore[no-any-return]


def find(nodes: Numbers, key: int) -> int:
    """The place of a key in the table, or the free place where it belongs."""
    mask = np.uint64(nodes.size - 1)
    place = (np.uint64(key) >> _S32) & mask
    while nodes[place].key != 0 and nodes[place].key != key:
        place = (place + _ONE) & mask
    return np.int64(place)  # type: ignore[return-value]
