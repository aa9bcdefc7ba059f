"""The base rules at their edges: lanes, short decks, blocking, ascents, slipstream, the finish."""

from __future__ import annotations

import pytest

from echappee.games.flamme_rouge import cards, road
from echappee.rulebook.rulebook import new_chance
from echappee.rulebook.state_layout import plain
from tests.games.flamme_rouge.helpers import (
    GAME,
    RULES,
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

FAR = {"0R": "2R", "1S": "1R", "1R": "1L"}
"""Three riders who are in nobody's way."""
CLIMB = "abCdeu"  # squares 16 to 18 go up
PEAK = "abLdeu"  # squares 13 to 15 go up, 16 to 18 down


def position(rider: str) -> str:
    """Seat 0 about to draw for his Rouleur, who is written here."""
    other = "S@1R/222333444555999/-/-/-,R@1L/333444555666777/-/-/-,-,-"
    return f"abcu 2 order:01 4 S@12R/222333444555999/-/-/-,{rider},-,- {other}"


def test_placement_order_both_riders_then_clockwise() -> None:
    """Who begins is drawn by lot (FR-08); then clockwise, both riders each."""
    firsts = set()
    for seed in range(12):
        match = GAME.start(3, seed=seed)
        order = match.typed_view().table.order
        assert order in ([0, 1, 2], [1, 2, 0], [2, 0, 1])
        assert match.awaited == (order[0],)
        firsts.add(order[0])
    assert firsts == {0, 1, 2}


def test_lane_order_an_empty_square_is_entered_on_the_right() -> None:
    after = ride({"0S": "20L", "0R": "30R", "1S": "20R", "1R": "40R"}, {"1S": "2", "0S": "5"})
    assert after["0S"] == "25R"


def test_drawing_the_second_hand_comes_after_the_first_card() -> None:
    match = place_all(start(2))
    match.play(0, "S")
    table = match.typed_view(0).table
    assert [rider.deck for rider in table.teams[0].riders] == [11, 15]
    match.play(0, match.moves(0)[0])
    table = match.typed_view(0).table
    assert [rider.deck for rider in table.teams[0].riders] == [11, 11]


def test_looking_own_recycled_cards_yes_a_face_down_deck_never() -> None:
    match = place_all(start(2))
    match.play(0, "S")
    match.play(0, match.moves(0)[0])
    view = match.view(0)["table"]["teams"][0]["riders"][0]
    assert view["deck"] == 11
    assert len(view["recycled_cards"]) == 3


def test_deck_short_recycled_cards_are_shuffled_in_mid_draw() -> None:
    """Two cards face down, eight recycled: the two, then two of the shuffled eight."""
    match = GAME.position(position("R@11R/77/33344456/55667/-"), seed=1)
    events = list(match.play(0, "R"))
    assert [event.kind for event in events] == ["shuffled", "drawn-own"]
    hand = match.typed_view(0).table.teams[0]
    assert hand.hand is not None
    held = [card.card for card in hand.hand]
    assert len(held) == 4
    assert held.count("7") >= 2
    assert (hand.riders[1].deck, hand.riders[1].recycled) == (6, 0)


def test_deck_short_fewer_than_four_in_all() -> None:
    match = GAME.position(position("R@11R/7/6/3334445556677/-"), seed=1)
    match.play(0, "R")
    assert set(match.moves(0)) == {"R6", "R7"}


def test_deck_short_no_card_at_all_plays_a_two() -> None:
    """FR-07: a 2 without a card; nothing leaves the game."""
    match = GAME.position(position("R@11R/-/-/333444555666777/-"), seed=1)
    match.play(0, "R")
    assert list(match.moves(0)) == ["R-"]
    match.play(0, "R-")
    match.play(0, match.moves(0)[0])
    for move in ("S", None, None):
        match.play(1, move or match.moves(1)[0])
    assert standing(match)["0R"] == "13R"
    assert len(match.typed_view().table.teams[0].riders[1].played) == 15


def test_used_cards_leave_the_game_exhaustion_too() -> None:
    match = race(
        {"0S": "20R", "0R": "20L", "1S": "21R", "1R": "21L"}, {"0S": "2x"}, tired={"0S": "1"}
    )
    finish_round(match)
    rider = match.typed_view().table.teams[0].riders[0]
    assert rider.played == ["2x"]
    assert rider.exhaustion == 0


def test_movement_order_every_rider_once_from_the_front() -> None:
    places = {"0S": "25L", "0R": "24R", "1S": "25R", "1R": "10R", "2S": "24L", "2R": "40R"}
    rides = [e for e in finish_round(race(places)) if e.kind.startswith("ride")]
    moved = [f"{e.seat}{e.facts['rider']}" for e in rides]
    assert moved == ["2R", "1S", "0S", "0R", "2S", "1R"]


def test_movement_exact_value_through_any_rider() -> None:
    places = {"0S": "20R", "0R": "23R", "1S": "23L", "1R": "22R"}
    after = ride(places, {"0S": "9", "0R": "3", "1S": "3", "1R": "3"})
    assert after["0S"] == "29R"


def test_blocked_stops_behind_a_full_square() -> None:
    places = {"0S": "22R", "0R": "22L", "1S": "21R", "1R": "21L"}
    after = ride(places, {"0S": "2", "0R": "3", "1S": "3", "1R": "3"})
    assert after == {"0S": "24R", "0R": "25R", "1S": "24L", "1R": "23R"}


def test_blocked_possibly_without_moving_at_all() -> None:
    """With 21 and 22 full a 2 leads nowhere: the rider keeps his square and his lane."""
    places = {"0S": "20L", "0R": "20R", "1S": "21R", "1R": "21L", "2S": "22R", "2R": "22L"}
    table = plain(state_of(race(places)))
    road.ride(table, 0, 2)
    assert (table.square[0], table.lane[0]) == (19, 1)
    road.ride(table, 1, 3)
    assert (table.square[1], table.lane[1]) == (22, 0)
    assert (table.square[0], table.lane[0]) == (19, 0)  # he moves over to the free right lane


def test_blocked_where_the_road_is_narrow() -> None:
    narrow = "a-5-b-u"  # cobbles on 7 to 12, lanes 1 2 1 2 1 1
    places = {"0S": "9R", "0R": "8R", "1S": "8L", "1R": "7R"}
    after = ride(places, {"0S": "2", "0R": "3", "1S": "2", "1R": "3"}, tiles=narrow)
    assert after == {"0S": "11R", "0R": "10R", "1S": "10L", "1R": "9R"}


@pytest.mark.parametrize(
    ("square", "card", "to"),
    [
        (16, "9", 21),  # starts on it: 5 at most
        (15, "9", 20),  # the ascent is the next square
        (12, "9", 17),  # four squares away: enters it, 5 at most
        (11, "9", 16),  # five squares away: 5 at most
        (10, "9", 15),  # six squares away: up to the square before it
        (8, "9", 15),  # eight squares away
        (6, "9", 15),  # ten squares away: the whole card
        (5, "9", 14),  # the ascent is out of reach
        (18, "9", 23),  # on its last square
        (19, "9", 28),  # behind it
        (12, "4", 16),  # a low card is not cut
    ],
)
def test_ascent_cap_by_distance(square: int, card: str, to: int) -> None:
    """d squares to the first ascent square: up to 5 away, 5 at most; else as far as before it."""
    after = ride({"0S": f"{square}R", **FAR}, {"0S": card}, tiles=CLIMB)
    assert after["0S"] == f"{to}R"


@pytest.mark.parametrize(
    ("square", "card", "to"), [(16, "2", 21), (18, "3", 23), (17, "9", 26), (15, "2", 17)]
)
def test_descent_only_for_who_starts_on_it(square: int, card: str, to: int) -> None:
    after = ride({"0S": f"{square}R", **FAR}, {"0S": card}, tiles=PEAK)
    assert after["0S"] == f"{to}R"


def test_descent_counts_for_exhaustion_cards() -> None:
    after = ride({"0S": "16R", **FAR}, {"0S": "2x"}, tiles=PEAK, tired={"0S": "1"})
    assert after["0S"] == "21R"


def test_slipstream_chain_merges_and_is_tested_again() -> None:
    match = race({"0S": "20R", "0R": "22R", "1S": "24R", "1R": "26R"})
    pulls = of_kind(finish_round(match), "slipstream")
    assert [event.facts["count"] for event in pulls] == [1, 2, 3]
    assert standing(match) == {"0S": "26R", "0R": "27R", "1S": "28R", "1R": "29R"}


def test_slipstream_needs_exactly_one_empty_square() -> None:
    assert ride({"0S": "20R", "0R": "23R", "1S": "30R", "1R": "31R"})["0S"] == "23R"
    assert ride({"0S": "21R", "0R": "23R", "1S": "30R", "1R": "31R"})["0S"] == "25R"


def test_slipstream_side_by_side_both_move_and_keep_their_lanes() -> None:
    after = ride({"0S": "21R", "0R": "21L", "1S": "23R", "1R": "40R"})
    assert (after["0S"], after["0R"]) == ("25R", "25L")


def test_slipstream_the_pack_in_front_is_not_pulled_twice() -> None:
    """Gap of two behind the leader: the chain stops there."""
    after = ride({"0S": "20R", "0R": "22R", "1S": "24R", "1R": "27R"})
    assert after == {"0S": "25R", "0R": "26R", "1S": "27R", "1R": "30R"}


def test_slipstream_and_ascents_a_pack_splits() -> None:
    """FR-04: the part in front of the ascent moves up, the part on it stays."""
    places = {"0S": "13R", "0R": "14R", "1S": "15R", "1R": "18R"}
    after = ride(places, {"0S": "5", "0R": "5", "1S": "5", "1R": "4"}, tiles=CLIMB)
    assert after == {"0S": "18R", "0R": "20R", "1S": "21R", "1R": "22R"}


def test_slipstream_and_descents_is_normal() -> None:
    after = ride({"0S": "13R", **FAR, "0R": "15R"}, {"0S": "3", "0R": "3"}, tiles=PEAK)
    assert (after["0S"], after["0R"]) == ("17R", "18R")


def test_slipstream_at_the_finish_is_none() -> None:
    """FR-02: neither from a rider across the line nor for him."""
    match = race({"0S": "69R", "0R": "71R", "1S": "73R", "1R": "20R"})
    events = finish_round(match)
    assert not of_kind(events, "slipstream")
    assert standing(match)["0S"] == "72R"


def test_exhaustion_whole_square_ahead_empty() -> None:
    """Side by side at the front both take one; an empty lane beside a rider ahead is no gap."""
    places = {"0S": "20R", "0R": "21R", "1S": "22R", "1R": "22L"}
    assert tired_riders(finish_round(race(places))) == ["1S", "1R"]


def test_exhaustion_after_slipstream() -> None:
    places = {"0S": "20R", "0R": "22R", "1S": "50R", "1R": "50L"}
    assert tired_riders(finish_round(race(places))) == ["0R", "1S", "1R"]


def test_exhaustion_holds_on_ascents() -> None:
    match = race({"0S": "16R", **FAR}, {"0S": "2"}, tiles=CLIMB)
    assert "0S" in tired_riders(finish_round(match))


def test_exhaustion_finished_riders_take_none() -> None:
    match = race({"0S": "72R", "0R": "71R", "1S": "20R", "1R": "21R"}, {"0S": "5", "0R": "3"})
    assert tired_riders(finish_round(match)) == ["1R"]


def test_end_with_the_round_furthest_then_right_lane() -> None:
    match = race({"0S": "73R", "0R": "30R", "1S": "73L", "1R": "29R"}, {"0S": "4", "1S": "4"})
    finish_round(match)
    assert match.standing.places == (1, 2)
    assert standing(match)["1S"] == "77L"


def test_past_the_last_square_stops_on_it_then_blocks() -> None:
    """FR-01: clamped to the last square; when that is full, behind it."""
    places = {"0S": "73R", "0R": "73L", "1S": "72R", "1R": "72L"}
    after = ride(places, {"0S": "9", "0R": "7", "1S": "9", "1R": "7"})
    assert after == {"0S": "78R", "0R": "78L", "1S": "77R", "1R": "77L"}


def test_further_places_by_the_better_rider() -> None:
    match = race({"0S": "73R", "0R": "30R", "1S": "60R", "1R": "29R", "2S": "61R", "2R": "28R"})
    finish_round(match)
    assert match.standing.places == (1, 3, 2)


def test_a_rider_without_cards_draws_from_what_comes_back() -> None:
    """An exhaustion card in an empty deck is the whole next hand."""
    state = RULES.blank()[0]
    RULES.notation.read_position(position("R@11R/-/2x/333444555666777/1.0.0"), state)
    with_chance = new_chance()
    with_chance[:] = (1, 2, 3, 4)
    RULES.functions.apply(state, 0, RULES.rules.DRAW + 1, with_chance)
    assert cards.size_of(state.hand[0]) == 1
    match = GAME.position(position("R@11R/-/2x/333444555666777/1.0.0"), seed=2)
    match.play(0, "R")
    assert list(match.moves(0)) == ["R2x"]
    assert_refused(match, 0, "R-", "has-cards", "4a")
    assert_refused(match, 0, "R5", "not-in-hand", "4")


def test_a_ride_is_told_from_where_the_rider_stood() -> None:
    """He moved over when the one beside him left; but everybody saw him on the left."""
    match = race({"0S": "20R", "0R": "3R", "1S": "20L", "1R": "2R"})
    events = finish_round(match)
    told = {(e.seat, e.facts["rider"]): e.facts["from"] for e in events if e.kind == "ride"}
    assert (told[0, "S"], told[1, "S"]) == ("20R", "20L")
