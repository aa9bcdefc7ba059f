"""§13: weather on the straights, falls on wet roads."""

from __future__ import annotations

import numpy as np
import pytest

import echappee
from echappee.games.flamme_rouge import material
from echappee.games.flamme_rouge.observation import FEATURES
from echappee.match.match import Match
from tests.games.flamme_rouge.helpers import (
    FLAT,
    GAME,
    RULES,
    finish_round,
    of_kind,
    race,
    ride,
    standing,
    start,
    state_of,
)

STRAIGHTS = "a-b-c-d-f-l-m-n-2-3-4-5-6-7-8-9-u"
"""Fifteen straights in a row: more than there are tokens."""
RAIN = "meteo:r4"
"""On the fourth tile of the flat stage: squares 19 to 24."""
BLOCKED = {"0S": "20R", "0R": "9R", "1S": "22R", "1R": "21R"}
"""Seat 1's riders will stand on 24; a 4 of seat 0's Sprinteur ends behind them."""
CARDS = {"0S": "4", "0R": "3", "1S": "2", "1R": "3"}


def weather_of(match: Match) -> dict[str, tuple[int, int]]:
    found = match.typed_view().table.weather
    assert found is not None
    return {one.kind: (one.begin, one.end) for one in found}


# ---------------------------------------------------------------------------------------- tokens


def test_article_13_a_token_for_each_straight_but_start_and_finish() -> None:
    places = {(6, 12), (12, 18), (18, 24), (26, 32), (42, 48), (48, 54), (54, 60)}
    kinds: dict[str, set[tuple[int, int]]] = {}
    for seed in range(120):
        match = start(2, meteo=True) if seed == 0 else GAME.start(2, {"meteo": True}, seed=seed)
        found = weather_of(match)
        assert len(set(found.values())) == len(found)
        assert set(found.values()) <= places
        for kind, place in found.items():
            kinds.setdefault(kind, set()).add(place)
    assert set(kinds) == {"crosswind", "tailwind", "headwind", "rain"}
    assert all(found == places for found in kinds.values())


def test_article_13_without_the_option_there_is_no_weather() -> None:
    assert start(2).typed_view().table.weather is None
    assert "meteo" not in start(2).position()


def test_fr_19_the_tokens_go_along_the_road_until_there_are_none_left() -> None:
    """All four come up, and the last two straights, tile 8 and tile 9, are always fair."""
    for seed in range(20):
        found = weather_of(GAME.start(2, {"meteo": True, "stage": STRAIGHTS}, seed=seed))
        assert len(found) == 4
        assert max(end for _, end in found.values()) <= 6 + 13 * 6
    short = set()
    for seed in range(60):
        options: dict[str, bool | int | str] = {"meteo": True, "stage": "a-9-b-u"}
        short |= set(weather_of(GAME.start(2, options, seed=seed)).values())
    assert short == {(6, 9), (9, 15)}


def test_the_weather_is_the_same_for_all_and_stays() -> None:
    match = GAME.start(3, {"meteo": True}, seed=4)
    first = match.typed_view().table.weather
    while not match.over:
        for viewer in (None, 0, 1, 2):
            assert match.typed_view(viewer).table.weather == first
        seat = match.awaited[0]
        match.play(seat, match.moves(seat)[-1])


# ----------------------------------------------------------------------------------------- winds

PACKS = {"0S": "17R", "0R": "19R", "1S": "22R", "1R": "22L"}


def test_article_13a_no_slipstream_in_a_crosswind() -> None:
    """As in §6a, where the rear rider joins the one before him; on tile d nobody does."""
    assert ride(PACKS)["0S"] == "21R"
    assert ride(PACKS, flags="meteo:c4") == {"0S": "20R", "0R": "22R", "1S": "25R", "1R": "25L"}
    assert ride(PACKS, flags="meteo:t4")["0S"] == "21R"


def test_article_13a_neither_from_nor_to_a_square_in_the_crosswind() -> None:
    """From 18, on fair tile c, to 20 on tile d, and the other way round."""
    places = {"0S": "15R", "0R": "2R", "1S": "17R", "1R": "17L"}
    assert ride(places)["0S"] == "19R"
    assert ride(places, flags="meteo:c4")["0S"] == "18R"
    assert ride(places, flags="meteo:c3")["0S"] == "18R"
    assert ride(places, flags="meteo:c2")["0S"] == "19R"


def _about_to_draw(flags: str, deck: str = "222333444555999/-/-") -> Match:
    """Seat 0's Sprinteur on square 12, on tile b."""
    own = f"S@12R/{deck}/-,R@13R/333444555666777/-/-/-,-,-"
    other = "S@1R/222333444555999/-/-/-,R@1L/333444555666777/-/-/-,-,-"
    return GAME.position(f"abcu 2 {flags}order:01 4 {own} {other}", seed=1)


def _hand(match: Match) -> int:
    match.play(0, "S")
    hand = match.typed_view(0).table.teams[0].hand
    assert hand is not None
    return len(hand)


def test_article_13b_five_cards_in_a_tailwind() -> None:
    assert _hand(_about_to_draw("")) == 4
    assert _hand(_about_to_draw("meteo:t2,")) == 5
    assert _hand(_about_to_draw("meteo:t3,")) == 4
    assert _hand(_about_to_draw("meteo:r2,")) == 4


def test_article_13c_three_cards_in_a_headwind() -> None:
    match = _about_to_draw("meteo:h2,")
    assert _hand(match) == 3
    match.play(0, match.moves(0)[0])
    assert match.typed_view().table.teams[0].riders[0].recycled == 2
    hand = match.typed_view(0).table.teams[0].hand
    assert hand is not None
    assert len(hand) == 4  # the Rouleur stands on the next tile


def test_article_13b_a_shuffle_among_five_cards_leaves_worlds_that_can_be() -> None:
    """Four drawn before the shuffle: a rival may think of any of them but of exhaustion."""
    match = _about_to_draw("meteo:t2,", deck="2345/3992x2x/22344559")
    assert _hand(match) == 5
    assert int(state_of(match).old[0]) == 4
    again = GAME.position(match.position(), seed=1)
    assert again.position() == match.position()
    for world in match.worlds(1, 40, seed=3):
        text = RULES.notation.write_position(world)
        assert GAME.position(text, seed=1).position() == text
        assert sum(int(n) for n in world.hand[0]) == 5


# ------------------------------------------------------------------------------------------ falls


def test_article_13d_who_is_blocked_on_a_wet_road_falls() -> None:
    match = race(BLOCKED, CARDS, flags=RAIN)
    events = finish_round(match)
    assert standing(match)["0S"] == "23R"
    (fall,) = of_kind(events, "fall")
    assert (fall.seat, fall.facts) == (0, {"team": 0, "rider": "S", "square": 23})
    for viewer in (None, 0, 1):
        riders = [r for team in match.typed_view(viewer).table.teams for r in team.riders]
        assert [rider.fallen for rider in riders] == [True, False, False, False]
    assert "S@23R!/" in match.position()
    assert GAME.position(match.position(), seed=1).position() == match.position()


def test_article_13d_nobody_falls_on_a_dry_road_or_unblocked() -> None:
    for flags, cards in (("", CARDS), ("meteo:r3", CARDS), (RAIN, CARDS | {"0S": "3"})):
        match = race(BLOCKED, cards, flags=flags)
        assert not of_kind(finish_round(match), "fall")
        assert standing(match)["0S"] == "23R"


def test_article_13d_who_is_blocked_and_stops_before_the_wet_road_stays_up() -> None:
    """Square 18 is the last dry one: 19 is full."""
    places = {"0S": "14R", "0R": "2R", "1S": "17R", "1R": "16R"}
    match = race(places, {"0S": "5", "1S": "2", "1R": "3"}, flags=RAIN)
    assert not of_kind(finish_round(match), "fall")
    assert standing(match)["0S"] == "18R"


def lying(tiles: str, place: str, card: str, flags: str) -> str:
    """Where a rider who lies on the road gets to with a card; nobody is near him."""
    places = {"0S": place + "!", "0R": "1R", "1S": "1L", "1R": "2R"}
    match = race(places, {"0S": card}, tiles=tiles, flags=flags, rounds=3)
    hand = match.typed_view(0).table.teams[0].riders[0]
    assert hand.fallen
    (told,) = (e for e in finish_round(match) if e.kind == "ride-because" and e.seat == 0)
    assert "fallen" in told.facts["why"]
    assert not match.typed_view().table.teams[0].riders[0].fallen
    return standing(match)["0S"]


def test_article_13d_the_next_card_counts_two_less() -> None:
    assert lying(FLAT, "20R", "9", RAIN) == "27R"
    assert lying(FLAT, "20R", "3", RAIN) == "21R"
    assert lying(FLAT, "20R", "2", RAIN) == "20R"  # he gets up, and no more


def test_article_13d_after_the_minimum_and_before_the_limit_of_an_ascent() -> None:
    assert lying("aBcdu", "8R", "2", "meteo:r2") == "11R"  # downhill: 5 - 2
    assert lying("a-3-c-d-u", "8R", "2", "meteo:r2") == "10R"  # from a supply zone: 4 - 2
    assert lying("aNcdu", "8R", "9", "meteo:r2") == "13R"  # uphill: 7, cut to 5
    assert lying("aNcdu", "8R", "5", "meteo:r2") == "11R"
    assert lying("abNdu", "8R", "9", "meteo:r2") == "13R"  # 7 is before an ascent 5 ahead


def test_the_hand_shows_where_a_card_leads_after_a_fall() -> None:
    own = "S@20R!/22233344455599/-/-/-,R@1R/333444555666777/-/-/-,S:9,-"
    other = "S@2R/222333444555999/-/-/-,R@1L/333444555666777/-/-/-,-,-"
    match = GAME.position(f"{FLAT} 2 {RAIN},order:01 4 {own} {other}", seed=1)
    (card,) = match.typed_view(0).table.teams[0].hand or []
    assert (card.reach, card.why, card.printed) == (27, ["fallen"], 29)


def test_fr_17_no_slipstream_where_somebody_lies() -> None:
    """He lies on 23, and another on 21 is not drawn up to him. Nor does he get any himself: those
    on 24 are drawn to 25 behind 2S, he stays on 23."""
    places = BLOCKED | {"0R": "18R"}
    wet, dry = race(places, CARDS, flags=RAIN), race(places, CARDS)
    finish_round(wet)
    finish_round(dry)
    assert standing(wet)["0R"] == "21R"
    assert standing(dry)["0R"] == "22R"
    match = race(BLOCKED | {"2S": "24R", "2R": "1R"}, CARDS | {"2S": "2"}, flags=RAIN)
    finish_round(match)
    assert [standing(match)[rider] for rider in ("0S", "1S", "1R", "2S")] == [
        "23R", "25R", "25L", "26R",
    ]  # fmt: skip


def behind_the_fallen(card: str) -> tuple[str, bool]:
    """2S and 2R ride to 24 and fill it; 1S falls behind them on 23. 1R gets to 23 with this card,
    then 0S plays a 9."""
    places = {
        "0S": "19R", "0R": "1R", "1S": "20R", "1R": "20L", "2S": "22R", "2R": "21R",
    }  # fmt: skip
    cards = {"0S": "9", "1S": "4", "1R": card, "2S": "2", "2R": "3"}
    match = race(places, cards, flags=RAIN)
    finish_round(match)
    rider = match.typed_view().table.teams[0].riders[0]
    return f"{rider.square}{rider.lane}", rider.fallen


def test_fr_18_nobody_rides_across_a_square_on_whose_every_lane_somebody_lies() -> None:
    """With a 4 the Rouleur falls beside his mate: the road is barred, and who comes falls, too.

    With a 3 he stops where he meant to, and stays up.
    """
    assert behind_the_fallen("4") == ("22R", True)
    assert behind_the_fallen("3") == ("28R", False)


def test_grand_tour_hairpin_is_wet_without_any_weather() -> None:
    """Tile z of Grand Tour 4: squares 23 to 25 have one lane and are wet."""
    tiles = "abrdzLckgqfpohseIjtmV"
    places = {"0S": "20R", "0R": "2R", "1S": "23R", "1R": "1R"}
    match = race(places, {"0S": "5", "1S": "2"}, tiles=tiles)
    assert match.typed_view().table.weather is None
    assert [square.terrain for square in match.typed_view().table.squares[20:26]] == [
        "flat", "flat", "wet", "wet", "wet", "flat",
    ]  # fmt: skip
    (fall,) = of_kind(finish_round(match), "fall")
    assert (fall.facts["rider"], standing(match)["0S"]) == ("S", "24R")


def test_a_dummy_falls_as_anybody_does() -> None:
    places = {"0S": "22R", "0R": "21R", "1S": "20R", "1R": "1R"}
    fallen = set()
    for seed in range(30):
        text = race(places, {"0S": "2", "0R": "3"}, dummies="M", flags=RAIN).position()
        match = GAME.position(text, seed=seed)
        fallen |= {event.kind for event in finish_round(match) if event.kind.endswith("fall")}
    assert fallen == {"dummy-fall"}


# -------------------------------------------------------------------------- positions and features


@pytest.mark.parametrize(
    "flag",
    [f"meteo:{text}" for text in ("c1", "c5", "c21", "c99", "c4c2", "x4", "4", "")],
)
def test_weather_that_cannot_be_is_refused(flag: str) -> None:
    with pytest.raises(echappee.BadPosition):
        race(BLOCKED, flags=flag)


def test_only_who_rides_on_a_wet_square_can_lie_there() -> None:
    for places, flags in ((BLOCKED | {"0S": "20R!"}, ""), (BLOCKED | {"0S": "18R!"}, RAIN)):
        with pytest.raises(echappee.BadPosition, match="lie on that square"):
            race(places, flags=flags)


def test_fair_weather_everywhere_is_weather_too() -> None:
    match = race(BLOCKED, flags="meteo:-")
    assert match.options["meteo"] is True
    assert match.typed_view().table.weather == []
    assert " meteo:-,order:01 " in match.position()


def test_weather_and_falls_are_seen_by_learners() -> None:
    match = race(BLOCKED | {"1S": "22R!"}, CARDS, flags="meteo:t2r4")
    for seat, place in ((0, 2), (1, 0)):
        seen = np.zeros(RULES.feature_count, np.float32)
        RULES.functions.observe(state_of(match), seat, seen)
        views = FEATURES.views(seen)
        assert views["weather"][18:24].tolist() == [material.RAIN] * 6
        assert views["weather"][6:12].tolist() == [material.TAILWIND] * 6
        assert views["weather"].sum() == 6 * (material.RAIN + material.TAILWIND)
        assert views["fallen"].tolist() == [float(i == place) for i in range(12)]
