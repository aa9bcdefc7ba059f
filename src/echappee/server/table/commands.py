"""What a request does at a table: the facts to be stored, or a refusal. Nothing changes here.

Whoever acts (a person, a bot, the clock) acts through these functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from echappee.errors import EchappeeError, UndoRefused
from echappee.match.game_record import UNDO, UNDO_BY_CONSENT
from echappee.match.match import Match
from echappee.server.protocol.rest import LONGEST_CHAT, LONGEST_NAME
from echappee.server.refusals import Refusal, quick_phrases
from echappee.server.store import facts as f
from echappee.server.table.bot_seats import bot_seat
from echappee.server.table.table import SeatState, Table

_CHECKED_EVERY = 32
_LEARNT = ("undo-random", "undo-hidden")

UndoRight = Literal["right", "consent", "alone", "no"]


class Decision(msgspec.Struct, frozen=True):
    """What is to be stored; ``match`` is the game after it, where it changes."""

    facts: tuple[f.AnyFact, ...] = ()
    match: Match | None = None


def clean(text: str, longest: int) -> str:
    """One line without control characters; empty if nothing readable is left, or too much is."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= longest else ""


def nickname(text: str) -> str:
    """A name that can be shown."""
    name = clean(text, LONGEST_NAME)
    if not name:
        raise Refusal("bad-name", most=LONGEST_NAME)
    return name


# ------------------------------------------------------------------------------------- the game


def play(
    table: Table,
    seat: int,
    number: int,
    text: str,
    banks: list[int] | None = None,
    request_id: str | None = None,
    used: int | None = None,
) -> Decision:
    """Play a move that was chosen in position ``number``; a bot's has no ``request_id``."""
    match = _running(table)
    if request_id is not None:
        _still_in(table, seat)
    late = number != match.number
    if late and _stale(match, seat, number):
        raise Refusal("stale")
    after = match.copy()
    try:
        after.play(seat, text)
    except EchappeeError:
        if late:
            raise Refusal("stale") from None
        raise
    entry = after.last_entry
    assert entry is not None
    facts: list[f.AnyFact] = []
    if request_id is not None and table.seats[seat].stand_in is not None:
        facts.append(f.PersonReturned(seat=seat))
    facts.append(
        f.MovePlayed(
            id=request_id, seat=seat, text=entry.text, check=_check(after), banks=banks, used=used
        )
    )
    if after.over:
        outcome = after.outcome
        assert outcome is not None
        facts.append(f.GameEnded(why="played", winners=list(outcome.winners)))
    return Decision(tuple(facts), after)


def _check(match: Match) -> str | None:
    """What is kept to find out one day whether the rules still lead here: often enough."""
    return match.check if match.over or match.number % _CHECKED_EVERY == 0 else None


def _stale(match: Match, seat: int, number: int) -> bool:
    """Has this seat moved, or anybody taken back, since position ``number``?"""
    since = match.entries[number:]
    return number > match.number or any(
        entry.seat == seat or entry.text in (UNDO, UNDO_BY_CONSENT) for entry in since
    )


def undo_right(table: Table, seat: int) -> UndoRight:
    """May a seat take its last move back: by right, by consent, or only if it were practice?"""
    assert table.match is not None
    right = table.match.undo_right(seat)
    if right == "consent" and not _others(table, seat):
        return "alone" if table.match.undo_bar(seat) in _LEARNT else right
    return right


def undo(
    table: Table,
    seat: int,
    request_id: str,
    banks: list[int] | None = None,
    used: int | None = None,
) -> Decision:
    """Take a seat's last move back by right, or ask the people at the table.

    Bots let their moves be taken back, but only a person can forgive a look at what was hidden.
    """
    match = _running(table)
    _still_in(table, seat)
    if table.ask is not None:
        raise Refusal("asked-already")
    after = match.copy()
    try:
        after.undo(seat)
    except UndoRefused as refusal:
        if refusal.code == "nothing-to-undo":
            raise
        waits = _others(table, seat)
        if waits:
            return Decision((f.UndoWanted(id=request_id, seat=seat, waits=waits),))
        if refusal.code in _LEARNT:
            raise Refusal("undo-alone") from None
        after.undo(seat, consent=range(match.players))
    return Decision((_undone(after, seat, request_id, banks, used),), after)


def consent(
    table: Table,
    seat: int,
    ask: int,
    agree: bool,
    request_id: str,
    banks: list[int] | None = None,
    used: int | None = None,
) -> Decision:
    """Answer somebody who wants to take a move back; ``banks`` and ``used`` are about him."""
    match = _running(table)
    _still_in(table, seat)
    if table.ask is None or table.ask.seq != ask or seat not in table.ask.waits:
        raise Refusal("no-ask")
    vote = f.UndoVoted(id=request_id, seat=seat, ask=ask, agree=agree)
    if not agree or table.ask.waits != (seat,):
        return Decision((vote,))
    after = match.copy()
    after.undo(table.ask.seat, consent=range(match.players))
    return Decision((vote, _undone(after, table.ask.seat, None, banks, used)), after)


def _others(table: Table, seat: int) -> list[int]:
    """The people who can agree with a seat."""
    return [other for other in table.people() if other != seat]


def _undone(
    after: Match, seat: int, request_id: str | None, banks: list[int] | None, used: int | None
) -> f.MoveUndone:
    entry = after.last_entry
    assert entry is not None
    return f.MoveUndone(
        id=request_id, seat=seat, by_consent=entry.text == UNDO_BY_CONSENT, check=after.check,
        banks=banks, used=used,
    )  # fmt: skip


def hint(table: Table, held: Iterable[int], seat: int, request_id: str) -> Decision:
    """Ask for a hint: a matter of one's own among bots; against people only if the table allows it.

    Then everybody hears of it, once a position.
    """
    match = _playing(table)
    _still_in(table, seat)
    if seat not in match.actors or not match.moves(seat):
        raise Refusal("no-moves")
    if table.alone(held):
        return Decision()
    if not (table.founding.hints or table.founding.practice):
        raise Refusal("hints-off")
    if table.hinted.get(seat) == match.number:
        return Decision()
    return Decision((f.HintAsked(id=request_id, seat=seat),))


def pause(table: Table, seat: int, request_id: str) -> Decision:
    """Stop the game and its clocks."""
    _running(table)
    _still_in(table, seat)
    return Decision((f.GamePaused(id=request_id, seat=seat),))


def resume(table: Table, seat: int, request_id: str) -> Decision:
    """Go on after a pause."""
    _playing(table)
    _still_in(table, seat)
    if not table.paused:
        raise Refusal("not-paused")
    return Decision((f.GameResumed(id=request_id, seat=seat),))


def resign(table: Table, seat: int, request_id: str) -> Decision:
    """Give up; the table is over when one seat is left, or no person."""
    match = _playing(table)
    _still_in(table, seat)
    gone = f.SeatResigned(id=request_id, seat=seat)
    left = [n for n, other in enumerate(table.seats) if n != seat and not other.resigned]
    if len(left) > 1 and any(table.seats[n].kind == "person" for n in left):
        return Decision((gone,))
    places = match.standing.places
    best = min(places[n] for n in left)
    winners = [n for n in left if places[n] == best]
    return Decision((gone, f.GameEnded(why="resigned", winners=winners)))


def come_back(table: Table, seat: int, request_id: str | None) -> Decision:
    """Take one's seat back from the bot that stood in."""
    _playing(table)
    _still_in(table, seat)
    if table.seats[seat].stand_in is None:
        raise Refusal("nothing-to-return")
    return Decision((f.PersonReturned(id=request_id, seat=seat),))


def stand_in(table: Table, seat: int, left: bool, bot: str, banks: Sequence[int]) -> Decision:
    """Put a bot in the place of somebody who left or ran out of time."""
    if not table.running or not table.seats[seat].played_by_person:
        raise Refusal("game-over" if table.status == "over" else "paused")
    why = f.BotStoodIn(seat=seat, why="left" if left else "time", bot=bot, banks=list(banks))
    return Decision((why,))


def say(table: Table, seat: int, text: str | None, phrase: str | None, request_id: str) -> Decision:
    """A line of chat."""
    if (text is None) == (phrase is None):
        raise Refusal("bad-chat", most=LONGEST_CHAT)
    if phrase is not None:
        if phrase not in {known.id for known in quick_phrases()}:
            raise Refusal("unknown-phrase")
        return Decision((f.Spoken(id=request_id, seat=seat, phrase=phrase),))
    line = clean(text or "", LONGEST_CHAT)
    if not line:
        raise Refusal("bad-chat", most=LONGEST_CHAT)
    return Decision((f.Spoken(id=request_id, seat=seat, text=line),))


def _playing(table: Table) -> Match:
    """The game, if it is under way."""
    if table.status == "over":
        raise Refusal("game-over")
    if table.match is None:
        raise Refusal("not-started")
    return table.match


def _running(table: Table) -> Match:
    """The game, if it is under way and not paused."""
    match = _playing(table)
    if table.paused:
        raise Refusal("paused")
    return match


def _still_in(table: Table, seat: int) -> None:
    """Refuse a person who has resigned."""
    if table.seats[seat].resigned:
        raise Refusal("resigned")


# ------------------------------------------------------------------------------------- the seats


def take(table: Table, seat: int, name: str, key: str) -> Decision:
    """Sit down in an open seat; the game may begin."""
    _waiting(table, seat)
    if table.seats[seat].kind != "open":
        raise Refusal("seat-taken")
    return _seated(table, f.SeatSet(seat=seat, kind="person", name=name, key=key))


def claim(table: Table, seat: int, key: str) -> Decision:
    """One more key for a seat that is one's own from the table before; sit down if need be."""
    state = table.seats[seat]
    if state.kind == "reserved":
        return _seated(table, f.SeatSet(seat=seat, kind="person", name=state.name, key=key))
    if state.kind != "person":
        raise Refusal("seat-taken")
    return Decision((f.KeyGiven(seat=seat, key=key),))


def fill(table: Table, seat: int, bot: str | None) -> Decision:
    """Put a bot in a seat, or open it again."""
    _waiting(table, seat)
    if bot is None:
        return Decision((f.SeatSet(seat=seat, kind="open"),))
    others = [other for number, other in enumerate(table.seats) if number != seat]
    return _seated(table, bot_seat(seat, bot, others, table.commitment))


def leave(table: Table, seat: int) -> Decision:
    """Get up before the game begins."""
    _waiting(table, seat)
    return Decision((f.SeatSet(seat=seat, kind="open"),))


def begin(table: Table, bot: str | None) -> Decision:
    """Begin now; seats that are not taken get a bot."""
    _waiting(table, 0)
    empty = table.seats_to_fill()
    if empty and bot is None:
        raise Refusal("seats-open")
    seated: list[SeatState | f.SeatSet] = [one for one in table.seats if one.kind != "open"]
    filled: list[f.SeatSet] = []
    for seat in empty:
        assert bot is not None
        filled.append(bot_seat(seat, bot, seated, table.commitment))
        seated.append(filled[-1])
    return Decision((*filled, f.Began()))


def _waiting(table: Table, seat: int) -> SeatState:
    if not 0 <= seat < len(table.seats):
        raise Refusal("no-seat", seat=seat)
    if table.status != "waiting":
        raise Refusal("started")
    return table.seats[seat]


def _seated(table: Table, fact: f.SeatSet) -> Decision:
    """Somebody sits down; where a full table begins by itself, it does."""
    begins = table.founding.start == "full" and table.seats_to_fill() == [fact.seat]
    return Decision((fact, f.Began()) if begins else (fact,))
