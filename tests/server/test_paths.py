"""However a path is spelt, guard and router decide alike: no spelling gets past either."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from echappee.server.config import Rate
from echappee.server.http.paths import code_in, is_service, one_path
from echappee.server.refusals import Refusal
from tests.server.asgi import JSON, Door, door

pytestmark = pytest.mark.anyio
STORES = ("sqlite",)
"""Paths are read before anything is kept."""

NONE = Rate(0.0, 0)
ELSEWHERE = (b"origin", b"https://elsewhere.example")

SPELLINGS: tuple[Callable[[str], str], ...] = (
    lambda path: path,
    lambda path: "/" + path,
    lambda path: "//" + path,
    lambda path: path + "/",
    lambda path: path + "//",
    lambda path: path.replace("/", "//"),
    lambda path: "/." + path,
    lambda path: path.replace("/api/", "/api/./"),
    lambda path: path + "/.",
    lambda path: "/%2f" + path[1:],
    lambda path: "/%2F%2f" + path[1:],
    lambda path: path.replace("/api/", "/api%2f"),
    lambda path: "/" + path[1:].replace("/", "%2F"),
    lambda path: path.replace("/api/", "/%61pi/"),
    lambda path: path.replace("/api/", "/%61%70%69/"),
    lambda path: path.replace("/api/", "/api/%2e/"),
    lambda path: path.replace("/api/", "/API/"),
    lambda path: path.replace("/api/", "/Api/"),
    lambda path: path.replace("/api/", "/x/../api/"),
    lambda path: path.replace("/api/", "/x/%2e%2e/api/"),
    lambda path: path.replace("/api/", "/api\\"),
    lambda path: path.replace("/api/", "/api%5c"),
    lambda path: path.replace("/api/", "/api%00/"),
    lambda path: path + "%00",
    lambda path: path + "%0a",
    lambda path: path.replace("/api/", "/api%09/"),
    lambda path: path + "%ff",
    lambda path: path.replace("/api/", "/api/%c0%ae/"),
)


async def _routes(asked: Door) -> list[tuple[str, str]]:
    """Every REST call that there is, with something in its slots."""
    found = msgspec.json.decode((await asked.ask("GET", b"/api/openapi.json")).body)
    slots = {"game": "tapas", "language": "en", "seat": "0", "number": "0", "first": "0"}
    return [
        (method.upper(), re.sub(r"\{(\w+)\}", lambda slot: slots.get(slot[1], "KDPQWR"), path))
        for path, calls in found["paths"].items()
        for method in calls
    ]


def _spelt(path: str) -> Iterator[bytes]:
    for spelling in SPELLINGS:
        yield spelling(path).encode()


async def test_no_spelling_of_any_route_gets_past_the_rates(tmp_path: Path) -> None:
    async with door(tmp_path / "open") as asked:
        routes = await _routes(asked)
    assert len(routes) >= 26
    async with door(tmp_path / "shut", requests=NONE) as asked:
        for method, path in routes:
            for raw in _spelt(path):
                answer = await asked.ask(method, raw)
                assert answer.status in (400, 429), (method, raw, answer.status)
                assert answer.problem["code"] in ("bad-path", "too-fast")


async def test_no_spelling_of_any_route_gets_past_the_origin(tmp_path: Path) -> None:
    async with door(tmp_path / "open") as asked:
        routes = [(method, path) for method, path in await _routes(asked) if method != "GET"]
        assert routes
        for method, path in routes:
            for raw in _spelt(path):
                answer = await asked.ask(method, raw, ELSEWHERE, JSON, body=b"{}")
                assert answer.problem["code"] in ("bad-path", "bad-origin"), (method, raw)


async def test_no_spelling_sets_more_tables_than_are_allowed(tmp_path: Path) -> None:
    async with door(tmp_path, new_tables=NONE) as asked:
        for path in ("/api/tables", "/api/records", "/api/records/KDPQWR/branch"):
            for raw in _spelt(path):
                answer = await asked.ask("POST", raw, JSON, body=b"{}")
                assert answer.problem["code"] in ("bad-path", "too-fast", "not-found", "bad-method")


async def test_no_spelling_of_a_socket_gets_past_the_origin_or_the_rates(tmp_path: Path) -> None:
    turned_away = [{"type": "websocket.close", "code": 1008, "reason": ""}]
    async with door(tmp_path / "open") as asked:
        for raw in _spelt("/api/tables/KDPQWR/live"):
            assert await asked.knock(raw, ELSEWHERE) == turned_away
    async with door(tmp_path / "shut", requests=NONE) as asked:
        for raw in _spelt("/api/tables/KDPQWR/live"):
            assert await asked.knock(raw) == turned_away


async def test_other_spellings_of_a_route_lead_to_the_same_place(tmp_path: Path) -> None:
    async with door(tmp_path) as asked:
        plain = await asked.ask("GET", b"/api/house")
        assert plain.status == 200
        for raw in (
            b"//api/house",
            b"/%2fapi/house",
            b"/api/house/",
            b"/api//house",
            b"/./api/house",
        ):
            answer = await asked.ask("GET", raw)
            assert (answer.status, answer.body) == (200, plain.body)
            assert answer.headers[b"cache-control"] == b"no-store"


async def test_what_programs_ask_is_never_answered_with_the_page(tmp_path: Path) -> None:
    async with door(tmp_path) as asked:
        for path in (
            "/api", "/api/", "/api/nothing", "/API/house", "/health/live", "/Health", "/ready/now",
            "/READY", "/metrics/all", "/Metrics", "/docs/nothing", "/Docs", "/DOCS/index.html",
            "/schema/nothing", "/Schema",
        ):  # fmt: skip
            answer = await asked.ask("GET", path.encode())
            assert answer.status == 404, path
            assert answer.headers[b"content-type"].startswith(b"application/json")
            assert answer.problem["code"] == "not-found"
            assert (await asked.ask("POST", path.encode())).status in (404, 405)
        assert b"the page" in (await asked.ask("GET", b"/t/KDPQWR")).body


UNFIT = (
    b"/%00", b"/a%00b", b"/%ff", b"/%c3", b"/%ed%a0%80", b"/" + 256 * b"a",
    b"/" + 86 * b"%e2%82%ac", b"/assets/" + 300 * b"a", b"/../x", b"/%2e%2e/x", b"/a\\b",
    b"/api/tables/%00", b"/api/tables/" + 300 * b"B", b"/%7f", b"/%0d%0a",
)  # fmt: skip


async def test_a_path_that_is_none_is_refused_in_words(tmp_path: Path) -> None:
    async with door(tmp_path) as asked:
        for raw in UNFIT:
            answer = await asked.ask("GET", raw)
            assert answer.status == 400, raw
            assert answer.problem["code"] == "bad-path"
            sent = await asked.knock(raw)
            assert [message["type"] for message in sent] == ["websocket.close"]


def test_the_one_spelling() -> None:
    assert one_path(b"/") == one_path(b"//") == one_path(b"/./") == "/"
    assert one_path(b"/a/%62//c/") == "/a/b/c"
    assert one_path(b"/" + 255 * b"a") == "/" + 255 * "a"
    assert one_path(b"/%2561") == "/%61", "read once, not twice"
    assert one_path("/é".encode()) == "/é"
    with pytest.raises(Refusal):
        one_path(b"/..")
    assert [is_service(path) for path in ("/", "/apis", "/x/api", "/api", "/api/x")] == [
        False, False, False, True, True,
    ]  # fmt: skip
    assert code_in("/api/tables/KDPQWR") == code_in("/api/records/KDPQWR/at/3") == "KDPQWR"
    assert code_in("/t/KDPQWR") == code_in("/w/KDPQWR") == code_in("/r/KDPQWR") == "KDPQWR"
    assert code_in("/t/KDPQWR/x") is None
    assert code_in("/t") is None
    assert code_in("/api/tables") is None
    assert code_in("/api/games/tapas") is None
