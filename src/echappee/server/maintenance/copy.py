"""Copy a whole store into an empty one, and compare the two before anybody sees the new one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TypeVar

from echappee.server.maintenance.progress import Progress, Stage
from echappee.server.maintenance.verify import Report, verify
from echappee.server.refusals import Refusal
from echappee.server.store.bulk import Snapshot, Target
from echappee.server.store.places import Place
from echappee.server.store.transfer import fill, snapshot

Row = TypeVar("Row")


async def copy(
    source: Place, target: Place, progress: Progress, *, anyway: bool = False,
    processes: int | None = None,
) -> Report:  # fmt: skip
    """Copy all tables, facts, records and offers, and verify the copy by replay.

    Tables that do not replay are refused, unless they are to be copied ``anyway``, as they are.
    """
    if source == target:
        raise Refusal("same-place", file=source.name)
    async with snapshot(source) as store, fill(target) as filled:
        if strays := await store.strays():
            raise Refusal("store-strays", file=source.name, count=len(strays))
        await pour(store, filled, progress, "copy")
        await compare(store, filled)
        report = await verify(filled, progress, processes=processes)
        if report.wrong and not anyway:
            raise Refusal("store-unsound", file=source.name, count=report.wrong)
        return report


async def pour(store: Snapshot, target: Target, progress: Progress, stage: Stage) -> None:
    """Put all rows of a store into another."""
    counts = await store.counts()
    progress.expect(stage, counts.tables + counts.records)
    async for tables in store.tables():
        await target.add_tables(tables)
        progress.advance(len(tables))
    async for records in store.records():
        await target.add_records(records)
        progress.advance(len(records))
    async for offers in store.offers():
        await target.add_offers(offers)


async def compare(store: Snapshot, target: Snapshot) -> None:
    """Refuse a copy that has other bytes than its source."""
    if (
        await store.counts() != await target.counts()
        or not await _equal(store.tables(), target.tables())
        or not await _equal(store.records(), target.records())
        or not await _equal(store.offers(), target.offers())
    ):
        raise Refusal("copy-differs")


async def _equal(ones: AsyncIterator[list[Row]], others: AsyncIterator[list[Row]]) -> bool:
    async for one in ones:
        if one != await anext(others, []):
            return False
    return not await anext(others, [])
