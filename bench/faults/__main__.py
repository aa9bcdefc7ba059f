"""Faults survived: clients play through a balancer while everything behind it fails.

    python -m bench.faults [--nodes 3] [--faults 300] [--games all] [--moves 200000] [--seed 1]
                           [--tables 48] [--rate 300] [--minutes 40] [--folder FOLDER] [--brief]

PostgreSQL, Redis, HAProxy and the nodes are started for the run, in folders and at ports of their
own. In the end a checker compares what is stored with what every client wrote down. The exit status
is 1 if it finds anything, or if play does not resume after a fault; the histories are kept then.
"""

from __future__ import annotations

import asyncio
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

from bench import engines, program
from bench.faults.checker import Fault
from bench.faults.client import Run
from bench.faults.cluster import cluster, needed
from bench.faults.company import Company, Seating, seating
from bench.faults.nemesis import Happened, Nemesis, plan
from bench.faults.report import Verdict, judge, lines
from bench.links import run_fast
from echappee.games import game_ids

_LAST = 240.0
"""Seconds in which all requests must be answered once nothing fails any more."""
_SHOWN = 20


class Chosen:
    """What a run is to be."""

    def __init__(self) -> None:
        parser = program.Parser("bench.faults", __doc__)
        parser.add_argument(
            "--nodes", type=program.whole(), default=3, help="1: it keeps a file of SQLite"
        )
        parser.add_argument("--faults", type=program.whole(), default=300)
        parser.add_argument("--games", default="all", help="all, or names separated by commas")
        parser.add_argument("--moves", type=program.whole(), default=200_000)
        parser.add_argument("--seed", type=program.whole(0), default=1)
        parser.add_argument("--tables", type=program.whole(), default=48, help="at the same time")
        parser.add_argument(
            "--rate", type=program.whole(), default=300, help="moves a second to try"
        )
        parser.add_argument("--minutes", type=program.amount, default=40.0, help="at most")
        parser.add_argument("--folder", type=Path, help="for the histories")
        parser.add_argument("--brief", action="store_true", help="as short as can be")
        given = parser.parse_args()
        self.games = game_ids() if given.games == "all" else given.games.split(",")
        for name in self.games:
            if name not in game_ids():
                parser.error(f"argument --games: {name[:40]!r} is none of {', '.join(game_ids())}")
        self.nodes: int = given.nodes
        self.faults: int = given.faults
        self.moves: int = given.moves
        self.seed: int = given.seed
        self.tables: int = given.tables
        self.rate: int = given.rate
        self.seconds: float = 60 * given.minutes
        self.folder: Path | None = given.folder
        self.brief: bool = given.brief


def _seating(chosen: Chosen, place: int) -> Seating:
    """Who plays what: the games in turn; a single node has no clock but its own."""
    count = len(chosen.games)
    return seating(chosen.games[place % count], place // count, clocks=chosen.nodes > 1)


async def play(chosen: Chosen, folder: Path) -> tuple[Run, list[Happened], Verdict]:
    """Play, let everything fail, and judge what is left."""
    whole = asyncio.current_task()
    assert whole is not None
    # Raised in the middle of a callback, the end would be taken for a fault of that callback.
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, whole.cancel)
    until = time.monotonic() + chosen.seconds
    async with cluster(folder, chosen.nodes) as found:
        run = Run(found.port, chosen.seed, pause=chosen.tables / chosen.rate)
        nemesis = Nemesis(found, run, chosen.seed, folder, brief=chosen.brief)
        companies = [
            Company(run, _seating(chosen, place), folder / "heard" / f"{place}")
            for place in range(chosen.tables)
        ]
        playing = [asyncio.create_task(company.play()) for company in companies]
        kinds = plan(chosen.seed, chosen.faults, chosen.nodes)
        working = asyncio.create_task(nemesis.work(kinds, chosen.moves, until))
        try:
            await asyncio.wait([working, *playing], return_when=asyncio.FIRST_COMPLETED)
            for task in playing:  # nobody goes by himself
                if task.done():
                    task.result()
            working.result()
            run.closing = True
            done, left = await asyncio.wait(playing, timeout=_LAST)
            for task in done:
                task.result()
        finally:
            for task in (working, *playing):
                task.cancel()
            await asyncio.gather(working, *playing, return_exceptions=True)
        verdict = await judge(found.database, sorted((folder / "heard").iterdir()))
    if left:
        words = (
            f"{len(left)} tables had requests without an answer {_LAST:g} s after the last fault"
        )
        verdict.faults.append(Fault("unanswered", "", words))
    if nemesis.stuck:
        verdict.faults.append(Fault("stuck", "", nemesis.stuck))
    return run, nemesis.happened, verdict


def main() -> None:
    """Run, report, and say by the exit status whether all is well."""
    chosen = Chosen()
    lacking = engines.missing(*needed(chosen.nodes))
    if lacking:
        raise program.TroubleError(f"no faults without engines: {lacking}")
    program.compile_games(game_ids())
    folder = chosen.folder or Path(tempfile.mkdtemp(prefix="echappee-faults-"))
    folder.mkdir(parents=True, exist_ok=True)
    print(
        f"seed {chosen.seed}, {chosen.nodes} nodes, {chosen.faults} faults, histories in {folder}"
    )
    try:
        run, happened, verdict = run_fast(play(chosen, folder))
    except* asyncio.CancelledError:
        sys.exit(128 + signal.SIGTERM)
    except* program.TroubleError as group:
        raise program.TroubleError(
            f"{group.exceptions[0]}\nThe histories are in {folder}"
        ) from None
    for line in lines(run, happened, verdict):
        print(line)
    for fault in verdict.faults[:_SHOWN]:
        print(f"    {fault.code} {fault.kind}: {fault.words}")
    if verdict.faults:
        raise program.TroubleError(f"What is stored is not what was told. Histories: {folder}")
    if chosen.folder is None:
        shutil.rmtree(folder)


if __name__ == "__main__":
    program.run(main)
