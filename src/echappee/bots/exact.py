"""Exact play at the end of a game for two without secrets and chance: alpha-beta, compiled.

The value of a position is 1 if the seat on turn wins, 0 for a draw, -1 if it loses. Positions met
before are found again in a table, by a hash of their bytes.
"""

from __future__ import annotations

import math

import numpy as np

from echappee.bots.hash import of_bytes
from echappee.rulebook.contract import (
    Moves,
    Numbers,
    State,
    apply,
    awaited,
    legal,
    over,
    ranking,
    standing,
)
from echappee.rulebook.randomness import Chance, below, mixed
from echappee.rulebook.state_layout import state_dtype
from echappee.rulebook.turn_order import lowest_seat

ENTRY = state_dtype(
    ("key", np.uint64),
    ("low", np.int8),  # the value is at least this
    ("high", np.int8),  # and at most this
    ("best", np.int16),  # the move to look at first; -1: not known
    ("spare", np.int32),
)
LOSS, DRAW, WIN = -1, 0, 1
UNKNOWN = 2
# What ``count`` holds: positions looked at, and how many may be.
SEEN, MOST = 0, 1

_ONE = np.uint64(1)
_WON = 1 << 20


def solve(
    states: Numbers, raw: Numbers, moves: Numbers, worths: Numbers, table: Numbers, count: Numbers,
    chance: Chance, results: Numbers, low: int, high: int,
) -> int:  # fmt: skip
    """The value of ``states[0]`` if it lies between ``low`` and ``high``, else a bound; UNKNOWN
    where it can't be told within ``count[MOST]`` positions or as many plies as there are rows.

    ``raw`` is the memory of ``states`` as bytes. The best move found is left in ``moves[0, 0]``.
    """
    s = states[0]
    count[SEEN] += 1
    if over(s) != 0:
        return _result(s, lowest_seat(int(results[2, 0])), results)
    if count[SEEN] > count[MOST] or states.size == 1:
        return UNKNOWN
    seat = lowest_seat(awaited(s))
    key = _key(raw)
    place = np.int64(key & np.uint64(table.size - 1))
    known = table[place].key == key
    hint = -1
    if known:
        if table[place].low == table[place].high or table[place].low >= high:
            moves[0, 0] = table[place].best
            return int(table[place].low)
        if table[place].high <= low:
            moves[0, 0] = table[place].best
            return int(table[place].high)
        hint = int(table[place].best)
    n = _ordered(states, moves, worths, chance, results, seat, hint)
    best, best_move, floor = LOSS - 1, int(moves[0, 0]), low
    unsure = False
    for i in range(n):
        move = int(moves[0, i])
        states[1] = states[0]
        apply(states[1], seat, move, chance)
        results[2, 0] = 1 << seat
        after = awaited(states[1])
        mine = after == 0 or lowest_seat(after) == seat
        if mine:
            value = solve(states[1:], raw[1:], moves[1:], worths[1:], table, count, chance, results,
                          floor, high)  # fmt: skip
        else:
            value = solve(states[1:], raw[1:], moves[1:], worths[1:], table, count, chance, results,
                          -high, -floor)  # fmt: skip
            value = UNKNOWN if value == UNKNOWN else -value
        if value == UNKNOWN:
            unsure = True
            if count[SEEN] > count[MOST]:
                return UNKNOWN
            continue
        if value > best:
            best, best_move = value, move
        floor = max(floor, best)
        if best >= high:
            break
    moves[0, 0] = best_move
    if unsure and best < high:
        return UNKNOWN
    if not known or table[place].key != key:
        table[place].key = key
        table[place].low = LOSS
        table[place].high = WIN
    if best > low:
        table[place].low = best
    if best < high:
        table[place].high = best
    table[place].best = best_move
    return best


def size(s: State, moves: Moves, chance: Chance, deepest: int) -> float:
    """Play a random game to its end; the logarithm of the product of the choices on its way.

    Without end if that is more than ``deepest`` moves away.
    """
    total = 0.0
    for _ in range(deepest):
        if over(s) != 0:
            return total
        seat = lowest_seat(awaited(s))
        n = legal(s, seat, moves)
        total += math.log(n)
        apply(s, seat, int(moves[below(chance, n)]), chance)
    return total if over(s) != 0 else math.inf


def _result(s: State, seat: int, results: Numbers) -> int:
    """How a finished game ended for a seat."""
    ranking(s, results[0])
    return int(np.sign(results[0, 1 - seat] - results[0, seat]))


def _key(raw: Numbers) -> int:
    """The bytes of the position, hashed; never 0."""
    return mixed(of_bytes(raw[0])) | _ONE  # type: ignore[no-any-return]


def _ordered(
    states: Numbers, moves: Numbers, worths: Numbers, chance: Chance, results: Numbers, seat: int,
    hint: int,
) -> int:  # fmt: skip
    """The legal moves, the most promising first: the hint, then by the lead they bring."""
    n = legal(states[0], seat, moves[0])
    for i in range(n):
        move = int(moves[0, i])
        states[1] = states[0]
        apply(states[1], seat, move, chance)
        standing(states[1], results[1])
        worth = int(results[1, seat] - results[1, 1 - seat])
        if move == hint:
            worth = _WON
        j = i
        while j > 0 and worths[0, j - 1] < worth:
            worths[0, j] = worths[0, j - 1]
            moves[0, j] = moves[0, j - 1]
            j -= 1
        worths[0, j] = worth
        moves[0, j] = move
    return n
