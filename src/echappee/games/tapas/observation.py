"""What a seat sees as numbers, for programs that learn: all of it, from its own side."""

from __future__ import annotations

from echappee.games.tapas.state import ASKED, FIRST_EXTRA, TO_COME, owner_of, side_of
from echappee.rulebook.contract import Numbers, State
from echappee.rulebook.layout import Layout

FEATURES = Layout(
    own=36,  # by square: the value of a tapas
    opposing=36,
    extras=(6, 36),  # by Extra and square
    hands=(2, 4),  # own, then opposing: how many of each value
    taken=(2, 4),
    extras_held=(2, 6),
    last_push=16,  # by entry
    side=4,  # Burning Head: the side that one sits at
    on_turn=1,
    passes=1,
    moves_first=1,
    strict_bill=1,
    handicap=1,  # in points: one's own, or less than nothing: the opposing one
    swap=2,  # it will be asked about, it is being asked about
)
"""Slices of ``observe``."""
_AT = FEATURES.starts


def fill_features(s: State, seat: int, features: Numbers) -> None:
    """The whole table from the seat's side; see ``FEATURES``."""
    mine = seat ^ int(s.first)
    for i in range(features.size):
        features[i] = 0
    for square in range(36):
        code = int(s.board[square])
        if code >= FIRST_EXTRA:
            features[_AT.extras + (code - FIRST_EXTRA) * 36 + square] = 1
        elif code > 0:
            at = _AT.own if owner_of(code) == mine else _AT.opposing
            features[at + square] = (code - 1 & 3) + 1
    for side in range(2):
        for v in range(4):
            features[_AT.hands + side * 4 + v] = s.hand[side ^ mine, v]
            features[_AT.taken + side * 4 + v] = s.taken[side ^ mine, v]
        for extra in range(6):
            features[_AT.extras_held + side * 6 + extra] = s.extras[side ^ mine] >> extra & 1
    if s.last > 0:
        features[_AT.last_push + int(s.last) - 1] = 1
    if s.facing > 0:
        features[_AT.side + side_of(s, mine)] = 1
    features[_AT.on_turn] = 1 if s.turn == mine else 0
    features[_AT.passes] = s.passes
    opens = s.opener == mine
    features[_AT.moves_first] = 1 if opens else 0
    features[_AT.strict_bill] = s.strict_bill
    features[_AT.handicap] = 0.5 * s.handicap if opens else -0.5 * s.handicap
    features[_AT.swap] = 1 if s.swap == TO_COME else 0
    features[_AT.swap + 1] = 1 if s.swap == ASKED else 0
