"""Setting a table: from what somebody asked for to the facts that found it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from echappee.bots.registry import bot
from echappee.errors import UsageError
from echappee.games import rulebook
from echappee.match.match import Match
from echappee.match.secret import Secret
from echappee.rulebook.options import Value
from echappee.rulebook.rulebook import Rulebook
from echappee.rulebook.series import Series
from echappee.server.protocol import records as rt
from echappee.server.protocol import rest as b
from echappee.server.refusals import Refusal
from echappee.server.store import facts as f
from echappee.server.store.storage import CodeInUse
from echappee.server.table import codes
from echappee.server.table.bot_seats import bot_seat
from echappee.server.table.commands import nickname
from echappee.server.table.live import Live
from echappee.server.table.service import TableService
from echappee.server.table.table import Table, hashed

_TRIES = 8


Keys = dict[int | None, str]


async def set_table(
    service: TableService,
    wanted: b.CreateTable,
    branch: f.Branch | None = None,
    version: int | None = None,
) -> tuple[Live, Keys]:
    """Found a table; returns it with the new keys, the host's under None.

    ``version`` is that of the rules to play by; the newest, if not told else.
    """
    rules = rulebook(wanted.game)
    played_by = rules.version if version is None else version
    players = len(wanted.seats)
    options, series = _chosen(rules, players, wanted, played_by)
    keys: Keys = {None: codes.new_token()}
    secret = service.new_secret()
    facts: list[f.AnyFact] = [f.KeyGiven(seat=None, key=hashed(keys[None]))]
    facts += _seats(wanted.seats, keys, Secret(secret).commitment)
    if wanted.start == "full" and not any(isinstance(plan, b.Open) for plan in wanted.seats):
        facts.append(f.Began())
    for _ in range(_TRIES):
        founding = f.Founding(
            code=codes.new_code(codes.TABLE),
            watch=codes.new_code(codes.WATCH),
            game=rules.id,
            rules=played_by,
            players=players,
            options=options,
            clock=wanted.clock,
            start=wanted.start,
            secret=secret,
            created=service.time.now(),
            series=series,
            branch=branch,
            practice=wanted.practice,
            hints=wanted.hints,
            public=wanted.public,
            by_entry=False,
        )
        try:
            return await service.tables.create(founding, facts), keys
        except CodeInUse:
            continue
    raise Refusal("too-many")


def _seats(plans: Sequence[b.SeatPlan], keys: Keys, commitment: str) -> list[f.SeatSet]:
    """Who sits where: people, whose keys are put into ``keys``, then the bots."""
    seats: dict[int, f.SeatSet] = {}
    for seat, plan in enumerate(plans):
        match plan:
            case b.You():
                keys[seat] = codes.new_token()
                name, key = nickname(plan.name), hashed(keys[seat])
                seats[seat] = f.SeatSet(seat=seat, kind="person", name=name, key=key)
            case b.BotSeat() if plan.name is not None:
                name, kind = nickname(plan.name), bot(plan.bot).name
                seats[seat] = f.SeatSet(seat=seat, kind="bot", name=name, bot=kind)
            case _:
                pass
    for seat, plan in enumerate(plans):
        if isinstance(plan, b.BotSeat) and plan.name is None:
            seats[seat] = bot_seat(seat, plan.bot, seats.values(), commitment)
    return [seats[seat] for seat in sorted(seats)]


async def set_branch(
    service: TableService, record_id: str, then: Match, wanted: rt.BranchRecord
) -> tuple[Live, Keys]:
    """A table that plays on from a moment of a record: one person, and bots in the other seats.

    It goes on by the version of the rules that the record was played by. It tries out how things
    might have gone, so it is a practice table.
    """
    if wanted.seat >= then.players:
        raise Refusal("no-seat", seat=wanted.seat)
    if then.over:
        raise UsageError("branch-over")
    others = b.BotSeat(bot=wanted.bot)
    seats: list[b.SeatPlan] = [
        b.You(name=wanted.name) if seat == wanted.seat else others for seat in range(then.players)
    ]
    branch = f.Branch(
        record=record_id, number=wanted.number, seat=wanted.seat, position=then.position()
    )
    table = b.CreateTable(game=then.game_id, seats=seats, options=then.options, practice=True)
    return await set_table(service, table, branch, then.rules)


def _chosen(
    rules: Rulebook, players: int, wanted: b.CreateTable, version: int
) -> tuple[dict[str, Value], str | None]:
    """The options of a table, and the series that it begins."""
    options = dict(rules.settle(players, wanted.options, version))
    if wanted.series is None:
        return options, None
    if rules.series is None:
        raise Refusal("no-series")
    series = rules.series.begin(wanted.series, players, options)
    return dict(rules.settle(players, {**options, **series.options()})), _kept(series)


def _kept(series: Series) -> str:
    return msgspec.json.encode(series).decode()


def goes_on(table: Table) -> bool:
    """Is the next table the next match of a series, with everybody where he sits?"""
    series = table.series_now
    return series is not None and series.done < series.length


def place_after(table: Table, seat: int) -> int:
    """Where a seat moves to at the next table: on by one, unless a series goes on."""
    return seat if goes_on(table) else (seat + 1) % table.founding.players


def _following(table: Table) -> tuple[dict[str, Value], str | None]:
    """The options and the series of the next table; a series that is over begins anew.

    It plays by the newest rules: options that the table before didn't have yet are as usual.
    """
    founding, rules, series = table.founding, table.rulebook, table.series_now
    if series is None or rules.series is None:
        return dict(rules.settle(founding.players, founding.options)), None
    if series.done == series.length:
        series = series.anew()
    options = dict(rules.settle(founding.players, {**founding.options, **series.options()}))
    return options, _kept(series)


async def set_rematch(service: TableService, before: Live) -> Live:
    """The table that follows ``before``, whose log names it; set it if nobody has yet."""
    old = before.table
    named = old.rematch
    assert named is not None
    if await service.storage.find(named.code) is None:
        options, series = _following(old)
        founding = f.Founding(
            code=named.code,
            watch=named.watch,
            game=old.founding.game,
            rules=old.rulebook.version,
            players=old.founding.players,
            options=options,
            clock=old.founding.clock,
            start="full",
            secret=service.new_secret(),
            created=service.time.now(),
            rematch_of=old.founding.watch,
            series=series,
            practice=old.founding.practice,
            hints=old.founding.hints,
            by_entry=False,
        )
        facts: list[f.AnyFact] = []
        for number, seat in enumerate(old.seats):
            place = place_after(old, number)
            if seat.kind == "bot":
                facts.append(f.SeatSet(seat=place, kind="bot", name=seat.name, bot=seat.bot))
            else:
                facts.append(f.SeatSet(seat=place, kind="reserved", name=seat.name))
        try:
            return await service.tables.create(founding, facts)
        except CodeInUse:
            pass  # somebody else has just set it
    live, _ = await service.tables.find(named.code)
    return live
