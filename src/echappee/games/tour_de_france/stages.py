"""The stages: laying them out, ending them, points and jerseys."""

from __future__ import annotations

from echappee.games.tour_de_france.cards import HAND, gather, put_under, refill
from echappee.games.tour_de_france.material import (
    SOLO_TRIAL,
    TEAM_COMPLETE,
    TEAM_TRIAL,
    TEAM_TRIAL_WON,
    TWO_OF_THREE,
)
from echappee.games.tour_de_france.road import (
    classic_number,
    clear_road,
    is_complete,
    own_lane,
    place,
)
from echappee.games.tour_de_france.schedule import WHOLE_TOUR, stage_after
from echappee.games.tour_de_france.state import (
    CARD,
    DEAL,
    GRID,
    NOBODY_YET,
    RACE_OVER,
    RIDERS,
    TOUR_OVER,
    YELLOW,
)
from echappee.rulebook.contract import State
from echappee.rulebook.randomness import Chance

_UNPLACED = 99


def left_of(s: State, seat: int) -> int:
    """The next seat clockwise."""
    return (seat + 1) % int(s.players)


def lay_out(s: State, chance: Chance) -> None:
    """§P1, §1.2a: an empty road; then the riders on the grid and the cards.

    Where the order of the three riders changes nothing they stand by number; else it is their
    owner's choice, from the dealer's left on.
    """
    clear_road(s)
    s.line = NOBODY_YET
    s.lap = 1
    s.turn = left_of(s, int(s.dealer))
    if has_grid_choice(int(s.stage)):
        s.phase = GRID
    else:
        for seat in range(int(s.players)):
            line_up(s, seat, 0, 1, 2)
        deal(s, chance)


def has_grid_choice(stage: int) -> bool:
    """TDF-28: may an owner order his riders on the grid? From the second classic stage on."""
    return classic_number(stage) > 1


def line_up(s: State, seat: int, first: int, second: int, third: int) -> None:
    """§P1: three riders one behind the other on the strip of their colour."""
    lane = own_lane(s, seat)
    place(s, seat, first, 0, lane)
    place(s, seat, second, -1, lane)
    place(s, seat, third, -2, lane)


def deal(s: State, chance: Chance) -> None:
    """§1.2a, TDF-07: all race cards shuffled, four for each; the dealer's left neighbour begins."""
    gather(s)
    seat = int(s.dealer)
    for _ in range(int(s.players)):
        seat = left_of(s, seat)
        refill(s, seat, HAND, chance)
    start_turn(s, left_of(s, int(s.dealer)))


def start_turn(s: State, seat: int) -> None:
    """A turn begins."""
    clear_turn(s)
    s.turn = seat
    s.phase = CARD


def clear_turn(s: State) -> None:
    """Nothing of the last turn counts any more."""
    s.laid = 0
    for i in range(3):
        s.left[i] = -1
    s.bonus = 0
    s.todo = 0
    s.moved = 0
    s.played = 0
    s.still = 0
    s.wind = 0
    s.boosted = 0
    s.boost = 0
    s.mover = 0
    s.steps = 0
    s.cause = 0
    s.sweep = 0
    s.fresh = 0


# -------------------------------------------------------------------------------------- the end


def _count_teams(s: State) -> None:
    """§1.7, §1.8, §2.3: points for the teams; kept risk cards go under the pile (§1.5h)."""
    players = int(s.players)
    worth = TEAM_TRIAL_WON if s.stage == TEAM_TRIAL else TEAM_COMPLETE
    for seat in range(players):
        if is_complete(s, seat):
            s.team[seat] += s.worth[worth]
        if _riders_in_first_three(s, seat) >= 2:
            s.team[seat] += s.worth[TWO_OF_THREE]
    seat = int(s.dealer)
    for _ in range(players):
        seat = left_of(s, seat)
        if s.held[seat] > 0:
            put_under(s, int(s.held[seat]) - 1)
            s.held[seat] = 0
            s.holder[seat] = 0
    if s.stage != TEAM_TRIAL:
        for seat in range(players):
            for rider in range(RIDERS):
                s.lately[seat, rider] = s.arrived[seat, rider]


def _riders_in_first_three(s: State, seat: int) -> int:
    """§1.1, TDF-18: a team's riders among the first three; in stage 2 a round shares a place."""
    count = 0
    for rider in range(RIDERS):
        arrived = int(s.arrived[seat, rider])
        if arrived > 0:
            rank = arrived
            if s.stage == TEAM_TRIAL:
                rank = 1
                for team in range(int(s.players)):
                    for other in range(RIDERS):
                        if 0 < s.arrived[team, other] < arrived:
                            rank += 1
            if rank <= 3:
                count += 1
    return count


def end_stage(s: State) -> None:
    """§1.9: points, the Maillot Jaune passed on; then the next stage, or the end of the Tour."""
    if s.stage != SOLO_TRIAL:
        _count_teams(s)
    clear_turn(s)
    seat = yellow_seat(s)
    if seat < 0:
        _go_on(s)
        return
    tied = yellow_riders(s, seat)
    if tied & (tied - 1) != 0 and stage_after(s, int(s.stage)) >= 0:
        s.turn = seat
        s.tied = tied
        s.phase = YELLOW
        return
    rider = 0
    while tied >> rider & 1 == 0:
        rider += 1
    wear_yellow(s, seat, rider)


def wear_yellow(s: State, seat: int, rider: int) -> None:
    """§1.9a, TDF-25: a rider puts on yellow, and takes off green; on to the next stage."""
    s.tied = 0
    s.yellow = 3 * seat + rider + 1
    if s.green == s.yellow:
        s.green = 0
    _go_on(s)


def _go_on(s: State) -> None:
    """§1.9: the next stage is dealt by the next player; §G, TDF-33: or there is none."""
    s.phase = DEAL
    stage = stage_after(s, int(s.stage))
    if stage < 0:
        s.over = TOUR_OVER if s.stages == WHOLE_TOUR else RACE_OVER
        return
    s.stage = stage
    s.dealer = left_of(s, int(s.dealer))
    s.turn = s.dealer


def individual(s: State, seat: int) -> int:
    """A player's individual classification: the points of his three riders."""
    return int(s.points[seat, 0]) + int(s.points[seat, 1]) + int(s.points[seat, 2])


def yellow_seat(s: State) -> int:
    """§1.9a: at first the stage winner; §1.9b, TDF-23, TDF-24: then the individual leader.

    In a tie the holder keeps it; else the tied player whose rider came first in the latest classic
    stage; else the first of them from the dealer's left. TDF-33: -1 while nobody has worn it and
    there are no individual points: after a team time trial alone.
    """
    if s.stage == 0:
        return _first_home(s)
    holder = (int(s.yellow) - 1) // 3
    best, chosen, chosen_place = -1, 0, 0
    seat = int(s.dealer)
    for _ in range(int(s.players)):
        seat = left_of(s, seat)
        points = individual(s, seat)
        earliest = -1 if seat == holder else _UNPLACED
        for rider in range(RIDERS):
            if 0 < s.lately[seat, rider] < earliest:
                earliest = int(s.lately[seat, rider])
        if points > best or (points == best and earliest < chosen_place):
            best, chosen, chosen_place = points, seat, earliest
    return -1 if best == 0 and s.yellow == 0 else chosen


def _first_home(s: State) -> int:
    """The team of the rider who arrived first."""
    for seat in range(int(s.players)):
        for rider in range(RIDERS):
            if s.arrived[seat, rider] == 1:
                return seat
    return 0


def yellow_riders(s: State, seat: int) -> int:
    """§1.9a, TDF-23: who of a team wears yellow, as a bit mask: several if its owner must choose.

    After the first stage its winner; later the rider with most points, then the one who arrived
    first in the latest classic stage.
    """
    mask, best, best_place = 0, -1, 0
    for rider in range(RIDERS):
        points = int(s.points[seat, rider])
        place_home = int(s.lately[seat, rider])
        if place_home == 0:
            place_home = _UNPLACED
        if s.stage == 0:
            points = 1 if place_home == 1 else 0
        if points > best or (points == best and place_home < best_place):
            mask, best, best_place = 1 << rider, points, place_home
        elif points == best and place_home == best_place:
            mask |= 1 << rider
    return mask


def is_classic(s: State) -> bool:
    """Is the stage under way a classic one?"""
    return classic_number(int(s.stage)) > 0
