"""The rules of Tour de France, compiled. § is the rulebook's article, TDF-nn a ruling.

§P1–P3 setting up; §1.1–1.9 the first stage, and with it every classic one; §2.1–2.3 the team time
trial; §3; §4.1–4.7 the individual time trial; §5; §G the winner. A.n is a section of the rulings.

The rooms of the house: `state` (the record), `cards`, `knowledge`, `road`, `schedule` (which
stages), `stages`, `solo` (stage 4), `turns`. Here is the contract that ties them together.
"""

from __future__ import annotations

import numpy as np

from echappee.games.tour_de_france.cards import gather
from echappee.games.tour_de_france.knowledge import redeal_cards
from echappee.games.tour_de_france.material import (
    ARRIVALS,
    CLASSICS,
    KINDS,
    MOST_LANES,
    MOST_PATTERNS,
    MOST_RISKS,
    NUMBERS,
    POINTS,
    SOLO_TRIAL,
    STAGES,
)
from echappee.games.tour_de_france.moves import list_moves
from echappee.games.tour_de_france.observation import FEATURES, fill_features
from echappee.games.tour_de_france.refusals import explain
from echappee.games.tour_de_france.schedule import first_stage
from echappee.games.tour_de_france.solo import ask_starters, begin_solo, seal_card, start_heat
from echappee.games.tour_de_france.stages import (
    clear_turn,
    deal,
    individual,
    lay_out,
    left_of,
    line_up,
    wear_yellow,
)
from echappee.games.tour_de_france.state import (
    BY_LOT,
    CARD,
    COLOURS_SIZE,
    DRAW,
    ENDINGS,
    M_ASSIGN,
    M_CARD,
    M_DEAL,
    M_DECLARE,
    M_DONE,
    M_DRAW,
    M_DROP,
    M_GRID,
    M_RISK,
    M_STARTER,
    M_STEP,
    M_YELLOW,
    NEXT_NUMBER,
    NOT_YOUR_TURN,
    ORDERS,
    OVER,
    REFRESH,
    REFUSALS,
    SEAL,
    SEATS,
    STATE,
    SWEEP,
)
from echappee.games.tour_de_france.turns import (
    declare,
    drop_card,
    end_refresh,
    end_turn,
    give_number,
    go_on,
    lay_card,
    play_in_vain,
    step,
    sweep_rider,
    take_risk,
)
from echappee.rulebook.contract import Moves, Numbers, State
from echappee.rulebook.randomness import Chance, below, shuffle
from echappee.rulebook.scratch import scratch

__all__ = ["ENDINGS", "FEATURES", "REFUSALS", "STATE"]

MOST_MOVES = 24
_AT = NUMBERS.starts


def setup(s: State, players: int, options: Numbers, chance: Chance) -> None:
    """§P1–P3: colours, risk cards shuffled, a dealer by lot, and the first stage laid out.

    Options: which stages (`schedule.py`), reading of the squeeze, the colours (`colours.py`), and
    the material.
    """
    s.players = players
    s.stages = options[0]
    s.reading = options[1]
    for seat in range(SEATS):
        s.colour[seat] = options[3 + seat]
    if options[2] == BY_LOT:
        shuffle(chance, s.colour, SEATS)
    for seat in range(players, SEATS):
        s.colour[seat] = 0
    fill_material(s, options[2 + COLOURS_SIZE :])
    for risk in range(int(s.risks)):
        s.unseen[risk] = s.copies[risk]
    s.dealer = below(chance, players)
    s.stage = first_stage(s)
    s.lap = 1
    gather(s)
    clear_turn(s)
    _begin_stage(s, chance)


def _begin_stage(s: State, chance: Chance) -> None:
    """The stage that is due is laid out."""
    if s.stage == SOLO_TRIAL:
        begin_solo(s)
    else:
        lay_out(s, chance)


def fill_material(s: State, numbers: Numbers) -> None:
    """Write the numbers of `Material.numbers` into the record."""
    s.lanes = numbers[_AT.lanes]
    s.patterns = numbers[_AT.patterns]
    s.risks = numbers[_AT.risks]
    for lane in range(MOST_LANES):
        s.strips[lane] = numbers[_AT.strips + lane]
    for stage in range(STAGES):
        s.rows[stage] = numbers[_AT.rows + stage]
    for classic in range(CLASSICS):
        s.green_row[classic] = numbers[_AT.green_row + classic]
        for lane in range(MOST_LANES):
            s.dots[classic, lane] = numbers[_AT.dots + MOST_LANES * classic + lane]
    for pattern in range(MOST_PATTERNS):
        for i in range(3):
            s.numbers[pattern, i] = numbers[_AT.numbers + 3 * pattern + i]
    for kind in range(KINDS):
        s.deck[kind] = numbers[_AT.deck + kind]
    for risk in range(MOST_RISKS):
        s.effect[risk] = numbers[_AT.effect + risk]
        s.value[risk] = numbers[_AT.value + risk]
        s.copies[risk] = numbers[_AT.copies + risk]
    for i in range(ARRIVALS + POINTS):
        s.worth[i] = numbers[_AT.worth + i]


def awaited(s: State) -> int:
    """The seat on turn; in the individual time trial both who have not laid a card yet (§4.5)."""
    if s.over != 0:
        return 0
    if s.phase == SEAL:
        mask = int(s.riding)
        for seat in range(int(s.players)):
            if s.sealed[seat] != 0:
                mask &= ~(1 << seat)
        return mask
    return 1 << int(s.turn)


def actors(s: State) -> int:
    """Nobody acts out of turn."""
    return awaited(s)


def offered(s: State) -> int:
    """Nobody acts out of turn."""
    return 0


def legal(s: State, seat: int, moves: Moves) -> int:
    """What a seat may do in the phase that its turn has reached."""
    if awaited(s) >> seat & 1 == 0:
        return 0
    return list_moves(s, seat, moves)


def judge(s: State, seat: int, move: int) -> int:
    """0 if the move is among the legal ones; else why it is not."""
    if s.over != 0:
        return OVER
    moves = scratch(MOST_MOVES, np.int32)
    n = legal(s, seat, moves)
    for i in range(n):
        if moves[i] == move:
            return 0
    if n == 0 and s.phase != SEAL:
        return NOT_YOUR_TURN
    return explain(s, seat, move)


def reveals(s: State, seat: int, move: int) -> bool:
    """Does it show a card of a hand (§1.2c), turn over the cards of a heat, or draw?

    Laying a card shows it, so it stands; giving out its numbers and moving the riders can be taken
    back until the player draws. A card laid face down can be taken back until the other one lies.
    """
    if s.phase == SEAL:
        return awaited(s) == 1 << seat
    if move >= M_CARD and move < M_ASSIGN:
        return True
    return move in (M_RISK, M_DRAW) or (move == M_DONE and s.phase == REFRESH)


def apply(s: State, seat: int, move: int, chance: Chance) -> None:
    """Play a legal move."""
    if move >= M_STEP and move < M_GRID:
        step(s, seat, move - M_STEP - 1)
    elif move >= M_ASSIGN:
        rider = (move - M_ASSIGN) // 20
        if s.phase == SWEEP:
            sweep_rider(s, seat, rider)
        else:
            number = (move - M_ASSIGN) % 20
            give_number(s, seat, rider, number // 2, number % 2)
    elif move == M_DRAW:
        end_turn(s, seat, chance)
    elif move >= M_CARD:
        _apply_card(s, seat, move, chance)
    elif move == M_RISK:
        take_risk(s, seat, chance)
    elif move == M_DONE:
        if s.phase == REFRESH:
            end_refresh(s, seat, chance)
        else:
            _give_up_numbers(s)
    elif move >= M_DECLARE:
        declare(s, seat, move - M_DECLARE - 1)
    else:
        _apply_between(s, seat, move, chance)
    if s.phase >= NEXT_NUMBER:
        go_on(s, seat)


def _apply_card(s: State, seat: int, move: int, chance: Chance) -> None:
    """A race card is laid, laid face down, or discarded."""
    if move >= M_DROP:
        if s.phase == CARD:
            play_in_vain(s, seat, move - M_DROP, chance)
        else:
            drop_card(s, seat, move - M_DROP)
    elif s.phase == SEAL:
        seal_card(s, seat, move - M_CARD, chance)
    else:
        lay_card(s, seat, move - M_CARD)


def _give_up_numbers(s: State) -> None:
    """TDF-04: the numbers left over are lost; the extra square need not be taken (§1.2d)."""
    s.left[0] = -1
    s.left[1] = -1
    s.left[2] = -1
    s.bonus = 0
    s.phase = DRAW


def _apply_between(s: State, seat: int, move: int, chance: Chance) -> None:
    """What is decided between two stages: the deal, the grid, who starts, who wears yellow."""
    if move == M_DEAL:
        _begin_stage(s, chance)
    elif move >= M_YELLOW:
        wear_yellow(s, seat, move - M_YELLOW)
    elif move >= M_STARTER:
        s.starter[seat] = move - M_STARTER + 1
        if not ask_starters(s):
            start_heat(s, chance)
    else:
        order = ORDERS[move - M_GRID]
        line_up(s, seat, int(order[0]), int(order[1]), int(order[2]))
        if seat == s.dealer:
            deal(s, chance)
        else:
            s.turn = left_of(s, seat)


def over(s: State) -> int:
    """§G: after the last stage."""
    return int(s.over)


def standing(s: State, scores: Numbers) -> None:
    """§G: the two classifications added up."""
    for seat in range(int(s.players)):
        scores[seat] = individual(s, seat) + int(s.team[seat])


def ranking(s: State, places: Numbers) -> None:
    """§G, TDF-29: more points, then more individual points, then the Maillot Jaune; else shared."""
    players = int(s.players)
    for seat in range(players):
        places[seat] = 1
        for other in range(players):
            if _strength(s, other) > _strength(s, seat):
                places[seat] += 1


def _strength(s: State, seat: int) -> int:
    """TDF-29 as one number."""
    own = individual(s, seat)
    wears = 1 if s.yellow > 0 and (int(s.yellow) - 1) // 3 == seat else 0
    return ((own + int(s.team[seat])) * 256 + own) * 2 + wears


def redeal(s: State, seat: int, chance: Chance) -> None:
    """The race cards that a seat can't see are dealt anew; nothing else is hidden."""
    redeal_cards(s, seat, chance)


def observe(s: State, seat: int, features: Numbers) -> None:
    """What a seat can see, as numbers; see ``FEATURES``."""
    fill_features(s, seat, features)


def chapter(s: State) -> int:
    """§1.9: points are settled at the end of each stage."""
    return int(s.stage)
