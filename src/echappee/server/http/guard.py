"""What stands before every request and socket: paths, hosts, origins, rates, and headers on
every answer."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import msgspec

from echappee.server.config import Settings, Timekeeper
from echappee.server.counts import Counts
from echappee.server.draining import Drain
from echappee.server.http.addresses import Hosts, caller
from echappee.server.http.link_previews import FOUND, LOOKS_UP, MISSED
from echappee.server.http.paths import PROBES, code_in, is_service, one_path, raw_path
from echappee.server.http.security_headers import HEADERS, same_origin
from echappee.server.protocol.close_codes import NO_TABLE, RESTARTING, TOO_FAST
from echappee.server.rate_limit import Doorman
from echappee.server.refusals import Refusal, problem, refused
from echappee.server.table.live import encode

_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_SAFE = ("GET", "HEAD", "OPTIONS")
_COSTLY = re.compile(r"/api/(tables|records|records/[^/]+/branch)")
_TURNED_AWAY = 1008


class Guard:
    """An ASGI application around the one it guards.

    It brings each path into its one spelling first, so that the router behind it decides by the
    same one.
    """

    def __init__(
        self, app: Any, settings: Settings, time: Timekeeper, counts: Counts, drain: Drain
    ) -> None:
        self.app = app
        self._refusals = counts.refusals
        self._drain = drain
        self._settings = settings
        self._hosts = Hosts(settings.hosts)
        self._requests = Doorman(settings.requests, time)
        self._new_tables = Doorman(settings.new_tables, time)
        self._misses = Doorman(settings.misses, time)
        self._sockets: Counter[str] = Counter()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Let a request in, or refuse it."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    # ------------------------------------------------------------------------------------ requests

    async def _request(self, scope: Any, receive: Any, send: Any) -> None:
        refusal = self._refusal(scope)
        service = refusal is not None or is_service(scope["path"])
        address = _address(scope)
        looks_up = refusal is None and code_in(scope["path"]) is not None
        if looks_up and not service:
            looks_up = scope[LOOKS_UP] = self._may_tell(address)
        elif looks_up and not self._misses.admits(address):
            refusal = Refusal("too-fast")

        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
                if service:
                    message["headers"].append((b"cache-control", b"no-store"))
                missed = message["status"] == 404 or scope.get(MISSED, False)
                if looks_up and refusal is None and not missed:
                    self._misses.give_back(address)
            await send(message)

        if refusal is None:
            await self.app(scope, receive, sending)
            return
        self._refusals[refusal.code] += 1
        body = msgspec.json.encode(problem(refusal))
        length = str(len(body)).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", length)]
        await sending({"type": "http.response.start", "status": refusal.status, "headers": headers})
        await sending({"type": "http.response.body", "body": body})

    def _may_tell(self, address: str) -> bool:
        """May the page tell this address of a table? It is served to everybody, but for who has
        asked too often, or for too many codes that there are not, it tells of none."""
        return self._requests.admits(address) and self._misses.admits(address)

    def _refusal(self, scope: Any) -> Refusal | None:
        wrong = self._unfit(scope)
        if wrong is not None or not is_service(scope["path"]) or scope["path"] in PROBES:
            return wrong
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

    def _unfit(self, scope: Any) -> Refusal | None:
        """Put the path into its one spelling; refuse one that has none, or another's name."""
        try:
            scope["path"] = one_path(raw_path(scope))
        except Refusal as refusal:
            return refusal
        hosts = _all(scope, b"host")
        if scope["path"] in PROBES:
            return None
        if len(hosts) > 1 or any(not self._hosts.answers_to(host) for host in hosts):
            return Refusal("bad-host")
        return None

    def _own_page(self, scope: Any) -> bool:
        origins, hosts = _all(scope, b"origin"), _all(scope, b"host")
        if len(origins) > 1:
            return False
        origin, host = next(iter(origins), None), next(iter(hosts), None)
        return same_origin(origin, host, self._settings.origins)

    # ------------------------------------------------------------------------------------- sockets

    async def _socket(self, scope: Any, receive: Any, send: Any) -> None:
        address = _address(scope)
        if not self._admits(scope, address):
            self._refusals["turned-away"] += 1
            await receive()
            await send({"type": "websocket.close", "code": _TURNED_AWAY, "reason": ""})
            return
        self._sockets[address] += 1
        try:
            if self._drain.begun:
                await _refuse(receive, send, None, RESTARTING)
            elif self._misses.admits(address):
                await self._look_up(address, scope, receive, send)
            else:
                self._refusals["too-fast"] += 1
                await _refuse(receive, send, Refusal("too-fast"), TOO_FAST)
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    def _admits(self, scope: Any, address: str) -> bool:
        most = self._settings.sockets
        if self._unfit(scope) is not None or not self._own_page(scope):
            return False
        if most is not None and self._sockets[address] >= most:
            return False
        return self._requests.admits(address)

    async def _look_up(self, address: str, scope: Any, receive: Any, send: Any) -> None:
        """Let a socket in; that it asked for a code counts only if no table has it."""
        settled = False

        def settle(*, missed: bool = False) -> None:
            nonlocal settled
            if not settled and not missed:
                self._misses.give_back(address)
            settled = True

        async def sending(message: Any) -> None:
            if message["type"] == "websocket.close":
                settle(missed=message.get("code") == NO_TABLE)
            await send(message)

        scope[FOUND] = settle
        await self.app(scope, receive, sending)


async def _refuse(receive: Any, send: Any, why: Refusal | None, code: int) -> None:
    """Tell a socket why it is not served, and close it with this code."""
    await receive()
    await send({"type": "websocket.accept"})
    if why is not None:
        await send({"type": "websocket.send", "text": encode(refused(why, None))})
    await send({"type": "websocket.close", "code": code, "reason": ""})


def _all(scope: Any, wanted: bytes) -> list[str]:
    return [value.decode("latin-1") for name, value in scope["headers"] if name == wanted]


def _address(scope: Any) -> str:
    client = scope.get("client")
    return caller(str(client[0])) if client else ""
