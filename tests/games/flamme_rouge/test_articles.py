"""The articles of Flamme Rouge, one by one."""

from __future__ import annotations

from collections import Counter

import pytest

import echappee
from echappee.games.flamme_rouge import material, rules
from echappee.games.flamme_rouge.grand_tour import GrandTour
from tests.games.flamme_rouge.helpers import (
    GAME,
    assert_refused,
    finish_round,
    of_kind,
    place_all,
    race,
    ride,
    standing,
    start,
    state_of,
    tired_riders,
)

APART = {"0S": "20R", "0R": "30R", "1S": "40R", "1R": "50R"}


# ------------------------------------------------------------------------------ aim and setting up


def test_article_1_the_first_of_ones_two_riders_beyond_the_line() -> None:
    match = race({"0S": "70R", "0R": "20R", "1S": "69R", "1R": "68R"}, {"0S": "5", "1S": "5"})
    finish_round(match)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert match.standing.scores == (2, 1)


def test_article_2_two_riders_and_two_decks_for_each_player() -> None:
    match = start(4)
    for team in match.typed_view(0).table.teams:
        assert [rider.rider for rider in team.riders] == ["S", "R"]
        assert [rider.deck for rider in team.riders] == [15, 15]
        assert [rider.recycled for rider in team.riders] == [0, 0]
        assert all(rider.square is None for rider in team.riders)


def test_article_2_the_stage_by_its_tiles_capitals_are_the_other_faces() -> None:
    table = start(2, stage="firenze-milano").typed_view().table
    assert "".join(table.tiles) == "abcgiDHqntmKOLrepJsfu"
    assert table.squares[22].terrain == "ascent"  # the first square of D
    assert start(2, stage="abcd" + "u").typed_view().table.squares[22].terrain == "flat"


def test_article_2_exhaustion_cards_for_every_rider() -> None:
    match = race(APART)
    finish_round(match)
    for team in match.typed_view().table.teams:
        assert [rider.exhaustion for rider in team.riders] == [1, 1]


# ------------------------------------------------------------------------------ placing the riders


def test_article_3_one_player_after_the_other_places_both_riders() -> None:
    match = start(3)
    order = []
    while match.typed_view().table.phase == "placing":
        (seat,) = match.awaited
        order.append(seat)
        match.play(seat, match.moves(seat)[0])
    assert order == [0, 0, 1, 1, 2, 2]
    assert match.awaited == (0, 1, 2)


def test_article_3_on_squares_of_ones_choice_behind_the_line() -> None:
    match = start(2)
    assert set(match.moves(0)) == {f"{r}@{x}R" for r in "SR" for x in range(1, 6)}
    assert_refused(match, 0, "S@6R", "outside-start", "3")
    assert_refused(match, 1, "S@5R", "not-your-turn", "3")
    match.play(0, "S@2R")
    assert_refused(match, 0, "S@3R", "already-placed", "3")
    match.play(0, "R@5R")
    assert standing(match)["0R"] == "5R"


def test_article_3_not_on_the_left_while_the_right_is_free() -> None:
    match = start(2)
    assert_refused(match, 0, "S@5L", "keep-right", "3")
    match.play(0, "S@5R")
    assert_refused(match, 0, "R@5R", "lane-taken", "3")
    assert_refused(match, 0, "R@5M", "no-such-lane", "3")
    match.play(0, "R@5L")
    assert standing(match)["0R"] == "5L"
    assert "S@5L" not in match.moves(1)


# ------------------------------------------------------------------------------------ energy phase


def test_article_4_all_players_choose_at_the_same_time() -> None:
    match = place_all(start(3))
    match.play(2, "R")
    match.play(0, "S")
    assert match.awaited == (0, 1, 2)
    for seat in (2, 0, 1):
        while seat in match.awaited and match.typed_view().table.round == 1:
            match.play(seat, match.moves(seat)[0])
    assert match.typed_view().table.round == 2


def test_article_4_choose_one_of_your_riders() -> None:
    match = place_all(start(2))
    assert set(match.moves(0)) == set(match.moves(1)) == {"S", "R"}
    assert_refused(match, 0, "S5", "draw-first", "4")
    match.play(0, "R")
    assert match.typed_view().table.teams[0].holding == "R"
    assert_refused(match, 0, "S", "already-drawn", "4")
    assert_refused(match, 0, "S5", "other-hand", "4")


def test_article_4_draw_four_cards() -> None:
    match = place_all(start(2))
    match.play(0, "S")
    team = match.typed_view(0).table.teams[0]
    assert team.hand is not None
    assert len(team.hand) == 4
    assert team.riders[0].deck == 11


def test_article_4a_an_empty_deck_is_made_of_the_recycled_cards() -> None:
    match = place_all(start(2))
    shuffled = 0
    for _ in range(5):
        table = match.typed_view().table
        for seat in range(2):
            events = match.play(seat, "S")
            shuffled += len(of_kind(list(events), "shuffled"))
            if table.round <= 3:
                assert not shuffled
            match.play(seat, match.moves(seat)[0])
            match.play(seat, match.moves(seat)[0])
    assert shuffled == 2  # in the fourth round: 15 cards are three hands and three cards
    # since then each drew 1 + 4 cards of the nine recycled ones and whatever exhaustion came


def test_article_4_lay_one_card_face_down() -> None:
    match = place_all(start(2))
    match.play(0, "S")
    card = match.moves(0)[0]
    match.play(0, card)
    own, other = match.typed_view(0).table.teams[0], match.typed_view(1).table.teams[0]
    assert own.riders[0].card == card[1:]
    assert other.riders[0].card is None
    assert own.riders[0].chosen
    assert other.riders[0].chosen
    assert_refused(match, 0, "S5", "rider-done", "4")


def test_article_4_the_other_three_are_recycled() -> None:
    match = place_all(start(2))
    match.play(0, "S")
    hand = match.typed_view(0).table.teams[0].hand
    assert hand is not None
    card = match.moves(0)[0]
    match.play(0, card)
    recycled = match.typed_view(0).table.teams[0].riders[0].recycled_cards
    left = Counter(held.card for held in hand) - Counter([card[1:]])
    assert recycled is not None
    assert Counter(recycled) == left
    assert len(recycled) == 3


def test_article_4_then_the_same_for_the_other_rider() -> None:
    match = place_all(start(2))
    match.play(0, "R")
    match.play(0, match.moves(0)[0])
    assert match.typed_view(0).table.teams[0].holding == "S"
    match.play(0, match.moves(0)[0])
    assert match.awaited == (1,)
    assert_refused(match, 0, "S", "sealed", "4")


def test_article_4_look_at_your_own_recycled_cards_only() -> None:
    match = place_all(start(2))
    for seat in (0, 1):
        assert match.typed_view(seat).table.teams[seat].riders[0].recycled_cards == []
        assert match.typed_view(seat).table.teams[1 - seat].riders[0].recycled_cards is None


# ---------------------------------------------------------------------------------- movement phase


def test_article_5_all_cards_are_turned_over_at_once() -> None:
    match = race(APART, {"0S": "9", "1R": "7"})
    (shown,) = of_kind(finish_round(match), "reveal")
    assert sorted(shown.facts["cards"]) == [
        [0, "R", "3"], [0, "S", "9"], [1, "R", "7"], [1, "S", "3"],
    ]  # fmt: skip


def test_article_5_in_the_order_of_the_race_right_before_left() -> None:
    places = {"0S": "20L", "0R": "22R", "1S": "20R", "1R": "21R"}
    rides = [e for e in finish_round(race(places)) if e.kind.startswith("ride")]
    assert [f"{e.seat}{e.facts['rider']}" for e in rides] == ["0R", "1R", "1S", "0S"]


def test_article_5a_through_a_full_square_but_not_onto_it() -> None:
    """Two riders on square 25, who do not get away: stop behind them, or ride through."""
    places = {"0S": "23R", "0R": "23L", "1S": "21R", "1R": "20R"}
    after = ride(places, {"0S": "2", "0R": "3", "1S": "4", "1R": "7"})
    assert after["0S"] == "25R"
    assert after["0R"] == "26R"
    assert after["1S"] == "25L"
    assert after["1R"] == "27R"
    after = ride(places, {"0S": "3", "0R": "3", "1S": "5", "1R": "6"})
    assert (after["0S"], after["0R"]) == ("26R", "26L")
    assert after["1S"] == "25R"
    assert after["1R"] == "25L"


def test_article_5_the_rightmost_free_lane() -> None:
    """Whoever comes first onto a square takes the right lane, from whichever lane he started."""
    after = ride({"0S": "20L", "0R": "22R", "1S": "20R", "1R": "10R"}, {"0S": "4", "1S": "9"})
    assert after["0S"] == "24R"


# ------------------------------------------------------------------------------------- final phase


def test_article_6_played_cards_leave_the_game() -> None:
    match = race(APART, {"0S": "9"})
    finish_round(match)
    rider = match.typed_view(0).table.teams[0].riders[0]
    assert rider.played == ["9"]
    assert rider.deck + rider.recycled == 14 + 1  # the exhaustion card he took
    assert sum(material.SPRINTEUR_DECK) == 15


def test_article_6a_from_the_rear_over_one_empty_square() -> None:
    """Packs at 20, 22 and 25: the rear one joins the next, the two empty squares stay."""
    before = {"0S": "17R", "0R": "19R", "1S": "22R", "1R": "22L"}
    assert ride(before) == {"0S": "21R", "0R": "22R", "1S": "25R", "1R": "25L"}


def test_article_6a_a_rider_may_gain_several_squares() -> None:
    after = ride({"0S": "20R", "0R": "22R", "1S": "24R", "1R": "26R"})
    assert after == {"0S": "26R", "0R": "27R", "1S": "28R", "1R": "29R"}


def test_article_6b_whose_next_square_is_wholly_empty() -> None:
    events = finish_round(race({"0S": "20R", "0R": "21R", "1S": "40R", "1R": "40L"}))
    assert tired_riders(events) == ["0R", "1S", "1R"]


def test_article_6b_into_the_riders_own_recycled_pile() -> None:
    match = race(APART)
    finish_round(match)
    assert match.typed_view(0).table.teams[0].riders[0].recycled_cards == ["2x"]


def test_article_2_an_exhaustion_card_is_a_two() -> None:
    after = ride(APART, {"0S": "2x"}, tired={"0S": "1"})
    assert after["0S"] == "22R"


# --------------------------------------------------------------------------------- end of the race


def test_article_7_ends_with_the_round_in_which_somebody_crosses_the_line() -> None:
    match = race({"0S": "72R", "0R": "60R", "1S": "71R", "1R": "70R"}, {"1R": "7"})
    finish_round(match)
    assert match.over
    assert match.outcome is not None
    assert match.outcome.ending == "line-crossed"
    assert match.outcome.winners == (1,)  # he moved last, in the same round


def test_article_7_furthest_wins_and_nobody_goes_beyond_the_last_square() -> None:
    match = race({"0S": "72R", "0R": "60R", "1S": "71R", "1R": "70R"}, {"0S": "9", "1R": "6"})
    finish_round(match)
    assert standing(match)["0S"] == "78R"
    assert match.standing.scores == (5, 3)


def test_article_7_on_one_square_the_right_lane_wins() -> None:
    match = race({"0S": "72R", "0R": "60R", "1S": "71R", "1R": "50R"}, {"0S": "4", "1S": "5"})
    finish_round(match)
    assert (standing(match)["0S"], standing(match)["1S"]) == ("76R", "76L")
    assert match.standing.scores == (3, 3)
    assert match.standing.places == (1, 2)


def test_article_7_the_view_says_what_puts_a_rider_behind_another() -> None:
    match = race({"0S": "72R", "0R": "60R", "1S": "71R", "1R": "50R"}, {"0S": "4", "1S": "5"})
    finish_round(match)
    for seat in (0, 1, None):
        ranked = match.typed_view(seat).table.classification
        found = [(one.place, one.team, one.rider, one.behind, one.why) for one in ranked]
        assert found == [
            (1, 0, "S", 0, None), (2, 1, "S", 0, "lane"),
            (3, 0, "R", 13, "round"), (4, 1, "R", 23, "square"),
        ]  # fmt: skip


def test_article_7_the_view_ranks_riders_as_the_rules_do() -> None:
    """Whoever is home earlier, further on or to the right is before: in every race played out."""
    for seed in ("one", "two", "three"):
        match = GAME.start(3, {"finish": "all"}, seed=seed)
        while not match.over:
            match.play(match.awaited[0], match.moves(match.awaited[0])[-1])
        state = state_of(match)
        ranked = match.typed_view().table.classification
        riders = [2 * one.team + "SR".index(one.rider) for one in ranked]
        ranks = [rules.rider_rank(state, r) for r in riders]
        assert ranks == sorted(ranks, reverse=True)
        assert sorted(riders) == list(range(2 * int(state.teams)))
        for one, r, before in zip(ranked[1:], riders[1:], riders, strict=False):
            differ = {
                "round": state.crossed[r] != state.crossed[before],
                "square": state.square[r] != state.square[before],
                "lane": state.lane[r] != state.lane[before],
            }
            assert one.why == next(name for name, differs in differ.items() if differs)


# --------------------------------------------------------------------------------------- mountains

BEHIND = {"0R": "2R", "1S": "1R", "1R": "1L"}
"""Three riders who are in nobody's way."""
CLIMB = "abCdeu"  # squares 16 to 18 go up
DOWN = "abFdeu"  # squares 13 to 15 go down
PEAK = "abLdeu"  # squares 13 to 15 go up, 16 to 18 down


def test_article_8_red_squares_go_up_and_blue_ones_down() -> None:
    """The tile L goes up on three squares and down on three."""
    terrain = [square.terrain for square in start(2, stage="abLPju").typed_view().table.squares]
    assert terrain[12:18] == ["ascent"] * 3 + ["descent"] * 3
    assert ride({"0S": "13R", **BEHIND}, {"0S": "9"}, tiles=PEAK)["0S"] == "18R"  # up: 5 at most
    assert ride({"0S": "16R", **BEHIND}, {"0S": "2"}, tiles=PEAK)["0S"] == "21R"  # down: 5 at least
    assert ride({"0S": "12R", **BEHIND}, {"0S": "2"}, tiles="abcdeu")["0S"] == "14R"  # flat


def test_article_8a_five_squares_at_most_from_an_ascent() -> None:
    after = ride({"0S": "16R", "0R": "2R", "1S": "1R", "1R": "1L"}, {"0S": "9"}, tiles=CLIMB)
    assert after["0S"] == "21R"


def test_article_8a_a_distant_ascent_is_not_entered() -> None:
    after = ride({"0S": "10R", "0R": "2R", "1S": "1R", "1R": "1L"}, {"0S": "9"}, tiles=CLIMB)
    assert after["0S"] == "15R"


def test_article_8a_neither_gives_nor_gets_slipstream() -> None:
    """On 14 behind 16, and on 17 behind 19: neither gap closes."""
    places = {"0S": "11R", "0R": "13R", "1S": "16R", "1R": "14R"}
    after = ride(places, {"1R": "3", "1S": "3"}, tiles=CLIMB)
    assert after == {"0S": "14R", "0R": "16R", "1S": "19R", "1R": "17R"}


def test_article_8b_five_squares_at_least_from_a_descent() -> None:
    after = ride({"0S": "14R", "0R": "2R", "1S": "1R", "1R": "1L"}, {"0S": "2"}, tiles=DOWN)
    assert after["0S"] == "19R"


def test_article_8b_slipstream_as_usual() -> None:
    places = {"0S": "10R", "0R": "12R", "1S": "2R", "1R": "1R"}
    after = ride(places, tiles=DOWN)
    assert (after["0S"], after["0R"]) == ("14R", "15R")


# ------------------------------------------------------------------ stages of one's own, Peloton


def test_article_9_any_tiles_from_a_start_to_a_finish_every_piece_once() -> None:
    match = start(2, stage="a b C f u")
    assert "".join(match.typed_view().table.tiles) == "abCfu"
    for tiles, code in (
        ("bcu", "stage-start-first"),
        ("abc", "stage-finish-last"),
        ("abBu", "stage-tile-twice"),
        ("acjopu", "stage-overlap"),
    ):
        with pytest.raises(echappee.BadOption) as refused:
            GAME.start(2, {"stage": tiles})
        assert refused.value.code == code


def test_article_10_squares_of_one_two_and_three_lanes_fill_from_the_right() -> None:
    """Tile 5 has one lane on 9 and 11, and two on 10; tile 3 has three on 15."""
    places = {"0S": "8R", "0R": "8L", "1S": "7R", "1R": "6R"}
    after = ride(places, {"1R": "4"}, tiles="a-5-b-u")
    assert after == {"0S": "11R", "0R": "10R", "1S": "10L", "1R": "9R"}
    places = {"0S": "12R", "0R": "12L", "1S": "11R", "1R": "3R"}
    after = ride(places, {"1S": "4"}, tiles="a-b-3-c-d-u")
    assert (after["0S"], after["0R"], after["1S"]) == ("15R", "15M", "15L")


def test_article_10_who_has_room_moves_up_to_a_narrower_square() -> None:
    """Three lanes up to square 11, two from 12 on: the rider on 13 pulls two of three."""
    places = {"0S": "7R", "0R": "7M", "1S": "7L", "1R": "9R"}
    after = ride(places, dict.fromkeys(places, "4"), tiles="1B-2-c-d-u")
    assert after == {"0S": "12R", "0R": "12L", "1S": "11R", "1R": "13R"}


def test_article_10a_no_slipstream_on_cobbles_and_four_squares_from_a_supply_zone() -> None:
    cobbles, supply = "a-b-5B-c-d-u", "a-b-3-c-d-u"  # each from square 13 on
    places = {"0S": "10R", "0R": "12R", "1S": "2R", "1R": "1R"}
    after = ride(places, tiles=cobbles)
    assert (after["0S"], after["0R"]) == ("13R", "15R")
    after = ride(places, tiles=supply)
    assert (after["0S"], after["0R"]) == ("14R", "15R")
    assert ride(places | {"0S": "14R"}, {"0S": "2"}, tiles=supply)["0S"] == "18R"


def test_article_10b_five_and_six_teams_have_the_wide_start() -> None:
    """The start of five squares, a, is 1B for them; a named stage has a version of its own."""
    for teams, lanes, first in ((4, 2, "a"), (5, 3, "1B"), (6, 3, "1B")):
        table = start(teams, stage="abcdu").typed_view().table
        assert (table.squares[0].lanes, table.tiles[0]) == (lanes, first)
    named = material.stages()["peloton-11"]
    tiles = [tuple(start(n, stage="peloton-11").typed_view().table.tiles) for n in (4, 5)]
    assert tiles == [named.tiles, named.wide]
    assert tiles[0][1:] != tiles[1][1:]


# ------------------------------------------------------------------------ dummy teams, Grand Tour


def test_article_11_dummy_teams_run_by_themselves() -> None:
    """A Muscle team of 2s left: placed first, it rides on without a choice and without fatigue."""
    found = standing(start(2, teams=3, dummies="muscle"))
    assert (found["2S"], found["2R"]) == ("5R", "4R")
    match = GAME.position(
        "abcdeu 1+M order:0 3 S@3R/22333444555999/-/-/-,R@2R/33444555666777/-/-/-,R:3,S2"
        " S@10R/222/-/3334445555999/-,R@20R/-/-/333444555666777/-,-,-",
        seed=1,
    )
    assert match.awaited == (0,)
    events = finish_round(match)
    assert (standing(match)["1S"], standing(match)["1R"]) == ("12R", "22R")
    assert tired_riders(events) == ["0S", "0R"]  # the player's alone


def test_article_11_a_dummy_who_is_first_has_won() -> None:
    match = race({"0S": "70R", "0R": "2R", "1S": "73R", "1R": "3R"}, {"0S": "4"}, dummies="M")
    finish_round(match)
    assert match.outcome is not None
    assert (match.outcome.winners, match.standing.places) == ((), (2,))


def test_article_12_points_minutes_and_tired_legs() -> None:
    """Home in rounds 3, 3, 4 and 5: 3, 2 and 1 points, and a minute for each round behind."""
    places = {"0S": "75R#3", "0R": "76L#4", "1S": "74R#3", "1R": "71R"}
    match = race(places, {"1R": "3"}, flags="all", rounds=4, tired={"0S": "3"})
    finish_round(match)
    tour = GrandTour.start(("abcu", "abdu"), 2).after(match.typed_view().table)
    assert [(a.rider, a.points) for a in tour.results[0]] == [
        ((0, "S"), 3), ((1, "S"), 2), ((0, "R"), 1), ((1, "R"), 0),
    ]  # fmt: skip
    assert [a.change for a in tour.results[0]] == [-20 - 10, -20 - 10, 60 - 30, 120 - 10]
    assert tour.riders[0].exhaustion == 2  # half of three, rounded up
    assert tour.options()["order"] == "10"  # who has fewer points places first
