"""Records are replayed apart from all else: each text once, and not more than can be borne."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from echappee.match.match import Match
from echappee.server.http import records
from tests.generic.cases import Case, finished
from tests.server.clients import PATIENCE, Client, serving, you

pytestmark = pytest.mark.anyio

GAME = "tapas"


class Desk:
    """Replays that wait until they may go on, and which texts they were of."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun: list[str] = []
        self.go = threading.Event()
        self._somebody = threading.Event()
        self._replayed = records._replayed
        monkeypatch.setattr(records, "_replayed", self._hold)

    def _hold(self, text: str) -> tuple[Match, bool, str]:
        self.begun.append(text)
        self._somebody.set()
        assert self.go.wait(PATIENCE)
        return self._replayed(text)

    async def busy(self) -> None:
        assert await asyncio.to_thread(self._somebody.wait, PATIENCE)


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Any:
    found = Desk(monkeypatch)
    yield found
    found.go.set()


def _text(seed: int) -> str:
    return finished(Case(GAME, 2, ()), seed).record()


def _sent(client: Client, text: str) -> asyncio.Task[Any]:
    return asyncio.create_task(client.post("/records", {"text": text}))


async def _until(holds: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.005)


async def test_the_same_text_is_replayed_once(tmp_path: Path, desk: Desk) -> None:
    """For all who send it at once, and for who sends it soon after."""
    text = _text(1)
    async with serving(tmp_path, replays_each=1) as world, world.client() as client:
        sent = [_sent(client, text) for _ in range(10)]
        await desk.busy()
        desk.go.set()
        answers = await asyncio.gather(*sent)
        assert {answer.status for answer in answers} == {201}
        assert len({answer.json["id"] for answer in answers}) == 1
        assert answers[0].json["verified"]
        again = await client.post("/records", {"text": text})
        assert again.json == answers[0].json
        assert desk.begun == [text]
        kept = await world.service.storage.record(answers[0].json["id"])
        assert kept is not None


async def test_a_record_is_opened_once_for_all(tmp_path: Path, desk: Desk) -> None:
    desk.go.set()
    text = _text(1)
    async with serving(tmp_path) as world, world.client() as client:
        record = (await client.post("/records", {"text": text})).json["id"]
    desk.begun.clear()
    async with serving(tmp_path) as world, world.client() as client:
        answers = await asyncio.gather(*(client.get(f"/records/{record}") for _ in range(6)))
        assert {answer.json["id"] for answer in answers} == {record}
        assert len(desk.begun) == 1


async def test_a_record_opened_while_one_looked_for_it_is_not_replayed_again(
    tmp_path: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.go.set()
    async with serving(tmp_path) as world, world.client() as client:
        record = (await client.post("/records", {"text": _text(1)})).json["id"]
        archive = records.Archive(world.service)
        look, found, first_is_done = world.service.storage.record, asyncio.Event(), asyncio.Event()

        async def late(code: str) -> str | None:
            text = await look(code)
            found.set()
            await first_is_done.wait()
            return text

        desk.begun.clear()
        with monkeypatch.context() as slow:
            slow.setattr(world.service.storage, "record", late)
            second = asyncio.create_task(archive.open(record, "there"))
            await found.wait()
        first = await archive.open(record, "here")
        first_is_done.set()
        assert await second is first
        assert len(desk.begun) == 1


async def test_tables_are_served_while_records_wait(tmp_path: Path, desk: Desk) -> None:
    """However many: moves, and reads of the storage, have threads of their own."""
    async with (
        serving(tmp_path, replays_each=64, kept_tables=1) as world,
        world.client() as client,
    ):
        made = [(await client.set_table(GAME, you(2)))["table"] for _ in range(2)]
        sent = [_sent(client, _text(seed)) for seed in range(45)]
        await desk.busy()
        await _until(lambda: world.service.replays.waiting == 44)
        for table in made:  # one of them is read from the storage
            link = await client.connect(table["code"])
            seat = link.game["view"]["awaited"][0]
            await link.request("look", seat=seat)
            await link.move(seat)
        assert len(desk.begun) == 1  # one at a time
        desk.go.set()
        assert {answer.status for answer in await asyncio.gather(*sent)} == {201}


async def test_more_than_can_be_borne_is_refused(tmp_path: Path, desk: Desk) -> None:
    async with serving(tmp_path, replays_each=2) as world, world.client() as client:
        sent = [_sent(client, _text(0))]
        await desk.busy()
        sent += [_sent(client, _text(seed)) for seed in (1, 2)]
        await _until(lambda: world.service.replays.waiting == 2)
        refused = await client.post("/records", {"text": _text(3)})
        assert (refused.status, refused.code) == (503, "busy")
        desk.go.set()
        assert {answer.status for answer in await asyncio.gather(*sent)} == {201}
        again = await client.post("/records", {"text": _text(3)})
        assert again.status == 201


async def test_what_all_have_left_is_not_replayed(tmp_path: Path, desk: Desk) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        archive = records.Archive(world.service)
        first = _sent(client, _text(0))
        await desk.busy()
        waiting = [asyncio.create_task(archive.keep(_text(1), "there")) for _ in range(2)]
        await _until(lambda: world.service.replays.waiting == 1)
        waiting[0].cancel()
        await asyncio.gather(waiting[0], return_exceptions=True)
        assert world.service.replays.waiting == 1
        waiting[1].cancel()
        await asyncio.gather(waiting[1], return_exceptions=True)
        await _until(lambda: world.service.replays.waiting == 0)
        desk.go.set()
        assert (await first).status == 201
        assert desk.begun == [_text(0)]
        opened = await archive.keep(_text(1), "there")  # who comes again is served
        assert opened.verified
