"""The log tells what happened, and nothing that nobody must know."""

from __future__ import annotations

import io
import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from echappee.server import logs
from echappee.server.config import Named, Settings
from echappee.server.config_fields import all_settings
from echappee.server.table.codes import RECORD, TABLE, WATCH, new_code, new_token
from tests.server.clients import party, serving

pytestmark = pytest.mark.anyio
STORES = ("sqlite",)


@pytest.fixture
def written() -> Iterator[Any]:
    """Sets the log up, and gives what was written."""
    root, before = logging.getLogger(), logging.getLogger("echappee").level
    handlers: list[logging.Handler] = []

    def begin(**changes: Any) -> io.StringIO:
        stream = io.StringIO()
        handlers.append(logs.set_up(Settings(**changes), stream))
        return stream

    yield begin
    for handler in handlers:
        root.removeHandler(handler)
    logging.getLogger("echappee").setLevel(before)


def _lines(stream: io.StringIO) -> list[Any]:
    return [msgspec.json.decode(line) for line in stream.getvalue().splitlines()]


async def test_a_whole_session_leaves_no_secret_in_the_log(tmp_path: Path, written: Any) -> None:
    """Codes, keys, cookies, names, moves, and what goes wrong in the middle of a message."""
    stream = written(log="json")
    shown: dict[str, Any] = {"log_requests": True, "log_addresses": True, "head_start": 600.0}
    async with serving(tmp_path, **shown) as world, party(world, "tapas", watchers=1) as table:
        await table.step()
        secrets = {table.code, table.watch, *table.keys}
        await table.sockets[0].done("chat", seat=0, text="a word among friends")
        client = table.clients[0]
        for path in (f"/tables/{table.code}", f"/tables/{table.watch}", "/tables/KDPQWR"):
            await client.get(path)
        await client.get(f"/tables/{table.code.lower()}")
        await client.http.get(f"/t/{table.code}#key={table.keys[0]}")
        secrets |= {cookie.value or "" for cookie in client.http.cookies.jar}
        live = await world.live(table.code)
        error = KeyError(table.code, table.keys[0])
        logging.getLogger("echappee.server").error("table %s", table.code, exc_info=error)

        def fail(*_: Any, **__: Any) -> Any:
            raise RuntimeError(f"{table.code} {table.keys}")

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(world.service.runner, "run", fail)
            told = await table.sockets[0].request("chat", seat=0, text="x")
        assert told["code"] == "internal"
        secrets.add(live.table.founding.secret.hex())
    text = stream.getvalue()
    assert len(secrets) >= 6
    assert "a word among friends" not in text
    for secret in secrets | {table.code.lower(), "KDPQWR"}:
        assert secret not in text, secret
    found = _lines(stream)
    routes = {line.get("route") for line in found}
    assert {"/api/tables", "/api/tables/{code}", "/api/tables/{code}/live"} <= routes
    asked = [line for line in found if line.get("route") == "/api/tables/{code}"]
    assert {line["status"] for line in asked} == {200, 404}
    assert {line["address"] for line in asked} == {"127.0.0.1"}
    assert len({line["table"] for line in asked}) == 3, "one mark for one table"
    assert all(re.fullmatch("#[0-9a-f]{8}", line["table"]) for line in asked)
    assert all(line["milliseconds"] >= 0 and line["level"] == "info" for line in asked)
    (wrong,) = (line for line in found if line["message"] == "a message could not be served")
    sockets = {line["request_id"] for line in found if line["message"] == "socket"}
    assert wrong["request_id"] in sockets, "the socket's own id"
    assert "RuntimeError" in wrong["trace"]


async def test_requests_and_addresses_are_logged_only_where_that_was_told(
    tmp_path: Path, written: Any
) -> None:
    stream = written(log="json")
    async with serving(tmp_path / "a", head_start=600.0) as world, world.client() as client:
        await client.get("/house")
    assert stream.getvalue() == ""
    stream = written(log="json")
    told = serving(tmp_path / "b", head_start=600.0, log_requests=True)
    async with told as world, world.client() as client:
        answered = await client.get("/house")
    (line,) = _lines(stream)
    assert (line["route"], line["status"], line["method"]) == ("/api/house", 200, "GET")
    assert line["request_id"] == answered.headers["x-request-id"]
    assert "address" not in line
    assert "127.0.0.1" not in stream.getvalue()


def test_lines_for_people(written: Any) -> None:
    stream = written()
    try:
        raise ValueError("KDPQWR")
    except ValueError:
        logging.getLogger("echappee.server").exception(
            "what %s", "happened", extra={logs.FACTS: {"status": 500}}
        )
    first, *trace = stream.getvalue().splitlines()
    assert re.fullmatch(
        r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z error what happened status=500", first
    )
    assert trace[-1] == f"ValueError: {logs.mark('KDPQWR')}"


def test_what_looks_like_a_secret_is_hidden_and_nothing_else() -> None:
    redact = logs.Redaction(Settings())
    for secret in (new_code(TABLE), new_code(WATCH), new_code(RECORD), new_token()):
        assert secret not in redact(f"x {secret} y '{secret}' /{secret}/z")
    kept = "GET /api/tables/{code} 200 in HTTP/1.1 WebSocketsSansIOProtocol a_function_of_so_many_s"
    assert redact(kept) == kept


def test_passwords_of_databases_are_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    class Told(msgspec.Struct):
        store: Annotated[str, Named(secret=True)]
        cache: Annotated[str, Named(secret=True)]

    (usual,) = (one for one in all_settings() if one.name == "host")
    names = ("store", "cache")
    secret = [msgspec.structs.replace(usual, name=name, secret=True) for name in names]
    monkeypatch.setattr(logs, "all_settings", lambda: secret)
    told: Any = Told("postgresql://me:hunter%402@db/x", "redis://c?password=sesame&x=1")
    redact = logs.Redaction(told)
    text = redact("no way in with hunter@2 or hunter%402 or sesame")
    assert text == "no way in with *** or *** or ***"


def test_setting_it_up_twice_writes_each_line_once(written: Any) -> None:
    written()
    stream = written()
    logging.getLogger("echappee.server").warning("once")
    assert stream.getvalue().count("once") == 1
    assert sys.stderr is not stream
