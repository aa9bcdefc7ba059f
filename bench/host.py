"""Our server without its limits, because all the load of a benchmark comes from one address.

    python -m bench.host FOLDER [--port 0] [--database URL] [--redis URL]

Benchmarks start it by ``hosted`` and end it; by itself it serves until it is interrupted.
"""

from __future__ import annotations

import json
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench import program
from bench.processes import PATIENCE, PYTHON, Server, running
from echappee.games import game_ids
from echappee.server.config import Settings
from echappee.server.run import serve


@contextmanager
def hosted(database: str = "", redis: str = "") -> Iterator[Server]:
    """A server that can set tables of every game: alone, or a node on these engines."""
    program.compile_games(game_ids())
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        command = [*PYTHON, "bench.host", folder, "--database", database, "--redis", redis]
        with running("our server", command) as server:
            # Whoever asks too often holds up what he waits for.
            server.wait_until(lambda: _ready(server.port), "loaded the games", step=0.2)
            yield server


def _ready(port: int) -> bool:
    """Can it set tables of every game?"""
    return all(info["ready"] for info in call(port, "/games"))


def call(port: int, path: str, body: object = None) -> Any:
    """One REST call."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api{path}", data, {"content-type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)
    except OSError as error:
        raise program.TroubleError(f"our server has not answered /api{path}: {error}") from error


def main() -> None:
    """Serve, and say where."""
    parser = program.Parser("bench.host", __doc__)
    parser.add_argument("folder", type=Path, help="for the tables")
    parser.add_argument("--port", type=program.whole(0), default=0)
    parser.add_argument("--database", default="", help="of several nodes")
    parser.add_argument("--redis", default="", help="that carries their news")
    given = parser.parse_args()
    unlimited = Settings(
        data=given.folder, database=given.database, redis=given.redis,
        kept_tables=5_000, sockets=None, requests=None, new_tables=None,
        messages=None, chats=None, misses=None, half_open=None, connections=None,
    )  # fmt: skip
    serve(unlimited, port=given.port, ready=print)


if __name__ == "__main__":
    program.run(main)
