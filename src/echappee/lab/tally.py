"""What came of many games, counted in whole numbers: the same in whatever order they are added."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np


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


def count(first: int, endings: int, results: tuple[Any, Any, Any, Any]) -> Tally:
    """Count games ``first``, ``first + 1``, …, of each of which there is a row of every result.

    The results are scores and places by seat, lengths, and why the games ended: one of so many
    ``endings``.
    """
    scores, places, lengths, reasons = results
    games, players = scores.shape
    first_places = places == 1
    winners = first_places.sum(axis=1)
    games_of = np.arange(games)
    at = [(games_of, (bot - first - games_of) % players) for bot in range(players)]  # its seats
    return Tally(
        games=games,
        moves=int(lengths.sum()),
        longest=int(lengths.max()),
        draws=int((winners > 1).sum()),
        endings=np.bincount(reasons, minlength=endings).tolist(),
        bot_wins=[_wins(first_places[where], winners, players) for where in at],
        bot_scores=[int(scores[where].sum()) for where in at],
        bot_places=[int(places[where].sum()) for where in at],
        seat_wins=[_wins(first_places[:, seat], winners, players) for seat in range(players)],
        seat_scores=scores.sum(axis=0).tolist(),
    )


def _wins(won: Any, winners: Any, players: int) -> list[int]:
    """Games that were won, by how many shared the first place."""
    shared: list[int] = np.bincount(winners[won], minlength=players + 1)[1:].tolist()
    return shared
