"""Nodes whose storage or fan-out is away, and one that slept: what is told is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from echappee.server.refusals import Refusal
from echappee.server.store import facts as f
from echappee.server.table import commands
from tests.server.both_stores import SQLITE
from tests.server.clients import BOT, FakeTime, you
from tests.server.nodes import beat, deaf, scattered, serving_nodes, stored_of

pytestmark = pytest.mark.anyio
STORES = (SQLITE,)


async def test_nobody_is_told_that_something_is_stored_while_the_storage_is_away(
    tmp_path: Path,
) -> None:
    time = FakeTime()
    async with (
        serving_nodes(tmp_path, 2, time) as nodes,
        nodes[0].client() as host,
        nodes[1].client() as looker,
    ):
        made = await host.set_table("tapas", [*you(1), BOT])
        code = made["table"]["code"]
        near, far = await host.connect(code), await looker.connect(code)
        await near.until(lambda: near.game["moves"])
        storages = [node.service.storage for node in nodes]
        kept = [(one.append, one.latest) for one in storages]

        async def away(*_: object) -> None:
            raise OSError("nobody answers")

        for one in storages:
            one.append = one.latest = away  # type: ignore[assignment,method-assign]
        before = near.seq
        wanted = {
            "id": "x",
            "seat": 0,
            "number": near.game["number"],
            "text": near.game["moves"][0],
        }
        assert (await near.request("move", **wanted))["type"] == "refused"
        await beat(nodes)
        assert near.seq == far.seq == before
        for one, (append, latest) in zip(storages, kept, strict=True):
            one.append, one.latest = append, latest  # type: ignore[method-assign]
        await beat(nodes)
        answer = await near.request("move", **wanted)
        assert answer["type"] == "ack"
        await near.until(lambda: near.game["moves"])  # the bot has answered
        await far.until(lambda: far.seq >= near.seq)


async def test_a_bot_tries_again_where_its_move_could_not_be_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("echappee.server.table.bot_driver._AGAIN", 0.01)
    time = FakeTime()
    async with serving_nodes(tmp_path, 1, time) as nodes, nodes[0].client() as host:
        made = await host.set_table("tapas", [*you(1), BOT])
        link = await host.connect(made["table"]["code"])
        await link.until(lambda: link.game["moves"])
        storage = nodes[0].service.storage
        append, failures = storage.append, [OSError("away"), OSError("away")]

        async def sometimes(code: str, facts: Sequence[f.Stored], due: int | None) -> None:
            seats = [one.fact.seat for one in facts if isinstance(one.fact, f.MovePlayed)]
            if seats == [1] and failures:
                raise failures.pop()
            await append(code, facts, due)

        storage.append = sometimes  # type: ignore[method-assign]
        while 1 not in link.game["view"]["awaited"] and failures:
            await link.move(0)
            if failures:
                await link.until(lambda: link.game["moves"] or not failures)
        await link.until(lambda: link.game["moves"] or link.game["view"]["over"])
        assert not failures


async def test_a_woken_node_stores_nothing_stale(tmp_path: Path) -> None:
    """It decides by what it had, is outrun, reads, and lets it be."""
    time = FakeTime()
    async with (
        serving_nodes(tmp_path, 2, time, deaf()) as nodes,
        scattered(nodes, "tapas") as table,
    ):
        asleep = await nodes[1].live(table.code)
        number, text = asleep.table.number, table.sockets[table.awaited[0]].game["moves"][0]
        seat = table.awaited[0]
        live = await nodes[0].live(table.code)
        await nodes[0].service.runner.run(
            live, lambda t: commands.play(t, seat, number, text, None, "first")
        )
        with pytest.raises(Refusal) as refused:
            await nodes[1].service.runner.run(
                asleep, lambda t: commands.play(t, seat, number, text, None, None)
            )
        assert refused.value.code in ("stale", "not-your-turn", "no-moves")
        assert len(await stored_of(nodes[0], table.code, f.MovePlayed)) == 1


async def test_a_fan_out_that_does_not_answer_holds_up_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("echappee.server.table.nodes.BEAT", 0.02)
    time = FakeTime()
    async with (
        serving_nodes(tmp_path, 2, time, deaf()) as nodes,
        scattered(nodes, "tapas") as table,
    ):

        async def silence(*_: object) -> None:
            await asyncio.Event().wait()

        for node in nodes:
            node.service._fanout.announce = silence  # type: ignore[assignment,method-assign]
        seq = await table.sockets[0].done("chat", seat=0, text="there?")
        await time.pass_by(1.5)
        await beat(nodes)
        await table.all_at(seq)
        for node in nodes:
            monkeypatch.delattr(node.service._fanout, "announce")
