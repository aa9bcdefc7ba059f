"""A game being played: options, a secret and moves. All else is derived by replaying them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar

import msgspec

from echappee import arguments
from echappee.errors import (
    BadRecord,
    IllegalMove,
    InvalidMove,
    MoveError,
    Phrase,
    UndoRefused,
    UsageError,
)
from echappee.match.checksums import Checks
from echappee.match.game_record import (
    UNDO,
    UNDO_BY_CONSENT,
    Entry,
    Record,
    Result,
    write_record,
)
from echappee.match.history import History, Played
from echappee.match.log import Log
from echappee.match.moments import Moment, outcome_at, view_at
from echappee.match.position import Happened, Moves, Position, Step
from echappee.match.secret import UNKNOWN, Secret, chance_words
from echappee.match.takeback import UndoRight, bar, depth, right, shown
from echappee.rulebook.contract import State
from echappee.rulebook.options import Options, write_value
from echappee.rulebook.randomness import start_stream
from echappee.rulebook.rulebook import Rulebook, new_chance
from echappee.rulebook.values import Advice, Event, Explanation, Outcome, Standing, View

_LEGAL = Phrase("This move is legal.", "Ce coup est permis.")

MOST_WORLDS = 100_000
"""No more are drawn at once."""
MOST_ENTRIES = 1_000_000_000
"""No number of an entry is larger."""

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
        rules: int | None = None,
        position: str | None = None,
        redealt: int | None = None,
        start_chance: bytes | None = None,
        names: Mapping[int, str] | None = None,
        practice: bool = False,
        by_entry: bool = False,
    ) -> None:
        """``secret`` may be its hash alone, for a record whose secret is still sealed.

        ``rules`` is the version of the rules to play by; the newest, if not told else.

        A match that begins in a ``position`` may begin with all drawn anew that the seat
        ``redealt`` can't see there. Games of before took the chance of a move ``by_entry`` of the
        log, takebacks counted; now it is by the moves that stand.
        """
        self.rulebook = rulebook
        self.rules = rulebook.version if rules is None else rules
        """The version of the rules that it plays by."""
        rulebook.check_version(self.rules)
        self.players = players
        self.options = dict(options)
        self.names = dict(names or {})
        self._secret = secret if isinstance(secret, Secret) else None
        self.commitment = secret.commitment if isinstance(secret, Secret) else secret
        self._start_text = position
        self._redealt = redealt
        self.practice = practice
        self._by_entry = by_entry
        self._entries: Log[Entry] = Log()
        self._checks = Checks()
        self._played: Log[Played] = Log()
        self._sealed_chance: dict[int, bytes] = {}
        if start_chance is not None:
            self._sealed_chance[0] = start_chance
        self.start_chance: bytes | None = None
        if position is None:
            start = rulebook.blank(version=self.rules)[0]
            numbers = rulebook.option_numbers(options)
            self.start_chance = self._with_chance(
                0, lambda chance: rulebook.functions.setup(start, players, numbers, chance)
            )
        else:
            start, _, _ = rulebook.read_position(position, self.rules)
            if redealt is not None:
                self.start_chance = self._with_chance(
                    0, lambda chance: rulebook.functions.redeal(start, redealt, chance)
                )
        self._history = History(rulebook, start)
        self._now = Position(rulebook, players, start)
        self._step: Step | None = None

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
    def ply(self) -> int:
        """How many moves stand: those that were taken back are not counted."""
        return len(self._played)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return self._now.awaited

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now, out of turn included."""
        return self._now.actors

    @property
    def offered(self) -> tuple[int, ...]:
        """The seats to ask now whether they act out of turn, if seats are asked one by one."""
        return self._now.offered

    @property
    def over(self) -> bool:
        """Is the game finished?"""
        return bool(self._now.over)

    @property
    def standing(self) -> Standing:
        """Scores and places now; at the end they are the result."""
        return self._now.standing

    @property
    def outcome(self) -> Outcome | None:
        """Why the game ended and who won; None while it runs."""
        return outcome_at(self._now)

    @property
    def result(self) -> Result | None:
        """The outcome as its record writes it."""
        outcome = self.outcome
        if outcome is None:
            return None
        return Result(outcome.ending, outcome.standing.scores, outcome.standing.places)

    def moves(self, seat: int) -> Moves:
        """The legal moves of a seat: iterable, ``in``, ``len()``, as move text."""
        return Moves(self._now, self._seat(seat))

    def explain(self, seat: int, text: str) -> Explanation:
        """Is this move legal for this seat now, and why (not)?"""
        seat = self._seat(seat)
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
        return view_at(self, self._now, self.number, arguments.viewer(seat, self.players))

    def worlds(self, seat: int, count: int, seed: int = 0) -> Any:
        """An array of ``count`` states that ``seat`` can't tell from the real one."""
        seat = self._seat(seat)
        count = arguments.whole("count", count, 0, MOST_WORLDS)
        seed = arguments.whole("seed", seed)
        worlds = self.rulebook.blank(count)
        stream = new_chance()
        for number in range(count):
            worlds[number] = self._state
            self.rulebook.functions.kernel(start_stream)(stream, seed, number)
            self.rulebook.functions.redeal(worlds[number], seat, stream)
        return worlds

    def advise(self, seat: int, seed: int = 0) -> Advice:
        """What the best bot thinks of this seat's moves, from what the seat may know."""
        seat, seed = self._seat(seat), arguments.whole("seed", seed, 0, arguments.MOST_SEED)
        if Match.adviser is None:
            raise UsageError("no-adviser")
        if seat not in self.actors or not self.moves(seat):
            raise UsageError("no-advice", seat=seat)
        return Match.adviser(self, seat, seed)

    def branch(self, seat: int, seed: str | int | None = None) -> Match:
        """A match of its own that goes on from here, as far as ``seat`` can know it.

        What the seat can't see is drawn anew, and so is all chance to come: *what if*.
        """
        seat = self._seat(seat)
        if self.over:
            raise UsageError("branch-over")
        return Match(
            self.rulebook, self.players, self.options, Secret.new(seed), rules=self.rules,
            position=self.position(), redealt=seat, names=self.names,
        )  # fmt: skip

    def position(self) -> str:
        """The position as one line of text, hidden things included."""
        return self._now.text()

    @property
    def check(self) -> str:
        """The checksum of the position."""
        return self._now.check

    # ---------------------------------------------------------------------------------- what moves

    def play(self, seat: int, text: str) -> Happened:
        """Play a move; return what happened, as ``seat`` may know it.

        Raises `InvalidMove` if the text is no move and `IllegalMove` if the rules refuse it; then
        nothing has changed.
        """
        seat = self._seat(seat)
        step = self._append(seat, self._read(seat, text))
        return Happened(lambda: step.events(seat))

    def undo(self, seat: int | None = None, *, consent: Iterable[int] = ()) -> None:
        """Take back the last move of ``seat`` (default: of whoever moved last) and all after it.

        It is a right where that move was the last one and neither drew nor showed anything;
        otherwise all other seats must be in ``consent``. In a practice match nobody is asked about
        what was drawn or shown.
        """
        if seat is not None:
            seat = self._seat(seat)
        agreed = arguments.seats("consent", consent, self.players)
        back = depth(self._played, seat)
        asking = self._played[back].seat
        why = bar(self._played[back:], self.practice)
        if why is not None and not set(range(self.players)) - {asking} <= agreed:
            raise UndoRefused(why)
        self._take_back(asking, back, by_consent=why is not None)

    def undo_right(self, seat: int) -> UndoRight:
        """May a seat take its last move back: by right, by consent of the others, or not at all?"""
        return right(self._played, self._seat(seat), self.practice)

    def undo_bar(self, seat: int) -> str | None:
        """The code of the refusal if a seat took back without consent; None if it needs none."""
        return bar(self._played[depth(self._played, self._seat(seat)) :], self.practice)

    @property
    def plain(self) -> bool:
        """Did the last move that stands neither draw nor show anything?"""
        return shown(self._played[-1:]) is None

    def copy(self) -> Match:
        """An independent match at the same point."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.options, twin.names = dict(self.options), dict(self.names)
        twin._entries, twin._played = self._entries.copy(), self._played.copy()
        twin._sealed_chance = dict(self._sealed_chance)
        twin._history = self._history.copy()
        return twin

    def forget(self) -> None:
        """Keep no more than is needed to go on: for a match that is kept while nobody looks."""
        self._step = None
        self._now.forget()

    # ------------------------------------------------------------------------------------- history

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The log: every move and every taking back, in order."""
        return tuple(self._entries)

    @property
    def start_check(self) -> str:
        """The checksum of the first position."""
        return self._position(0).check

    @property
    def checks(self) -> tuple[str, ...]:
        """The checksum of the position after each entry: worked out when a record is written."""
        entries, known = self.entries, self._checks
        missing = next((e.number for e in entries if e not in known), None)
        if missing is not None:
            for entry, moment in zip(entries[missing - 1 :], self.moments(missing)):
                if entry not in known:
                    known.note(entry, moment.check)
        return tuple(known.of(entry) for entry in entries)

    def events(self, viewer: int | None = None, since: int = 0) -> list[tuple[int, Event]]:
        """What happened after entry ``since`` as a viewer may know it, with entry numbers."""
        viewer = arguments.viewer(viewer, self.players)
        moments = self.moments(arguments.whole("since", since, 0, MOST_ENTRIES) + 1)
        return [(moment.number, event) for moment in moments for event in moment.events(viewer)]

    def moments(self, first: int = 0, last: int | None = None) -> Iterator[Moment]:
        """The match after each entry from ``first`` to ``last``, without playing it all again.

        Beyond the last entry there is nothing.
        """
        first = arguments.whole("first", first, 0, MOST_ENTRIES + 1)
        last = None if last is None else arguments.whole("last", last)
        return self._moments(first, last)

    def _moments(self, first: int, last: int | None) -> Iterator[Moment]:
        before = self._position(min(max(0, first - 1), self.number))
        if first <= 0:
            yield Moment(self, 0, None, before, None)
        for entry in self._entries[max(0, first - 1) : last]:
            played = self._history.move(entry.number)
            if played is None:
                after, step = self._position(entry.number), None
            else:
                state = before.fresh_state()
                self._history.repeat(played, state)
                after = Position(self.rulebook, self.players, state)
                step = Step(entry.number, entry.seat, played.move, before, after)
            yield Moment(self, entry.number, entry, after, step)
            before = after

    @property
    def last_entry(self) -> Entry | None:
        """The end of the log."""
        return self._entries[-1] if self._entries else None

    @property
    def last_step(self) -> Step | None:
        """The last entry, if it is a move, between the positions before and after it."""
        return self._step

    def at(self, number: int) -> Match:
        """The match as it was after entry ``number``."""
        number = arguments.whole("number", number, 0, self.number)
        ghost = self.copy()
        ghost._entries.cut(number)
        ghost._played = Log(self._history.standing(number))
        ghost._now, ghost._step = self._position(number), None
        ghost._history = self._history.copy(number)
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

    def _seat(self, seat: int) -> int:
        """A seat at this table; most are plain numbers, and those cost nothing."""
        if type(seat) is int and 0 <= seat < self.players:
            return seat
        return arguments.seat(seat, self.players)

    def _read(self, seat: int, text: str) -> int:
        """The move meant by a text, checked to be legal."""
        if not isinstance(text, str):
            raise InvalidMove("bad-move-type", kind=type(text).__name__)
        move = self.rulebook.notation.read_move(self._now.table, seat, text)
        refusal = self.rulebook.functions.judge(self._state, seat, move)
        if refusal:
            code, article = self.rulebook.rules.REFUSALS[refusal]
            raise IllegalMove(
                code, words=self.rulebook.words.get("refusals", code), article=article
            )
        return move

    def _next_chance(self) -> int:
        """The number of the next move's chance: the same move in the same place draws the same."""
        return 1 + (self.number if self._by_entry else self.ply)

    def _with_chance(self, number: int, act: Any) -> bytes | None:
        """Run ``act`` with the chance of that number; return it if anything was drawn."""
        if self._secret is not None:
            chance: bytes | None = self._secret.chance(number)
        else:
            chance = self._sealed_chance.get(number)
        words = chance_words(chance or UNKNOWN)
        before = words.tobytes()
        act(words)
        if words.tobytes() == before:
            return None
        if chance is None:
            raise BadRecord("sealed")
        return chance

    def _append(self, seat: int, move: int) -> Step:
        functions, before = self.rulebook.functions, self._now
        reveals = bool(functions.reveals(before.state, seat, move))
        text = self.rulebook.notation.write_move(before.table, seat, move)
        state = before.fresh_state()
        number = self.number + 1
        chance = self._with_chance(
            self._next_chance(), lambda c: functions.apply(state, seat, move, c)
        )
        after = Position(self.rulebook, self.players, state)
        played = Played(number, seat, move, chance, reveals)
        self._played.append(played)
        self._history.moved(played, state)
        self._entries.append(Entry(number, seat, text, chance))
        self._now, self._step = after, Step(number, seat, move, before, after)
        return self._step

    def _take_back(self, seat: int, back: int, *, by_consent: bool) -> None:
        self._played.cut(back)
        self._history.went_back(self._played[-1].entry if self._played else 0)
        self._now, self._step = self._position(self.number + 1), None
        text = UNDO_BY_CONSENT if by_consent else UNDO
        self._entries.append(Entry(self.number + 1, seat, text))

    def _position(self, number: int) -> Position:
        """The position after an entry."""
        if number == self.number:
            return self._now
        return Position(self.rulebook, self.players, self._history.state(number))

    @property
    def _state(self) -> State:
        """The state now; whoever sets another one imagines the same match in another world."""
        return self._now.state

    @_state.setter
    def _state(self, state: State) -> None:
        self._now = Position(self.rulebook, self.players, state)

    def _repeat(self, entry: Entry) -> None:
        """Play an entry of a log again."""
        if entry.chance is not None and self._secret is None:
            known = self._sealed_chance.setdefault(self._next_chance(), entry.chance)
            if known != entry.chance:
                raise BadRecord(
                    "record-mismatch", number=entry.number, found=known.hex(),
                    written=entry.chance.hex(),
                )  # fmt: skip
        if entry.text in (UNDO, UNDO_BY_CONSENT):
            everybody = range(self.players) if entry.text == UNDO_BY_CONSENT else ()
            self.undo(entry.seat, consent=everybody)
        else:
            seat = self._seat(entry.seat)
            self._append(seat, self._read(seat, entry.text))

    def _write(self, *, with_secret: bool) -> str:
        record = Record(
            game=self.rulebook.id,
            rules=self.rules,
            players=self.players,
            options={name: write_value(value) for name, value in self.options.items()},
            names=self.names,
            position=self._start_text,
            redeal=self._redealt,
            practice=self.practice,
            by_entry=self._by_entry,
            commitment=self.commitment,
            secret=self._secret.key if with_secret and self._secret is not None else None,
            start=self.start_check,
            start_chance=self.start_chance,
            entries=self.entries,
            checks=self.checks,
            result=self.result,
        )
        return write_record(record, with_chance=record.secret is None)

    def __repr__(self) -> str:
        return f"<Match {self.rulebook.id} {self.players} players, entry {self.number}>"
