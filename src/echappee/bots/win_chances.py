"""Winning chances over a game that was played: at many of its moments bots play on, often.

Nobody's cards are given away. Each seat in turn is asked what it could know at that moment, worlds
are drawn that it can't tell from the real one, and they are played to the end; chances are the mean
over what all the seats could see.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import msgspec
import numpy as np

from echappee import arguments
from echappee.bots.chair import Chair
from echappee.bots.tree import Tree
from echappee.match.match import Match

MOST_POINTS = 60
MOST_SIMULATIONS = 1_000_000
_ROOM = 1 << 10
_CLEAR = 2.5  # a swing counts from so many standard errors on
_LEAST_SWING = 0.08
_MOST_TURNS = 5


class Chances(msgspec.Struct, frozen=True):
    """How likely each seat was to win after an entry."""

    number: int
    wins: tuple[float, ...]
    """From 0 to 1 for each seat; together 1."""
    games: int
    """So many games were played on from here; 0: this is the end of the game."""

    @property
    def error(self) -> float:
        """The standard error of a chance, at most."""
        return 0.0 if self.games == 0 else 0.5 / math.sqrt(self.games)

    def __add__(self, other: Chances) -> Chances:
        """What two estimates of the same moment say together."""
        if self.games == 0:
            return self
        games = self.games + other.games
        pairs = zip(self.wins, other.wins, strict=True)
        wins = tuple((a * self.games + b * other.games) / games for a, b in pairs)
        return Chances(self.number, wins, games)


class Turn(msgspec.Struct, frozen=True):
    """A turning point: between two moments the chances of a seat changed for good or ill."""

    since: int
    number: int
    seat: int
    swing: float


def points_of(match: Match, most: int = MOST_POINTS) -> list[int]:
    """The entries to look at, ``most`` of them: the first, the last, and others evenly between."""
    last = arguments.instance("match", match, Match).number
    count = min(arguments.whole("most", most, 1), last + 1)
    if count < 2:
        return [0]
    return [round(i * last / (count - 1)) for i in range(count)]


def chances_at(match: Match, number: int, simulations: int, seed: int = 0) -> Chances:
    """The chances after an entry, from ``simulations`` games for what each seat could see."""
    simulations = arguments.whole("simulations", simulations, 1, MOST_SIMULATIONS)
    seed = arguments.whole("seed", seed, 0, arguments.MOST_SEED)
    then = arguments.instance("match", match, Match).at(number)
    number = then.number
    if then.over:
        leaders = then.standing.leaders
        wins = (float(seat in leaders) / max(1, len(leaders)) for seat in range(match.players))
        return Chances(number, tuple(wins), 0)
    rules = match.rulebook
    outlook = msgspec.structs.replace(rules.outlook, chapters=0)
    won = np.zeros(match.players)
    for seat in range(match.players):
        tree = Tree(rules, _ROOM)
        tree.begin(Chair(then, seat, seed), outlook, seed)
        won += tree.sample(simulations)
    played = simulations * match.players
    return Chances(number, tuple((won / played).tolist()), played)


def turning_points(course: Sequence[Chances], most: int = _MOST_TURNS) -> list[Turn]:
    """Where chances swung more than by accident, in the order of the game.

    ``course`` are the chances at the moments of one match, in their order; of all turns the
    ``most`` that swung furthest are told.
    """
    moments = [
        arguments.instance("course", one, Chances) for one in arguments.items("course", course)
    ]
    most = arguments.whole("most", most)
    turns = []
    for before, after in pairwise(moments):
        swings = [b - a for a, b in zip(before.wins, after.wins, strict=True)]
        seat = max(range(len(swings)), key=lambda one: (round(abs(swings[one]), 9), swings[one]))
        doubt = _CLEAR * math.hypot(before.error, after.error)
        if abs(swings[seat]) > max(_LEAST_SWING, doubt):
            turns.append(Turn(before.number, after.number, seat, swings[seat]))
    biggest = sorted(turns, key=lambda turn: -abs(turn.swing))[:most]
    return sorted(biggest, key=lambda turn: turn.number)
