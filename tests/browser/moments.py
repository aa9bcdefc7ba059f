"""Moments of games played at random in every number of players, without a server."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any

import echappee
from echappee.match.match import Match
from echappee.rulebook.options import Options

JSON = Any

SETTINGS: dict[str, list[tuple[int, Options]]] = {
    "flamme-rouge": [(1, {}), (2, {"teams": 4}), (3, {}), (4, {}), (5, {}), (6, {})],
    "tapas": [(2, {}), (2, {"extras": 5})],
    "tape-letape": [(3, {}), (4, {}), (5, {}), (6, {}), (6, {"race": "endurance"})],
    "tour-de-france": [(2, {}), (3, {}), (4, {})],
}
"""What is played: players and options."""


def random_game(game: str, seed: int) -> Iterator[tuple[Match, int]]:
    """A game played at random, at every moment of it, with the seat that decides something."""
    chance = random.Random(seed)
    players, options = chance.choice(SETTINGS[game])
    match = echappee.game(game).start(players=players, options=options, seed=f"moments {seed}")
    while not match.over:
        seat = chance.choice(match.awaited)
        yield match, seat
        match.play(seat, chance.choice(list(match.moves(seat))))


def first_moment(game: str, holds: Callable[[JSON, int], bool]) -> tuple[Match, int]:
    """The first moment at which something holds of what a seat sees."""
    for seed in itertools.count():
        for match, seat in random_game(game, seed):
            if holds(match.view(seat), seat):
                return match, seat
    raise AssertionError


def random_moments(game: str, seed: int, each: int = 3) -> Iterator[tuple[Match, int]]:
    """Moments without end, some of each game."""
    for one in itertools.count(seed):
        moments = [(match.number, seat) for match, seat in random_game(game, one)]
        chosen = random.Random(one).sample(moments, min(each, len(moments)))
        for match, seat in random_game(game, one):
            if (match.number, seat) in chosen:
                yield match, seat
