"""Riders on the road: where one may step, who can move at all, what crossing a line brings.

A lane's riders are the bits of ``s.filled[lane]``: bit ``row + 2``.
"""

from __future__ import annotations

import numpy as np

from echappee.games.tour_de_france.material import (
    GREEN_FIRST,
    GREEN_SECOND,
    RED,
    STAGE_KINDS,
    TEAM_TRIAL,
)
from echappee.games.tour_de_france.state import (
    DEAD_END,
    DIAGONAL,
    GRID_ROWS,
    HOME,
    IN_LANE,
    LINE_CLOSED,
    NOBODY_YET,
    OCCUPIED,
    OFF,
    OFF_ROAD,
    RIDERS,
    SQUEEZED,
    TAKEN,
    YELLOW_FIRST,
)
from echappee.rulebook.contract import State

_CLASSIC = np.array(
    [STAGE_KINDS[: n + 1].count("classic") if kind == "classic" else 0
     for n, kind in enumerate(STAGE_KINDS)], np.int8
)  # fmt: skip


def classic_number(stage: int) -> int:
    """The how-manieth classic stage this is, from 1; 0 for a time trial."""
    return int(_CLASSIC[stage])


def own_lane(s: State, seat: int) -> int:
    """The lane with the strip of a team's colour (§P1)."""
    lane = 0
    while s.strips[lane] != s.colour[seat]:
        lane += 1
    return lane


def filled(s: State, row: int, lane: int) -> bool:
    """Does a rider stand there? Nobody stands beside the road or behind the line."""
    return 0 <= lane < s.lanes and int(s.filled[lane]) >> (row + GRID_ROWS) & 1 != 0


def place(s: State, seat: int, rider: int, row: int, lane: int) -> None:
    """Set a rider on a square."""
    s.row[seat, rider] = row
    s.lane[seat, rider] = lane
    s.filled[lane] |= 1 << (row + GRID_ROWS)


def lift(s: State, seat: int, rider: int) -> None:
    """Take a rider off his square."""
    s.filled[int(s.lane[seat, rider])] &= ~(1 << (int(s.row[seat, rider]) + GRID_ROWS))


def clear_road(s: State) -> None:
    """Take all riders off the road and set them upright."""
    for lane in range(s.filled.shape[0]):
        s.filled[lane] = 0
    for seat in range(int(s.players)):
        for rider in range(RIDERS):
            s.row[seat, rider] = OFF
            s.lane[seat, rider] = 0
            s.turned[seat, rider] = 0
            s.arrived[seat, rider] = 0
    s.homes = 0
    s.fresh = 0


def line_closed(s: State, seat: int) -> bool:
    """§1.5e: nobody of a team crosses the finish while it holds a red risk card."""
    return bool(s.held[seat] > 0 and s.effect[int(s.held[seat]) - 1] >= RED)


def ways(s: State, seat: int, rider: int) -> int:
    """§1.3: the steps open to a rider on the road, as a bit mask: 1 left, 2 straight on, 4 right.

    Over the finish line there is one step, straight on: behind it lanes don't matter.
    """
    return ways_at(s, seat, int(s.row[seat, rider]), int(s.lane[seat, rider]))


def ways_at(s: State, seat: int, row: int, lane: int) -> int:
    """The same from any square; like `ways_from` and `refusal_at` it reads a plain state, too."""
    if row == s.rows[int(s.stage)]:
        return 0 if line_closed(s, seat) else 2
    if s.stage == TEAM_TRIAL:
        return 0 if filled(s, row + 1, lane) else 2  # §2.1, TDF-19
    return ways_from(s, row, lane)


def ways_from(s: State, row: int, lane: int) -> int:
    """§1.3a: the steps open from a square that is not in the last row."""
    here = row + GRID_ROWS
    ahead = int(s.filled[lane]) >> (here + 1) & 1
    left, right = 3, 3  # who is beside (1) and ahead of there (2); no road is both
    if lane > 0:
        left = int(s.filled[lane - 1]) >> here & 3
    if lane + 1 < s.lanes:
        right = int(s.filled[lane + 1]) >> here & 3
    found = 0
    if s.reading == DIAGONAL:
        # schema 2 of §1.3: a corner is cut where one rider stands ahead and another beside.
        if ahead == 0:
            found = 2
        if left & 2 == 0 and (ahead & left) == 0:
            found |= 1
        if right & 2 == 0 and (ahead & right) == 0:
            found |= 4
        return found
    between = lane > 0 and lane + 1 < s.lanes and left & right & 2 != 0
    if ahead == 0 and not between:
        found = 2
    if left & 2 == 0:
        found |= 1
    if right & 2 == 0:
        found |= 4
    return found


def open_ways(s: State, seat: int, row: int, lane: int, steps: int) -> int:
    """§1.3c, TDF-31: the steps from a square that a rider with ``steps`` squares to go may take.

    Of the ways that are open only those that use as many of his squares as any way could. By the
    first version of the rules all of them were.
    """
    found = ways_at(s, seat, row, lane)
    if s.version < 2 or steps < 2 or found & (found - 1) == 0:
        return found
    farthest, kept = -1, 0
    for way in range(3):
        if found >> way & 1:
            far = open_road(s, row + 1, lane + way - 1, steps - 1)
            if far > farthest:
                farthest, kept = far, 0
            if far == farthest:
                kept |= 1 << way
    return kept


def open_road(s: State, row: int, lane: int, squares: int) -> int:
    """How many steps a rider could make from a square, up to ``squares``; all with the finish."""
    lanes = 1 << lane
    for gone in range(squares):
        if row + gone >= s.rows[int(s.stage)]:
            return squares
        ahead = 0
        for at in range(int(s.lanes)):
            if lanes >> at & 1:
                ahead |= ways_from(s, row + gone, at) << at >> 1
        if ahead == 0:
            return gone
        lanes = ahead
    return squares


def step_refusal(s: State, seat: int, rider: int, way: int) -> int:
    """§1.3: why a rider may not step left (-1), straight on (0) or right (1); 0 if he may."""
    row, lane = int(s.row[seat, rider]), int(s.lane[seat, rider])
    return refusal_at(s, seat, row, lane, int(s.steps), way)


def refusal_at(s: State, seat: int, row: int, lane: int, steps: int, way: int) -> int:
    """The same from any square, with ``steps`` squares to go."""
    if ways_at(s, seat, row, lane) >> (way + 1) & 1:
        return 0 if open_ways(s, seat, row, lane, steps) >> (way + 1) & 1 else DEAD_END
    if s.stage == TEAM_TRIAL and way != 0:
        return IN_LANE
    if row == s.rows[int(s.stage)]:
        return OFF_ROAD if way != 0 else LINE_CLOSED
    if lane + way < 0 or lane + way >= s.lanes:
        return OFF_ROAD
    return OCCUPIED if filled(s, row + 1, lane + way) else SQUEEZED


def on_road(s: State, seat: int, rider: int) -> bool:
    """Is a rider racing: neither home nor left out of this stage?"""
    return bool(s.row[seat, rider] != HOME and s.row[seat, rider] != OFF)


def is_free(s: State, seat: int, rider: int) -> bool:
    """TDF-04: may a number go to this rider? Not if he is home, turned, or held back this turn."""
    return on_road(s, seat, rider) and s.turned[seat, rider] == 0 and s.still != rider + 1


def movable(s: State, seat: int) -> int:
    """The riders of a team whom a number could move, as a bit mask."""
    mask = 0
    for rider in range(RIDERS):
        if is_free(s, seat, rider) and ways(s, seat, rider) != 0:
            mask |= 1 << rider
    return mask


def advance(s: State, seat: int, rider: int, way: int) -> None:
    """§1.3a: one square; over the green line (§1.4) and over the finish (§1.7) as they come."""
    row, lane = int(s.row[seat, rider]), int(s.lane[seat, rider])
    stage = int(s.stage)
    lift(s, seat, rider)
    if row == s.rows[stage]:
        s.row[seat, rider] = HOME
        s.lane[seat, rider] = 0
        s.homes += 1
        if stage == TEAM_TRIAL:
            s.arrived[seat, rider] = s.lap  # TDF-18
        else:
            place_home = int(s.homes)
            s.arrived[seat, rider] = place_home
            s.points[seat, rider] += s.worth[place_home - 1]
        return
    place(s, seat, rider, row + 1, lane + way)
    if stage != TEAM_TRIAL and row == s.green_row[classic_number(stage) - 1] and s.line != TAKEN:
        _cross_green_line(s, seat, rider)


def _cross_green_line(s: State, seat: int, rider: int) -> None:
    """§1.4, §1.9c, TDF-16, TDF-17: the first takes the Maillot Vert, unless he wears yellow.

    Then he keeps yellow, scores all the same, and the second takes green for fewer points.
    """
    number = 3 * seat + rider + 1
    if s.line == NOBODY_YET:
        s.points[seat, rider] += s.worth[GREEN_FIRST]
        if s.yellow == number:
            s.line = YELLOW_FIRST
            return
    else:
        s.points[seat, rider] += s.worth[GREEN_SECOND]
    s.green = number
    s.line = TAKEN


def is_complete(s: State, seat: int) -> bool:
    """§1.7: are all three riders of a team home?"""
    row = s.row[seat]
    return bool(row[0] == HOME and row[1] == HOME and row[2] == HOME)


def on_dot(s: State, seat: int, rider: int) -> bool:
    """§1.5a: does a rider on the road stand on a red dot?"""
    row, lane = int(s.row[seat, rider]), int(s.lane[seat, rider])
    return 1 <= row < HOME and int(s.dots[classic_number(int(s.stage)) - 1, lane]) >> row & 1 != 0


def crash(s: State, seat: int, rider: int, turns: int) -> None:
    """§1.5f: the faller and all riders on the eight squares around him miss a turn."""
    row, lane = int(s.row[seat, rider]), int(s.lane[seat, rider])
    for team in range(int(s.players)):
        for other in range(RIDERS):
            if (
                on_road(s, team, other)
                and abs(int(s.row[team, other]) - row) <= 1
                and abs(int(s.lane[team, other]) - lane) <= 1
            ):
                turn_rider(s, team, other, turns)


def turn_rider(s: State, seat: int, rider: int, turns: int) -> None:
    """§1.5g, TDF-14, TDF-15: a rider misses his team's next turns; stops are not added up.

    Of the team on turn, one who is missing this turn already goes on to miss the next ones; one who
    was upright starts with the next turn, or with this one if he has no number yet (TDF-32; by the
    first version of the rules he missed both).
    """
    if seat == s.turn and int(s.fresh) >> rider & 1 == 0:
        if s.turned[seat, rider] > 0:
            turns += 1
        elif s.version < 2 or int(s.todo) >> rider & 1 == 0:
            s.fresh |= 1 << rider
    s.turned[seat, rider] = max(int(s.turned[seat, rider]), turns)
