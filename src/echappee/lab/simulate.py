"""Simulate many games on all cores, with the same result whatever the number of threads.

Compiled bots play in one compiled loop. Where a bot that somebody added takes part, the games are
played move by move in Python: thousands of times slower, and on one core.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import numpy as np

from echappee import arguments
from echappee.bots.chair import Bot, next_action, play_chosen
from echappee.bots.contest import contest
from echappee.bots.registry import quick_bot
from echappee.bots.simple import CompiledBot
from echappee.errors import UsageError
from echappee.games import rulebook
from echappee.match.game import Game
from echappee.rulebook.options import Options
from echappee.rulebook.rulebook import Rulebook, new_chance

_CHUNK = 256
MOST_GAMES = 100_000_000


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
) -> Simulation:
    """Play ``games`` games between bots, which take each seat in turn.

    ``bots`` names one for everybody or one for each seat. ``progress`` is called with the number
    of games done since it was last called, ``prepare`` when all is checked, before anything is
    compiled.
    """
    rules = rulebook(game_id)
    count = rules.players[0] if players is None else rules.check_players(players)
    chosen = rules.settle(count, arguments.mapping("options", options))
    games = arguments.whole("games", games, 1, MOST_GAMES)
    seed = arguments.whole("seed", seed)
    workers = arguments.threads(threads)
    arguments.function("progress", progress)
    arguments.function("prepare", prepare)
    called = arguments.texts("bots", bots)
    if len(called) not in (1, count):
        raise UsageError("bad-bots", players=count, count=len(called))
    names = list(called) * count if len(called) == 1 else list(called)
    seated = [quick_bot(name) for name in names]
    if prepare is not None:
        prepare()
    played = _Played(games, count)
    compiled = [one for one in seated if isinstance(one, CompiledBot)]
    if len(compiled) == count:
        _play_compiled(rules, chosen, compiled, seed, played, workers, progress)
    else:
        _play_in_python(rules, chosen, seated, seed, played, progress)
    return _summary(
        rules, count, chosen, names, seed,
        played.scores, played.places, played.lengths, played.endings,
    )  # fmt: skip


class _Played:
    """What came of each game."""

    def __init__(self, games: int, players: int) -> None:
        self.games, self.players = games, players
        self.scores = np.zeros((games, players), np.int64)
        self.places = np.zeros((games, players), np.int64)
        self.lengths = np.zeros(games, np.int64)
        self.endings = np.zeros(games, np.int64)


def _play_compiled(
    rules: Rulebook, options: Options, bots: Sequence[CompiledBot], seed: int, played: _Played,
    workers: int, progress: Callable[[int], None] | None,
) -> None:  # fmt: skip
    numbers = rules.option_numbers(options)
    kinds = np.array([one.kind for one in bots], np.int64)
    play = rules.functions.kernel(contest)

    def chunk(first: int) -> int:
        part = slice(first, min(first + _CHUNK, played.games))
        play(
            rules.blank(3), played.players, numbers, kinds, rules.buffer(), new_chance(), seed,
            first, played.scores[part], played.places[part], played.lengths[part],
            played.endings[part],
        )  # fmt: skip
        return part.stop - part.start

    pool = ThreadPoolExecutor(workers)
    try:
        for done in pool.map(chunk, range(0, played.games, _CHUNK)):
            if progress is not None:
                progress(done)
    finally:
        pool.shutdown(cancel_futures=True)  # whoever interrupts does not wait for the rest


def _play_in_python(
    rules: Rulebook, options: Options, bots: Sequence[Bot], seed: int, played: _Played,
    progress: Callable[[int], None] | None,
) -> None:  # fmt: skip
    """The same with bots that are asked move by move; they sit as in the compiled loop."""
    players = played.players
    numbers = {code: number for number, (code, _) in enumerate(rules.rules.ENDINGS)}
    for game in range(played.games):
        match = Game(rules).start(players, options, f"{seed} {game}")
        table = {seat: bots[(seat + game) % players] for seat in range(players)}
        chance = (seed + game) % arguments.MOST_SEED
        while (action := next_action(match, table, chance)) is not None:
            play_chosen(match, *action, table)
        assert match.outcome is not None
        played.scores[game] = np.multiply(match.standing.scores, rules.score_parts)
        played.places[game] = match.standing.places
        played.lengths[game] = match.number
        played.endings[game] = numbers[match.outcome.ending]
        if progress is not None:
            progress(1)


def _summary(
    rules: Rulebook, players: int, options: Options, names: list[str], seed: int,
    scores: Any, places: Any, lengths: Any, endings: Any,
) -> Simulation:  # fmt: skip
    games = len(scores)
    scores = scores / rules.score_parts
    first = places == 1
    winners = first.sum(axis=1)
    won = first / np.maximum(1, winners)[:, None]  # nobody, where a dummy team was first
    shift = np.arange(games)
    results = []
    for i, name in enumerate(names):
        at = (shift, (i - shift) % players)  # the seat of bot i in each game
        share = float(won[at].mean())
        results.append(
            BotResult(
                bot=name,
                wins=float(won[at].sum()),
                share=share,
                error=float(won[at].std() / games**0.5),
                mean_score=float(scores[at].mean()),
                mean_place=float(places[at].mean()),
            )
        )
    reasons = np.bincount(endings, minlength=len(rules.rules.ENDINGS)).tolist()
    return Simulation(
        game=rules.id,
        players=players,
        options=dict(options),
        games=games,
        seed=seed,
        moves=int(lengths.sum()),
        mean_moves=float(lengths.mean()),
        longest=int(lengths.max()),
        draws=int((winners > 1).sum()),
        endings={
            code: count
            for (code, _), count in zip(rules.rules.ENDINGS, reasons, strict=True)
            if count
        },
        bots=results,
        seats=[
            SeatResult(seat, float(won[:, seat].mean()), float(scores[:, seat].mean()))
            for seat in range(players)
        ],
    )
