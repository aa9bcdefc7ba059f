"""The arena: bots against each other, seats rotated, every deal played from every seat.

Each deal is played as often as there are seats, the line-up moving one seat on each time; so luck
of the deal and of the seat falls on all alike. The deal is the unit of all statistics. The arena
stops as soon as its question is decided: does the first bot get at least the share claimed for it?
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import closing
from functools import partial

import msgspec
import numpy as np

from echappee import arguments
from echappee.bots.chair import Bot, next_action, play_chosen
from echappee.bots.prepare_games import prepare_game
from echappee.bots.registry import bot, called_or_itself
from echappee.bots.search_bot import ThinkingBot
from echappee.errors import UsageError
from echappee.games import rulebook
from echappee.lab.confidence import Interval, Verdict, interval
from echappee.lab.elo import Rating, ratings, wins_of
from echappee.lab.ledger import Dealt, Ledger
from echappee.lab.shards import Executor, Shard, Threads, check_executor, results
from echappee.match.game import Game
from echappee.rulebook.options import Options
from echappee.rulebook.rulebook import Rulebook

__all__ = ["Arena", "Entrant", "arena"]

MOST_GAMES = 1_000_000


class Entrant(msgspec.Struct, frozen=True):
    """How one of the bots did."""

    bot: str
    seats: int
    """Seats that it took in each game."""
    share: Interval
    """Wins by seats taken; a shared first place counts for its share."""
    times_fair: float
    """The share as a multiple of what equal players would get."""
    mean_place: float
    rating: Rating


class Arena(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a contest."""

    game: str
    players: int
    options: Mapping[str, bool | int | str]
    deals: int
    games: int
    seed: int
    budget: float | None
    """What all thinking was scaled by; None: by the clock."""
    seconds: float | None = None
    """By the clock: so much for each move; None: each bot's own time."""
    claim: float
    """The share that the first bot was to reach."""
    verdict: Verdict
    entrants: list[Entrant]


def arena(
    game_id: str,
    bots: Sequence[str | Bot],
    games: int,
    players: int | None = None,
    options: Options | None = None,
    *,
    seed: int = 0,
    claim: float | None = None,
    budget: float | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    ledger: Ledger | None = None,
    progress: Callable[[int, Interval], None] | None = None,
    prepare: Callable[[], None] | None = None,
    play_all: bool = False,
    executor: Executor | None = None,
) -> Arena:
    """Let ``bots`` play up to ``games`` games; the first one may be decided about earlier.

    They are played in whole deals, each from every seat, so that there may be a few more of them.
    With ``play_all`` none is left out when it is decided.

    With fewer bots than seats the first takes one seat and the others share the rest. ``claim`` is
    the share of wins that is to be shown of the first bot (default: its fair share). ``budget``
    scales the simulations of all bots that think, and leaves out their clocks; with ``seconds``
    they all have so much time a move. Deals that are in the ``ledger`` are not played again, new
    ones are written into it. ``prepare`` is called when all is checked, before all else. An
    ``executor``, such as a cluster, plays in the place of threads.
    """
    rules = rulebook(game_id)
    count = rules.fewest_rivals if players is None else rules.check_players(players)
    chosen = rules.settle(count, arguments.mapping("options", options))
    entrants = [_entrant(one) for one in arguments.items("bots", bots)]
    if not 2 <= len(entrants) <= count:
        raise UsageError("bad-match-up", players=count, count=len(entrants))
    games = arguments.whole("games", games, 1, MOST_GAMES)
    seed = arguments.whole("seed", seed, 0, arguments.MOST_SEED - MOST_GAMES)
    budget = None if budget is None else check_budget(budget)
    if seconds is not None:
        if budget is not None:
            raise UsageError("bad-seconds", text=seconds)
        seconds = _positive("bad-seconds", seconds)
    target = 1 / count if claim is None else arguments.real("claim", claim, 0, 1)
    workers = arguments.threads(threads)
    if ledger is not None:
        arguments.instance("ledger", ledger, Ledger)
    check_executor(executor)
    arguments.function("progress", progress)
    arguments.function("prepare", prepare)
    play_all = arguments.flag("play_all", play_all)
    by = Threads(workers) if executor is None else executor
    work = Deals(
        game_id, dict(chosen), entrants, line_up(len(entrants), count), seed, budget, seconds
    )
    if prepare is not None:
        prepare()
    elif by.here:
        work.prepare()
    total = -(-games // count)
    page = ledger.page(rules, count, chosen, entrants, budget, seconds) if ledger else None
    shards = results(
        work,
        total,
        by,
        known=[] if page is None else page.shards(seed, total),
        keep=None if page is None else partial(page.add, seed),
    )
    dealt: list[Dealt] = []
    with closing(shards):
        for result in itertools.chain.from_iterable(played for _, played in shards):
            dealt.append(result)
            found = interval([d.shares[0] for d in dealt])
            if progress is not None:
                progress(count, found)
            if not play_all and found.verdict(target) != "open":
                break
    rated = ratings([np.array(d.wins) for d in dealt], seed)
    first = interval([d.shares[0] for d in dealt])
    return Arena(
        game=game_id,
        players=count,
        options=dict(chosen),
        deals=len(dealt),
        games=len(dealt) * count,
        seed=seed,
        budget=budget,
        seconds=seconds,
        claim=target,
        verdict=first.verdict(target),
        entrants=[
            Entrant(
                bot=entrant.name,
                seats=work.seats.count(i),
                share=(share := interval([d.shares[i] for d in dealt])),
                times_fair=share.mean * count,
                mean_place=float(np.mean([d.places[i] for d in dealt])),
                rating=rated[i],
            )
            for i, entrant in enumerate(entrants)
        ],
    )


class Deals:
    """Deals of a contest, as they can be sent to whoever plays some of them.

    Bots that have a name travel by it.
    """

    def __init__(
        self, game: str, options: Options, bots: Sequence[str | Bot], seats: Sequence[int],
        seed: int, budget: float | None, seconds: float | None,
    ) -> None:  # fmt: skip
        self.game, self.options, self.seats = game, options, list(seats)
        self.bots = [_entrant(one) for one in bots]
        self.seed, self.budget, self.seconds = seed, budget, seconds

    def __reduce__(self) -> tuple[object, ...]:
        """As it is sent."""
        bots = [called_or_itself(one) for one in self.bots]
        given = self.game, self.options, bots, self.seats, self.seed, self.budget, self.seconds
        return Deals, given

    def prepare(self) -> None:
        """Compile the game."""
        prepare_game(self.game)

    def do(self, shard: Shard, stop: threading.Event) -> list[Dealt]:
        """Play some deals."""
        rules = rulebook(self.game)
        return [
            play_deal(
                rules, self.options, self.bots, self.seats, self.seed + number, self.budget,
                self.seconds, stop,
            )
            for number in range(shard.first, shard.end)
        ]  # fmt: skip


def _entrant(given: str | Bot) -> Bot:
    """A bot by its name, or one that was brought along."""
    if isinstance(given, str):
        return bot(given)
    if isinstance(getattr(given, "name", None), str) and callable(getattr(given, "choose", None)):
        return given
    raise UsageError("no-bot", kind=type(given).__name__)


def check_budget(value: object) -> float:
    """A factor to scale thinking by."""
    return _positive("bad-budget", value)


def _positive(code: str, value: object) -> float:
    try:
        found = arguments.real("", value)
    except UsageError:
        raise UsageError(code, text=value) from None
    if found <= 0:
        raise UsageError(code, text=value)
    return found


def line_up(bots: int, players: int) -> list[int]:
    """Which bot sits where before any rotation: the first once, the others in turn."""
    others = itertools.cycle(range(1, bots))
    return [0, *(next(others) for _ in range(players - 1))]


def play_deal(
    rules: Rulebook, options: Options, bots: Sequence[Bot], seats: Sequence[int], seed: int,
    budget: float | None, seconds: float | None = None, stop: threading.Event | None = None,
) -> Dealt:  # fmt: skip
    """One deal from every seat; given up between two moves when it is told to ``stop``."""
    players = len(seats)
    shares, places = np.zeros(len(bots)), np.zeros(len(bots))
    wins = np.zeros((len(bots), len(bots)))
    for shift in range(players):
        seated = [seats[(seat + shift) % players] for seat in range(players)]
        fresh = [_fresh(b, budget, seconds) for b in bots]
        match = Game(rules).start(players, options, seed)
        table = {seat: fresh[i] for seat, i in enumerate(seated)}
        while (action := next_action(match, table, seed)) is not None:
            if stop is not None and stop.is_set():
                raise CancelledError
            play_chosen(match, *action, table)
        standing = match.standing
        for seat, i in enumerate(seated):
            if standing.places[seat] == 1:
                shares[i] += 1 / len(standing.leaders)
            places[i] += standing.places[seat]
        wins += wins_of(seated, standing.places, len(bots))
    taken = np.array([seats.count(i) * players for i in range(len(bots))])
    return Dealt((shares / taken).tolist(), (places / taken).tolist(), wins.tolist())


def _fresh(bot: Bot, budget: float | None, seconds: float | None) -> Bot:
    """A bot as it comes to a game: without memories, and with what it is given to think."""
    if not isinstance(bot, ThinkingBot):
        return bot
    return bot.fresh(budget) if seconds is None else bot.timed(seconds)
