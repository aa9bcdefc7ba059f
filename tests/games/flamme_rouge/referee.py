"""A second rulebook, written from the articles alone: it rides a round as people do at a table.

It shares the tiles of the box with the game, and nothing else: a square is a list of riders from
the right, a rider a team and a letter, and everything is looked for anew at every step.
"""

from __future__ import annotations

from echappee.games.flamme_rouge.material import TERRAINS, tiles
from echappee.games.flamme_rouge.view import FlammeRougeView

Rider = tuple[int, str]
PRINTED = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "9": 9, "2x": 2, "-": 2}


class Referee:
    """The road and the riders as they stand before a round."""

    def __init__(self, table: FlammeRougeView) -> None:
        """Look at the table; teams that are no players' never tire."""
        faces = [tiles()[face] for face in table.tiles]
        self.terrain = [TERRAINS[kind] for face in faces for kind in face.terrain]
        self.lanes = [n for face in faces for n in face.lanes]
        self.air = ["fair"] * len(self.terrain)
        for weather in table.weather or []:
            for x in range(weather.begin, weather.end):
                self.air[x] = weather.kind
        self.finish = table.finish
        self.players = sum(team.kind == "player" for team in table.teams)
        self.road: list[list[Rider]] = [[] for _ in self.terrain]
        self.down: set[Rider] = set()
        standing = []
        for number, team in enumerate(table.teams):
            for rider in team.riders:
                if rider.on_road and rider.square and not rider.crossed:
                    lane = (rider.lane != "R") + (rider.lane == "L" and self.wide(rider.square - 1))
                    standing.append((rider.square - 1, lane, (number, rider.rider)))
                    if rider.fallen:
                        self.down.add((number, rider.rider))
        for x, _, who in sorted(standing):
            self.road[x].append(who)

    def wide(self, x: int) -> bool:
        """Has the square a lane in the middle?"""
        return self.lanes[x] == 3

    def where(self, rider: Rider) -> int:
        """The rider's square."""
        return next(x for x, there in enumerate(self.road) if rider in there)

    def hand(self, rider: Rider) -> int:
        """§4, §13b, §13c: how many cards he draws."""
        return {"tailwind": 5, "headwind": 3}.get(self.air[self.where(rider)], 4)

    def ride_round(self, cards: dict[Rider, str]) -> list[Rider]:
        """§5, §6: everybody rides, then comes the slipstream; returns who tires."""
        for rider in [one for there in reversed(self.road) for one in there]:
            self.ride(rider, self.value(rider, cards[rider]))
        while self.one_slipstream():
            pass
        return [
            rider
            for x, there in enumerate(self.road[: self.finish])
            for rider in there
            if rider[0] < self.players and not self.road[x + 1]
        ]

    def value(self, rider: Rider, card: str) -> int:
        """§11: an Attack is 2 for the one in front, 9 for the one behind."""
        if card != "A":
            return PRINTED[card]
        order = [one for there in reversed(self.road) for one in there]
        mate = (rider[0], "R" if rider[1] == "S" else "S")
        in_front = mate in order and order.index(rider) < order.index(mate)
        return 2 if in_front else 9  # a mate who is home is in front

    def ride(self, rider: Rider, value: int) -> None:
        """§5, §8, §10a, §13d: one rider's move."""
        here = self.where(rider)
        least = {"descent": 5, "supply": 4}.get(self.terrain[here], 0)
        squares = max(value, least)
        if rider in self.down:
            squares = max(0, squares - 2)
            self.down.remove(rider)
        for ahead in range(squares + 1):
            if self.on(here + ahead) == "ascent":
                squares = min(squares, 5 if ahead <= 5 else ahead - 1)
                break
        squares = min(squares, len(self.road) - 1 - here)
        stop = 0
        for ahead in range(1, squares + 1):
            there = self.road[here + ahead]
            if len(there) == self.lanes[here + ahead] and self.down.issuperset(there):
                break
            if len(there) < self.lanes[here + ahead]:
                stop = ahead
        if stop:
            self.road[here].remove(rider)
            self.road[here + stop].append(rider)
        if stop < squares and "wet" in (self.on(here + stop), self.wetness(here + stop)):
            self.down.add(rider)

    def on(self, x: int) -> str:
        """The terrain; beyond the last square there is none."""
        return self.terrain[x] if x < len(self.terrain) else ""

    def wetness(self, x: int) -> str:
        """§13d: what the rain does to a square."""
        return "wet" if self.air[x] == "rain" else ""

    def gives(self, x: int) -> bool:
        """§6a, §8a, §10a, §13a, §13d: is there slipstream on a square?"""
        return (
            self.terrain[x] not in ("ascent", "cobbles")
            and self.air[x] != "crosswind"
            and not self.down.intersection(self.road[x])
        )

    def one_slipstream(self) -> bool:
        """§6a: the rearmost pack that is drawn up; False: there is none."""
        for x in range(self.finish - 2):
            behind, gap, before = self.road[x : x + 3]
            if behind and not gap and before and self.gives(x) and self.gives(x + 2):
                while x >= 0 and self.road[x] and self.gives(x):
                    while self.road[x] and len(self.road[x + 1]) < self.lanes[x + 1]:
                        self.road[x + 1].append(self.road[x].pop(0))
                    x -= 1
                return True
        return False
