"""§9: stages by name, by their tiles, and at random; and why a sequence of tiles is refused."""

from __future__ import annotations

import pytest

import echappee
from echappee.games.flamme_rouge import geometry, material, stage_option
from tests.games.flamme_rouge.helpers import BASE, FLAT, GAME, place_all

KINDS = ("random", "random-peloton", "random-wide")


@pytest.mark.parametrize("name", material.stages())
def test_a_stage_is_known_by_its_name_and_by_its_tiles(name: str) -> None:
    stage = material.stages()[name]
    assert stage_option.canonical(name) == name
    assert stage_option.canonical(stage.name) == name
    assert stage_option.canonical(" ".join(stage.tiles)) == name
    assert stage_option.canonical(material.join_tiles(stage.tiles)) == name


def test_own_stages_have_one_way_of_writing() -> None:
    assert stage_option.canonical(" abLPju ") == "abLPju"
    assert stage_option.canonical("a b L P j u") == "abLPju"
    assert stage_option.canonical("a 5B, 3 u") == "a-5B-3-u"
    match = GAME.start(2, {"stage": "a b L P j u"}, seed=1)
    assert match.options["stage"] == "abLPju"
    assert match.typed_view().table.tiles == list("abLPju")


@pytest.mark.parametrize(
    ("tiles", "code", "named"),
    [
        ("abxu", "stage-unknown-tile", "x"),
        ("nowhere-at-all", "stage-unknown-tile", "nowhere"),
        ("a-3-77-u", "stage-unknown-tile", "77"),
        ("abcbu", "stage-tile-twice", "b"),
        ("abcBu", "stage-tile-twice", "B"),
        ("a-3-3B-u", "stage-tile-twice", "3B"),
        ("bcdu", "stage-start-first", "1B"),
        ("a", "stage-finish-last", "U"),
        ("", "stage-start-first", "1B"),
        ("abcd", "stage-finish-last", "u"),
        ("a-b-1-u", "stage-inside", "1"),
        ("abjopmnlcdu", "stage-overlap", ""),
    ],
)
def test_an_illegal_stage_is_refused_with_its_reason(tiles: str, code: str, named: str) -> None:
    with pytest.raises(echappee.BadOption) as refused:
        GAME.start(2, {"stage": tiles})
    assert refused.value.code == code
    assert refused.value.article == "9"
    assert named in refused.value.words.en
    assert named in refused.value.words.fr
    assert refused.value.words.en != refused.value.words.fr


def test_the_two_tiles_that_overlap_are_named() -> None:
    """Two sharp right curves lead back beside the road, three lead across it."""
    assert geometry.overlap(tuple("acjodu")) is None
    assert geometry.overlap(tuple("acjopu")) == (1, 5)
    with pytest.raises(echappee.BadOption, match=r"tile u \(number 6\).*tile c \(number 2\)"):
        stage_option.canonical("acjopu")


def test_overlaps_known_from_stages_that_do_not_fit_on_a_table() -> None:
    """Tiles overlap in Bagnères-de-Luchon, drawn to scale; by its name it has a bridge (§9)."""
    assert geometry.overlap(tuple("aiKEFCLBgJmntrqoDPHSu")) == (5, 13)
    assert geometry.overlap(tuple(FLAT)) is None
    assert stage_option.canonical("aiKEFCLBgJmntrqoDPHSu") == "bagneres-de-luchon"
    with pytest.raises(echappee.BadOption, match="crosses itself"):
        stage_option.canonical("aiKEFCLBgJmntrqoDPHsu")


def test_a_name_that_is_nearly_right_is_asked_back() -> None:
    with pytest.raises(echappee.BadOption, match="le-grand-bornand"):
        stage_option.canonical("Le Grand Bornant")
    for name in ("L'Alpe d'Huez", "l’alpe d’huez", "L Alpe-d-Huez"):
        assert stage_option.canonical(name) == "l-alpe-d-huez"


@pytest.mark.parametrize("name", ["col-cintre", "le-grand-bornand", "bagneres-de-luchon"])
@pytest.mark.parametrize("players", [2, 6])
def test_a_stage_with_a_bridge_is_raced_and_written_down(name: str, players: int) -> None:
    match = place_all(GAME.start(players, {"stage": name}, seed=1))
    table = match.typed_view().table
    assert table.bridges
    assert table.title == material.stages()[name].name
    again = GAME.position(match.position(), seed=1)
    assert again.options["stage"] == name
    assert again.position() == match.position()


@pytest.mark.parametrize("kind", KINDS)
def test_random_stages_follow_the_designers_advice(kind: str) -> None:
    """§9: nine straights with the ends, all curves, tile 9 for five and six teams."""
    known = material.tiles()
    for seed in range(12):
        text = stage_option.canonical(f"{kind}:{seed}")
        assert stage_option.canonical(text) == text
        faces = stage_option.stage_tiles(text, 4)
        stage_option.check(faces)
        tiles = [known[face] for face in faces]
        assert sum(tile.kind == "curve" for tile in tiles) == 12
        long = [t for t in tiles if t.kind != "curve" and t.length == 6]
        assert len(long) == 9
        assert ("9" in {t.piece for t in tiles}) == (kind == "random-wide")
        assert (tiles[0].lanes[0] == 3) == (kind == "random-wide")
        terrain = [t for tile in tiles for t in tile.terrain]
        hard = "".join("x" if t in (material.ASCENT, material.COBBLES) else "." for t in terrain)
        assert len(hard.replace(".", " ").split()) <= 3
        assert material.SUPPLY not in tiles[-2].terrain


def test_random_stages_come_from_their_seed_alone() -> None:
    assert stage_option.canonical("random:0") == "AHStqIfbnPJkdrogLemcu"
    assert stage_option.canonical("random:0") != stage_option.canonical("random:1")


def test_five_teams_race_on_the_wide_start() -> None:
    """§10b: named stages have versions of their own, others get the wide start that fits."""
    assert stage_option.stage_tiles("avenue-corso-paseo", 4) == tuple(FLAT)
    assert stage_option.stage_tiles("avenue-corso-paseo", 5)[:3] == ("1B", "2", "3")
    assert stage_option.stage_tiles("abLPju", 5) == ("1B", *"bLPju")
    assert stage_option.stage_tiles("AbLPju", 6) == ("1", *"bLPju")
    for name in BASE:
        table = GAME.start(6, {"stage": name}, seed=1).typed_view().table
        assert table.stage == name
        assert table.squares[0].lanes == 3
        assert table.start * 3 >= 12
