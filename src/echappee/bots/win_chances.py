"""Winning chances over a game that was played: what its net says at once, refined by a search.

Nobody's cards are given away. Each seat in turn is asked what it could know at that moment: the net
sees no more than that, and a search draws worlds that the seat can't tell from the real one.
Chances are the mean over what all the seats could see. A game without a net is played on to its
end, often.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import msgspec
import numpy as np
from numpy.typing import NDArray

from echappee import arguments
from echappee.bots.chair import Chair
from echappee.bots.nets.guided_tree import GuidedTree
from echappee.bots.nets.net import Net
from echappee.bots.nets.net_bot import evaluation_of
from echappee.bots.nets.own_nets import own_net
from echappee.bots.tree import Tree
from echappee.match.match import Match
from echappee.rulebook.outlook import Outlook

MOST_POINTS = 60
MOST_SIMULATIONS = 1_000_000
_ROOM = 1 << 10
_WORD = 50
"""The net's word for what a seat sees counts as much as so many simulations."""
_CLEAR = 2.5  # a swing counts from so many standard errors on
_LEAST_SWING = 0.08
_MOST_TURNS = 5


class Chances(msgspec.Struct, frozen=True):
    """How likely each seat was to win after an entry."""

    number: int
    wins: tuple[float, ...]
    """From 0 to 1 for each seat; together 1."""
    games: int
    """So many games were played on from here, or looked into; 0: this is the end of the game."""

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


def first_chances(match: Match, number: int) -> Chances | None:
    """The chances after an entry as the net sees them, in no time; None: the game has no net."""
    then = arguments.instance("match", match, Match).at(number)
    net = own_net(then.rulebook)
    if then.over or net is None:
        return _at_the_end(then) if then.over else None
    told = np.sum([_as_seen(then, seat, net) for seat in range(then.players)], axis=0)
    return Chances(then.number, _shares(then, told, then.players), _WORD * then.players)


def _as_seen(match: Match, seat: int, net: Net) -> NDArray[np.float64]:
    """What a net makes of what one seat can see."""
    told = np.zeros(match.players)
    _, chances = evaluation_of(net)(match.worlds(seat, 1, 0)[0], seat, ())
    told[(seat + np.arange(match.players)) % match.players] = chances[: match.players]
    return told


def chances_at(match: Match, number: int, simulations: int, seed: int = 0) -> Chances:
    """The chances after an entry, from ``simulations`` for what each seat could see."""
    simulations = arguments.whole("simulations", simulations, 1, MOST_SIMULATIONS)
    seed = arguments.whole("seed", seed, 0, arguments.MOST_SEED)
    then = arguments.instance("match", match, Match).at(number)
    if then.over:
        return _at_the_end(then)
    rules = then.rulebook
    net = own_net(rules) if rules.functions.compiled else None
    outlook = rules.outlook if net is None else rules.outlook.guided()
    outlook = msgspec.structs.replace(outlook, chapters=0)
    won = np.zeros(match.players)
    for seat in range(match.players):
        tree = Tree(rules, _ROOM) if net is None else GuidedTree(rules, _ROOM, net)
        won += _looked_into(tree, Chair(then, seat, seed), outlook, simulations)
    played = simulations * match.players
    if net is None:
        return Chances(then.number, tuple((won / played).tolist()), played)
    return Chances(then.number, _shares(then, won, played), played)


def _looked_into(
    tree: Tree, chair: Chair, outlook: Outlook, simulations: int
) -> NDArray[np.float64]:
    """What comes of worlds that one seat can't tell from the real one, added up."""
    tree.begin(chair, outlook, chair.seed)
    return np.asarray(tree.sample(simulations))


def _shares(match: Match, told: NDArray[np.float64], times: int) -> tuple[float, ...]:
    """What a net told of all seats, added up over so many ``times``, as shares of one win."""
    total = float(told.sum())
    outsiders = match.rulebook.outsiders
    if outsiders is not None and outsiders(match.worlds(0, 1, 0)[0]):
        total = max(total, float(times))  # the rest is theirs
    return tuple((told / total).tolist())


def _at_the_end(match: Match) -> Chances:
    leaders = match.standing.leaders
    wins = (float(seat in leaders) / max(1, len(leaders)) for seat in range(match.players))
    return Chances(match.number, tuple(wins), 0)


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
