"""The record of a game of Tapas, and the numbers of its fields, moves, refusals and endings."""

from __future__ import annotations

import numpy as np

from echappee.rulebook.contract import State
from echappee.rulebook.state_layout import state_dtype

STATE = state_dtype(
    ("board", np.int8, 36),  # 0 empty, 1–4 Jalapeños, 5–8 Croquetas, 9–14 Extras
    ("hand", np.int8, (2, 4)),  # by colour: how many of value 1, 2, 3, 4
    ("taken", np.int8, (2, 4)),  # by the colour that holds them: opposing tapas by value
    ("extras", np.int8, 2),  # by the colour that holds them: bit mask of Extras
    ("turn", np.int8),  # colour on turn
    ("first", np.int8),  # colour of seat 0, which a swap exchanges
    ("last", np.int8),  # entry of the last push + 1; 0 before the first
    ("facing", np.int8),  # Burning Head: side that faces the opener, + 1; 0 without the variant
    ("passes", np.int8),  # passes in a row, up to now
    ("variant", np.int8),  # number of Extras on the board at the start
    ("strict_bill", np.int8),  # option addition_removes_extras
    ("over", np.int8),  # why the game is over; 0 while it runs
    ("handicap", np.int8),  # option handicap: half points of the opener
    ("opener", np.int8),  # colour that pushes first: seat 0's, until a swap gives it to seat 1
    ("swap", np.int8),  # option swap: how far it has come; 0 without it
)

# Moves: entry * 4 + value - 1 with entry = side * 4 + line - 2; then PASS, and what is answered
# about the sides; then the entries through a corner, which can be named in words but are never
# legal.
PASS, SWAP, KEEP = 64, 65, 66
CORNER = 67

# What `swap` holds: the second player will be asked, is being asked, went on, or took the side.
TO_COME, ASKED, KEPT, SWAPPED = 1, 2, 3, 4

# Why a move is refused, and by which article; judge() returns the place in this list.
REFUSALS = (
    ("", ""),
    ("over", "5"),
    ("not-your-turn", "4"),
    ("corner", "4b"),
    ("wrong-side", "7"),
    ("not-in-hand", "4"),
    ("empty-line", "4a"),
    ("own-first", "4d"),
    ("reverse", "4e"),
    ("must-play", "4"),
    ("swap-or-keep", "9"),
    ("no-swap", "9"),
)
OVER, NOT_YOUR_TURN, CORNER_ENTRY, WRONG_SIDE, NOT_IN_HAND = 1, 2, 3, 4, 5
EMPTY_LINE, OWN_FIRST, REVERSE, MUST_PLAY, SWAP_OR_KEEP, NO_SWAP = 6, 7, 8, 9, 10, 11

# Why a game ended, and by which article; over() returns the place in this list.
ENDINGS = (("", ""), ("played-out", "5"), ("three-sauces", "6"), ("blocked", "4"))
PLAYED_OUT, THREE_SAUCES, BLOCKED = 1, 2, 3

TOAST, KETCHUP, MAYONNAISE, WASABI, NAPKIN, BILL = 0, 1, 2, 3, 4, 5
FIRST_EXTRA = 9  # the code of the first Extra on the board


def owner_of(code: int) -> int:
    """The colour of a tapas."""
    return code - 1 >> 2


def side_of(s: State, colour: int) -> int:
    """§7, TAP-21: the side that faces a colour's player; the other one sits opposite."""
    side = int(s.facing) - 1
    return side if colour == s.opener else side ^ 2
