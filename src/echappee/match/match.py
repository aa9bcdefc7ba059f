"""A game being played: options, a secret and moves. All else is derived by replaying them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal, overload

import msgspec
import numpy as np

from echappee.errors import (
    BadRecord,
    IllegalMove,
    InvalidMove,
    MoveError,
    Phrase,
    UndoRefused,
    UsageError,
)
from echappee.match.record import (
    UNDO,
    UNDO_BY_CONSENT,
    Entry,
    Record,
    Result,
    checksum,
    write_record,
)
from echappee.match.secret import Secret, chance_words
from echappee.rulebook.chance import start_stream
from echappee.rulebook.contract import State
from echappee.rulebook.game import Rulebook, new_chance, seats
from echappee.rulebook.options import Options, write_value
from echappee.rulebook.values import Advice, Event, Explanation, Outcome, Standing, View

_UNKNOWN = bytes(range(32))  # stands for chance that is sealed: drawing from it is noticed
_LEGAL = Phrase("This move is legal.", "Ce coup est permis.")


UndoRight = Literal["right", "consent", "no"]


class Played(msgspec.Struct, frozen=True):
    """A move that stands: where it is in the log, and what the undo rule must know of it."""

    entry: int
    seat: int
    move: int
    chance: bytes | None
    reveals: bool


class Moves:
    """The legal moves of a seat, as text, listed when they are needed.

    Supports iteration, indexing, ``len``, ``in`` and truth. It speaks of the position in which it
    was asked for, even after the match has moved on.
    """

    def __init__(self, rulebook: Rulebook, state: State, seat: int) -> None:
        self._rulebook = rulebook
        self._state = state
        self._seat = seat
        self._listed: list[int] | None = None

    def codes(self) -> list[int]:
        """The moves as the rules number them."""
        if self._listed is None:
            buffer = self._rulebook.buffer()
            count = self._rulebook.functions.legal(self._state, self._seat, buffer)
            self._listed = buffer[:count].tolist()
        return self._listed

    def __iter__(self) -> Iterator[str]:
        write = self._rulebook.notation.write_move
        return (write(self._state, self._seat, move) for move in self.codes())

    def __getitem__(self, index: int) -> str:
        return self._rulebook.notation.write_move(self._state, self._seat, self.codes()[index])

    def __len__(self) -> int:
        return len(self.codes())

    def __contains__(self, text: object) -> bool:
        if not isinstance(text, str):
            return False
        try:
            move = self._rulebook.notation.read_move(self._state, self._seat, text)
        except MoveError:
            return False
        return bool(self._rulebook.functions.judge(self._state, self._seat, move) == 0)

    def __repr__(self) -> str:
        return f"<{len(self)} moves: {' '.join(self)}>"


class Happened(Sequence[Event]):
    """What a move did, told when it is asked for."""

    def __init__(self, tell: Callable[[], list[Event]]) -> None:
        self._tell = tell
        self._told: list[Event] | None = None

    def _events(self) -> list[Event]:
        if self._told is None:
            self._told = self._tell()
        return self._told

    @overload
    def __getitem__(self, index: int) -> Event: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Event]: ...

    def __getitem__(self, index: int | slice) -> Event | Sequence[Event]:
        return self._events()[index]

    def __len__(self) -> int:
        return len(self._events())

    def __repr__(self) -> str:
        return repr(self._events())


Adviser = Callable[["Match", int, int], Advice]


class Match:
    """A game being played. The only door: whoever acts, acts through `play` and sees `view`.

    Made by `echappee.Game.start`, `echappee.Game.position` or `echappee.replay`.
    """

    adviser: ClassVar[Adviser | None] = None
    """Who answers `advise`. The bots, which know matches, put one here: matches don't know them."""

    def __init__(
        self,
        rulebook: Rulebook,
        players: int,
        options: Options,
        secret: Secret | str,
        *,
        position: str | None = None,
        start_chance: bytes | None = None,
        names: Mapping[int, str] | None = None,
    ) -> None:
        """``secret`` may be its hash alone, for a record whose secret is still sealed."""
        self.rulebook = rulebook
        self.players = players
        self.options = dict(options)
        self.names = dict(names or {})
        self._secret = secret if isinstance(secret, Secret) else None
        self.commitment = secret.commitment if isinstance(secret, Secret) else secret
        self._start_text = position
        self._entries: list[Entry] = []
        self._played: list[Played] = []
        self._sealed_chance: dict[int, bytes] = {}
        if start_chance is not None:
            self._sealed_chance[0] = start_chance
        self.start_chance: bytes | None = None
        self._start = rulebook.blank()[0]
        if position is None:
            numbers = rulebook.option_numbers(options)
            self.start_chance = self._with_chance(
                0, lambda chance: rulebook.functions.setup(self._start, players, numbers, chance)
            )
        else:
            rulebook.notation.read_position(position, self._start)
        self._state = self._start.copy()
        self._before: State | None = None  # the state before the last entry, if that is a move
        self.start_check = checksum(self.position())

    # -------------------------------------------------------------------------------- what is now

    @property
    def game_id(self) -> str:
        """The id of the game."""
        return self.rulebook.id

    @property
    def number(self) -> int:
        """How many entries the log has: the number of this position."""
        return len(self._entries)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return seats(self.rulebook.functions.awaited(self._state))

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now, out of turn included."""
        return seats(self.rulebook.functions.actors(self._state))

    @property
    def offered(self) -> tuple[int, ...]:
        """The seats to ask now whether they act out of turn, if seats are asked one by one."""
        return seats(self.rulebook.functions.offered(self._state))

    @property
    def over(self) -> bool:
        """Is the game finished?"""
        return bool(self.rulebook.functions.over(self._state))

    @property
    def standing(self) -> Standing:
        """Scores and places now; at the end they are the result."""
        scores, places = np.zeros(self.players, np.int64), np.zeros(self.players, np.int64)
        self.rulebook.functions.standing(self._state, scores)
        self.rulebook.functions.ranking(self._state, places)
        return Standing(tuple(scores.tolist()), tuple(places.tolist()))

    @property
    def outcome(self) -> Outcome | None:
        """Why the game ended and who won; None while it runs."""
        reason = self.rulebook.functions.over(self._state)
        if not reason:
            return None
        ending, article = self.rulebook.rules.ENDINGS[reason]
        standing = self.standing
        words = self.rulebook.words.get("endings", ending)
        return Outcome(ending, words, article, standing.leaders, standing)

    @property
    def result(self) -> Result | None:
        """The outcome as its record writes it."""
        outcome = self.outcome
        if outcome is None:
            return None
        return Result(outcome.ending, outcome.standing.scores, outcome.standing.places)

    def moves(self, seat: int) -> Moves:
        """The legal moves of a seat: iterable, ``in``, ``len()``, as move text."""
        self._check_seat(seat)
        return Moves(self.rulebook, self._state, seat)

    def explain(self, seat: int, text: str) -> Explanation:
        """Is this move legal for this seat now, and why (not)?"""
        try:
            self._read(seat, text)
        except MoveError as error:
            return Explanation(False, error.code, error.words, error.article)
        return Explanation(True, "legal", _LEGAL, None)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """All that a seat may know, as plain JSON data; ``None`` is a spectator.

        Its schema is ``game.schema("view")``.
        """
        data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self.typed_view(seat)))
        return data

    def typed_view(self, seat: int | None = None) -> View:
        """The same as `view`, as frozen typed values."""
        if seat is not None:
            self._check_seat(seat)
        return View(
            game=self.rulebook.id,
            rules=self.rulebook.version,
            players=self.players,
            options=self.options,
            seat=seat,
            number=self.number,
            awaited=self.awaited,
            actors=self.actors,
            over=self.over,
            outcome=self.outcome,
            standing=self.standing,
            commitment=self.commitment,
            table=self.rulebook.table.look(self._state, self.players, seat),
        )

    def worlds(self, seat: int, count: int, seed: int = 0) -> Any:
        """An array of ``count`` states that ``seat`` can't tell from the real one."""
        self._check_seat(seat)
        worlds = self.rulebook.blank(count)
        stream = new_chance()
        for number in range(count):
            worlds[number] = self._state
            self.rulebook.functions.kernel(start_stream)(stream, seed, number)
            self.rulebook.functions.redeal(worlds[number], seat, stream)
        return worlds

    def advise(self, seat: int, seed: int = 0) -> Advice:
        """What the best bot thinks of this seat's moves, from what the seat may know."""
        self._check_seat(seat)
        if Match.adviser is None:
            raise UsageError("no-adviser")
        if seat not in self.actors or not self.moves(seat):
            raise UsageError("no-advice", seat=seat)
        return Match.adviser(self, seat, seed)

    def position(self) -> str:
        """The position as one line of text, hidden things included."""
        return self.rulebook.notation.write_position(self._state)

    # ---------------------------------------------------------------------------------- what moves

    def play(self, seat: int, text: str) -> Happened:
        """Play a move; return what happened, as ``seat`` may know it.

        Raises `InvalidMove` if the text is no move and `IllegalMove` if the rules refuse it; then
        nothing has changed.
        """
        move = self._read(seat, text)
        before = self._state
        self._append(seat, move)
        return self._happened(before, seat, move, self._state, seat)

    def undo(self, seat: int | None = None, *, consent: Iterable[int] = ()) -> None:
        """Take back the last move of ``seat`` (default: of whoever moved last) and all after it.

        It is a right where that move was the last one and neither drew nor showed anything;
        otherwise all other seats must be in ``consent``.
        """
        if seat is not None:
            self._check_seat(seat)
        back = self._undo_depth(seat)
        asking = self._played[back].seat
        refusal = self._undo_refusal(back)
        by_consent = refusal is not None
        if refusal is not None and not set(range(self.players)) - {asking} <= set(consent):
            raise refusal
        self._take_back(asking, back, by_consent)

    def undo_right(self, seat: int) -> UndoRight:
        """May a seat take its last move back: by right, by consent of the others, or not at all?"""
        self._check_seat(seat)
        try:
            back = self._undo_depth(seat)
        except UndoRefused:
            return "no"
        return "right" if self._undo_refusal(back) is None else "consent"

    def copy(self) -> Match:
        """An independent match at the same point."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.options, twin.names = dict(self.options), dict(self.names)
        twin._entries, twin._played = list(self._entries), list(self._played)
        twin._sealed_chance = dict(self._sealed_chance)
        twin._state = self._state.copy()
        return twin

    # ------------------------------------------------------------------------------------- history

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The log: every move and every taking back, in order."""
        return tuple(self._entries)

    def events(self, viewer: int | None = None, since: int = 0) -> list[tuple[int, Event]]:
        """What happened after entry ``since`` as a viewer may know it, with entry numbers."""
        if since == self.number - 1 and self._before is not None:
            last = self._played[-1]
            news = self._happened(self._before, last.seat, last.move, self._state, viewer)
            return [(self.number, event) for event in news]
        told: list[tuple[int, Event]] = []
        ghost = self._from_start()
        for entry in self._entries:
            before = ghost._state
            if entry.text in (UNDO, UNDO_BY_CONSENT):
                ghost._repeat(entry)
                happened: Sequence[Event] = (Event("undo", entry.seat),)
            else:
                move = ghost._repeat(entry)
                assert move is not None
                happened = ghost._happened(before, entry.seat, move, ghost._state, viewer)
            if entry.number > since:
                told += [(entry.number, event) for event in happened]
        return told

    def at(self, number: int) -> Match:
        """The match as it was after entry ``number``."""
        if not 0 <= number <= self.number:
            raise UsageError("bad-number", name="number", low=0, high=self.number, value=number)
        ghost = self._from_start()
        for entry in self._entries[:number]:
            ghost._repeat(entry)
        return ghost

    def record(self) -> str:
        """The game as text: `echappee.replay` reads it back.

        It has the secret only once the game is over. Until then it has what was drawn so far, so it
        still holds things that are hidden from players.
        """
        return self._write(with_secret=self.over)

    def save(self) -> str:
        """The record with its secret even while the game runs: to go on with it later.

        For the keeper of the game alone: who has it knows everything to come.
        """
        return self._write(with_secret=True)

    # -------------------------------------------------------------------------------------- inside

    def _check_seat(self, seat: int) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.players:
            raise UsageError("bad-seat", seat=seat, last=self.players - 1)

    def _read(self, seat: int, text: str) -> int:
        """The move meant by a text, checked to be legal."""
        self._check_seat(seat)
        if not isinstance(text, str):
            raise InvalidMove("bad-move-type", kind=type(text).__name__)
        move = self.rulebook.notation.read_move(self._state, seat, text)
        refusal = self.rulebook.functions.judge(self._state, seat, move)
        if refusal:
            code, article = self.rulebook.rules.REFUSALS[refusal]
            raise IllegalMove(
                code, words=self.rulebook.words.get("refusals", code), article=article
            )
        return move

    def _with_chance(self, number: int, act: Any) -> bytes | None:
        """Run ``act`` with the chance of entry ``number``; return it if anything was drawn."""
        if self._secret is not None:
            chance: bytes | None = self._secret.chance(number)
        else:
            chance = self._sealed_chance.get(number)
        words = chance_words(chance or _UNKNOWN)
        before = words.copy()
        act(words)
        if np.array_equal(words, before):
            return None
        if chance is None:
            raise BadRecord("sealed")
        return chance

    def _append(self, seat: int, move: int) -> None:
        functions = self.rulebook.functions
        reveals = bool(functions.reveals(self._state, seat, move))
        text = self.rulebook.notation.write_move(self._state, seat, move)
        after = self._state.copy()
        number = self.number + 1
        chance = self._with_chance(number, lambda c: functions.apply(after, seat, move, c))
        self._before, self._state = self._state, after
        self._played.append(Played(number, seat, move, chance, reveals))
        self._entries.append(Entry(number, seat, text, checksum(self.position()), chance))

    def _happened(
        self, before: State, seat: int, move: int, after: State, viewer: int | None
    ) -> Happened:
        tell = self.rulebook.table.happened
        return Happened(lambda: tell(before, seat, move, after, self.players, viewer))

    def _undo_depth(self, seat: int | None) -> int:
        """The index of the move to take back to."""
        for index in range(len(self._played) - 1, -1, -1):
            if seat is None or self._played[index].seat == seat:
                return index
        raise UndoRefused("nothing-to-undo")

    def _undo_refusal(self, back: int) -> UndoRefused | None:
        """Why taking back needs consent; None if it is a right."""
        move = self._played[back]
        if any(later.seat != move.seat for later in self._played[back:]):
            return UndoRefused("undo-others")
        if any(later.chance is not None for later in self._played[back:]):
            return UndoRefused("undo-random")
        if any(later.reveals for later in self._played[back:]):
            return UndoRefused("undo-hidden")
        return None

    def _take_back(self, seat: int, back: int, by_consent: bool) -> None:
        self._played = self._played[:back]
        state = self._start.copy()
        for move in self._played:
            chance = chance_words(move.chance or _UNKNOWN)
            self.rulebook.functions.apply(state, move.seat, move.move, chance)
        self._before, self._state = None, state
        text = UNDO_BY_CONSENT if by_consent else UNDO
        self._entries.append(Entry(self.number + 1, seat, text, checksum(self.position())))

    def _from_start(self) -> Match:
        """A match like this one, before its first entry."""
        ghost = self.copy()
        ghost._entries, ghost._played = [], []
        ghost._sealed_chance = {e.number: e.chance for e in self._entries if e.chance is not None}
        ghost._before, ghost._state = None, self._start.copy()
        return ghost

    def _repeat(self, entry: Entry) -> int | None:
        """Play an entry of a log again; return the move, or None for a taking back."""
        if entry.chance is not None and self._secret is None:
            self._sealed_chance[entry.number] = entry.chance
        if entry.text in (UNDO, UNDO_BY_CONSENT):
            everybody = range(self.players) if entry.text == UNDO_BY_CONSENT else ()
            self._check_seat(entry.seat)
            self.undo(entry.seat, consent=everybody)
            return None
        move = self._read(entry.seat, entry.text)
        self._append(entry.seat, move)
        return move

    def _write(self, *, with_secret: bool) -> str:
        record = Record(
            game=self.rulebook.id,
            rules=self.rulebook.version,
            players=self.players,
            options={name: write_value(value) for name, value in self.options.items()},
            names=self.names,
            position=self._start_text,
            commitment=self.commitment,
            secret=self._secret.key if with_secret and self._secret is not None else None,
            start=self.start_check,
            start_chance=self.start_chance,
            entries=self.entries,
            result=self.result,
        )
        return write_record(record, with_chance=record.secret is None)

    def __repr__(self) -> str:
        return f"<Match {self.rulebook.id} {self.players} players, entry {self.number}>"
