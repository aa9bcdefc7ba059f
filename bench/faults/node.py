"""Nodes that start within a moment: one process loads everything, then forks one at each line.

    python -m bench.faults.node

Each node is a process of its own that serves as `echappee serve` does. A line that is read tells
what it is to be (`Asked`); the answer is the number of its process.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import traceback
from pathlib import Path

import msgspec

from bench.program import compile_games
from echappee.bots.prepare_games import prepare_game
from echappee.games import game_ids
from echappee.server.config import Settings, WallClock
from echappee.server.run import serve
from echappee.server.table import service

_LATER = (
    "asyncpg", "redis.asyncio", "echappee.server.http.app", "echappee.server.http.limits",
    "echappee.server.fanout.redis", "echappee.server.store.postgres",
)  # fmt: skip
"""What a node loads when it needs it; here all of them have it already."""


class Asked(msgspec.Struct, frozen=True):
    """What a node is to be."""

    port: int
    folder: str
    database: str = ""
    redis: str = ""
    offset: int = 0
    """How many milliseconds its clock is wrong."""
    log: str = os.devnull


def wrong_clock(offset: int) -> type[WallClock]:
    """The clock of a machine that is so many milliseconds ahead of all others."""

    class Wrong(WallClock):
        """Wrong when the node starts; it runs as fast as the right one."""

        def __init__(self) -> None:
            super().__init__()
            self._offset += offset / 1000

    return Wrong


def _be(asked: Asked) -> None:
    """Serve until killed, without limits: all clients come from one address."""
    os.setpgid(0, 0)
    sink = os.open(asked.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(sink, 1)
    os.dup2(sink, 2)
    if asked.offset:
        vars(service)["WallClock"] = wrong_clock(asked.offset)
    settings = Settings(
        data=Path(asked.folder), database=asked.database, redis=asked.redis, bot_delay=0.0,
        sockets=None, requests=None, new_tables=None, messages=None, chats=None,
        misses=None, half_open=None, connections=None,
    )  # fmt: skip
    serve(settings, port=asked.port)


def main() -> None:
    """Start a node for every line that is read, and say its number."""
    compile_games(game_ids())
    for game_id in game_ids():
        prepare_game(game_id)
    for module in _LATER:
        importlib.import_module(module)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that end
    print("ready", flush=True)
    for line in sys.stdin:
        asked = msgspec.json.decode(line, type=Asked)
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            status = 1
            try:
                _be(asked)
                status = 0
            except Exception:
                traceback.print_exc()
            finally:
                sys.stderr.flush()
                os._exit(status)
        print(child, flush=True)


if __name__ == "__main__":
    main()
