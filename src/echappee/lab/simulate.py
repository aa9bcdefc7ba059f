"""Simulate many games on all cores, with the same result whatever the number of threads.

Compiled bots play in one compiled loop, and bots that play at random on a GPU, too. Where a bot
that somebody added takes part, the games are played move by move in Python: thousands of times
slower, and on one core.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from echappee import arguments
from echappee.bots.chair import Bot, next_action, play_chosen
from echappee.bots.contest import TALLY, contest, count_game
from echappee.bots.registry import quick_bot
from echappee.bots.simple import CompiledBot
from echappee.bots.simple_kernels import RANDOM
from echappee.errors import UsageError
from echappee.games import rulebook
from echappee.match.game import Game
from echappee.rulebook.options import Options
from echappee.rulebook.rulebook import Rulebook, new_chance

_CHUNK, _LARGEST_CHUNK, _CHUNKS = 256, 16_384, 4096
"""Games that a thread plays before it says so: a few, more where there are very many chunks."""
_AT = TALLY.starts
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
    device: Literal["cpu", "cuda"] = "cpu",
) -> Simulation:
    """Play ``games`` games between bots, which take each seat in turn.

    ``bots`` names one for everybody or one for each seat. ``progress`` is called with the number
    of games done since it was last called, ``prepare`` when all is checked, before anything is
    compiled. With ``device="cuda"`` they are played on a GPU, by bots named ``random``: the same
    games, and the same result; 0 games are done when all is compiled.
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
    compiled = [one for one in seated if isinstance(one, CompiledBot)]
    if not isinstance(device, str) or device not in ("cpu", "cuda"):
        raise UsageError("unknown-device", name=device)
    tally = np.zeros(TALLY.size, np.int64)
    if device == "cuda":
        for name, one in zip(names, seated, strict=True):
            if not isinstance(one, CompiledBot) or one.kind != RANDOM:
                raise UsageError("gpu-bots", name=name)
        from echappee.lab.gpu.simulate import play_on_gpu

        play_on_gpu(rules, chosen, count, seed, games, tally, progress, ready=prepare)
        return _summary(rules, count, chosen, names, seed, tally)
    if prepare is not None:
        prepare()
    if len(compiled) == count:
        kinds = np.array([one.kind for one in compiled], np.int64)
        play_compiled(rules, chosen, count, kinds, seed, games, tally, workers, progress)
    else:
        _play_in_python(rules, chosen, seated, seed, games, tally, progress)
    return _summary(rules, count, chosen, names, seed, tally)


def play_compiled(
    rules: Rulebook, options: Options, players: int, kinds: NDArray[np.int64], seed: int,
    games: int, tally: NDArray[np.int64], workers: int,
    progress: Callable[[int], None] | None = None, ends: Any = None,
) -> None:  # fmt: skip
    """Play games between compiled bots and count them on ``tally``.

    In ``ends``, one state for each game, the states are kept in which they end.
    """
    numbers, blank = rules.option_numbers(options), rules.blank()
    kept = rules.blank(0) if ends is None else ends
    play = rules.functions.kernel(contest)
    size = min(max(_CHUNK, games // _CHUNKS), _LARGEST_CHUNK)

    def chunk(first: int) -> NDArray[np.int64]:
        counted = np.zeros(TALLY.size, np.int64)
        play(
            rules.blank(2), blank, players, numbers, kinds, rules.buffer(), new_chance(), seed,
            first, min(first + size, games), 1, np.zeros(players, np.int64),
            np.zeros(players, np.int64), counted, kept, 0,
        )  # fmt: skip
        return counted

    pool = ThreadPoolExecutor(workers)
    try:
        for counted in pool.map(chunk, range(0, games, size)):
            add_tally(tally, counted)
            if progress is not None:
                progress(int(counted[_AT.games]))
    finally:
        pool.shutdown(cancel_futures=True)  # whoever interrupts does not wait for the rest


def add_tally(tally: NDArray[np.int64], counted: NDArray[np.int64]) -> None:
    """Count what was counted over other games, too."""
    longest = max(tally[_AT.longest], counted[_AT.longest])
    tally += counted
    tally[_AT.longest] = longest


def _play_in_python(
    rules: Rulebook, options: Options, bots: Sequence[Bot], seed: int, games: int,
    tally: NDArray[np.int64], progress: Callable[[int], None] | None,
) -> None:  # fmt: skip
    """The same with bots that are asked move by move; they sit as in the compiled loop."""
    players = len(bots)
    numbers = {code: number for number, (code, _) in enumerate(rules.rules.ENDINGS)}
    for game in range(games):
        match = Game(rules).start(players, options, f"{seed} {game}")
        table = {seat: bots[(seat + game) % players] for seat in range(players)}
        chance = (seed + game) % arguments.MOST_SEED
        while (action := next_action(match, table, chance)) is not None:
            play_chosen(match, *action, table)
        assert match.outcome is not None
        scores, places = np.array(match.standing.scores), np.array(match.standing.places)
        ending = numbers[match.outcome.ending]
        count_game(game, match.number, ending, players, scores, places, tally)
        if progress is not None:
            progress(1)


def _summary(
    rules: Rulebook, players: int, options: Options, names: list[str], seed: int,
    tally: NDArray[np.int64],
) -> Simulation:  # fmt: skip
    seen = {name: part.tolist() for name, part in TALLY.views(tally).items()}
    games, moves = seen["games"][0], seen["moves"][0]
    results = []
    for bot, name in enumerate(names):
        among = list(enumerate(seen["bot_firsts"][bot]))[1:]
        wins = sum(times / winners for winners, times in among)
        share = wins / games
        squares = sum(times / winners**2 for winners, times in among) / games
        results.append(
            BotResult(
                bot=name,
                wins=wins,
                share=share,
                error=(max(0.0, squares - share**2) / games) ** 0.5,
                mean_score=seen["bot_scores"][bot] / games,
                mean_place=seen["bot_places"][bot] / games,
            )
        )
    return Simulation(
        game=rules.id,
        players=players,
        options=dict(options),
        games=games,
        seed=seed,
        moves=moves,
        mean_moves=moves / games,
        longest=seen["longest"][0],
        draws=seen["draws"][0],
        endings={
            code: count
            for (code, _), count in zip(rules.rules.ENDINGS, seen["endings"], strict=False)
            if count
        },
        bots=results,
        seats=[
            SeatResult(
                seat,
                sum(
                    times / winners
                    for winners, times in enumerate(seen["seat_firsts"][seat])
                    if winners
                )
                / games,
                seen["seat_scores"][seat] / games,
            )
            for seat in range(players)
        ],
    )
