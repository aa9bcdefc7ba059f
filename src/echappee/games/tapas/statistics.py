"""What reports tell of Tapas: the tapas pushed, the Extras held, and restricted players."""

from __future__ import annotations

from echappee.games.tapas.state import PASS
from echappee.rulebook.contract import Moves, Numbers, State
from echappee.rulebook.statistics import NOTHING, Statistics, Things

_VALUES = 4
_PASSES = _VALUES
_EXTRAS = _PASSES + 1
HIGHEST, LOWEST = 0, 1


def used(s: State, seat: int, move: int) -> int:
    """The tapas that is pushed in, by its value; or a pass. Who answers with sides uses none."""
    if move >= PASS:
        return _PASSES if move == PASS else NOTHING
    return move & 3


def kept(s: State, counts: Numbers) -> None:
    """§6: the Extras that each player holds."""
    for colour in range(2):
        for extra in range(6):
            counts[colour ^ int(s.first), _EXTRAS + extra] += int(s.extras[colour]) >> extra & 1


def narrow(style: int, s: State, seat: int, moves: Moves, n: int) -> int:
    """Always the highest tapas, or always the lowest; all where none is pushed."""
    if moves[0] >= PASS:
        return n
    best = -1
    for i in range(n):
        value = int(moves[i]) & 3
        if best < 0 or (value > best if style == HIGHEST else value < best):
            best = value
    left = 0
    for i in range(n):
        if int(moves[i]) & 3 == best:
            moves[left] = moves[i]
            left += 1
    return left


STATISTICS = Statistics(
    groups=(
        Things("tapas", ("1", "2", "3", "4")),
        Things("passes", ("pass",), "moves", rulings=("TAP-08",)),
        Things("extras", ("TO", "KE", "MA", "WA", "SE", "AD"), "pieces", held=True),
    ),
    styles=("highest", "lowest"),
    used=used,
    kept=kept,
    narrow=narrow,
)
