"""What is in the boxes: decks, tiles and stages, against their own totals."""

from __future__ import annotations

from itertools import pairwise

import pytest

from echappee.games.flamme_rouge import geometry, material
from echappee.games.flamme_rouge.material import ASCENT, DESCENT, FLAT, stages, tiles

STAGES = {
    "avenue-corso-paseo": (68, 68, 0, 0),
    "firenze-milano": (68, 50, 12, 6),
    "la-classicissima": (69, 40, 18, 11),
    "la-haut-montagne": (69, 45, 19, 5),
    "le-col-du-ballon": (69, 44, 12, 13),
    "ronde-van-wevelgem": (68, 52, 8, 8),
    "plateaux-de-wallonie": (69, 57, 7, 5),
}
"""Racing squares, and of them flat, ascent, descent."""


def squares(faces: tuple[str, ...]) -> tuple[list[int], int, int]:
    """The terrain of a stage, and the squares before its start and its finish line."""
    terrain: list[int] = []
    start = finish = 0
    for face in faces:
        tile = tiles()[face]
        if tile.kind == "start":
            start = len(terrain) + (tile.line or 0)
        if tile.kind == "finish":
            finish = len(terrain) + (tile.line or 0)
        terrain += tile.terrain
    return terrain, start, finish


def test_decks() -> None:
    """§2: fifteen cards of 69 and 75 points; Muscle has one more 5; two Attacks."""
    values = [2, 3, 4, 5, 6, 7, 9, 0, 0]

    def total(deck: tuple[int, ...]) -> tuple[int, int]:
        return sum(deck), sum(n * v for n, v in zip(deck, values, strict=True))

    assert total(material.SPRINTEUR_DECK) == (15, 69)
    assert total(material.ROULEUR_DECK) == (15, 75)
    assert total(material.MUSCLE_DECK) == (16, 74)
    assert total(material.PELOTON_DECK) == (17, 75)
    assert material.PELOTON_DECK[material.ATTACK] == 2


def test_base_tiles_have_78_squares_on_either_face() -> None:
    """21 tiles, nine of six squares and twelve of two, two lanes everywhere."""
    faces = [tile for tile in tiles().values() if tile.box == "base"]
    pieces = {tile.piece for tile in faces}
    assert (len(faces), len(pieces)) == (42, 21)
    for capital in (False, True):
        side = [tile for tile in faces if tile.face.isupper() == capital]
        assert sum(tile.length for tile in side) == 78
        assert sorted(tile.length for tile in side) == [2] * 12 + [6] * 9
        assert all(set(tile.lanes) == {2} for tile in side)


def test_the_two_faces_of_a_curve_bend_opposite_ways() -> None:
    for tile in tiles().values():
        if tile.kind == "curve":
            assert tile.turn == -tiles()[tile.face.swapcase()].turn
            assert abs(tile.turn) in (45, 90)


def test_peloton_tiles_have_their_lanes() -> None:
    """§10: nine tiles, one to three lanes, cobbles and supply zones."""
    faces = [tile for tile in tiles().values() if tile.box == "peloton"]
    assert len({tile.piece for tile in faces}) == 9
    assert tiles()["1"].lanes == (3,) * 6
    assert tiles()["5"].lanes == (1, 2, 1, 2, 1, 1)
    assert tiles()["3"].terrain == (material.SUPPLY,) * 5 + (FLAT,)
    assert tiles()["8B"].terrain == (material.COBBLES,) * 5 + (FLAT,)
    for tile in faces:
        for terrain, lanes in zip(tile.terrain, tile.lanes, strict=True):
            assert (terrain == material.COBBLES) <= (lanes <= 2)
            assert (terrain == material.SUPPLY) <= (lanes == 3)


@pytest.mark.parametrize("name", STAGES)
def test_base_stages_have_68_or_69_squares_between_the_lines(name: str) -> None:
    stage = stages()[name]
    assert len({tiles()[face].piece for face in stage.tiles}) == len(stage.tiles) == 21
    terrain, start, finish = squares(stage.tiles)
    assert len(terrain) == 78
    racing = terrain[start:finish]
    counts = tuple(racing.count(t) for t in (FLAT, ASCENT, DESCENT))
    assert (len(racing), *counts) == STAGES[name]
    assert start == (5 if stage.tiles[0] == "a" else 4)
    assert len(terrain) - finish == (5 if stage.tiles[-1] == "u" else 4)


@pytest.mark.parametrize("name", [s.id for s in stages().values() if s.box == "peloton"])
def test_peloton_stages_have_78_and_81_squares(name: str) -> None:
    """FR-10: with i for l stage 12 has the usual number, too."""
    stage = stages()[name]
    for faces, length in ((stage.tiles, 78), (stage.wide, 81)):
        assert len({tiles()[face].piece for face in faces}) == len(faces)
        assert len(squares(faces)[0]) == length
    assert tiles()[stage.wide[0]].lanes[0] == 3


@pytest.mark.parametrize("name", stages())
def test_no_named_stage_crosses_itself(name: str) -> None:
    assert geometry.overlap(stages()[name].tiles) is None
    assert geometry.overlap(stages()[name].wide) is None


def test_tiles_join_end_to_end() -> None:
    laid = geometry.lay(stages()["la-classicissima"].tiles)
    for one, other in pairwise(laid):
        end = one.pose(tiles()[one.face].length)
        assert end == pytest.approx((other.x, other.y, other.heading))
