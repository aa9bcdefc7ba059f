"""What a cluster costs on one machine: `python -m bench.cluster`.

The same simulation and the same contest, each time by threads of a fresh program and by a fresh
program that starts a Ray of its own, one after the other in turns; the whole program counts, from
its start to its end, with the Ray that it starts and ends. Both must print the same bytes.

A ratio is worth something for runs of a minute or more: --games and --deals make them as long.
"""

from __future__ import annotations

import os
import secrets
import statistics
import subprocess
import sys
import time

from bench import program
from bench.timing import Spread

_ECHAPPEE = (sys.executable, "-m", "echappee")
_ALONE = {"RAY_ADDRESS": "local", "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
"""A Ray of its own, which leaves nothing in the user's folder."""


def timed(command: list[str]) -> tuple[float, bytes]:
    """Run a command of ours: how many seconds it took, and what it printed."""
    began = time.perf_counter()
    done = subprocess.run(
        [*_ECHAPPEE, *command], capture_output=True, check=False,
        env={**os.environ, **_ALONE},
    )  # fmt: skip
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip()
        raise program.TroubleError(f"echappee {' '.join(command)}: {said}")
    return time.perf_counter() - began, done.stdout


def compare(command: list[str], rounds: int) -> tuple[Spread, Spread, Spread]:
    """Seconds by threads, by a cluster, and how many times as long that takes, round by round."""
    times: list[tuple[float, float]] = []
    for _ in range(rounds):
        (here, one), (there, other) = timed(command), timed([*command, "--cluster", "auto"])
        if one != other:
            raise program.TroubleError(f"echappee {' '.join(command)}: other results on a cluster")
        times.append((here, there))
    here_, there_ = zip(*times, strict=True)
    return spread(here_), spread(there_), spread([there / here for here, there in times])


def spread(values: list[float] | tuple[float, ...]) -> Spread:
    """Of some values the median, the lowest and the highest."""
    return Spread(statistics.median(values), min(values), max(values))


def main() -> None:
    """Measure and print."""
    parser = program.Parser("bench.cluster", __doc__)
    parser.add_argument("--game", type=program.game, default="tapas")
    parser.add_argument("--games", type=program.whole(), default=15_000_000, help="of sim")
    parser.add_argument("--deals", type=program.whole(), default=400, help="of arena")
    parser.add_argument("--only", choices=("sim", "arena"), help="one of the two")
    parser.add_argument("--rounds", type=program.whole(), default=3)
    given = parser.parse_args()
    program.compile_games([given.game])
    bots = ("--bots", "teammate,club", "--budget", "1", "--all")
    commands = {
        "sim": ["-n", str(given.games)],
        "arena": [*bots, "-n", str(2 * given.deals)],
    }
    for name in (given.only,) if given.only else commands:
        command = [name, given.game, *commands[name], "--json"]
        here, there, ratio = compare(command, given.rounds)
        print(f"echappee {' '.join(command)}")
        print(f"  threads {here.median:7.1f} s ({here.low:.1f}-{here.high:.1f})")
        print(f"  cluster {there.median:7.1f} s ({there.low:.1f}-{there.high:.1f}), the same bytes")
        print(f"  {ratio.median:.2f} times as long ({ratio.low:.2f}-{ratio.high:.2f})", flush=True)


if __name__ == "__main__":
    program.run(main)
