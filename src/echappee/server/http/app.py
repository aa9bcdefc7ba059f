"""The web application: REST, sockets, the page, and a typed answer to whatever goes wrong."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, Response, Router, WebSocket, websocket
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.params import FromPath
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin

from echappee import __version__
from echappee.errors import EchappeeError
from echappee.server.config import Settings, Timekeeper
from echappee.server.fanout.carriers import fanout_of
from echappee.server.fanout.local import Fanout
from echappee.server.http import catalogue, health, lessons, metrics, records, schema_page, tables
from echappee.server.http.auth import TheService, address_of, tokens_of
from echappee.server.http.docs_site import docs
from echappee.server.http.front import Front
from echappee.server.http.guard import Guard
from echappee.server.http.lean_socket import lean
from echappee.server.http.link_previews import FOUND, LinkPreviews
from echappee.server.http.records import Archive, Reader
from echappee.server.http.static_page import FOLDER, page
from echappee.server.protocol import rest as b
from echappee.server.protocol.close_codes import LATER, NO_TABLE
from echappee.server.refusals import Refusal, is_refusal, problem, refused, status_of
from echappee.server.store.backends import place_of, storage_at
from echappee.server.store.storage import Storage
from echappee.server.table import codes
from echappee.server.table.live import encode
from echappee.server.table.service import TableService
from echappee.server.wire.connection import Connection, Read, Write

_LOG = logging.getLogger("echappee.server")


@websocket("/tables/{code:str}/live")
async def live(socket: WebSocket[Any, Any, Any], service: TheService, code: FromPath[str]) -> None:
    """One viewer of one table; `docs/protocol.md` tells the whole conversation."""
    await socket.accept()
    wanted = codes.read_code(code)
    try:
        found, by_watch = await service.tables.find(wanted, tokens_of(socket, wanted))
    except EchappeeError as error:
        await socket.send_text(encode(refused(error, None)))
        await socket.close(code=NO_TABLE if is_refusal(error) else LATER)
        return
    socket.scope[FOUND]()  # type: ignore[literal-required]
    tokens = tokens_of(socket, found.table.founding.code)
    short = lean(socket.scope)
    read, write = _by_messages(socket) if short is None else (short.read, short.write)
    connection = Connection(service, found, by_watch, tokens, read, write, address_of(socket))
    ended = await connection.serve()
    if ended is not None:
        await socket.close(code=ended)


def _by_messages(socket: WebSocket[Any, Any, Any]) -> tuple[Read, Write]:
    """How to read and write where a server has no short way (`http.lean_socket`)."""

    async def read() -> str | None:
        event: Any = await socket.receive()
        if event["type"] != "websocket.receive":
            return None
        text = event.get("text")
        return str(event.get("bytes") or b"", errors="replace") if text is None else str(text)

    async def write(text: str) -> None:
        await socket.send({"type": "websocket.send", "text": text, "bytes": None})

    return read, write


class JsonRequest(Request[Any, Any, Any]):
    """A request whose body may be whatever somebody likes."""

    async def json(self) -> Any:
        """The body; what is nested too deeply, or is no text, is refused like all unreadable."""
        try:
            return await super().json()
        except RecursionError:
            raise Refusal("bad-request", reason="nested too deeply") from None
        except UnicodeDecodeError:
            raise Refusal("bad-request", reason="not UTF-8") from None


def _refuse(request: Request[Any, Any, Any], error: Exception) -> Response[b.Problem]:
    """Whatever went wrong, a typed answer."""
    if not isinstance(error, EchappeeError):
        error = _translated(error)
    request.app.state["counts"].refusals[error.code] += 1
    return Response(problem(error), status_code=status_of(error), media_type="application/json")


def _translated(error: Exception) -> Refusal:
    if not isinstance(error, HTTPException):
        _LOG.error("a request failed", exc_info=error)
        return Refusal("internal")
    if error.status_code in (404, 405, 413):
        return Refusal({404: "not-found", 405: "bad-method", 413: "too-long"}[error.status_code])
    if error.status_code >= 500:
        _LOG.error("a request failed", exc_info=error)
        return Refusal("internal")
    return Refusal("bad-request", reason=_reason(error))


def _reason(error: HTTPException) -> str:
    """What is wrong with a request, and where."""
    details = error.extra if isinstance(error.extra, list) else []
    found = [
        f"{one.get('key', '')}: {one['message']}".lstrip(": ")
        for one in details
        if isinstance(one, dict) and "message" in one
    ]
    return "; ".join(found)[:300] or error.detail[:300]


class _Lean(Litestar):
    """Without what Litestar adds by itself for other libraries' models: we use msgspec's alone,
    and where Pydantic is installed it would take longer to load than all the rest."""

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]


class Site:
    """All routes. They lead to one service, which may be another one once that is closed."""

    service: TableService
    archive: Archive

    def __init__(self) -> None:
        def read_by(request: Request[Any, Any, Any]) -> Reader:  # no method: routers copy those
            return Reader(self.archive, address_of(request), lambda code: tokens_of(request, code))

        api = Router(
            "/api",
            route_handlers=[
                catalogue.house_info, catalogue.games, catalogue.words, catalogue.material,
                catalogue.describe, catalogue.check, *lessons.HANDLERS, *tables.HANDLERS,
                *records.HANDLERS, live,
            ],
            dependencies={
                "service": Provide(lambda: self.service, sync_to_thread=False),
                "archive": Provide(read_by, sync_to_thread=False),
            },
        )  # fmt: skip
        operator = Router(
            "/",
            route_handlers=[*health.HANDLERS, metrics.metrics],
            dependencies={"service": Provide(lambda: self.service, sync_to_thread=False)},
        )
        self.app = _Lean(
            [api, operator, page, docs, *schema_page.HANDLERS],
            lifespan=[self._opened],
            exception_handlers={EchappeeError: _refuse, Exception: _refuse},
            request_max_body_size=b.LARGEST_BODY,
            openapi_config=OpenAPIConfig(
                title="Échappée",
                version=__version__,
                openapi_router=schema_page.NoPages("/", route_handlers=[]),
            ),
            request_class=JsonRequest,
            logging_config=None,
        )

    def lead_to(self, service: TableService, page_folder: Path) -> None:
        """From now on it is this service, with this page."""
        self.service, self.archive = service, Archive(service)
        self.app.state["page"] = page_folder
        self.app.state["counts"] = service.counts
        self.app.state["readier"] = health.Readier(service)
        self.app.state["link_previews"] = LinkPreviews(service)

    @asynccontextmanager
    async def _opened(self, _: Litestar) -> AsyncIterator[None]:
        await self.service.open()
        yield
        await self.service.close()


def create_app(
    settings: Settings | None = None,
    *,
    storage: Storage | None = None,
    fanout: Fanout | None = None,
    time: Timekeeper | None = None,
    service: TableService | None = None,
    page_folder: Path = FOLDER,
    site: Site | None = None,
) -> Front:
    """The whole server as an ASGI application; a ``site`` that nobody uses any more will do."""
    chosen = settings or Settings()
    keeper = service or TableService(
        chosen, storage or storage_at(place_of(chosen)), fanout or fanout_of(chosen), time
    )
    routes = site or Site()
    routes.lead_to(keeper, page_folder)
    guard = Guard(routes.app, chosen, keeper.time, keeper.counts, keeper.drain)
    return Front(guard, chosen, keeper)
