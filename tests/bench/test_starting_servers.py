"""A benchmark never waits without end for a server, says why, and leaves nothing running."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bench import boardgame_io, browsing, flamme_rouge_reference, host, program, start
from bench.links import Link
from bench.processes import Server, running

SLEEPER = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
NEVER = f"{SLEEPER} print('loading the games'); time.sleep(3600)"
# A server with a child, both deaf to being asked to end.
DEAF = f"""
import os
{SLEEPER}
child = os.fork()
if child:
    print(f"child {{child}}\\nlistening at 4711")
time.sleep(3600)
"""


def python(code: str) -> list[str]:
    """A process that runs so many lines."""
    return [sys.executable, "-c", code]


def gone(process: int) -> bool:
    """Has a process ended, whether or not somebody has noticed yet?"""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state in "ZX"


def until_gone(process: int) -> None:
    """A killed process needs a moment to die."""
    end = time.monotonic() + 60
    while not gone(process):
        assert time.monotonic() < end, process
        time.sleep(0.01)


def test_a_server_that_ends_at_once_is_told_with_what_it_printed() -> None:
    broken = python("import sys; sys.exit('host() missing 1 required argument')")
    with pytest.raises(program.TroubleError) as told, running("our server", broken):
        pass
    assert str(told.value) == (
        "our server ended with status 1 before it said where it listens.\n"
        "It printed:\nhost() missing 1 required argument"
    )


def test_a_server_that_never_listens_is_given_up_and_ended() -> None:
    with (
        pytest.raises(
            program.TroubleError, match=r"within 1 s, our server has not said where"
        ) as told,
        running("our server", python(NEVER), patience=1, grace=0.1),
    ):
        pass
    assert "loading the games" in str(told.value) or "nothing" in str(told.value)


def test_a_program_that_is_not_there_is_named() -> None:
    with (
        pytest.raises(program.TroubleError, match="the other server cannot be started"),
        running("the other server", ["/no/such/program"]),
    ):
        pass


@pytest.mark.parametrize("trouble", [program.TroubleError("no news"), KeyError("x"), SystemExit(3)])
def test_whatever_happens_a_server_and_its_children_are_ended(trouble: BaseException) -> None:
    with (  # noqa: PT012 - what happens inside is the point
        pytest.raises(type(trouble)) as told,
        running("our server", python(DEAF), grace=0.1) as server,
    ):
        assert server.port == 4711
        child = int(server.printed().split()[1])
        assert not gone(server.pid)
        assert not gone(child)
        raise trouble
    assert gone(server.pid)
    until_gone(child)
    if isinstance(trouble, program.TroubleError):
        assert str(told.value).startswith("no news.\nIt printed:\nchild ")


def test_the_signal_to_end_a_benchmark_ends_its_servers() -> None:
    """As a terminal or a time limit sends it."""
    code = f"""
import time
from bench import program
from bench.processes import running

def main():
    with running("our server", {python(DEAF)!r}, grace=0.1) as server:
        print("listening at", server.pid)
        time.sleep(3600)

program.run(main)
"""
    with running("a benchmark", python(code)) as benchmark:
        inner = benchmark.port
        assert not gone(inner)
    assert gone(inner)


def test_a_server_that_hangs_up_ends_the_contest() -> None:
    """What a player hears of a lost connection is told, instead of being waited for."""

    async def run() -> str:
        contest = boardgame_io.Contest(1)
        table = boardgame_io.Table([(0, "N1:1")], contest)
        player = boardgame_io.OurPlayer("/", table, 0)

        async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 404 Not Found\r\n\r\n")
            writer.close()

        async with await asyncio.start_server(refuse, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            await asyncio.get_running_loop().create_connection(lambda: player, "127.0.0.1", port)
            with pytest.raises(program.TroubleError) as told:
                await contest.until_seated(_nobody("our server"))
        return str(told.value)

    assert asyncio.run(run()) == "HTTP/1.1 404 Not Found"


def test_a_contest_that_stands_still_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boardgame_io, "PATIENCE", 0.01)

    async def run() -> None:
        await boardgame_io.Contest(1).until_done(_nobody("boardgame.io's server"))

    with pytest.raises(program.TroubleError) as told:
        asyncio.run(run())
    assert str(told.value) == "within 0.01 s, boardgame.io's server has not played all games"


def _nobody(name: str) -> Server:
    server = object.__new__(Server)
    server.name = name
    return server


def test_a_socket_that_we_close_is_not_lost() -> None:
    class Noted(Link):
        heard_of: str | None = None

        def lost(self, why: str) -> None:
            self.heard_of = why

    link = Noted("/")
    link.close()
    link.connection_lost(None)
    link.write(b"too late")
    assert link.heard_of is None


def test_what_is_missing_is_said_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(program.TroubleError, match="needs Node and npm, which are not installed"):
        boardgame_io.install(tmp_path / "node")
    with pytest.raises(program.TroubleError, match="no Chromium is installed"), browsing.browsing():
        pass
    assert "`make bench` installs it" in flamme_rouge_reference.MISSING


def test_an_installation_that_fails_is_told_with_what_npm_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("npm", "node"):
        path = tmp_path / name
        path.write_text("#!/bin/sh\necho no registry to be reached\nexit 7\n")
        path.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(program.TroubleError) as told:
        boardgame_io.install(tmp_path / "folder")
    assert "could not be installed" in str(told.value)
    assert "no registry to be reached" in str(told.value)


def test_a_call_that_nobody_answers_is_trouble() -> None:
    with pytest.raises(program.TroubleError, match="has not answered /api/games"):
        host.call(1, "/games")


def test_a_clone_is_set_up_as_a_person_does_it_with_nothing_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From what is committed, by a Python of its own, into an empty cache; and it is ended."""
    origin = tmp_path / "origin"
    origin.mkdir()
    (origin / "bootstrap.py").write_text(
        "import http.server, os, sys\n"
        "assert sys.argv[1:5] == ['play', 'serve', '--port', '0']\n"
        "assert 'PYTHONPATH' not in os.environ and 'VIRTUAL_ENV' not in os.environ\n"
        "assert not os.path.exists(os.environ['ECHAPPEE_CACHE_DIR'])\n"
        "server = http.server.HTTPServer(('127.0.0.1', 0), http.server.SimpleHTTPRequestHandler)\n"
        "print(f'at http://127.0.0.1:{server.server_port}/', flush=True)\n"
        "server.serve_forever()\n"
    )
    who = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    for command in (("init", "-q"), ("add", "."), (*who, "commit", "-qm", "all")):
        subprocess.run(["git", *command], cwd=origin, check=True)
    monkeypatch.setattr(start, "ROOT", origin)
    monkeypatch.setenv("VIRTUAL_ENV", "ours")
    assert start.from_clone() > 0
