"""Whole games between compiled bots, with all that a report counts, in one compiled loop."""

from __future__ import annotations

from echappee.bots.hash import of_bytes
from echappee.bots.simple_kernels import GREEDY, RANDOM, choose
from echappee.lab.pace import NOW, go_on, start_clock, think
from echappee.rulebook.contract import (
    Moves,
    Numbers,
    State,
    apply,
    awaited,
    legal,
    offered,
    over,
    ranking,
    setup,
    standing,
)
from echappee.rulebook.randomness import Chance, below, start_stream
from echappee.rulebook.statistics import kept, narrow, used
from echappee.rulebook.turn_order import WAIT, next_asked

SLIPS, STYLE, WITHOUT = 2, 3, 1000
"""Who plays, beside `RANDOM` and `GREEDY`: greedy, but one choice of three at random; a style of
the game's, + its number; greedy without a thing, + its number."""
SLIPS_OF = 3

(
    LENGTH, ENDING, CHOICES, FORCED, OPEN, CHANGES, SETTLED, STUCK, SECONDS, AGAIN, ASKED,
) = range(11)  # fmt: skip
"""The facts of a game: moves played; why it ended, 0 if it was broken off; decisions between
several moves, and moves without a choice; how many moves those decisions had, added up; how often
the lead went over to another; after how many moves the winner was ahead for good; how often a seat
on turn had no legal move; seconds at people's pace; positions that had been there before;
how often seats were asked whether they act out of turn."""
FACTS = 11
PARTS = 20
"""At so many moments of a game, and at its end, it is looked who leads."""
_PLAY = 1 << 60
"""Beyond all seeds: the deal and what follows it draw from different streams."""
_SEEN = (1 << 13) - 1


def start_game(
    s: State, players: int, options: Numbers, chance: Chance, seed: int, deal: int, game: int
) -> None:
    """Deal a deal, and begin the game of this number, which chance then takes elsewhere."""
    start_stream(chance, seed, deal)
    setup(s, players, options, chance)
    start_stream(chance, seed + _PLAY, game)


def pick(
    kind: int, states: Numbers, seat: int, moves: Moves, n: int, out_of_turn: bool, chance: Chance
) -> int:
    """The place of the move that somebody of this kind takes at ``states[0]``, or `WAIT`.

    ``moves`` may come back in another order.
    """
    if kind == SLIPS:
        kind = RANDOM if below(chance, SLIPS_OF) == 0 else GREEDY
    elif kind >= STYLE:
        left = (
            _without(states[0], seat, moves, n, kind - WITHOUT)
            if kind >= WITHOUT
            else narrow(kind - STYLE, states[0], seat, moves, n)
        )
        if left == 0 and out_of_turn:
            return WAIT
        n = left if left > 0 else n
        kind = GREEDY
    place = choose(kind, states, seat, moves, n, out_of_turn, chance)
    if place == WAIT and not out_of_turn:  # a policy that would do none of what it is left
        return below(chance, n)
    return place


def _without(s: State, seat: int, moves: Moves, n: int, thing: int) -> int:
    """Like `narrow`: the moves that don't use a thing."""
    left = 0
    for i in range(n):
        if used(s, seat, int(moves[i])) != thing:
            move = moves[left]
            moves[left] = moves[i]
            moves[i] = move
            left += 1
    return left


def leaders(s: State, players: int, places: Numbers) -> int:
    """The seats that are ahead of all others now, as a bit mask."""
    ranking(s, places)
    least = players + 1
    for seat in range(players):
        least = min(least, int(places[seat]))
    mask = 0
    for seat in range(players):
        mask |= 1 << seat if places[seat] == least else 0
    return mask


def winners(players: int, places: Numbers) -> int:
    """The seats in the first place, as a bit mask: none where somebody else was first."""
    mask = 0
    for seat in range(players):
        mask |= 1 << seat if places[seat] == 1 else 0
    return mask


def bits(mask: int) -> int:
    """How many seats a mask has."""
    count = 0
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count


def _been_here(key: int, seen: Numbers) -> int:
    """Was this position there before in this game? It is remembered."""
    place = key & _SEEN
    for _ in range(_SEEN):
        if seen[place] == 0:
            seen[place] = key
            return 0
        if seen[place] == key:
            return 1
        place = (place + 1) & _SEEN
    return 0


def record_games(
    states: Numbers, raw: Numbers, players: int, options: Numbers, bots: Numbers, moves: Moves,
    chance: Chance, seed: int, first: int, repeats: int, seen: Numbers, clock: Numbers,
    course: Numbers, scores: Numbers, places: Numbers, facts: Numbers, leading: Numbers,
    uses: Numbers,
) -> None:  # fmt: skip
    """Play the deals from ``first`` on, each ``repeats`` times: one game for a row of ``scores``.

    Bots move one seat on from game to game of a deal: in the n-th one seat s is played by bot
    (s + n) mod players. ``states`` has three rows, the last one blank; ``raw`` is their bytes.
    ``course`` has room for who led after each move.
    """
    room = course.size
    for row in range(scores.shape[0]):
        turn = row % repeats
        deal = first + row // repeats
        states[0] = states[2]
        s = states[0]
        start_game(s, players, options, chance, seed, deal, deal * repeats + turn)
        seen[:] = 0
        _been_here(of_bytes(raw[0]), seen)
        fact = facts[row]
        fact[:] = 0
        start_clock(clock, awaited(s))
        course[0] = leaders(s, players, places[row])
        ahead = course[0] if bits(course[0]) == 1 else 0
        length = step = 0
        while over(s) == 0 and length < room - 1:
            seat, step = next_asked(awaited(s), offered(s), step, players)
            n = legal(s, seat, moves)
            if n == 0:
                fact[STUCK] += 1
                break
            kind = bots[(seat + turn) % players]
            place = pick(kind, states, seat, moves, n, step > 0, chance)
            fact[ASKED] += step > 0
            if place == WAIT:
                continue
            if n > 1:
                fact[CHOICES] += 1
                fact[OPEN] += n
                think(clock, seat)
            else:
                fact[FORCED] += 1
            thing = used(s, seat, int(moves[place]))
            if thing >= 0:
                uses[row, seat, thing] += 1
            apply(s, seat, int(moves[place]), chance)
            step = 0
            length += 1
            go_on(clock, awaited(s))
            fact[AGAIN] += _been_here(of_bytes(raw[0]), seen)
            course[length] = leaders(s, players, places[row])
            if bits(course[length]) == 1 and course[length] != ahead:
                fact[CHANGES] += 1 if ahead != 0 else 0
                ahead = course[length]
        standing(s, scores[row])
        ranking(s, places[row])
        kept(s, uses[row])
        fact[LENGTH] = length
        fact[ENDING] = over(s)
        fact[SECONDS] = clock[NOW]
        _look_back(course, length, winners(players, places[row]), fact, leading[row])


def _look_back(course: Numbers, length: int, won: int, fact: Numbers, leading: Numbers) -> None:
    """How early who led was who won, now that it is known."""
    settled = length
    while settled > 0 and course[settled - 1] == won:
        settled -= 1
    fact[SETTLED] = settled
    for part in range(PARTS + 1):
        led = int(course[length * part // PARTS])
        leading[part] = bits(led & won) / bits(led) if won != 0 else 0.0
