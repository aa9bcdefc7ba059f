"""The record of a Tour, and the numbers that its fields and moves are made of.

Part of the record is the material (`material.py`): the rules know nothing else of the box. Seats
are teams. A rider stands on a lane (0 is the first) and a row: -2, -1 and 0 are the start grid, 1
to ``rows`` the road; the finish line lies behind the last row. A race card is a *kind*: five times
its pattern, plus its colour (4 has none).
"""

from __future__ import annotations

import numpy as np

from echappee.games.tour_de_france.material import (
    KINDS,
    MOST_LANES,
    MOST_RISK_CARDS,
    MOST_RISKS,
    NUMBERS,
)
from echappee.rulebook.state_layout import state_dtype

SEATS, RIDERS = 4, 3
MOST_HAND = 10
MOST_KNOWN = 20
_SHAPES = NUMBERS.shapes

STATE = state_dtype(
    # ------------------------------------------------- the material: see `material.NUMBERS`
    ("dots", np.int64, _SHAPES["dots"]),
    # -------------------------------------------------------------------- the road
    ("filled", np.int64, MOST_LANES),  # by lane: bit row + 2 where a rider stands
    # ------------------------------------------------------------------ the tallies
    ("points", np.int16, (SEATS, RIDERS)),  # individual classification, by rider
    ("team", np.int16, SEATS),  # classification by teams
    ("arrived", np.int16, (SEATS, RIDERS)),  # classic: place; team time trial: round; 0 on the road
    ("used", np.int16, SEATS),  # individual time trial: cards used
    ("lap", np.int16),  # team time trial: rounds begun
    ("pile_size", np.int16),
    # ------------------------------------------------------------------ the material
    ("rows", np.int8, _SHAPES["rows"]),
    ("green_row", np.int8, _SHAPES["green_row"]),
    ("lanes", np.int8),
    ("strips", np.int8, _SHAPES["strips"]),
    ("patterns", np.int8),
    ("numbers", np.int8, _SHAPES["numbers"]),
    ("deck", np.int8, _SHAPES["deck"]),
    ("risks", np.int8),
    ("effect", np.int8, _SHAPES["effect"]),
    ("value", np.int8, _SHAPES["value"]),
    ("copies", np.int8, _SHAPES["copies"]),
    ("worth", np.int8, _SHAPES["worth"]),
    # --------------------------------------------------------------------- the Tour
    ("version", np.int8),  # of the rules: 1, or 2 with TDF-31 and TDF-32
    ("players", np.int8),
    ("reading", np.int8),  # option: DIAGONAL or STRAIGHT
    ("stages", np.int8),  # option: which are ridden, see `schedule`
    ("colour", np.int8, SEATS),
    ("stage", np.int8),  # 0–4
    ("phase", np.int8),
    ("over", np.int8),
    ("dealer", np.int8),
    ("turn", np.int8),  # the seat that decides; in the individual time trial see ``riding``
    # ------------------------------------------------------------------------ riders
    ("row", np.int8, (SEATS, RIDERS)),  # or HOME, or OFF the road
    ("lane", np.int8, (SEATS, RIDERS)),
    ("turned", np.int8, (SEATS, RIDERS)),  # turns still to be missed
    ("fresh", np.int8),  # bit mask of riders on turn who were turned in this very turn
    ("lately", np.int8, (SEATS, RIDERS)),  # place in the latest classic stage; 0 did not arrive
    ("homes", np.int8),  # riders that have arrived in this classic stage
    ("yellow", np.int8),  # 3 * seat + rider + 1 of the Maillot Jaune; 0 nobody
    ("green", np.int8),  # the same for the Maillot Vert
    ("line", np.int8),  # green line: NOBODY_YET, YELLOW_FIRST or TAKEN
    ("tied", np.int8),  # phase YELLOW: bit mask of the riders to choose among
    # ------------------------------------------------------------------------- cards
    ("hand", np.int8, (SEATS, MOST_HAND)),  # kinds in ascending order; -1 fills up
    ("cards", np.int8, SEATS),  # cards in hand
    ("pile", np.int8, KINDS),  # by kind; their order is drawn when they are
    ("discards", np.int8, KINDS),
    ("known", np.int8, (SEATS, MOST_KNOWN)),  # by viewer: kinds that others are known to hold
    ("known_size", np.int8, SEATS),
    ("unseen", np.int8, MOST_RISKS),  # risk cards never drawn so far
    ("under", np.int8, MOST_RISK_CARDS),  # risk cards put under the pile, next to come first
    ("under_size", np.int8),
    ("held", np.int8, SEATS),  # kept risk card + 1; 0 none
    ("holder", np.int8, SEATS),  # the rider it concerns
    # ----------------------------------------------------------------------- the turn
    ("laid", np.int8),  # race card of this turn + 1
    ("left", np.int8, 3),  # its numbers still to be given out, largest first; -1 given
    ("bonus", np.int8),  # is the extra square of one's own colour still to be given?
    ("todo", np.int8),  # bit mask of riders without a number yet
    ("moved", np.int8),  # has anybody moved in this turn?
    ("played", np.int8),  # risk card played in this turn + 1; 0 none
    ("still", np.int8),  # rider + 1 who may not move in this turn
    ("wind", np.int8),  # what is taken off every number
    ("boosted", np.int8),  # rider + 1 whose number is raised
    ("boost", np.int8),  # by how much
    ("mover", np.int8),  # the rider who is moving
    ("steps", np.int8),  # squares he still has to go
    ("cause", np.int8),  # BY_NUMBER, BY_ADVANCE or BY_SWEEP
    ("sweep", np.int8),  # bit mask of riders whom a following wind has yet to carry
    # ---------------------------------------------------- the individual time trial
    ("starter", np.int8, SEATS),  # the rider chosen + 1
    ("sealed", np.int8, SEATS),  # the card laid face down + 1
    ("field", np.int8),  # bit mask of the seats that ride for the win
    ("ridden", np.int8),  # those of them who are home
    ("riding", np.int8),  # those on the road now
    ("playoffs", np.int8),
    ("spare", np.int8, 4),  # fills the record up to a multiple of eight bytes
)

HOME, OFF = 100, -100  # rows of riders who are not on the road
GRID_ROWS = 2  # rows 0, -1 and -2: bit row + 2 of ``filled``

NOBODY_YET, YELLOW_FIRST, TAKEN = 0, 1, 2
BY_NUMBER, BY_ADVANCE, BY_SWEEP = 0, 1, 2
DIAGONAL, STRAIGHT = 0, 1
AS_TOLD, BY_LOT = 0, 1  # option: the colours are those that follow, or a lot is drawn
COLOURS_SIZE = 1 + SEATS

# Phases: what the game waits for.
DEAL, GRID, STARTER, SEAL = 0, 1, 2, 3
CARD, ASSIGN, STEP, RISK, SWEEP, REFRESH, DISCARD, DRAW, YELLOW = 4, 5, 6, 7, 8, 9, 10, 11, 12
PHASES = (
    "deal", "grid", "starter", "seal", "card", "assign", "step", "risk", "sweep", "refresh",
    "discard", "draw", "yellow",
)  # fmt: skip
NEXT_NUMBER, NEXT_SWEPT, ROAD_ENDS, SOLO_ENDS = 20, 21, 22, 23  # only while a move is being made

# Moves.
M_DEAL, M_DRAW, M_RISK, M_DONE = 0, 1, 2, 3
M_STEP = 4  # + 0 to the left, 1 straight on, 2 to the right
M_GRID = 7  # + place in ORDERS
M_STARTER = 13  # + rider
M_YELLOW = 16  # + rider
M_DECLARE = 19  # the kept card; + 1 + rider to set a turned rider upright
M_CARD = 23  # + kind
M_DROP = M_CARD + KINDS  # + kind
M_ASSIGN = M_DROP + KINDS  # + 20 * rider + 2 * number + 1 with the extra square
MOVE_CODES = M_ASSIGN + 60

ORDERS = np.array(
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]], np.int8
)  # front to back

# Why a move is refused, and by which article; judge() returns the place in this list.
REFUSALS = (
    ("", ""),
    ("over", "G"),
    ("not-your-turn", "1.2a"),
    ("not-now", "1.2c"),
    ("not-in-hand", "1.2c"),
    ("cannot-move", "1.3c"),
    ("can-move", "1.3c"),
    ("declare-first", "1.5e"),
    ("no-kept-card", "1.5b"),
    ("no-use", "1.5d"),
    ("number-gone", "1.2b"),
    ("rider-done", "1.2b"),
    ("rider-out", "1.5g"),
    ("no-bonus", "1.2d"),
    ("must-move", "1.3c"),
    ("must-give", "1.2b"),
    ("off-road", "1.3b"),
    ("occupied", "1.3a"),
    ("squeeze", "1.3a"),
    ("line-closed", "1.5e"),
    ("in-lane", "2.1"),
    ("sealed", "4.5"),
    ("dead-end", "1.3c"),
)
(
    OVER, NOT_YOUR_TURN, NOT_NOW, NOT_IN_HAND, CANNOT_MOVE, CAN_MOVE, DECLARE_FIRST, NO_KEPT_CARD,
    NO_USE, NUMBER_GONE, RIDER_DONE, RIDER_OUT, NO_BONUS, MUST_MOVE, MUST_GIVE, OFF_ROAD, OCCUPIED,
    SQUEEZED, LINE_CLOSED, IN_LANE, SEALED, DEAD_END,
) = range(1, len(REFUSALS))  # fmt: skip

# Why a game ended, and by which article; over() returns the place in this list.
ENDINGS = (("", ""), ("tour-over", "G"), ("race-over", "G"))
TOUR_OVER, RACE_OVER = 1, 2
