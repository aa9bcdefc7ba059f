"""What reports tell of Tour de France: race and risk cards, jerseys, and restricted players."""

from __future__ import annotations

import numpy as np

from echappee.games.tour_de_france.cards import total
from echappee.games.tour_de_france.material import COLOURS, EFFECTS, KEPT, NO_COLOUR
from echappee.games.tour_de_france.state import (
    CARD,
    M_ASSIGN,
    M_CARD,
    M_DECLARE,
    M_DROP,
    M_RISK,
    M_STEP,
    SEAL,
    STEP,
)
from echappee.rulebook.contract import Moves, Numbers, State
from echappee.rulebook.statistics import NOTHING, Statistics, Things

HIGHEST, LOWEST, KEEPS_RISKS, STRAIGHT_ON = 0, 1, 2, 3
_OWN, _OTHER, _NEUTRAL, _DROPPED = 0, 1, 2, 3
_DRAWN = 4
_DECLARED = 5
_JERSEYS = _DECLARED + len(KEPT)
_KEPT = np.array([KEPT.index(i) if i in KEPT else 0 for i in range(len(EFFECTS))])


def used(s: State, seat: int, move: int) -> int:
    """§1.2: a race card by its colour, or one thrown away; §1.5: risk cards drawn and declared."""
    if move == M_RISK:
        return _DRAWN
    if M_CARD <= move < M_DROP:
        colour = (move - M_CARD) % (len(COLOURS) + 1)
        if colour == NO_COLOUR:
            return _NEUTRAL
        return _OWN if colour == s.colour[seat] else _OTHER
    if M_DROP <= move < M_ASSIGN:
        return _DROPPED
    if M_DECLARE <= move < M_CARD:
        return _DECLARED + int(_KEPT[int(s.effect[int(s.held[seat]) - 1])])
    return NOTHING


def kept(s: State, counts: Numbers) -> None:
    """The jerseys at the end, by the team that wears them."""
    if s.yellow > 0:
        counts[(int(s.yellow) - 1) // 3, _JERSEYS] += 1
    if s.green > 0:
        counts[(int(s.green) - 1) // 3, _JERSEYS + 1] += 1


def narrow(style: int, s: State, seat: int, moves: Moves, n: int) -> int:
    """The fastest race card or the slowest; no kept risk card of its own will; straight on."""
    phase = int(s.phase)
    cards = phase in (CARD, SEAL)
    if (phase == STEP) != (style == STRAIGHT_ON) or (style != STRAIGHT_ON and not cards):
        return 0
    best = -1
    for i in range(n):
        if M_CARD <= moves[i] < M_DROP:
            squares = total(s, int(moves[i]) - M_CARD)
            if best < 0 or (squares < best if style == LOWEST else squares > best):
                best = squares
    left = 0
    for i in range(n):
        move = int(moves[i])
        if style == STRAIGHT_ON:
            fits = move == M_STEP + 1
        elif style == KEEPS_RISKS:
            fits = move >= M_CARD
        else:
            fits = not M_CARD <= move < M_DROP or total(s, move - M_CARD) == best
        if fits:
            moves[i] = moves[left]
            moves[left] = move
            left += 1
    return left


STATISTICS = Statistics(
    groups=(
        Things("race-cards", ("own", "other", "neutral", "dropped"), "statistics.race-cards"),
        Things("risk", ("drawn",), "statistics.race-cards"),
        Things("declared", tuple(EFFECTS[effect] for effect in KEPT), "risks"),
        Things("jerseys", ("yellow", "green"), "jerseys", held=True),
    ),
    styles=("highest", "lowest", "keeps-risks", "straight-on"),
    used=used,
    kept=kept,
    narrow=narrow,
)
