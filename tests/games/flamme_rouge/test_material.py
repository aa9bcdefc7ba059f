"""What is in the boxes: decks, tiles and stages, against their own totals."""

from __future__ import annotations

import math
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
            assert abs(tile.turn) in (45, 90) or tile.piece == "z"


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


BRIDGED = {
    "col-cintre": ([(76, 78)], [(76, 78)]),
    "le-grand-bornand": ([(57, 59)], [(56, 59)]),
    "bagneres-de-luchon": ([(55, 61), (75, 77)], [(55, 61), (74, 77)]),
}
"""Named stages that meet themselves when drawn to scale, and the squares that pass above: with the
narrow start, and with the wide one."""


@pytest.mark.parametrize("name", stages())
def test_fr_16_a_named_stage_passes_over_itself_by_a_bridge(
    name: str,
) -> None:
    stage = stages()[name]
    for faces, squares_above in zip(
        (stage.tiles, stage.wide), BRIDGED.get(name, ([], [])), strict=True
    ):
        assert (geometry.overlap(faces) is None) == (name not in BRIDGED)
        found = [(bridge.begin, bridge.end) for bridge in geometry.bridges(faces)]
        assert found == squares_above


@pytest.mark.parametrize("name", BRIDGED)
def test_a_square_of_a_bridge_lies_on_an_earlier_one_and_no_other_square_does(name: str) -> None:
    """Measured by another way than that of the tiles: the middles of squares, and their corners."""
    poses = geometry.poses(stages()[name].tiles)
    bridges = geometry.bridges(stages()[name].tiles)
    over = {x for bridge in bridges for x in range(bridge.begin, bridge.end)}

    def corners(x: int) -> list[tuple[float, float]]:
        return [
            (px - side * math.sin(turn), py + side * math.cos(turn))
            for px, py, turn in (poses[x], poses[x + 1])
            for side in (-0.58, 0, 0.58)
        ]

    def inside(x: int, point: tuple[float, float]) -> bool:
        (ax, ay, _), (bx, by, _) = poses[x], poses[x + 1]
        length = math.dist((ax, ay), (bx, by))
        along = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / length
        across = ((point[1] - ay) * (bx - ax) - (point[0] - ax) * (by - ay)) / length
        return 0 < along < length and abs(across) < 0.6

    for x in range(len(poses) - 1):
        met = any(
            any(inside(below, p) for p in corners(x)) or any(inside(x, p) for p in corners(below))
            for below in range(x - 1)
        )
        if met:
            assert x in over
    assert over


def test_stages_of_the_other_sets() -> None:
    """Sixteen of the companion app, 21 of 2018, and those of the Grand Tour box."""
    by_box: dict[str, list[material.Stage]] = {}
    for stage in stages().values():
        by_box.setdefault(stage.box, []).append(stage)
    assert [len(by_box[box]) for box in ("companion", "tour-2018")] == [16, 21]
    assert [stage.number for stage in by_box["tour-2018"]] == list(range(1, 22))
    assert {stage.number for stage in by_box["tour-2018"] if stage.confidence == "low"} == {
        9, 19, 20, 21,
    }  # fmt: skip
    assert all(stage.confidence == "low" for stage in by_box["grand-tour"])
    assert all(stage.confidence == "high" for stage in by_box["base"])
    lengths = {
        stage.id: sum(tiles()[face].length for face in stage.tiles)
        for box in ("companion", "tour-2018", "grand-tour")
        for stage in by_box[box]
    }
    short = {name: length for name, length in lengths.items() if length != 78}
    assert short == {
        "la-mure-serre-chevalier": 72,
        "l-entre-cotes": 76,
        "col-du-portet": 72,
        "roubaix": 80,
        "champs-elysees": 74,
    }


def test_ids_are_names_in_small_letters() -> None:
    for stage in stages().values():
        assert stage.id == material.slug(stage.name)
    assert material.slug(" L'Alpe d’Huez ") == "l-alpe-d-huez"
    assert material.slug("Champs-Élysées") == "champs-elysees"


def test_the_wide_finish_has_three_lanes() -> None:
    """§9: tile v, the finish of the Grand Tour box."""
    for face, line in (("v", 1), ("V", 2)):
        tile = tiles()[face]
        assert (tile.kind, tile.lanes, tile.line) == ("finish", (3,) * 6, line)
    assert tiles()["V"].terrain == (ASCENT, ASCENT, FLAT, FLAT, FLAT, FLAT)


def test_tiles_join_end_to_end() -> None:
    laid = geometry.lay(stages()["la-classicissima"].tiles)
    for one, other in pairwise(laid):
        end = one.pose(tiles()[one.face].length)
        assert end == pytest.approx((other.x, other.y, other.heading))
