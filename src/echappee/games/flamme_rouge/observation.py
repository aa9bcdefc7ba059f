"""What a seat can see as numbers, for learners and searches."""

from __future__ import annotations

from echappee.games.flamme_rouge.cards import size_of
from echappee.games.flamme_rouge.material import KINDS
from echappee.games.flamme_rouge.road import NOWHERE, lanes_of, terrain_of
from echappee.games.flamme_rouge.state import MOST_RIDERS, MOST_SQUARES
from echappee.rulebook.contract import Numbers, State

_SEEN = 18
_OWN = 2 * MOST_SQUARES + _SEEN * MOST_RIDERS
FEATURES = {
    "terrain": (0, MOST_SQUARES),
    "lanes": (MOST_SQUARES, MOST_SQUARES),
    "riders": (2 * MOST_SQUARES, _SEEN * MOST_RIDERS),
    "own": (_OWN, 74),
    "holding": (_OWN + 74, 2),
    "race": (_OWN + 76, 7),
}
"""Slices of ``observe``: name → (start, length).

A rider: placed, square, lane, round of crossing, card sealed, cards face down, cards recycled,
cards held, dummy, nine counts of cards that may still come. Own, for each rider: sealed card (10),
deck, recycled pile, hand (9 each).
"""


def fill_features(s: State, seat: int, features: Numbers) -> None:
    """What the seat sees, own team first, then clockwise, then dummies; see ``FEATURES``."""
    for i in range(features.size):
        features[i] = 0
    for x in range(int(s.length)):
        features[x] = terrain_of(s, x)
        features[MOST_SQUARES + x] = lanes_of(s, x)
    players = int(s.players)
    at = 2 * MOST_SQUARES
    for i in range(int(s.teams)):
        team = (seat + i) % players if i < players else i
        for r in range(2 * team, 2 * team + 2):
            _observe_rider(s, r, features[at : at + _SEEN])
            at += _SEEN
    at = _OWN
    for rider in range(2):
        r = 2 * seat + rider
        if s.sealed[r] > 0:
            features[at + int(s.sealed[r]) - 1] = 1
        for kind in range(KINDS):
            features[at + 10 + kind] = s.deck[r, kind]
            features[at + 19 + kind] = s.recycled[r, kind]
            if s.holding[seat] == rider + 1:
                features[at + 28 + kind] = s.hand[seat, kind]
        at += 37
    if s.holding[seat] > 0:
        features[at + int(s.holding[seat]) - 1] = 1
    features[at + 2] = s.start
    features[at + 3] = s.finish
    features[at + 4] = s.length
    features[at + 5] = s.rounds
    features[at + 6] = s.placed
    features[at + 7] = int(s.waiting) >> seat & 1
    features[at + 8] = s.to_the_end


def _observe_rider(s: State, r: int, seen: Numbers) -> None:
    if s.square[r] != NOWHERE:
        seen[0] = 1
        seen[1] = s.square[r]
        seen[2] = s.lane[r]
    seen[3] = s.crossed[r]
    seen[4] = 1 if s.sealed[r] != 0 else 0
    seen[5] = s.face_down[r]
    seen[6] = size_of(s.recycled[r])
    team = r >> 1
    held = team < s.players and s.holding[team] == (r & 1) + 1
    if held:
        seen[7] = size_of(s.hand[team])
    seen[8] = 1 if team >= s.players else 0
    for kind in range(KINDS):
        left = int(s.deck[r, kind]) + int(s.recycled[r, kind])
        if held:
            left += int(s.hand[team, kind])
        if s.sealed[r] == kind + 1:
            left += 1
        seen[9 + kind] = left
