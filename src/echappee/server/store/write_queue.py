"""What waits to be stored: whoever writes takes all of it into one commit."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from echappee.server.counts import Commits
from echappee.server.store.rows import FactRow, TableRow

MOST_AT_ONCE = 500
"""So many share a commit."""


class Write(msgspec.Struct, eq=False):
    """Something that waits to be stored, all of it or nothing."""

    done: asyncio.Future[None]
    since: float
    """When it began to wait, by the loop's clock."""
    refusal: type[Exception]
    """What is heard if the database has something else under its keys."""
    tables: list[TableRow] = []
    facts: list[FactRow] = []
    dues: list[tuple[int | None, str]] = []
    in_doubt: bool = False
    """Was the connection lost while it was being stored? Then it may be there."""

    def settle(self, error: Exception | None) -> None:
        """Tell who waits, unless he has gone."""
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class WriteQueue:
    """Hands what waits to ``commit``, one batch after the other, each write in its order."""

    def __init__(self, commit: Callable[[list[Write]], Awaitable[None]]) -> None:
        self._commit = commit
        self.commits = Commits()
        self._waiting: asyncio.Queue[Write | None] = asyncio.Queue()

    async def put(
        self,
        refusal: type[Exception],
        *,
        tables: list[TableRow] | None = None,
        facts: list[FactRow] | None = None,
        dues: list[tuple[int | None, str]] | None = None,
    ) -> None:
        """Wait until something is stored."""
        loop = asyncio.get_running_loop()
        write = Write(
            loop.create_future(), loop.time(), refusal, tables or [], facts or [], dues or []
        )
        self._waiting.put_nowait(write)
        await write.done

    def end(self) -> None:
        """What waits by now is the last."""
        self._waiting.put_nowait(None)

    async def run(self) -> None:
        """Commit whatever waits, again and again, until the end; ``commit`` settles each write."""
        while (first := await self._waiting.get()) is not None:
            batch = [first]
            while not self._waiting.empty() and len(batch) < MOST_AT_ONCE:
                following = self._waiting.get_nowait()
                if following is None:
                    self._waiting.put_nowait(None)
                    break
                batch.append(following)
            await self._commit(batch)
            self.commits.add(sum(len(write.facts) for write in batch))
