"""What a seat can see as numbers, for learners and searches."""

from __future__ import annotations

from echappee.games.flamme_rouge.breakaway import AHEAD
from echappee.games.flamme_rouge.cards import size_of
from echappee.games.flamme_rouge.material import KINDS
from echappee.games.flamme_rouge.road import CARD_VALUE, NOWHERE, lanes_of, terrain_of
from echappee.games.flamme_rouge.state import MOST_RIDERS, MOST_SQUARES
from echappee.rulebook.contract import Numbers, State
from echappee.rulebook.layout import Layout

RIDER = Layout(
    placed=1,
    square=1,
    lane=1,
    crossed=1,  # the round in which he crossed the line
    sealed=1,  # does a card of his lie face down?
    face_down=1,  # cards in his deck
    recycled=1,
    held=1,
    dummy=1,
    left=KINDS,  # cards that may still come
)
"""What everybody sees of a rider."""

OWN = Layout(sealed=KINDS + 1, deck=KINDS, recycled=KINDS, hand=KINDS)
"""What only his player sees of a rider: cards by kind, the sealed one with a 2 without a card."""

RACE = Layout(start=1, finish=1, length=1, rounds=1, placed=1, awaited=1, to_the_end=1)
"""The race: squares before the lines and in all, rounds ridden, riders placed, is one awaited?"""

FEATURES = Layout(
    terrain=MOST_SQUARES,
    lanes=MOST_SQUARES,
    riders=(MOST_RIDERS, RIDER.size),
    own=(2, OWN.size),
    holding=2,
    race=RACE.size,
    weather=MOST_SQUARES,
    fallen=MOST_RIDERS,
    breakaway=1,
    bids=(MOST_RIDERS, 3),
)
"""Slices of ``observe``; their parts are laid out by `RIDER`, `OWN` and `RACE`. Of ``bids``: is he
the one who bids, and what his bids that were shown are worth. ``breakaway``: are they to come?"""
_AT, _RIDER, _OWN, _RACE = FEATURES.starts, RIDER.starts, OWN.starts, RACE.starts
_RIDER_SIZE, _OWN_SIZE = RIDER.size, OWN.size


def fill_features(s: State, seat: int, features: Numbers) -> None:
    """What the seat sees, own team first, then clockwise, then dummies; see ``FEATURES``."""
    for i in range(features.size):
        features[i] = 0
    for x in range(int(s.length)):
        features[_AT.terrain + x] = terrain_of(s, x)
        features[_AT.lanes + x] = lanes_of(s, x)
        features[_AT.weather + x] = s.weather[x]
    players = int(s.players)
    at = _AT.riders
    for i in range(int(s.teams)):
        team = (seat + i) % players if i < players else i
        for r in range(2 * team, 2 * team + 2):
            _observe_rider(s, r, features[at : at + _RIDER_SIZE])
            _observe_bids(s, r, features[_AT.bids + 3 * ((at - _AT.riders) // _RIDER_SIZE) :])
            features[_AT.fallen + (at - _AT.riders) // _RIDER_SIZE] = s.fallen[r]
            at += _RIDER_SIZE
    for rider in range(2):
        r = 2 * seat + rider
        at = _AT.own + rider * _OWN_SIZE
        if s.sealed[r] > 0:
            features[at + _OWN.sealed + int(s.sealed[r]) - 1] = 1
        for kind in range(KINDS):
            features[at + _OWN.deck + kind] = s.deck[r, kind]
            features[at + _OWN.recycled + kind] = s.recycled[r, kind]
            if s.holding[seat] == rider + 1:
                features[at + _OWN.hand + kind] = s.hand[seat, kind]
    if s.holding[seat] > 0:
        features[_AT.holding + int(s.holding[seat]) - 1] = 1
    features[_AT.breakaway] = 1 if s.breakaway == AHEAD else 0
    features[_AT.race + _RACE.start] = s.start
    features[_AT.race + _RACE.finish] = s.finish
    features[_AT.race + _RACE.length] = s.length
    features[_AT.race + _RACE.rounds] = s.rounds
    features[_AT.race + _RACE.placed] = s.placed
    features[_AT.race + _RACE.awaited] = int(s.waiting) >> seat & 1
    features[_AT.race + _RACE.to_the_end] = s.to_the_end


def _observe_bids(s: State, r: int, seen: Numbers) -> None:
    team = r >> 1
    if team < s.players and s.bidder[team] == (r & 1) + 1:
        seen[0] = 1
        for n in range(2):
            kind = int(s.bids[team, n]) - 1
            seen[1 + n] = CARD_VALUE[kind] if kind >= 0 else 0


def _observe_rider(s: State, r: int, seen: Numbers) -> None:
    if s.square[r] != NOWHERE:
        seen[_RIDER.placed] = 1
        seen[_RIDER.square] = s.square[r]
        seen[_RIDER.lane] = s.lane[r]
    seen[_RIDER.crossed] = s.crossed[r]
    seen[_RIDER.sealed] = 1 if s.sealed[r] != 0 else 0
    seen[_RIDER.face_down] = s.face_down[r]
    seen[_RIDER.recycled] = size_of(s.recycled[r])
    team = r >> 1
    held = team < s.players and s.holding[team] == (r & 1) + 1
    if held:
        seen[_RIDER.held] = size_of(s.hand[team])
    seen[_RIDER.dummy] = 1 if team >= s.players else 0
    for kind in range(KINDS):
        left = int(s.deck[r, kind]) + int(s.recycled[r, kind])
        if held:
            left += int(s.hand[team, kind])
        if s.sealed[r] == kind + 1:
            left += 1
        seen[_RIDER.left + kind] = left
