"""The log of a match, the moves of it that stand, and its position after any entry."""

from __future__ import annotations

from collections.abc import Iterator

from echappee.match.checksums import Checks
from echappee.match.game_record import UNDO, UNDO_BY_CONSENT, Entry
from echappee.match.history import History, Played
from echappee.match.log import Log
from echappee.match.position import Position, Step
from echappee.rulebook.contract import State
from echappee.rulebook.rulebook import Rulebook

AfterEntry = tuple[int, Entry | None, Position, Step | None]
"""The number of an entry, the entry, the position after it, and the step if it is a move."""


class Timeline:
    """Everything that happened in a match, in order; only ever added to."""

    def __init__(self, rulebook: Rulebook, players: int, start: State) -> None:
        self._rulebook = rulebook
        self._players = players
        self.entries: Log[Entry] = Log()
        self.played: Log[Played] = Log()
        """The moves that stand: those that were taken back are not among them."""
        self.checks = Checks()
        self.now = Position(rulebook, players, start)
        self.step: Step | None = None
        """The last entry, if it is a move, between the positions before and after it."""
        self._history = History(rulebook, start)

    def __len__(self) -> int:
        return len(self.entries)

    def add_move(self, played: Played, text: str, state: State) -> Step:
        """A move was played, and led to a state."""
        before, after = self.now, Position(self._rulebook, self._players, state)
        self.played.append(played)
        self._history.moved(played, state)
        self.entries.append(Entry(played.entry, played.seat, text, played.chance))
        self.step = Step(played.entry, played.seat, played.move, before, after)
        self.now = after
        return self.step

    def add_takeback(self, seat: int, in_force: int, *, by_consent: bool) -> None:
        """Moves were taken back, and so many stand."""
        number = len(self) + 1
        self.played.cut(in_force)
        self._history.went_back(self.played[-1].entry if self.played else 0)
        self.now, self.step = self.position(number), None
        self.entries.append(Entry(number, seat, UNDO_BY_CONSENT if by_consent else UNDO))

    def position(self, number: int) -> Position:
        """The position after an entry."""
        if number == len(self):
            return self.now
        return Position(self._rulebook, self._players, self._history.state(number))

    def after_entries(self, first: int = 0, last: int | None = None) -> Iterator[AfterEntry]:
        """What is after each entry from ``first`` to ``last``, without playing it all again."""
        before = self.position(min(max(0, first - 1), len(self)))
        if first <= 0:
            yield 0, None, before, None
        for entry in self.entries[max(0, first - 1) : last]:
            played = self._history.move(entry.number)
            if played is None:
                after, step = self.position(entry.number), None
            else:
                state = before.fresh_state()
                self._history.repeat(played, state)
                after = Position(self._rulebook, self._players, state)
                step = Step(entry.number, entry.seat, played.move, before, after)
            yield entry.number, entry, after, step
            before = after

    def all_checks(self) -> tuple[str, ...]:
        """The checksum of the position after each entry: worked out when it is first asked for."""
        known = self.checks
        missing = next((entry.number for entry in self.entries if entry not in known), None)
        if missing is not None:
            for _, entry, after, _ in self.after_entries(missing):
                if entry is not None and entry not in known:
                    known.note(entry, after.check)
        return tuple(known.of(entry) for entry in self.entries)

    def until(self, number: int) -> Timeline:
        """An independent timeline that ends after an entry."""
        twin = self.copy()
        twin.entries.cut(number)
        twin.played = Log(self._history.moves_in_force(number))
        twin.now, twin.step = self.position(number), None
        twin._history = self._history.copy(number)
        return twin

    def copy(self) -> Timeline:
        """An independent timeline at the same point."""
        twin = Timeline.__new__(Timeline)
        twin.__dict__.update(self.__dict__)
        twin.entries, twin.played = self.entries.copy(), self.played.copy()
        twin._history = self._history.copy()
        return twin

    def forget(self) -> None:
        """Keep no more than is needed to go on."""
        self.step = None
        self.now.forget()
