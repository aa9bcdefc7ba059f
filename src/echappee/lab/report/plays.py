"""The games of a report, played by shards of deals: the one door to all that is played.

A plan says what is played; a shard is its deals from a number to a number. What comes of a shard
depends on nothing else: not on the threads, the machine or what was played before. So an executor
may play shards anywhere, in any order; they are put together in the order of the deals.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Any, Protocol

import msgspec
import numpy as np

from echappee.bots.chair import Bot
from echappee.bots.prepare_games import prepare_game
from echappee.games import rulebook
from echappee.lab import pace
from echappee.lab.ledger import Ledger
from echappee.lab.report.decision_kernels import FACTS as DECISION_FACTS
from echappee.lab.report.decision_kernels import weigh_decisions
from echappee.lab.report.game_kernels import FACTS, PARTS, record_games
from echappee.lab.shards import Executor, Shard, Threads, Work, results
from echappee.rulebook.rulebook import new_chance

Array = np.ndarray[Any, Any]
Arrays = tuple[Array, ...]
"""What came of some deals; the first axis is theirs."""

GAMES_IN_SHARD = 256
PHASES = 4
"""Into so many parts a game is divided where decisions are weighed."""
_MOST_COURSE = 1 << 16
"""More moves are taken for a game that does not end."""
_SEEN = 1 << 13
_KEPT = 1.0  # seconds of a shard that becomes a line of a ledger


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

    def arrays(self) -> Arrays:
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

    def arrays(self) -> Arrays:
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


class PlayGames(msgspec.Struct, frozen=True):
    """Whole games by a plan, as they can be sent to whoever plays some of its deals."""

    plan: Plan
    what = "games"

    def prepare(self) -> None:
        """Compile the game."""
        prepare_game(self.plan.game)

    def do(self, shard: Shard, stop: threading.Event) -> Arrays:
        """Play some deals."""
        return play_shard(self.plan, shard.first, shard.end).arrays()


class WeighDecisions(msgspec.Struct, frozen=True):
    """Decisions of a plan's deals, as they can be sent to whoever weighs some of them."""

    plan: Plan
    worlds: int

    @property
    def what(self) -> str:
        """What is measured, and how closely."""
        return f"decisions in {self.worlds} worlds"

    def prepare(self) -> None:
        """Compile the game."""
        prepare_game(self.plan.game)

    def do(self, shard: Shard, stop: threading.Event) -> Arrays:
        """Weigh a decision of each phase of some deals."""
        return weigh_shard(self.plan, self.worlds, shard.first, shard.end).arrays()


class Measurement(Work[Arrays], Protocol):
    """What is played at one table, and what comes of it: arrays whose first axis are deals."""

    @property
    def plan(self) -> Plan:
        """The table, and its compiled bots."""

    @property
    def what(self) -> str:
        """What is measured, with all that it depends on besides."""


class Player:
    """Has plans played."""

    def __init__(self, executor: Executor | None = None, ledger: Ledger | None = None) -> None:
        """By an ``executor``; None: by threads, one for each core. A ``ledger`` keeps all of it."""
        self._executor = Threads() if executor is None else executor
        self._ledger = ledger

    def games(self, plan: Plan, deals: int) -> Games:
        """All games of so many deals."""
        size = max(1, GAMES_IN_SHARD // plan.repeats)
        return Games(*self.arrays(PlayGames(plan), deals, size))

    def decisions(self, plan: Plan, deals: int, worlds: int) -> Decisions:
        """Weighed decisions of so many deals."""
        return Decisions(*self.arrays(WeighDecisions(plan, worlds), deals, 8))

    def arrays(
        self, work: Measurement, deals: int, size: int, bots: Sequence[Bot] = ()
    ) -> list[Array]:
        """What comes of so many deals, in their order, by shards of a ``size``.

        ``bots`` are those besides the plan's.
        """
        page = None
        if self._ledger is not None:
            rules, plan = rulebook(work.plan.game), msgspec.to_builtins(work.plan)
            page = self._ledger.reported(rules, work.what, plan, bots, type(work).__module__)
        shards = results(
            work, deals, self._executor, least=size, seconds=0.0 if page is None else _KEPT,
            known=[] if page is None else page.shards(deals),
            keep=None if page is None else page.add,
        )  # fmt: skip
        with closing(shards):
            parts = [arrays for _, arrays in shards]
        return [np.concatenate(one) for one in zip(*parts, strict=True)]
