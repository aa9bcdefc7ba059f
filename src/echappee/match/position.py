"""A position of a match: a state that no longer changes, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

import numpy as np

from echappee import arguments
from echappee.errors import MoveError
from echappee.match.game_record import checksum
from echappee.match.once import once
from echappee.rulebook.contract import State
from echappee.rulebook.rulebook import Rulebook, seats
from echappee.rulebook.values import Event, Standing


class Position:
    """A state, and the facts about it; each is worked out once, when it is first asked for."""

    def __init__(self, rulebook: Rulebook, players: int, state: State) -> None:
        self.rulebook = rulebook
        self.players = players
        self.state = state

    @once
    def plain(self) -> Any:
        """The state as plain Python values, for views and notation: nobody may change them."""
        return self.rulebook.unpack(self.state.tobytes())

    @once
    def awaited(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return seats(self.rulebook.functions.awaited(self.state))

    @once
    def actors(self) -> tuple[int, ...]:
        """The seats that may act, out of turn included."""
        return seats(self.rulebook.functions.actors(self.state))

    @once
    def offered(self) -> tuple[int, ...]:
        """The seats to ask whether they act out of turn."""
        return seats(self.rulebook.functions.offered(self.state))

    @once
    def over(self) -> int:
        """Why the game is over, as the rules number it; 0 if it is not."""
        return int(self.rulebook.functions.over(self.state))

    @once
    def standing(self) -> Standing:
        """Scores and places."""
        scores, places = np.zeros(self.players, np.int64), np.zeros(self.players, np.int64)
        self.rulebook.functions.standing(self.state, scores)
        self.rulebook.functions.ranking(self.state, places)
        return Standing(self.rulebook.points(scores.tolist()), tuple(places.tolist()))

    @once
    def check(self) -> str:
        """The checksum of the position."""
        return checksum(self.text())

    def text(self) -> str:
        """The position as one line of text."""
        return self.rulebook.notation.write_position(self.plain)

    def look(self, seat: int | None) -> Any:
        """The table as a seat sees it."""
        if seat is None or not self.rulebook.hidden:
            return self._open_look
        if self.rulebook.private_view is not None:
            return self.rulebook.private_view(self._open_look, self.plain, seat)
        return self.rulebook.views.look(self.plain, self.players, seat)

    @once
    def _open_look(self) -> Any:
        """What a spectator sees."""
        return self.rulebook.views.look(self.plain, self.players, None)

    def fresh_state(self) -> State:
        """A copy of the state that may be changed."""
        return self.rulebook.state_from(self.state.tobytes())

    def forget(self) -> None:
        """Keep the state alone: all else will be worked out anew if anybody asks again."""
        self.__dict__ = {
            "rulebook": self.rulebook, "players": self.players, "state": self.state,
        }  # fmt: skip


class Step:
    """A move, between the positions before and after it."""

    def __init__(self, number: int, seat: int, move: int, before: Position, after: Position):
        self.number = number
        """Of its entry."""
        self.seat = seat
        self.move = move
        self.before = before
        self.after = after

    def events(self, viewer: int | None) -> list[Event]:
        """What it did, as a viewer may know it."""
        rulebook, viewer = self.after.rulebook, arguments.viewer(viewer, self.after.players)
        if viewer is None or not rulebook.hidden:
            return self._open_events
        before, after = self.before.plain, self.after.plain
        if rulebook.private_events is not None:
            return rulebook.private_events(
                self._open_events, before, self.seat, self.move, after, viewer
            )
        return rulebook.views.happened(
            before, self.seat, self.move, after, self.after.players, viewer
        )

    @once
    def _open_events(self) -> list[Event]:
        """What a spectator is told."""
        before, after = self.before, self.after
        return after.rulebook.views.happened(
            before.plain, self.seat, self.move, after.plain, after.players, None
        )


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
        if isinstance(index, slice):
            return arguments.part(self._events(), index)
        return arguments.item(self._events(), index)

    def __len__(self) -> int:
        return len(self._events())

    def __repr__(self) -> str:
        return repr(self._events())


class Moves:
    """The legal moves of a seat, as text, listed when they are needed.

    Supports iteration, indexing, ``len``, ``in`` and truth. It speaks of the position in which it
    was asked for, even after the match has moved on.
    """

    def __init__(self, position: Position, seat: int) -> None:
        self._rulebook = position.rulebook
        self._position = position
        self._seat = seat
        self._listed: list[int] | None = None

    def codes(self) -> list[int]:
        """The moves as the rules number them."""
        if self._listed is None:
            buffer = self._rulebook.buffer()
            count = self._rulebook.functions.legal(self._position.state, self._seat, buffer)
            self._listed = buffer[:count].tolist()
        return self._listed

    def texts(self) -> list[str]:
        """All of them."""
        write, table, seat = self._rulebook.notation.write_move, self._position.plain, self._seat
        return [write(table, seat, move) for move in self.codes()]

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts())

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return arguments.part(self.texts(), index)
        return self._text(arguments.item(self.codes(), index))

    def __len__(self) -> int:
        return len(self.codes())

    def __contains__(self, text: object) -> bool:
        if not isinstance(text, str):
            return False
        try:
            move = self._rulebook.notation.read_move(self._position.plain, self._seat, text)
        except MoveError:
            return False
        return bool(self._rulebook.functions.judge(self._position.state, self._seat, move) == 0)

    def _text(self, move: int) -> str:
        return self._rulebook.notation.write_move(self._position.plain, self._seat, move)

    def __repr__(self) -> str:
        return f"<{len(self)} moves: {' '.join(self)}>"
