"""What must hold in a position that is given as text, beyond its form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from echappee.games.tour_de_france.material import EVERYBODY, EXCHANGE, KEPT, STAGES
from echappee.games.tour_de_france.road import (
    filled,
    is_complete,
    line_closed,
    movable,
    on_road,
    own_lane,
)
from echappee.games.tour_de_france.rules import MOST_MOVES, legal
from echappee.games.tour_de_france.stages import is_classic
from echappee.games.tour_de_france.state import (
    ASSIGN,
    BY_SWEEP,
    CARD,
    DEAL,
    DISCARD,
    DRAW,
    GRID,
    HOME,
    OFF,
    REFRESH,
    RIDERS,
    RISK,
    SEAL,
    SOLO_TRIAL,
    STARTER,
    STEP,
    SWEEP,
    YELLOW,
)
from echappee.rulebook.contract import State

_TURN_PHASES = (CARD, ASSIGN, STEP, RISK, SWEEP, REFRESH, DISCARD, DRAW)


def check_position(s: State) -> str | None:
    """What is wrong with a position, as the words name it; None if the game can go on from it."""
    for check in (_known, _kept, _clock, _arrivals, _grid, _hands, _turn, _heat):
        for problem in check(s):
            return problem
    return None if s.over or _playable(s) else "no-move"


def _seats(s: State) -> range:
    return range(int(s.players))


def _known(s: State) -> Iterator[str]:
    for viewer in _seats(s):
        held: Counter[int] = Counter()
        for seat in _seats(s):
            if seat != viewer:
                held.update(s.hand[seat, : int(s.cards[seat])].tolist())
                held.update([int(s.sealed[seat]) - 1] if s.sealed[seat] else [])
        known = s.known[viewer, : int(s.known_size[viewer])].tolist()
        if not Counter(known) <= held or known != sorted(known):
            yield "known"


def _kept(s: State) -> Iterator[str]:
    for seat in _seats(s):
        if s.held[seat] and s.effect[int(s.held[seat]) - 1] not in KEPT:
            yield "not-kept"


def _clock(s: State) -> Iterator[str]:
    phase, stage = int(s.phase), int(s.stage)
    fits = (
        stage == SOLO_TRIAL if phase in (STARTER, SEAL)
        else stage in (2, STAGES - 1) if phase == GRID
        else stage != SOLO_TRIAL if phase in _TURN_PHASES
        else stage > 0 if phase == DEAL
        else stage < STAGES - 1
    )  # fmt: skip
    if not fits:
        yield "stage"
    if (phase == YELLOW) != bool(s.tied):
        yield "choice"
    if s.yellow and s.yellow == s.green:
        yield "both-jerseys"
    if stage > 0 and phase not in (DEAL, YELLOW) and not s.yellow:
        yield "no-yellow"


def _arrivals(s: State) -> Iterator[str]:
    if int(s.phase) not in _TURN_PHASES:
        return
    arrived = sorted(int(n) for n in s.arrived.ravel() if n)
    if is_classic(s):
        if arrived != list(range(1, len(arrived) + 1)):
            yield "places"
        if any(is_complete(s, seat) for seat in _seats(s)):
            yield "complete"
    elif any(n > s.lap for n in arrived):
        yield "later-round"
    for seat in _seats(s):
        for rider in range(RIDERS):
            if (s.row[seat, rider] == HOME) != (s.arrived[seat, rider] > 0):
                yield "arrived"
            if s.row[seat, rider] == OFF:
                yield "missing"
            if s.turned[seat, rider] and s.row[seat, rider] == HOME:
                yield "turned-home"


def _grid(s: State) -> Iterator[str]:
    if s.phase != GRID:
        return
    seat = int(s.dealer)
    waiting = False
    for _ in _seats(s):
        seat = (seat + 1) % int(s.players)
        waiting = waiting or seat == s.turn
        on = [on_road(s, seat, rider) for rider in range(RIDERS)]
        if waiting and any(filled(s, row, own_lane(s, seat)) for row in (0, -1, -2)):
            yield "grid-taken"
        if any(on) if waiting else not all(on):
            yield "grid-order"


def _hands(s: State) -> Iterator[str]:
    for seat in _seats(s):
        size, kinds = int(s.cards[seat]), s.hand[seat, : int(s.cards[seat])].tolist()
        if kinds != sorted(kinds):
            yield "hand-order"
        if int(s.phase) in _TURN_PHASES:
            own = seat == s.turn and s.phase != CARD
            if size > 4 or (size < 4 and not own):
                yield "hand-size"
        if s.sealed[seat] and (s.phase != SEAL or not s.riding >> seat & 1):
            yield "face-down"


def _turn(s: State) -> Iterator[str]:
    phase, seat, rider = int(s.phase), int(s.turn), int(s.mover)
    effect = int(s.effect[int(s.played) - 1]) if s.played else -1
    moving = "moving"
    if phase not in _TURN_PHASES:
        if s.laid or s.played or s.fresh:
            yield "no-turn"
        return
    numbers = [int(n) for n in s.left if n >= 0]
    if numbers != sorted(numbers, reverse=True) or (phase == CARD and (s.laid or numbers)):
        yield "numbers"
    if phase in (ASSIGN, STEP, RISK, SWEEP, REFRESH) and not s.laid:
        yield "no-card"
    if (phase == STEP) != (s.steps > 0) or (phase == STEP and not on_road(s, seat, rider)):
        yield moving
    if phase == RISK and (s.held[seat] or s.played or not on_road(s, seat, rider)):
        yield moving
    if (phase == SWEEP or (phase == STEP and s.cause == BY_SWEEP)) and effect != EVERYBODY:
        yield moving
    if phase == REFRESH and effect != EXCHANGE:
        yield moving
    if phase == ASSIGN and not int(s.todo) & movable(s, seat):
        yield moving
    if s.held[seat] and s.played and line_closed(s, seat):
        yield "two-risks"


def _heat(s: State) -> Iterator[str]:
    if s.stage != SOLO_TRIAL or int(s.phase) not in (STARTER, SEAL):
        return
    everybody = (1 << int(s.players)) - 1
    field, ridden, riding = int(s.field), int(s.ridden), int(s.riding)
    wrong = "heat"
    if not riding or field & ~everybody or ridden & ~field or riding & (ridden | ~field):
        yield wrong
    if riding.bit_count() > 2:
        yield wrong
    for seat in _seats(s):
        rides = bool(riding >> seat & 1)
        starter = int(s.starter[seat]) - 1
        on = [on_road(s, seat, rider) for rider in range(RIDERS)]
        if s.phase == STARTER and (any(on) or (seat == s.turn and (starter >= 0 or not rides))):
            yield wrong
        if s.phase == SEAL and (any(on) != rides or (rides and (starter < 0 or not on[starter]))):
            yield wrong
        if s.phase == SEAL and rides and not s.cards[seat] and not s.sealed[seat]:
            yield wrong
        if starter < 0 and s.phase == SEAL and field >> seat & 1 and (rides or ridden >> seat & 1):
            yield wrong


def _playable(s: State) -> bool:
    moves = np.zeros(MOST_MOVES, np.int32)
    return all(
        legal(s, seat, moves) > 0
        for seat in _seats(s)
        if (seat == s.turn if s.phase != SEAL else s.riding >> seat & 1 and not s.sealed[seat])
    )
