"""Whole games between compiled bots, in one compiled loop."""

from __future__ import annotations

from echappee.bots.simple_kernels import choose
from echappee.rulebook.contract import (
    Moves,
    Numbers,
    apply,
    awaited,
    legal,
    offered,
    over,
    ranking,
    setup,
    standing,
)
from echappee.rulebook.layout import Layout
from echappee.rulebook.randomness import Chance, start_stream
from echappee.rulebook.turn_order import WAIT, next_asked

MOST_SEATS = 8
MOST_ENDINGS = 16
TALLY = Layout(
    games=1,
    moves=1,
    longest=1,
    draws=1,
    endings=MOST_ENDINGS,
    bot_firsts=(MOST_SEATS, MOST_SEATS + 1),
    bot_scores=MOST_SEATS,
    bot_places=MOST_SEATS,
    seat_firsts=(MOST_SEATS, MOST_SEATS + 1),
    seat_scores=MOST_SEATS,
)
"""What is counted over many games, all of it whole numbers: tallies of parts of them add up to the
same in any order, but for the longest game, which is the longest of all.

``draws`` are games with more than one winner. ``bot_firsts`` and ``seat_firsts`` have for each bot
and each seat how often it was among so many winners."""
_AT = TALLY.starts


def contest(
    states: Numbers, blank: Numbers, players: int, options: Numbers, bots: Numbers, moves: Moves,
    chance: Chance, seed: int, first: int, last: int, stride: int, scores: Numbers,
    places: Numbers, tally: Numbers, ends: Numbers, begin: int,
) -> None:  # fmt: skip
    """Play games ``first``, ``first + stride``, … before ``last`` of a simulation, and count them.

    ``states`` has two rows: the game, and scratch. ``scores`` and ``places`` are room for those of
    a game; ``tally`` is counted on. Where there is room in ``ends``, the states in which games end
    are kept there, that of the game ``begin`` first.
    """
    for game in range(first, last, stride):
        length = play_game(states, blank, players, options, bots, moves, chance, seed, game)
        s = states[0]
        standing(s, scores)
        ranking(s, places)
        count_game(game, length, over(s), players, scores, places, tally)
        if ends.shape[0] != 0:
            ends[game - begin] = states[0]


def play_game(
    states: Numbers, blank: Numbers, players: int, options: Numbers, bots: Numbers, moves: Moves,
    chance: Chance, seed: int, game: int,
) -> int:  # fmt: skip
    """Play one game of a simulation to its end; return the number of moves.

    Bots move one seat on from game to game, so that each sits everywhere equally often: in game g
    seat s is played by bot (s + g) mod players.
    """
    start_stream(chance, seed, game)
    states[0] = blank[0]
    s = states[0]
    setup(s, players, options, chance)
    length = step = 0
    while over(s) == 0:
        seat, step = next_asked(awaited(s), offered(s), step, players)
        n = legal(s, seat, moves)
        kind = bots[(seat + game) % players]
        place = choose(kind, states, seat, moves, n, step > 0, chance)
        if place != WAIT:
            apply(s, seat, int(moves[place]), chance)
            step = 0
            length += 1
    return length


def count_game(
    game: int, length: int, ending: int, players: int, scores: Numbers, places: Numbers,
    tally: Numbers,
) -> None:  # fmt: skip
    """Count a game that is over."""
    winners = 0
    for seat in range(players):
        winners += places[seat] == 1
    tally[_AT.games] += 1
    tally[_AT.moves] += length
    tally[_AT.longest] = max(tally[_AT.longest], length)
    tally[_AT.draws] += winners > 1
    tally[_AT.endings + ending] += 1
    for seat in range(players):
        bot = (seat + game) % players
        tally[_AT.bot_scores + bot] += scores[seat]
        tally[_AT.bot_places + bot] += places[seat]
        tally[_AT.seat_scores + seat] += scores[seat]
        if places[seat] == 1:
            tally[_AT.bot_firsts + bot * (MOST_SEATS + 1) + winners] += 1
            tally[_AT.seat_firsts + seat * (MOST_SEATS + 1) + winners] += 1
