"""What a seat sees as numbers, for programs that learn: all of it, from its own side."""

from __future__ import annotations

from echappee.games.tapas.state import FIRST_EXTRA, owner_of, side_of
from echappee.rulebook.contract import Numbers, State


def fill_features(s: State, seat: int, features: Numbers) -> None:
    """The whole table from the seat's side; see ``FEATURES``."""
    mine = seat ^ int(s.first)
    for i in range(features.size):
        features[i] = 0
    for square in range(36):
        code = int(s.board[square])
        if code >= FIRST_EXTRA:
            features[72 + (code - FIRST_EXTRA) * 36 + square] = 1
        elif code > 0:
            side = owner_of(code) ^ mine
            features[side * 36 + square] = (code - 1 & 3) + 1
    for side in range(2):
        for v in range(4):
            features[288 + side * 4 + v] = s.hand[side ^ mine, v]
            features[296 + side * 4 + v] = s.taken[side ^ mine, v]
        for extra in range(6):
            features[304 + side * 6 + extra] = s.extras[side ^ mine] >> extra & 1
    if s.last > 0:
        features[316 + int(s.last) - 1] = 1
    if s.facing > 0:
        features[332 + side_of(s, mine)] = 1
    features[336] = 1 if s.turn == mine else 0
    features[337] = s.passes
    features[338] = 1 if seat == 0 else 0
    features[339] = s.strict_bill


FEATURES = {
    "own": (0, 36),
    "opposing": (36, 36),
    "extras": (72, 216),
    "hands": (288, 8),
    "taken": (296, 8),
    "extras_held": (304, 12),
    "last_push": (316, 16),
    "side": (332, 4),
    "on_turn": (336, 1),
    "passes": (337, 1),
    "moves_first": (338, 1),
    "strict_bill": (339, 1),
}
"""Slices of ``observe``: name → (start, length)."""
