"""What all sections of a report have in common: the table, the bots, and the games played there."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from functools import cached_property

import msgspec
import numpy as np

from echappee.bots.simple_kernels import RANDOM
from echappee.lab.pages import settings_of
from echappee.lab.report.estimates import Interval, estimate
from echappee.lab.report.game_kernels import CHOICES, LENGTH, OPEN
from echappee.lab.report.plays import Array, Decisions, Games, Plan, Player
from echappee.rulebook.options import Options, write_value
from echappee.rulebook.rulebook import Rulebook

REPEATS = 4
"""So often a deal is played between equal players: what differs then is not the deal's doing."""
WORLDS = 64
_WEIGHING = 60_000_000  # moves that are played to weigh decisions, about
_DECIDED = (24, 400)  # deals of which decisions are weighed, at least and at most


class Table(msgspec.Struct, frozen=True):
    """What is played, by how many, and how it is set."""

    rules: Rulebook
    players: int
    options: Options

    @property
    def settings(self) -> str:
        """What is not as usual, as in ``race=endurance``; nothing where all is."""
        return settings_of(self.rules.id, self.players, self.options)

    @property
    def flags(self) -> list[str]:
        """The settings as they are typed on a command line."""
        usual = self.rules.settle(self.players, {})
        changed = [
            f"{name}={write_value(value)}"
            for name, value in self.options.items()
            if value != usual[name]
        ]
        return [part for one in changed for part in ("-o", one)]


class Study:
    """A table that is studied with bots of one kind, and what was played there."""

    def __init__(
        self, table: Table, bot: str, kind: int, games: int, seed: int, player: Player
    ) -> None:
        self.table, self.bot, self.kind = table, bot, kind
        self.games_wanted, self.seed, self.player = games, seed, player

    def plan(self, bots: Sequence[int], repeats: int) -> Plan:
        """These bots at the table."""
        table = self.table
        return Plan(
            table.rules.id, table.players, dict(table.options), tuple(bots), repeats, self.seed
        )

    def deals(self, repeats: int) -> int:
        """How many deals make as many games as are wanted."""
        return max(2, -(-self.games_wanted // repeats))

    @cached_property
    def games(self) -> Games:
        """Games between equal players: each deal several times."""
        return self.player.games(
            self.plan([self.kind] * self.table.players, REPEATS), self.deals(REPEATS)
        )

    def against(self, kind: int, share: float = 1.0, rounds: int = 1) -> tuple[Games, Array]:
        """One player of a kind among the others, once from each seat, and his part of the wins.

        The part is that of each deal and each game of it. ``share`` is the part of the games that
        are played; ``rounds`` how often he takes every seat.
        """
        players = self.table.players
        repeats = players * rounds
        deals = max(2, round(self.deals(repeats) * share))
        games = self.player.games(self.plan([kind] + [self.kind] * (players - 1), repeats), deals)
        return games, share_of_first(games.won)

    @cached_property
    def decisions(self) -> Decisions:
        """Weighed decisions, as many as can be played on in some minutes."""
        facts = self.games.facts
        moves = facts[..., OPEN].sum() / max(1, facts[..., CHOICES].sum())
        each = max(1.0, float(facts[..., LENGTH].mean()) / 2 * moves * WORLDS * 4)
        most = min(_DECIDED[1], self.games_wanted)
        deals = int(np.clip(_WEIGHING / each, min(_DECIDED[0], most), most))
        return self.player.decisions(self.plan([self.kind] * self.table.players, 1), deals, WORLDS)

    def command(self, section: str, *more: str) -> str:
        """What plays a section of this report again."""
        table = self.table
        parts = ["echappee", "report", table.rules.id, "-p", str(table.players), *table.flags]
        parts += ["--bots", self.bot, "--games", str(self.games_wanted), "--seed", str(self.seed)]
        return shlex.join([*parts, *more, "--only", section])

    @property
    def fair(self) -> float:
        """What each of equal players gets."""
        return 1 / self.table.players

    @property
    def is_random(self) -> bool:
        """Do the bots play at random?"""
        return self.kind == RANDOM


def share_of_first(won: Array) -> Array:
    """The wins of the first bot, who sits one seat further down in each game of a deal."""
    players = won.shape[-1]
    turns = np.arange(won.shape[1])
    return np.asarray(won[:, turns, -turns % players])


def share_interval(values: Array) -> Interval:
    """The mean of a share of wins, one value for each deal."""
    return estimate(values, 0.0, 1.0)
