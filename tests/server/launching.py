"""A process that starts servers quickly: it loads everything once, then forks one at each line.

Each server is a process of its own, to be killed; ``python -m tests.server.launching FOLDER PORT
[DATABASE]``.
What it deals follows from the name in ``FOLDER/deals``, which may change while it runs; where there
is none, from how often it was started.
"""

from __future__ import annotations

import os
import sys
from itertools import count
from pathlib import Path

import uvicorn

from echappee.bots.prepare_games import prepare_game
from echappee.games import game_ids
from echappee.server.config import Settings
from echappee.server.uvicorn_config import configuration
from tests.server.clients import PATIENCE
from tests.server.fixed_secrets import DEALS, fixed_secrets


def main() -> None:
    """Start a server for every line that is read, and say its number."""
    folder, port, database = Path(sys.argv[1]), int(sys.argv[2]), "".join(sys.argv[3:])
    for game_id in game_ids():
        prepare_game(game_id)
    print("ready", flush=True)
    for _, start in zip(sys.stdin, count(1)):
        child = os.fork()
        if child == 0:
            _serve(folder, database, port, start)
            os._exit(0)
        print(child, flush=True)
        os.waitpid(child, 0)
        print("gone", flush=True)


def _serve(folder: Path, database: str, port: int, start: int) -> None:
    """Serve until killed, without limits; a busy machine may keep anybody waiting."""

    def name() -> str:
        deals = folder / DEALS
        return deals.read_text(encoding="utf-8") if deals.exists() else f" start {start}"

    unlimited = Settings(
        data=folder, database=database, bot_delay=0.0, hint_seconds=0.05, estimate_seconds=2.0,
        sockets=None,
        requests=None, new_tables=None, messages=None, chats=None, misses=None,
        half_open=None, connections=None, bot_budget=PATIENCE, hello=PATIENCE,
    )  # fmt: skip
    with fixed_secrets(name):
        config = configuration(unlimited)
        config.port = port
        uvicorn.Server(config).run()


if __name__ == "__main__":
    main()
