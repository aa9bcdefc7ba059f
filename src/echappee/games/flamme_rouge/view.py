"""What a seat sees of a race of Flamme Rouge (FR-09).

The road, the sizes of decks and piles, and all played cards are open. A recycled pile, a hand and a
sealed card are their owner's alone; nobody looks into a face-down deck.
"""

from __future__ import annotations

from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Literal

import msgspec

from echappee.games.flamme_rouge import geometry, material, road, stage_option
from echappee.games.flamme_rouge.events import causes, happened, told
from echappee.games.flamme_rouge.material import CARDS, EXHAUSTION, RIDERS
from echappee.games.flamme_rouge.position import write_card
from echappee.games.flamme_rouge.road import NOWHERE
from echappee.rulebook.contract import State
from echappee.rulebook.state_layout import plain
from echappee.rulebook.values import Heading

__all__ = ["FlammeRougeView", "happened", "heading", "look", "own", "told"]

RiderLetter = Literal["S", "R"]
Lane = Literal["R", "M", "L"]


class HandCard(msgspec.Struct, frozen=True):
    """A card of the viewer's hand, and what it would do if the road ahead stayed as it is."""

    card: str
    value: int
    reach: int
    """The square that it leads to, slopes counted; blocking not."""
    printed: int
    """The square that its printed value leads to on a flat road."""
    why: list[Literal["supply", "descent", "ascent", "last-square"]]
    """What makes the move longer or shorter than the printed value."""


class FlammeRider(msgspec.Struct, frozen=True):
    """One rider, and his cards."""

    rider: RiderLetter
    square: int | None
    """From 1 at the back of the start tile."""
    lane: Lane | None
    crossed: int | None
    """The round in which he crossed the line."""
    on_road: bool
    deck: int
    """Cards face down."""
    recycled: int
    """Cards face up under the deck."""
    recycled_cards: list[str] | None
    """The owner's alone."""
    exhaustion: int
    """Exhaustion cards he has, wherever they are."""
    played: list[str]
    chosen: bool
    """Has his card been sealed this round?"""
    card: str | None
    """The sealed card, the owner's alone until all are in."""


class FlammeTeam(msgspec.Struct, frozen=True):
    """A player's team or a dummy team."""

    kind: Literal["player", "peloton", "muscle"]
    riders: list[FlammeRider]
    holding: RiderLetter | None
    """Whose hand the player holds."""
    hand: list[HandCard] | None
    """The owner's alone."""


class Square(msgspec.Struct, frozen=True):
    """One square of the road."""

    terrain: Literal["flat", "ascent", "descent", "cobbles", "supply"]
    lanes: int


class PackRider(msgspec.Struct, frozen=True):
    """A rider in a pack."""

    team: int
    rider: RiderLetter


class FlammeRougeView(msgspec.Struct, frozen=True):
    """The race as one viewer sees it. Teams are the seats, then the dummy teams."""

    phase: Literal["placing", "energy", "over"]
    round: int
    """The round being played, from 1; 0 while riders are placed."""
    stage: str
    """The name of the stage, or its tiles."""
    title: str | None
    """The printed name of a named stage."""
    tiles: list[str]
    squares: list[Square]
    poses: list[list[float]]
    """Where each square begins on the table, and where the last one ends: x, y, and the heading in
    radians. One unit is the length of a square; y points down."""
    start: int
    """Squares before the start line."""
    finish: int
    """Squares before the finish line."""
    to_the_end: bool
    order: list[int]
    """The seats as they place their riders."""
    teams: list[FlammeTeam]
    packs: list[list[PackRider]]
    """Riders on the road, foremost pack first, foremost rider first."""


class Road(msgspec.Struct, frozen=True):
    """What the tiles make: the same for all who look, as long as the race lasts."""

    stage: str
    title: str | None
    tiles: list[str]
    squares: list[Square]
    poses: list[list[float]]


def look(s: State, players: int, seat: int | None) -> FlammeRougeView:
    """The race as a seat sees it; ``None`` is a spectator."""
    table = plain(s)
    seen = _open_look(table, players)
    return seen if seat is None else own(seen, table, seat)


def own(seen: FlammeRougeView, s: State, seat: int) -> FlammeRougeView:
    """What a spectator sees, and besides it a seat's hand, sealed cards and recycled piles."""
    table = plain(s)
    teams = list(seen.teams)
    team, holding = teams[seat], table.holding[seat]
    riders = [
        msgspec.structs.replace(
            rider,
            recycled_cards=cards(table.recycled[r]),
            card=write_card(table.sealed[r] - 1) if table.sealed[r] else None,
        )
        for r, rider in enumerate(team.riders, 2 * seat)
    ]
    hand = _hand(table, seat, holding - 1) if holding else None
    teams[seat] = msgspec.structs.replace(team, riders=riders, hand=hand)
    return msgspec.structs.replace(seen, teams=teams)


def _open_look(table: Any, players: int) -> FlammeRougeView:
    laid = _road(tuple(table.tiles), tuple(table.road[: table.length]), table.teams)
    placing = table.placed < 2 * table.players
    return FlammeRougeView(
        phase="over" if table.over else "placing" if placing else "energy",
        round=table.rounds + (0 if placing or table.over else 1),
        stage=laid.stage,
        title=laid.title,
        tiles=laid.tiles,
        squares=laid.squares,
        poses=laid.poses,
        start=table.start,
        finish=table.finish,
        to_the_end=bool(table.to_the_end),
        order=table.order[:players],
        teams=[_team(table, team) for team in range(table.teams)],
        packs=_packs(table),
    )


@lru_cache(256)
def _road(tiles: tuple[int, ...], laid: tuple[int, ...], teams: int) -> Road:
    faces = tuple(stage_option.FACES[number - 1] for number in tiles if number)
    stage = stage_option.option_value(faces, teams)
    named = material.stages().get(stage)
    table = SimpleNamespace(road=laid)
    return Road(
        stage=stage,
        title=named.name if named else None,
        tiles=list(faces),
        squares=[_square(table, x) for x in range(len(laid))],
        poses=[list(pose) for pose in geometry.poses(faces)],
    )


def _square(table: Any, x: int) -> Square:
    terrain: Any = material.TERRAINS[road.terrain_of(table, x)]
    return Square(terrain, road.lanes_of(table, x))


def _team(table: Any, team: int) -> FlammeTeam:
    """A team as everybody sees it."""
    kind: Any = "player"
    if team >= table.players:
        kind = "peloton" if table.peloton and team == table.players else "muscle"
    holding = table.holding[team]
    letter: Any = RIDERS[holding - 1] if holding else None
    riders = [_rider(table, r) for r in (2 * team, 2 * team + 1)]
    return FlammeTeam(kind=kind, riders=riders, holding=letter, hand=None)


def _rider(table: Any, r: int) -> FlammeRider:
    """A rider as everybody sees him."""
    placed = table.square[r] != NOWHERE
    sealed = table.sealed[r]
    held = table.deck[r][EXHAUSTION] + table.recycled[r][EXHAUSTION]
    held += table.hand[r >> 1][EXHAUSTION] if table.holding[r >> 1] == (r & 1) + 1 else 0
    letter: Any = RIDERS[r & 1]
    lane: Any = None
    if placed:
        lane = material.LANES[road.lanes_of(table, table.square[r])][table.lane[r]]
    return FlammeRider(
        rider=letter,
        square=table.square[r] + 1 if placed else None,
        lane=lane,
        crossed=table.crossed[r] or None,
        on_road=placed and not (table.crossed[r] and table.to_the_end),
        deck=table.face_down[r],
        recycled=sum(table.recycled[r]),
        recycled_cards=None,
        exhaustion=held + (sealed == EXHAUSTION + 1),
        played=cards(table.played[r]),
        chosen=bool(sealed),
        card=None,
    )


def _hand(table: Any, team: int, rider: int) -> list[HandCard]:
    r = 2 * team + rider
    here, last = table.square[r] + 1, table.length
    found = []
    for kind, count in enumerate(table.hand[team]):
        if not count:
            continue
        value = int(road.CARD_VALUE[kind])
        reach = road.reach(table, r, value) + 1
        why: Any = causes(table, r, value)
        found += [HandCard(CARDS[kind], value, reach, min(here + value, last), why)] * count
    return found


def cards(counts: list[int]) -> list[str]:
    """A pile as a list, lowest cards first."""
    return list(_named(tuple(counts)))


@lru_cache(4096)
def _named(counts: tuple[int, ...]) -> tuple[str, ...]:
    """Piles are named again and again, and few of them change with a move."""
    return tuple(card for card, n in zip(CARDS, counts, strict=True) for _ in range(n))


def _packs(table: Any) -> list[list[PackRider]]:
    """§6a: riders without an empty square between them, in the order of the race."""
    order = [0] * len(table.square)
    count = road.race_order(table, order)
    packs: list[list[PackRider]] = []
    behind = NOWHERE
    for r in order[:count]:
        letter: Any = RIDERS[r & 1]
        if not packs or table.square[r] < behind - 1:
            packs.append([])
        packs[-1].append(PackRider(r >> 1, letter))
        behind = table.square[r]
    return packs


def heading(s: State) -> Heading:
    """The round under way; first the riders are placed."""
    table = plain(s)
    if table.placed < 2 * table.players:
        return Heading("placing", 0)
    return Heading("round", table.rounds + (0 if table.over else 1))
