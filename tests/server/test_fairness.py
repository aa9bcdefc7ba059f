"""Fairness at a table: takebacks, clocks, hints, and whose game it was."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from echappee.games import rulebook
from echappee.server.protocol import rest as b
from echappee.server.refusals import Refusal
from echappee.server.store import facts as f
from echappee.server.table import commands
from echappee.server.table.projection import table_info
from echappee.server.table.table import Table
from echappee.server.table.time_spent import TimeSpent
from tests.server.clients import (
    BOT,
    JSON,
    OPEN,
    FakeTime,
    Party,
    Socket,
    World,
    party,
    serving,
    you,
)

pytestmark = pytest.mark.anyio

SECRET = bytes(range(32))
LIVE = {"kind": "live", "move": 30, "bank": 60}


@asynccontextmanager
async def _alone(world: World, game: str, **more: JSON) -> AsyncIterator[tuple[Socket, str]]:
    """One person against a bot, at his turn."""
    async with world.client() as client:
        made = await client.set_table(game, [*you(1), BOT], **more)
        socket = await client.connect(made["table"]["code"])
        await socket.until(lambda: socket.game and socket.game["moves"])
        yield socket, made["table"]["code"]


async def _to_the_draw(socket: Socket) -> None:
    """Play until this seat chooses which of its riders draws."""
    while socket.game["moves"] != ["S", "R"]:
        await socket.move(0)
        await socket.until(lambda: socket.game["moves"])


# ------------------------------------------------------------------------------------ takebacks


async def test_alone_against_bots_a_draw_is_not_taken_back(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, secret=SECRET) as world,
        _alone(world, "flamme-rouge") as (socket, code),
    ):
        await _to_the_draw(socket)
        seq = await socket.move(0, "S")
        assert socket.game["undo"] == "alone"
        refused = await socket.request("undo", seat=0)
        assert refused["code"] == "undo-alone"
        assert refused["words"]["fr"]
        later = await world.service.storage.facts(code, seq)  # the bot may have played on
        assert not any(isinstance(one.fact, f.MoveUndone) for one in later)
        assert not socket.table["practice"]


async def test_bots_let_their_own_moves_be_taken_back(tmp_path: Path) -> None:
    async with serving(tmp_path, secret=SECRET) as world, _alone(world, "tapas") as (socket, _):
        await socket.move(0)
        await socket.until(lambda: socket.game["moves"])
        assert socket.game["undo"] == "consent"
        await socket.done("undo", seat=0)
        assert socket.items[-1]["kind"] == "undo"
        assert socket.items[-1]["by_consent"]


async def test_at_a_practice_table_the_same_draw_comes_again_and_the_record_says_so(
    tmp_path: Path,
) -> None:
    async with (
        serving(tmp_path, secret=SECRET) as world,
        _alone(world, "flamme-rouge", practice=True) as (socket, code),
        world.client() as other,
    ):
        assert socket.table["practice"]
        await _to_the_draw(socket)
        peek = await socket.request("preview", seat=0, text="S")
        assert peek["code"] == "no-preview", "asking would be peeking"
        await socket.move(0, "S")
        drawn = socket.game["view"]["table"]
        assert socket.game["undo"] == "right"
        await socket.done("undo", seat=0)
        assert not socket.items[-1]["by_consent"]
        await socket.move(0, "S")
        assert socket.game["view"]["table"] == drawn
        await socket.done("resign", seat=0)
        await socket.until(lambda: socket.table["status"] == "over")
        info = (await other.get(f"/records/{socket.table['watch']}")).json
        assert info["practice"]
        text = (await other.get(f"/records/{socket.table['watch']}/text")).text
        assert text.startswith("echappee 3\n")
        assert "\npractice\n" in text
        kept = await other.post("/records", {"text": text})
        assert kept.json["practice"]
        assert (await other.get(f"/tables/{code}")).json["table"]["practice"]


async def test_people_are_asked_about_a_draw_and_bots_are_not(tmp_path: Path) -> None:
    async with serving(tmp_path, secret=SECRET) as world, world.client() as host:
        made = await host.set_table("flamme-rouge", [*you(1), OPEN, BOT])
        code = made["table"]["code"]
        async with world.client() as guest:
            await guest.take(code, 1)
            mine, his = await host.connect(code), await guest.connect(code)
            # The bot has no more to do, since a move of its would settle the question.
            while mine.game["moves"] != ["S", "R"] or 2 in mine.game["view"]["awaited"]:
                if 2 in mine.game["view"]["awaited"]:
                    await mine.until(lambda: 2 not in mine.game["view"]["awaited"])
                elif his.seq < mine.seq:
                    await his.until(lambda: his.seq >= mine.seq)
                elif 1 in mine.game["view"]["awaited"]:
                    seq = await his.move(1)
                    await mine.until(lambda s=seq: mine.seq >= s)  # type: ignore[misc]
                else:
                    await mine.move(0)
            await his.until(lambda: his.seq >= mine.seq)
            await mine.move(0, "S")
            assert mine.game["undo"] == "consent"
            ask = await mine.done("undo", seat=0)
            await his.until(lambda: his.ask is not None)
            assert his.ask["waits"] == [1]
            await his.done("consent", seat=1, ask=ask, agree=True)
            await mine.until(lambda: mine.items[-1]["kind"] == "undo")
            await mine.move(0, "S")
            await guest.sockets[0].done("resign", seat=1)
            await mine.until(lambda: mine.game["undo"] == "alone")


def test_tables_of_before_draw_as_they_did() -> None:
    founding = _founding()
    old = msgspec.to_builtins(founding, builtin_types=(bytes,))
    for name in ("practice", "hints", "by_entry"):
        del old[name]
    before = msgspec.convert(old, f.Founding, builtin_types=(bytes,))
    assert (before.practice, before.hints, before.by_entry) == (False, False, True)
    table = Table(before)
    table.fold(f.Stored(1, 0, f.Began()))
    assert table.match is not None
    assert table.match._setup.by_entry


async def test_new_tables_and_what_follows_them_draw_by_the_moves_that_stand(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as world, party(world, "tapas", practice=True) as table:
        live = await world.live(table.code)
        assert not live.table.founding.by_entry
        await table.sockets[0].done("resign", seat=0)
        again = (await table.clients[0].post(f"/tables/{table.code}/rematch")).json["table"]
        following = (await world.live(again["code"])).table.founding
        assert (following.practice, following.by_entry) == (True, False)


@pytest.mark.parametrize("field", ["practice", "hints"])
@pytest.mark.parametrize("value", [2, "yes", None, [True]])
async def test_bad_switches_are_refused(tmp_path: Path, field: str, value: JSON) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        body = {"game": "tapas", "seats": [*you(1), BOT], field: value}
        assert (await client.post("/tables", body)).status == 400


# --------------------------------------------------------------------------------------- clocks


def _clock(table: Party, seat: int) -> JSON:
    return table.sockets[0].clocks["seats"][seat]


async def _undone(table: Party, seat: int) -> None:
    seq = await table.sockets[seat].done("undo", seat=seat)
    await table.all_at(seq)


async def test_taking_back_gives_no_time_back(tmp_path: Path) -> None:
    time = FakeTime()
    async with (
        serving(tmp_path, time=time, secret=SECRET) as world,
        party(world, "tapas", clock=LIVE) as table,
    ):
        mover = table.awaited[0]
        other = 1 - mover
        await time.pass_by(19)
        await table.step()
        await time.pass_by(5)
        await _undone(table, mover)
        socket = table.sockets[0]
        await socket.until(lambda: _clock(table, mover)["running"])
        assert _clock(table, mover)["move"] == 11_000
        await time.pass_by(15)
        await table.step()
        await socket.until(lambda: _clock(table, other)["running"])
        assert _clock(table, mover)["bank"] == 56_000, "four seconds beyond the thirty"
        assert _clock(table, other)["move"] == 30_000, "it was not he who went back"
        await _undone(table, mover)
        await socket.until(lambda: _clock(table, mover)["running"])
        assert (_clock(table, mover)["move"], _clock(table, mover)["bank"]) == (0, 56_000)


async def test_thinking_ahead_and_going_back_gains_nothing(tmp_path: Path) -> None:
    """A turn of several moves: time used for the second stays used when the first is repeated."""
    time = FakeTime()
    async with (
        serving(tmp_path, time=time, secret=SECRET) as world,
        party(world, "flamme-rouge", 2, clock=LIVE) as table,
    ):
        mover = table.awaited[0]
        socket, watched = table.sockets[mover], table.sockets[0]
        first = socket.game["moves"][0]
        await table.step(mover, first)
        assert table.awaited == [mover]
        await time.pass_by(25)
        await _undone(table, mover)
        await watched.until(lambda: _clock(table, mover)["move"] == 30_000)
        await table.step(mover, first)
        await watched.until(lambda: _clock(table, mover)["move"] == 5_000)
        await time.pass_by(20)
        await _undone(table, mover)
        await watched.until(lambda: _clock(table, mover)["move"] == 30_000)
        assert _clock(table, mover)["bank"] == 45_000, "the bank is not refilled"


async def test_days_that_were_used_stay_used_over_a_restart(tmp_path: Path) -> None:
    time, clock = FakeTime(), {"kind": "days", "days": 2}
    async with (
        serving(tmp_path, time=time, secret=SECRET) as world,
        party(world, "tapas", clock=clock) as table,
    ):
        late, code, key = table.awaited[0], table.code, table.keys[table.awaited[0]]
        await time.pass_by(86_400)
        await table.step()
        await _undone(table, late)
    later = FakeTime()
    await later.pass_by(86_400 + 3_600)
    async with serving(tmp_path, time=later) as world, world.client() as client:
        await world.service.rules.compiled("tapas")
        due = await world.service.storage.due(later.now())
        assert due == [code], "the sweep looks when the days of this seat really end"
        back = await client.connect(code, tokens=[key])
        assert back.welcome["clocks"]["seats"][late]["move"] == 23 * 3_600_000


def test_time_spent_belongs_to_who_went_back() -> None:
    spent = TimeSpent()
    assert not spent
    for seat, used in ((0, 5), (1, 7), (0, 9)):
        spent.moved(seat, used)
    spent.undone(0, 0, 2)
    assert [spent.before(ply, 0) for ply in range(5)] == [5, 0, 9, 2, 0]
    assert spent.before(1, 1) == 0
    spent.moved(0, 6)
    spent.moved(1, 8)
    spent.undone(1, 1, 0)
    assert (spent.before(0, 0), spent.before(1, 1)) == (5, 8)
    assert spent.before(2, 0) == 0, "another went back: he begins afresh"
    assert spent


# ---------------------------------------------------------------------------------------- hints


async def test_hints_against_people_are_off_unless_the_table_says_otherwise(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as world, party(world, "tapas") as table:
        mover = table.awaited[0]
        refused = await table.sockets[mover].request("hint", seat=mover)
        assert refused["code"] == "hints-off"
        assert refused["words"]["fr"]
        assert not table.sockets[mover].table["hints"]


@pytest.mark.parametrize("switch", ["hints", "practice"])
async def test_a_hint_against_people_is_told_to_all(tmp_path: Path, switch: str) -> None:
    async with (
        serving(tmp_path) as world,
        party(world, "tapas", watchers=1, **{switch: True}) as table,
    ):
        mover = table.awaited[0]
        for _ in range(2):
            hint = await table.sockets[mover].request("hint", seat=mover)
            assert hint["type"] == "hint"
        live = await world.live(table.code)
        await table.all_at(live.table.seq)
        for viewer in table.everybody:
            told = [item for item in viewer.items if item["kind"] == "hint"]
            assert [item["seat"] for item in told] == [mover], "once a position"
            assert set(told[0]) == {"kind", "seq", "at", "seat"}, "that, and not what it said"
        idle = 1 - mover
        assert (await table.sockets[idle].request("hint", seat=idle))["code"] == "no-moves"
        await table.step()
        mover = table.awaited[0]
        await table.sockets[mover].request("hint", seat=mover)
        await table.all_at(live.table.seq)
        assert sum(item["kind"] == "hint" for item in table.watchers[0].items) == 2


async def test_alone_or_on_one_screen_hints_are_ones_own_matter(tmp_path: Path) -> None:
    async with serving(tmp_path, secret=SECRET) as world, world.client() as client:
        for seats in ([*you(1), BOT], you(2)):
            made = await client.set_table("tapas", seats)
            socket = await client.connect(made["table"]["code"], look=0)
            await socket.until(lambda s=socket: s.game)  # type: ignore[misc]
            if not socket.game["moves"]:
                await socket.request("look", seat=1)
            await socket.until(lambda s=socket: s.game["moves"])  # type: ignore[misc]
            seat = socket.welcome["look"]
            assert (await socket.request("hint", seat=seat))["type"] == "hint"
            assert all(item["kind"] != "hint" for item in socket.items)


async def test_who_has_resigned_gets_no_hint_and_bars_none(tmp_path: Path) -> None:
    async with serving(tmp_path, secret=SECRET) as world, world.client() as host:
        made = await host.set_table("tape-letape", [*you(1), OPEN, BOT], hints=False)
        code = made["table"]["code"]
        async with world.client() as guest:
            await guest.take(code, 1)
            his = await guest.connect(code)
            await his.done("resign", seat=1)
            assert (await his.request("hint", seat=1))["code"] == "resigned"
        mine = await host.connect(code)
        await mine.until(lambda: mine.game["moves"])
        assert (await mine.request("hint", seat=0))["type"] == "hint"


async def test_a_running_game_can_not_be_analysed(tmp_path: Path) -> None:
    """Winning chances and what-if would be hints by another door."""
    async with serving(tmp_path) as world, party(world, "tapas", hints=True) as table:
        client = table.clients[0]
        for code in (table.code, table.watch):
            for path in ("", "/chances", "/review?seat=0", "/course", "/at/0", "/text"):
                assert (await client.get(f"/records/{code}{path}")).code == "not-over"
            body = {"number": 0, "seat": 0, "name": "Ana", "bot": "random"}
            assert (await client.post(f"/records/{code}/branch", body)).code == "not-over"


# --------------------------------------------------------------------------------- whose game


def _founding() -> f.Founding:
    rules = rulebook("tapas")
    return f.Founding(
        code="ABCDEF", watch="GHJKMNPQ", game="tapas", rules=rules.version, players=2,
        options=dict(rules.settle(2, {})), clock=b.NoClock(), start="full", secret=SECRET,
        created=0,
    )  # fmt: skip


def test_the_end_tells_that_a_bot_played_for_who_left() -> None:
    table = Table(_founding())
    facts: list[f.AnyFact] = [
        f.SeatSet(seat=0, kind="person", name="Ana"),
        f.SeatSet(seat=1, kind="person", name="Bo"),
        f.Began(),
        f.BotStoodIn(seat=0, why="left", bot="teammate"),
        f.GameEnded(why="played", winners=[0]),
    ]
    for seq, fact in enumerate(facts, 1):
        table.fold(f.Stored(seq, 0, fact))
    with pytest.raises(Refusal):
        commands.come_back(table, 0, None)
    first, second = table_info(table, by_watch=False).seats
    assert (first.stand_in, second.stand_in) == ("left", None)


async def test_what_a_card_could_do_is_told_to_its_holder_alone(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, secret=SECRET) as world,
        party(world, "tour-de-france", watchers=1) as table,
    ):
        while table.sockets[table.awaited[0]].game["view"]["table"]["phase"] != "card":
            await table.step(table.awaited[0])
        mover = table.awaited[0]
        socket = table.sockets[mover]
        others = [one for one in table.everybody if one is not socket]
        heard = [len(other.messages) for other in others]
        seq = (await world.live(table.code)).table.seq
        for card in [text for text in socket.game["moves"] if text[0].isdigit()]:
            answer = await socket.request("preview", seat=mover, text=card)
            assert answer["ahead"]["reach"]
            assert answer["view"]["table"]["now"]["card"] == card
        assert (await world.live(table.code)).table.seq == seq
        for count, other in zip(heard, others, strict=True):
            refused = await other.request("preview", seat=mover, text=card)
            assert refused["code"] == "not-your-seat"
            assert len(other.messages) == count + 1, "nobody else hears of the question"
