"""What a seat sees of a race of Flamme Rouge (FR-09).

The road, the sizes of decks and piles, and all played cards are open. A recycled pile, a hand and a
sealed card are their owner's alone; nobody looks into a face-down deck.
"""

from __future__ import annotations

from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Literal

import msgspec

from echappee.games.flamme_rouge import breakaway, geometry, material, road, rules, stage_option
from echappee.games.flamme_rouge.events import causes, happened, private_events
from echappee.games.flamme_rouge.material import CARDS, EXHAUSTION, RIDERS
from echappee.games.flamme_rouge.position import write_card
from echappee.games.flamme_rouge.road import NOWHERE
from echappee.rulebook.contract import State
from echappee.rulebook.state_layout import plain
from echappee.rulebook.values import Heading

__all__ = ["FlammeRougeView", "happened", "heading", "look", "private_events", "private_view"]

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
    why: list[Literal["supply", "descent", "fallen", "ascent", "last-square"]]
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
    fallen: bool
    """Does he lie on a wet road?"""
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
    bidder: RiderLetter | None
    """Who bids for a place in the breakaway, while the bids are made."""
    bids: list[str]
    """His bids that were shown."""


class Square(msgspec.Struct, frozen=True):
    """One square of the road."""

    terrain: Literal["flat", "ascent", "descent", "cobbles", "supply", "wet"]
    lanes: int


class Weather(msgspec.Struct, frozen=True):
    """The weather of a straight, where it isn't fair (§13)."""

    kind: Literal["crosswind", "tailwind", "headwind", "rain"]
    begin: int
    """Squares from the back of the start tile up to it,"""
    end: int
    """and up to its end."""


class PackRider(msgspec.Struct, frozen=True):
    """A rider in a pack."""

    team: int
    rider: RiderLetter


class Classified(msgspec.Struct, frozen=True):
    """A rider where the race has brought him, first of all or behind another."""

    team: int
    rider: RiderLetter
    place: int
    behind: int
    """Squares behind the first rider."""
    why: Literal["round", "square", "lane"] | None
    """What puts him behind the one before him: home in a later round or not yet, fewer squares, or
    on the same square not the right lane (§7). The first has nobody before him."""


class FlammeRougeView(msgspec.Struct, frozen=True):
    """The race as one viewer sees it. Teams are the seats, then the dummy teams."""

    phase: Literal["placing", "bidding", "energy", "over"]
    round: int
    """The round being played, from 1; 0 while riders are placed and bids made."""
    breakaway: int | None
    """The square from which a breakaway starts; null: there is none in this race."""
    stage: str
    """The name of the stage, or its tiles."""
    title: str | None
    """The printed name of a named stage."""
    tiles: list[str]
    squares: list[Square]
    poses: list[list[float]]
    """Where each square begins on the table, and where the last one ends: x, y, and the heading in
    radians. One unit is the length of a square; y points down."""
    bridges: list[geometry.Bridge]
    """Where the road passes over itself."""
    weather: list[Weather] | None
    """Straights whose weather isn't fair; null: the race is ridden without."""
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
    classification: list[Classified]
    """All riders that were placed, home or on the road, as the rules rank them."""


class Road(msgspec.Struct, frozen=True):
    """What the tiles make: the same for all who look, as long as the race lasts."""

    stage: str
    title: str | None
    tiles: list[str]
    squares: list[Square]
    poses: list[list[float]]
    bridges: list[geometry.Bridge]


def look(s: State, players: int, seat: int | None) -> FlammeRougeView:
    """The race as a seat sees it; ``None`` is a spectator."""
    t = plain(s)
    seen = _open_look(t, players)
    return seen if seat is None else private_view(seen, t, seat)


def private_view(seen: FlammeRougeView, s: State, seat: int) -> FlammeRougeView:
    """What a spectator sees, and besides it a seat's hand, sealed cards and recycled piles."""
    t = plain(s)
    teams = list(seen.teams)
    team, holding = teams[seat], t.holding[seat]
    riders = [
        msgspec.structs.replace(
            rider,
            recycled_cards=cards(t.recycled[r]),
            card=write_card(t.sealed[r] - 1) if t.sealed[r] else None,
        )
        for r, rider in enumerate(team.riders, 2 * seat)
    ]
    hand = _hand(t, seat, holding - 1) if holding else None
    teams[seat] = msgspec.structs.replace(team, riders=riders, hand=hand)
    return msgspec.structs.replace(seen, teams=teams)


def _open_look(s: Any, players: int) -> FlammeRougeView:
    laid = _road(tuple(s.tiles), tuple(s.road[: s.length]), s.teams, bool(s.breakaway))
    placing = s.placed < 2 * s.players
    bids = breakaway.bidding(s)
    return FlammeRougeView(
        phase="over" if s.over else "placing" if placing else "bidding" if bids else "energy",
        round=s.rounds + (0 if placing or bids or s.over else 1),
        breakaway=breakaway.mark_of(s) + 1 if s.breakaway else None,
        stage=laid.stage,
        title=laid.title,
        tiles=laid.tiles,
        squares=laid.squares,
        poses=laid.poses,
        bridges=laid.bridges,
        weather=_weather(s) if s.meteo else None,
        start=s.start,
        finish=s.finish,
        to_the_end=bool(s.to_the_end),
        order=s.order[:players],
        teams=[_team(s, team) for team in range(s.teams)],
        packs=_packs(s),
        classification=_classification(s),
    )


@lru_cache(256)
def _road(tiles: tuple[int, ...], laid: tuple[int, ...], teams: int, away: bool) -> Road:
    faces = tuple(stage_option.FACES[number - 1] for number in tiles if number)
    stage = stage_option.raced_value(faces, teams, breakaway=away)
    named = material.stages().get(stage)
    table = SimpleNamespace(road=laid)
    return Road(
        stage=stage,
        title=named.name if named else None,
        tiles=list(faces),
        squares=[_square(table, x) for x in range(len(laid))],
        poses=[list(pose) for pose in geometry.poses(faces)],
        bridges=list(geometry.bridges(faces)),
    )


def _weather(s: Any) -> list[Weather]:
    """§13: by straight, from the start on."""
    found, x = [], 0
    for number in filter(None, s.tiles):
        end = x + material.tiles()[stage_option.FACES[number - 1]].length
        if s.weather[x]:
            kind: Any = material.WEATHERS[s.weather[x]]
            found.append(Weather(kind, x, end))
        x = end
    return found


def _square(s: Any, x: int) -> Square:
    terrain: Any = material.TERRAINS[road.terrain_of(s, x)]
    return Square(terrain, road.lanes_of(s, x))


def _team(s: Any, team: int) -> FlammeTeam:
    """A team as everybody sees it."""
    kind: Any = "player"
    if team >= s.players:
        kind = "peloton" if s.peloton and team == s.players else "muscle"
    holding = s.holding[team]
    letter: Any = RIDERS[holding - 1] if holding else None
    riders = [_rider(s, r) for r in (2 * team, 2 * team + 1)]
    named = s.bidder[team]
    bidder: Any = RIDERS[named - 1] if named else None
    bids = [write_card(bid - 1) for bid in s.bids[team] if bid]
    return FlammeTeam(kind=kind, riders=riders, holding=letter, hand=None, bidder=bidder, bids=bids)


def _rider(s: Any, r: int) -> FlammeRider:
    """A rider as everybody sees him."""
    placed = s.square[r] != NOWHERE
    sealed = s.sealed[r]
    held = s.deck[r][EXHAUSTION] + s.recycled[r][EXHAUSTION]
    held += s.hand[r >> 1][EXHAUSTION] if s.holding[r >> 1] == (r & 1) + 1 else 0
    letter: Any = RIDERS[r & 1]
    lane: Any = None
    if placed:
        lane = material.LANES[road.lanes_of(s, s.square[r])][s.lane[r]]
    return FlammeRider(
        rider=letter,
        square=s.square[r] + 1 if placed else None,
        lane=lane,
        crossed=s.crossed[r] or None,
        on_road=placed and not (s.crossed[r] and s.to_the_end),
        fallen=bool(s.fallen[r]),
        deck=s.face_down[r],
        recycled=sum(s.recycled[r]),
        recycled_cards=None,
        exhaustion=held + (sealed == EXHAUSTION + 1),
        played=cards(s.played[r]),
        chosen=bool(sealed),
        card=None,
    )


def _hand(s: Any, team: int, rider: int) -> list[HandCard]:
    r = 2 * team + rider
    here, last = s.square[r] + 1, s.length
    found = []
    for kind, count in enumerate(s.hand[team]):
        if not count:
            continue
        value = int(road.CARD_VALUE[kind])
        reach = road.reach(s, r, value) + 1
        why: Any = causes(s, r, value)
        found += [HandCard(CARDS[kind], value, reach, min(here + value, last), why)] * count
    return found


def cards(counts: list[int]) -> list[str]:
    """A pile as a list, lowest cards first."""
    return list(_named(tuple(counts)))


@lru_cache(4096)
def _named(counts: tuple[int, ...]) -> tuple[str, ...]:
    """Piles are named again and again, and few of them change with a move."""
    return tuple(card for card, n in zip(CARDS, counts, strict=True) for _ in range(n))


def _packs(s: Any) -> list[list[PackRider]]:
    """§6a: riders without an empty square between them, in the order of the race."""
    order = [0] * len(s.square)
    count = road.race_order(s, order)
    packs: list[list[PackRider]] = []
    behind = NOWHERE
    for r in order[:count]:
        letter: Any = RIDERS[r & 1]
        if not packs or s.square[r] < behind - 1:
            packs.append([])
        packs[-1].append(PackRider(r >> 1, letter))
        behind = s.square[r]
    return packs


def _classification(s: Any) -> list[Classified]:
    """§7: riders by their rank, and what makes it."""
    placed = [r for r in range(2 * s.teams) if s.square[r] != NOWHERE]
    ranked = sorted(placed, key=lambda r: -rules.rider_rank(s, r))
    found = []
    for place, r in enumerate(ranked, 1):
        before = ranked[place - 2] if place > 1 else None
        letter: Any = RIDERS[r & 1]
        behind = s.square[ranked[0]] - s.square[r]
        found.append(Classified(r >> 1, letter, place, behind, _why(s, r, before)))
    return found


def _why(s: Any, r: int, before: int | None) -> Literal["round", "square", "lane"] | None:
    """The first thing that tells two riders apart, in the order in which §7 asks for it."""
    if before is None:
        return None
    if s.crossed[r] != s.crossed[before]:
        return "round"
    return "square" if s.square[r] != s.square[before] else "lane"


def heading(s: State) -> Heading:
    """The round under way; first the riders are placed, and bids made."""
    t = plain(s)
    if t.placed < 2 * t.players:
        return Heading("placing", 0)
    if breakaway.bidding(t):
        return Heading("bidding", 0)
    return Heading("round", t.rounds + (0 if t.over else 1))
