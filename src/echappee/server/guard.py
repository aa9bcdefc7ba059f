"""What stands before every request and socket: rates, origins, and headers on every answer."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import msgspec

from echappee.server.refusals import Refusal, problem
from echappee.server.safety import HEADERS, Doorman, same_origin
from echappee.server.settings import Settings, Timekeeper

_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_SAFE = ("GET", "HEAD", "OPTIONS")
_COSTLY = re.compile(r"/api/(tables|records|records/[^/]+/branch)")
_TURNED_AWAY = 1008
_ONE_EACH = (b"connection", b"close")
"""Where several processes serve, the next request may be another's."""


class Guard:
    """An ASGI application around the one it guards."""

    def __init__(self, app: Any, settings: Settings, time: Timekeeper) -> None:
        self.app = app
        self._settings = settings
        self._requests = Doorman(settings.requests, time)
        self._new_tables = Doorman(settings.new_tables, time)
        self._sockets: Counter[str] = Counter()
        self._more = [_ONE_EACH] if settings.share.of > 1 else []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Let a request in, or refuse it."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Any, receive: Any, send: Any) -> None:
        api = scope["path"].startswith("/api/")

        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_HEADERS, *self._more]
                if api:
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        refusal = self._refusal(scope) if api else None
        if refusal is None:
            await self.app(scope, receive, sending)
            return
        body = msgspec.json.encode(problem(refusal))
        length = str(len(body)).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", length)]
        await sending({"type": "http.response.start", "status": refusal.status, "headers": headers})
        await sending({"type": "http.response.body", "body": body})

    def _refusal(self, scope: Any) -> Refusal | None:
        address = _address(scope)
        if not self._requests.admits(address):
            return Refusal("too-fast")
        if scope["method"] in _SAFE:
            return None
        if not self._own_page(scope):
            return Refusal("bad-origin")
        costly = scope["method"] == "POST" and _COSTLY.fullmatch(scope["path"])
        if costly and not self._new_tables.admits(address):
            return Refusal("too-fast")
        return None

    async def _socket(self, scope: Any, receive: Any, send: Any) -> None:
        address = _address(scope)
        most = self._settings.sockets
        if not self._own_page(scope) or (most is not None and self._sockets[address] >= most):
            await receive()
            await send({"type": "websocket.close", "code": _TURNED_AWAY, "reason": ""})
            return
        self._sockets[address] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    def _own_page(self, scope: Any) -> bool:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        return same_origin(headers.get(b"origin"), headers.get(b"host"), self._settings.origins)


def _address(scope: Any) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""
