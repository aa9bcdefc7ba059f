"""A game being played: options, a secret and moves. All else is derived by replaying them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec
import numpy as np

from echappee import arguments
from echappee.errors import IllegalMove, InvalidMove, MoveError, Phrase, UsageError
from echappee.match.chance_source import ChanceSource
from echappee.match.game_record import UNDO, UNDO_BY_CONSENT, Entry, Result
from echappee.match.history import Played
from echappee.match.moments import Moment, outcome_at, view_at
from echappee.match.position import Happened, Moves, Step
from echappee.match.record_writer import result_at, write_match
from echappee.match.secret import Secret
from echappee.match.setup import Setup
from echappee.match.timeline import Timeline
from echappee.match.undo import UndoRight, bar, depth, right, shown, take_back
from echappee.rulebook.contract import State
from echappee.rulebook.options import Options, Value
from echappee.rulebook.randomness import Chance, start_stream
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
        adviser: Adviser | None = None,
    ) -> None:
        """``secret`` may be its hash alone, for a record whose secret is still sealed.

        ``rules`` is the version of the rules to play by; the newest, if not told else.

        A match that begins in a ``position`` may begin with all drawn anew that the seat
        ``redealt`` can't see there. Games of before took the chance of a move ``by_entry`` of the
        log, takebacks counted; now it is by the moves that stand. ``adviser`` answers `advise`.
        """
        rules = rulebook.version if rules is None else rules
        rulebook.check_version(rules)
        self._adviser = adviser
        self._chance = ChanceSource(secret, start_chance)
        self._setup = Setup(
            rulebook, rules, players, dict(options), dict(names or {}), self._chance.commitment,
            position, redealt, practice, by_entry,
        )  # fmt: skip
        self.start_chance: bytes | None = None
        """The chance of the deal, if anything was drawn."""
        functions = rulebook.functions
        if position is None:
            numbers = rulebook.option_numbers(options)

            def deal(chance: Chance) -> State:
                start = rulebook.blank(version=rules)[0]
                functions.setup(start, players, numbers, chance)
                return start

            start, self.start_chance = self._chance.draw(0, deal)
        else:
            start, _, _ = rulebook.read_position(position, rules)
            if redealt is not None:
                told = start.tobytes()

                def redeal(chance: Chance) -> State:
                    world = rulebook.state_from(told)
                    functions.redeal(world, redealt, chance)
                    return world

                start, self.start_chance = self._chance.draw(0, redeal)
        self._timeline = Timeline(rulebook, players, start)

    # --------------------------------------------------------------------- what it is played with

    @property
    def rulebook(self) -> Rulebook:
        """The rules and words of its game."""
        return self._setup.rulebook

    @property
    def game_id(self) -> str:
        """The id of the game."""
        return self._setup.rulebook.id

    @property
    def rules(self) -> int:
        """The version of the rules that it plays by."""
        return self._setup.rules

    @property
    def players(self) -> int:
        """How many play."""
        return self._setup.players

    @property
    def options(self) -> dict[str, Value]:
        """The options of the game, all of them."""
        return dict(self._setup.options)

    @property
    def names(self) -> dict[int, str]:
        """The names of seats that have one."""
        return dict(self._setup.names)

    @property
    def practice(self) -> bool:
        """May everybody look and try again?"""
        return self._setup.practice

    @property
    def commitment(self) -> str:
        """The hash of the secret from which all chance comes."""
        return self._setup.commitment

    # -------------------------------------------------------------------------------- what is now

    @property
    def number(self) -> int:
        """How many entries the log has: the number of this position."""
        return len(self._timeline)

    @property
    def ply(self) -> int:
        """How many moves stand: those that were taken back are not counted."""
        return len(self._timeline.played)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return self._timeline.now.awaited

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now, out of turn included."""
        return self._timeline.now.actors

    @property
    def offered(self) -> tuple[int, ...]:
        """The seats to ask now whether they act out of turn, if seats are asked one by one."""
        return self._timeline.now.offered

    @property
    def over(self) -> bool:
        """Is the game finished?"""
        return bool(self._timeline.now.over)

    @property
    def standing(self) -> Standing:
        """Scores and places now; at the end they are the result."""
        return self._timeline.now.standing

    @property
    def outcome(self) -> Outcome | None:
        """Why the game ended and who won; None while it runs."""
        return outcome_at(self._timeline.now)

    @property
    def result(self) -> Result | None:
        """The outcome as its record writes it."""
        return result_at(self._timeline.now)

    def moves(self, seat: int) -> Moves:
        """The legal moves of a seat: iterable, ``in``, ``len()``, as move text."""
        return Moves(self._timeline.now, self._seat(seat))

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
        return view_at(
            self._setup, self._timeline.now, self.number, arguments.viewer(seat, self.players)
        )

    def observe(self, seat: int) -> Any:
        """What a seat sees as numbers, for programs that learn; ``rulebook.features`` names them.

        Nothing that its `view` does not show.
        """
        features = np.zeros(self.rulebook.feature_count, np.float32)
        self.rulebook.functions.observe(self._state, self._seat(seat), features)
        return features

    def mask(self, seat: int) -> Any:
        """Which moves a seat has now: for each code of a move 1 if it is legal, else 0.

        The codes are those of ``moves(seat).codes()``.
        """
        mask = np.zeros(self.rulebook.move_codes, np.int8)
        mask[self.moves(seat).codes()] = 1
        return mask

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
        if self._adviser is None:
            raise UsageError("no-adviser")
        if seat not in self.actors or not self.moves(seat):
            raise UsageError("no-advice", seat=seat)
        return self._adviser(self, seat, seed)

    def branch(self, seat: int, seed: str | int | None = None) -> Match:
        """A match of its own that goes on from here, as far as ``seat`` can know it.

        What the seat can't see is drawn anew, and so is all chance to come: *what if*.
        """
        seat = self._seat(seat)
        if self.over:
            raise UsageError("branch-over")
        return Match(
            self.rulebook, self.players, self.options, Secret.new(seed), rules=self.rules,
            position=self.position(), redealt=seat, names=self.names, adviser=self._adviser,
        )  # fmt: skip

    def position(self) -> str:
        """The position as one line of text, hidden things included."""
        return self._timeline.now.text()

    @property
    def check(self) -> str:
        """The checksum of the position."""
        return self._timeline.now.check

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
        take_back(self._timeline, seat, agreed, self.players, self.practice)

    def undo_right(self, seat: int) -> UndoRight:
        """May a seat take its last move back: by right, by consent of the others, or not at all?"""
        return right(self._timeline.played, self._seat(seat), self.practice)

    def undo_bar(self, seat: int) -> str | None:
        """The code of the refusal if a seat took back without consent; None if it needs none."""
        played = self._timeline.played
        return bar(played[depth(played, self._seat(seat)) :], self.practice)

    @property
    def learnt_nothing(self) -> bool:
        """Did the last move that stands neither draw nor show anything?"""
        return shown(self._timeline.played[-1:]) is None

    def ahead(self, seat: int, text: str) -> msgspec.Struct | None:
        """What could follow from a legal move of a seat, where the game tells so before it is made.

        Refuses what `play` would refuse. For the eyes of that seat alone: it may be about things
        that only the seat sees.
        """
        seat = self._seat(seat)
        move, look_ahead = self._read(seat, text), self.rulebook.ahead
        if look_ahead is None:
            return None
        return look_ahead(self.rulebook, self._state, seat, move)

    def copy(self) -> Match:
        """An independent match at the same point."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin._chance, twin._timeline = self._chance.copy(), self._timeline.copy()
        return twin

    def forget(self) -> None:
        """Keep no more than is needed to go on: for a match that is kept while nobody looks."""
        self._timeline.forget()

    # ------------------------------------------------------------------------------------- history

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The log: every move and every taking back, in order."""
        return tuple(self._timeline.entries)

    @property
    def start_check(self) -> str:
        """The checksum of the first position."""
        return self._timeline.position(0).check

    @property
    def checks(self) -> tuple[str, ...]:
        """The checksum of the position after each entry: worked out when a record is written."""
        return self._timeline.all_checks()

    def events(self, viewer: int | None = None, since: int = 0) -> list[tuple[int, Event]]:
        """What happened after entry ``since`` as a ``viewer`` may know it, with entry numbers."""
        viewer = arguments.viewer(viewer, self.players)
        moments = self.moments(arguments.whole("since", since, 0, MOST_ENTRIES) + 1)
        return [(moment.number, event) for moment in moments for event in moment.events(viewer)]

    def moments(self, first: int = 0, last: int | None = None) -> Iterator[Moment]:
        """The match after each entry from ``first`` to ``last``, without playing it all again.

        Beyond the last entry there is nothing.
        """
        first = arguments.whole("first", first, 0, MOST_ENTRIES + 1)
        last = None if last is None else arguments.whole("last", last)
        return (Moment(self._setup, *after) for after in self._timeline.after_entries(first, last))

    @property
    def last_entry(self) -> Entry | None:
        """The end of the log."""
        entries = self._timeline.entries
        return entries[-1] if entries else None

    @property
    def last_step(self) -> Step | None:
        """The last entry, if it is a move, between the positions before and after it."""
        return self._timeline.step

    def at(self, number: int) -> Match:
        """The match as it was after entry ``number``."""
        number = arguments.whole("number", number, 0, self.number)
        ghost = self.copy()
        ghost._timeline = self._timeline.until(number)
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
        move = self.rulebook.notation.read_move(self._timeline.now.plain, seat, text)
        refusal = self.rulebook.functions.judge(self._state, seat, move)
        if refusal:
            code, article = self.rulebook.rules.REFUSALS[refusal]
            raise IllegalMove(
                code, words=self.rulebook.words.get("refusals", code), article=article
            )
        return move

    def _next_chance(self) -> int:
        """The number of the next move's chance: the same move in the same place draws the same."""
        return 1 + (self.number if self._setup.by_entry else self.ply)

    def _append(self, seat: int, move: int) -> Step:
        rulebook, before = self.rulebook, self._timeline.now
        functions = rulebook.functions

        def act(chance: Chance) -> State:
            state = before.fresh_state()
            functions.apply(state, seat, move, chance)
            return state

        reveals = bool(functions.reveals(before.state, seat, move))
        text = rulebook.notation.write_move(before.plain, seat, move)
        state, chance = self._chance.draw(self._next_chance(), act)
        played = Played(self.number + 1, seat, move, chance, reveals)
        return self._timeline.add_move(played, text, state)

    @property
    def _state(self) -> State:
        return self._timeline.now.state

    def _repeat(self, entry: Entry) -> None:
        """Play an entry of a log again."""
        if entry.chance is not None:
            self._chance.learn(self._next_chance(), entry.chance, entry.number)
        if entry.text in (UNDO, UNDO_BY_CONSENT):
            everybody = range(self.players) if entry.text == UNDO_BY_CONSENT else ()
            self.undo(entry.seat, consent=everybody)
        else:
            seat = self._seat(entry.seat)
            self._append(seat, self._read(seat, entry.text))

    def _write(self, *, with_secret: bool) -> str:
        return write_match(
            self._setup, self._timeline, self._chance, self.start_chance, with_secret=with_secret
        )

    def __repr__(self) -> str:
        return f"<Match {self.rulebook.id} {self.players} players, entry {self.number}>"
