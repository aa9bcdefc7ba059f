"""The outermost layer: who really asks, under which id, how long it took; counted and logged.

`Guard` behind it decides who is let in.
"""

from __future__ import annotations

import logging
import re
import secrets
from time import perf_counter
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from echappee.server.config import Settings
from echappee.server.http.addresses import Proxies
from echappee.server.http.guard import Guard
from echappee.server.http.paths import code_in, one_path, raw_path
from echappee.server.logs import FACTS, REQUEST_ID, mark
from echappee.server.refusals import Refusal
from echappee.server.table.codes import read_code
from echappee.server.table.service import TableService

FORWARDED = (b"x-forwarded-for", b"x-forwarded-host", b"forwarded", b"via", b"x-real-ip")
"""What proxies add."""
_LOG = logging.getLogger("echappee.server.requests")
_PEER = "echappee.peer"
_HEADER = b"x-request-id"
_ID = re.compile(rb"[A-Za-z0-9._:-]{8,64}")
_METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
_OTHER = "other"
_NOWHERE = "none"
"""The route of what was refused before it had any."""


def peer_of(scope: Any) -> str:
    """Whose connection it is: a visitor's, or a proxy's."""
    return str(scope.get(_PEER, ""))


class Front:
    """The whole server as an ASGI application."""

    def __init__(self, guard: Guard, settings: Settings, service: TableService) -> None:
        self.service = service
        self._counts = service.counts
        self._proxies = Proxies(settings.proxies)
        self._logs, self._tells_address = settings.log_requests, settings.log_addresses
        self._inner: Any = guard
        if settings.proxies:
            self._inner = ProxyHeadersMiddleware(guard, trusted_hosts=list(settings.proxies))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a request or a socket."""
        if scope["type"] == "lifespan":
            await self._inner(scope, receive, send)
            return
        client = scope.get("client")
        scope[_PEER] = str(client[0]) if client else ""
        request_id = self._request_id(scope)
        began, status = perf_counter(), 0
        header = (_HEADER, request_id.encode())

        async def sending(message: Any) -> None:
            nonlocal status
            kind = message["type"]
            if kind == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), header]
            elif kind == "websocket.accept":
                message["headers"] = [*message.get("headers", ()), header]
            elif kind == "websocket.close":
                status = message.get("code", 1000)
            await send(message)

        token = REQUEST_ID.set(request_id)
        try:
            if scope["type"] == "websocket":
                await self._socket(scope, receive, sending)
            else:
                await self._inner(scope, receive, sending)
        finally:
            self._done(scope, status, perf_counter() - began)
            REQUEST_ID.reset(token)

    async def _socket(self, scope: Any, receive: Any, send: Any) -> None:
        self._counts.sockets += 1
        self._counts.sockets_opened += 1
        try:
            await self._inner(scope, receive, send)
        finally:
            self._counts.sockets -= 1

    def _request_id(self, scope: Any) -> str:
        """The id that a proxy of ours gave, else a new one."""
        if peer_of(scope) in self._proxies:
            for name, value in scope["headers"]:
                if name == _HEADER and _ID.fullmatch(value):
                    return str(value, "ascii")
        return secrets.token_hex(8)

    def _done(self, scope: Any, status: int, seconds: float) -> None:
        route = scope.get("path_template") or _NOWHERE
        method = scope.get("method", "GET")
        if scope["type"] == "http":
            known = method if method in _METHODS else _OTHER
            self._counts.request(known, route, status, seconds)
        if not self._logs:
            return
        facts = {
            "method": method if scope["type"] == "http" else "SOCKET", "route": route,
            "status": status, "milliseconds": round(1000 * seconds, 1),
        }  # fmt: skip
        code = _code(scope)
        if code is not None:
            facts["table"] = mark(code)
        client = scope.get("client")
        if self._tells_address and client:
            facts["address"] = str(client[0])
        _LOG.info("request" if scope["type"] == "http" else "socket", extra={FACTS: facts})


def _code(scope: Any) -> str | None:
    """The code of the table that was asked for."""
    try:
        found = code_in(one_path(raw_path(scope)))
    except Refusal:
        return None
    return None if found is None else read_code(found)
