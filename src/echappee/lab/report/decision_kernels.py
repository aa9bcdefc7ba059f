"""What each move of some decisions brings: worlds played on after each of them, compiled."""

from __future__ import annotations

from echappee.lab.report.game_kernels import bits, pick, start_game, winners
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
    redeal,
    rollout,
)
from echappee.rulebook.randomness import Chance, below, start_stream
from echappee.rulebook.turn_order import WAIT, next_asked

SEAT, MOVES, PHASE = range(3)
"""The facts of a decision: who decides, between how many moves, in which part of the game."""
FACTS = 3
_WORLDS = 1 << 61
"""Beyond the streams of deals and games: those of worlds that are played on."""
_LONGEST = 1 << 16


def weigh_decisions(
    states: Numbers, players: int, options: Numbers, bots: Numbers, moves: Moves, more: Moves,
    chance: Chance, own: Chance, seed: int, first: int, phases: int, worlds: int,
    places: Numbers, facts: Numbers, wins: Numbers,
) -> None:  # fmt: skip
    """One decision of each phase of each deal from ``first`` on: a row of ``facts`` for each.

    ``wins[row, half, move, seat]`` gets the wins of all seats after each move, summed over half of
    the ``worlds``: what is chosen by one half can be judged by the other. All moves are tried in
    the same worlds, with the same chance. ``states`` has four rows, the last one blank. A phase
    without a decision leaves its row with no moves.
    """
    deals = facts.shape[0] // phases
    for index in range(deals):
        deal = first + index
        total = _play(states, players, options, bots, moves, chance, seed, deal, -1)
        for phase in range(phases):
            row = index * phases + phase
            facts[row, MOVES] = 0
            low, high = total * phase // phases, total * (phase + 1) // phases
            if high <= low:
                continue
            start_stream(own, seed + _WORLDS, deal * phases + phase)
            wanted = low + below(own, high - low)
            seat = _play(states, players, options, bots, moves, chance, seed, deal, wanted)
            n = legal(states[0], seat, moves)
            facts[row, SEAT] = seat
            facts[row, MOVES] = n
            facts[row, PHASE] = phase
            for world in range(worlds):
                states[2] = states[0]
                redeal(states[2], seat, own)
                number = (deal * phases + phase) * worlds + world
                for i in range(n):
                    states[1] = states[2]
                    start_stream(chance, seed + _WORLDS, number)
                    apply(states[1], seat, int(moves[i]), chance)
                    _play_on(states[1], players, more, chance)
                    ranking(states[1], places)
                    won = winners(players, places)
                    for other in range(players):
                        if won >> other & 1:
                            wins[row, world & 1, i, other] += 1.0 / bits(won)


def _play(
    states: Numbers, players: int, options: Numbers, bots: Numbers, moves: Moves, chance: Chance,
    seed: int, deal: int, wanted: int,
) -> int:  # fmt: skip
    """Play a deal up to the choice on turn of this number, and return who has it; or, with -1, to
    the end, and return how many such choices there were."""
    states[0] = states[3]
    s = states[0]
    start_game(s, players, options, chance, seed, deal, deal)
    length = step = choices = 0
    while over(s) == 0 and length < _LONGEST:
        seat, step = next_asked(awaited(s), offered(s), step, players)
        n = legal(s, seat, moves)
        if n == 0:
            break
        if n > 1 and step == 0:
            if choices == wanted:
                return seat
            choices += 1
        place = pick(bots[seat], states, seat, moves, n, step > 0, chance)
        if place != WAIT:
            apply(s, seat, int(moves[place]), chance)
            step = 0
            length += 1
    return choices


def _play_on(s: State, players: int, moves: Moves, chance: Chance) -> None:
    """Play a world to its end by the game's cheap policy."""
    length = step = 0
    while over(s) == 0 and length < _LONGEST:
        seat, step = next_asked(awaited(s), offered(s), step, players)
        n = legal(s, seat, moves)
        if n == 0:
            return
        place = 0
        if n > 1 or step > 0:
            place = rollout(s, seat, moves, n, chance)
        if place != WAIT:
            apply(s, seat, int(moves[place]), chance)
            step = 0
            length += 1
