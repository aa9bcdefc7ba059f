"""What can be set about a server, and the time it goes by."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal, Protocol

import msgspec
import platformdirs


class Alarm(Protocol):
    """Something that will ring, unless it is cancelled."""

    def cancel(self) -> None:
        """Don't ring."""


class Timekeeper(Protocol):
    """The server's clock: the only one that counts."""

    def now(self) -> int:
        """Milliseconds since 1970."""

    def ring(self, milliseconds: float, act: Callable[[], None]) -> Alarm:
        """Call ``act`` after a while."""


class WallClock:
    """Real time, kept from jumping back when the system's clock is set."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def now(self) -> int:
        """Milliseconds since 1970."""
        return int((time.monotonic() + self._offset) * 1000)

    def shift(self, milliseconds: int) -> None:
        """Go by another clock, which is so much ahead of this one."""
        self._offset += milliseconds / 1000

    def ring(self, milliseconds: float, act: Callable[[], None]) -> Alarm:
        """Call ``act`` after a while, on the running loop."""
        return asyncio.get_running_loop().call_later(max(0.0, milliseconds) / 1000, act)


class Rate(msgspec.Struct, frozen=True):
    """How often something may be done: so many a second, and so many at once."""

    per_second: float
    burst: int


def data_folder() -> Path:
    """Where the server keeps its file: ``ECHAPPEE_DATA_DIR``, else the user's data folder."""
    chosen = os.environ.get("ECHAPPEE_DATA_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("echappee"))


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """How a setting is told where that does not follow from its name, as ``--bot-delay`` and
    ``ECHAPPEE_BOT_DELAY`` do from ``bot_delay``."""

    flag: str = ""
    variable: str = ""
    secret: bool = False
    """Is it an address that may hold a password? Nobody is shown that."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a server can be told.

    This is the only list of it: options, variables, keys of a file and the table in the docs are
    made from these lines (`echappee.server.config_fields`).
    """

    host: str = "127.0.0.1"
    """The address to listen at; 0.0.0.0: for the whole network."""
    port: int = 8000
    """The port; 0 takes any that is free."""
    data: Annotated[Path, Named(variable="ECHAPPEE_DATA_DIR")] = msgspec.field(
        default_factory=data_folder
    )
    """The folder to keep tables in; without it, the user's data folder."""
    database: Annotated[str, Named(secret=True)] = ""
    """Where tables are kept: ``postgresql://…``, ``sqlite:///…`` or the path of a file; without it,
    a file in the data folder."""
    redis: Annotated[str, Named(secret=True)] = ""
    """Where several nodes on one PostgreSQL tell each other what is new: ``redis://…``."""
    bot_delay: float = 0.7
    """Seconds that a bot waits at least when its turn comes, so that people can follow."""
    bot_budget: float = 10.0
    """Seconds that a bot may think; then a simpler one moves for it."""
    hint_seconds: float = 1.0
    """Seconds that the strongest bot thinks before it gives a hint."""
    estimate_seconds: float = 12.0
    """Seconds that bots play on from the moments of a record to tell its winning chances."""
    replays: int = 64
    """Records that may wait to be replayed; more are refused."""
    replays_each: int = 12
    """Records from one address that may wait to be replayed."""
    grace: float = 30.0
    """Seconds after which a bot stands in for somebody who left."""
    hello: float = 10.0
    """Seconds within which a socket must say hello."""
    sweep: float = 60.0
    """Seconds between two looks for tables that nobody uses, or whose days have run out."""
    head_start: float = 0.0
    """Seconds in which the first page may load before the compiled rules do, if nobody waits for
    those. Until they are there, tables are played by the interpreted rules, and what is not
    compiled on this machine is compiled beside the server. 0: tables wait for compiled rules."""
    idle: float = 60.0
    """Seconds that a table stays in memory when nobody looks at it any more."""
    kept_tables: int = 1_000
    """Tables kept in memory at most while nobody looks at them."""
    requests: Rate | None = Rate(50, 300)
    """REST calls from one address; none: any number."""
    new_tables: Rate | None = Rate(2, 30)
    """Tables and records from one address."""
    messages: Rate | None = Rate(30, 60)
    """Socket messages of one connection."""
    chats: Rate | None = Rate(1, 5)
    """Chat lines of one connection."""
    sockets: int | None = 60
    """Sockets from one address at once."""
    misses: Rate | None = Rate(0.2, 60)
    """Codes from one address that no table and no record has."""
    code_days: float = 30.0
    """Days after its end in which a table's code answers somebody without a key."""
    half_open: int | None = 64
    """Connections from one address at once that have not finished asking."""
    connections: int | None = 256
    """Connections from one address at once; of all addresses, as the system's limit allows."""
    head_seconds: float = 10.0
    """Seconds within which the head of a request must be there."""
    body_seconds: float = 60.0
    """Seconds within which the body of a request must be there."""
    origins: Annotated[
        tuple[str, ...], Named(flag="--allow-origin", variable="ECHAPPEE_ALLOW_ORIGINS")
    ] = ()
    """Other sites that may talk to this server, such as ``https://example.org``."""
    hosts: Annotated[
        tuple[str, ...], Named(flag="--allow-host", variable="ECHAPPEE_ALLOW_HOSTS")
    ] = ()
    """Names that this server answers to besides its own: ``example.org``, ``*.example.org``.
    Addresses in numbers, localhost, this machine's name and .local always work."""
    proxies: Annotated[tuple[str, ...], Named(flag="--proxy")] = ()
    """Addresses and networks of proxies: what they say about who asks is believed."""
    metrics: tuple[str, ...] = ()
    """Addresses and networks that may read ``/metrics``; by default nobody may."""
    log: Literal["text", "json"] = "text"
    """How the log is written: lines for people, or one JSON object a line."""
    log_requests: bool = False
    """Is every request logged? Otherwise only what goes wrong is."""
    log_addresses: bool = False
    """Does the log tell the addresses of those who ask?"""
    drain_notice: float = 0.0
    """Seconds between ``/ready`` saying no and sockets being closed, after SIGTERM: for balancers
    that learn of it by ``/ready`` alone."""
    drain: float = 10.0
    """Seconds within which what was begun is finished after that; then the process ends anyway."""
