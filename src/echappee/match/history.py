"""The way that a match has come, so kept that any of its positions is a few moves away.

Entries are only ever added: taking back is an entry too, which goes back to an earlier position.
Some states on the way are kept, the start always; when there are many, every other one is dropped.
"""

from __future__ import annotations

import msgspec

from echappee.match.log import Log
from echappee.match.secret import UNKNOWN, chance_words
from echappee.rulebook.contract import State
from echappee.rulebook.rulebook import Rulebook

_STRIDE = 8
_MOST_KEPT = 16


class Played(msgspec.Struct, frozen=True, gc=False):
    """A move: where it is in the log, and what the undo rule must know of it."""

    entry: int
    seat: int
    move: int
    chance: bytes | None
    reveals: bool


class History:
    """Every entry as the rules know it: a move, or a going back to an earlier entry."""

    def __init__(self, rulebook: Rulebook, start: State) -> None:
        self._rulebook = rulebook
        self._done: Log[Played | int] = Log()
        self._kept = {0: start.tobytes()}
        self._stride = _STRIDE

    def __len__(self) -> int:
        return len(self._done)

    def moved(self, played: Played, after: State) -> None:
        """A move was played."""
        self._done.append(played)
        if played.entry % self._stride == 0:
            self._kept[played.entry] = after.tobytes()
            if len(self._kept) > _MOST_KEPT:
                self._stride *= 2
                self._kept = {n: s for n, s in self._kept.items() if n % self._stride == 0}

    def went_back(self, entry: int) -> None:
        """Moves were taken back: the position is that after ``entry`` again."""
        self._done.append(entry)

    def move(self, entry: int) -> Played | None:
        """The move of an entry; None if it took back."""
        done = self._done[entry - 1]
        return done if isinstance(done, Played) else None

    def moves_in_force(self, entry: int) -> list[Played]:
        """The moves that stood after an entry, in order."""
        moves: list[Played] = []
        for done in self._done[:entry]:
            if isinstance(done, Played):
                moves.append(done)
            else:
                while moves and moves[-1].entry > done:
                    moves.pop()
        return moves

    def state(self, entry: int) -> State:
        """The state after an entry, for the caller to keep."""
        ahead: list[Played] = []
        while entry not in self._kept:
            done = self._done[entry - 1]
            if isinstance(done, Played):
                ahead.append(done)
                entry -= 1
            else:
                entry = done
        state = self._rulebook.state_from(self._kept[entry])
        for played in reversed(ahead):
            self.repeat(played, state)
        return state

    def repeat(self, played: Played, state: State) -> None:
        """Play a move again."""
        chance = chance_words(played.chance or UNKNOWN)
        self._rulebook.functions.apply(state, played.seat, played.move, chance)

    def copy(self, entries: int | None = None) -> History:
        """An independent history, or its first ``entries``."""
        twin = History.__new__(History)
        twin._rulebook, twin._stride = self._rulebook, self._stride
        twin._done, twin._kept = self._done.copy(), dict(self._kept)
        if entries is not None:
            twin._done.cut(entries)
            twin._kept = {n: s for n, s in self._kept.items() if n <= entries}
        return twin
