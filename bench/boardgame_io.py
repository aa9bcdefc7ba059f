"""Our server beside boardgame.io's: the same two-player game by the same script, the same load.

    python -m bench.boardgame_io [--tables 100] [--rounds 3] [--peer COMMAND] [--json]

What is compared: every table plays one game of Tapas, move for move from one script, with both
players connected by WebSocket; a table's next move is sent when both have the news of the last.
Ours judges each move by the rules, has it on disk before it acknowledges, and sends each player his
view, his legal moves and what happened. boardgame.io gets its easiest case: it notes the text of
the move on a board of 36 squares, judges nothing and stores in memory only. Both run as one process
each, one after the other in every round. The ratio of processor time for each move is what counts;
the rate of moves depends on the load's own share of the machine.

boardgame.io (pinned below) is put into a folder that git ignores, by npm, when it is not there.
Another server that speaks as it does can take its place: ``--peer``.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import shlex
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

import echappee
from bench import program
from bench.host import call, hosted
from bench.links import Link, run_fast
from bench.processes import PATIENCE, Server, cpu, running

VERSION = "0.50.2"
_HERE = Path(__file__).parent
_FOLDER = _HERE / "node"
_PLAYERS = 2
_WARM_UP = 10  # tables
_INSTALL = 600.0  # seconds


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


class Contest:
    """Many tables at one server: when all are seated, when all are done, and what went wrong."""

    def __init__(self, tables: int) -> None:
        self._unseated = tables * _PLAYERS
        self._unfinished = tables
        self._seated: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def seated(self) -> None:
        """One more player has seen his table."""
        self._unseated -= 1
        if not self._unseated and not self._seated.done():
            self._seated.set_result(None)

    def done(self) -> None:
        """One more table has played the script."""
        self._unfinished -= 1
        if not self._unfinished and not self._done.done():
            self._done.set_result(None)

    def fail(self, why: str) -> None:
        """A player cannot go on."""
        for waited in (self._seated, self._done):
            if not waited.done():
                waited.set_exception(program.TroubleError(why))
                waited.exception()  # it is told once, by whoever waits

    async def until_seated(self, server: Server) -> None:
        """Wait for all players."""
        await self._until(self._seated, f"{server.name} has not seated everybody")

    async def until_done(self, server: Server) -> None:
        """Wait for the end of all games."""
        await self._until(self._done, f"{server.name} has not played all games")

    async def _until(self, waited: asyncio.Future[None], otherwise: str) -> None:
        try:
            await asyncio.wait_for(waited, PATIENCE)
        except TimeoutError:
            raise program.TroubleError(f"within {PATIENCE:g} s, {otherwise}") from None


class Table:
    """A table that plays the script; a move is sent when both players have the last."""

    def __init__(self, moves: list[tuple[int, str]], contest: Contest) -> None:
        self.players: list[Player] = []
        self.contest = contest
        self._moves = moves
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
            self.contest.done()
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
        self._seated = False

    def sit(self) -> None:
        """The table is seen, for the first time or once more."""
        if not self._seated:
            self._seated = True
            self.table.contest.seated()

    def lost(self, why: str) -> None:
        """Without this player the game stands still."""
        self.table.contest.fail(why)

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
                self.lost(f"it refused a move: {text.decode()}")
            if news.game is not None:
                self.sit()
                self.table.heard(news.game.number)

    def play(self, number: int, text: str) -> None:
        """Send a move."""
        move = {"type": "move", "id": f"n{number}", "seat": self.seat, "number": number}
        self.write(json.dumps(move | {"text": text}).encode())


def our_players(port: int, table: Table) -> list[Player]:
    """A table at our server."""
    seats = [{"kind": "you", "name": f"P{seat}"} for seat in range(_PLAYERS)]
    options = {"first_colour": "j"}
    made = call(port, "/tables", {"game": "tapas", "seats": seats, "options": options})
    code = made["table"]["code"]
    players: list[Player] = []
    for seat in range(_PLAYERS):
        player = OurPlayer(f"/api/tables/{code}/live", table, seat)
        player.token = made["keys"][seat + 1]["token"]
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
                self.sit()
            elif event == "update":
                self.table.heard(rest[1]["G"]["count"])
            elif event == "error":
                self.lost(f"it refused a move: {text.decode()}")

    def play(self, number: int, text: str) -> None:
        """Send a move."""
        move = {"type": "push", "args": [text], "playerID": str(self.seat)}
        self._emit(
            "update", {"type": "MAKE_MOVE", "payload": move}, number, self.match, str(self.seat)
        )


def install(folder: Path = _FOLDER) -> list[str]:
    """Put boardgame.io into a folder, unless it is there; the command that starts its server."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        raise program.TroubleError(
            "boardgame.io needs Node and npm, which are not installed here; "
            "--peer names another server to compare with"
        )
    if not (folder / "node_modules" / "boardgame.io").exists():
        folder.mkdir(exist_ok=True)
        (folder / "package.json").write_text('{"private": true}')
        command = [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts"]
        try:
            subprocess.run(
                [*command, f"boardgame.io@{VERSION}"], cwd=folder, check=True, timeout=_INSTALL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            )  # fmt: skip
        except subprocess.SubprocessError as error:
            printed = getattr(error, "output", None) or "nothing"
            raise program.TroubleError(
                f"boardgame.io could not be installed: {error}\nnpm printed:\n{printed}"
            ) from error
    script_there = folder / "server.js"
    script_there.write_bytes((_HERE / "boardgame_io.js").read_bytes())
    return [node, str(script_there)]


@contextmanager
def their_server(peer: str | None) -> Iterator[Server]:
    """boardgame.io's server in a process of its own, or one that speaks as it does."""
    command = shlex.split(peer) if peer else install()
    with running("the other server" if peer else "boardgame.io's server", command) as server:
        yield server


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


def measure(server: Server, seat: Seating, tables: int) -> Figures:
    """Play the script at so many tables at once."""
    moves = script()

    async def run() -> Figures:
        loop = asyncio.get_running_loop()
        contest = Contest(tables)
        set_tables = [Table(moves, contest) for _ in range(tables)]
        for table in set_tables:
            table.players = seat(server.port, table)
            for player in table.players:
                await loop.create_connection(lambda p=player: p, "127.0.0.1", server.port)  # type: ignore[misc]
        await contest.until_seated(server)
        used, begun = cpu(server.pid), time.perf_counter()
        for table in set_tables:
            table.start()
        await contest.until_done(server)
        took, used = time.perf_counter() - begun, cpu(server.pid) - used
        for table in set_tables:
            for player in table.players:
                player.close()
        total = tables * len(moves)
        return Figures(round(total / took, 1), round(1000 * used / total, 3))

    return run_fast(run())


def main() -> None:
    """Measure both, in turn, and print."""
    parser = program.Parser("bench.boardgame_io", __doc__)
    parser.add_argument("--tables", type=program.whole(), default=100)
    parser.add_argument("--rounds", type=program.whole(), default=3)
    parser.add_argument("--peer", metavar="COMMAND", help="starts another server to compare with")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    found: dict[str, list[Figures]] = {"echappee": [], "boardgame.io": []}
    with their_server(chosen.peer) as theirs, hosted() as ours:
        warm_up = min(_WARM_UP, chosen.tables)
        measure(ours, our_players, warm_up)
        measure(theirs, their_players, warm_up)
        for _ in range(chosen.rounds):
            found["echappee"].append(measure(ours, our_players, chosen.tables))
            found["boardgame.io"].append(measure(theirs, their_players, chosen.tables))
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
    program.run(main)
