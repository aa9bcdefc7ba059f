"""Tapas hand-written in C, as a yardstick for the compiled rules.

`tapas_reference.c` plays complete random games of the base game: at every turn all legal moves are
written into an array, one is drawn uniformly (xoshiro256++) and played. This module compiles it
with `gcc -O3 -march=native` into a temporary folder and calls it through ctypes, one call for a
whole batch of games, so what is measured is C alone, on one core.

Two ways of listing the moves are offered. They list the same moves in the same order:

- ``"branch_free"`` (the default, the faster one): looks at all six squares of each line and writes
  moves without branching on whether they are legal;
- ``"plain"``: the loop that one writes first, with its mispredicted branches.

Run as a program it checks the C rules (`verify`) and prints both speeds:

    python -m bench.c_reference [--games 100000]
"""

from __future__ import annotations

import ctypes
import functools
import itertools
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from bench import program

Style = Literal["plain", "branch_free"]

SOURCE = Path(__file__).with_name("tapas_reference.c")
FLAGS = ("-O3", "-march=native", "-std=c11", "-shared", "-fPIC")
_PATIENCE = 300.0  # seconds for the compiler


class _CTally(ctypes.Structure):
    """The `tally` of tapas_reference.c, field by field."""

    _fields_ = (
        ("games", ctypes.c_int64),
        ("moves", ctypes.c_int64),
        ("passes", ctypes.c_int64),
        ("choices", ctypes.c_int64),
        ("lines", ctypes.c_int64),
        ("flown", ctypes.c_int64),
        ("points", ctypes.c_int64),
        ("results", ctypes.c_int64 * 3),
    )


@dataclass(frozen=True)
class Tally:
    """Totals over a batch of random games."""

    games: int
    moves: int
    passes: int
    choices: int
    """Legal moves (entry and value), over all turns."""
    lines: int
    """Legal lines (entries), over all turns."""
    flown: int
    """Turns in which the entering tapas itself left the board."""
    points: int
    """Captured points, both players together."""
    results: tuple[int, int, int]
    """Games won by Jalapeños, won by Croquetas, drawn."""


@dataclass(frozen=True)
class _Built:
    library: ctypes.CDLL | None
    reason: str | None


@functools.cache
def _build() -> _Built:
    """Compile and load the library, once per process."""
    compiler = shutil.which("gcc")
    if compiler is None:
        return _Built(None, "gcc is not installed")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        target = Path(folder, "tapas_reference.so")
        command = [compiler, *FLAGS, "-o", str(target), str(SOURCE)]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, check=False, timeout=_PATIENCE
            )
        except subprocess.TimeoutExpired as error:
            return _Built(None, str(error))
        if done.returncode != 0:
            return _Built(None, f"gcc failed:\n{done.stderr.strip()}")
        try:
            library = ctypes.CDLL(str(target))
        except OSError as error:
            return _Built(None, f"the compiled library does not load: {error}")
    for function in (library.tapas_race, library.tapas_play):
        function.argtypes = [
            ctypes.c_int64,
            ctypes.c_uint64,
            ctypes.c_int,
            ctypes.POINTER(_CTally),
        ]
        function.restype = None
    return _Built(library, None)


def why_missing() -> str | None:
    """Say why the C reference cannot run here (no gcc, say), or None when it can."""
    return _build().reason


def _style_number(style: Style) -> int:
    return get_args(Style).index(style)


def _tally(counted: _CTally) -> Tally:
    jalapenos, croquetas, draws = (int(n) for n in counted.results)
    return Tally(
        games=counted.games,
        moves=counted.moves,
        passes=counted.passes,
        choices=counted.choices,
        lines=counted.lines,
        flown=counted.flown,
        points=counted.points,
        results=(jalapenos, croquetas, draws),
    )


def play(seed: int, n: int, style: Style = "branch_free") -> Tally | None:
    """Play `n` random games with every count kept; None where C is missing (`why_missing`)."""
    library = _build().library
    if library is None:
        return None
    counted = _CTally()
    library.tapas_play(n, seed, _style_number(style), ctypes.byref(counted))
    return _tally(counted)


def race(seed: int, n: int, style: Style = "branch_free") -> int:
    """Play `n` random games at full speed and return the moves made: the body of a timing.

    Raises RuntimeError where C is missing: ask `why_missing` first.
    """
    library = _build().library
    if library is None:
        raise RuntimeError(f"no C reference: {why_missing()}")
    counted = _CTally()
    library.tapas_race(n, seed, _style_number(style), ctypes.byref(counted))
    return int(counted.moves)


def moves_per_second(n_games: int, seed: int, style: Style = "branch_free") -> float | None:
    """Time `n_games` random games, all inside one C call: moves per second of wall time.

    None where C is missing; `why_missing` says why. Compiling is not part of the time.
    """
    if why_missing() is not None:
        return None
    start = time.perf_counter()
    moves = race(seed, n_games, style)
    return moves / (time.perf_counter() - start)


def _push_by_the_ruling(line: Sequence[int], value: int) -> tuple[list[int], list[list[int]]]:
    """The push rule (§4) word for word: where each piece ends, and what leaves, by colour."""
    places = [at for at, piece in enumerate(line) if piece]
    after = [0] * 6
    left = [[0] * 4, [0] * 4]
    end = places[0] - 1 + value
    for place, piece in [(-1, value), *((at, line[at]) for at in places)]:
        if place >= 0:
            end = max(place, end + 1)
        if end <= 5:
            after[end] = piece
        else:
            left[0 if piece > 0 else 1][abs(piece) - 1] += 1
    return after, left


def _verify_pushes(library: ctypes.CDLL) -> int:
    """Compare the C push with the ruling's formula on every pattern of colours; return how many."""
    checked = 0
    for colours in itertools.product((0, 1, -1), repeat=6):
        if next((colour for colour in colours if colour), 0) != -1:
            continue
        # Different values along the line, so that a swapped pair would show.
        line = [colour * (at % 4 + 1) for at, colour in enumerate(colours)]
        for value in range(1, 5):
            squares = (ctypes.c_int8 * 6)(*line)
            left = (ctypes.c_int8 * 8)()
            library.tapas_push(squares, value, left)
            expected, gone = _push_by_the_ruling(line, value)
            assert list(squares) == expected, (line, value, list(squares), expected)
            assert list(left) == gone[0] + gone[1], (line, value, list(left), gone)
            checked += 1
    return checked


def verify(n: int = 100_000, seed: int = 1) -> Tally:
    """Assert that the C plays Tapas: every push pattern, and the figures known for random play.

    Known: 20 turns a game, 7.8 to 8.2 legal lines a turn, about 22 points captured a game, the
    entering tapas flies off in 0.9 % of the turns, nobody ever has to pass. Raises RuntimeError
    where C is missing.
    """
    library = _build().library
    if library is None:
        raise RuntimeError(f"no C reference: {why_missing()}")
    assert _verify_pushes(library) == 364 * 4
    plain = play(seed, n, "plain")
    counted = play(seed, n)
    assert counted is not None
    assert plain == counted, "the two ways of listing moves disagree"
    assert race(seed, n) == race(seed, n, "plain") == counted.moves
    assert counted.passes == 0
    assert counted.moves == 20 * n
    assert 7.8 <= counted.lines / counted.moves <= 8.2, counted
    assert 20.5 <= counted.points / n <= 23.0, counted
    assert 0.006 <= counted.flown / counted.moves <= 0.012, counted
    assert sum(counted.results) == n
    jalapenos, croquetas, draws = counted.results
    # Neither colour is favoured (the starter is drawn); 5 standard deviations of a coin toss.
    assert abs(jalapenos - croquetas) <= 5 * (n - draws) ** 0.5, counted
    return counted


def main() -> None:
    """Check the C rules, then print the speed of both styles."""
    parser = program.Parser("bench.c_reference", __doc__)
    parser.add_argument("--games", type=program.whole(1_000), default=100_000)
    games = parser.parse_args().games
    reason = why_missing()
    if reason is not None:
        raise program.TroubleError(f"no C reference: {reason}")
    counted = verify(games)
    print(
        f"verified: {counted.moves / counted.games:.2f} turns and "
        f"{counted.points / counted.games:.2f} points a game, "
        f"{counted.lines / counted.moves:.2f} legal lines and "
        f"{counted.choices / counted.moves:.2f} legal moves a turn, "
        f"{counted.flown / counted.moves:.2%} fly off, "
        f"results {counted.results}"
    )
    for style in get_args(Style):
        rate = moves_per_second(games, 1, style)
        print(f"{style:12} {rate:12,.0f} moves/s")


if __name__ == "__main__":
    program.run(main)
