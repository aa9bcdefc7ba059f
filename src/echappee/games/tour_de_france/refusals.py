"""Why a move that is not legal is refused."""

from __future__ import annotations

from echappee.games.tour_de_france.material import REPAIR
from echappee.games.tour_de_france.moves import done_refusal, number_refusal
from echappee.games.tour_de_france.road import is_free, movable, step_refusal
from echappee.games.tour_de_france.state import (
    ASSIGN,
    CAN_MOVE,
    CANNOT_MOVE,
    CARD,
    DECLARE_FIRST,
    DISCARD,
    M_ASSIGN,
    M_CARD,
    M_DECLARE,
    M_DONE,
    M_DROP,
    M_GRID,
    M_STEP,
    NO_KEPT_CARD,
    NO_USE,
    NOT_IN_HAND,
    NOT_NOW,
    NOT_YOUR_TURN,
    NUMBER_GONE,
    REFRESH,
    RIDER_DONE,
    RIDER_OUT,
    SEAL,
    SEALED,
    STEP,
    SWEEP,
)
from echappee.games.tour_de_france.turns import must_declare
from echappee.rulebook.contract import State


def explain(s: State, seat: int, move: int) -> int:
    """The refusal of a move that `listing` does not offer; never 0."""
    phase = int(s.phase)
    if phase == SEAL and s.sealed[seat] != 0:
        return SEALED
    if phase == SEAL and int(s.riding) >> seat & 1 == 0:
        return NOT_YOUR_TURN
    if move >= M_ASSIGN:
        return _explain_number(s, seat, move - M_ASSIGN)
    if move >= M_CARD:
        return _explain_card(s, seat, move)
    if move >= M_DECLARE:
        if phase != CARD:
            return NOT_NOW
        if s.held[seat] == 0:
            return NO_KEPT_CARD
        named = move > M_DECLARE
        if named and s.effect[int(s.held[seat]) - 1] != REPAIR:
            return NOT_NOW
        return NO_USE
    if M_STEP <= move < M_GRID and phase == STEP:
        return step_refusal(s, seat, int(s.mover), move - M_STEP - 1)
    if move == M_DONE and phase == ASSIGN:
        return done_refusal(s, seat, movable(s, seat))
    return NOT_NOW


def _explain_number(s: State, seat: int, code: int) -> int:
    rider, number, extra = code // 20, code % 20 // 2, code % 2
    movers = movable(s, seat)
    if s.phase == SWEEP:
        return NUMBER_GONE if int(s.sweep) & movers & 1 << rider != 0 else RIDER_OUT
    if s.phase != ASSIGN:
        return NOT_NOW
    if int(s.todo) >> rider & 1 == 0:
        return RIDER_DONE
    if not is_free(s, seat, rider):
        return RIDER_OUT
    if s.left[0] != number and s.left[1] != number and s.left[2] != number:
        return NUMBER_GONE
    return number_refusal(s, rider, number, extra, movers)


def _explain_card(s: State, seat: int, move: int) -> int:
    phase = int(s.phase)
    dropping = move >= M_DROP
    if not dropping and phase != CARD and phase != SEAL:
        return NOT_NOW
    if dropping and phase != CARD and phase != DISCARD and phase != REFRESH:
        return NOT_NOW
    if phase == CARD and must_declare(s, seat):
        return DECLARE_FIRST
    if phase == CARD and (movable(s, seat) == 0) != dropping:
        return CAN_MOVE if dropping else CANNOT_MOVE
    return NOT_IN_HAND
