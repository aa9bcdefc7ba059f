"""Moments of games, found without a server: the same ones in every run."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import echappee
from echappee.games import rulebook
from echappee.match.match import Match
from echappee.rulebook.options import Options
from tests.beside import beside

JSON = Any
MOST_GAMES = 400
"""So many are looked through; then a test asks for something that hardly ever happens."""


def settings(game: str) -> list[tuple[int, Options]]:
    """What is played: players and options."""
    module = beside(game, "browser")
    return [(rulebook(game).players[0], {})] if module is None else module.SETTINGS


def random_game(game: str, seed: int) -> Iterator[tuple[Match, int]]:
    """A game played at random, at every moment of it, with the seat that decides something."""
    chance = random.Random(seed)
    players, options = chance.choice(settings(game))
    match = echappee.game(game).start(players=players, options=options, seed=f"moments {seed}")
    while not match.over:
        seat = chance.choice(match.awaited)
        yield match, seat
        match.play(seat, chance.choice(list(match.moves(seat))))


def first_moment(game: str, holds: Callable[[JSON, int], bool]) -> tuple[Match, int]:
    """The first moment at which something holds of what a seat sees."""
    for seed in range(MOST_GAMES):
        for match, seat in random_game(game, seed):
            if holds(match.view(seat), seat):
                return match, seat
    raise AssertionError(f"no such moment in {MOST_GAMES} games")


Holds = Callable[[JSON], object]
"""Whether a moment is wanted, by what seat 0 is told of it."""


def quiet(game: str, moves: list[str]) -> list[str]:
    """Moves without what a game calls loud, where there are any."""
    loud = getattr(beside(game, "browser"), "LOUD", None)
    return [move for move in moves if loud and not loud.match(move)] or moves


def played(game: str, players: int, options: Options, seed: int) -> Iterator[tuple[Match, str]]:
    """A game played at random and and quietly, at every moment of it, with the next move."""
    chance = random.Random(seed)
    match = echappee.game(game).start(
        players=players, options=options, seed=f"moment {seed}", names=["Ana"]
    )
    while not match.over:
        seat = chance.choice(match.awaited)
        text = chance.choice(quiet(game, list(match.moves(seat))))
        yield match, text
        match.play(seat, text)


def told(match: Match) -> JSON:
    """What a server tells seat 0."""
    return {"view": match.view(0), "moves": list(match.moves(0)), "number": match.number}


@cache
def find(game: str, players: int, options: str, holds: Holds) -> Match:
    """The first moment of the first game that has one; ``options`` are JSON."""
    for seed in range(MOST_GAMES):
        for match, _ in played(game, players, json.loads(options), seed):
            if holds(told(match)):
                return match
    raise AssertionError(f"no such moment in {MOST_GAMES} games")


@cache
def whole_game(game: str, players: int, options: str) -> Match:
    """A game from its deal to its end."""
    for match, _ in played(game, players, json.loads(options), seed=0):
        last = match
    return last


def random_moments(game: str, seed: int, each: int = 3) -> Iterator[tuple[Match, int]]:
    """Moments without end, some of each game."""
    for one in itertools.count(seed):
        moments = [(match.number, seat) for match, seat in random_game(game, one)]
        chosen = random.Random(one).sample(moments, min(each, len(moments)))
        for match, seat in random_game(game, one):
            if (match.number, seat) in chosen:
                yield match, seat
