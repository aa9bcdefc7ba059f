"""The moves that a turn offers, phase by phase."""

from __future__ import annotations

from echappee.games.tour_de_france.road import is_free, movable, open_ways
from echappee.games.tour_de_france.state import (
    ASSIGN,
    CARD,
    DEAL,
    DISCARD,
    DRAW,
    GRID,
    M_ASSIGN,
    M_CARD,
    M_DEAL,
    M_DECLARE,
    M_DONE,
    M_DRAW,
    M_DROP,
    M_GRID,
    M_RISK,
    M_STARTER,
    M_STEP,
    M_YELLOW,
    MUST_GIVE,
    MUST_MOVE,
    NO_BONUS,
    NUMBER_GONE,
    ORDERS,
    REFRESH,
    RIDERS,
    RISK,
    SEAL,
    STARTER,
    STEP,
    SWEEP,
)
from echappee.games.tour_de_france.turns import may_declare, must_declare
from echappee.rulebook.contract import Moves, State


def list_moves(s: State, seat: int, moves: Moves) -> int:
    """Fill ``moves`` for a seat that the game waits for; return how many."""
    phase = int(s.phase)
    if phase == STEP:
        return _list_steps(s, seat, moves)
    if phase == ASSIGN:
        return _list_numbers(s, seat, moves)
    if phase == CARD:
        return _list_cards(s, seat, moves)
    if phase == DRAW:
        return _only(moves, M_DRAW)
    if phase == RISK:
        return _only(moves, M_RISK)
    if phase == SEAL:
        return _list_hand(s, seat, moves, 0, M_CARD)
    if phase == DISCARD:
        return _list_hand(s, seat, moves, 0, M_DROP)
    if phase == REFRESH:
        return _list_hand(s, seat, moves, _only(moves, M_DONE), M_DROP)
    if phase == SWEEP:
        return _list_swept(s, seat, moves)
    return _list_between(s, moves)


def _only(moves: Moves, move: int) -> int:
    moves[0] = move
    return 1


def _list_steps(s: State, seat: int, moves: Moves) -> int:
    """§1.3, TDF-31: the squares that the rider on the move may go to next."""
    n, rider = 0, int(s.mover)
    row, lane = int(s.row[seat, rider]), int(s.lane[seat, rider])
    found = open_ways(s, seat, row, lane, int(s.steps))
    for way in range(3):
        if found >> way & 1:
            moves[n] = M_STEP + way
            n += 1
    return n


def _list_hand(s: State, seat: int, moves: Moves, n: int, first: int) -> int:
    """Each kind of card in hand once, as moves from ``first`` on."""
    before = -1
    for i in range(int(s.cards[seat])):
        kind = int(s.hand[seat, i])
        if kind != before:
            moves[n] = first + kind
            n += 1
            before = kind
    return n


def _list_cards(s: State, seat: int, moves: Moves) -> int:
    """§1.2c: a race card, or first the kept risk card; §1.3c: who is stuck discards one instead."""
    n = 0
    for target in range(-1, RIDERS):
        if s.held[seat] > 0 and may_declare(s, seat, target):
            moves[n] = M_DECLARE + 1 + target
            n += 1
    if must_declare(s, seat):
        return n
    return _list_hand(s, seat, moves, n, M_DROP if movable(s, seat) == 0 else M_CARD)


def _list_numbers(s: State, seat: int, moves: Moves) -> int:
    """§1.2b, §1.2d: each number left for each rider left, with and without the extra square."""
    n = 0
    movers = movable(s, seat)
    for rider in range(RIDERS):
        if int(s.todo) >> rider & 1 and is_free(s, seat, rider):
            before = -1
            for i in range(3):
                number = int(s.left[i])
                if number >= 0 and number != before:
                    before = number
                    for extra in range(2):
                        if number_refusal(s, rider, number, extra, movers) == 0:
                            moves[n] = M_ASSIGN + 20 * rider + 2 * number + extra
                            n += 1
    if done_refusal(s, seat, movers) == 0:
        moves[n] = M_DONE
        n += 1
    return n


def number_refusal(s: State, rider: int, number: int, extra: int, movers: int) -> int:
    """Why a number that is left may not go to a free rider without one; 0 if it may.

    ``movers`` are the riders who can move. §1.3c: as long as nobody has moved, the last number that
    could move somebody may not be given to a rider who can't. Otherwise who gets what is free
    (TDF-03).
    """
    if extra != 0:
        return 0 if s.bonus != 0 and movers >> rider & 1 else NO_BONUS
    if number == 0:
        return 0 if s.boosted == rider + 1 else NUMBER_GONE
    if (
        s.moved == 0
        and movers >> rider & 1 == 0
        and int(s.todo) & movers != 0
        and _numbers_above_zero(s) == 1
        and not _boost_pending(s, movers)
    ):
        return MUST_MOVE
    return 0


def done_refusal(s: State, seat: int, movers: int) -> int:
    """Why the other riders may not stay where they are now; 0 if they may.

    TDF-04: every rider who can take a number takes one, so there must be a 0 left for each.
    """
    zeros = 0
    for i in range(3):
        if s.left[i] == 0:
            zeros += 1
    for rider in range(RIDERS):
        if int(s.todo) >> rider & 1 and is_free(s, seat, rider):
            zeros -= 1
    if zeros < 0 or _boost_pending(s, movers):
        return MUST_GIVE
    if s.moved == 0 and int(s.todo) & movers != 0 and _numbers_above_zero(s) > 0:
        return MUST_MOVE
    return 0


def _numbers_above_zero(s: State) -> int:
    count = 0
    for i in range(3):
        if s.left[i] > 0:
            count += 1
    return count


def _boost_pending(s: State, movers: int) -> bool:
    """Is there a rider still to be moved by a descent?"""
    return s.boosted > 0 and int(s.todo) & movers & 1 << (int(s.boosted) - 1) != 0


def _list_swept(s: State, seat: int, moves: Moves) -> int:
    """Any rider whom the wind can carry and has not carried yet."""
    n = 0
    number = int(s.value[int(s.played) - 1])
    riders = int(s.sweep) & movable(s, seat)
    for rider in range(RIDERS):
        if riders >> rider & 1:
            moves[n] = M_ASSIGN + 20 * rider + 2 * number
            n += 1
    return n


def _list_between(s: State, moves: Moves) -> int:
    """Between two stages: the deal, the grid (TDF-28), who starts (§4.1), who wears yellow."""
    phase = int(s.phase)
    if phase == DEAL:
        return _only(moves, M_DEAL)
    n = 0
    if phase == GRID:
        for order in range(ORDERS.shape[0]):
            moves[n] = M_GRID + order
            n += 1
        return n
    for rider in range(RIDERS):
        if phase == STARTER:
            moves[n] = M_STARTER + rider
            n += 1
        elif int(s.tied) >> rider & 1:
            moves[n] = M_YELLOW + rider
            n += 1
    return n
