"""What reports tell of Flamme Rouge: the cards of both riders, and restricted players."""

from __future__ import annotations

import numpy as np

from echappee.games.flamme_rouge.breakaway import bidding
from echappee.games.flamme_rouge.material import (
    CARDS,
    EXHAUSTION,
    KINDS,
    RIDERS,
    ROULEUR_DECK,
    SPRINTEUR_DECK,
)
from echappee.games.flamme_rouge.road import CARD_VALUE
from echappee.games.flamme_rouge.state import CARD, DRAW, PER_HAND
from echappee.rulebook.contract import Moves, State
from echappee.rulebook.statistics import NOTHING, Statistics, Things

HIGHEST, LOWEST, NO_SPRINT, ROULEUR_FIRST = 0, 1, 2, 3
_FAST = 7
"""Whoever never sprints plays no energy card this high while he has another."""


def _kinds(deck: tuple[int, ...]) -> list[int]:
    """The kinds of cards that a deck can have, exhaustion among them."""
    return [kind for kind in range(KINDS) if deck[kind] > 0 or kind == EXHAUSTION]


def _places() -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """By rider and kind of card: its place among all things."""
    table = np.full((2, PER_HAND), NOTHING)
    place = 0
    for rider, deck in enumerate((SPRINTEUR_DECK, ROULEUR_DECK)):
        for kind in _kinds(deck):
            table[rider, kind] = place
            place += 1
    return table


_PLACE = _places()
_DRAWS = int(_PLACE.max()) + 1


def used(s: State, seat: int, move: int) -> int:
    """§4: the card that a rider plays; for whom a seat chooses first. Bids (§14) are neither."""
    if bidding(s):
        return NOTHING
    if move >= CARD:
        return int(_PLACE[(move - CARD) // PER_HAND, (move - CARD) % PER_HAND])
    return _DRAWS + move - DRAW if move >= DRAW else NOTHING


def narrow(style: int, s: State, seat: int, moves: Moves, n: int) -> int:
    """The highest card or the lowest; no fast cards; or the Rouleur's card chosen first."""
    if (int(moves[0]) < CARD) != (style == ROULEUR_FIRST):
        return 0
    best = -1
    for i in range(n):
        value = int(CARD_VALUE[(int(moves[i]) - CARD) % PER_HAND])
        if best < 0 or (value < best if style == LOWEST else value > best):
            best = value
    left = 0
    for i in range(n):
        move = int(moves[i])
        value = int(CARD_VALUE[(move - CARD) % PER_HAND])
        if style == ROULEUR_FIRST:
            fits = move == DRAW + 1
        else:
            fits = value < _FAST if style == NO_SPRINT else value == best
        if fits:
            moves[i] = moves[left]
            moves[left] = move
            left += 1
    return left


STATISTICS = Statistics(
    groups=(
        Things("sprinteur", tuple(CARDS[kind] for kind in _kinds(SPRINTEUR_DECK)), "cards"),
        Things("rouleur", tuple(CARDS[kind] for kind in _kinds(ROULEUR_DECK)), "cards"),
        Things("first-choice", tuple(RIDERS), "riders"),
    ),
    styles=("highest", "lowest", "no-sprint", "rouleur-first"),
    used=used,
    narrow=narrow,
)
