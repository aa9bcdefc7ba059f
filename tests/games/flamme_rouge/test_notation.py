"""Moves, positions and options as text, and what is said when they are wrong."""

from __future__ import annotations

import random

import pytest

import echappee
from echappee.games.flamme_rouge import geometry, material
from tests.games.flamme_rouge.helpers import GAME, RULES, place_all, start, state_of

FIRST = "S@3R/222333444555999/-/-/-,R@2R/333444555666777/-/-/-,-,-"
SECOND = "S@5R/222333444555999/-/-/-,R@4R/333444555666777/-/-/-,-,-"
GOOD = f"abcu 2 order:01 1 {FIRST} {SECOND}"


def test_a_position_reads_back() -> None:
    assert GAME.position(GOOD).position() == GOOD


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("abcu 2 order:01 1", "abcu", "fields"),
        ("abcu", "abcbu", "stage"),
        ("abcu", "bcau", "stage"),
        ("abcu", "axu", "stage"),
        ("abcu 2", "abcu 9", "teams"),
        ("abcu 2", "abcu 4+MMM", "teams"),
        ("order:01", "order:00", "flag"),
        ("order:01", "often,order:01", "flag"),
        ("order:01", "all", "flag"),
        ("order:01", "player,order:01", "flag"),
        ("order:01 1", "order:01 x", "round"),
        ("abcu 2 order:01", "abcu 3 order:012", "2 teams instead of 3"),
        (",-,- S@5R", ",- S@5R", "is no team"),
        ("S@3R/222", "R@3R/222", "is no rider"),
        ("S@3R/", "S@99R/", "no place"),
        ("S@3R/", "S@3M/", "no place"),
        ("222333444555999/-", "8/-", "no list of cards"),
        ("222333444555999/-", "99/-", "not those of his deck"),
        ("777/-/-/-,-,- S", "777/-/-/-,X:3,- S", "no hand"),
        ("777/-/-/-,-,- S", "777/-/-/-,-,S8 S", "no hand"),
        ("order:01", "all,one,order:01", "should read"),
        ("S@5R", "S@3R", "square 3"),
        ("S@3R", "S@3L", "square 3"),
        ("S@3R", "S", "has no place"),
        ("S@3R", "S@3R#1", "line"),
        ("S@3R", "S@22R", "line"),
        ("333444555666777/-/-/-,-,- S", "3344455566677/-/-/-,R:37,R5 S", "not those of his deck"),
        ("333444555666777/-/-/-,-,- S", "33344455566677/-/-/1.0.0,R:7,- S", "rivals"),
        ("333444555666777/-/-/-,-,- S", "3334445556/-/-/-,R:66777,- S", "hold"),
    ],
)
def test_a_wrong_position_is_refused_in_words(old: str, new: str, says: str) -> None:
    text = GOOD.replace(old, new, 1)
    assert text != GOOD
    with pytest.raises(echappee.BadPosition) as refused:
        GAME.position(text)
    assert says in refused.value.words.en
    assert refused.value.words.fr


def _field(teams: int, tiles: str, squares: int) -> str:
    """So many teams, two abreast, in the first round."""
    fields = [tiles, str(teams), "order:" + "".join(map(str, range(teams))), "1"]
    for team in range(teams):
        riders = []
        for rider, deck in enumerate(("222333444555999", "333444555666777")):
            place = 2 * team + rider
            lane = "RL"[place % 2]
            riders.append(f"{'SR'[rider]}@{squares - place // 2}{lane}/{deck}/-/-/-")
        fields.append(",".join((*riders, "-", "-")))
    return " ".join(fields)


@pytest.mark.parametrize("teams", [5, 6])
def test_five_and_six_teams_have_the_wide_start(teams: int) -> None:
    for narrow, wide in (("a", "1B"), ("A", "1")):
        with pytest.raises(echappee.BadPosition) as refused:
            GAME.position(_field(teams, f"{narrow}bcu", 12))
        assert f"tile {wide} instead of {narrow}" in refused.value.words.en
        assert f"la tuile {wide}" in refused.value.words.fr
    match = GAME.position(_field(teams, "1B-b-c-u", 12), seed=1)
    assert echappee.replay(match.save()).position() == match.position()
    assert GAME.position(_field(4, "abcu", 12)).players == 4


def test_a_road_that_crosses_itself_is_no_position() -> None:
    text = GOOD.replace("abcu", "aegibu")
    with pytest.raises(echappee.BadPosition) as refused:
        GAME.position(text)
    assert "crosses itself" in refused.value.words.en
    assert "se croise" in refused.value.words.fr
    with pytest.raises(echappee.BadOption):
        GAME.start(2, {"stage": "aegibu"})


def test_a_stage_laid_with_the_narrow_start_can_be_left_by_six(six_crowded: str) -> None:
    """With the wide start its tiles would touch: nobody measures, and its positions are taken."""
    match = GAME.start(6, {"stage": six_crowded}, seed=1)
    branch = match.branch(0, 1)
    assert branch.options["stage"] == six_crowded
    again = GAME.position(match.position())
    assert again.options["stage"] == six_crowded
    assert echappee.replay(again.save()).position() == match.position()


@pytest.fixture(scope="module")
def six_crowded() -> str:
    """A stage that fits with the narrow start alone."""
    known = {
        face for face, tile in material.tiles().items() if tile.box == "base" and face not in "aAuU"
    }
    source = random.Random(1)
    for _ in range(4000):
        inner: list[str] = []
        for face in source.sample(sorted(known), 12):
            if face.lower() not in [other.lower() for other in inner]:
                inner.append(face)
        faces = ("a", *inner, "u")
        fits = geometry.overlap(faces) is None
        if fits and geometry.overlap(material.widened(faces)) is not None:
            return material.join_tiles(faces)
    raise AssertionError("no such stage was found")


@pytest.mark.parametrize(
    ("old", "new"),
    [("order:01 1", "order:01 99"), ("444555999/-", "444555999" + "2x" * 32 + "/-")],
)
def test_more_than_a_race_can_bring_is_refused(old: str, new: str) -> None:
    with pytest.raises(echappee.BadPosition):
        GAME.position(GOOD.replace(old, new, 1))


def test_riders_must_be_placed_in_their_order() -> None:
    unplaced = GOOD.replace("order:01 1", "order:01 0").replace("S@3R", "S").replace("R@2R", "R")
    with pytest.raises(echappee.BadPosition, match="order"):
        GAME.position(unplaced)
    assert GAME.position(unplaced.replace("order:01", "order:10")).awaited == (0,)


def test_a_round_with_all_cards_sealed_is_no_position() -> None:
    first = "S@3R/22233344455599/-/-/-,R@2R/33344455566677/-/-/-,-,S9R7"
    second = "S@5R/22233344455599/-/-/-,R@4R/33344455566677/-/-/-,-,S9R7"
    with pytest.raises(echappee.BadPosition, match="sealed"):
        GAME.position(f"abcu 2 order:01 1 {first} {second}")


def test_moves_read_in_either_case() -> None:
    match = start(2)
    assert "s@5r" in match.moves(0)
    place_all(match)
    assert " r " in match.moves(0)
    match.play(0, "s")
    assert match.explain(0, "sa").code == "not-in-hand"


@pytest.mark.parametrize("text", ["", "X5", "S8", "S1", "S10", "S@R", "S@3", "S@3X", "S22", "5"])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(echappee.InvalidMove) as refused:
        place_all(start(2)).play(0, text)
    assert "R5" in refused.value.words.fr


def test_every_refusal_can_be_met() -> None:
    """The reasons that the tests of the rules do not meet: over, place-first, race-is-on."""
    match = start(2)
    assert match.explain(0, "S").code == "place-first"
    assert match.explain(0, "S5").code == "place-first"
    place_all(match)
    assert match.explain(0, "S@5R").code == "race-is-on"
    assert match.explain(0, "S@9R").code == "race-is-on"
    while not match.over:
        match.play(match.awaited[0], match.moves(match.awaited[0])[0])
    assert {match.explain(1, text).code for text in ("S", "S5", "S@1R")} == {"over"}


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("order", "00", "bad-order"),
        ("order", "9", "bad-order"),
        ("order", "", "bad-order"),
        ("exhaustion", "1", "bad-exhaustion"),
        ("exhaustion", "1/31", "bad-exhaustion"),
        ("exhaustion", "1/1,x", "bad-exhaustion"),
        ("exhaustion", ",".join(["1/1"] * 7), "bad-exhaustion"),
        ("teams", "7", "bad-option"),
    ],
)
def test_wrong_options_are_refused(name: str, value: str, code: str) -> None:
    with pytest.raises(echappee.BadOption) as refused:
        GAME.start(2, {name: value})
    assert refused.value.code == code
    assert refused.value.words.en != refused.value.words.fr


def test_options_have_one_way_of_writing() -> None:
    assert GAME.start(2, {"exhaustion": "1/0,0/0"}).options["exhaustion"] == "1/0"
    assert GAME.start(2, {"exhaustion": "0/0"}).options["exhaustion"] == "none"


def test_tired_legs_and_order_reach_the_table() -> None:
    """RB's handicap: exhaustion cards in the decks from the start."""
    match = GAME.start(3, {"exhaustion": "1/2,0/3", "order": "2"}, seed=1)
    table = match.typed_view().table
    assert [[r.exhaustion for r in team.riders] for team in table.teams] == [[1, 2], [0, 3], [0, 0]]
    assert table.order == [2, 0, 1]
    assert [r.deck for r in table.teams[0].riders] == [16, 17]


def test_records_replay() -> None:
    match = GAME.start(2, {"stage": "abLPju", "finish": "all", "teams": 3}, seed=4)
    while not match.over:
        match.play(match.awaited[0], match.moves(match.awaited[0])[0])
    again = echappee.replay(match.record())
    assert state_of(again).tobytes() == state_of(match).tobytes()
    assert RULES.version == 2
