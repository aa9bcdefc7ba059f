"""REST: records of games that are over, and of games from elsewhere. Here everything is open."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from echappee.errors import EchappeeError
from echappee.games import rulebook
from echappee.match.game_record import read_record
from echappee.match.match import Match
from echappee.match.replay import replay, verification
from echappee.server.http import replay_steps
from echappee.server.http.auth import REFUSED, TheService, seated
from echappee.server.http.replay_steps import MOST_STEPS
from echappee.server.protocol import records as rt
from echappee.server.protocol import rest as b
from echappee.server.refusals import Refusal
from echappee.server.table import codes
from echappee.server.table.create_table import set_branch
from echappee.server.table.fair_pool import Claim, Result
from echappee.server.table.projection import table_end
from echappee.server.table.service import TableService

_KEPT = 64
_OPEN_ALREADY = 2
"""The head start of those who look at a record over those who bring one."""


class Opened(msgspec.Struct, frozen=True):
    """A record that has been replayed."""

    id: str
    match: Match
    end: b.TableEnd | None
    verified: bool
    share: str
    """Its id for everybody: of a table the code for spectators."""
    bots: tuple[str | None, ...] = ()
    """Which bot sat where, as far as a table knows."""


class _Reading(msgspec.Struct):
    """A record that is being replayed, and how many wait for it."""

    task: asyncio.Task[Opened]
    waiting: int = 0


class Archive:
    """Records that were looked at lately, replayed; the rest is in the storage.

    A text is replayed once, however many send it at the same time or soon after.
    """

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._opened: OrderedDict[str, Opened] = OrderedDict()
        self._codes: OrderedDict[bytes, str] = OrderedDict()
        """The ids of texts that were read lately, as they were sent, by their hashes."""
        self._reading: dict[bytes, _Reading] = {}

    async def keep(self, text: str, address: str) -> Opened:
        """Check a record by replay, and keep it."""
        digest = hashlib.sha256(text.encode(errors="surrogatepass")).digest()
        known = self._opened.get(self._codes.get(digest, ""))
        if known is not None:
            self._opened.move_to_end(known.id)
            return known
        opened = await self._once(digest, lambda: self._keep(text, address))
        self._codes[digest] = opened.id
        while len(self._codes) > _KEPT:
            self._codes.popitem(last=False)
        return opened

    async def _keep(self, text: str, address: str) -> Opened:
        match, verified, canonical = await self._read(text, address)
        code = codes.record_code(canonical)
        await self._service.storage.keep_record(code, canonical, self._service.time.now())
        return self._remember(Opened(code, match, _end(match), verified, code))

    async def open(self, record_id: str, address: str, tokens: Iterable[str] = ()) -> Opened:
        """An imported record, or the game of a table that is over, for who shows these tokens."""
        code = codes.read_code(record_id)
        if code in self._opened:
            self._opened.move_to_end(code)
            return self._opened[code]
        text = await self._service.storage.record(code)
        if code in self._opened:  # by another, while we looked
            return self._opened[code]
        if text is not None:
            return await self._once(code.encode(), lambda: self._reopen(code, text, address))
        try:
            live, _ = await self._service.tables.find(code, tokens)
        except Refusal:
            raise Refusal("no-record", id=code[:12]) from None
        table = live.table
        if table.status != "over" or table.match is None:
            raise Refusal("not-over")
        bots = tuple(seat.bot if seat.kind == "bot" else None for seat in table.seats)
        return Opened(code, table.match, table_end(table), True, table.founding.watch, bots)

    async def _reopen(self, code: str, text: str, address: str) -> Opened:
        match, verified, _ = await self._read(text, address)
        return self._remember(Opened(code, match, _end(match), verified, code))

    async def work(self, address: str, work: Callable[..., Result], *given: Any) -> Result:
        """Do something with a record that is open, before others are replayed."""
        claim = Claim((address,), head_start=_OPEN_ALREADY)
        return await self._service.replays.run(claim, work, *given)

    async def _read(self, text: str, address: str) -> tuple[Match, bool, str]:
        """Replay a record, and write it as we do."""
        run, claim = self._service.replays.run, Claim((address,))
        await self._service.rules.best(await run(claim, _game_of, text))
        return await run(claim, _replayed, text)

    async def _once(self, key: bytes, read: Callable[[], Coroutine[Any, Any, Opened]]) -> Opened:
        """Read a record once for all who ask at the same time; not at all if they all go."""
        reading = self._reading.get(key)
        if reading is None:
            reading = self._reading[key] = _Reading(asyncio.create_task(read()))
        reading.waiting += 1
        try:
            return await asyncio.shield(reading.task)
        finally:
            reading.waiting -= 1
            if not reading.waiting:
                del self._reading[key]
                reading.task.cancel()

    def _remember(self, opened: Opened) -> Opened:
        self._opened[opened.id] = opened
        while len(self._opened) > _KEPT:
            self._opened.popitem(last=False)
        return opened


class Reader:
    """The archive as one caller may use it: by his address, and by the tokens that he shows."""

    def __init__(
        self, archive: Archive, address: str, tokens: Callable[[str], Iterable[str]]
    ) -> None:
        self._archive = archive
        self._address = address
        self._tokens = tokens

    async def keep(self, text: str) -> Opened:
        """Check a record by replay, and keep it."""
        return await self._archive.keep(text, self._address)

    async def open(self, record_id: str) -> Opened:
        """A record, or the game of a table that is over."""
        tokens = self._tokens(codes.read_code(record_id))
        return await self._archive.open(record_id, self._address, tokens)

    async def work(self, work: Callable[..., Result], *given: Any) -> Result:
        """Do something with a record that is open, before others are replayed."""
        return await self._archive.work(self._address, work, *given)


TheArchive = NamedDependency[Reader]


def _game_of(text: str) -> str:
    """The game that a record names; refuses a text that is no record."""
    return rulebook(read_record(text).game).id


def _replayed(text: str) -> tuple[Match, bool, str]:
    """A record played again; whether everything in it is proven; and as we write it."""
    match = replay(text)
    try:
        verification(match, read_record(text))
    except EchappeeError:
        verified = False
    else:
        verified = True
    return match, verified, match.save()


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
async def import_record(archive: TheArchive, data: JSONBody[rt.ImportRecord]) -> rt.RecordInfo:
    """Check a record by replaying it, and share it by its id."""
    return _info(await archive.keep(data.text))


@get("/records/{record_id:str}", summary="A record", responses=REFUSED)
async def record(archive: TheArchive, record_id: FromPath[str]) -> rt.RecordInfo:
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
    return await _download(archive, await archive.open(record_id))


@get(
    "/tables/{code:str}/record",
    summary="A table's record as text",
    media_type="text/plain",
    responses=REFUSED,
)
async def table_record(archive: TheArchive, code: FromPath[str]) -> Response[str]:
    """The file to keep, once the game is over."""
    return await _download(archive, await archive.open(code))


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
) -> rt.RecordStep:
    """The view and the events at an entry, through any seat."""
    match = (await archive.open(record_id)).match
    return await archive.work(_step, match, number, look)


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
) -> rt.RecordSteps:
    """The first one whole, then what changes from step to step."""
    match = (await archive.open(record_id)).match
    return await archive.work(replay_steps.steps, match, first, count, look)


@get("/records/{record_id:str}/course", summary="A record at a glance", responses=REFUSED)
async def record_course(archive: TheArchive, record_id: FromPath[str]) -> rt.RecordCourse:
    """Its stages or rounds, and how the standing changed."""
    match = (await archive.open(record_id)).match
    return await archive.work(replay_steps.course, match)


@get("/records/{record_id:str}/chances", summary="Winning chances", responses=REFUSED)
async def record_chances(
    archive: TheArchive, service: TheService, record_id: FromPath[str]
) -> rt.RecordChances:
    """What bots have found out so far; the first to ask sets them to it."""
    opened = await archive.open(record_id)
    return service.estimates.estimate(opened.share, opened.match).snapshot()


@get("/records/{record_id:str}/review", summary="A seat's moves, judged", responses=REFUSED)
async def record_review(
    archive: TheArchive,
    service: TheService,
    record_id: FromPath[str],
    seat: Annotated[int, QueryParameter(ge=0, lt=b.MOST_SEATS)],
) -> rt.RecordReview:
    """Which moves cost chances, as far as bots have found out; the first to ask sets them to it."""
    opened = await archive.open(record_id)
    opened.match.moves(seat)  # refuses a seat that is not there
    return service.reviews.review(opened.share, opened.match, seat).snapshot()


@post(
    "/records/{record_id:str}/branch",
    summary="Play on from a moment",
    status_code=201,
    responses=REFUSED,
)
async def branch_record(
    request: Request[Any, Any, Any],
    archive: TheArchive,
    service: TheService,
    record_id: FromPath[str],
    data: JSONBody[rt.BranchRecord],
) -> Response[b.Seated]:
    """What if: a table that begins there, with all drawn anew that the chosen seat can't see."""
    opened = await archive.open(record_id)
    then = await archive.work(opened.match.at, data.number)
    live, keys = await set_branch(service, opened.share, then, data)
    return seated(live, False, [], request, keys, status=201)


def _step(match: Match, number: int, look: int | None) -> rt.RecordStep:
    then = match.at(number)
    events = then.events(look, number - 1) if number else []
    return rt.RecordStep(
        number=number,
        total=match.number,
        look=look,
        events=[event for _, event in events],
        view=then.typed_view(look),
        seats=[then.typed_view(seat) for seat in range(match.players)],
        position=then.position(),
    )


def _info(opened: Opened) -> rt.RecordInfo:
    match = opened.match
    return rt.RecordInfo(
        id=opened.id,
        game=match.game_id,
        rules=match.rules,
        players=match.players,
        options=match.options,
        names=[match.names.get(seat) for seat in range(match.players)],
        bots=list(opened.bots) or [None] * match.players,
        entries=[rt.EntryInfo(number=e.number, seat=e.seat, text=e.text) for e in match.entries],
        end=opened.end,
        commitment=match.commitment,
        practice=match.practice,
        verified=opened.verified,
    )


async def _download(archive: Reader, opened: Opened) -> Response[str]:
    """A record as a file. All its positions are written for their checksums: not on the loop."""
    name = f"{opened.match.game_id}-{opened.id}.echappee"
    return Response(
        await archive.work(opened.match.save),
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


HANDLERS = (
    import_record, record, record_text, table_record, record_step, record_steps, record_course,
    record_chances, record_review, branch_record,
)  # fmt: skip
