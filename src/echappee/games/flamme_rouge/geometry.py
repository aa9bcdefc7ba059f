"""How the tiles of a stage lie on a table: one unit is a square along the middle of the road.

A tile of n squares is an arc of length n, bent by its turn; a straight is an arc that is not bent.
Tiles join end to end. x points right and y down, so a left turn lowers the heading. Square i covers
the road from i to i + 1 units; a lane is 0.6 wide, and the right one lies to the rider's right.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import msgspec

from echappee.games.flamme_rouge.material import Tile, tiles

LANE = 0.6
_TOLERANCE = 0.02  # tiles that only touch fit on a table
_STRAIGHT_PARTS, _CURVE_PARTS = 1, 6

Point = tuple[float, float]
Pose = tuple[float, float, float]
Quad = tuple[Point, Point, Point, Point]


class Bridge(msgspec.Struct, frozen=True):
    """A stretch of road that passes over an earlier one: squares counted from 0, up to the end."""

    begin: int
    end: int


class Laid(msgspec.Struct, frozen=True):
    """A tile on the table: its face, where it begins, and where it heads there, in radians."""

    face: str
    x: float
    y: float
    heading: float

    def pose(self, s: float) -> tuple[float, float, float]:
        """The middle of the road ``s`` squares into the tile, and the heading there."""
        tile = tiles()[self.face]
        bend = math.radians(tile.turn) / tile.length
        if bend == 0:
            ahead = (s * math.cos(self.heading), s * math.sin(self.heading))
            return self.x + ahead[0], self.y + ahead[1], self.heading
        end = self.heading + bend * s
        return (
            self.x + (math.sin(end) - math.sin(self.heading)) / bend,
            self.y - (math.cos(end) - math.cos(self.heading)) / bend,
            end,
        )


def lay(faces: Sequence[str]) -> list[Laid]:
    """The tiles of a stage, one after the other, the first heading right from the origin."""
    laid = []
    x = y = heading = 0.0
    for face in faces:
        piece = Laid(face, x, y, heading)
        laid.append(piece)
        x, y, heading = piece.pose(tiles()[face].length)
    return laid


@cache
def poses(faces: tuple[str, ...]) -> tuple[Pose, ...]:
    """Where each square begins, and where the last one ends; what a picture is drawn from."""
    found = [
        _rounded(piece.pose(s)) for piece in lay(faces) for s in range(tiles()[piece.face].length)
    ]
    if faces:
        last = lay(faces)[-1]
        found.append(_rounded(last.pose(tiles()[last.face].length)))
    return tuple(found)


def _rounded(pose: Pose) -> Pose:
    return round(pose[0], 4), round(pose[1], 4), round(pose[2], 5)


def overlap(faces: Sequence[str]) -> tuple[int, int] | None:
    """The first two tiles, by their places, that would lie on one another; None if all fit."""
    shapes = [_shape(piece) for piece in lay(faces)]
    for second in range(2, len(shapes)):
        for first in range(second - 1):
            if _meet(shapes[first], shapes[second]):
                return first, second
    return None


@cache
def bridges(faces: tuple[str, ...]) -> tuple[Bridge, ...]:
    """Where the road lies on itself: what comes later passes over what lies there already.

    Only stages with a name may; their squares are those of a card, whatever the table holds.
    """
    if overlap(faces) is None:
        return ()
    squares = [shape for piece in lay(faces) for shape in _square_shapes(piece)]
    over = [
        any(_meet(shape, squares[below]) for below in range(above - 1))
        for above, shape in enumerate(squares)
    ]
    found: list[Bridge] = []
    for x, high in enumerate(over):
        if high and found and found[-1].end == x:
            found[-1] = Bridge(found[-1].begin, x + 1)
        elif high:
            found.append(Bridge(x, x + 1))
    return tuple(found)


def fits(laid: Sequence[Laid], piece: Laid) -> bool:
    """Can ``piece`` be laid at the end of tiles that fit already?"""
    shape = _shape(piece)
    return not any(_meet(_shape(other), shape) for other in laid[:-1])


# ------------------------------------------------------------------------------------------ shapes


class _Shape(msgspec.Struct, frozen=True):
    """The outline of a tile as convex quadrilaterals, and a circle around it."""

    middle: Point
    radius: float
    quads: tuple[Quad, ...]


def _shape(piece: Laid) -> _Shape:
    tile = tiles()[piece.face]
    parts = _CURVE_PARTS if tile.turn else _STRAIGHT_PARTS
    half = LANE * _breadth(tile) / 2 - _TOLERANCE
    ends = [_across(piece, tile.length * i / parts, half) for i in range(parts + 1)]
    quads = tuple((a[0], b[0], b[1], a[1]) for a, b in pairwise(ends))
    x, y, _ = piece.pose(tile.length / 2)
    return _Shape((x, y), math.hypot(tile.length / 2, half), quads)


def _square_shapes(piece: Laid) -> list[_Shape]:
    """Each square of a tile by itself."""
    tile = tiles()[piece.face]
    half = LANE * _breadth(tile) / 2 - _TOLERANCE
    found = []
    for x in range(tile.length):
        (a, b), (c, d) = _across(piece, x, half), _across(piece, x + 1, half)
        middle = piece.pose(x + 0.5)[:2]
        found.append(_Shape(middle, math.hypot(0.5, half), ((a, c, d, b),)))
    return found


def _breadth(tile: Tile) -> int:
    """A tile is cut for two lanes, or three; where the road is narrow the verge is wide."""
    return max(2, *tile.lanes)


def _across(piece: Laid, s: float, half: float) -> tuple[Point, Point]:
    """The left and right edge of the road."""
    x, y, heading = piece.pose(s)
    side = (-half * math.sin(heading), half * math.cos(heading))
    return (x - side[0], y - side[1]), (x + side[0], y + side[1])


def _meet(one: _Shape, other: _Shape) -> bool:
    if math.dist(one.middle, other.middle) >= one.radius + other.radius:
        return False
    return any(_cross(a, b) for a in one.quads for b in other.quads)


def _cross(one: Quad, other: Quad) -> bool:
    """Do two convex shapes share a point? Not if a line along one of their edges parts them."""
    for shape in (one, other):
        for (ax, ay), (bx, by) in zip(shape, (*shape[1:], shape[0]), strict=True):
            nx, ny = by - ay, ax - bx
            first = [nx * x + ny * y for x, y in one]
            second = [nx * x + ny * y for x, y in other]
            if max(first) <= min(second) or max(second) <= min(first):
                return False
    return True
