"""Stages to look at and to build: what the boxes hold, and a stage as far as it has been laid.

A plan never refuses: it draws what can be drawn, says where the road crosses itself, and which
faces would still fit behind the last tile. Whether it is a stage is for `stage_option.canonical` to
say.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from echappee.errors import EchappeeError
from echappee.games.flamme_rouge import geometry, material, stage_needs, stage_option
from echappee.games.flamme_rouge.material import TERRAINS, Kind, Tile
from echappee.games.flamme_rouge.stage_needs import StageNeed, UnfitFaces
from echappee.games.flamme_rouge.view import Square

LONGEST = 400
"""No list of tiles is longer."""


class TileFace(msgspec.Struct, frozen=True):
    """One face of a tile, drawn by itself."""

    face: str
    piece: str
    """The piece of cardboard; its other face has the same."""
    kind: Kind
    box: str
    turn: int
    """In degrees; left is negative."""
    squares: list[Square]
    poses: list[geometry.Pose]
    line: int | None
    """How many of the squares lie before the start or the finish line."""


class NamedStage(msgspec.Struct, frozen=True):
    """A stage with a name."""

    id: str
    name: str
    box: str
    number: int | None
    """Of a stage of a tour."""
    designer: str | None
    confidence: material.Confidence
    """How sure the sequence of its tiles is."""
    tiles: list[str]
    plan: StagePlan


class StagePlan(msgspec.Struct, frozen=True):
    """A stage, or what has been laid of one."""

    tiles: list[str]
    squares: list[Square]
    poses: list[geometry.Pose]
    start: int | None
    """Squares before the start line."""
    finish: int | None
    """Squares before the finish line."""
    title: str | None
    crossing: tuple[int, int] | None
    """Places of the first two tiles that would lie on one another."""
    bridges: list[geometry.Bridge]
    """Where the road of a named stage passes over itself."""
    fits: list[str]
    """Faces of pieces not used yet that can be laid behind the last tile."""


class StageDraft(StagePlan, frozen=True, kw_only=True):
    """A stage that is being built: what it needs, and how it could go on."""

    needs: list[StageNeed]
    unfit: list[UnfitFaces]
    completion: list[str]
    """The fewest tiles that would finish it; none where it is finished, or where none are known."""
    ahead: list[Square]
    """The squares of the completion,"""
    ahead_poses: list[geometry.Pose]
    """and where they would lie."""
    pieces_of: int
    """How many pieces the box has, or both boxes where a piece of the second one is laid;"""
    squares_of: int
    """and how many squares they have."""


class StageMaterial(msgspec.Struct, frozen=True):
    """The tiles of all boxes, and the named stages."""

    tiles: list[TileFace]
    stages: list[NamedStage]


@cache
def stage_material() -> StageMaterial:
    """What a gallery shows and a builder builds with."""
    return StageMaterial(
        tiles=[_face(tile) for tile in material.tiles().values()],
        stages=[
            NamedStage(
                id=one.id,
                name=one.name,
                box=one.box,
                number=one.number,
                designer=one.designer,
                confidence=one.confidence,
                tiles=list(one.tiles),
                plan=plan(one.tiles),
            )
            for one in material.stages().values()
        ],
    )


def describe_stage(text: str) -> StageDraft:
    """A stage by any of its names, or as many tiles as can be read."""
    try:
        value = stage_option.canonical(text[:LONGEST])
    except EchappeeError:
        return draft(_readable(material.split_tiles(text[:LONGEST])))
    return draft(stage_option.stage_tiles(value, material.NARROW_TEAMS))


def draft(faces: tuple[str, ...]) -> StageDraft:
    """What has been laid, what it needs, and how it could be finished."""
    laid = plan(faces)
    found = stage_needs.completed(faces)
    completion = found or ()
    whole = geometry.poses((*faces, *completion))
    boxes = {"base"} | {material.tiles()[face].box for face in faces}
    pieces = {tile.piece: tile for tile in material.tiles().values() if tile.box in boxes}
    return StageDraft(
        **{name: getattr(laid, name) for name in laid.__struct_fields__},
        needs=stage_needs.needs(faces, found),
        unfit=stage_needs.unfit(faces, laid.fits),
        completion=list(completion),
        ahead=[square for face in completion for square in _squares(material.tiles()[face])],
        ahead_poses=list(whole[len(laid.squares) :]) if completion else [],
        pieces_of=len(pieces),
        squares_of=sum(tile.length for tile in pieces.values()),
    )


def plan(faces: tuple[str, ...]) -> StagePlan:
    """The tiles as they lie, end to end."""
    known = [material.tiles()[face] for face in faces]
    start = finish = None
    before = 0
    for tile in known:
        if tile.line is not None and tile.kind == "start":
            start = before + tile.line
        elif tile.line is not None:
            finish = before + tile.line
        before += tile.length
    named = [one.name for one in material.stages().values() if one.tiles == faces]
    return StagePlan(
        tiles=list(faces),
        squares=[square for tile in known for square in _squares(tile)],
        poses=list(geometry.poses(faces)),
        start=start,
        finish=finish,
        title=named[0] if named else None,
        crossing=stage_option.crossing(faces),
        bridges=list(geometry.bridges(faces)),
        fits=_fitting(faces, known),
    )


def _face(tile: Tile) -> TileFace:
    return TileFace(
        face=tile.face,
        piece=tile.piece,
        kind=tile.kind,
        box=tile.box,
        turn=tile.turn,
        squares=_squares(tile),
        poses=list(geometry.poses((tile.face,))),
        line=tile.line,
    )


def _squares(tile: Tile) -> list[Square]:
    terrain: Any = [TERRAINS[number] for number in tile.terrain]
    return [Square(kind, lanes) for kind, lanes in zip(terrain, tile.lanes, strict=True)]


def _readable(faces: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(face for face in faces if face in material.tiles())[: stage_option.MOST_TILES]


def _fitting(faces: tuple[str, ...], known: list[Tile]) -> list[str]:
    """§9: an empty table takes a start tile, a finished stage nothing more."""
    every = material.tiles().values()
    if not known:
        return [tile.face for tile in every if tile.kind == "start"]
    if known[-1].kind == "finish":
        return []
    used = {tile.piece for tile in known}
    laid = geometry.lay(faces)
    x, y, heading = laid[-1].pose(known[-1].length)
    return [
        tile.face
        for tile in every
        if tile.piece not in used
        and tile.kind != "start"
        and geometry.fits(laid, geometry.Laid(tile.face, x, y, heading))
    ]
