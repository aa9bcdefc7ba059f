"""REST: records of games that are over, and of games from elsewhere. Here everything is open."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from echappee.errors import EchappeeError
from echappee.match.match import Match
from echappee.match.replaying import replay, verify
from echappee.server import bodies as b
from echappee.server import codes, replays
from echappee.server.asked import REFUSED, TheHouse, seated
from echappee.server.house import House
from echappee.server.refusals import Refusal
from echappee.server.replays import MOST_STEPS
from echappee.server.setting import set_branch
from echappee.server.telling import table_end

_KEPT = 64


class Opened(msgspec.Struct, frozen=True):
    """A record that has been replayed."""

    id: str
    match: Match
    end: b.TableEnd | None
    verified: bool
    share: str
    """Its id for everybody: of a table the code for spectators."""


class Archive:
    """Records that were looked at lately, replayed; the rest is in the storage."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._opened: OrderedDict[str, Opened] = OrderedDict()

    async def keep(self, text: str) -> Opened:
        """Check a record by replay, and keep it."""
        match, verified = await self._read(text)
        canonical = match.save()
        code = codes.record_code(canonical)
        await self._house.storage.keep_record(code, canonical, self._house.time.now())
        return self._remember(Opened(code, match, _end(match), verified, code))

    async def open(self, record_id: str) -> Opened:
        """An imported record, or the game of a table that is over."""
        code = codes.read_code(record_id)
        if code in self._opened:
            self._opened.move_to_end(code)
            return self._opened[code]
        text = await self._house.storage.record(code)
        if text is not None:
            match, verified = await self._read(text)
            return self._remember(Opened(code, match, _end(match), verified, code))
        try:
            live, _ = await self._house.find(code)
        except Refusal:
            raise Refusal("no-record", id=code[:12]) from None
        table = live.table
        if table.status != "over" or table.match is None:
            raise Refusal("not-over")
        return Opened(code, table.match, table_end(table), True, table.founding.watch)

    async def _read(self, text: str) -> tuple[Match, bool]:
        """Replay a record; is everything in it proven?"""
        await self._house.rules_ready(_game_of(text))
        match = await asyncio.to_thread(replay, text)
        try:
            await asyncio.to_thread(verify, text)
        except EchappeeError:
            return match, False
        return match, True

    def _remember(self, opened: Opened) -> Opened:
        self._opened[opened.id] = opened
        while len(self._opened) > _KEPT:
            self._opened.popitem(last=False)
        return opened


TheArchive = NamedDependency[Archive]


def _game_of(text: str) -> str:
    """The game that a record names; refuses a text that is no record."""
    from echappee.games import rulebook
    from echappee.match.record import read_record

    return rulebook(read_record(text).game).id


def _end(match: Match) -> b.TableEnd | None:
    outcome = match.outcome
    if outcome is None:
        return None
    return b.TableEnd(
        why="played",
        words=outcome.words,
        article=outcome.article,
        winners=outcome.winners,
        standing=outcome.standing,
    )


@post("/records", summary="Import a record", status_code=201, responses=REFUSED)
async def import_record(archive: TheArchive, data: JSONBody[b.ImportRecord]) -> b.RecordInfo:
    """Check a record by replaying it, and share it by its id."""
    return _info(await archive.keep(data.text))


@get("/records/{record_id:str}", summary="A record", responses=REFUSED)
async def record(archive: TheArchive, record_id: FromPath[str]) -> b.RecordInfo:
    """A game that is over, or was imported."""
    return _info(await archive.open(record_id))


@get(
    "/records/{record_id:str}/text",
    summary="A record as text",
    media_type="text/plain",
    responses=REFUSED,
)
async def record_text(archive: TheArchive, record_id: FromPath[str]) -> Response[str]:
    """The file to keep."""
    return await _download(await archive.open(record_id))


@get(
    "/tables/{code:str}/record",
    summary="A table's record as text",
    media_type="text/plain",
    responses=REFUSED,
)
async def table_record(archive: TheArchive, code: FromPath[str]) -> Response[str]:
    """The file to keep, once the game is over."""
    return await _download(await archive.open(code))


@get(
    "/records/{record_id:str}/at/{number:int}",
    summary="A record at one of its entries",
    responses=REFUSED,
)
async def record_step(
    archive: TheArchive,
    record_id: FromPath[str],
    number: FromPath[int],
    look: Annotated[int | None, QueryParameter(ge=0, lt=b.MOST_SEATS, required=False)] = None,
) -> b.RecordStep:
    """The view and the events at an entry, through any seat."""
    match = (await archive.open(record_id)).match
    return await asyncio.to_thread(_step, match, number, look)


@get(
    "/records/{record_id:str}/steps/{first:int}",
    summary="Many steps of a record at once",
    responses=REFUSED,
)
async def record_steps(
    archive: TheArchive,
    record_id: FromPath[str],
    first: FromPath[int],
    count: Annotated[int, QueryParameter(ge=1, le=MOST_STEPS, required=False)] = MOST_STEPS // 2,
    look: Annotated[int | None, QueryParameter(ge=0, lt=b.MOST_SEATS, required=False)] = None,
) -> b.RecordSteps:
    """The first one whole, then what changes from step to step."""
    match = (await archive.open(record_id)).match
    return await asyncio.to_thread(replays.steps, match, first, count, look)


@get("/records/{record_id:str}/course", summary="A record at a glance", responses=REFUSED)
async def record_course(archive: TheArchive, record_id: FromPath[str]) -> b.RecordCourse:
    """Its stages or rounds, and how the standing changed."""
    match = (await archive.open(record_id)).match
    return await asyncio.to_thread(replays.course, match)


@get("/records/{record_id:str}/chances", summary="Winning chances", responses=REFUSED)
async def record_chances(
    archive: TheArchive, house: TheHouse, record_id: FromPath[str]
) -> b.RecordChances:
    """What bots have found out so far; the first to ask sets them to it."""
    opened = await archive.open(record_id)
    return house.judges.judge(opened.share, opened.match).told()


@post(
    "/records/{record_id:str}/branch",
    summary="Play on from a moment",
    status_code=201,
    responses=REFUSED,
)
async def branch_record(
    request: Request[Any, Any, Any],
    archive: TheArchive,
    house: TheHouse,
    record_id: FromPath[str],
    data: JSONBody[b.BranchRecord],
) -> Response[b.Seated]:
    """What if: a table that begins there, with all drawn anew that the chosen seat can't see."""
    opened = await archive.open(record_id)
    then = await asyncio.to_thread(opened.match.at, data.number)
    live, keys = await set_branch(house, opened.share, then, data)
    return seated(live, False, [], request, keys, status=201)


def _step(match: Match, number: int, look: int | None) -> b.RecordStep:
    then = match.at(number)
    events = then.events(look, number - 1) if number else []
    return b.RecordStep(
        number=number,
        total=match.number,
        look=look,
        events=[event for _, event in events],
        view=then.typed_view(look),
        seats=[then.typed_view(seat) for seat in range(match.players)],
        position=then.position(),
    )


def _info(opened: Opened) -> b.RecordInfo:
    match = opened.match
    return b.RecordInfo(
        id=opened.id,
        game=match.game_id,
        rules=match.rules,
        players=match.players,
        options=match.options,
        names=[match.names.get(seat) for seat in range(match.players)],
        entries=[b.EntryInfo(number=e.number, seat=e.seat, text=e.text) for e in match.entries],
        end=opened.end,
        commitment=match.commitment,
        verified=opened.verified,
    )


async def _download(opened: Opened) -> Response[str]:
    """A record as a file. All its positions are written for their checksums: not on the loop."""
    name = f"{opened.match.game_id}-{opened.id}.echappee"
    return Response(
        await asyncio.to_thread(opened.match.save),
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


HANDLERS = (
    import_record, record, record_text, table_record, record_step, record_steps, record_course,
    record_chances, branch_record,
)  # fmt: skip
