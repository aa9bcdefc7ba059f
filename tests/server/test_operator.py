"""What an operator asks a server: is it alive, is it ready, what does it count?"""

from __future__ import annotations

import builtins
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from prometheus_client.parser import text_string_to_metric_families

from echappee.games import game_ids
from echappee.server.counts import Histogram
from tests.server.asgi import Door, door
from tests.server.clients import party, serving

pytestmark = pytest.mark.anyio

HERE = ("192.0.2.1",)
ELSEWHERE = ((b"host", b"elsewhere.example"),)


async def test_it_is_alive_whoever_asks_and_however_often(tmp_path: Path) -> None:
    from echappee.server.config import Rate

    async with door(tmp_path, requests=Rate(0.0, 0)) as asked:
        for path in (b"/health", b"/ready", b"//health", b"/%72eady"):
            answer = await asked.ask("GET", path, own=ELSEWHERE)
            assert answer.status == 200, path
            assert answer.headers[b"cache-control"] == b"no-store"
        assert msgspec.json.decode((await asked.ask("GET", b"/health")).body) == {"alive": True}
        assert (await asked.ask("GET", b"/api/house")).status == 429
        assert (await asked.ask("POST", b"/health")).status == 405


def _ready(answer: Any) -> tuple[int, Any]:
    return answer.status, msgspec.json.decode(answer.body)


async def test_it_is_ready_when_store_and_rules_are(tmp_path: Path) -> None:
    async with door(tmp_path) as asked:
        status, told = _ready(await asked.ask("GET", b"/ready"))
        assert (status, told["ready"], told["store"], told["rules"]) == (200, True, True, True)
        assert told["code"] is None


async def test_it_is_not_ready_without_its_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with door(tmp_path) as asked:
        storage = asked.service.storage
        find, tries = storage.find, []

        async def fail(code: str) -> Any:
            tries.append(code)
            raise OSError

        monkeypatch.setattr(storage, "find", fail)
        for _ in range(3):
            status, told = _ready(await asked.ask("GET", b"/ready"))
            assert (status, told["store"], told["code"]) == (503, False, "not-ready-store")
            assert told["words"]["fr"]
        assert len(tries) == 1, "the store is not asked more often than once a second"
        assert (await asked.ask("GET", b"/health")).status == 200
        monkeypatch.setattr(storage, "find", find)
        monkeypatch.setattr("echappee.server.http.health._FRESH", 0.0)
        assert _ready(await asked.ask("GET", b"/ready"))[0] == 200


async def test_it_is_not_ready_without_rules_or_while_it_drains(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with door(tmp_path) as asked:
        with monkeypatch.context() as slow:
            slow.setattr(asked.service.rules, "at_hand", lambda game: game != game_ids()[0])
            status, told = _ready(await asked.ask("GET", b"/ready"))
            assert (status, told["rules"], told["code"]) == (503, False, "not-ready-rules")
        asked.service.drain.begun = True
        status, told = _ready(await asked.ask("GET", b"/ready"))
        assert (status, told["draining"], told["code"]) == (503, True, "not-ready-draining")
        (accepted, closed) = await asked.knock(b"/api/tables/KDPQWR/live")
        assert (accepted["type"], closed["code"]) == ("websocket.accept", 1012)


async def _metrics(asked: Door, *more: tuple[bytes, bytes]) -> dict[str, float]:
    answer = await asked.ask("GET", b"/metrics", *more)
    assert answer.status == 200, answer.body
    assert answer.headers[b"content-type"].startswith(b"text/plain; version=")
    found = text_string_to_metric_families(answer.body.decode())
    return {
        f"{sample.name}{sorted(sample.labels.values())}": sample.value
        for family in found
        for sample in family.samples
    }


async def test_it_counts_what_happens(tmp_path: Path) -> None:
    async with serving(tmp_path, head_start=600.0, metrics=("127.0.0.1",)) as world:
        async with party(world, "tapas", watchers=1) as table:
            for _ in range(3):
                await table.step()
            told = await table.sockets[0].request("move", seat=0, number=999, text="nothing")
            assert told["type"] == "refused"
            response = await table.clients[0].http.get("/metrics")
            assert response.status_code == 200
            text = response.text
        assert table.code not in text
        assert not any(key in text for key in table.keys)
    found = {
        f"{sample.name}{sorted(sample.labels.values())}": sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    assert found["echappee_moves_total['tapas']"] == 3
    assert found["echappee_moves_total['flamme-rouge']"] == 0
    assert found["echappee_move_seconds_count[]"] == 3
    assert found["echappee_move_seconds_sum[]"] > 0
    assert found["echappee_sockets[]"] == 3
    assert found["echappee_tables[]"] == 1
    assert found[f"echappee_refusals_total['{told['code']}']"] == 1
    assert found["echappee_requests_total['/api/tables', '201', 'POST']"] == 1
    assert found["echappee_requests_total['/api/tables/{code}/seats/{seat}', '200', 'POST']"] == 1
    assert found["echappee_store_commits_total[]"] > 3
    assert found["echappee_store_facts_total[]"] >= found["echappee_store_commits_total[]"] - 1
    assert found["echappee_thoughts_waiting[]"] == 0
    if sys.platform == "linux":
        assert found["process_resident_memory_bytes[]"] > 1e6
        assert found["process_cpu_seconds_total[]"] > 0


async def test_bots_that_wait_are_counted(tmp_path: Path) -> None:
    async with door(tmp_path, metrics=HERE) as asked:
        assert await asked.service.thinkers.run(lambda: 5) == 5
        found = await _metrics(asked)
        assert found["echappee_thought_wait_seconds_count['compiled']"] == 1


async def test_only_those_who_were_named_read_the_figures(tmp_path: Path) -> None:
    async with door(tmp_path / "off") as asked:
        assert (await asked.ask("GET", b"/metrics")).problem["code"] == "metrics-closed"
    async with door(tmp_path / "on", metrics=("127.0.0.1", "10.0.0.0/8", "::1")) as asked:
        for address, status in (
            ("127.0.0.1", 200), ("10.1.2.3", 200), ("::1", 200), ("192.0.2.1", 403), ("", 403),
        ):  # fmt: skip
            assert (await asked.ask("GET", b"/metrics", address=address)).status == status, address


async def test_a_proxy_that_is_not_believed_reads_no_figures_for_others(tmp_path: Path) -> None:
    """Or whoever has his proxy on the same machine would show them to everybody."""
    async with door(tmp_path / "a", metrics=("127.0.0.1",)) as asked:
        for header in (b"x-forwarded-for", b"via", b"forwarded", b"x-real-ip"):
            answer = await asked.ask("GET", b"/metrics", (header, b"1.1"), address="127.0.0.1")
            assert answer.status == 403
    settings: dict[str, Any] = {"metrics": ("127.0.0.1", "10.0.0.9"), "proxies": ("127.0.0.1",)}
    async with door(tmp_path / "b", **settings) as asked:
        for visitor, status in ((b"10.0.0.9", 200), (b"203.0.113.7", 403)):
            for_whom = (b"x-forwarded-for", visitor)
            answer = await asked.ask("GET", b"/metrics", for_whom, address="127.0.0.1")
            assert answer.status == status


async def test_without_the_package_it_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = builtins.__import__

    def without(name: str, *given: Any, **more: Any) -> Any:
        if name.startswith("prometheus_client"):
            raise ImportError(name)
        return usual(name, *given, **more)

    async with door(tmp_path, metrics=HERE) as asked:
        monkeypatch.setattr(builtins, "__import__", without)
        answer = await asked.ask("GET", b"/metrics")
        assert (answer.status, answer.problem["code"]) == (501, "metrics-missing")
        assert "echappee[operator]" in answer.problem["words"]["en"]


async def test_no_label_is_a_visitors_choice(tmp_path: Path) -> None:
    """Or anybody could fill the memory of whoever reads the figures."""
    async with door(tmp_path, metrics=HERE) as asked:
        for path in (b"/api/tables/KDPQWR", b"/t/KDPQWR", b"/nothing/at/all", b"/%ff", b"/a.png"):
            for method in ("GET", "BREW"):
                await asked.ask(method, path)
        text = (await asked.ask("GET", b"/metrics")).body
        assert b"KDPQWR" not in text
        assert b"BREW" not in text
        assert b"nothing" not in text


async def test_every_answer_has_its_id(tmp_path: Path) -> None:
    own = (b"x-request-id", b"from-the-proxy-1")
    async with door(tmp_path, proxies=("10.0.0.1",)) as asked:
        first, second = [await asked.ask("GET", b"/api/house") for _ in range(2)]
        assert len(first.headers[b"x-request-id"]) == 16
        assert first.headers[b"x-request-id"] != second.headers[b"x-request-id"]
        for address, header, kept in (
            ("10.0.0.1", own, True), ("192.0.2.1", own, False),
            ("10.0.0.1", (b"x-request-id", b"two words, one line"), False),
            ("10.0.0.1", (b"x-request-id", 65 * b"a"), False),
        ):  # fmt: skip
            answer = await asked.ask("GET", b"/api/house", header, address=address)
            assert (answer.headers[b"x-request-id"] == header[1]) == kept
        assert b"x-request-id" in (await asked.ask("GET", b"/%ff")).headers


def test_a_histogram_counts_up_to_each_bound() -> None:
    found = Histogram((1.0, 2.0))
    for value in (0.5, 1.0, 1.5, 2.5):
        found.add(value)
    assert (found.counts, found.total) == ([2, 1, 1], 5.5)
