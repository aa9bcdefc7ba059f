"""The server as an ASGI application, asked in the test's own loop: no socket, every byte ours."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from echappee.server.config import Settings
from echappee.server.http.app import create_app
from echappee.server.http.front import Front
from echappee.server.store.backends import place_of, storage_at
from echappee.server.table.service import TableService
from tests.server.both_stores import database_of
from tests.server.clients import QUICK, FakeTime

OWN = ((b"host", b"localhost"),)
JSON = (b"content-type", b"application/json")


class Answer:
    """What a request was answered."""

    def __init__(self, sent: list[Any]) -> None:
        self.status: int = sent[0]["status"]
        self.headers: dict[bytes, bytes] = dict(sent[0]["headers"])
        self.body = b"".join(part.get("body", b"") for part in sent[1:])

    @property
    def problem(self) -> Any:
        """The refusal, with its words in both languages."""
        found = msgspec.json.decode(self.body)
        assert found["code"]
        assert found["words"]["en"]
        assert found["words"]["fr"]
        return found


class Door:
    """Asks the application."""

    def __init__(self, app: Front, service: TableService) -> None:
        self.app, self.service = app, service

    async def ask(
        self, method: str, target: bytes, *more: tuple[bytes, bytes], body: bytes = b"",
        address: str = "192.0.2.1", own: tuple[tuple[bytes, bytes], ...] = OWN,
    ) -> Answer:  # fmt: skip
        """One request; what it asks for is sent as it stands here."""
        raw, _, query = target.partition(b"?")
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method,
            "scheme": "http", "path": raw.decode("latin-1"), "raw_path": raw,
            "query_string": query, "root_path": "", "headers": [*own, *more],
            "client": (address, 1), "server": ("localhost", 80),
        }  # fmt: skip
        coming = [{"type": "http.request", "body": body, "more_body": False}]
        sent: list[Any] = []

        async def receive() -> Any:
            return coming.pop() if coming else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        return Answer(sent)

    async def knock(
        self, raw: bytes, *more: tuple[bytes, bytes], address: str = "192.0.2.1"
    ) -> list[Any]:
        """A socket that says nothing; all that it is sent."""
        scope = {
            "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws",
            "path": raw.decode("latin-1"), "raw_path": raw, "query_string": b"", "root_path": "",
            "headers": [*OWN, *more], "client": (address, 1), "server": ("localhost", 80),
            "subprotocols": [],
        }  # fmt: skip
        coming = [{"type": "websocket.connect"}]
        sent: list[Any] = []

        async def receive() -> Any:
            return coming.pop() if coming else {"type": "websocket.disconnect", "code": 1005}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        return sent


@asynccontextmanager
async def door(folder: Path, time: FakeTime | None = None, **changes: Any) -> AsyncIterator[Door]:
    """An application with its file in ``folder``; its rules are loaded if somebody waits."""
    given = {"head_start": 600.0, **QUICK, **changes}
    settings = Settings(data=folder, database=database_of(folder), **given)
    service = TableService(settings, storage_at(place_of(settings)), time=time)
    page = folder / "page"
    page.mkdir(parents=True, exist_ok=True)
    (page / "index.html").write_text("<title>the page</title>", encoding="utf-8")
    await service.open()
    try:
        yield Door(create_app(settings, service=service, page_folder=page), service)
    finally:
        await service.close()
