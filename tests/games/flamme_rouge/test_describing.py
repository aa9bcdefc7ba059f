"""§9: what a page gets to show stages and to build them."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from echappee.games.flamme_rouge import geometry, material, stage_option
from echappee.games.flamme_rouge.stage_plan import describe_stage, plan, stage_material
from tests.games.flamme_rouge.helpers import GAME


@pytest.mark.parametrize("name", material.stages())
def test_a_named_stage_is_drawn_with_its_lines(name: str) -> None:
    shown = describe_stage(name)
    tiles = [material.tiles()[face] for face in shown.tiles]
    assert tuple(shown.tiles) == material.stages()[name].tiles
    assert shown.title == material.stages()[name].name
    assert len(shown.squares) == sum(tile.length for tile in tiles)
    assert len(shown.poses) == len(shown.squares) + 1
    assert shown.start == tiles[0].line
    assert shown.finish == len(shown.squares) - tiles[-1].length + (tiles[-1].line or 0)
    assert shown.crossing is None
    assert shown.fits == []


def test_poses_are_where_the_tiles_lie_and_one_square_apart() -> None:
    faces = material.stages()["la-classicissima"].tiles
    poses = geometry.poses(faces)
    at = 0
    for piece in geometry.lay(faces):
        assert poses[at] == pytest.approx((piece.x, piece.y, piece.heading), abs=1e-3)
        at += material.tiles()[piece.face].length
    for (x, y, turn), (x2, y2, turn2) in pairwise(poses):
        bend = turn2 - turn
        chord = 1.0 if bend == 0 else 2 * math.sin(abs(bend) / 2) / abs(bend)
        assert math.dist((x, y), (x2, y2)) == pytest.approx(chord, abs=1e-3)


def test_the_view_has_the_same_poses_as_the_plan() -> None:
    table = GAME.start(2, {"stage": "la-classicissima"}, seed=1).typed_view().table
    shown = describe_stage("la-classicissima")
    assert table.poses == [list(pose) for pose in shown.poses]


def test_what_is_laid_so_far_is_shown_with_what_still_fits() -> None:
    empty = describe_stage("")
    assert (empty.tiles, empty.squares, empty.poses) == ([], [], [])
    assert set(empty.fits) == {"a", "A", "1", "1B"}
    some = describe_stage("a b e")
    assert some.start == 5
    assert some.finish is None
    assert "u" in some.fits
    assert not {"a", "A", "b", "B", "e", "E", "1"} & set(some.fits)


def test_a_face_fits_just_where_the_stage_would_not_cross_itself() -> None:
    laid = tuple("abegi")
    assert geometry.overlap(laid) is None
    fits = set(plan(laid).fits)
    used = {material.tiles()[face].piece for face in laid}
    for tile in material.tiles().values():
        if tile.piece not in used and tile.kind != "start":
            assert (tile.face in fits) == (geometry.overlap((*laid, tile.face)) is None)


def test_a_crossing_names_both_tiles_and_unreadable_ones_are_left_out() -> None:
    crossed = describe_stage("a b e g i c")
    assert crossed.crossing == geometry.overlap(tuple("abegic"))
    assert crossed.crossing is not None
    assert describe_stage("a b ? e").tiles == ["a", "b", "e"]


def test_a_seed_is_shown_as_the_stage_it_draws() -> None:
    drawn = describe_stage("random:7")
    assert tuple(drawn.tiles) == stage_option.draw("random", "7")


def test_the_box_holds_every_face_and_every_stage() -> None:
    box = stage_material()
    assert [tile.face for tile in box.tiles] == list(material.tiles())
    assert [stage.id for stage in box.stages] == list(material.stages())
    pieces = [tile.piece for tile in box.tiles]
    assert all(pieces.count(piece) == 2 for piece in pieces)
