"""Requests that no client of ours would send, always the same for the same seed."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec

from echappee.games import game_ids
from tests.server.asgi import JSON, Door, door

METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "get", "X-Y")
CHARACTERS = (
    "aB0 -_.~%/\\?&=#:;@[]{}<>\"'`^|+$!*(),\x00\x01\n\r\t\x7f\x85\u2028éÉ€𝄞\ufeff\u202e\ufffe"
)
NUMBERS: tuple[Any, ...] = (
    0, 1, 2, 3, 7, 11, -1, 127, 256, 2**31, 2**63, -(2**63) - 1, 2**64, 10**30, 0.5, 1e308, True,
)  # fmt: skip
WORDS = (
    *game_ids(), "en", "fr", "KDPQWR", "you", "open", "bot", "random", "live", "days", "none",
    "full", "host", "sunday", "champion", "record", "position", "text", "", "null", "\ud800",
)  # fmt: skip
FIELDS = (
    "game", "seats", "options", "clock", "start", "series", "name", "kind", "bot", "fill", "token",
    "text", "number", "seat", "moves", "players", "days", "move", "bank", "extra",
)  # fmt: skip
HEADERS = (
    b"host", b"origin", b"cookie", b"authorization", b"content-type", b"accept", b"x-forwarded-for",
    b"accept-encoding", b"if-none-match", b"range", b"content-length", b"transfer-encoding",
)  # fmt: skip
VALUES = (
    b"http://[", b"http://[::1", b"null", b"https://elsewhere.example", b"http://localhost",
    b"localhost", b"localhost:99999999", b"[::1]:80", b"[", b"\xff\xfe", b"", b"*/*", b"Bearer x,y",
    b"seat-KDPQWR-0=x; host-KDPQWR=\xff", b"application/json", b"application/msgpack",
    b"multipart/form-data", b"multipart/form-data; boundary=x", b"application/json; charset=utf-16",
    b"application/x-www-form-urlencoded", b"text/plain", b"gzip;q=x", b"1.2.3.4, [", b"bytes=0-",
    b"-1", b"9" * 30, b"chunked", 500 * b"a",
)  # fmt: skip
RECORD = Path(__file__).parents[1] / "records" / "tapas-2-first_colour=c.echappee"


class Stranger:
    """Makes requests up from a seed."""

    def __init__(self, seed: int, routes: list[tuple[str, str]]) -> None:
        self._random = random.Random(seed)
        self._routes = routes
        self.codes = ["KDPQWR"]
        """What may be a table or a record."""

    def request(self) -> tuple[str, bytes, list[tuple[bytes, bytes]], bytes]:
        """Method, target, headers and body of the next one."""
        chance, pick = self._random.random, self._random.choice
        method, path = pick(self._routes)
        raw = re.sub(r"\{\w+\}", lambda _: self._part(), path).encode()
        if chance() < 0.2:
            raw = b"/" + b"/".join(self._part().encode() for _ in range(self._random.randrange(6)))
        if chance() < 0.1:
            method = pick(METHODS)
        if chance() < 0.3:
            raw += b"?" + b"&".join(
                pick((b"look", b"count", b"value", b"x", b"")) + b"=" + self._part().encode()
                for _ in range(self._random.randrange(1, 4))
            )
        kind = pick((b"application/json", b"application/json", b"application/json", pick(VALUES)))
        headers = [(b"content-type", kind)]
        if chance() < 0.3:
            headers += [(pick(HEADERS), pick(VALUES)) for _ in range(self._random.randrange(1, 4))]
        body = b"" if method == "GET" and chance() < 0.9 else self._body()
        if path == "/api/tables" and chance() < 0.3:  # so that there is something to be asked for
            seats = [{"kind": "you", "name": "Ana"}, {"kind": "open"}]
            body = json.dumps({"game": pick(game_ids()), "seats": seats}).encode()
        return method, raw, headers, body

    def _part(self) -> str:
        """Something in the place of a part of a path."""
        pick = self._random.choice
        kind = self._random.randrange(8)
        if kind < 2:
            return quote(pick(WORDS), errors="replace")
        if kind == 2:
            return pick(self.codes)
        if kind == 3:
            return str(pick(NUMBERS))
        if kind == 4:
            return quote(self._text(12))
        if kind == 5:
            return pick(
                ("%00", "%ff", "%c0%ae", "..", ".", "%2e%2e", "%2f", "%", "%zz", "%ed%a0%80")
            )
        if kind == 6:
            return pick(("a", "B", "%e2%82%ac")) * self._random.randrange(60, 400)
        return quote(self._text(3)).replace("%", pick(("%", "%25")))

    def _text(self, most: int) -> str:
        return "".join(self._random.choices(CHARACTERS, k=self._random.randrange(most + 1)))

    def _body(self) -> bytes:
        kind = self._random.randrange(12)
        if kind == 0:
            return self._random.randbytes(self._random.randrange(40))
        if kind == 1:
            depth = self._random.choice((10, 500, 1_100, 5_000, 50_000))
            return self._random.choice((b"[", b'{"a":', b'{"options":', b"[{"))[:20] * depth
        if kind == 2:
            return b"\xef\xbb\xbf" + json.dumps(self._object()).encode("utf-16")
        text = json.dumps(self._object()).encode()
        if kind == 3:
            return text[: self._random.randrange(len(text))]
        if kind == 4:
            return text.replace(b"1", b"1" * 5_000)
        if kind == 5:
            return text.replace(b'"', b'"\xff', 2)
        return text

    def _object(self) -> Any:
        if self._random.random() < 0.3:
            return {
                "game": self._random.choice(game_ids()),
                "seats": [{"kind": "you", "name": self._text(5) or "A"} for _ in range(2)],
                **self._fields(2),
            }
        return self._fields(6)

    def _fields(self, most: int, depth: int = 0) -> dict[str, Any]:
        names = self._random.choices(FIELDS, k=self._random.randrange(most + 1))
        return {name: self._value(depth) for name in names}

    def _value(self, depth: int) -> Any:
        kind = self._random.randrange(9 if depth < 3 else 6)
        if kind == 0:
            return None
        if kind == 1:
            return self._random.choice(NUMBERS)
        if kind in (2, 3):
            return self._random.choice(WORDS)
        if kind == 4:
            return self._text(30)
        if kind == 5:
            return self._text(8) * 200
        if kind == 6:
            return [self._value(depth + 1) for _ in range(self._random.randrange(4))]
        return self._fields(4, depth + 1)


async def fuzz(folder: Path, seed: int, count: int) -> dict[int, int]:
    """Ask so many times; how often each status was the answer. Refusals must be in words."""
    statuses: dict[int, int] = {}
    async with door(folder) as asked:
        stranger = Stranger(seed, await _routes(asked))
        body = json.dumps({"text": RECORD.read_text(encoding="utf-8")}).encode()
        kept = await asked.ask("POST", b"/api/records", JSON, body=body)
        stranger.codes.append(msgspec.json.decode(kept.body)["id"])
        for number in range(count):
            method, raw, headers, body = stranger.request()
            answer = await asked.ask(method, raw, *headers, body=body)
            told = (seed, number, method, raw[:200], headers, body[:200], answer.body[:300])
            assert answer.status < 500 or answer.status == 503, told
            if answer.status >= 400:
                assert answer.problem, told
            if answer.status == 201 and method == "POST":
                made = msgspec.json.decode(answer.body)
                stranger.codes += [made["table"]["code"]] if "table" in made else [made["id"]]
            statuses[answer.status] = statuses.get(answer.status, 0) + 1
    return statuses


async def _routes(asked: Door) -> list[tuple[str, str]]:
    found = msgspec.json.decode((await asked.ask("GET", b"/api/openapi.json")).body)
    known = [(method.upper(), path) for path, all_ in found["paths"].items() for method in all_]
    pages = ("/", "/{path}", "/assets/{name}", "/schema", "/health", "/metrics")
    return known + [("GET", path) for path in pages]
