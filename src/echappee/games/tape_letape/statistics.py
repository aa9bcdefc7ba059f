"""What reports tell of Tape l'étape: jokers, profiles, cards by value, and restricted players."""

from __future__ import annotations

from echappee.games.tape_letape import material
from echappee.games.tape_letape.cards import VALUES
from echappee.games.tape_letape.state import END, GEAR_CHANGE, PASS, PUNCTURE, STAGE, VITAMIN
from echappee.rulebook.contract import Moves, State
from echappee.rulebook.statistics import Statistics, Things

_PROFILES = len(material.JOKERS)
_TURNS = _PROFILES + len(material.PROFILES)
_CARDS = _TURNS + 2
NO_JOKERS, HIGHEST, LOWEST, ALL_AT_ONCE = 0, 1, 2, 3


def used(s: State, seat: int, move: int) -> int:
    """§6: a joker; §4a: the profile chosen; §4b, §4c: stopping or passing; a card by its value."""
    if move < END:
        return _CARDS + move % VALUES
    if move >= VITAMIN:
        return 0
    if move >= PUNCTURE:
        return 2
    if move == GEAR_CHANGE:
        return 1
    if move > STAGE:
        return _PROFILES + move - STAGE - 1
    return _TURNS + (1 if move == PASS else 0)


def narrow(style: int, s: State, seat: int, moves: Moves, n: int) -> int:
    """No jokers; the highest or the lowest card that can be laid; never stopping of one's own."""
    best = _best_value(moves, n, style == LOWEST)
    left = 0
    for i in range(n):
        move = int(moves[i])
        if style == NO_JOKERS:
            fits = move < GEAR_CHANGE or STAGE < move < PUNCTURE
        elif style == ALL_AT_ONCE:
            fits = move != END or best == 0
        else:
            fits = move >= END or move % VALUES + 1 == best
        if fits:
            other = moves[left]
            moves[left] = moves[i]
            moves[i] = other
            left += 1
    return left


def _best_value(moves: Moves, n: int, low: bool) -> int:
    """The highest, or the lowest, value that can be laid; 0 if there is none."""
    best = 0
    for i in range(n):
        if moves[i] < END:
            value = int(moves[i]) % VALUES + 1
            if best == 0 or (value < best if low else value > best):
                best = value
    return best


STATISTICS = Statistics(
    groups=(
        Things("jokers", material.JOKERS, "jokers"),
        Things("profiles", material.PROFILES, "profiles"),
        Things("turns", ("end", "pass"), "statistics.turns"),
        Things("cards", tuple(str(value) for value in range(1, VALUES + 1))),
    ),
    styles=("no-jokers", "highest", "lowest", "all-at-once"),
    used=used,
    narrow=narrow,
)
