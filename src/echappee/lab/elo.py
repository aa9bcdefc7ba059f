"""Ratings from places: Bradley and Terry over all pairs of seats, on Elo's scale."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

_ROUNDS = 200
_DRAWS = 400
_SCALE = 400 / np.log(10)
_PRIOR = 0.5  # half a win each way keeps ratings finite
Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
Matrix = np.ndarray[tuple[int, int], np.dtype[np.float64]]


class Rating(msgspec.Struct, frozen=True):
    """Elo points above the mean of all, with 95 % of a bootstrap over deals."""

    points: float
    low: float
    high: float


def wins_of(seats: Sequence[int], places: Sequence[int], bots: int) -> Matrix:
    """``wins[a, b]``: how often bot a was before bot b in one game; equal places count half."""
    wins = np.zeros((bots, bots))
    for i, a in enumerate(seats):
        for j, b in enumerate(seats):
            if a != b:
                wins[a, b] += 1.0 if places[i] < places[j] else 0.5 * (places[i] == places[j])
    return wins


def ratings(deals: Sequence[Matrix], seed: int = 0) -> list[Rating]:
    """The ratings of all bots from the wins of each deal."""
    stack = np.array(deals)
    points = _fit(stack.sum(axis=0))
    # A deal like the others and one the other way round: a few that all went one way prove little.
    usual = stack.mean(axis=0)
    pool = np.concatenate([stack, [usual, usual.T]])
    dice = np.random.default_rng(seed)
    each = np.full(len(pool), 1 / len(pool))
    drawn = [np.tensordot(dice.multinomial(len(stack), each), pool, 1) for _ in range(_DRAWS)]
    low, high = np.percentile(_fit(np.array(drawn)), (2.5, 97.5), axis=0)
    return [Rating(*map(float, three)) for three in zip(points, low, high, strict=True)]


def _fit(wins: Numbers) -> Numbers:
    """The strengths that explain the wins best (Hunter's iteration), as points around 0.

    ``wins`` is a matrix, or many of them in a row: each gets its own strengths.
    """
    count = wins.shape[-1]
    won = wins + _PRIOR * (1 - np.eye(count))
    games = won + won.swapaxes(-1, -2)
    strength = np.ones(wins.shape[:-1])
    for _ in range(_ROUNDS):
        pairs = strength[..., :, None] + strength[..., None, :]
        strength = won.sum(axis=-1) / (games / pairs).sum(axis=-1)
        strength /= np.exp(np.log(strength).mean(axis=-1, keepdims=True))
    return np.asarray(_SCALE * np.log(strength))
