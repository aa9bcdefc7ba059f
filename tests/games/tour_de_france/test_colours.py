"""§P1: the players choose the colours of their teams."""

from __future__ import annotations

import pytest

import echappee
from echappee.errors import BadOption
from echappee.match.match import Match
from tests.games.tour_de_france.helpers import GAME, RULES, view


def colours(match: Match) -> list[str]:
    return [seat["colour"] for seat in view(match)["seats"]]


def test_by_seat_unless_told_otherwise() -> None:
    assert colours(GAME.start(3, seed=1)) == ["red", "blue", "orange"]


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("white,red,blue", "white,red,blue"),
        (" White, red ,blue", "white,red,blue"),
        ("wrb", "white,red,blue"),
    ],
)
def test_chosen_colours_and_their_lanes(given: str, written: str) -> None:
    match = GAME.start(3, {"colours": given}, seed=1)
    assert match.options["colours"] == written
    assert colours(match) == ["white", "red", "blue"]
    assert [seat["lane"] for seat in view(match)["seats"]] == [4, 1, 2]
    assert f"option colours {written}" in match.record()
    again = echappee.replay(match.save())
    assert again.position() == match.position()
    assert GAME.position(match.position()).position() == match.position()


def test_a_lot_draws_different_colours() -> None:
    drawn = {tuple(colours(GAME.start(2, {"colours": "lot"}, seed=n))) for n in range(30)}
    assert len(drawn) >= 6


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("white,green", "colours-unknown"),
        ("white,white", "colours-twice"),
        ("rr", "colours-twice"),
        ("white", "colours-few"),
        ("", "colours-unknown"),
        ("white,", "colours-unknown"),
        ("x" * 5000, "colours-unknown"),
    ],
)
def test_colours_that_cannot_be_are_refused_in_words(given: str, code: str) -> None:
    with pytest.raises(BadOption) as error:
        RULES.read_options({"colours": given})
    assert error.value.code == code
    assert error.value.words.en != error.value.words.fr
    assert len(error.value.words.en) < 300


def test_there_is_a_colour_for_each_seat() -> None:
    with pytest.raises(BadOption) as error:
        GAME.start(3, {"colours": "white,red"})
    assert error.value.code == "options-clash"
    assert "2 colours for 3 players" in error.value.words.en
    assert "2 couleurs pour 3 joueurs" in error.value.words.fr
