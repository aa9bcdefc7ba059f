"""What came of many games, counted in whole numbers: the same in whatever order they are added."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from echappee.bots.contest import TALLY


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """Sums over games in which the bots sat in turn, one seat on from game to game."""

    games: int
    moves: int
    longest: int
    draws: int
    """Games with more than one winner."""
    endings: list[int]
    bot_wins: list[list[int]]
    """Of each bot: games won alone, as one of two, as one of three, and so on."""
    bot_scores: list[int]
    bot_places: list[int]
    seat_wins: list[list[int]]
    seat_scores: list[int]

    def __add__(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(
            games=self.games + other.games,
            moves=self.moves + other.moves,
            longest=max(self.longest, other.longest),
            draws=self.draws + other.draws,
            endings=_sum(self.endings, other.endings),
            bot_wins=list(map(_sum, self.bot_wins, other.bot_wins)),
            bot_scores=_sum(self.bot_scores, other.bot_scores),
            bot_places=_sum(self.bot_places, other.bot_places),
            seat_wins=list(map(_sum, self.seat_wins, other.seat_wins)),
            seat_scores=_sum(self.seat_scores, other.seat_scores),
        )


def _sum(some: list[int], more: list[int]) -> list[int]:
    return [one + other for one, other in zip(some, more, strict=True)]


def share_of(wins: list[int], games: int) -> tuple[float, float, float]:
    """Games won, of shared ones a share; by games; and the standard error of that."""
    won = sum(count / sharers for sharers, count in enumerate(wins, 1))
    squares = sum(count / sharers**2 for sharers, count in enumerate(wins, 1))
    share = won / games
    return won, share, float((max(0.0, squares / games - share**2) / games) ** 0.5)


def read_tally(counted: NDArray[np.int64], players: int, endings: int) -> Tally:
    """What compiled code has counted (`echappee.bots.contest.TALLY`) for so many players, in games
    that end for one of so many reasons."""
    seen = {name: part.tolist() for name, part in TALLY.views(counted).items()}
    return Tally(
        games=seen["games"][0],
        moves=seen["moves"][0],
        longest=seen["longest"][0],
        draws=seen["draws"][0],
        endings=seen["endings"][:endings],
        bot_wins=[row[1 : players + 1] for row in seen["bot_firsts"][:players]],
        bot_scores=seen["bot_scores"][:players],
        bot_places=seen["bot_places"][:players],
        seat_wins=[row[1 : players + 1] for row in seen["seat_firsts"][:players]],
        seat_scores=seen["seat_scores"][:players],
    )
