"""§9: what a page gets to show stages and to build them."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from echappee.errors import BadOption
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
    assert crossed.bridges != []


def test_a_named_stage_that_meets_itself_has_a_bridge_and_needs_nothing_more() -> None:
    shown = describe_stage("le-grand-bornand")
    assert shown.crossing is None
    assert shown.bridges == [geometry.Bridge(57, 59)]
    assert {need.state for need in shown.needs} == {"met"}
    (apart,) = (need for need in shown.needs if need.id == "apart")
    assert "bridge" in apart.detail.en
    assert states("aBcmigstqrjeNLODPHFKu")["apart"] == "broken"
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


# ------------------------------------------------------------------------------- the checklist


def states(text: str) -> dict[str, str]:
    return {need.id: need.state for need in describe_stage(text).needs}


def reasons(text: str) -> dict[str, str]:
    return {face: group.words.en for group in describe_stage(text).unfit for face in group.faces}


def test_the_needs_of_a_stage_as_it_grows() -> None:
    """§9."""
    assert set(states("").values()) == {"open"}
    assert states("a b e") == {
        "start": "met", "once": "met", "apart": "met", "finishable": "met", "finish": "open",
    }  # fmt: skip
    assert set(states("a b e u").values()) == {"met"}
    assert states("b e u")["start"] == "broken"
    assert states("a b A u")["start"] == "broken"
    assert states("a b B u")["once"] == "broken"
    assert states("a e g i o j")["apart"] == "broken"
    assert states("a u b")["finish"] == "broken"


@pytest.mark.parametrize(
    "text",
    ["", "a", "a b e", "a b e u", "b u", "a b B u", "a A u", "a u b", "a e g i o u", "random:7"],
)
def test_a_stage_is_what_has_all_its_needs(text: str) -> None:
    try:
        value = stage_option.canonical(text)
    except BadOption:
        value = None
    assert (set(states(text).values()) == {"met"}) == (value is not None)


@pytest.mark.parametrize("text", ["a", "a b e", "a e g", "a i j e g", "1 2 b"])
def test_the_pencilled_tiles_finish_the_stage(text: str) -> None:
    draft = describe_stage(text)
    whole = (*draft.tiles, *draft.completion)
    assert draft.completion
    stage_option.check(whole)
    assert len(draft.ahead_poses) == len(draft.ahead) + 1
    assert draft.ahead_poses[0] == draft.poses[-1]
    assert draft.ahead_poses[-1] == geometry.poses(whole)[-1]


def test_nothing_is_pencilled_where_a_stage_is_finished_or_wrong() -> None:
    for text in ("", "a b e u", "b", "a b B", "a e g i o j", "a u b"):
        assert describe_stage(text).completion == []


def test_every_face_fits_or_has_its_reason() -> None:
    for text in ("", "a b e", "a b e u", "a e g i"):
        draft, told = describe_stage(text), reasons(text)
        assert set(draft.fits) | set(told) == set(material.tiles())
        assert not set(draft.fits) & set(told)
    assert "start comes first" in reasons("")["b"]
    assert "number 2" in reasons("a b e")["B"]
    assert "start already" in reasons("a b e")["1"]
    assert "nothing comes after" in reasons("a b e u")["c"]
    shut = next(face for face, why in reasons("a e g i").items() if "would lie on" in why)
    first = geometry.overlap(("a", "e", "g", "i", shut))
    assert first is not None
    assert f"(number {first[0] + 1})" in reasons("a e g i")[shut]


def test_what_the_boxes_hold() -> None:
    base, both = describe_stage("a b"), describe_stage("1 2")
    assert (base.pieces_of, base.squares_of) == (21, 78)
    assert (both.pieces_of, both.squares_of) == (30, 129)
