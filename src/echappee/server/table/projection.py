"""What each viewer is told: one projection for each, made of what he may know and nothing else."""

from __future__ import annotations

from collections import defaultdict
from itertools import takewhile

import msgspec

from echappee.rulebook.values import Event
from echappee.server.protocol import messages as m
from echappee.server.protocol import rest as b
from echappee.server.refusals import ending
from echappee.server.store import facts as f
from echappee.server.table.commands import UndoRight, undo_right
from echappee.server.table.json_cache import packed
from echappee.server.table.table import Ask, Logged, SeatState, Table


class Eye(msgspec.Struct, frozen=True):
    """Who looks: through a seat or as a spectator, and by which of the two codes he came."""

    look: int | None
    by_watch: bool


def table_info(table: Table, by_watch: bool) -> b.TableInfo:
    """A table as everybody may see it."""
    founding, rematch = table.founding, table.rematch
    following = None
    if rematch is not None:
        following = rematch.watch if by_watch else rematch.code
    return b.TableInfo(
        code=None if by_watch else founding.code,
        watch=founding.watch,
        game=founding.game,
        players=founding.players,
        options=founding.options,
        clock=founding.clock,
        start=founding.start,
        practice=founding.practice,
        hints=founding.hints,
        public=founding.public,
        status=table.status,
        paused=table.paused,
        seats=[seat_info(number, seat) for number, seat in enumerate(table.seats)],
        founder=table.founder,
        seq=table.seq,
        number=table.number,
        commitment=table.commitment,
        created=founding.created,
        end=table_end(table),
        rematch=following,
        rematch_of=founding.rematch_of,
        branch_of=_branch_of(founding),
        series=series_info(table),
    )


def series_info(table: Table) -> b.SeriesInfo | None:
    """The longer contest that a table is part of, as it stands."""
    before, now = table.series, table.series_now
    if before is None or now is None:
        return None
    return b.SeriesInfo(
        part=before.done + 1,
        length=before.length,
        goes_on=before.done + 1 < before.length,
        standing=now.summary(),
    )


def _branch_of(founding: f.Founding) -> b.BranchOf | None:
    """Where a table left a record, without the position: that holds what is hidden."""
    branch = founding.branch
    if branch is None:
        return None
    return b.BranchOf(record=branch.record, number=branch.number, seat=branch.seat)


def seat_info(number: int, seat: SeatState) -> b.SeatInfo:
    """A seat without its keys."""
    return b.SeatInfo(
        seat=number,
        kind=seat.kind,
        name=seat.name,
        bot=seat.bot,
        stand_in=seat.stand_in,
        resigned=seat.resigned,
    )


def table_end(table: Table) -> b.TableEnd | None:
    """How a table ended."""
    if table.end is None or table.match is None:
        return None
    outcome = table.match.outcome
    if table.end.why == "played" and outcome is not None:
        words, article = outcome.words, outcome.article
    else:
        words, article = ending("resigned"), None
    return b.TableEnd(
        why=table.end.why,
        words=words,
        article=article,
        winners=tuple(table.end.winners),
        standing=table.match.standing,
    )


def game_now(table: Table, look: int | None) -> m.GameNow | None:
    """The game as a seat may know it: its view, its moves, its right to take back."""
    match = table.match
    if match is None:
        return None
    moves: list[str] = []
    undo: UndoRight = "no"
    if look is not None and table.status == "playing":
        moves = match.moves(look).texts() if look in match.actors else []
        undo = undo_right(table, look)
    view = packed(match.typed_view(look), match.rulebook.constant_parts)
    return m.GameNow(number=match.number, view=view, moves=moves, undo=undo)


def asked(ask: Ask | None) -> m.UndoAsk | None:
    """The question that is open."""
    return None if ask is None else m.UndoAsk(ask=ask.seq, seat=ask.seat, waits=list(ask.waits))


def items(table: Table, eye: Eye, since: int) -> list[m.LogItem]:
    """What happened after number ``since``, as a viewer may know it."""
    return _items(table, eye, table.since(since))


def _items(table: Table, eye: Eye, logged: list[Logged]) -> list[m.LogItem]:
    numbers = [one.number for one in logged if isinstance(one.fact, f.MovePlayed)]
    events = _events(table, eye.look, numbers)
    told = [_item(table, one, eye, events) for one in logged]
    return [item for item in told if item is not None]


def _events(table: Table, look: int | None, numbers: list[int]) -> dict[int, list[Event]]:
    """What the moves with these entry numbers did: the latest from memory, others by replay."""
    if not numbers:
        return {}
    assert table.match is not None
    viewer = look if table.rulebook.hidden else None
    latest = takewhile(lambda one: one.step.number >= numbers[0], reversed(table.steps))
    recent = {one.step.number: one.events(viewer) for one in latest}
    if all(number in recent for number in numbers):
        return recent
    found: dict[int, list[Event]] = defaultdict(list)
    for number, event in table.match.events(look, numbers[0] - 1):
        found[number].append(event)
    return found


def _item(table: Table, one: Logged, eye: Eye, events: dict[int, list[Event]]) -> m.LogItem | None:
    """One fact as a viewer may know it; None if it is nobody's business."""
    seq, at, fact = one.seq, one.at, one.fact
    match fact:
        case f.SeatSet():
            state = SeatState(fact.kind, fact.name, fact.bot)
            return m.Taken(seq=seq, at=at, seat=seat_info(fact.seat, state))
        case f.Began():
            return m.Started(seq=seq, at=at)
        case f.MovePlayed():
            told = events[one.number]
            return m.Moved(seq=seq, at=at, seat=fact.seat, number=one.number, events=told)
        case f.MoveUndone():
            return m.Undone(
                seq=seq, at=at, seat=fact.seat, number=one.number, by_consent=fact.by_consent
            )
        case f.UndoWanted():
            return m.UndoAsked(seq=seq, at=at, seat=fact.seat, waits=fact.waits)
        case f.UndoVoted():
            return m.UndoAnswered(seq=seq, at=at, seat=fact.seat, ask=fact.ask, agree=fact.agree)
        case f.Spoken():
            return m.Said(seq=seq, at=at, seat=fact.seat, text=fact.text, phrase=fact.phrase)
        case f.HintAsked():
            return m.HintTold(seq=seq, at=at, seat=fact.seat)
        case f.GamePaused():
            return m.Paused(seq=seq, at=at, seat=fact.seat)
        case f.GameResumed():
            return m.Resumed(seq=seq, at=at, seat=fact.seat)
        case f.SeatResigned():
            return m.Resigned(seq=seq, at=at, seat=fact.seat)
        case f.BotStoodIn():
            return m.StoodIn(seq=seq, at=at, seat=fact.seat, why=fact.why)
        case f.PersonReturned():
            return m.Returned(seq=seq, at=at, seat=fact.seat)
        case f.GameEnded():
            end = table_end(table)
            return None if end is None else m.Ended(seq=seq, at=at, end=end)
        case f.RematchSet():
            code = None if eye.by_watch else fact.code
            return m.Rematched(seq=seq, at=at, code=code, watch=fact.watch)
        case f.KeyGiven():
            return None


def news(table: Table, eye: Eye, since: int) -> m.News:
    """What a viewer who has everything up to ``since`` is to be told."""
    logged = table.since(since)
    kinds = {type(one.fact) for one in logged}
    return m.News(
        seq=table.seq,
        items=_items(table, eye, logged),
        game=None if kinds.isdisjoint(_GAME) else game_now(table, eye.look),
        table=None if kinds.isdisjoint(_TABLE) else table_info(table, eye.by_watch),
        ask=asked(table.ask),
    )


_GAME = {
    f.Began, f.MovePlayed, f.MoveUndone, f.GameEnded, f.SeatResigned, f.BotStoodIn,
    f.PersonReturned,
}  # fmt: skip
_TABLE = {
    f.SeatSet, f.Began, f.GamePaused, f.GameResumed, f.SeatResigned, f.BotStoodIn,
    f.PersonReturned, f.GameEnded, f.RematchSet,
}  # fmt: skip
