"""The rulebook of Tour de France on risk cards, article by article."""

from __future__ import annotations

from echappee.games.tour_de_france.material import EFFECTS
from echappee.games.tour_de_france.material_file import read_material
from tests.games.tour_de_france.helpers import (
    end_turn,
    kinds,
    legal,
    on_a_dot,
    play,
    refused,
    rider,
    square,
    table,
    view,
)


def test_article_1_5a_stopping_on_a_dot_draws() -> None:
    match = table("1.3,4.1,4.2/2.5,4.8,4.9", phase="step", now="laid:321,steps:1")
    play(match, "^")
    assert legal(match) == {"risk"}


def test_article_1_5a_passing_over_a_dot_does_not() -> None:
    match = table("1.3,4.1,4.2/2.5,4.8,4.9", phase="step", now="laid:321,steps:2")
    play(match, "^", "^")
    assert legal(match) == {"draw"}


def test_article_1_5a_not_while_one_is_kept() -> None:
    match = table("1.3,4.1,4.2/2.5,4.8,4.9", phase="step", now="laid:321,steps:1",
                  kept="repair@2/-")  # fmt: skip
    play(match, "^")
    assert legal(match) == {"draw"}


def test_article_1_5b_the_card_is_seen_by_all() -> None:
    match = table("1.4,4.1,4.2/2.5,4.8,4.9", kept="boost2@1/-")
    for viewer in (None, 0, 1):
        assert view(match, viewer)["seats"][0]["kept"] == {
            "effect": "boost", "value": 2, "red": False, "rider": 1,
        }  # fmt: skip


def test_article_1_5c_it_concerns_the_rider_on_the_dot() -> None:
    for number in range(40):
        match = table("4.1,1.3,4.2/2.5,4.8,4.9", phase="step", now="laid:321,mover:2,steps:1",
                      seed=str(number))  # fmt: skip
        told = play(match, "^", "risk")
        if told[1].facts["effect"] == "puncture":
            assert rider(match, 0, 2)["turned"] == 2
            return
    raise AssertionError


def test_article_1_5d_a_blue_card_for_a_rider_at_home_is_void() -> None:
    match = table("h#1,1.4,1.5/2.5,4.8,4.9", kept="boost2@1/-")
    assert "declare" not in legal(match)
    refused(match, "declare", "no-use", "1.5d")


def test_article_1_5e_no_finish_with_a_red_card() -> None:
    match = table("1.30,1.4,2.9/3.5,4.8,4.9", kept="crossing@2/-", phase="step",
                  now="laid:321,left:21,todo:13,mover:2,steps:1")  # fmt: skip
    play(match, ">")
    assert view(match)["phase"] == "assign"
    play(match, "2>1")  # he stays where he is
    assert square(match, 0, 1) == (1, 30)


def test_article_1_5f_the_crash() -> None:
    crash = "lanes=rbow;rows=30;green=15;dots=4.12.21/8.17.25/6.14.23/10.19.27;race=111x11;sprint=321x4;risk=crash1x20;points=6.4.3.2.1+3.1.10.5.10.6"  # noqa: E501
    match = table("2.7,3.9,1.5/1.9,2.9,2.10", material=crash, phase="step",
                  hands="111b,111b,111o/111r,111w,111w,321", now="laid:321,steps:1")  # fmt: skip
    told = play(match, "^", "risk")
    assert kinds(told) == ["step", "risk", "turned", "turned", "turned", "turned"]
    assert [rider(match, 0, r)["turned"] for r in (1, 2, 3)] == [1, 1, 0]
    assert [rider(match, 1, r)["turned"] for r in (1, 2, 3)] == [1, 1, 0]


def test_article_1_5g_a_turned_rider_waits_for_one_turn() -> None:
    match = table("1.5!1,1.6,1.7/2.5,2.6,2.7")
    play(match, "321")
    refused(match, "3>1", "rider-out", "1.5g")
    end_turn(match)
    assert rider(match, 0, 1)["turned"] == 0


def test_article_1_5h_a_played_card_goes_under_the_pile() -> None:
    match = table("1.4,1.5,1.6/2.5,2.6,2.7", kept="headwind1@1/-", under="crash1")
    assert view(match)["risk_pile"] == 19
    play(match, "declare")
    assert [r["effect"] for r in view(match)["risks_under"]] == ["crash", "headwind"]
    assert view(match)["risk_pile"] == 20


def test_article_1_5i_twenty_cards_ten_of_each_colour() -> None:
    copies = {EFFECTS[risk.effect]: risk.copies for risk in read_material("standard").risks}
    assert copies == {
        "advance": 3, "sweep": 1, "refresh": 2, "boost": 2, "repair": 2,
        "crash": 2, "puncture": 2, "hunger": 1, "headwind": 2, "crossing": 3,
    }  # fmt: skip
    for effect in EFFECTS:
        match = on_a_dot(_written(effect))
        play(match, "^", "risk")
        lies = view(match)["seats"][0]["kept"] or view(match)["risks_under"][0]
        red = effect in ("crash", "puncture", "hunger", "headwind", "crossing")
        assert (lies["effect"], lies["red"]) == (effect, red)


def _written(effect: str) -> str:
    """A risk card of the standard box as a material writes it."""
    (risk,) = [one for one in read_material("standard").risks if EFFECTS[one.effect] == effect]
    return f"{effect}{risk.value or ''}"


def test_article_1_5i_blue_cards_that_are_played_at_once() -> None:
    match = on_a_dot("advance2")
    play(match, "^", "risk", "^", "^")
    assert square(match, 0, 1) == (1, 6)
    match = on_a_dot("sweep1")
    play(match, "^", "risk")
    assert legal(match) == {"1>1", "1>2", "1>3"}
    play(match, "1>3", "^", "1>1", "^", "1>2", "^")
    assert [square(match, 0, r) for r in (1, 2, 3)] == [(1, 5), (4, 2), (4, 3)]
    match = on_a_dot("refresh")
    play(match, "^", "risk", "drop:110b", "drop:111o", "done")
    assert view(match)["seats"][0]["cards"] == 4
    assert view(match)["discards"] == {"110b": 1, "111o": 1, "321": 1}


def test_article_1_5i_blue_cards_that_are_kept() -> None:
    match = table("1.4,4.1,4.2/2.5,4.8,4.9", kept="boost2@1/-")
    play(match, "declare", "110b", "1>1", "^", "^", "^")
    assert square(match, 0, 1) == (1, 7)
    match = table("1.4!2,4.1,4.2!1/2.5,4.8,4.9", kept="repair@2/-")
    play(match, "declare:1")
    assert [rider(match, 0, r)["turned"] for r in (1, 3)] == [0, 1]


def test_article_1_5i_red_cards_that_are_played_at_once() -> None:
    for risk, turns, neighbour in (("crash1", 1, 1), ("puncture2", 2, 0)):
        match = on_a_dot(risk)
        play(match, "^", "risk")
        assert (rider(match, 0, 1)["turned"], rider(match, 1, 1)["turned"]) == (turns, neighbour)


def test_article_1_5i_red_cards_that_are_kept() -> None:
    riders = "1.4,2.4,3.4/4.1,4.2,4.3"
    match = table(riders, kept="hunger@2/-")
    play(match, "declare", "321")
    assert {move[-1] for move in legal(match)} == {"1", "3"}
    match = table(riders, kept="headwind1@2/-", hands="110b,111o,211r,321/110r,111w,220o,321")
    play(match, "declare", "211r")
    assert legal(match) == {"1>1", "1>2", "1>3"}  # not 2, and no extra square
    match = table(riders, kept="crossing@2/-")
    play(match, "declare", "drop:321", "draw")
    assert [square(match, 0, r) for r in (1, 2, 3)] == [(1, 4), (2, 4), (3, 4)]
    assert match.awaited == (1,)
