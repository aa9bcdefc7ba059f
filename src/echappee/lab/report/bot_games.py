"""Games between bots that think, and compiled ones: who came where, by shards of deals."""

from __future__ import annotations

import threading

import msgspec
import numpy as np

from echappee.bots.chair import Bot, next_action, play_chosen
from echappee.bots.prepare_games import prepare_game
from echappee.bots.registry import bot
from echappee.bots.search_bot import ThinkingBot
from echappee.bots.simple import CompiledBot
from echappee.games import rulebook
from echappee.lab.report.game_kernels import ASKED, CHOICES, LENGTH
from echappee.lab.report.plays import Array, Arrays, Plan, shares
from echappee.lab.report.study import Study
from echappee.lab.shards import Shard
from echappee.match.game import Game

_MOVES = 24_000_000  # that bots play in their heads at one kind of table, about
_QUESTION = 1000
"""So many moves take as long as asking a bot a question."""
_ASIDE = 8
"""Out of turn it thinks so much less."""
_FEWEST, _MOST = 8, 400
"""Games at such a table: with fewer it is left out."""


def games_worth(study: Study, names: tuple[str, ...]) -> int:
    """How many games such a table gets: fewer, the longer its bots think; 0 if too few."""
    rules, facts = study.table.rules, study.games.facts
    moves, choices = float(facts[..., LENGTH].mean()), float(facts[..., CHOICES].mean())
    asked = float(facts[..., ASKED].mean())
    ahead = moves / 2 / (4 if rules.outlook.chapters else 1)
    each = 0.0
    for name in names:
        one = bot(name)
        if isinstance(one, ThinkingBot):
            thoughts = one.effort(rules).simulations * (choices + asked / _ASIDE)
            each += (thoughts * ahead + (choices + asked) * _QUESTION) / len(names)
    if each == 0:
        return study.games_wanted
    games = min(_MOST, study.games_wanted, int(_MOVES / each))
    return games if games >= min(_FEWEST, study.games_wanted) else 0


def play_places(study: Study, names: tuple[str, ...], repeats: int, games: int) -> Array:
    """What these bots win, by deal, game of the deal and seat; they move on as in a `Plan`."""
    deals = max(2, -(-games // repeats))
    bots = [bot(name) for name in names]
    if all(isinstance(one, CompiledBot) for one in bots):
        kinds = [one.kind for one in bots if isinstance(one, CompiledBot)]
        return study.player.games(study.plan(kinds, repeats), deals).won
    work = PlayBots(study.plan([0] * len(names), repeats), names)
    return shares(study.player.arrays(work, deals, 1, bots)[0])


class PlayBots(msgspec.Struct, frozen=True):
    """Games between bots that may think, as they can be sent to whoever plays some of them."""

    plan: Plan
    names: tuple[str, ...]
    what = "places"

    def prepare(self) -> None:
        """Compile the game."""
        prepare_game(self.plan.game)

    def do(self, shard: Shard, stop: threading.Event) -> Arrays:
        """Play some deals."""
        return (places_shard(self.plan, self.names, shard.first, shard.end),)


def places_shard(plan: Plan, names: tuple[str, ...], first: int, last: int) -> Array:
    """Who came where in the deals from ``first`` to before ``last``, by bots that may think.

    By deal, game of the deal, and seat.
    """
    rules = rulebook(plan.game)
    players = plan.players
    places = np.zeros((last - first, plan.repeats, players), np.int64)
    for deal in range(first, last):
        for turn in range(plan.repeats):
            number = (plan.seed + deal) * plan.repeats + turn
            match = Game(rules).start(players, plan.options, f"{plan.seed} {deal}")
            table = {seat: _fresh(bot(names[(seat + turn) % players])) for seat in range(players)}
            while (action := next_action(match, table, number)) is not None:
                play_chosen(match, *action, table)
            places[deal - first, turn] = match.standing.places
    return places


def _fresh(one: Bot) -> Bot:
    """A bot without memories and without a clock."""
    return one.fresh(1.0) if isinstance(one, ThinkingBot) else one
