"""The socket: every message, good and bad, over every game."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
import websockets

from echappee.games import game_ids
from echappee.server.config import Rate
from echappee.server.refusals import quick_phrases
from tests.server.clients import OPEN, PATIENCE, Party, Socket, World, fewest, party, serving, you

pytestmark = pytest.mark.anyio


async def test_who_moves_gets_answer_and_news_in_one_frame(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as world, party(world, game) as table:
        await table.step()
        mover = table.sockets[table.awaited[0]]
        before = mover.trips, len(mover.messages)
        await table.step()
        assert mover.trips == before[0] + 1
        assert len(mover.messages) == before[1] + 2


async def test_a_move_is_stored_then_acknowledged_then_told_to_all(
    tmp_path: Path, game: str
) -> None:
    async with serving(tmp_path) as world, party(world, game, watchers=1) as table:
        mover = table.awaited[0]
        socket = table.sockets[mover]
        seq = await table.step()
        kinds = [json.loads(frame)["type"] for frame in socket.messages]
        assert kinds.index("ack") < kinds.index("news", kinds.index("ack"))
        for viewer in table.everybody:
            item = viewer.items[-1]
            assert item["kind"] == "move"
            assert item["seq"] == seq
            assert viewer.game["number"] == 1
            assert viewer.game["view"]["seat"] == viewer.welcome["look"]
        assert table.watchers[0].game["moves"] == []
        assert (await world.service.storage.facts(table.code))[-1].seq == seq


async def test_resending_is_harmless_even_after_a_restart(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as world, party(world, game) as table:
        mover = table.awaited[0]
        socket = table.sockets[mover]
        move = {"seat": mover, "number": 0, "text": socket.game["moves"][0], "id": "one"}
        first = await socket.request("move", **move)
        again = await socket.request("move", **move)
        assert again == first
        assert (await world.live(table.code)).table.number == 1
        key, code = table.keys[mover], table.code
    async with serving(tmp_path) as world, world.client() as client:
        socket = await client.connect(code, tokens=[key])
        assert await socket.request("move", **move) == first
        assert socket.game["number"] == 1


async def test_illegal_moves_are_explained(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as world, party(world, game) as table:
        mover = table.awaited[0]
        other = (mover + 1) % len(table.sockets)
        socket, waiting = table.sockets[mover], table.sockets[other]
        refused = await socket.request("move", seat=mover, number=0, text="¿?")
        assert refused["type"] == "refused"
        assert refused["code"] == "move-unreadable"
        text = socket.game["moves"][0]
        refused = await waiting.request("move", seat=other, number=0, text=text)
        assert refused["type"] == "refused"
        assert refused["words"]["fr"]
        assert refused["article"]
        assert (await waiting.request("move", seat=mover, number=0, text=text))["code"] == (
            "not-your-seat"
        )
        why = await socket.request("explain", seat=mover, text=text)
        assert why["explanation"]["legal"]
        why = await waiting.request("explain", seat=other, text=text)
        assert not why["explanation"]["legal"]
        assert (await socket.request("explain", seat=other, text=text))["code"] == "not-your-seat"
        assert (await world.live(table.code)).table.number == 0


async def test_a_late_move_is_played_unless_it_is_stale(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as world, party(world, game) as table:
        first = table.awaited[0]
        await table.step()
        number = table.sockets[0].game["number"]
        seat = table.awaited[0]
        socket = table.sockets[seat]
        late = {"seat": seat, "number": 0, "text": socket.game["moves"][0]}
        answer = await socket.request("move", **late)
        assert answer["type"] == ("refused" if seat == first else "ack")
        future = await socket.request("move", seat=seat, number=99, text=late["text"])
        assert future["code"] == "stale"
        again = table.sockets[first]
        stale = await again.request("move", seat=first, number=0, text="¿?")
        assert stale["code"] == "stale"
        assert (await world.live(table.code)).table.number == number + (seat != first)


async def _find_two_actors(table: Party) -> tuple[int, int] | None:
    """Play on until a seat may act out of turn; returns the seat on turn and that one."""
    for _ in range(60):
        view = table.sockets[0].game["view"]
        if view["over"]:
            return None
        for other, socket in enumerate(table.sockets):
            if other not in view["awaited"] and socket.game["moves"]:
                return view["awaited"][0], other
        await table.step()
    return None


async def _each_is_judged_in_turn(world: World, game: str) -> None:
    """Where nobody may act out of turn, who comes too early is refused, who comes next is heard."""
    async with party(world, game) as table:
        first = table.awaited[0]
        other = (first + 1) % len(table.sockets)
        text = table.sockets[first].game["moves"][0]
        on_turn, early = await asyncio.gather(
            table.sockets[first].request("move", seat=first, number=0, text=text),
            table.sockets[other].request("move", seat=other, number=0, text=text),
        )
        assert on_turn["type"] == "ack"
        assert early["type"] == "ack" or early["code"] in ("not-your-turn", "stale"), early
        served = 1 + (early["type"] == "ack")
        assert (await world.live(table.code)).table.number == served


async def test_two_who_act_at_once_are_both_served(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as world, party(world, game) as table:
        pair = await _find_two_actors(table)
        if pair is None:
            await _each_is_judged_in_turn(world, game)
            return
        number = table.sockets[0].game["number"]
        served = 0
        requests = []
        for seat in pair:
            socket = table.sockets[seat]
            text = socket.game["moves"][0]
            requests.append(socket.request("move", seat=seat, number=number, text=text))
        for answer in await asyncio.gather(*requests):
            assert answer["type"] == "ack" or answer["code"] == "stale", answer
            served += answer["type"] == "ack"
        assert served >= 1
        assert (await world.live(table.code)).table.number == number + served


async def test_undo_by_right_or_by_consent(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as world, party(world, game) as table:
        first = table.awaited[0]
        socket = table.sockets[first]
        nothing = await socket.request("undo", seat=first)
        assert nothing["code"] == "nothing-to-undo"
        await table.step()
        if socket.game["undo"] == "right":
            seq = await socket.done("undo", seat=first)
            await table.all_at(seq)
            assert table.sockets[0].items[-1]["kind"] == "undo"
            assert first in table.awaited
            await table.step()
        while table.awaited == [first] and not socket.game["view"]["over"]:
            await table.step()
        await table.step()
        number = socket.game["number"]
        assert socket.game["undo"] == "consent"
        ask = await socket.done("undo", seat=first)
        await table.all_at(ask)
        others = [seat for seat in range(len(table.sockets)) if seat != first]
        assert table.sockets[others[0]].ask == {"ask": ask, "seat": first, "waits": others}
        assert (await socket.request("undo", seat=first))["code"] == "asked-already"
        assert (await socket.request("consent", seat=first, ask=ask, agree=True))["code"] == (
            "no-ask"
        )
        helper = table.sockets[others[0]]
        seq = await helper.done("consent", seat=others[0], ask=ask, agree=False)
        await table.all_at(seq)
        assert socket.ask is None
        assert socket.game["number"] == number
        ask = await socket.done("undo", seat=first)
        await table.all_at(ask)
        for seat in others:
            seq = await table.sockets[seat].done("consent", seat=seat, ask=ask, agree=True)
        await table.all_at(seq)
        assert socket.ask is None
        assert socket.items[-1]["kind"] == "undo"
        assert socket.items[-1]["by_consent"]
        assert first in table.awaited
        assert (await world.live(table.code)).table.number == number + 1


async def test_a_move_settles_the_question(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as world, party(world, game) as table:
        first = table.awaited[0]
        await table.step()
        while table.awaited == [first]:
            await table.step()
        await table.step()
        ask = await table.sockets[first].done("undo", seat=first)
        await table.step()
        other = (first + 1) % len(table.sockets)
        late = await table.sockets[other].request("consent", seat=other, ask=ask, agree=True)
        assert late["code"] == "no-ask"
        assert table.sockets[first].ask is None


async def test_chat(tmp_path: Path, game: str) -> None:
    async with (
        serving(tmp_path, chats=Rate(0.001, 4)) as world,
        party(world, game, watchers=1) as table,
    ):
        socket, watcher = table.sockets[0], table.watchers[0]
        seq = await socket.done("chat", seat=0, text=" <b>hi</b>\x00\n there ")
        await table.all_at(seq)
        assert watcher.items[-1]["text"] == "<b>hi</b> there"
        seq = await socket.done("chat", seat=0, phrase=quick_phrases()[0].id)
        await table.all_at(seq)
        assert watcher.items[-1]["phrase"] == quick_phrases()[0].id
        assert (await socket.request("chat", seat=0, phrase="rude"))["code"] == "unknown-phrase"
        assert (await socket.request("chat", seat=0, text="\x01\x02"))["code"] == "bad-chat"
        assert (await socket.request("chat", seat=0, text="more"))["code"] == "too-fast"
        assert (await watcher.request("chat", seat=0, text="psst"))["code"] == "not-your-seat"
        guest = table.sockets[1]
        both = await guest.request("chat", seat=1, text="a", phrase="hello")
        assert both["code"] == "bad-chat"
        assert (await guest.request("chat", seat=1, text="x" * 301))["code"] == "bad-chat"


async def test_pause_and_resume(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as world, party(world, game) as table:
        mover = table.awaited[0]
        assert (await table.sockets[0].request("resume", seat=0))["code"] == "not-paused"
        seq = await table.sockets[1].done("pause", seat=1)
        await table.all_at(seq)
        assert table.sockets[0].table["paused"]
        socket = table.sockets[mover]
        text = socket.game["moves"][0]
        paused = await socket.request("move", seat=mover, number=0, text=text)
        assert paused["code"] == "paused"
        assert (await socket.request("pause", seat=mover))["code"] == "paused"
        seq = await table.sockets[0].done("resume", seat=0)
        await table.all_at(seq)
        assert not table.sockets[1].table["paused"]
        await table.step()


async def test_resign_until_one_is_left(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as world, party(world, game, watchers=1) as table:
        count = len(table.sockets)
        for seat in range(count - 1):
            assert table.sockets[0].table["status"] == "playing"
            seq = await table.sockets[seat].done("resign", seat=seat)
            await table.all_at(seq)
        watcher = table.watchers[0]
        await watcher.until(lambda: watcher.table["status"] == "over")
        assert watcher.table["end"]["why"] == "resigned"
        assert watcher.table["end"]["winners"] == [count - 1]
        last = table.sockets[-1]
        text = "¿?"
        over = await last.request("move", seat=count - 1, number=0, text=text)
        assert over["code"] == "game-over"
        assert (await watcher.request("look", seat=0))["type"] == "welcome"
        assert watcher.welcome["look"] == 0
        record = await table.clients[0].get(f"/tables/{table.watch}/record")
        assert record.status == 200
        assert record.text.startswith("echappee 1")


async def test_hints_previews_and_pings(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as world, party(world, game, watchers=1, hints=True) as table:
        previewed = 0
        for _ in range(12):
            mover = table.awaited[0]
            socket = table.sockets[mover]
            hint = await socket.request("hint", seat=mover)
            assert hint["text"] in socket.game["moves"]
            assert hint["number"] == socket.game["number"]
            text = socket.game["moves"][-1]
            before = (await world.live(table.code)).table.seq
            answer = await socket.request("preview", seat=mover, text=text)
            assert (await world.live(table.code)).table.seq == before
            await table.step(mover, text)
            if answer["type"] == "preview":
                previewed += 1
                assert answer["view"]["table"] == socket.game["view"]["table"]
                assert answer["events"] == socket.items[-1]["events"]
            else:
                assert answer["code"] == "no-preview"
            if socket.game["view"]["over"]:
                break
        assert previewed
        assert (await socket.request("ping"))["type"] == "pong"
        watcher = table.watchers[0]
        for kind in ("hint", "preview", "explain"):
            fields = {} if kind == "hint" else {"text": "x"}
            assert (await watcher.request(kind, seat=0, **fields))["code"] == "not-your-seat"
        bad = await socket.request("preview", seat=mover, text="¿?")
        assert bad["code"] in ("move-unreadable", "game-over")


async def test_moves_are_shown_again_as_each_viewer_saw_them(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as world, party(world, game, watchers=1) as table:
        everybody = [*enumerate(table.sockets), (None, table.watchers[0])]
        seen = {look: {0: socket.game["view"]} for look, socket in everybody}
        told: dict[int | None, dict[int, Any]] = {look: {} for look, _ in everybody}
        for _ in range(15):
            if table.sockets[0].game["view"]["over"]:
                break
            await table.step()
            for look, socket in everybody:
                number = socket.game["number"]
                seen[look][number] = socket.game["view"]
                told[look][number] = [item for item in socket.items if item["kind"] == "move"][-1][
                    "events"
                ]
        for look, socket in everybody:
            now = socket.game["number"]
            for asked in (0, now - 2, now, now + 5):
                answer = await socket.request("since", seat=look, number=asked)
                first = min(now, max(asked, now - 12))
                assert answer["number"] == now
                assert answer["before"] == seen[look][first]
                steps = answer["steps"]
                assert [step["number"] for step in steps] == list(range(first + 1, now + 1))
                for step in steps:
                    assert step["view"] == seen[look][step["number"]]
                    assert step["events"] == told[look][step["number"]]
            other = 0 if look != 0 else 1
            refused = await socket.request("since", seat=other, number=0)
            assert refused["code"] == "not-looking"


async def test_one_screen_shows_one_hand_at_a_time(tmp_path: Path, game: str) -> None:
    count = fewest(game)
    async with serving(tmp_path) as world, world.client() as client:
        made = await client.set_table(game, you(count))
        code = made["table"]["code"]
        socket = await client.connect(code)
        assert socket.welcome["you"] == list(range(count))
        assert socket.welcome["look"] is None
        assert socket.game["view"]["seat"] is None
        for _ in range(6):
            if socket.game["view"]["over"]:
                break
            seat = socket.game["view"]["awaited"][0]
            welcome = await socket.request("look", seat=seat)
            assert welcome["game"]["view"]["seat"] == seat
            other = (seat + 1) % count
            assert (await socket.request("hint", seat=other))["code"] == "not-looking"
            await socket.move(seat)
            assert socket.game["view"]["seat"] == seat
        async with world.client() as guest:
            stranger = await guest.connect(code, look=0)
            assert stranger.welcome["look"] is None
            assert (await stranger.request("look", seat=0))["code"] == "not-your-seat"


async def test_coming_back_with_the_last_number(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as world, party(world, game) as table:
        for _ in range(3):
            await table.step()
        last = table.sockets[0].seq
        whole = list(table.sockets[0].items)
        await table.sockets[0].close()
        if 0 not in table.awaited:
            mover = table.awaited[0]
            await table.sockets[mover].move(mover)
        await table.sockets[1].done("chat", seat=1, text="are you there?")
        back = await table.clients[0].connect(table.code, last=last)
        assert back.welcome["since"] == last
        assert all(item["seq"] > last for item in back.welcome["items"])
        assert back.welcome["items"][-1]["text"] == "are you there?"
        afresh = await table.clients[0].connect(table.code)
        assert afresh.welcome["since"] is None
        assert afresh.welcome["items"] == whole + back.welcome["items"]
        ahead = await table.clients[0].connect(table.code, last=last + 1000)
        assert ahead.welcome["since"] is None


async def test_before_the_start_and_joining_live(tmp_path: Path, game: str) -> None:
    count = fewest(game)
    async with serving(tmp_path) as world, world.client() as host, world.client() as guest:
        code = (await host.set_table(game, [*you(1), *[OPEN] * (count - 1)]))["table"]["code"]
        socket = await host.connect(code)
        assert socket.game is None
        assert (await socket.request("move", seat=0, number=0, text="x"))["code"] == "not-started"
        assert (await socket.request("hint", seat=0))["code"] == "not-started"
        for seat in range(1, count):
            await guest.take(code, seat)
        await socket.until(lambda: socket.game is not None)
        assert [item["kind"] for item in socket.items[-2:]] == ["seat", "started"]
        assert socket.table["status"] == "playing"


async def _raw(world: World, code: str, **headers: str) -> Any:
    return await websockets.connect(
        f"ws://{world.address}/api/tables/{code}/live", additional_headers=headers
    )


async def test_sockets_that_are_turned_away(tmp_path: Path) -> None:
    game = game_ids()[0]
    async with (
        serving(tmp_path, messages=Rate(0.001, 5)) as world,
        world.client() as client,
    ):
        code = (await client.set_table(game, you(fewest(game))))["table"]["code"]
        with pytest.raises(websockets.InvalidStatus):
            await _raw(world, code, Origin="https://evil.example")
        nowhere = Socket(await _raw(world, "BCDFGH"))
        assert await nowhere.until_closed() == 4404
        assert json.loads(nowhere.messages[0])["code"] == "no-table"
        rude = Socket(await _raw(world, code))
        await rude.send({"type": "ping", "id": "x"})
        assert await rude.until_closed() == 4400
        assert rude.answers["x"]["code"] == "hello-first"
        socket = await client.connect(code)
        answers = [(await socket.request("ping"))["type"] for _ in range(8)]
        assert answers.count("pong") == 5
        assert answers.count("refused") == 3
        for _ in range(60):
            await socket.send({"type": "ping", "id": "p"})
        assert await socket.until_closed() == 4429


async def test_a_socket_that_never_says_hello_is_turned_away(tmp_path: Path) -> None:
    game = game_ids()[0]
    async with serving(tmp_path, hello=0.05) as world, world.client() as client:
        code = (await client.set_table(game, you(fewest(game))))["table"]["code"]
        silent = Socket(await _raw(world, code))
        assert await silent.until_closed() == 4408


async def test_one_address_has_so_many_sockets_and_no_more(tmp_path: Path) -> None:
    game = game_ids()[0]
    async with serving(tmp_path, sockets=3) as world, world.client() as client:
        code = (await client.set_table(game, you(fewest(game))))["table"]["code"]
        kept = [await client.connect(code) for _ in range(3)]
        with pytest.raises(websockets.InvalidStatus):
            await _raw(world, code)
        assert [one.closed for one in kept] == [None] * 3


async def test_slow_readers_get_everything_in_the_end(tmp_path: Path) -> None:
    """A viewer that was not read from for a while is sent what it lacks, in one piece or more."""
    game = game_ids()[0]
    async with serving(tmp_path) as world, party(world, game) as table:
        await asyncio.gather(
            *(table.sockets[0].request("chat", seat=0, text=f"line {n}") for n in range(40))
        )
        seq = (await world.live(table.code)).table.seq
        await table.all_at(seq)
        for socket in table.sockets:
            said = [item["text"] for item in socket.items if item["kind"] == "chat"]
            assert said == [f"line {n}" for n in range(40)]


async def test_a_table_that_nobody_uses_leaves_the_memory_and_comes_back(
    tmp_path: Path, game: str
) -> None:
    async with serving(tmp_path, idle=-1.0) as world:
        async with party(world, game) as table:
            await table.step()
            live = await world.live(table.code)
            world.service.tables.drop_idle()
            assert await world.live(table.code) is live, "somebody looks at it"
            view = table.sockets[0].game["view"]
        async with asyncio.timeout(PATIENCE):
            while live.busy:
                await asyncio.sleep(0.01)
        assert not live.table.steps
        world.service.tables.drop_idle()
        again = await world.live(table.code)
        assert again is not live
        async with world.client() as client:
            socket = await client.connect(table.code, tokens=[table.keys[0]])
            assert socket.game["view"] == view
