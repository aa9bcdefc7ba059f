"""Is what the database holds of a table what its clients asked for, and were told?

1. `_numbered`: the stored facts are numbered 1, 2, 3 …
2. `_asked`: each was asked for, and none is stored twice. Excepted is what a server does by itself:
   the moves of bots, bots that stand in and people who return, seats, keys, the beginning, the end.
3. `_acknowledged`: what was acknowledged is stored under that number, in the order of asking; what
   was refused for good is not.
4. `_heard`: each client heard of every fact once, in order, and was never sent back.
5. `_replayed`: the rules lead from the stored moves to the views that clients saw, byte by byte.

It knows histories, facts and rules, and nothing of the server that it judges.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from bench.faults.history import Acked, AnyEntry, Refused, Sent, Shown, digest
from echappee.errors import EchappeeError
from echappee.games import rulebook
from echappee.match.match import Match
from echappee.match.secret import Secret
from echappee.server.store import facts as f

Facts = Sequence[f.Stored]
Entries = Sequence[AnyEntry]
Found = Iterator[tuple[str, str]]
_BY_ITSELF = (f.SeatSet, f.KeyGiven, f.Began, f.BotStoodIn, f.PersonReturned, f.GameEnded)
_TOLD = 500
"""Whoever was away for longer than so many facts is told afresh."""


class Fault(msgspec.Struct, frozen=True):
    """Something that must not be."""

    kind: str
    code: str
    words: str


def check(founding: f.Founding, stored: Facts, heard: Mapping[str, Entries]) -> list[Fault]:
    """All that is wrong with one table, by what each client did and heard there."""
    together = [entry for entries in heard.values() for entry in entries]
    found = [*_numbered(stored), *_asked(stored, together)]
    for client, entries in heard.items():
        for kind, words in (*_acknowledged(stored, entries), *_heard(stored, entries)):
            found.append((kind, f"{client}: {words}"))
    found += _replayed(founding, stored, together)
    return [Fault(kind, founding.code, words) for kind, words in found]


def _numbered(stored: Facts) -> Found:
    if (numbers := [one.seq for one in stored]) != list(range(1, len(stored) + 1)):
        yield "numbers", f"the facts have the numbers {numbers}"


def _asked(stored: Facts, entries: Entries) -> Found:
    asked = {(one.seat, one.id): one for one in entries if isinstance(one, Sent)}
    times = Counter((_seat(one.fact), one.fact.id) for one in stored if one.fact.id is not None)
    for (_, request), count in times.items():
        if count > 1:
            yield "doubled", f"request {request} is stored {count} times"
    bots: set[int | None] = set()
    for one in stored:
        fact, seat = one.fact, _seat(one.fact)
        if fact.id is not None and seat is not None:
            sent = asked.get((seat, fact.id))
            wanted = sent and (sent.kind, sent.text) == (_kind(fact), getattr(fact, "text", None))
        else:
            wanted = isinstance(fact, _BY_ITSELF) or (_kind(fact) == "move" and seat in bots)
        if not wanted:
            yield "unasked", f"nobody asked for number {one.seq}: {fact}"
        if isinstance(fact, f.BotStoodIn) or getattr(fact, "kind", None) == "bot":
            bots.add(seat)
        elif isinstance(fact, f.SeatSet | f.PersonReturned):
            bots.discard(seat)


def _acknowledged(stored: Facts, entries: Entries) -> Found:
    found = {one.seq: (_seat(one.fact), one.fact.id) for one in stored}
    kept = set(found.values())
    seats = {one.id: one.seat for one in entries if isinstance(one, Sent)}  # in order of asking
    acked: dict[str, int] = {}
    for one in entries:
        if isinstance(one, Acked):
            acked[one.id] = one.seq
            if found.get(one.seq) != (seats[one.id], one.id):
                yield "lost", f"request {one.id} was acknowledged as {one.seq} and is not there"
        elif isinstance(one, Refused) and one.final and (seats[one.id], one.id) in kept:
            yield "refused", f"request {one.id} was refused ({one.why}) and is stored"
    numbers = [acked[request] for request in seats if request in acked]
    for before, after in pairwise(numbers):
        if after <= before:
            yield "order", f"what was asked later than number {before} is number {after}"


def _heard(stored: Facts, entries: Entries) -> Found:
    told = [(one.seq, _kind(one.fact).replace("began", "started")) for one in stored]
    last: int | None = None
    known = 0  # the highest number that this client was ever told
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
    match = Match(
        rulebook(founding.game), founding.players, founding.options, Secret(founding.secret),
        rules=founding.rules, practice=founding.practice, by_entry=founding.by_entry,
    )  # fmt: skip
    for kept in stored:
        fact = kept.fact
        try:
            if isinstance(fact, f.MovePlayed):
                match.play(fact.seat, fact.text)
            elif isinstance(fact, f.MoveUndone):
                match.undo(fact.seat, consent=range(match.players) if fact.by_consent else ())
        except EchappeeError as error:
            yield "replay", f"number {kept.seq} is against the rules: {error}"
            return
        for look, number, view in views.pop(kept.seq, ()):
            played = digest(msgspec.json.encode(match.typed_view(look)))
            if (number, view) != (match.number, played):
                yield "view", f"number {kept.seq}, seen by {look}, is not what was played"
    for seq in views:
        yield "view", f"somebody saw number {seq}, which is not stored"


def _seat(fact: f.AnyFact) -> int | None:
    return getattr(fact, "seat", None)


def _kind(fact: f.AnyFact) -> str:
    return str(type(fact).__struct_config__.tag)
