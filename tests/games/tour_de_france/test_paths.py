"""Path finding against brute force, and moving riders through the rules on small crowded boards."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from echappee.games.tour_de_france.state import M_STEP
from echappee.rulebook.rulebook import new_chance
from tests.games.tour_de_france.helpers import RULES, older, table

Square = tuple[int, int]
SMALL = (
    "lanes={lanes};rows=8;green=4;dots={dots};race=100x1,110x2,111x2,200x1,210x2,211x1,220x1,221x1;"
    "sprint=321x4;risk=advance2x3,boost1x1,crash1x3;points=6.4.3.2.1+3.1.10.5.10.6"
)
ROWS = 8


def step_allowed(taken: set[Square], lanes: int, start: Square, way: int, reading: str) -> bool:
    """§1.3a as it stands in the rulebook, square by square."""
    lane, row = start
    if row == ROWS:
        return way == 0
    goal = (lane + way, row + 1)
    if not 1 <= goal[0] <= lanes or goal in taken:
        return False
    if reading == "d" and way:
        return not {(lane, row + 1), (lane + way, row)} <= taken
    if reading == "s" and not way:
        return not {(lane - 1, row + 1), (lane + 1, row + 1)} <= taken
    return True


def brute_force(taken: set[Square], lanes: int, start: Square, squares: int, reading: str) -> Any:
    """All ways of riding: a rider stops when his squares are used up, at home, or stuck."""
    ends: set[tuple[Square | None, tuple[int, ...]]] = set()
    for ways in product((-1, 0, 1), repeat=squares):
        at: Square | None = start
        path: list[int] = []
        for way in ways:
            if at is None or not step_allowed(taken, lanes, at, way, reading):
                break
            path.append(way)
            at = None if at[1] == ROWS else (at[0] + way, at[1] + 1)
        stopped = at
        if (
            len(path) == squares
            or stopped is None
            or not any(step_allowed(taken, lanes, stopped, way, reading) for way in (-1, 0, 1))
        ):
            ends.add((stopped, tuple(path)))
    return ends


def farthest(ends: Any, squares: int) -> Any:
    """§1.3c, TDF-31: of all ways those that use most squares; who comes home has used them all."""
    used = {end: squares if end[0] is None else len(end[1]) for end in ends}
    return {end for end in ends if used[end] == max(used.values())}


def by_the_rules(state: Any, seat: int, rider: int) -> Any:
    """The same by playing every legal step."""
    functions, buffer = RULES.functions, RULES.buffer()
    ends = set()
    waiting: list[tuple[Any, tuple[int, ...]]] = [(state, ())]
    while waiting:
        s, path = waiting.pop()
        if s.phase != state.phase or s.stage != state.stage or not s.steps:
            row = int(s.row[seat, rider])
            at = None if row == 100 else (int(s.lane[seat, rider]) + 1, row)
            ends.add((at, path))
            continue
        for move in buffer[: functions.legal(s, seat, buffer)].tolist():
            after = s.copy()
            functions.apply(after, seat, move, new_chance())
            waiting.append((after, (*path, move - M_STEP - 1)))
    return ends


@pytest.mark.parametrize("reading", ["d", "s"])
@pytest.mark.parametrize("lanes", ["rbow", "r-bow", "-rbow-"])
def test_every_path_on_crowded_boards(reading: str, lanes: str) -> None:
    chooser = np.random.default_rng(len(lanes))
    material = SMALL.format(lanes=lanes, dots="/".join("-" * len(lanes)))
    homes = [lanes.index(colour) + 1 for colour in "rbow"]

    def reachable(number: int, spot: Square) -> bool:
        """The riders of a team start one behind the other, and go aside only while going on."""
        return abs(spot[0] - homes[number // 3]) <= spot[1] + number % 3

    tried = 0
    while tried < 60:
        rows = chooser.integers(1, ROWS + 1, 12)
        spots = [(int(chooser.integers(1, len(lanes) + 1)), int(row)) for row in rows]
        if len(set(spots)) < 12 or not all(map(reachable, range(12), spots)):
            continue
        taken = set(spots[1:])
        start = spots[0]
        if not any(step_allowed(taken, len(lanes), start, way, reading) for way in (-1, 0, 1)):
            continue
        tried += 1
        squares = int(chooser.integers(1, 5))
        teams = [",".join(f"{lane}.{row}" for lane, row in spots[n : n + 3]) for n in (0, 3, 6, 9)]
        match = table("/".join(teams), material=material, colours="rbow", squeeze=reading,
                      phase="step",
                      now=f"laid:321,played:boost1,boosted:1,steps:{squares}")  # fmt: skip
        ends = brute_force(taken, len(lanes), start, squares, reading)
        assert by_the_rules(match._state, 0, 0) == farthest(ends, squares), match.position()
        assert by_the_rules(older(match)._state, 0, 0) == ends, match.position()
