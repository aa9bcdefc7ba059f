"""Who is asked, and who asks: names that the server answers to, proxies, its page of REST calls."""

from __future__ import annotations

import re
import socket
from pathlib import Path
from typing import Any

import pytest

from echappee.server.config import Rate, Settings
from echappee.server.http.addresses import Hosts, Proxies
from echappee.server.refusals import Refusal
from echappee.server.run import serve
from tests.server.asgi import door
from tests.server.clients import FakeTime, serving

pytestmark = pytest.mark.anyio
STORES = ("sqlite",)
"""Names and origins are judged before anything is kept."""


@pytest.mark.parametrize(
    "host",
    [
        "localhost", "localhost:8000", "LOCALHOST", "127.0.0.1", "127.0.0.1:8000",
        "192.168.1.20:80", "[::1]", "[::1]:8000", "[fe80::1]", "pi.local", "pi.local:8000",
        "pi.local.", "a.localhost",
        "example.org", "EXAMPLE.org:443", "www.club.example", "a.b.club.example",
    ],
)  # fmt: skip
def test_names_that_are_ours(host: str) -> None:
    assert Hosts(["example.org", "*.club.example"]).answers_to(host)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "local", ".local",
        "example.org.evil.example", "notexample.org", "club.example", "xclub.example", "", ":80",
        "[", "[::1", "::1]", "[::1]x", "localhost:", "localhost:x", "a b", "user@localhost",
        "localhost/x", "x" * 300 + ".local", "[localhost]", "1.2.3.4.5", "0x7f.1",
    ],
)  # fmt: skip
def test_names_that_are_not(host: str) -> None:
    assert not Hosts(["example.org", "*.club.example"]).answers_to(host)


def test_the_machine_s_own_name_is_ours_and_all_can_be() -> None:
    assert Hosts([]).answers_to(socket.gethostname())
    assert not Hosts([]).answers_to("example.org")
    assert Hosts(["*"]).answers_to("anything.example")


async def test_a_page_that_makes_its_name_point_here_gets_no_answer(tmp_path: Path) -> None:
    async with door(tmp_path, hosts=("example.org",)) as asked:
        for path in (b"/", b"/api/house", b"/assets/x.js", b"/schema"):
            for own in ((b"host", b"evil.example"),), ((b"host", b"localhost"),) * 2:
                answer = await asked.ask("GET", path, own=own)
                assert (answer.status, answer.problem["code"]) == (403, "bad-host")
        same = (b"origin", b"http://evil.example")
        answer = await asked.ask("POST", b"/api/tables", same, own=((b"host", b"evil.example"),))
        assert answer.problem["code"] == "bad-host"
        for host in (b"example.org", b"127.0.0.1:8000", b"localhost"):
            assert (await asked.ask("GET", b"/api/house", own=((b"host", host),))).status == 200


async def test_a_socket_under_another_name_is_turned_away(tmp_path: Path) -> None:
    async with door(tmp_path) as asked:
        sent = await asked.knock(b"/api/tables/KDPQWR/live", (b"host", b"evil.example"))
        assert [message["type"] for message in sent] == ["websocket.close"]


# ----------------------------------------------------------------------------------------- proxies


async def _asks(folder: Path, said: tuple[str, ...], **settings: Any) -> list[int]:
    """Two calls each from what a header says are other addresses, where one call is allowed."""
    statuses = []
    async with serving(folder, time=FakeTime(), requests=Rate(0.0, 1), **settings) as world:
        for address in said:
            async with world.client(**{"X-Forwarded-For": address}) as client:
                statuses += [(await client.get("/house")).status for _ in range(2)]
    return statuses


async def test_nobody_is_believed_who_was_not_named_a_proxy(tmp_path: Path) -> None:
    said = ("192.0.2.1", "192.0.2.2")
    assert await _asks(tmp_path, said, head_start=600.0) == [200, 429, 429, 429]
    others = {"proxies": ("10.0.0.0/8", "::1"), "head_start": 600.0}
    assert await _asks(tmp_path, said, **others) == [200, 429, 429, 429]


async def test_a_proxy_that_was_named_tells_who_asks(tmp_path: Path) -> None:
    said = ("192.0.2.1", "192.0.2.2", "6.6.6.6, 192.0.2.1")
    named = {"proxies": ("127.0.0.0/8",), "head_start": 600.0}
    assert await _asks(tmp_path, said, **named) == [200, 429, 200, 429, 429, 429]


def test_a_proxy_is_an_address_or_a_network(tmp_path: Path) -> None:
    assert "10.1.2.3" in Proxies(["10.0.0.0/8"])
    assert "10.1.2.3" not in Proxies([])
    assert "nonsense" not in Proxies(["10.0.0.0/8"])
    for wrong in ("*", "example.org", "10.0.0.1/8", ""):
        with pytest.raises(Refusal) as refused:
            serve(Settings(data=tmp_path, proxies=(wrong,)), port=0)
        assert refused.value.code == "bad-proxy"


# --------------------------------------------------------------------------------- the own schema


async def test_the_page_of_rest_calls_is_our_own(tmp_path: Path) -> None:
    async with door(tmp_path) as asked:
        answer = await asked.ask("GET", b"/schema")
        text = answer.body.decode()
        assert answer.headers[b"content-type"] == b"text/html; charset=utf-8"
        for call in ("POST /api/tables", "GET /api/records/{record_id}/at/{number}", "Problem"):
            assert call in text
        links = re.findall(r'(?:href|src|action)="([^"]*)"', text)
        assert sorted(links) == ["/api/openapi.json", "/schema/style.css"]
        assert not re.search(r"https?://|//[a-z]|<script|<style|style=", text)
        for link in links:
            assert (await asked.ask("GET", link.encode())).status == 200
        below = await asked.ask("GET", b"/schema/swagger")
        assert not re.search(rb"https?://(?!localhost[/\"])", below.body)
