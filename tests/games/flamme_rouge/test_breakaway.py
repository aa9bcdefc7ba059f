"""§14: bids for a place in the breakaway."""

from __future__ import annotations

from collections import Counter

import msgspec
import numpy as np
import pytest

import echappee
from echappee.bots.chair import next_action
from echappee.bots.registry import bot
from echappee.games.flamme_rouge import material
from echappee.games.flamme_rouge.observation import FEATURES
from echappee.match.match import Match
from echappee.rulebook.values import Event, Heading
from tests.games.flamme_rouge.helpers import (
    BASE,
    GAME,
    RULES,
    assert_refused,
    of_kind,
    place_all,
    standing,
    start,
    state_of,
)

PLACED = {"0": ("5R", "4R"), "1": ("3R", "3L"), "2": ("2R", "2L"), "3": ("1R", "1L")}
"""Where Sprinteur and Rouleur of each seat stand: seat 0 in front, seat 3 at the rear."""


def about_to_bid(
    *bidders: str,
    shown: tuple[str, ...] = (),
    tiles: str = "a-2B-b-c-u",
    placed: dict[str, tuple[str, str]] = PLACED,
) -> Match:
    """Each seat's ``bidder`` is a letter and the hand he holds, such as ``R7777``: who only has one
    card to bid bids that. ``shown`` are the first bids."""
    seats = []
    for seat, bidder in enumerate(bidders):
        places = placed[str(seat)]
        riders = []
        for letter, place, whole in zip(
            "SR", places, ("222333444555999", "333444555666777"), strict=True
        ):
            left = list(whole)
            if letter == bidder[0]:
                for card in bidder[1:] + (shown[seat] if shown else ""):
                    left.remove(card)
            riders.append(f"{letter}@{place}/{''.join(left)}/-/-/-")
        first = shown[seat] if shown else ""
        hand = "".join(sorted(bidder[1:]))
        seats.append(f"{','.join(riders)},{bidder[0]}:{hand},-,>{bidder[0]}{first}")
    players = len(bidders)
    order = "".join(map(str, range(players)))
    return GAME.position(f"{tiles} {players} bids,order:{order} 0 {' '.join(seats)}", seed=5)


def bid(match: Match) -> list[Event]:
    """Everybody who holds a hand bids his first card; what a spectator is told."""
    before = match.number
    for seat in match.awaited:
        match.play(seat, match.moves(seat)[0])
    return [event for _, event in match.events(None, before)]


def decided(*bids: str, tiles: str = "a-2B-b-c-u") -> tuple[Match, list[Event]]:
    """Bids such as ``R73``: the first was shown, the second is about to be."""
    match = about_to_bid(
        *(one[0] + one[2] for one in bids), shown=tuple(one[1] for one in bids), tiles=tiles
    )
    return match, bid(match)


def away(events: list[Event]) -> list[tuple[int | None, str, int, str]]:
    return [
        (event.seat, event.facts["rider"], event.facts["bids"], event.facts["to"])
        for event in of_kind(events, "away")
    ]


# ------------------------------------------------------------------------------------------ tile 2


@pytest.mark.parametrize("stage", [*BASE, "peloton-7", "le-grand-bornand", "abLPju", "a-b-2-c-u"])
@pytest.mark.parametrize(("players", "face"), [(2, "2B"), (5, "2")])
def test_fr_20_tile_two_follows_the_start(stage: str, players: int, face: str) -> None:
    match = GAME.start(players, {"stage": stage, "breakaway": True}, seed=1)
    table = match.typed_view().table
    usual = GAME.start(players, {"stage": stage}, seed=1).typed_view().table
    assert table.tiles[1] == face
    assert table.tiles[:1] + [f for f in table.tiles[1:] if f[0] != "2"] == [
        one for one in usual.tiles if one[0] != "2"
    ]
    assert table.breakaway == 10
    assert usual.breakaway is None
    if stage in material.stages():
        assert (table.stage, table.title) == (stage, material.stages()[stage].name)
    again = GAME.position(match.position(), seed=1)
    assert again.position() == match.position()
    assert again.options["breakaway"] is True
    whole = echappee.replay(place_all(match).save())
    assert whole.position() == match.position()


def test_article_14_the_mark_is_the_fourth_square_of_tile_two() -> None:
    """Behind the six squares of the start tile."""
    match, events = decided("R77", "R33")
    assert events
    assert standing(match)["0R"] == "10R"
    assert match.typed_view().table.squares[9].lanes == 2
    wide = GAME.start(6, {"stage": "peloton-7", "breakaway": True}, seed=1).typed_view().table
    assert wide.squares[9].lanes == 3


# ------------------------------------------------------------------------------------------- bids


def test_article_14_bids_come_when_all_riders_are_placed() -> None:
    match = start(3, breakaway=True)
    assert match.typed_view().table.phase == "placing"
    place_all(match)
    table = match.typed_view().table
    assert (table.phase, table.round) == ("bidding", 0)
    assert match.awaited == (0, 1, 2)
    assert RULES.heading is not None
    assert RULES.heading(state_of(match)) == Heading("bidding", 0)
    told = [event for _, event in match.events(None)]
    assert [event.kind for event in told][-1] == "bidding"
    assert not of_kind(told, "round")


def test_article_14_everybody_names_a_rider_and_draws_four_of_his_cards() -> None:
    match = place_all(start(2, breakaway=True))
    assert set(match.moves(0)) == {"S", "R"}
    assert_refused(match, 0, "R5", "draw-first", "4")
    events = match.play(0, "R")
    assert [event.kind for event in events] == ["named", "drawn-own"]
    for viewer in (None, 0, 1):
        team = match.typed_view(viewer).table.teams[0]
        assert (team.bidder, team.holding, team.bids) == ("R", "R", [])
        assert (team.hand is None) == (viewer != 0)
    assert sum(team.riders[1].deck for team in match.typed_view().table.teams) == 11 + 15
    assert_refused(match, 0, "S", "other-bidder", "14")
    assert_refused(match, 0, "R", "already-drawn", "4")


def test_article_14_the_first_bids_are_shown_before_the_second() -> None:
    match = about_to_bid("R7", "S9", "R3")
    match.play(1, "S9")
    assert match.awaited == (0, 2)
    assert_refused(match, 1, "S9", "sealed", "4")
    for viewer in (None, 0, 2):
        team = match.typed_view(viewer).table.teams[1]
        assert (team.bids, team.riders[0].chosen, team.riders[0].card) == ([], True, None)
    assert match.typed_view(1).table.teams[1].riders[0].card == "9"
    match.play(0, "R7")
    events = match.play(2, "R3")
    shown = [(e.seat, e.facts["rider"], e.facts["card"]) for e in of_kind(list(events), "bid")]
    assert shown == [(0, "R", "7"), (1, "S", "9"), (2, "R", "3")]
    table = match.typed_view().table
    assert [team.bids for team in table.teams] == [["7"], ["9"], ["3"]]
    assert table.phase == "bidding"
    assert set(match.awaited) == {0, 1, 2}
    assert [match.moves(seat)[0] for seat in range(3)] == ["R", "S", "R"]
    assert [len(match.moves(seat)) for seat in range(3)] == [1, 1, 1]
    assert_refused(match, 0, "S", "other-bidder", "14")


def test_the_cards_laid_aside_with_a_bid_are_not_drawn_again() -> None:
    match = place_all(start(2, breakaway=True))
    for seat in (0, 1):
        match.play(seat, "S")
    hand = match.typed_view(0).table.teams[0].hand
    assert hand is not None
    for seat in (0, 1):
        match.play(seat, match.moves(seat)[0])
    rider = match.typed_view(0).table.teams[0].riders[0]
    assert (rider.deck, rider.recycled) == (11, 3)
    match.play(0, "S")
    assert match.typed_view().table.teams[0].riders[0].deck == 7


def test_article_14_the_highest_sum_is_away() -> None:
    match, events = decided("R55", "S39", "R74", "R33")
    assert away(events) == [(1, "S", 12, "10R")]
    assert standing(match)["1S"] == "10R"
    assert match.typed_view().table.phase == "energy"
    assert match.awaited == (0, 1, 2, 3)
    assert [event.kind for event in events][-1] == "round"
    assert all(team.bidder is None and not team.bids for team in match.typed_view().table.teams)


def test_article_14_of_equal_sums_the_rearmost() -> None:
    assert away(decided("R66", "S39", "R75")[1]) == [(2, "R", 12, "10R")]
    assert away(decided("R66", "S39")[1]) == [(1, "S", 12, "10R")]


def test_article_14_of_equal_sums_on_one_square_the_left_lane_is_further_back() -> None:
    places = {"0": ("5R", "3L"), "1": ("3R", "2R")}
    match = about_to_bid("R6", "S9", shown=("6", "3"), placed=places)
    assert away(bid(match)) == [(0, "R", 12, "10R")]
    places = {"0": ("5R", "3R"), "1": ("3L", "2R")}
    match = about_to_bid("R6", "S9", shown=("6", "3"), placed=places)
    assert away(bid(match)) == [(1, "S", 12, "10R")]


def test_fr_21_with_five_teams_two_ride_away_the_higher_bid_on_the_right() -> None:
    """FR-21: two players, and three dummy teams."""
    match = GAME.start(
        3, {"breakaway": True, "teams": 5, "stage": "peloton-7", "order": "012"}, seed=3
    )
    place_all(match)
    for _ in range(2):
        for seat in range(3):
            match.play(seat, "S" if seat else "R")
            match.play(seat, match.moves(seat)[-1 if seat == 1 else 0])
    told = [event for _, event in match.events(None)]
    sums = Counter[int]()
    for event in of_kind(told, "bid"):
        assert event.seat is not None
        sums[event.seat] += {"2x": 2}.get(event.facts["card"]) or int(event.facts["card"])
    best = away(told)
    assert [to for *_, to in best] == ["10R", "10M"]
    assert best[0][2] >= best[1][2]
    assert [total for _, _, total, _ in best] == sorted(sums.values(), reverse=True)[:2]
    alone = place_all(GAME.start(1, {"breakaway": True, "teams": 6}, seed=3))
    for move in ("R", None, "R", None):
        events = alone.play(0, move or alone.moves(0)[0])
    assert len(away(list(events))) == 1


def test_article_14_who_is_away_loses_both_cards_and_takes_two_exhaustion_cards() -> None:
    match, _ = decided("R77", "R33")
    winner = match.typed_view(0).table.teams[0].riders[1]
    assert winner.played == ["7", "7"]
    assert (winner.deck, winner.recycled, winner.exhaustion) == (13 + 2, 0, 2)
    assert "R@10R/33344455566672x2x/-/77/-" in match.position()


def test_article_14_the_others_get_their_cards_back_and_all_shuffle() -> None:
    match = place_all(start(3, breakaway=True))
    for _ in range(2):
        for seat in range(3):
            match.play(seat, "R")
            match.play(seat, match.moves(seat)[0])
    losers = [t for t in match.typed_view().table.teams if not t.riders[1].played]
    assert len(losers) == 2
    for team in losers:
        assert (team.riders[1].deck, team.riders[1].recycled) == (15, 0)
    state = state_of(match)
    assert not state.recycled.any()
    assert not state.fresh.any()


def test_article_14_dummy_teams_do_not_bid() -> None:
    match = place_all(GAME.start(2, {"breakaway": True, "teams": 4}, seed=2))
    assert match.awaited == (0, 1)
    for _ in range(2):
        for seat in range(2):
            match.play(seat, "R")
            match.play(seat, match.moves(seat)[0])
    seats = {event.seat for _, event in match.events(None) if event.kind == "bid"}
    assert seats == {0, 1}


# -------------------------------------------------------------------------- secrets and positions


def test_a_sealed_bid_is_its_owners_alone() -> None:
    """What others see is the same byte by byte, whatever was bid and whatever is held."""
    match = about_to_bid("R7654", "S9543")
    seen = {}
    for card in ("R7", "R4"):
        copy = match.copy()
        copy.play(0, card)
        told = [event for _, event in copy.events(1)]
        seen[card] = (msgspec.json.encode(copy.typed_view(1)), msgspec.json.encode(told))
        assert copy.typed_view(0).table.teams[0].riders[1].card == card[1:]
    assert seen["R7"] == seen["R4"]


def test_a_rivals_second_hand_may_be_any_of_his_cards_but_the_bid_that_was_shown() -> None:
    match = about_to_bid("R7", "S9", shown=("7", "9"))
    hands = Counter[str]()
    for world in match.worlds(0, 300, seed=2):
        text = RULES.notation.write_position(world)
        assert GAME.position(text, seed=1).position() == text
        assert ">S9" in text
        hands[text.split()[5].split("S:")[1][0]] += 1
        assert int(world.deck[2].sum() + world.hand[1].sum()) == 14
    assert set(hands) == set("23459")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (">R7", ">X7"),
        (">R7", ">R77"),
        (">R7", ">R9"),
        (",>R7", ""),
        (">S9", ">S"),
        (">R7", ">S7"),
        (" bids,", " "),
        (" bids,", " away,"),
        (" bids,", " bids,bids,"),
        ("a-2B-b-c-u", "abcu"),
        (" 0 ", " 1 "),
    ],
)
def test_bids_that_cannot_be_are_refused(before: str, after: str) -> None:
    text = about_to_bid("R7", "S9", shown=("7", "9")).position()
    assert before in text
    with pytest.raises(echappee.BadPosition):
        GAME.position(text.replace(before, after, 1))


def test_a_race_with_a_breakaway_round_trips_at_every_position() -> None:
    match = start(4, breakaway=True, meteo=True, stage="le-grand-bornand")
    chooser = np.random.default_rng(4)
    while not match.over:
        again = GAME.position(match.position(), seed=1)
        assert again.position() == match.position()
        assert again.awaited == match.awaited
        seat = match.awaited[int(chooser.integers(len(match.awaited)))]
        moves = match.moves(seat)
        match.play(seat, moves[int(chooser.integers(len(moves)))])
    assert echappee.replay(match.record()).outcome == match.outcome


def test_what_learners_see_of_bids() -> None:
    match = about_to_bid("R7", "S9", shown=("7", "9"))
    for seat, rows in ((0, {1: [1, 7, 0], 2: [1, 9, 0]}), (1, {0: [1, 9, 0], 3: [1, 7, 0]})):
        seen = np.zeros(RULES.feature_count, np.float32)
        RULES.functions.observe(state_of(match), seat, seen)
        views = FEATURES.views(seen)
        assert views["breakaway"].tolist() == [1]
        found = {i: row.tolist() for i, row in enumerate(views["bids"]) if row.any()}
        assert found == rows
    after, _ = decided("R77", "S93")
    seen = np.zeros(RULES.feature_count, np.float32)
    RULES.functions.observe(state_of(after), 0, seen)
    assert not FEATURES.views(seen)["breakaway"].any()


# -------------------------------------------------------------------------------------------- bots


def test_a_sensible_rider_bids_neither_everything_nor_nothing() -> None:
    """Where rivals showed a 3 and he a 7, he does not need the other 7; behind two 9s he does, as
    who loses has his cards back."""

    def second(own: str, others: str) -> str:
        match = about_to_bid("R3467", "S2345", "S2345", shown=(own, others, others))
        action = next_action(match, {0: bot("greedy")}, 1)
        assert action is not None
        return action[1]

    assert second("7", "3") == "R6"
    assert second("3", "9") == "R7"
    first = place_all(start(3, breakaway=True))
    action = next_action(first, {0: bot("greedy")}, 1)
    assert action == (0, "R")


@pytest.mark.parametrize("name", ["random", "greedy", "net", "champion-1"])
def test_bots_bid_and_race(name: str) -> None:
    match = GAME.start(2, {"breakaway": True, "meteo": True, "stage": "abLPju"}, seed=2)
    bots = {seat: bot(name) for seat in range(2)}
    played = 0
    while (action := next_action(match, bots, 2)) is not None and played < 14:
        match.play(*action)
        played += 1
    assert match.typed_view().table.phase == "energy"
