"""Cards, names and profiles as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echappee.calculator import (
    CalculatorError,
    Left,
    find_profile,
    find_seat,
    find_seats,
    new_race,
    read_left,
    write_left,
)
from echappee.calculator.left import cards
from echappee.games.tape_letape import material
from tests.calculator.races import four


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("2s 1b", Left(2, 1)),
        ("2S1B", Left(2, 1)),
        ("1b", Left(0, 1)),
        ("2 s 1 b", Left(2, 1)),
        ("B3 4 g", Left(1, 4)),
        ("2p 1g", Left(2, 1)),
        ("2 small, 1 big", Left(2, 1)),
        ("1 grosse + 2 petites", Left(2, 1)),
        ("0s 3b", Left(0, 3)),
        ("7 9 3", Left(1, 2, ("3", "7", "9"))),
        ("7,9,3", Left(1, 2, ("3", "7", "9"))),
        ("j7 V10", Left(0, 2, ("J7", "V10"))),
        ("B3 B4 B5", Left(3, 0, ("B3", "B4", "B5"))),
        ("y3 g4", Left(2, 0, ("J3", "V4"))),
        ("2s 9", Left(2, 1)),
        ("6 7", Left(1, 1, ("6", "7"))),
        ("", Left()),
        ("0", Left()),
        ("-", Left()),
        ("none", Left()),
        ("finished", Left()),
    ],
)
def test_cards_left_are_read_as_people_write_them(text: str, left: Left) -> None:
    assert read_left(text) == left


@pytest.mark.parametrize(
    "text", ["x", "2s 1x", "7b9", "J", "s 2", "Q7", "v10 s", "1 2 3 J", "9999", "9999s"]
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(CalculatorError) as refused:
        read_left(text)
    assert refused.value.code == "unreadable-cards"


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        left = read_left(text)
    except CalculatorError as error:
        assert error.code == "unreadable-cards"
    else:
        assert read_left(write_left(left)) == left


@given(st.lists(st.sampled_from([*material.CARD_OF, *map(str, range(1, 13))]), max_size=8))
def test_cards_round_trip(names: list[str]) -> None:
    left = cards(names)
    assert left.count == len(names)
    assert read_left(write_left(left)) == left


@given(st.integers(0, 8), st.integers(0, 8))
def test_counts_round_trip(small: int, big: int) -> None:
    assert read_left(write_left(Left(small, big))) == Left(small, big)


@pytest.mark.parametrize(
    ("text", "seat"),
    [("Inès", 0), ("ines", 0), ("i", 0), ("H", 1), ("mar", 2), ("zoe", 3), ("4", 3), (" ZOÉ ", 3)],
)
def test_a_name_is_found_by_its_first_letters(text: str, seat: int) -> None:
    assert find_seat(four(), text) == seat


def test_a_whole_name_comes_before_longer_ones() -> None:
    race = new_race(["Jo", "Joan", "Éric", "Eric"])
    assert [find_seat(race, text) for text in ("jo", "joa", "éric", "eric")] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("text", "code"),
    [("x", "unknown-name"), ("", "unknown-name"), ("9", "unknown-name"), ("j", "ambiguous-name")],
)
def test_a_name_that_nobody_or_several_have(text: str, code: str) -> None:
    with pytest.raises(CalculatorError) as refused:
        find_seat(new_race(["Jo", "Joan", "Zoé"]), text)
    assert refused.value.code == code
    assert "Jo" in refused.value.words.fr


def test_several_names() -> None:
    assert find_seats(four(), "z i m h") == (3, 0, 2, 1)
    assert find_seats(four(), "Zoé, Inès") == (3, 0)
    assert find_seats(four(), "z > i > h") == (3, 0, 1)


@pytest.mark.parametrize(
    ("text", "profile"),
    [
        ("m", "mountain"), ("Montagne", "mountain"), ("p", "flat"), ("flat", "flat"),
        ("desc", "downhill"), ("dow", "downhill"), ("contre la montre", "time-trial"),
        ("tt"[:1], "time-trial"), ("voiture", "broom-wagon"), ("broom wagon", "broom-wagon"),
    ],
)  # fmt: skip
def test_profiles_in_both_languages(text: str, profile: str) -> None:
    assert find_profile(text) == profile


@pytest.mark.parametrize("text", ["", "hill", "x"])
def test_no_profile(text: str) -> None:
    with pytest.raises(CalculatorError) as refused:
        find_profile(text)
    assert refused.value.code == "unknown-profile"
    assert "Montagne" in refused.value.words.fr
