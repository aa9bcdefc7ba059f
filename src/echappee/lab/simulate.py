"""Simulate many games on all cores, with the same result whatever the number of threads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import numpy as np

from echappee import arguments
from echappee.bots.contest import contest
from echappee.bots.registry import compiled_bot
from echappee.errors import UsageError
from echappee.games import rulebook
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
    kinds = np.array([compiled_bot(name).kind for name in names], np.int64)
    if prepare is not None:
        prepare()
    scores, places = np.zeros((games, count), np.int64), np.zeros((games, count), np.int64)
    lengths, endings = np.zeros(games, np.int64), np.zeros(games, np.int64)
    numbers = rules.option_numbers(chosen)
    play = rules.functions.kernel(contest)

    def chunk(first: int) -> int:
        part = slice(first, min(first + _CHUNK, games))
        play(
            rules.blank(3), count, numbers, kinds, rules.buffer(), new_chance(), seed, first,
            scores[part], places[part], lengths[part], endings[part],
        )  # fmt: skip
        return part.stop - part.start

    with ThreadPoolExecutor(workers) as pool:
        for done in pool.map(chunk, range(0, games, _CHUNK)):
            if progress is not None:
                progress(done)
    return _summary(rules, count, chosen, names, seed, scores, places, lengths, endings)


def _summary(
    rules: Rulebook, players: int, options: Options, names: list[str], seed: int,
    scores: Any, places: Any, lengths: Any, endings: Any,
) -> Simulation:  # fmt: skip
    games = len(scores)
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
