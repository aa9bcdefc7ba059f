"""Simulate many games on all cores, with the same result whatever the number of threads.

Compiled bots play in one compiled loop, and bots that play at random on a GPU, too. Where a bot
that somebody added takes part, the games are played move by move in Python: thousands of times
slower, and on one core of this machine.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import closing
from functools import reduce
from operator import add
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from echappee import arguments
from echappee.bots.chair import Bot, next_action, play_chosen
from echappee.bots.contest import TALLY, contest, count_game
from echappee.bots.prepare_games import prepare_game
from echappee.bots.registry import quick_bot
from echappee.bots.simple import CompiledBot
from echappee.bots.simple_kernels import RANDOM
from echappee.errors import UsageError
from echappee.games import rulebook
from echappee.lab.ledger import Ledger
from echappee.lab.shards import Executor, Shard, Threads, check_executor, results
from echappee.lab.tally import Tally, read_tally, share_of
from echappee.match.game import Game
from echappee.rulebook.options import Options
from echappee.rulebook.rulebook import Rulebook, new_chance

_CHUNK = 256  # games of one compiled call
_BRIEF = 0.1  # seconds of a shard here
_KEPT = 1.0  # seconds of a shard that becomes a line of a ledger
MOST_GAMES = 1_000_000_000_000


class BotResult(msgspec.Struct, frozen=True):
    """How one of the bots did over all seats."""

    bot: str
    wins: float
    """Games won; a shared first place counts for its share."""
    share: float
    """Wins by games played; ``error`` is its standard error."""
    error: float
    mean_score: float
    mean_place: float


class SeatResult(msgspec.Struct, frozen=True):
    """How one seat did, whoever sat in it."""

    seat: int
    share: float
    mean_score: float


class Simulation(msgspec.Struct, frozen=True):
    """The result of a simulation."""

    game: str
    players: int
    options: Mapping[str, bool | int | str]
    games: int
    seed: int
    moves: int
    mean_moves: float
    longest: int
    draws: int
    """Games with more than one winner."""
    endings: Mapping[str, int]
    bots: list[BotResult]
    seats: list[SeatResult]


def simulate(
    game_id: str,
    games: int,
    players: int | None = None,
    options: Options | None = None,
    bots: Sequence[str] = ("random",),
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    *,
    prepare: Callable[[], None] | None = None,
    executor: Executor | None = None,
    ledger: Ledger | None = None,
    device: Literal["cpu", "cuda"] = "cpu",
) -> Simulation:
    """Play ``games`` games between bots, which take each seat in turn.

    ``bots`` names one for everybody or one for each seat. ``progress`` is called with the number
    of games done since it was last called, ``prepare`` when all is checked, before anything is
    compiled. Games that are counted in the ``ledger`` are not played again, new ones are written
    into it. An ``executor``, such as a cluster, plays in the place of threads. With
    ``device="cuda"`` bots named ``random`` play on a GPU, without either: the same games, and the
    same result; 0 games are done when it has compiled them.
    """
    rules = rulebook(game_id)
    seats = rules.players[0] if players is None else rules.check_players(players)
    chosen = rules.settle(seats, arguments.mapping("options", options))
    games = arguments.whole("games", games, 1, MOST_GAMES)
    seed = arguments.whole("seed", seed)
    workers = arguments.threads(threads)
    arguments.function("progress", progress)
    arguments.function("prepare", prepare)
    if ledger is not None:
        arguments.instance("ledger", ledger, Ledger)
    check_executor(executor)
    called = arguments.texts("bots", bots)
    if len(called) not in (1, seats):
        raise UsageError("bad-bots", players=seats, count=len(called))
    names = list(called) * seats if len(called) == 1 else list(called)
    seated = [quick_bot(name) for name in names]
    if not isinstance(device, str) or device not in ("cpu", "cuda"):
        raise UsageError("unknown-device", name=device)
    if device == "cuda":
        if executor is not None or ledger is not None:
            raise UsageError("gpu-alone")
        for name, one in zip(names, seated, strict=True):
            if not isinstance(one, CompiledBot) or one.kind != RANDOM:
                raise UsageError("gpu-bots", name=name)
        from echappee.lab.gpu.simulate import play_on_gpu

        counted = np.zeros(TALLY.size, np.int64)
        play_on_gpu(rules, chosen, seats, seed, games, counted, progress, ready=prepare)
        return _summary(rules, seats, chosen, names, seed, _read(rules, seats, counted))
    compiled = all(isinstance(one, CompiledBot) for one in seated)
    work = Games(game_id, seats, dict(chosen), names, seed)
    if prepare is not None:
        prepare()
    elif executor is not None and executor.here:
        work.prepare()
    page = None if ledger is None else ledger.counted(rules, seats, chosen, seated, seed)
    shards = results(
        work,
        games,
        Threads(workers if compiled else 1) if executor is None else executor,
        least=_CHUNK if compiled else 1,
        seconds=_KEPT if page is not None else _BRIEF if compiled else 0.0,
        known=[] if page is None else page.shards(games),
        keep=None if page is None else page.add,
    )
    found: list[Tally] = []
    with closing(shards):
        for shard, tally in shards:
            found = [reduce(add, found, tally)]
            if progress is not None:
                progress(shard.count)
    return _summary(rules, seats, chosen, names, seed, found[0])


class Games(msgspec.Struct, frozen=True):
    """Games of a simulation, as they can be sent to whoever plays some of them."""

    game: str
    players: int
    options: dict[str, bool | int | str]
    bots: list[str]
    seed: int

    def prepare(self) -> None:
        """Compile the game."""
        prepare_game(self.game)

    def do(self, shard: Shard, stop: threading.Event) -> Tally:
        """Play some games and count them."""
        rules = rulebook(self.game)
        seated = [quick_bot(name) for name in self.bots]
        kinds = [one.kind for one in seated if isinstance(one, CompiledBot)]
        counted = np.zeros(TALLY.size, np.int64)
        if len(kinds) == self.players:
            self._play_compiled(rules, kinds, shard, counted, stop)
        else:
            self._play_in_python(rules, seated, shard, counted, stop)
        return _read(rules, self.players, counted)

    def _play_compiled(
        self, rules: Rulebook, kinds: list[int], shard: Shard, counted: NDArray[np.int64],
        stop: threading.Event,
    ) -> None:  # fmt: skip
        play = rules.functions.kernel(contest)
        states, blank, moves, chance = rules.blank(2), rules.blank(), rules.buffer(), new_chance()
        numbers, who = rules.option_numbers(self.options), np.array(kinds, np.int64)
        scores, places = np.zeros((2, self.players), np.int64)
        no_ends = rules.blank(0)
        for first in range(shard.first, shard.end, _CHUNK):
            if stop.is_set():
                raise CancelledError
            play(
                states, blank, self.players, numbers, who, moves, chance, self.seed, first,
                min(first + _CHUNK, shard.end), 1, scores, places, counted, no_ends, 0,
            )  # fmt: skip

    def _play_in_python(
        self, rules: Rulebook, bots: Sequence[Bot], shard: Shard, counted: NDArray[np.int64],
        stop: threading.Event,
    ) -> None:  # fmt: skip
        """The same with bots that are asked move by move; they sit as in the compiled loop."""
        numbers = {code: number for number, (code, _) in enumerate(rules.rules.ENDINGS)}
        for game in range(shard.first, shard.end):
            match = Game(rules).start(self.players, self.options, f"{self.seed} {game}")
            table = {seat: bots[(seat + game) % self.players] for seat in range(self.players)}
            chance = (self.seed + game) % arguments.MOST_SEED
            while (action := next_action(match, table, chance)) is not None:
                if stop.is_set():
                    raise CancelledError
                play_chosen(match, *action, table)
            assert match.outcome is not None
            parts = np.multiply(match.standing.scores, rules.score_parts).astype(np.int64)
            places = np.array(match.standing.places)
            ending = numbers[match.outcome.ending]
            count_game(game, match.number, ending, self.players, parts, places, counted)


def _read(rules: Rulebook, players: int, counted: NDArray[np.int64]) -> Tally:
    return read_tally(counted, players, len(rules.rules.ENDINGS))


def _summary(
    rules: Rulebook, players: int, options: Options, names: list[str], seed: int, tally: Tally
) -> Simulation:
    games = tally.games
    bots = []
    for i, name in enumerate(names):
        wins, share, error = share_of(tally.bot_wins[i], games)
        bots.append(
            BotResult(
                bot=name,
                wins=wins,
                share=share,
                error=error,
                mean_score=tally.bot_scores[i] / games / rules.score_parts,
                mean_place=tally.bot_places[i] / games,
            )
        )
    return Simulation(
        game=rules.id,
        players=players,
        options=dict(options),
        games=games,
        seed=seed,
        moves=tally.moves,
        mean_moves=tally.moves / games,
        longest=tally.longest,
        draws=tally.draws,
        endings={
            code: number
            for (code, _), number in zip(rules.rules.ENDINGS, tally.endings, strict=True)
            if number
        },
        bots=bots,
        seats=[
            SeatResult(
                seat, share_of(wins, games)[1], tally.seat_scores[seat] / games / rules.score_parts
            )
            for seat, wins in enumerate(tally.seat_wins)
        ],
    )
