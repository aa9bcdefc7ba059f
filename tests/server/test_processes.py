"""Several processes behind one door: a caller reaches the one that has his table."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import websockets

from echappee.errors import EchappeeError
from echappee.server.config import Settings
from echappee.server.fanout.local import LocalFanout
from echappee.server.http.limits import Connections
from echappee.server.processes.porter import Porter, asked_code, lines
from echappee.server.processes.tenant import ChannelFanout
from echappee.server.protocol.close_codes import ELSEWHERE
from echappee.server.refusals import Refusal
from echappee.server.run import serve
from echappee.server.shares import Share, place_of
from echappee.server.store.sqlite import finder
from echappee.server.table import codes, commands
from tests.server.clients import BOT, PATIENCE, Client, party, serving, you
from tests.server.stubborn import Stubborn, unless_closed
from tests.server.together import ADDED, PROCESSES, Together, together

pytestmark = pytest.mark.anyio


# ------------------------------------------------------------------------------------------ shares


def test_each_table_falls_to_one_process_and_all_get_some() -> None:
    for processes in (1, 2, 3, 8):
        shares = [Share(place, processes) for place in range(processes)]
        had = Counter[int]()
        for _ in range(400):
            code = codes.new_code(codes.TABLE)
            having = [share.place for share in shares if share.has(code)]
            assert having == [place_of(code, processes)]
            had += Counter(having)
        assert len(had) == processes


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"GET /api/tables/KDPQWR HTTP/1.1\r\n", "KDPQWR"),
        (b"GET /api/tables/kdp-qwr/live?x=1 HTTP/1.1\r\n", "KDPQWR"),
        (b"POST /api/tables/kdp%20qwr/seats/1 HTTP/1.1\r\n", "KDPQWR"),
        (b"GET /api/records/KDPQWR/at/3 HTTP/1.1\r\n", "KDPQWR"),
        (b"GET /api/tables/%ff%fe HTTP/1.1\r\n", None),
        (b"POST /api/tables HTTP/1.1\r\n", None),
        (b"GET /api/games HTTP/1.1\r\n", None),
        (b"GET /t/KDPQWR HTTP/1.1\r\n", "KDPQWR"),
        (b"\x16\x03\x01 nothing that we speak", None),
        (b"", None),
    ],
)
def test_what_a_caller_asks_is_read_from_his_first_line(line: bytes, code: str | None) -> None:
    assert asked_code(line) == code


def test_lines_are_whole_however_they_come() -> None:
    kept = bytearray()
    assert list(lines(kept, b"one\ntw")) == [b"one"]
    assert list(lines(kept, b"o")) == []
    assert list(lines(kept, b"\n\n")) == [b"two", b""]


class Linked(LocalFanout):
    """Notices that reach other houses too, as the porter carries them."""

    def __init__(self) -> None:
        super().__init__()
        self.others: list[Linked] = []

    def publish(self, code: str, seq: int) -> None:
        super().publish(code, seq)
        for other in self.others:
            LocalFanout.publish(other, code, seq)


async def test_what_happens_in_the_wrong_process_is_told_by_the_right_one(tmp_path: Path) -> None:
    one, two = Linked(), Linked()
    one.others, two.others = [two], [one]
    async with (
        serving(tmp_path, share=Share(0, 2), fanout=one) as right,
        serving(tmp_path, share=Share(1, 2), fanout=two) as wrong,
        party(right, "tapas") as table,
    ):
        assert Share(0, 2).has(table.code)
        live = await wrong.live(table.code)
        assert not wrong.service.tables.owns(live)
        assert await wrong.live(table.code) is not live  # it is read anew each time
        seat = table.awaited[0]
        text = table.sockets[seat].game["moves"][0]
        seq = await wrong.service.runner.run(
            live, lambda t: commands.play(t, seat, t.number, text, None, "elsewhere")
        )
        await table.all_at(seq)
        await table.step()
        # Nothing happens by itself where the table is not: no bot thinks, no clock runs.
        made = await table.clients[0].set_table("tapas", [*you(1), BOT])
        foreign = await wrong.live(made["table"]["code"])
        assert foreign.driver is None
        assert foreign.flag is None
        # Who is at the wrong one all the same is sent away, and comes again.
        async with wrong.client() as lost:
            link = await websockets.connect(f"ws://{lost.address}/api/tables/{table.code}/live")
            with pytest.raises(websockets.ConnectionClosed):
                await link.recv()
            assert link.close_code == ELSEWHERE


async def test_new_tables_and_rematches_stay_in_the_process(tmp_path: Path) -> None:
    share = Share(2, 3)
    async with serving(tmp_path, share=share) as world, world.client() as client:
        for _ in range(5):
            made = await client.set_table("tapas", you(2))
            assert share.has(made["table"]["code"])
        code = made["table"]["code"]
        link = await client.connect(code)
        await link.done("resign", seat=0)
        again = await client.post(f"/tables/{code}/rematch")
        assert share.has(again.json["table"]["code"])
        assert again.headers["connection"] == "close"


async def test_a_spectators_code_leads_to_the_table(tmp_path: Path) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        made = (await client.set_table("tapas", you(2)))["table"]
        find = finder(world.service.settings.database)
        assert find(made["watch"]) == made["code"]
        assert find(made["code"]) == made["code"]
        assert find("NOBODYSS") == "NOBODYSS"
        alone = await client.get("/games")
        assert alone.headers.get("connection") != "close"


async def test_a_code_that_cant_be_looked_up_stands_for_itself(tmp_path: Path) -> None:
    """The porter must not stumble over a file that can't be read: the process will tell."""
    empty = tmp_path / "empty.db"
    empty.touch()
    assert finder(empty)("KDPQWR") == "KDPQWR"


async def test_notices_wait_until_the_porter_takes_them() -> None:
    """However many: each comes whole, once and in order."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        fanout = ChannelFanout(Share(0, 2), ours)
        foreign = next(c for c in iter(lambda: codes.new_code(codes.TABLE), "") if place_of(c, 2))
        heard = []
        fanout.listen(lambda code, seq: heard.append(seq))
        many = 40_000
        for number in range(many):
            fanout.publish(foreign, number)
        assert heard == list(range(many))
        kept, got = bytearray(), list[bytes]()
        theirs.setblocking(False)
        loop = asyncio.get_running_loop()
        while len(got) < many:
            got += lines(kept, await asyncio.wait_for(loop.sock_recv(theirs, 65_536), 30))
        assert got == [b"notice %b %d" % (foreign.encode(), n) for n in range(many)]
        theirs.close()
        fanout.publish(foreign, many)  # nobody is there to hear it


# -------------------------------------------------------------------------------------- refusals


def test_a_server_of_no_process_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="at least one"):
        serve(Settings(data=tmp_path), port=0, processes=0)


def _fail() -> None:
    raise RuntimeError("this process can't begin")


def test_processes_that_cant_begin_end_the_server(tmp_path: Path) -> None:
    with pytest.raises(EchappeeError) as refused:
        serve(Settings(data=tmp_path), port=0, processes=2, prepare=_fail)
    assert refused.value.code == "process-died"


# ------------------------------------------------------------------------------------- the porter


async def test_play_in_all_processes(tmp_path: Path) -> None:
    async with together(tmp_path) as server:
        assert len(server.tenants()) == PROCESSES
        await _whole_tables(server)
        await _odd_callers(server)
        await _killed(server)
        tenants = server.tenants()
        os.kill(server.porter, signal.SIGTERM)
        assert await server.ended() == 0
        await _gone(tenants)


async def _whole_tables(server: Together) -> None:
    """Tables of both processes: players and spectators by both codes, REST, sockets, records."""
    places: set[int] = set()
    while places != set(range(PROCESSES)):
        async with party(server, "tape-letape", 3, watchers=1) as table:  # type: ignore[arg-type]
            places.add(place_of(table.code, PROCESSES))
            for _ in range(6):
                await table.step()
            found = await table.clients[0].get(f"/tables/{table.watch}")
            assert found.json["table"]["number"] == 6
            assert found.headers["connection"] == "close"
            for link in table.sockets[1:]:
                await link.done("resign", seat=table.sockets.index(link))
            record = await table.clients[0].get(f"/tables/{table.code}/record")
            assert record.status == 200
            again = await table.clients[0].post(f"/tables/{table.code}/rematch")
            assert place_of(again.json["table"]["code"], PROCESSES) == place_of(
                table.code, PROCESSES
            )
    async with server.client() as client:
        for _ in range(PROCESSES):  # they take turns
            house = await client.get("/house")
            assert ADDED in {bot["name"] for bot in house.json["bots"]}
        missing = await client.get("/tables/NOBODY")
        assert (missing.status, missing.code) == (404, "no-table")


async def _odd_callers(server: Together) -> None:
    """Slow, silent, foreign and hasty ones: all others are served."""
    host, port = server.address.split(":")
    silent = [socket.create_connection((host, int(port))) for _ in range(5)]
    for _ in range(20):
        socket.create_connection((host, int(port))).close()
    reader, writer = await asyncio.open_connection(host, int(port))
    for part in (b"GET /api/ga", b"mes HT", b"TP/1.1\r\nhost: localhost\r\n", b"\r\n"):
        writer.write(part)
        await writer.drain()
        await asyncio.sleep(0.05)
    assert (await reader.readline()).startswith(b"HTTP/1.1 200")
    writer.close()
    for nonsense in (b"\x16\x03\x01\x02\n", b"A" * 5_000):
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(nonsense)
        with contextlib.suppress(ConnectionError):
            assert not (await reader.read()).startswith(b"HTTP/1.1 2")
        writer.close()
    async with server.client() as client:
        answers = await asyncio.gather(*(client.get("/house") for _ in range(40)))
        assert {answer.status for answer in answers} == {200}
    for one in silent:
        one.close()


async def _killed(server: Together) -> None:
    """A process that is killed is started again; what was acknowledged is there."""
    players: dict[int, Stubborn] = {}
    clients: list[Client] = []
    while len(players) < PROCESSES:
        client = server.client()
        clients.append(client)
        made = await client.set_table("tour-de-france", you(2))
        code = made["table"]["code"]
        players[place_of(code, PROCESSES)] = Stubborn(client, code)
    for _ in range(2):
        wanted = {place: len(one.acknowledged) + 20 for place, one in players.items()}
        games = await _all_play(players, wanted)
        victim = server.tenants()[0]
        os.kill(victim, signal.SIGKILL)
        await asyncio.wait(games.values(), return_when=asyncio.FIRST_COMPLETED)
        # The other one has noticed nothing.
        going_on = {place for place, game in games.items() if not game.done()}
        assert len(going_on) == PROCESSES - 1
        before = {place: len(players[place].acknowledged) for place in going_on}
        await _until(lambda: all(len(players[p].acknowledged) > n for p, n in before.items()))  # noqa: B023
        for place in going_on:
            games[place].cancel()
        for game in games.values():
            with contextlib.suppress(asyncio.CancelledError):
                await unless_closed(game)
        await _until(lambda: len(server.tenants()) == PROCESSES and victim not in server.tenants())  # noqa: B023
    for player in players.values():
        link = await player.client.connect(player.code)
        await player.check(link)
        assert player.acknowledged
    for client in clients:
        await client.__aexit__()


async def _all_play(
    players: Mapping[int, Stubborn], wanted: Mapping[int, int]
) -> dict[int, asyncio.Task[None]]:
    """Let all play until each has so many moves; who calls too early after a kill calls again."""
    games: dict[int, asyncio.Task[None]] = {}
    async with asyncio.timeout(PATIENCE):
        while any(
            place not in games or games[place].done() or len(player.acknowledged) < wanted[place]
            for place, player in players.items()
        ):
            for place, player in players.items():
                if place in games and games[place].done():
                    await unless_closed(games.pop(place))
                if place not in games:
                    games[place] = asyncio.create_task(player.play())
            await asyncio.sleep(0.02)
    return games


async def test_nobody_is_left_when_the_porter_is_killed(tmp_path: Path) -> None:
    async with together(tmp_path) as server:
        tenants = server.tenants()
        os.kill(server.porter, signal.SIGKILL)
        await server.ended()
        await _gone(tenants)


async def _until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.02)


async def _gone(processes: list[int]) -> None:
    await _until(lambda: not any(Path(f"/proc/{one}").exists() for one in processes))


def test_a_porter_knows_his_places() -> None:
    with socket.socket() as door:
        limits = Connections(Settings(), None)
        find = {"WATCHING": "KDPQWR"}.get
        porter = Porter(door, lambda *_: None, 3, find, limits)  # type: ignore[arg-type]
        for path in (b"/api/tables/watching/live", b"//api/%74ables/./watch-ing/"):
            assert porter._place(b"GET " + path + b" HTTP/1.1\r\n") == place_of("KDPQWR", 3)
        assert [porter._place(b"GET / HTTP/1.1\r\n") for _ in range(4)] == [0, 1, 2, 0]
