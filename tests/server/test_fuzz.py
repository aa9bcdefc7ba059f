"""Whatever arrives, REST or socket: a typed answer, no 500, no hang, and no change."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from websockets.sync.client import ClientConnection, connect

from echappee.games import game_ids
from tests.depth import deep
from tests.server.clients import fewest, serving, you


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread of its own, for tests that are not asynchronous."""
    found: list[str] = []
    started, stop = Event(), Event()

    async def run(folder: Path) -> None:
        async with serving(folder) as world:
            found.append(world.address)
            for game in game_ids():
                await world.service.rules.compiled(game)
            started.set()
            while not stop.is_set():
                await asyncio.sleep(0.05)

    folder = tmp_path_factory.mktemp("fuzz")
    thread = Thread(target=lambda: asyncio.run(run(folder)), daemon=True)
    thread.start()
    assert started.wait(60)
    yield found[0]
    stop.set()
    thread.join(30)


# ------------------------------------------------------------------------------------------- REST


CHECKS = [
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.response_schema_conformance,
    schemathesis.checks.content_type_conformance,
]


EXAMPLES = deep(4, 20)
"""Requests of each operation, as its schema has it and as it has not."""


POSITIVE = [schemathesis.GenerationMode.POSITIVE]


def _can_be_wrong(operation: Any) -> bool:
    """Has it more than text in its path? Any text is text: a wrong one is looked for in vain."""
    return bool(list(operation.body)) or any(
        one.location != "path" or one.definition["schema"]["type"] != "string"
        for one in operation.iter_parameters()
    )


def test_rest_answers_whatever_is_asked(address: str) -> None:
    schema = schemathesis.openapi.from_url(f"http://{address}/api/openapi.json")
    operations: list[Any] = [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]
    assert len(operations) == 28
    assert sum(map(_can_be_wrong, operations)) == 14
    for operation in operations:
        for mode in schemathesis.GenerationMode if _can_be_wrong(operation) else POSITIVE:

            @settings(
                max_examples=EXAMPLES, deadline=None, database=None,
                suppress_health_check=list(HealthCheck),
            )  # fmt: skip
            @given(operation.as_strategy(generation_mode=mode))
            def ask(case: Any) -> None:
                response = case.call()
                case.validate_response(response, checks=CHECKS)
                if response.status_code >= 400:
                    problem = response.json()
                    assert problem["code"]
                    assert problem["words"]["en"]
                    assert problem["words"]["fr"]

            with contextlib.suppress(Unsatisfiable):
                ask()


# ----------------------------------------------------------------------------------------- sockets

TYPES = (
    "hello", "move", "undo", "consent", "chat", "pause", "resume", "resign", "back", "hint",
    "explain", "preview", "since", "look", "ping", "nonsense",
)  # fmt: skip
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**65), 2**65), st.floats(), st.text(max_size=30)
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner)
)
FIELDS = st.sampled_from(("seat", "number", "text", "ask", "agree", "phrase", "last", "tokens"))
MESSAGES = st.builds(
    lambda kind, fields: json.dumps({"type": kind, **fields}),
    st.sampled_from(TYPES) | st.text(max_size=8),
    st.dictionaries(FIELDS | st.just("id"), VALUES, max_size=5),
)
ANYTHING = st.one_of(
    MESSAGES,
    st.text(max_size=200),
    st.binary(max_size=200),
    VALUES.map(json.dumps),
    st.just("[" * 3000),
    st.just('{"type":"chat","id":"x","seat":0,"text":"' + "x" * 5000 + '"}'),
)


MESSAGES_SENT = deep(60, 400)


class Lobby:
    """A table per game, with a spectator who sends anything, and a seat that may be asked."""

    def __init__(self, address: str, game: str) -> None:
        self.address = address
        seats = you(fewest(game))
        made = httpx.post(
            f"http://{address}/api/tables", json={"game": game, "seats": seats}, timeout=60
        ).json()
        self.code = made["table"]["code"]
        self.token = made["keys"][1]["token"]
        self.link: ClientConnection | None = None
        self._open = contextlib.ExitStack()

    def __enter__(self) -> Lobby:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def seq(self) -> int:
        answered = httpx.get(f"http://{self.address}/api/tables/{self.code}", timeout=60)
        return int(answered.json()["table"]["seq"])

    def connected(self, *, seated: bool) -> ClientConnection:
        if self.link is not None:
            return self.link
        link = connect(
            f"ws://{self.address}/api/tables/{self.code}/live", compression=None, open_timeout=60
        )
        self._open.close()
        self.link = self._open.enter_context(link)
        tokens = [self.token] if seated else []
        self.link.send(json.dumps({"type": "hello", "tokens": tokens}))
        return self.link

    def send(self, message: str | bytes, *, seated: bool) -> None:
        """Send anything; a ping after it must be answered, or the socket closed in words."""
        link = self.connected(seated=seated)
        try:
            link.send(message)
            link.send(json.dumps({"type": "ping", "id": "still-there"}))
            while True:
                answers = [json.loads(line) for line in str(link.recv(timeout=60)).split("\n")]
                assert all(answer.get("code") != "internal" for answer in answers), answers
                if any(answer.get("id") == "still-there" for answer in answers):
                    return
        except Exception as error:
            if isinstance(error, AssertionError | TimeoutError):
                raise
            assert link.close_code in (4400, 4429, 1009, 1007), link.close_code
            self.link = None


def test_a_stranger_changes_nothing(address: str, game: str) -> None:
    with Lobby(address, game) as lobby:
        before = lobby.seq()

        @settings(max_examples=MESSAGES_SENT, deadline=None, database=None)
        @given(ANYTHING)
        def send(message: str | bytes) -> None:
            lobby.send(message, seated=False)

        send()
        assert lobby.seq() == before


def test_a_seat_can_send_anything(address: str, game: str) -> None:
    with Lobby(address, game) as lobby:

        @settings(max_examples=MESSAGES_SENT, deadline=None, database=None)
        @given(ANYTHING)
        def send(message: str | bytes) -> None:
            lobby.send(message, seated=True)

        send()
        assert lobby.seq() >= 0


def test_unreadable_messages_of_a_seat_change_nothing(address: str, game: str) -> None:
    with Lobby(address, game) as lobby:
        before = lobby.seq()
        broken = (
            {"type": "move", "id": "a", "seat": 0, "number": 0},
            {"type": "move", "id": "a", "seat": 0, "number": -1, "text": "x"},
            {"type": "move", "id": "a", "seat": "0", "number": 0, "text": "x"},
            {"type": "move", "id": "", "seat": 0, "number": 0, "text": "x"},
            {"type": "move", "seat": 0, "number": 0, "text": "x"},
            {"type": "move", "id": "a", "seat": 11, "number": 0, "text": "x"},
            {"type": "move", "id": "a", "seat": 0, "number": 0, "text": "x" * 201},
            {"type": "move", "id": "a", "seat": 0, "number": 0, "text": "x", "extra": 1},
            {"type": "undo", "id": "a", "seat": None},
            {"type": "consent", "id": "a", "seat": 0, "ask": 1, "agree": True},
            {"type": "chat", "id": "a", "seat": 0},
            {"type": "hello"},
            {"type": "look", "id": "a", "seat": 11},
            {"type": "resume", "id": "a", "seat": 0},
            {"type": "back", "id": "a", "seat": 0},
        )
        for message in broken:
            lobby.send(json.dumps(message), seated=True)
        assert lobby.seq() == before
