"""Several nodes on one storage: nobody owns a table; every hint may be lost, late or doubled."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from echappee.server.config import WallClock
from echappee.server.fanout.hints import Here
from echappee.server.store import facts as f
from tests.generic.cases import brief
from tests.server.both_stores import SQLITE
from tests.server.clients import BOT, JSON, OPEN, FakeTime, Party, Socket, fewest, you
from tests.server.nodes import Wires, bad, beat, beating, deaf, scattered, serving_nodes, stored_of

pytestmark = pytest.mark.anyio
STORES = (SQLITE,)

SHORT = {"flamme-rouge": {"stage": "A-L-g-3-B-j-5-D-u"}}
LIVE = {"kind": "live", "move": 30, "bank": 60}


async def _one_move(table: Party, dice: random.Random) -> None:
    """A move of somebody who is awaited, chosen from what his own node shows him."""
    shown = max(table.sockets, key=lambda socket: socket.seq)
    seat = dice.choice(shown.game["view"]["awaited"])
    socket = table.sockets[seat]
    await socket.until(lambda: socket.seq >= shown.seq)
    await socket.move(seat, dice.choice(socket.game["moves"]))


async def _about_to_move(table: Party, seat: int) -> tuple[Socket, dict[str, JSON]]:
    """Somebody at the first node who looks from a seat, and the move he is about to ask for."""
    near = await table.clients[0].connect(table.code, tokens=table.keys)
    await near.request("look", seat=seat)
    text = near.game["moves"][0]
    return near, {"id": "mine", "seat": seat, "number": near.game["number"], "text": text}


async def test_a_whole_game_at_three_nodes_with_bad_wires(tmp_path: Path, game: str) -> None:
    dice, time = random.Random(7), FakeTime()
    async with (
        serving_nodes(tmp_path, 3, time, bad(1)) as nodes,
        scattered(nodes, game, watchers=2, options=SHORT.get(game, dict(brief(game)))) as table,
        beating(nodes, time),
    ):
        steps = 0
        while not max(table.sockets, key=lambda s: s.seq).game["view"]["over"]:
            await _one_move(table, dice)
            steps += 1
            if steps % 9 == 0:
                one = table.sockets[steps % len(table.sockets)]
                await one.done("chat", seat=table.sockets.index(one), text=f"move {steps}")
        await table.all_at((await nodes[0].live(table.code)).table.seq)
        stored = await nodes[0].service.storage.facts(table.code)
        assert [one.seq for one in stored] == list(range(1, len(stored) + 1))
        # Whoever looks alike has been told the same, and has been told all of it.
        views = [socket.game["view"] for socket in table.watchers]
        assert all(view == views[0] for view in views)
        for socket in table.everybody:
            numbers = [item["seq"] for item in socket.items]
            assert numbers == sorted(set(numbers))
            assert socket.seq == stored[-1].seq
        records = {
            (await client.get(f"/tables/{table.code}/record")).text for client in table.clients
        }
        assert len(records) == 1


async def test_without_a_wire_everything_is_found_within_a_beat(tmp_path: Path) -> None:
    time = FakeTime()
    async with (
        serving_nodes(tmp_path, 2, time, deaf()) as nodes,
        scattered(nodes, "tapas") as table,
    ):
        near, far = table.sockets
        await beat(nodes)
        seq = await near.done("chat", seat=0, text="there?")
        assert far.seq < seq
        await time.pass_by(1.5)
        await beat(nodes)
        await far.until(lambda: far.seq == seq)
        await far.until(lambda: [one["here"] for one in far.presence["seats"]] == [True, True])


async def test_only_nodes_that_show_a_table_are_told_that_it_goes_on(tmp_path: Path) -> None:
    time, heard = FakeTime(), list[tuple[str, int]]()
    async with serving_nodes(tmp_path, 3, time) as nodes:
        nodes[2].service._fanout.listen(lambda code, seq: heard.append((code, seq)))
        async with scattered(nodes[:2], "tapas") as table, nodes[2].client() as looker:
            await table.step()
            assert heard == []
            far = await looker.connect(table.code)
            await table.sockets[0].until(lambda: table.sockets[0].presence["watchers"] == 1)
            seq = await table.sockets[0].done("chat", seat=0, text="there?")
            await far.until(lambda: far.seq == seq)
            assert (table.code, seq) in heard


async def test_a_node_that_comes_is_told_what_it_missed_until_it_was_known(tmp_path: Path) -> None:
    time, wires = FakeTime(), deaf()
    async with (
        serving_nodes(tmp_path, 2, time, wires) as nodes,
        scattered(nodes, "tapas") as table,
    ):
        near, far = table.sockets
        seq = await near.done("chat", seat=0, text="there?")
        assert far.seq < seq
        wires.lose = 0
        first, second = nodes
        assert first.service.nodes is not None
        assert second.service.nodes is not None
        first.service.nodes.told(second.service.nodes.id, 99, table.code, Here((1,), 0, 1))
        await far.until(lambda: far.seq == seq)  # without a beat


# ------------------------------------------------------------------------------------ deciding anew


@pytest.mark.parametrize("again", ["refused", "done before"])
async def test_what_is_read_on_the_way_is_told_to_all_who_look_there(
    tmp_path: Path, again: str
) -> None:
    """Without a wire and without a beat: a request that stores nothing has still read the rest."""
    time = FakeTime()
    async with (
        serving_nodes(tmp_path, 2, time, deaf()) as nodes,
        scattered(nodes, "tapas") as table,
        nodes[1].client() as guest,
    ):
        seat = table.awaited[0]
        looker, far = (
            await guest.connect(table.code),
            await guest.connect(table.code, tokens=table.keys),
        )
        near, wanted = await _about_to_move(table, seat)
        first = await near.request("move", **wanted)
        assert looker.seq < first["seq"]
        await far.request("move", **{**wanted, "id": "other" if again == "refused" else "mine"})
        await looker.until(lambda: looker.seq == first["seq"])


async def test_a_retry_through_another_node_gets_the_first_answer(tmp_path: Path) -> None:
    """Also where that node has missed more than this: a refusal is not told before it has read."""
    time = FakeTime()
    async with (
        serving_nodes(tmp_path, 2, time, deaf()) as nodes,
        scattered(nodes, "tapas") as table,
        nodes[1].client() as again,
    ):
        seat = table.awaited[0]
        far = await again.connect(table.code, tokens=table.keys)
        near, wanted = await _about_to_move(table, seat)
        first = await near.request("move", **wanted)
        for line in ("one", "two"):
            await near.done("chat", seat=seat, text=line)
        assert far.seq < first["seq"]
        assert await far.request("move", **wanted) == first
        assert len(await stored_of(nodes[0], table.code, f.MovePlayed)) == 1
        # What is refused is refused by what is true now.
        refused = await far.request("move", **{**wanted, "id": "other"})
        assert refused["code"] == "stale"


async def test_one_of_two_who_want_a_seat_gets_it(tmp_path: Path) -> None:
    time = FakeTime()
    async with (
        serving_nodes(tmp_path, 2, time, deaf()) as nodes,
        nodes[0].client() as host,
        nodes[1].client() as one,
        nodes[0].client() as two,
    ):
        made = await host.set_table("tape-letape", [*you(1), OPEN, OPEN])
        code = made["table"]["code"]
        await one.get(f"/tables/{code}")  # both nodes have it in memory now
        answers = await asyncio.gather(
            *(c.post(f"/tables/{code}/seats/1", {"name": "A"}) for c in (one, two))
        )
        assert sorted(answer.status for answer in answers) == [200, 409]
        loser = next(answer for answer in answers if answer.status == 409)
        assert loser.code == "seat-taken"
        # What one node has done, the other knows when it is asked.
        took = next(c for c, a in zip((one, two), answers, strict=True) if a.status == 200)
        assert (await took.http.delete(f"/api/tables/{code}/seats/1")).status_code == 200
        for node in nodes:
            async with node.client() as anybody:
                seats = (await anybody.get(f"/tables/{code}")).json["table"]["seats"]
                assert seats[1]["kind"] == "open"


async def test_nobody_sees_an_older_table_at_another_node(tmp_path: Path) -> None:
    time = FakeTime()
    async with (
        serving_nodes(tmp_path, 2, time, deaf()) as nodes,
        scattered(nodes, "tapas", watchers=2) as table,
    ):
        near = table.sockets[0]
        for line in range(3):
            await near.done("chat", seat=0, text=f"line {line}")
        await near.close()
        async with nodes[1].client() as client:
            socket = await client.connect(table.code, tokens=table.keys[:1], last=near.seq)
            assert socket.seq >= near.seq
            assert socket.welcome["since"] == near.seq
            assert [item["seq"] for item in socket.items if item["seq"] <= near.seq] == []


async def test_what_was_forgotten_between_finding_and_hello_is_read_again(tmp_path: Path) -> None:
    time = FakeTime()
    async with (
        serving_nodes(tmp_path, 1, time, kept_tables=1) as nodes,
        nodes[0].client() as client,
    ):
        made = await client.set_table("tapas", you(2))
        old = await nodes[0].live(made["table"]["code"])
        await client.set_table("tapas", you(2))
        cache = nodes[0].service.tables
        assert cache.peek(made["table"]["code"]) is None
        found = await cache.present(old, None)
        assert found is not old
        assert cache.peek(made["table"]["code"]) is found


# ----------------------------------------------------------------------------------------- presence


def _here(socket: Socket) -> list[bool]:
    return [one["here"] for one in socket.presence["seats"]]


async def test_who_is_at_another_node_is_here(tmp_path: Path) -> None:
    time = FakeTime()
    async with (
        serving_nodes(tmp_path, 2, time) as nodes,
        scattered(nodes, "tapas", watchers=1) as table,
    ):
        near, far = table.sockets
        for socket in table.everybody:
            await socket.until(lambda s=socket: _here(s) == [True, True])  # type: ignore[misc]
            await socket.until(lambda s=socket: s.presence["watchers"] == 1)  # type: ignore[misc]
        await time.pass_by(40)
        assert near.table["seats"][1]["stand_in"] is None
        await far.close()
        await near.until(lambda: _here(near) == [True, False])
        await time.pass_by(29)
        assert near.table["seats"][1]["stand_in"] is None
        await time.pass_by(2)
        await near.until(lambda: near.table["seats"][1]["stand_in"] == "left")
        assert len(await stored_of(nodes[0], table.code, f.BotStoodIn)) == 1
        back = await table.clients[1].connect(table.code)
        await near.until(lambda: near.table["seats"][1]["stand_in"] is None)
        assert back.table["seats"][1]["stand_in"] is None


async def test_a_node_that_says_nothing_any_more_has_nobody(tmp_path: Path) -> None:
    time = FakeTime()
    async with (
        serving_nodes(tmp_path, 2, time) as nodes,
        scattered(nodes, "tapas") as table,
    ):
        near = table.sockets[0]
        await beat(nodes)
        await near.until(lambda: _here(near) == [True, True])
        for _ in range(2):  # the other one is stopped
            await time.pass_by(2)
            await beat(nodes[:1])
        await near.until(lambda: _here(near) == [True, False])
        await time.pass_by(31)
        await near.until(lambda: near.table["seats"][1]["stand_in"] == "left")
        # It wakes: he was there all the time, so the seat is his again.
        await beat(nodes, 2)
        await near.until(lambda: near.table["seats"][1]["stand_in"] is None)
        await near.until(lambda: _here(near) == [True, True])


async def test_older_word_of_who_is_where_does_not_count(tmp_path: Path) -> None:
    time = FakeTime()
    async with (
        serving_nodes(tmp_path, 2, time) as nodes,
        scattered(nodes, "tapas") as table,
    ):
        knows, tells = (node.service.nodes for node in nodes)
        assert knows is not None
        assert tells is not None
        await beat(nodes)
        live = await nodes[0].live(table.code)
        newest = max(version for version, _ in knows._others[tells.id].values())
        before = live.elsewhere
        assert before.seats == {1}
        knows.told(tells.id, newest - 1, table.code, type(tells._own[table.code])())
        assert live.elsewhere == before
        knows.told(tells.id, newest + 1, table.code, type(tells._own[table.code])())
        assert live.elsewhere.seats == frozenset()


async def test_an_offer_stands_while_somebody_is_at_any_node(tmp_path: Path) -> None:
    time = FakeTime()
    async with (
        serving_nodes(tmp_path, 2, time) as nodes,
        nodes[0].client() as host,
        nodes[1].client() as guest,
    ):
        made = await host.set_table("tape-letape", [*you(1), OPEN, OPEN], public=True)
        code = made["table"]["code"]
        near = await host.connect(code)
        await guest.take(code, 1)
        far = await guest.connect(code)
        listed = nodes[1].service.open_tables.listed
        await _until(listed, 1)
        await near.until(lambda: _here(near) == [True, True])
        await near.close()
        await far.until(lambda: _here(far) == [False, True])
        await time.pass_by(60)
        await _until(listed, 1)
        await far.close()
        await _until(listed, 0)


async def test_an_offer_that_stands_elsewhere_is_not_taken_back_by_who_writes_late(
    tmp_path: Path,
) -> None:
    """Who comes to another node changes the offer of this one, which ends before that is kept."""
    async with (
        serving_nodes(tmp_path, 2, FakeTime()) as nodes,
        nodes[0].client() as host,
        nodes[1].client() as guest,
    ):
        made = await host.set_table("tape-letape", [*you(1), OPEN, OPEN], public=True)
        code = made["table"]["code"]
        near = await host.connect(code)
        here, listed = nodes[0].service.open_tables, nodes[1].service.open_tables.listed
        await _until(listed, 1)
        before = asyncio.all_tasks()
        async with here._lock:  # what it writes is held up
            await guest.take(code, 1)
            far = await guest.connect(code)
            await near.until(lambda: _here(near) == [True, True])
            await near.close()
            await far.until(lambda: _here(far) == [False, True])
            late = [task for task in asyncio.all_tasks() - before if "OpenTables" in repr(task)]
            assert late
        await asyncio.wait(late)
        assert len(await listed()) == 1


async def _until(listed: object, count: int) -> None:
    async with asyncio.timeout(60):
        while len(await listed()) != count:  # type: ignore[operator]
            await asyncio.sleep(0.01)


# ------------------------------------------------------------------------------------------- clocks


async def test_nobody_gains_time_by_coming_to_another_node(tmp_path: Path, game: str) -> None:
    time = FakeTime()
    async with (
        serving_nodes(tmp_path, 3, time) as nodes,
        scattered(nodes[:2], game, clock=LIVE) as table,
        nodes[2].client() as elsewhere,
    ):
        slow = table.awaited[0]
        await beat(nodes)
        await time.pass_by(45)
        other = await elsewhere.connect(table.code, tokens=table.keys)
        assert other.clocks["seats"][slow]["bank"] == 45_000
        await other.request("look", seat=slow)
        await other.move(slow)
        for node in nodes:
            assert (await node.live(table.code)).table.banks[slow] == 45_000


async def test_a_flag_falls_once(tmp_path: Path) -> None:
    time = FakeTime()
    async with (
        serving_nodes(tmp_path, 3, time, deaf()) as nodes,
        scattered(nodes, "tape-letape", 3, clock=LIVE) as table,
    ):
        await beat(nodes, 2)
        late = table.awaited[0]
        await time.pass_by(91)
        await beat(nodes)
        for socket in table.sockets:
            await socket.until(lambda s=socket: s.table["seats"][late]["stand_in"] == "time")  # type: ignore[misc]
        stood_in = await stored_of(nodes[0], table.code, f.BotStoodIn)
        assert [getattr(one.fact, "seat", None) for one in stood_in] == [late]


async def test_nodes_go_by_the_clock_of_the_storage(tmp_path: Path) -> None:
    time = FakeTime()
    async with serving_nodes(tmp_path, 1, time) as nodes:
        service = nodes[0].service
        assert service.nodes is not None
        true, wrong = WallClock(), WallClock()
        wrong.shift(-7 * 3_600_000)

        async def clock() -> int:
            return true.now()

        service.storage.clock = clock  # type: ignore[method-assign]
        service.nodes._time = wrong
        await service.nodes._set_clock()
        assert abs(wrong.now() - true.now()) < 250
        service.nodes._time = time


# --------------------------------------------------------------------------------------------- bots


async def _level(one: Socket, two: Socket) -> None:
    """Wait until both have heard the same, though bots go on; until the next wait they stay so."""
    while one.seq != two.seq:
        behind, ahead = sorted((one, two), key=lambda socket: socket.seq)
        wanted = ahead.seq
        await behind.until(lambda: behind.seq >= wanted)  # noqa: B023


async def test_bots_play_once_wherever_they_think(tmp_path: Path, game: str) -> None:
    """With wires, one node lets them think; without, all do, and one of them stores."""
    for wires in (Wires(), deaf()):
        time = FakeTime()
        async with (
            serving_nodes(tmp_path, 2, time, wires) as nodes,
            nodes[0].client() as host,
            nodes[1].client() as looker,
        ):
            seats = [*you(1), *([BOT] * (fewest(game) - 1))]
            made = await host.set_table(game, seats)
            code = made["table"]["code"]
            near, far = await host.connect(code), await looker.connect(code)
            if wires.lose == 0:
                lives = [await node.live(code) for node in nodes]
                await near.until(lambda: near.presence["watchers"] == 1)  # noqa: B023
                driving = [
                    node.service.nodes.drives(live)  # type: ignore[union-attr]
                    for node, live in zip(nodes, lives, strict=True)
                ]
                assert sorted(driving) == [False, True]
            async with beating(nodes, time):
                for _ in range(4):
                    await near.until(lambda: near.game["view"]["over"] or near.game["moves"])  # noqa: B023
                    if near.game["view"]["over"]:
                        break
                    await near.move(0)
                await near.until(lambda: near.game["view"]["over"] or near.game["moves"])  # noqa: B023
                await _level(near, far)
                assert far.game["view"]["awaited"] == near.game["view"]["awaited"]
            facts = await nodes[0].service.storage.facts(code)
            assert [one.seq for one in facts] == list(range(1, len(facts) + 1))


async def test_bots_are_not_waited_for_where_a_node_only_seems_to_drive(tmp_path: Path) -> None:
    time = FakeTime()
    async with (
        serving_nodes(tmp_path, 2, time, bot_budget=10.0) as nodes,
        nodes[0].client() as host,
        nodes[1].client() as looker,
    ):
        made = await host.set_table("tapas", [*you(1), BOT])
        code = made["table"]["code"]
        near = await host.connect(code)
        await looker.connect(code)
        await near.until(lambda: near.presence["watchers"] == 1)
        lives = [await node.live(code) for node in nodes]
        idle = next(
            (node, live)
            for node, live in zip(nodes, lives, strict=True)
            if not node.service.nodes.drives(live)  # type: ignore[union-attr]
        )
        await time.pass_by(20)
        assert idle[0].service.nodes.drives(idle[1])  # type: ignore[union-attr]
