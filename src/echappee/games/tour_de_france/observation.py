"""What a seat can see, as numbers: its own team first, the others clockwise."""

from __future__ import annotations

from echappee.games.tour_de_france.material import (
    EFFECTS,
    KINDS,
    MOST_LANES,
    MOST_ROWS,
    SOLO_TRIAL,
    STAGES,
)
from echappee.games.tour_de_france.road import classic_number, on_road
from echappee.games.tour_de_france.schedule import stage_after
from echappee.games.tour_de_france.stages import individual
from echappee.games.tour_de_france.state import (
    HOME,
    MOST_HAND,
    PHASES,
    RIDERS,
    SEATS,
)
from echappee.rulebook.contract import Numbers, State
from echappee.rulebook.layout import Layout

RIDER = Layout(road=1, home=1, row=1, lane=1, turned=1, yellow=1, green=1)
"""A rider: is he on the road, or home; row and lane by their largest; turns to miss; jerseys."""

CARD = Layout(held=1, numbers=3, own_colour=1)
"""A place in one's hand: is there a card, its numbers, is it of one's colour?"""

SEAT = Layout(
    seated=1,
    on_turn=1,
    dealer=1,
    cards=1,
    individual=1,
    team=1,
    used=1,  # cards, in the individual time trial
    riding=1,
    sealed=1,  # has a card been laid face down?
    kept_for=1,  # the rider of the kept risk card, from 1
    kept=len(EFFECTS),  # its effect
)
"""A team."""

TURN = Layout(
    numbers=3,  # still to be given out
    extra=1,
    without_number=RIDERS,
    mover=RIDERS,
    squares=1,  # that he still has to go
    risk_played=1,
    held_back=RIDERS,
    wind=1,
    boosted=RIDERS,
    boost=1,
)
"""How far the turn has got."""

BOARD = Layout(rows=1, green_line=1, lanes=1, reading=1)
"""The road of the stage, each by its largest, and the reading of the squeeze."""

FEATURES = Layout(
    stage=STAGES,
    to_come=STAGES,  # stages that will be ridden after this one
    phase=len(PHASES),
    board=BOARD.size,
    dots=(MOST_LANES, MOST_ROWS),
    riders=(SEATS, RIDERS, RIDER.size),
    hand=(MOST_HAND, CARD.size),
    discards=KINDS,
    pile=1,
    seats=(SEATS, SEAT.size),
    turn=TURN.size,
)
"""Slices of ``observe``, teams clockwise from one's own; their parts are laid out by `BOARD`,
`RIDER`, `CARD`, `SEAT` and `TURN`."""
_AT, _BOARD, _RIDER = FEATURES.starts, BOARD.starts, RIDER.starts
_CARD, _SEAT, _TURN = CARD.starts, SEAT.starts, TURN.starts
_RIDER_SIZE, _CARD_SIZE, _SEAT_SIZE = RIDER.size, CARD.size, SEAT.size


def fill_features(s: State, seat: int, features: Numbers) -> None:
    """The table from the seat's side; see ``FEATURES``."""
    for i in range(features.size):
        features[i] = 0
    stage, players = int(s.stage), int(s.players)
    features[_AT.stage + stage] = 1
    ahead = stage_after(s, stage)
    while ahead >= 0:
        features[_AT.to_come + ahead] = 1
        ahead = stage_after(s, ahead)
    features[_AT.phase + int(s.phase)] = 1
    features[_AT.board + _BOARD.rows] = s.rows[stage] / MOST_ROWS
    features[_AT.board + _BOARD.lanes] = s.lanes / MOST_LANES
    features[_AT.board + _BOARD.reading] = s.reading
    classic = classic_number(stage)
    if classic > 0:
        features[_AT.board + _BOARD.green_line] = s.green_row[classic - 1] / MOST_ROWS
        for lane in range(int(s.lanes)):
            dots = int(s.dots[classic - 1, lane])
            for row in range(1, int(s.rows[stage]) + 1):
                features[_AT.dots + lane * MOST_ROWS + row - 1] = dots >> row & 1
    for i in range(int(s.cards[seat])):
        kind = int(s.hand[seat, i])
        at = _AT.hand + _CARD_SIZE * i
        features[at + _CARD.held] = 1
        for j in range(3):
            features[at + _CARD.numbers + j] = s.numbers[kind // 5, j]
        features[at + _CARD.own_colour] = 1 if kind % 5 == s.colour[seat] else 0
    for kind in range(KINDS):
        features[_AT.discards + kind] = s.discards[kind]
    features[_AT.pile] = s.pile_size
    for side in range(players):
        _observe_team(s, (seat + side) % players, side, features)
    if stage != SOLO_TRIAL:
        _observe_turn(s, features)


def _observe_team(s: State, team: int, side: int, features: Numbers) -> None:
    rows = int(s.rows[int(s.stage)])
    for rider in range(RIDERS):
        at = _AT.riders + (side * RIDERS + rider) * _RIDER_SIZE
        if on_road(s, team, rider):
            features[at + _RIDER.road] = 1
            features[at + _RIDER.row] = (s.row[team, rider] + 3) / (rows + 4)
            features[at + _RIDER.lane] = (s.lane[team, rider] + 1) / MOST_LANES
        elif s.row[team, rider] == HOME:
            features[at + _RIDER.home] = 1
            features[at + _RIDER.row] = 1
        features[at + _RIDER.turned] = s.turned[team, rider]
        features[at + _RIDER.yellow] = 1 if s.yellow == 3 * team + rider + 1 else 0
        features[at + _RIDER.green] = 1 if s.green == 3 * team + rider + 1 else 0
    at = _AT.seats + side * _SEAT_SIZE
    features[at + _SEAT.seated] = 1
    features[at + _SEAT.on_turn] = 1 if s.turn == team else 0
    features[at + _SEAT.dealer] = 1 if s.dealer == team else 0
    features[at + _SEAT.cards] = s.cards[team]
    features[at + _SEAT.individual] = individual(s, team)
    features[at + _SEAT.team] = s.team[team]
    features[at + _SEAT.used] = s.used[team]
    features[at + _SEAT.riding] = int(s.riding) >> team & 1
    features[at + _SEAT.sealed] = 1 if s.sealed[team] > 0 else 0
    if s.held[team] > 0:
        features[at + _SEAT.kept_for] = s.holder[team] + 1
        features[at + _SEAT.kept + int(s.effect[int(s.held[team]) - 1])] = 1


def _observe_turn(s: State, features: Numbers) -> None:
    at = _AT.turn
    for i in range(3):
        features[at + _TURN.numbers + i] = max(0, int(s.left[i]))
    for rider in range(RIDERS):
        features[at + _TURN.without_number + rider] = int(s.todo) >> rider & 1
        features[at + _TURN.mover + rider] = 1 if s.steps > 0 and s.mover == rider else 0
        features[at + _TURN.held_back + rider] = 1 if s.still == rider + 1 else 0
        features[at + _TURN.boosted + rider] = 1 if s.boosted == rider + 1 else 0
    features[at + _TURN.extra] = s.bonus
    features[at + _TURN.squares] = s.steps
    features[at + _TURN.risk_played] = 1 if s.played > 0 else 0
    features[at + _TURN.wind] = s.wind
    features[at + _TURN.boost] = s.boost
