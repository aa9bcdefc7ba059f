"""REST: setting tables, sitting down, starting, coming back, playing again."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, delete, get, post, put
from litestar.params import FromPath, JSONBody

from echappee.bots.registry import bot
from echappee.server.http.auth import REFUSED, TheService, seated, tokens_of
from echappee.server.protocol import rest as b
from echappee.server.refusals import Refusal
from echappee.server.store import facts as f
from echappee.server.table import codes, commands
from echappee.server.table.commands import Decision, nickname
from echappee.server.table.create_table import place_after, set_rematch, set_table
from echappee.server.table.live import Live
from echappee.server.table.service import TableService
from echappee.server.table.table import Table, hashed

Asked = Request[Any, Any, Any]


@post("/tables", summary="Set a table", status_code=201, responses=REFUSED)
async def create_table(
    request: Asked, service: TheService, data: JSONBody[b.CreateTable]
) -> Response[b.Seated]:
    """Set a table, with your seats, open seats and bots."""
    live, keys = await set_table(service, data)
    return seated(live, False, [], request, keys, status=201)


@get("/lobby", summary="Who wants a game?", responses=REFUSED)
async def open_tables(service: TheService) -> list[b.OpenTable]:
    """The public tables that wait for somebody now, who has waited longest first."""
    return await service.open_tables.listed()


@get("/tables/{code:str}", summary="A table", responses=REFUSED)
async def table(request: Asked, service: TheService, code: FromPath[str]) -> Response[b.Seated]:
    """A table, and which of its seats this device holds."""
    wanted = codes.read_code(code)
    live, by_watch = await service.tables.find(wanted, tokens_of(request, wanted))
    return seated(live, by_watch, _tokens(request, live), request)


@post(
    "/tables/{code:str}/seats/{seat:int}",
    summary="Take an open seat",
    status_code=200,
    responses=REFUSED,
)
async def take_seat(
    request: Asked,
    service: TheService,
    code: FromPath[str],
    seat: FromPath[int],
    data: JSONBody[b.TakeSeat],
) -> Response[b.Seated]:
    """Sit down with a nickname alone."""
    live = await _to_play(request, service, code)
    name, token = nickname(data.name), codes.new_token()
    await service.runner.run(live, lambda t: commands.take(t, seat, name, hashed(token)))
    return seated(live, False, _tokens(request, live), request, {seat: token})


@put(
    "/tables/{code:str}/seats/{seat:int}",
    summary="Fill a seat with a bot, or open it",
    responses=REFUSED,
)
async def fill_seat(
    request: Asked,
    service: TheService,
    code: FromPath[str],
    seat: FromPath[int],
    data: JSONBody[b.FillSeat],
) -> Response[b.Seated]:
    """For the host, before the game begins."""
    live = await _as_host(request, service, code)
    name = None if data.bot is None else bot(data.bot).name
    await service.runner.run(live, lambda t: commands.fill(t, seat, name))
    return seated(live, False, _tokens(request, live), request)


@delete(
    "/tables/{code:str}/seats/{seat:int}",
    summary="Leave a seat",
    status_code=200,
    responses=REFUSED,
)
async def leave_seat(
    request: Asked, service: TheService, code: FromPath[str], seat: FromPath[int]
) -> Response[b.Seated]:
    """Get up again before the game begins."""
    live = await _to_play(request, service, code)
    held, _ = live.table.held_by(_tokens(request, live))
    if seat not in held:
        raise Refusal("not-your-seat")
    await service.runner.run(live, lambda t: commands.leave(t, seat))
    return seated(live, False, _tokens(request, live), request)


@post("/tables/{code:str}/start", summary="Begin", status_code=200, responses=REFUSED)
async def start_table(
    request: Asked, service: TheService, code: FromPath[str], data: JSONBody[b.StartTable]
) -> Response[b.Seated]:
    """For the host: begin now, with bots in the seats that are still open."""
    live = await _as_host(request, service, code)
    name = None if data.fill is None else bot(data.fill).name
    await service.runner.run(live, lambda t: commands.begin(t, name))
    return seated(live, False, _tokens(request, live), request)


@post(
    "/tables/{code:str}/recover",
    summary="Come back by a private link",
    status_code=200,
    responses=REFUSED,
)
async def recover_seat(
    request: Asked, service: TheService, code: FromPath[str], data: JSONBody[b.RecoverSeat]
) -> Response[b.Seated]:
    """Show a token; this device then holds its seat."""
    live = await _to_play(request, service, code, data.token)
    seats, host = live.table.held_by([data.token])
    keys: dict[int | None, str] = dict.fromkeys(sorted(seats), data.token)
    if host:
        keys[None] = data.token
    if not keys:
        raise Refusal("bad-key")
    return seated(live, False, _tokens(request, live), request, keys)


@post("/tables/{code:str}/rematch", summary="Play again", status_code=200, responses=REFUSED)
async def rematch(request: Asked, service: TheService, code: FromPath[str]) -> Response[b.Seated]:
    """Set the next table, or take one's seat at it: everybody moves on by one."""
    before = await _to_play(request, service, code)
    held, _ = before.table.held_by(_tokens(request, before))
    if not held:
        raise Refusal("not-your-seat")
    if before.table.rematch is None:
        named = (codes.new_code(codes.TABLE), codes.new_code(codes.WATCH), min(held))
        await service.runner.run(before, lambda t: _name_rematch(t, *named))
    live = await set_rematch(service, before)
    keys: dict[int | None, str] = {}
    named_rematch = before.table.rematch
    assert named_rematch is not None
    if named_rematch.host in held:
        keys[None] = codes.new_token()
        given = f.KeyGiven(seat=None, key=hashed(keys[None]))
        await service.runner.run(live, lambda t: Decision((given,)))
    for seat in sorted(held):
        place, token = place_after(before.table, seat), codes.new_token()
        keys[place] = token
        key = hashed(token)
        await service.runner.run(live, lambda t, p=place, k=key: commands.claim(t, p, k))  # type: ignore[misc]
    return seated(live, False, _tokens(request, live), request, keys)


def _name_rematch(table: Table, code: str, watch: str, host: int) -> Decision:
    if table.status != "over":
        raise Refusal("not-over")
    if table.rematch is not None:
        return Decision()
    return Decision((f.RematchSet(code=code, watch=watch, host=host),))


def _tokens(request: Asked, live: Live) -> list[str]:
    return tokens_of(request, live.table.founding.code)


async def _to_play(request: Asked, service: TableService, code: str, *tokens: str) -> Live:
    """A table by its own code: the one for spectators opens nothing."""
    wanted = codes.read_code(code)
    live, by_watch = await service.tables.find(wanted, [*tokens_of(request, wanted), *tokens])
    if by_watch:
        raise Refusal("no-table", table=code[:12])
    return live


async def _as_host(request: Asked, service: TableService, code: str) -> Live:
    live = await _to_play(request, service, code)
    if not live.table.held_by(_tokens(request, live))[1]:
        raise Refusal("not-host")
    return live


HANDLERS = (
    create_table, open_tables, table, take_seat, fill_seat, leave_seat, start_table, recover_seat,
    rematch,
)  # fmt: skip
