"""Whole races by the compiled rules, with what a table would write down after each stage."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from echappee.calculator import Race, Stage, new_race
from echappee.calculator.left import cards, counts
from echappee.calculator.race import BROOM_WAGON, Left
from echappee.games.tape_letape import RULEBOOK, material
from echappee.games.tape_letape.cards import count_big
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
)
from echappee.rulebook.kernels import any_seat
from echappee.rulebook.randomness import Chance, below, start_stream
from echappee.rulebook.rulebook import new_chance
from echappee.rulebook.turn_order import lowest_seat, waits

MOST_STAGES = 30
SEATS = 6

# The columns of a stage's facts, then six numbers for each of the rows below.
PROFILE, CHOOSER, MOVER, NEXT, OVER, JOKERS, REFILLED, COLUMNS = range(8)
LEFT, FINISHED, SECONDS, TOTAL, WINS, PLACE, PROFILES, ROWS = range(8)


def ride(
    states: Numbers, players: int, options: Numbers, moves: Moves, chance: Chance, seed: int,
    heads: Numbers, rows: Numbers, lengths: Numbers,
) -> None:  # fmt: skip
    """Random races, one for each row of ``heads``; every finished stage is noted down.

    ``heads[race, stage]`` has the columns above and ``rows[race, stage]`` the rows by seat. Jokers
    are played at random, in turn and out of turn.
    """
    for race in range(heads.shape[0]):
        start_stream(chance, seed, race)
        states[0] = states[2]
        s = states[0]
        setup(s, players, options, chance)
        while over(s) == 0:
            asked = offered(s)
            seat = lowest_seat(awaited(s))
            if asked != 0 and not waits(chance):
                seat = any_seat(asked, chance)
            n = legal(s, seat, moves)
            move = int(moves[below(chance, n)])
            states[1] = s
            before = states[1]
            apply(s, seat, move, chance)
            if s.stage == before.stage:
                continue
            stage = int(before.stage)
            head, row = heads[race, stage], rows[race, stage]
            head[PROFILE] = before.profile
            head[CHOOSER] = before.chooser
            head[MOVER] = seat
            head[NEXT] = s.chooser
            head[OVER] = over(s)
            for player in range(players):
                hand = int(before.hand[player])
                if player == seat:
                    hand &= ~(1 << move)
                row[LEFT, player] = hand
                row[FINISHED, player] = before.finished[player]
                row[SECONDS, player] = s.last[player]
                row[TOTAL, player] = s.total[player]
                row[WINS, player] = s.wins[player]
                row[PROFILES, player] = s.profiles[player]
                for joker in range(3):
                    head[JOKERS] += before.jokers[player, joker]
                    head[REFILLED] += s.jokers[player, joker]
            ranking(s, row[PLACE])
        lengths[race] = s.stage


class Races(msgspec.Struct, frozen=True):
    """Simulated races of one kind, as arrays."""

    players: int
    options: dict[str, Any]
    heads: Any
    rows: Any
    lengths: Any


def simulate_races(players: int, options: dict[str, Any], races: int, seed: int) -> Races:
    """Ride races by the compiled rules."""
    settled = dict(RULEBOOK.settle(players, options))
    heads = np.zeros((races, MOST_STAGES, COLUMNS), np.int64)
    rows = np.zeros((races, MOST_STAGES, ROWS, SEATS), np.int64)
    lengths = np.zeros(races, np.int64)
    kernel = RULEBOOK.functions.kernel(ride)
    kernel(
        RULEBOOK.blank(3), players, RULEBOOK.option_numbers(settled), RULEBOOK.buffer(),
        new_chance(), seed, heads, rows, lengths,
    )  # fmt: skip
    return Races(players, settled, heads, rows, lengths)


def empty_race(races: Races, number: int) -> Race:
    """A simulated race before its first stage, as the calculator has it."""
    options = races.options
    endurance = options["race"] == "endurance"
    return new_race(
        [f"P{seat}" for seat in range(races.players)],
        options["edition"],
        options["race"],
        options["stages_each"] if endurance else None,
        options["tie_break"],
        int(races.heads[number, 0, CHOOSER]),
    )


def noted_stages(races: Races, number: int, style: int) -> list[Stage]:
    """What a table writes down; ``style`` 0 counts cards, 1 names values, 2 colours as well."""
    stages = []
    for stage in range(int(races.lengths[number])):
        head, row = races.heads[number, stage].tolist(), races.rows[number, stage].tolist()
        profile = material.PROFILES[head[PROFILE] - 1]
        hands = row[LEFT][: races.players]
        if profile == BROOM_WAGON:
            done = sorted((place, seat) for seat, place in enumerate(row[FINISHED]) if place)
            last = next(seat for seat, hand in enumerate(hands) if hand)
            order = (*(seat for _, seat in done), head[MOVER], last)
            stages.append(Stage(profile, order, (), head[CHOOSER]))
        else:
            left = tuple(_noted(hand, style) for hand in hands)
            stages.append(Stage(profile, (hands.index(0),), left, head[CHOOSER]))
    return stages


def _noted(hand: int, style: int) -> Left:
    if style == 0:
        big = count_big(hand)
        return counts(hand.bit_count() - big, big)
    names = material.card_names(hand)
    return cards(names if style == 2 else [name[1:] for name in names])
