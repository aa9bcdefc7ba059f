"""Who asks over REST: the tokens that a request carries, and the cookies that carry them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from litestar import Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec

from echappee.server.protocol import rest as b
from echappee.server.table import projection
from echappee.server.table.live import Live
from echappee.server.table.service import TableService

TheService = NamedDependency[TableService]
"""The service, as a call gets it."""

_AGE = 400 * 86_400
_MOST_TOKENS = 16

REFUSED = {
    status: ResponseSpec(b.Problem, description="Refused", generate_examples=False)
    for status in (400, 403, 404, 405, 409, 413, 429, 503)
}
"""What any call may answer instead, for the OpenAPI schema."""


def tokens_of(connection: ASGIConnection[Any, Any, Any, Any], code: str) -> list[str]:
    """The tokens that a request shows for a table."""
    marks = (f"seat-{code}-", f"host-{code}")
    found = [value for name, value in connection.cookies.items() if name.startswith(marks)]
    scheme, _, value = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        found += [token.strip() for token in value.split(",")]
    return [token for token in found if 0 < len(token) <= b.LONGEST_TOKEN][:_MOST_TOKENS]


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where somebody asks from: what one address asks for shares that address's turns."""
    client = connection.scope.get("client")
    return str(client[0]) if client else ""


def key(code: str, seat: int | None, token: str) -> b.Key:
    """A key with its private link."""
    return b.Key(seat=seat, token=token, link=f"/t/{code}#key={token}")


def seated(
    live: Live,
    by_watch: bool,
    tokens: Iterable[str],
    connection: ASGIConnection[Any, Any, Any, Any],
    keys: Mapping[int | None, str] | None = None,
    status: int = 200,
) -> Response[b.Seated]:
    """A table as the device that asks may see it, with cookies for its new keys."""
    table, code = live.table, live.table.founding.code
    given = dict(keys or {})
    held = (frozenset[int](), False)
    if not by_watch:
        held = table.held_by([*tokens, *given.values()])
    secure = connection.scope["scheme"] in ("https", "wss")
    cookies = [
        Cookie(
            key=f"host-{code}" if seat is None else f"seat-{code}-{seat}",
            value=token,
            path=f"/api/{kind}/{code}",
            max_age=_AGE,
            httponly=True,
            samesite="lax",
            secure=secure,
        )
        for seat, token in given.items()
        for kind in ("tables", "records")  # the record of a game long over asks for a key too
    ]
    body = b.Seated(
        table=projection.table_info(table, by_watch),
        you=sorted(held[0]),
        host=held[1],
        keys=[key(code, seat, token) for seat, token in given.items()],
    )
    return Response(body, status_code=status, cookies=cookies)
