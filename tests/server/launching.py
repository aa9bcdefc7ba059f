"""A process that starts servers quickly: it loads everything once, then forks one at each line.

Each server is a process of its own, to be killed; ``python -m tests.server.launching FOLDER PORT``.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import uvicorn

from echappee.games import game_ids
from echappee.lab.preparing import prepare_game
from echappee.server.serving import configuration
from echappee.server.settings import Settings


def main() -> None:
    """Start a server for every line that is read, and say its number."""
    folder, port = Path(sys.argv[1]), int(sys.argv[2])
    for game_id in game_ids():
        prepare_game(game_id)
    print("ready", flush=True)
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            unlimited = Settings(
                data=folder, bot_delay=0.0, hint_seconds=0.05, judge_seconds=2.0, sockets=None,
                requests=None, new_tables=None, messages=None, chats=None, misses=None,
                half_open=None, connections=None,
            )  # fmt: skip
            config = configuration(unlimited)
            config.port = port
            uvicorn.Server(config).run()
            os._exit(0)
        print(child, flush=True)
        os.waitpid(child, 0)
        print("gone", flush=True)


if __name__ == "__main__":
    main()
