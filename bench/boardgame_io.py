"""Our server beside boardgame.io's: the same two-player game by the same script, the same load.

    python -m bench.boardgame_io [--tables 100] [--rounds 3] [--json]

What is compared: every table plays one game of Tapas, move for move from one script, with both
players connected by WebSocket; a table's next move is sent when both have the news of the last.
Ours judges each move by the rules, has it on disk before it acknowledges, and sends each player his
view, his legal moves and what happened. boardgame.io gets its easiest case: it notes the text of
the move on a board of 36 squares, judges nothing and stores in memory only. Both run as one process
each, one after the other in every round. The ratio of processor time for each move is what counts;
the rate of moves depends on the load's own share of the machine.

boardgame.io (pinned below) is put into a folder that git ignores, by npm, when it is not there.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

import echappee
from bench.links import Link, cpu, free_port, run_fast
from bench.server import call

VERSION = "0.50.2"
_HERE = Path(__file__).parent
_FOLDER = _HERE / "node"
_PLAYERS = 2


class Figures(msgspec.Struct, frozen=True):
    """What one server did in one round."""

    moves_per_second: float
    cpu_ms: float
    """Processor time of the server for each move."""


def script() -> list[tuple[int, str]]:
    """A game of Tapas without chance: who moves, and what."""
    match = echappee.game("tapas").start(options={"first_colour": "j"}, seed=1)
    moves: list[tuple[int, str]] = []
    while not match.over:
        seat = match.awaited[0]
        legal = match.moves(seat)
        moves.append((seat, legal[(7 * len(moves)) % len(legal)]))
        match.play(*moves[-1])
    return moves


class Table:
    """A table that plays the script; a move is sent when both players have the last."""

    def __init__(self, moves: list[tuple[int, str]], done: Callable[[], None]) -> None:
        self.players: list[Player] = []
        self._moves = moves
        self._done = done
        self._number = 0
        self._waiting = 0

    def start(self) -> None:
        """Send the first move."""
        self._send()

    def heard(self, number: int) -> None:
        """A player has the game after a move."""
        if number != self._number:
            return
        self._waiting -= 1
        if self._waiting:
            return
        if self._number == len(self._moves):
            self._done()
        else:
            self._send()

    def _send(self) -> None:
        seat, text = self._moves[self._number]
        number = self._number
        self._number += 1
        self._waiting = _PLAYERS
        self.players[seat].play(number, text)


class Player(Link):
    """A player of either server."""

    def __init__(self, path: str, table: Table, seat: int) -> None:
        super().__init__(path)
        self.table, self.seat = table, seat
        self.ready = False

    def play(self, number: int, text: str) -> None:
        """Send a move chosen in position ``number``."""
        raise NotImplementedError


# ------------------------------------------------------------------------------------------- ours


class _Game(msgspec.Struct):
    number: int


class _News(msgspec.Struct):
    type: str
    game: _Game | None = None


_NEWS = msgspec.json.Decoder(_News)


class OurPlayer(Player):
    """A player at our server."""

    token = ""

    def opened(self) -> None:
        """Say hello."""
        self.write(
            json.dumps({"type": "hello", "look": self.seat, "tokens": [self.token]}).encode()
        )

    def heard(self, text: bytes) -> None:
        """News of the game."""
        for news in _NEWS.decode_lines(text):
            if news.type == "refused":
                raise SystemExit(text.decode())
            if news.game is not None:
                self.ready = True
                self.table.heard(news.game.number)

    def play(self, number: int, text: str) -> None:
        """Send a move."""
        move = {"type": "move", "id": f"n{number}", "seat": self.seat, "number": number}
        self.write(json.dumps(move | {"text": text}).encode())


@contextmanager
def our_server() -> Iterator[tuple[int, int]]:
    """Our server in a process of its own: its port and its process."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = f"from bench.server import host; host({folder!r}, {port})"
        server = subprocess.Popen([sys.executable, "-c", command])
        try:
            _wait(lambda: all(info["ready"] for info in call(port, "/games")))  # type: ignore[index]
            yield port, server.pid
        finally:
            server.terminate()
            server.wait()


def our_players(port: int, table: Table) -> list[Player]:
    """A table at our server."""
    seats = [{"kind": "you", "name": f"P{seat}"} for seat in range(_PLAYERS)]
    options = {"first_colour": "j"}
    made = call(port, "/tables", {"game": "tapas", "seats": seats, "options": options})
    code = made["table"]["code"]  # type: ignore[index]
    players: list[Player] = []
    for seat in range(_PLAYERS):
        player = OurPlayer(f"/api/tables/{code}/live", table, seat)
        player.token = made["keys"][seat + 1]["token"]  # type: ignore[index]
        players.append(player)
    return players


# ----------------------------------------------------------------------------------- boardgame.io


class TheirPlayer(Player):
    """A player at boardgame.io's server, which speaks Socket.IO: packets ``42/game,[event, …]``."""

    match = ""

    def _emit(self, *event: object) -> None:
        self.write(b"42/scripted," + json.dumps(event).encode())

    def heard(self, text: bytes) -> None:
        """A packet."""
        if text.startswith(b"0"):  # the connection is open: enter the room of the game
            self.write(b"40/scripted,")
        elif text.startswith(b"40/scripted"):
            self._emit("sync", self.match, str(self.seat), None, _PLAYERS)
        elif text == b"2":  # are you there?
            self.write(b"3")
        elif text.startswith(b"42/scripted,"):
            event, *rest = msgspec.json.decode(text[12:])
            if event == "sync":
                self.ready = True
            elif event == "update":
                self.table.heard(rest[1]["G"]["count"])
            elif event == "error":
                raise SystemExit(text.decode())

    def play(self, number: int, text: str) -> None:
        """Send a move."""
        move = {"type": "push", "args": [text], "playerID": str(self.seat)}
        self._emit(
            "update", {"type": "MAKE_MOVE", "payload": move}, number, self.match, str(self.seat)
        )


@contextmanager
def their_server() -> Iterator[tuple[int, int]]:
    """boardgame.io's server in a process of its own: its port and its process."""
    if not (_FOLDER / "node_modules" / "boardgame.io").exists():
        _FOLDER.mkdir(exist_ok=True)
        (_FOLDER / "package.json").write_text('{"private": true}')
        install = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"]
        subprocess.run([*install, f"boardgame.io@{VERSION}"], cwd=_FOLDER, check=True)
    script_there = _FOLDER / "server.js"
    script_there.write_bytes((_HERE / "boardgame_io.js").read_bytes())
    port = free_port()
    command = ["node", script_there.name, str(port)]
    server = subprocess.Popen(command, cwd=_FOLDER, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        while "listening" not in (line := server.stdout.readline()):
            if not line:
                raise SystemExit("boardgame.io's server did not start")
        yield port, server.pid
    finally:
        server.terminate()
        server.wait()


def their_players(port: int, table: Table) -> list[Player]:
    """A table at boardgame.io's server, which makes a match when it first hears of one."""
    match = secrets.token_hex(8)
    players: list[Player] = []
    for seat in range(_PLAYERS):
        player = TheirPlayer("/socket.io/?EIO=4&transport=websocket", table, seat)
        player.match = match
        players.append(player)
    return players


# ------------------------------------------------------------------------------------ the contest

Seating = Callable[[int, Table], list[Player]]


def measure(port: int, process: int, seat: Seating, tables: int) -> Figures:
    """Play the script at so many tables at once."""
    moves = script()

    async def run() -> Figures:
        loop = asyncio.get_running_loop()
        finished = asyncio.Event()
        left = tables

        def done() -> None:
            nonlocal left
            left -= 1
            if not left:
                finished.set()

        set_tables = [Table(moves, done) for _ in range(tables)]
        for table in set_tables:
            table.players = seat(port, table)
            for player in table.players:
                await loop.create_connection(lambda p=player: p, "127.0.0.1", port)  # type: ignore[misc]
        while not all(player.ready for table in set_tables for player in table.players):
            await asyncio.sleep(0.05)
        used, begun = cpu(process), time.perf_counter()
        for table in set_tables:
            table.start()
        async with asyncio.timeout(300):
            await finished.wait()
        took, used = time.perf_counter() - begun, cpu(process) - used
        for table in set_tables:
            for player in table.players:
                player.close()
        total = tables * len(moves)
        return Figures(round(total / took, 1), round(1000 * used / total, 3))

    return run_fast(run())


def _wait(ready: Callable[[], bool]) -> None:
    while True:
        try:
            if ready():
                return
        except OSError:
            pass
        time.sleep(0.05)


def main() -> None:
    """Measure both, in turn, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    found: dict[str, list[Figures]] = {"echappee": [], "boardgame.io": []}
    with our_server() as ours, their_server() as theirs:
        measure(*ours, our_players, 10)  # a round to warm up
        measure(*theirs, their_players, 10)
        for _ in range(chosen.rounds):
            found["echappee"].append(measure(*ours, our_players, chosen.tables))
            found["boardgame.io"].append(measure(*theirs, their_players, chosen.tables))
    pairs = list(zip(found["echappee"], found["boardgame.io"], strict=True))
    ratios = {
        "cpu_ratio": statistics.median(theirs.cpu_ms / ours.cpu_ms for ours, theirs in pairs),
        "rate_ratio": statistics.median(
            ours.moves_per_second / theirs.moves_per_second for ours, theirs in pairs
        ),
    }
    if chosen.json:
        print(json.dumps({**msgspec.to_builtins(found), **ratios}))
        return
    print(__doc__.split("\n\n")[2])  # what is compared
    for name, rounds in found.items():
        print(f"\n{name}")
        for one in rounds:
            print(f"  {one.moves_per_second:10,.1f} moves/s  {one.cpu_ms:8.3f} ms of CPU per move")
    print(f"\nboardgame.io needs ×{ratios['cpu_ratio']:.2f} our processor time for each move;")
    print(f"we play ×{ratios['rate_ratio']:.2f} its moves per second (median of rounds).")


if __name__ == "__main__":
    main()
