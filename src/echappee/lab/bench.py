"""How fast a game's rules run here: in one compiled loop, driven from Python, and at a table."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable

import msgspec

from echappee import arguments
from echappee.games import rulebook
from echappee.match.game import Game
from echappee.rulebook.kernels import random_games
from echappee.rulebook.options import Options
from echappee.rulebook.randomness import start_stream
from echappee.rulebook.rulebook import Rulebook, new_chance
from echappee.rulebook.turn_order import lowest_seat

_PATIENCE = 600.0  # seconds for a fresh process
LEAST_SECONDS, MOST_SECONDS = 0.001, 3600.0
"""How long a measurement may take."""


class Bench(msgspec.Struct, frozen=True):
    """The figures of one game, measured one after the other on one core."""

    game: str
    players: int
    moves_per_second: float
    """Random games inside compiled code, all legal moves listed at each step, deals included."""
    games_per_second: float
    moves_per_game: float
    python_moves_per_second: float
    """Driven from Python through the compiled functions: awaited, legal and apply for each move."""
    match_moves_per_second: float
    """Through ``match.play``, with no view taken."""
    bytes_per_state: int
    megabytes_per_million_states: float
    import_seconds: float
    """``import echappee`` in a fresh process, the best of some starts."""
    cached_start_seconds: float
    """Fresh process, import, first deal and first move from the compiled cache; the best too."""


def bench_game(
    game_id: str,
    seconds: float = 1.0,
    players: int | None = None,
    *,
    starts: int = 3,
    prepare: Callable[[], None] | None = None,
) -> Bench:
    """Measure a game with its default options and, unless told otherwise, its most players.

    Each measurement takes ``seconds``; fresh processes are started ``starts`` times, and the best
    counts. ``prepare`` is called when all is checked, before anything is compiled.
    """
    rules = rulebook(game_id)
    count = rules.players[1] if players is None else rules.check_players(players)
    seconds = arguments.real("seconds", seconds, LEAST_SECONDS, MOST_SECONDS)
    arguments.function("prepare", prepare)
    if prepare is not None:
        prepare()
    random_moves, random_games_, elapsed = compiled_rate(rules, count, seconds)
    return Bench(
        game=game_id,
        players=count,
        moves_per_second=round(random_moves / elapsed, 1),
        games_per_second=round(random_games_ / elapsed, 1),
        moves_per_game=round(random_moves / random_games_, 3),
        python_moves_per_second=round(_rate(_python_driver(rules, count), seconds), 1),
        match_moves_per_second=round(_rate(_match_driver(rules, count), seconds), 1),
        bytes_per_state=rules.state_dtype.itemsize,
        megabytes_per_million_states=round(rules.blank(10**6).nbytes / 1e6, 1),
        import_seconds=_fresh("import echappee", starts),
        cached_start_seconds=_fresh(
            f"import echappee; m = echappee.game({game_id!r}).start({count}, seed=1); "
            "s = m.awaited[0]; m.play(s, next(iter(m.moves(s))))",
            starts,
        ),
    )


def compiled_rate(rules: Rulebook, players: int, seconds: float) -> tuple[int, int, float]:
    """Random games in compiled code for about ``seconds``: moves, games, seconds."""
    run = random_runner(rules, players)
    games, moves, spent = 200, 0, 0.0
    run(games)  # warms the caches of the processor
    total = 0
    while spent < seconds:
        started = time.perf_counter()
        moves += run(games)
        spent += time.perf_counter() - started
        total += games
        games = max(200, int(total / spent * seconds / 5))
    return moves, total, spent


def random_runner(
    rules: Rulebook, players: int, options: Options | None = None
) -> Callable[[int], int]:
    """A function that plays so many random games and returns the number of moves."""
    kernel = rules.functions.kernel(random_games)
    states, moves, chance = rules.blank(2), rules.buffer(), new_chance()
    numbers = rules.option_numbers(rules.read_options(options or {}))

    def run(games: int) -> int:
        return int(kernel(states, players, numbers, moves, chance, 1, games))

    return run


def _python_driver(rules: Rulebook, players: int) -> Callable[[], int]:
    functions = rules.functions
    chance, moves = new_chance(), rules.buffer()
    numbers = rules.option_numbers(rules.read_options({}))
    functions.kernel(start_stream)(chance, 1, 1)

    def game() -> int:
        s = rules.blank()[0]
        functions.setup(s, players, numbers, chance)
        played = 0
        while mask := functions.awaited(s):
            seat = lowest_seat(mask)
            n = functions.legal(s, seat, moves)
            functions.apply(s, seat, int(moves[played % n]), chance)
            played += 1
        return played

    return game


def _match_driver(rules: Rulebook, players: int) -> Callable[[], int]:
    game_ = Game(rules)

    def game() -> int:
        match = game_.start(players, seed=1)
        played = 0
        while seats := match.awaited:
            seat = seats[0]
            moves = match.moves(seat)
            match.play(seat, moves[played % len(moves)])
            played += 1
        return played

    return game


def _rate(game: Callable[[], int], seconds: float) -> float:
    """Moves a second of whole games for about ``seconds``."""
    game()
    moves, started = 0, time.perf_counter()
    while (spent := time.perf_counter() - started) < seconds:
        moves += game()
    return moves / spent


def _fresh(code: str, starts: int) -> float:
    """The seconds that a fresh Python takes to run ``code``, the best of some."""
    times = []
    for _ in range(starts):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, timeout=_PATIENCE)
        times.append(time.perf_counter() - started)
    return round(min(times), 3)
