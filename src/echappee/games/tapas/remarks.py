"""What a player of Tapas looks at: points, tapas that are left, and where he can still push."""

from __future__ import annotations

import numpy as np

from echappee.games.tapas.rules import PARTS, legal, standing
from echappee.games.tapas.state import FIRST_EXTRA, PASS, owner_of
from echappee.rulebook.contract import Numbers, State
from echappee.rulebook.remarks import Remarks, Trait
from echappee.rulebook.scratch import scratch

_MOVES = 64


def fill(s: State, seat: int, found: Numbers) -> None:
    """§5, §6: points of both; Extras held; entries to push from; tapas in hand and on the plate."""
    scores = scratch(2, np.int64)
    moves = scratch(_MOVES, np.int32)
    standing(s, scores)
    colour = seat ^ int(s.first)
    found[0] = scores[seat] // PARTS
    found[1] = scores[1 - seat] // PARTS
    found[2] = 0
    for extra in range(6):
        found[2] += int(s.extras[colour]) >> extra & 1
    found[3] = 0
    last = -1
    for i in range(legal(s, seat, moves)):
        if moves[i] < PASS and moves[i] >> 2 != last:
            last = moves[i] >> 2
            found[3] += 1
    found[4] = 0
    for value in range(4):
        found[4] += (value + 1) * int(s.hand[colour, value])
    found[5] = 0
    for square in range(36):
        code = int(s.board[square])
        if 0 < code < FIRST_EXTRA and owner_of(code) == colour:
            found[5] += 1


REMARKS = Remarks(
    traits=(
        Trait("points"),
        Trait("theirs", more=False),
        Trait("extras"),
        Trait("entries"),
        Trait("hand"),
        Trait("plate"),
    ),
    fill=fill,
)
