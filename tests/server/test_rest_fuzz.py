"""Whatever a stranger asks over REST: an answer in words, no 500, no traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.asgi import JSON, door
from tests.server.rest_fuzz import fuzz

pytestmark = pytest.mark.anyio


async def test_a_stranger_gets_no_500(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    statuses = await fuzz(tmp_path, seed=19, count=1_000)
    assert {200, 201, 400, 403, 404, 405} <= statuses.keys()
    assert not [record for record in caplog.records if record.exc_info]


FOUND = (
    50_000 * b"[", 50_000 * b'{"options":', 1_100 * b"[" + 1_100 * b"]",
    b'{"\xffgame": 1}', b'{"game": "\xff"}', b"\xff\xfe{}", b'{"game": "\\ud800", "seats": []}',
)  # fmt: skip


async def test_bodies_that_can_t_be_read_are_refused_in_words(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with door(tmp_path) as asked:
        for body in FOUND:
            for path in (b"/api/tables", b"/api/records", b"/api/games/tapas/check"):
                answer = await asked.ask("POST", path, JSON, body=body)
                assert answer.status == 400, body[:30]
                assert answer.problem["code"] == "bad-request"
    assert not caplog.records


async def test_an_origin_that_is_none_is_another_site(tmp_path: Path) -> None:
    async with door(tmp_path) as asked:
        for origin in (b"http://[", b"http://[::1", b"", b"null", b"\xff", b"http://localhost:x"):
            answer = await asked.ask("POST", b"/api/tables", (b"origin", origin), JSON, body=b"{}")
            assert answer.status == 403, origin
            assert answer.problem["code"] == "bad-origin"
            sent = await asked.knock(b"/api/tables/KDPQWR/live", (b"origin", origin))
            assert [message["type"] for message in sent] == ["websocket.close"]
