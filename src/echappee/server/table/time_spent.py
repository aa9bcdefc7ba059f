"""The time of moves that were taken back: whoever takes back gets none of it again.

A seat that decides once more at a place in the game where it has decided before goes on with the
time that it had left there. Others begin afresh: it was not they who went back.
"""

from __future__ import annotations


class TimeSpent:
    """What each seat has used of the time for a move, by how many moves stood then."""

    def __init__(self) -> None:
        self._moves: list[tuple[int, int]] = []
        self._kept: dict[tuple[int, int], int] = {}

    def __bool__(self) -> bool:
        return bool(self._kept)

    def moved(self, seat: int, used: int) -> None:
        """A seat moved after so many milliseconds."""
        self._moves.append((seat, used))

    def undone(self, seat: int, ply: int, used: int) -> None:
        """A seat took back until ``ply`` moves stood; for its next move it had used ``used``."""
        kept = {at: ms for at, ms in self._kept.items() if at[0] < ply or at[1] == seat}
        for place, (mover, spent) in enumerate(self._moves[ply:], ply):
            if mover == seat:
                kept[place, seat] = spent
        if used:
            kept[len(self._moves), seat] = used
        self._kept = kept
        del self._moves[ply:]

    def before(self, ply: int, seat: int) -> int:
        """What a seat used earlier for its decision after ``ply`` moves."""
        return self._kept.get((ply, seat), 0)
