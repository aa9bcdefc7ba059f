"""Laying the road, dealing its weather and giving out the decks (§2, §9, §11, §13)."""

from __future__ import annotations

from typing import Any

import numpy as np

from echappee.games.flamme_rouge import material, stage_option
from echappee.games.flamme_rouge.material import FAIR, MOST_TEAMS
from echappee.games.flamme_rouge.road import enter, lanes_of, most_from, wet
from echappee.rulebook.contract import Numbers, State
from echappee.rulebook.randomness import Chance, below
from echappee.rulebook.scratch import scratch


def _faces() -> tuple[Any, Any]:
    """By number of a face: its squares; and its length, both lines, and is it a straight?"""
    squares = np.zeros((len(stage_option.FACES) + 1, 6), np.int8)
    facts = np.zeros((len(stage_option.FACES) + 1, 4), np.int64)
    for number, face in enumerate(stage_option.FACES, 1):
        tile = material.tiles()[face]
        for i, (terrain, lanes) in enumerate(zip(tile.terrain, tile.lanes, strict=True)):
            squares[number, i] = terrain + 8 * lanes
        facts[number, 0] = tile.length
        if tile.kind == "start":
            facts[number, 1] = tile.line or 0
        elif tile.kind == "finish":
            facts[number, 2] = tile.line or 0
        facts[number, 3] = tile.kind == "straight"
    return squares, facts


_FACE_SQUARES, _FACE_FACTS = _faces()
_PELOTON = 3
# By kind of deck: Sprinteur, Rouleur, Muscle Sprinteur, Peloton.
DECKS = np.array(
    [
        material.SPRINTEUR_DECK,
        material.ROULEUR_DECK,
        material.MUSCLE_DECK,
        material.PELOTON_DECK,
        (0,) * material.KINDS,
    ],
    np.int8,
)

# Where each option's numbers begin; options in the order in which the game declares them.
TEAMS = stage_option.STAGE_NUMBERS
DUMMIES, PLACEMENT, ORDER = TEAMS + 1, TEAMS + 2, TEAMS + 3
EXHAUSTED = ORDER + MOST_TEAMS
FINISH = EXHAUSTED + 2 * MOST_TEAMS
DUMMIES_WIN = FINISH + 1
METEO = DUMMIES_WIN + 1
BREAKAWAY = METEO + 1

_TWO, _TWO_WIDE = (stage_option.FACES.index(face) + 1 for face in ("2B", "2"))

_TOKENS = np.array(material.WEATHER_TOKENS, np.int64)
_WEATHERS = len(material.WEATHERS)

_SOLO_EXHAUSTION = np.array([1, 2], np.int64)  # three cards for a lone player, by rider (FR-14)


def lay_tile_two(s: State) -> None:
    """§14, FR-20: tile 2 follows the start; where it does not, it is moved or put there."""
    second = int(s.tiles[1])
    if second in (_TWO, _TWO_WIDE):
        return
    last = 1  # the place from which on the tiles lie where they lay
    while last < stage_option.MOST_TILES - 1 and s.tiles[last] not in (_TWO, _TWO_WIDE, 0):
        last += 1
    for place in range(last, 1, -1):
        s.tiles[place] = s.tiles[place - 1]
    s.tiles[1] = _TWO_WIDE if s.teams > material.NARROW_TEAMS else _TWO


def lay_road(s: State) -> None:
    """§9: the squares of the tiles, one after the other, and the lines on them."""
    x = 0
    for i in range(stage_option.MOST_TILES):
        face = int(s.tiles[i])
        if _FACE_FACTS[face, 1] > 0:
            s.start = x + _FACE_FACTS[face, 1]
        if _FACE_FACTS[face, 2] > 0:
            s.finish = x + _FACE_FACTS[face, 2]
        for j in range(_FACE_FACTS[face, 0]):
            s.road[x] = _FACE_SQUARES[face, j]
            x += 1
    s.length = x
    most_from(s)
    find_wet(s)


def find_wet(s: State) -> None:
    """§13d: is there a wet square on the road, so that riders may fall?"""
    s.slippery = 0
    for x in range(int(s.length)):
        if wet(s, x):
            s.slippery = 1


def deal_weather(s: State, chance: Chance) -> None:
    """§13: a token for each straight but start and finish, in the order of the road.

    There are thirteen; should a stage have more straights, the last ones have fair weather.
    """
    left = scratch(_WEATHERS, np.int64)
    total = 0
    for weather in range(_WEATHERS):
        left[weather] = _TOKENS[weather]
        total += int(_TOKENS[weather])
    for place in range(stage_option.MOST_TILES):
        if total > 0 and _FACE_FACTS[int(s.tiles[place]), 3] != 0:
            drawn, weather = below(chance, total), FAIR
            while drawn >= left[weather]:
                drawn -= int(left[weather])
                weather += 1
            left[weather] -= 1
            total -= 1
            set_weather(s, place, weather)
    find_wet(s)


def set_weather(s: State, place: int, weather: int) -> None:
    """§13: the weather of all squares of a tile, by the place of the tile on the road."""
    begin = 0
    for earlier in range(place):
        begin += int(_FACE_FACTS[int(s.tiles[earlier]), 0])
    for x in range(begin, begin + int(_FACE_FACTS[int(s.tiles[place]), 0])):
        s.weather[x] = weather


def deck_of(s: State, r: int) -> int:
    """§2, §11: which deck a rider has, by its place in ``DECKS``; the Peloton team's have one."""
    team = r >> 1
    if s.peloton != 0 and team == s.players:
        return _PELOTON + (r & 1)
    return 2 if team >= s.players and r & 1 == 0 else r & 1


def tired_from_start(s: State, r: int, options: Numbers) -> int:
    """How many exhaustion cards a player's rider starts with: as the option says.

    FR-14: if it says as usual, none, but a lone player has three, since version 2 of the rules.
    """
    if options[EXHAUSTED + r] >= 0:
        return int(options[EXHAUSTED + r])
    return int(_SOLO_EXHAUSTION[r & 1]) if s.players == 1 and s.version >= 2 else 0


def place_dummy(s: State, r: int) -> None:
    """§11: as far forward as possible in the right lane; when that is full, in the next one."""
    for lane in range(3):
        for x in range(int(s.start) - 1, -1, -1):
            if s.crowd[x] == lane and lane < lanes_of(s, x):
                enter(s, r, x)
                return


def set_order(s: State, players: int, options: Numbers, chance: Chance) -> None:
    """FR-08: clockwise from a seat drawn by lot; or as the option says, the others after it."""
    if options[ORDER] == 0:
        first = below(chance, players) if players > 1 else 0
        for i in range(players):
            s.order[i] = (first + i) % players
        return
    n = 0
    listed = 0
    for i in range(MOST_TEAMS):
        seat = int(options[ORDER + i]) - 1
        if 0 <= seat < players:
            s.order[n] = seat
            listed |= 1 << seat
            n += 1
    for seat in range(players):
        if listed >> seat & 1 == 0:
            s.order[n] = seat
            n += 1
