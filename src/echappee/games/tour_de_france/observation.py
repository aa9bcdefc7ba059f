"""What a seat can see, as numbers: its own team first, the others clockwise."""

from __future__ import annotations

from echappee.games.tour_de_france.material import (
    EFFECTS,
    KINDS,
    MOST_LANES,
    MOST_ROWS,
    SOLO_TRIAL,
)
from echappee.games.tour_de_france.road import classic_number, on_road
from echappee.games.tour_de_france.stages import individual, is_classic
from echappee.games.tour_de_france.state import (
    HOME,
    MOST_HAND,
    PHASES,
    RIDERS,
    SEATS,
)
from echappee.rulebook.contract import Numbers, State

_RIDER = 7
_CARD = 5
_SEAT = 10 + len(EFFECTS)


def _slices() -> dict[str, tuple[int, int]]:
    lengths = {
        "stage": 5,
        "phase": len(PHASES),
        "board": 4,  # rows, green line, lanes (each by its largest), reading of the squeeze
        "dots": MOST_LANES * MOST_ROWS,
        "riders": SEATS * RIDERS * _RIDER,  # on the road, home, row, lane, turned, yellow, green
        "hand": MOST_HAND * _CARD,  # is there a card, its three numbers, is it of one's colour
        "discards": KINDS,
        "pile": 1,
        # by team: takes part, on turn, dealer, cards in hand, individual and team points, cards
        # used, rides, has laid a card face down, rider of the kept card; then its effect
        "seats": SEATS * _SEAT,
        # numbers left, extra square, riders without a number, mover, squares left, risk card
        # played, rider held back, wind, boosted rider, boost
        "turn": 3 + 1 + 3 + 3 + 1 + 1 + 3 + 1 + 3 + 1,
    }
    slices = {}
    start = 0
    for name, length in lengths.items():
        slices[name] = (start, length)
        start += length
    return slices


FEATURES = _slices()
"""Slices of ``observe``: name → (start, length)."""

_PHASE, _BOARD, _DOTS = FEATURES["phase"][0], FEATURES["board"][0], FEATURES["dots"][0]
_RIDERS, _HAND, _DISCARDS = FEATURES["riders"][0], FEATURES["hand"][0], FEATURES["discards"][0]
_PILE, _SEATS, _TURN = FEATURES["pile"][0], FEATURES["seats"][0], FEATURES["turn"][0]


def fill_features(s: State, seat: int, features: Numbers) -> None:
    """The table from the seat's side; see ``FEATURES``."""
    for i in range(features.size):
        features[i] = 0
    stage, players = int(s.stage), int(s.players)
    features[stage] = 1
    features[_PHASE + int(s.phase)] = 1
    features[_BOARD] = s.rows[stage] / MOST_ROWS
    features[_BOARD + 2] = s.lanes / MOST_LANES
    features[_BOARD + 3] = s.reading
    if is_classic(s):
        features[_BOARD + 1] = s.green_row[classic_number(stage) - 1] / MOST_ROWS
        for lane in range(int(s.lanes)):
            dots = int(s.dots[classic_number(stage) - 1, lane])
            for row in range(1, int(s.rows[stage]) + 1):
                features[_DOTS + lane * MOST_ROWS + row - 1] = dots >> row & 1
    for i in range(int(s.cards[seat])):
        kind = int(s.hand[seat, i])
        features[_HAND + _CARD * i] = 1
        for j in range(3):
            features[_HAND + _CARD * i + 1 + j] = s.numbers[kind // 5, j]
        features[_HAND + _CARD * i + 4] = 1 if kind % 5 == s.colour[seat] else 0
    for kind in range(KINDS):
        features[_DISCARDS + kind] = s.discards[kind]
    features[_PILE] = s.pile_size
    for side in range(players):
        _observe_team(s, (seat + side) % players, side, features)
    if stage != SOLO_TRIAL:
        _observe_turn(s, features)


def _observe_team(s: State, team: int, side: int, features: Numbers) -> None:
    rows = int(s.rows[int(s.stage)])
    for rider in range(RIDERS):
        at = _RIDERS + (side * RIDERS + rider) * _RIDER
        if on_road(s, team, rider):
            features[at] = 1
            features[at + 2] = (s.row[team, rider] + 3) / (rows + 4)
            features[at + 3] = (s.lane[team, rider] + 1) / MOST_LANES
        elif s.row[team, rider] == HOME:
            features[at + 1] = 1
            features[at + 2] = 1
        features[at + 4] = s.turned[team, rider]
        features[at + 5] = 1 if s.yellow == 3 * team + rider + 1 else 0
        features[at + 6] = 1 if s.green == 3 * team + rider + 1 else 0
    at = _SEATS + side * _SEAT
    features[at] = 1
    features[at + 1] = 1 if s.turn == team else 0
    features[at + 2] = 1 if s.dealer == team else 0
    features[at + 3] = s.cards[team]
    features[at + 4] = individual(s, team)
    features[at + 5] = s.team[team]
    features[at + 6] = s.used[team]
    features[at + 7] = int(s.riding) >> team & 1
    features[at + 8] = 1 if s.sealed[team] > 0 else 0
    if s.held[team] > 0:
        features[at + 9] = s.holder[team] + 1
        features[at + 10 + int(s.effect[int(s.held[team]) - 1])] = 1


def _observe_turn(s: State, features: Numbers) -> None:
    for i in range(3):
        features[_TURN + i] = max(0, int(s.left[i]))
        features[_TURN + 4 + i] = int(s.todo) >> i & 1
        features[_TURN + 7 + i] = 1 if s.steps > 0 and s.mover == i else 0
        features[_TURN + 12 + i] = 1 if s.still == i + 1 else 0
        features[_TURN + 16 + i] = 1 if s.boosted == i + 1 else 0
    features[_TURN + 3] = s.bonus
    features[_TURN + 10] = s.steps
    features[_TURN + 11] = 1 if s.played > 0 else 0
    features[_TURN + 15] = s.wind
    features[_TURN + 19] = s.boost
