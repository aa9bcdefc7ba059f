"""The games of a report, played by shards of deals: the one door to all that is played.

A plan says what is played; a shard is its deals from a number to a number. What comes of a shard
depends on nothing else: not on the threads, the machine or what was played before. So shards can be
played anywhere, in any order, and put together in the order of the deals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

import msgspec
import numpy as np

from echappee.games import rulebook
from echappee.lab import pace
from echappee.lab.report.decision_kernels import FACTS as DECISION_FACTS
from echappee.lab.report.decision_kernels import weigh_decisions
from echappee.lab.report.game_kernels import FACTS, PARTS, record_games
from echappee.rulebook.rulebook import new_chance

Array = np.ndarray[Any, Any]
Found = TypeVar("Found", bound="Shard")

GAMES_IN_SHARD = 256
PHASES = 4
"""Into so many parts a game is divided where decisions are weighed."""
_MOST_COURSE = 1 << 16
"""More moves are taken for a game that does not end."""
_SEEN = 1 << 13


class Plan(msgspec.Struct, frozen=True):
    """What is played: the table, and who sits at it."""

    game: str
    players: int
    options: Mapping[str, bool | int | str]
    bots: tuple[int, ...]
    """Who plays in each seat of a deal's first game (`game_kernels`); then all move on by one."""
    repeats: int
    """So often each deal is played."""
    seed: int


class Shard(Protocol):
    """What came of some deals, in arrays whose first axis is theirs."""

    def arrays(self) -> tuple[Array, ...]:
        """All arrays."""


class Games(msgspec.Struct, frozen=True):
    """What came of whole games; the first axis are deals, the second how often each was played."""

    scores: Array
    """By seat, as ``standing`` has them."""
    places: Array
    facts: Array
    """`game_kernels` names them."""
    leading: Array
    """At each part of the game: the share of those in the lead who won."""
    uses: Array
    """By seat and thing: how often it was used."""

    def arrays(self) -> tuple[Array, ...]:
        """All arrays."""
        return self.scores, self.places, self.facts, self.leading, self.uses

    @property
    def won(self) -> Array:
        """Each seat's share of the win."""
        return shares(self.places)


class Decisions(msgspec.Struct, frozen=True):
    """What each move of some decisions brings; the first axis are deals, the second the phases."""

    facts: Array
    """`decision_kernels` names them."""
    wins: Array
    """By half of the worlds, move and seat: wins in them."""

    def arrays(self) -> tuple[Array, ...]:
        """All arrays."""
        return self.facts, self.wins


def shares(places: Array) -> Array:
    """Each seat's share of the win, from places; nobody has one where a dummy was first."""
    first = places == 1
    return np.asarray(first / np.maximum(1, first.sum(axis=-1))[..., None])


def play_shard(plan: Plan, first: int, last: int) -> Games:
    """Play the deals from ``first`` to before ``last``."""
    rules = rulebook(plan.game)
    deals, players = last - first, plan.players
    rows = deals * plan.repeats
    things = max(1, rules.statistics.count)
    options = rules.settle(players, plan.options)
    games = Games(
        scores=np.zeros((rows, players), np.int64),
        places=np.zeros((rows, players), np.int64),
        facts=np.zeros((rows, FACTS), np.int64),
        leading=np.zeros((rows, PARTS + 1)),
        uses=np.zeros((rows, players, things), np.int32),
    )
    states = rules.blank(3)
    rules.functions.kernel(record_games)(
        states, _bytes(states), players, rules.option_numbers(options),
        np.array(plan.bots, np.int64), rules.buffer(), new_chance(), plan.seed, first,
        plan.repeats, np.zeros(_SEEN, np.uint64), np.zeros(pace.CLOCK, np.int64),
        np.zeros(min(rules.longest(players, options) + 2, _MOST_COURSE), np.int64),
        *games.arrays(),
    )  # fmt: skip
    return Games(*(_by_deal(array, deals) for array in games.arrays()))


def weigh_shard(plan: Plan, worlds: int, first: int, last: int) -> Decisions:
    """Weigh a decision of each phase of the deals from ``first`` to before ``last``."""
    rules = rulebook(plan.game)
    deals, players = last - first, plan.players
    options = rules.settle(players, plan.options)
    facts = np.zeros((deals * PHASES, DECISION_FACTS), np.int64)
    wins = np.zeros((deals * PHASES, 2, rules.most_moves, players))
    rules.functions.kernel(weigh_decisions)(
        rules.blank(4), players, rules.option_numbers(options), np.array(plan.bots, np.int64),
        rules.buffer(), rules.buffer(), new_chance(), new_chance(), plan.seed, first, PHASES,
        worlds, np.zeros(players, np.int64), facts, wins,
    )  # fmt: skip
    return Decisions(_by_deal(facts, deals), _by_deal(wins, deals))


def _bytes(states: Array) -> Array:
    return states.view(np.ndarray).view(np.uint8).reshape(len(states), -1)


def _by_deal(array: Array, deals: int) -> Array:
    return array.reshape(deals, -1, *array.shape[1:])


class Player:
    """Plays plans on some threads, and tells how many deals are done."""

    def __init__(self, threads: int, progress: Callable[[int], None] | None = None) -> None:
        self._threads = threads
        self._progress = progress

    def games(self, plan: Plan, deals: int) -> Games:
        """All games of so many deals."""
        size = max(1, GAMES_IN_SHARD // plan.repeats)
        return Games(*joined(self.shards(lambda a, b: play_shard(plan, a, b), deals, size)))

    def decisions(self, plan: Plan, deals: int, worlds: int) -> Decisions:
        """Weighed decisions of so many deals."""
        found = self.shards(lambda a, b: weigh_shard(plan, worlds, a, b), deals, 8)
        return Decisions(*joined(found))

    def shards(self, work: Callable[[int, int], Found], deals: int, size: int) -> list[Found]:
        """``work`` from a deal to a deal, for all deals, in their order."""
        starts = range(0, deals, size)
        found: list[Found] = []
        pool = ThreadPoolExecutor(self._threads)
        try:
            ends = [min(first + size, deals) for first in starts]
            for one, first, last in zip(pool.map(work, starts, ends), starts, ends, strict=True):
                found.append(one)
                if self._progress is not None:
                    self._progress(last - first)
        finally:
            pool.shutdown(cancel_futures=True)  # whoever interrupts does not wait for the rest
        return found


def joined(shards: Sequence[Shard]) -> list[Array]:
    """The arrays of shards, one after the other."""
    return [np.concatenate(parts) for parts in zip(*(one.arrays() for one in shards), strict=True)]
