"""Is what the database holds of a table what its clients asked for, and were told?

It knows histories, facts and rules, and nothing of the server that it judges:
1. `_asked`: the facts are numbered 1, 2, 3 …, each was asked for, none is stored twice. Excepted is
   what a server does by itself: seats, keys, the beginning, the end, the moves of bots, people who
   return and bots that stand in, but these for nobody who was there (`_stood_in`).
2. `_acknowledged`: what was acknowledged is stored under that number, in the order of asking; what
   was refused for good is not.
3. `_heard`: each client heard of every fact once, in order, and was never sent back.
4. `_replayed`: the rules lead from the stored moves to the views that clients saw, byte by byte.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from bench.faults.history import Acked, AnyEntry, Lost, Refused, Sent, Shown, digest
from bench.faults.stored import dealt, kind_of, seat_of
from echappee.errors import EchappeeError
from echappee.server.store import facts as f

Facts = Sequence[f.Stored]
Entries = Sequence[AnyEntry]
Found = Iterator[tuple[str, str]]
_BY_ITSELF = (f.SeatSet, f.KeyGiven, f.Began, f.BotStoodIn, f.PersonReturned, f.GameEnded)
_TOLD = 500  # whoever was away for longer than so many facts is told afresh
_AWAY = 20.0  # seconds; a bot stands in after 30, and clocks give clients more than they need


class Fault(msgspec.Struct, frozen=True):
    """Something that must not be."""

    kind: str
    code: str
    words: str


def check(founding: f.Founding, stored: Facts, heard: Mapping[str, Entries]) -> list[Fault]:
    """All that is wrong with one table, by what each client did and heard there."""
    together = [entry for entries in heard.values() for entry in entries]
    found = [*_asked(stored, together), *_replayed(founding, stored, together)]
    for client, entries in heard.items():
        for look in (_stood_in, _acknowledged, _heard):
            found += [(kind, f"{client}: {words}") for kind, words in look(stored, entries)]
    return [Fault(kind, founding.code, words) for kind, words in found]


def _asked(stored: Facts, entries: Entries) -> Found:
    if (numbers := [one.seq for one in stored]) != list(range(1, len(stored) + 1)):
        yield "numbers", f"the facts have the numbers {numbers}"
    times = Counter((seat_of(one.fact), one.fact.id) for one in stored if one.fact.id is not None)
    for (_, request), count in times.items():
        if count > 1:
            yield "doubled", f"request {request} is stored {count} times"
    asked = {(one.seat, one.id): one for one in entries if isinstance(one, Sent)}
    bots: set[int | None] = set()
    for one in stored:
        fact, seat = one.fact, seat_of(one.fact)
        if fact.id is not None and seat is not None:
            sent = asked.get((seat, fact.id))
            wanted = sent and (sent.kind, sent.text) == (kind_of(fact), getattr(fact, "text", None))
        else:
            wanted = isinstance(fact, _BY_ITSELF) or (kind_of(fact) == "move" and seat in bots)
        if not wanted:
            yield "unasked", f"nobody asked for number {one.seq}: {fact}"
        if isinstance(fact, f.BotStoodIn) or getattr(fact, "kind", None) == "bot":
            bots.add(seat)
        elif isinstance(fact, f.SeatSet | f.PersonReturned):
            bots.discard(seat)


def _stood_in(stored: Facts, entries: Entries) -> Found:
    lost, longest = None, 0.0
    for one in entries:
        if isinstance(one, Lost) and lost is None:
            lost = one.at
        elif isinstance(one, Shown) and lost is not None:
            longest, lost = max(longest, one.at - lost), None
    seats = {one.look for one in entries if isinstance(one, Shown)} - {None}
    for fact in stored if lost is None and longest < _AWAY else ():
        if isinstance(fact.fact, f.BotStoodIn) and fact.fact.seat in seats:
            yield "stale", f"by number {fact.seq}, a bot stood in for somebody who was there"


def _acknowledged(stored: Facts, entries: Entries) -> Found:
    found = {one.seq: (seat_of(one.fact), one.fact.id) for one in stored}
    seats = {one.id: one.seat for one in entries if isinstance(one, Sent)}  # in order of asking
    acked: dict[str, int] = {}
    for one in entries:
        if isinstance(one, Acked):
            acked[one.id] = one.seq
            if found.get(one.seq) != (seats[one.id], one.id):
                yield "lost", f"request {one.id} was acknowledged as {one.seq} and is not there"
        elif isinstance(one, Refused) and one.final and (seats[one.id], one.id) in found.values():
            yield "refused", f"request {one.id} was refused ({one.why}) and is stored"
    for before, after in pairwise([acked[request] for request in seats if request in acked]):
        if after <= before:
            yield "order", f"what was asked later than number {before} is number {after}"


def _heard(stored: Facts, entries: Entries) -> Found:
    told = [(one.seq, kind_of(one.fact).replace("began", "started")) for one in stored]
    last, known = None, 0  # known: the highest number that this client was ever told
    for one in entries:
        if isinstance(one, Shown):
            after = last or 0
            if one.seq < known:
                yield "back", f"told of number {known}, then sent back to {one.seq}"
            if one.welcome and one.since is None:
                after = max(0, one.seq - _TOLD)
                if last is not None and last >= after:
                    yield "afresh", f"was at {last}, and told afresh at {one.seq}"
            elif one.welcome and one.since != last:
                yield "gap", f"was at {last}, and told what came after {one.since}"
            if one.items != [item for item in told[after : one.seq] if item[1] != "key"]:
                yield "gap", f"from {after} to {one.seq}, told of {one.items}"
            last = one.seq
        if isinstance(one, Shown | Acked):
            known = max(known, one.seq)


def _replayed(founding: f.Founding, stored: Facts, entries: Entries) -> Found:
    views: dict[int, set[tuple[int | None, int | None, str]]] = {}
    games: dict[tuple[int, int | None], str] = {}
    for one in entries:
        if isinstance(one, Shown) and one.view and one.game:
            views.setdefault(one.seq, set()).add((one.look, one.number, one.view))
            if games.setdefault((one.seq, one.look), one.game) != one.game:
                yield "differs", f"number {one.seq}, seen by {one.look}, is not what another saw"
    match = dealt(founding)
    for kept in stored:
        try:
            if isinstance(kept.fact, f.MovePlayed):
                match.play(kept.fact.seat, kept.fact.text)
            elif isinstance(kept.fact, f.MoveUndone):
                consent = range(match.players) if kept.fact.by_consent else ()
                match.undo(kept.fact.seat, consent=consent)
        except EchappeeError as error:
            yield "replay", f"number {kept.seq} is against the rules: {error}"
            return
        for look, number, view in views.pop(kept.seq, ()):
            played = digest(msgspec.json.encode(match.typed_view(look)))
            if (number, view) != (match.number, played):
                yield "view", f"number {kept.seq}, seen by {look}, is not what was played"
    for seq in views:
        yield "view", f"somebody saw number {seq}, which is not stored"
