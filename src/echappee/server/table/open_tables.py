"""Who wants a game? Public tables that wait for somebody, as every node may list them.

A node keeps the offer of a table in the storage while the table waits and somebody of it is
connected there, and says now and then that it still stands. An offer that nobody has confirmed for
a while is not listed: its node may be gone.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

import msgspec

from echappee.errors import LANGUAGES, EchappeeError, Phrase
from echappee.rulebook.options import Option, Value, write_value
from echappee.rulebook.rulebook import Rulebook
from echappee.server.config import Alarm, Timekeeper
from echappee.server.protocol.rest import OpenTable
from echappee.server.refusals import own_value
from echappee.server.store.storage import Storage
from echappee.server.table.live import Live
from echappee.server.table.table import Table
from echappee.server.table.tasks import Tasks

CONFIRMED: Final = 15_000
"""Milliseconds between two confirmations of an offer."""
STALE: Final = 3 * CONFIRMED
"""An offer that was not confirmed for so long is not listed."""
MOST: Final = 50
"""So many are listed, who has waited longest first."""
_DECODER = msgspec.json.Decoder(OpenTable)


class OpenTables:
    """The offers of this node, and the list of all."""

    def __init__(self, storage: Storage, time: Timekeeper, tasks: Tasks) -> None:
        self._storage = storage
        self._time = time
        self._tasks = tasks
        self._offers: dict[str, OpenTable] = {}
        self._ended: set[str] = set()
        """Tables that are offered no more, but still kept as offered."""
        self._writing: asyncio.Future[None] | None = None
        self._lock = asyncio.Lock()
        self._alarm: Alarm | None = None

    def note(self, live: Live) -> None:
        """Something changed at a table: is it offered from here, and how?"""
        code, found = live.table.founding.code, offer(live.table, bool(live.here_now()))
        if found == self._offers.get(code):
            return
        if found is None:
            del self._offers[code]
            if offer(live.table, bool(live.here())) is None:  # else it stands at another node
                self._ended.add(code)
                self._tasks.spawn(self._drop([code]))
        else:
            self._offers[code] = found
            self._tasks.spawn(self._keep([code]))
            self._watch()

    async def listed(self) -> list[OpenTable]:
        """All tables that wait now, at every node."""
        now = self._time.now()
        kept = await self._storage.offers(now - STALE)
        waiting = [(since, _DECODER.decode(text)) for since, text in kept]
        return [
            msgspec.structs.replace(one, waiting=max(0, now - since) // 1000)
            for since, one in sorted(waiting, key=lambda pair: pair[0])[:MOST]
        ]

    async def close(self) -> None:
        """Nobody waits here any more."""
        if self._alarm is not None:
            self._alarm.cancel()
        if self._writing is not None:  # whoever waited for it may have been cancelled
            await asyncio.gather(self._writing, return_exceptions=True)
        codes = [*self._offers, *self._ended]
        self._offers.clear()
        with contextlib.suppress(EchappeeError):  # if the storage is away, they go stale
            await self._drop(codes)

    async def _keep(self, codes: list[str]) -> None:
        """Keep the offers of these tables as they are now; one that ended since is not touched."""
        async with self._lock:
            for code in codes:
                if (found := self._offers.get(code)) is not None:
                    await self._write(code, msgspec.json.encode(found))

    async def _drop(self, codes: list[str]) -> None:
        """Take back the offers of these tables, unless they are offered again."""
        async with self._lock:
            for code in codes:
                if code not in self._offers:
                    await self._write(code, None)
                self._ended.discard(code)

    async def _write(self, code: str, text: bytes | None) -> None:
        """What has begun ends, even if nobody waits for it any more."""
        writing = self._storage.offer(code, text, self._time.now())
        self._writing = asyncio.ensure_future(writing)
        await asyncio.shield(self._writing)

    def _watch(self) -> None:
        if self._alarm is None and self._offers:
            self._alarm = self._time.ring(CONFIRMED, self._confirm)

    def _confirm(self) -> None:
        self._alarm = None
        self._tasks.spawn(self._keep(list(self._offers)))
        self._watch()


def offer(table: Table, here: bool) -> OpenTable | None:
    """A table as strangers may know it; None: it is none of their business."""
    founding = table.founding
    free = sum(seat.kind == "open" for seat in table.seats)
    if not (founding.public and here and free and table.status == "waiting"):
        return None
    name = None if table.founder is None else table.seats[table.founder].name
    return OpenTable(
        code=founding.code,
        game=founding.game,
        options=said_options(table.rulebook, founding.options),
        founder=name,
        free=free,
        players=founding.players,
        waiting=0,
    )


def said_options(rules: Rulebook, options: dict[str, Value]) -> list[Phrase]:
    """Where a table is not played as usual, in words; never a text that somebody wrote."""
    return [
        _said(rules, option, options[option.name])
        for option in rules.options
        if option.name in options and options[option.name] != option.default
    ]


def _said(rules: Rulebook, option: Option, value: Value) -> Phrase:
    texts = []
    for language in LANGUAGES:
        words = rules.words.texts(language)["options"][option.name]
        known = words.get("values", {}) if value in option.values else {}
        said = known.get(write_value(value), getattr(own_value(), language))
        colon = "\N{NO-BREAK SPACE}:" if language == "fr" else ":"
        texts.append(f"{words['label']}{colon} {said}")
    return Phrase(*texts)
