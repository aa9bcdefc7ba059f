"""A cheap and sensible racer: fast cards, open road, all three riders home, risks paid in time."""

from __future__ import annotations

from echappee.games.tour_de_france.cards import total
from echappee.games.tour_de_france.material import BOOST, HEADWIND, REPAIR, TEAM_TRIAL
from echappee.games.tour_de_france.road import (
    classic_number,
    filled,
    movable,
    on_road,
    open_road,
    ways_from,
)
from echappee.games.tour_de_france.rules import apply
from echappee.games.tour_de_france.stages import individual
from echappee.games.tour_de_france.state import (
    ASSIGN,
    CARD,
    DISCARD,
    GRID_ROWS,
    HOME,
    M_ASSIGN,
    M_CARD,
    M_DONE,
    M_DROP,
    M_STEP,
    REFRESH,
    RIDERS,
    SEAL,
    STATE,
    STEP,
    SWEEP,
)
from echappee.games.tour_de_france.turns import has_extra, number_in_wind
from echappee.rulebook.contract import Moves, State
from echappee.rulebook.randomness import Chance, below
from echappee.rulebook.scratch import scratch

_WORST = -1_000_000
_SQUARE = 100  # what a square is worth; all else is measured by it
_POINT = 150
_HURRY = 6  # so close to the finish a red card should go


def policy(s: State, seat: int, moves: Moves, n: int, chance: Chance) -> int:
    """The move that looks best by a few rules of thumb; among equals by chance."""
    phase = int(s.phase)
    if phase == REFRESH:
        return _exchange(s, moves, n)
    worlds = scratch(1, STATE)
    best, best_worth, equal = 0, _WORST, 0
    for i in range(n):
        move = int(moves[i])
        if phase == STEP:
            worth = _step_worth(s, seat, move - M_STEP - 1)
        elif phase == ASSIGN:
            worlds[0] = s
            worth = _number_worth(worlds[0], seat, move, chance)
        elif phase in (CARD, SEAL, DISCARD):
            worth = _card_worth(s, seat, move)
        elif phase == SWEEP:
            worth = int(s.row[seat, (move - M_ASSIGN) // 20])  # who is in front clears the way
        else:
            worth = 0
        if worth > best_worth:
            best, best_worth, equal = i, worth, 1
        elif worth == best_worth:
            equal += 1
            if below(chance, equal) == 0:
                best = i
    return best


# ------------------------------------------------------------------------------------------- cards


def _card_worth(s: State, seat: int, move: int) -> int:
    """A race card by the squares it can bring now; a kept card by whether its time has come."""
    if move < M_CARD:
        return _declare_worth(s, seat)
    if move >= M_DROP:
        return -_squares(s, seat, move - M_DROP)
    if s.phase == SEAL:
        return total(s, move - M_CARD)
    return _squares(s, seat, move - M_CARD)


def _squares(s: State, seat: int, kind: int) -> int:
    """How far a card takes the riders who may move, its largest numbers first."""
    movers = movable(s, seat)
    riders = (movers & 1) + (movers >> 1 & 1) + (movers >> 2)
    squares = 0
    for i in range(min(3, max(1, riders))):
        squares += number_in_wind(s, kind, i)
    return squares + 1 if has_extra(s, seat, kind) else squares


def _declare_worth(s: State, seat: int) -> int:
    """Good cards at once; bad ones near the finish, or while the hand is poor anyway."""
    effect = int(s.effect[int(s.held[seat]) - 1])
    if effect in (BOOST, REPAIR):
        return _SQUARE
    front, best = -2, 0
    for rider in range(RIDERS):
        if on_road(s, seat, rider):
            front = max(front, int(s.row[seat, rider]))
    for i in range(int(s.cards[seat])):
        best = max(best, _squares(s, seat, int(s.hand[seat, i])))
    poor = 3 if effect == HEADWIND else 2
    return _SQUARE if front > s.rows[int(s.stage)] - _HURRY or best <= poor else -1


def _exchange(s: State, moves: Moves, n: int) -> int:
    """Throw away what brings less than three squares."""
    for i in range(n):
        move = int(moves[i])
        if move != M_DONE and total(s, move - M_DROP) < 3:
            return i
    return 0


# ------------------------------------------------------------------------------------------ riders


def _number_worth(s: State, seat: int, move: int, chance: Chance) -> int:
    """Give a number out, ride it, and look at the team afterwards. ``s`` is a scratch copy."""
    stage = int(s.stage)
    before = individual(s, seat)
    apply(s, seat, move, chance)
    while s.phase == STEP and s.stage == stage:  # the best is never a dead end (TDF-31)
        best, best_worth = 0, _WORST
        for way in range(3):
            worth = _step_worth(s, seat, way - 1)
            if worth > best_worth:
                best, best_worth = way, worth
        apply(s, seat, M_STEP + best, chance)
    if s.stage != stage or s.over != 0:
        return -_WORST  # the team is complete
    return _SQUARE * _ridden(s, seat) + _POINT * (individual(s, seat) - before) + _comfort(s, seat)


def _ridden(s: State, seat: int) -> int:
    """Squares that the team has behind it."""
    squares = 0
    for rider in range(RIDERS):
        row = int(s.row[seat, rider])
        squares += int(s.rows[int(s.stage)]) + 1 if row == HOME else row
    return squares


def _comfort(s: State, seat: int) -> int:
    """A free road ahead, rivals held up behind, and who is in front a little further in front."""
    comfort = 0
    if s.stage == TEAM_TRIAL:
        return comfort
    movers = movable(s, seat)
    for rider in range(RIDERS):
        if on_road(s, seat, rider):
            row, lane = int(s.row[seat, rider]), int(s.lane[seat, rider])
            comfort += row
            if movers >> rider & 1 == 0:
                comfort -= 40
            comfort += _holds_up(s, seat, row, lane)
    return comfort


def _holds_up(s: State, seat: int, row: int, lane: int) -> int:
    """How much a rider on this square is in the way of rivals right behind him."""
    worth = 0
    for way in range(-1, 2):
        if row > -GRID_ROWS and filled(s, row - 1, lane + way):
            worth += 12 if way == 0 else 6
    for rider in range(RIDERS):  # own team mates are no rivals
        if s.row[seat, rider] == row - 1 and abs(int(s.lane[seat, rider]) - lane) <= 1:
            worth -= 24
    return worth


def _step_worth(s: State, seat: int, way: int) -> int:
    """A step by how many more can follow it, then by where it would end."""
    rider = int(s.mover)
    row, lane = int(s.row[seat, rider]), int(s.lane[seat, rider])
    if row == s.rows[int(s.stage)]:
        return 0 if way == 0 else _WORST
    if ways_from(s, row, lane) >> (way + 1) & 1 == 0:
        return _WORST
    left = int(s.steps) - 1
    worth = _SQUARE * open_road(s, row + 1, lane + way, left + 2)
    if left == 0:
        worth += _holds_up(s, seat, row + 1, lane + way)
        dots = int(s.dots[classic_number(int(s.stage)) - 1, lane + way])
        if row >= 0 and dots >> (row + 1) & 1 and s.held[seat] == 0:
            worth -= 30
    return worth + min(lane + way, int(s.lanes) - 1 - lane - way)  # in the middle there is choice
