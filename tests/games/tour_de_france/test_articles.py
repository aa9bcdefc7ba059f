"""The rulebook of Tour de France, article by article; risk cards are in a file of their own."""

from __future__ import annotations

from collections import Counter

import pytest

import echappee
from tests.games.tour_de_france.helpers import (
    GAME,
    kinds,
    legal,
    play,
    refused,
    rider,
    square,
    table,
    tallies,
    view,
)

# --------------------------------------------------------------------------------- setting up


def test_article_0_five_stages_and_both_classifications() -> None:
    later = [table("-,-,-/-,-,-", phase="deal", stage=n, turn=1, hands="-/-") for n in (2, 3, 4, 5)]
    assert [view(match)["kind"] for match in (GAME.start(2, seed=1), *later)] == [
        "classic", "team-trial", "classic", "solo-trial", "classic",
    ]  # fmt: skip
    match = table("1.30,h#1,h#2/2.5,2.6,2.7", stage=5, phase="over", points="20.0.0+5/1.0.0+25")
    assert match.outcome is not None
    assert (match.outcome.winners, match.standing.scores) == ((1,), (25, 26))


def test_article_m_board_riders_and_cards() -> None:
    seen = view(GAME.start(4, seed=1))
    assert seen["board"]["lanes"] == ["red", "blue", "orange", "white"]
    assert [len(seat["riders"]) for seat in seen["seats"]] == [3] * 4
    assert seen["pile"] + sum(seat["cards"] for seat in seen["seats"]) == 48
    assert seen["risk_pile"] == 20


@pytest.mark.parametrize(
    ("card", "copies"),
    [
        ("321", 4), ("100r", 1), ("200b", 1), ("211o", 1), ("220w", 1), ("221r", 1),
        ("110b", 2), ("111o", 2), ("210w", 2),
    ],
)  # fmt: skip
def test_article_m_so_many_copies_of_a_race_card(card: str, copies: int) -> None:
    """All of them can lie on the discards, and not one more."""
    hands = "110r,111r,210r,211r/110o,111b,210b,220b"
    match = table(hands=hands, discards=f"{card}x{copies}")
    assert view(match)["discards"] == {card: copies}
    with pytest.raises(echappee.BadPosition):
        table(hands=hands, discards=f"{card}x{copies + 1}")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_article_p1_riders_line_up_on_the_strip_of_their_colour(players: int) -> None:
    seen = view(GAME.start(players, seed=1))
    for seat in seen["seats"]:
        places = [(r["lane"], r["row"]) for r in seat["riders"]]
        assert places == [(seat["lane"], 0), (seat["lane"], -1), (seat["lane"], -2)]
        assert seen["board"]["lanes"][seat["lane"] - 1] == seat["colour"]
        assert [r["jersey"] for r in seat["riders"]] == [None] * 3


def test_article_p2_two_tallies_for_each_player() -> None:
    match = table(points="3.2.1+20/0.0.4+5", stage=3)
    assert tallies(match) == [(6, 20), (4, 5)]
    assert match.standing.scores == (26, 9)


def test_article_p3_dealer_by_lot_then_to_the_left() -> None:
    dealers = Counter(view(GAME.start(3, seed=n))["dealer"] for n in range(60))
    assert set(dealers) == {0, 1, 2}
    match = table("1.30,h#1,h#2/2.5,2.4,2.3", phase="step", now="laid:321,moved,steps:1", dealer=1)
    play(match, "^")
    assert view(match)["dealer"] == 0
    assert match.awaited == (0,)


def test_article_p3_risk_cards_are_shuffled_once() -> None:
    firsts = set()
    for number in range(25):
        match = table("1.3,4.8,4.9/2.5,2.6,2.7", phase="step", now="laid:100b,steps:1",
                      hands="110b,111o,211w/110r,111w,220o,321", seed=str(number))  # fmt: skip
        told = play(match, "^", "risk")
        firsts.add(next(e.facts["effect"] for e in told if e.kind.startswith("risk")))
    assert len(firsts) >= 6


# ------------------------------------------------------------------------------------ race cards


def test_article_1_1_complete_team_bonus_and_places() -> None:
    match = table("1.30,h#1,h#3/2.30,h#2,2.3", phase="step", now="laid:321,steps:1")
    play(match, "^")
    assert tallies(match) == [(2, 15), (0, 0)]  # fourth place, first complete, two of first three


def test_article_1_2a_four_cards_and_the_left_neighbour_begins() -> None:
    for players in (2, 3, 4):
        match = GAME.start(players, seed=players)
        seen = view(match)
        assert [seat["cards"] for seat in seen["seats"]] == [4] * players
        assert seen["pile"] == 48 - 4 * players
        assert match.awaited == ((seen["dealer"] + 1) % players,)


def test_article_1_2b_each_number_moves_one_rider() -> None:
    match = table(hands="100b,200b,211w,321/110r,111w,220o,321")
    play(match, "200b")
    assert legal(match) == {"2>1"}  # the other two are stuck behind him, and somebody must move
    play(match, "2>1", "^", "^")
    assert square(match, 0, 1) == (1, 2)
    assert legal(match) == {"draw"}


def test_article_1_2b_three_cyclists_one_square_each() -> None:
    match = table("1.8,2.8,3.8/4.1,4.2,4.3", hands="110b,111b,211w,321/110r,111w,220o,321")
    play(match, "111b", "1>3", "^", "1>1", "^", "1>2", "^")
    assert [square(match, 0, r) for r in (1, 2, 3)] == [(1, 9), (2, 9), (3, 9)]


def test_article_1_2c_the_card_is_laid_open() -> None:
    match = table()
    told = match.play(0, "321")
    assert told[0].facts == {"card": "321"}
    assert view(match)["discards"] == {"321": 1}
    refused(match, "110b", "not-now", "1.2c")
    refused(table(), "220r", "not-in-hand", "1.2c")


def test_article_1_2d_own_colour_gives_one_more_square() -> None:
    match = table("1.8,2.8,3.8/4.1,4.2,4.3", hands="110r,111b,211w,321/110b,111w,220o,321")
    play(match, "110r")
    assert {"1>1", "1+>1", "0+>1", "1+>3"} <= legal(match)
    play(match, "1+>1", "^", "^", "1>2", "^")
    assert square(match, 0, 1) == (1, 10)
    assert legal(match) == {"draw"}
    refused(match, "0+>3", "not-now", "1.2c")


def test_article_1_2d_not_on_sprint_nor_other_colours() -> None:
    for card in ("321", "111b"):
        match = table("1.8,2.8,3.8/4.1,4.2,4.3", hands="110r,111b,211w,321/110b,111w,220o,321")
        play(match, card)
        assert not any("+" in move for move in legal(match))
        refused(match, "1+>1", "no-bonus", "1.2d")


def test_article_1_2e_a_card_is_drawn_after_moving() -> None:
    match = table()
    play(match, "321", "3>1", "^", "^", "^", "2>2", "^", "^", "1>3", "^")
    assert view(match)["seats"][0]["cards"] == 3
    told = play(match, "draw")
    assert kinds(told) == ["draw-own"]
    assert view(match)["seats"][0]["cards"] == 4
    assert match.awaited == (1,)


# ---------------------------------------------------------------------------------------- moving


def stepping(riders: str, mover: int = 1, squeeze: str = "d") -> set[str]:
    """The steps open to a rider of the first team, everybody else standing where they are."""
    now = f"laid:321,left:21,todo:{'23' if mover == 1 else '13'}"
    now += f",mover:{mover}" if mover > 1 else ""
    return legal(table(riders, phase="step", now=f"{now},steps:3", squeeze=squeeze))


def test_article_1_3a_straight_or_diagonally_forward() -> None:
    assert stepping("2.5,4.1,4.2/4.8,4.9,4.10") == {"<", "^", ">"}
    assert stepping("1.5,4.1,4.2/4.8,4.9,4.10") == {"^", ">"}
    assert stepping("4.5,4.1,4.2/4.8,4.9,4.10") == {"<", "^"}
    assert stepping("2.5,4.1,4.2/2.6,4.9,4.10") == {"<", ">"}


def test_article_1_3a_the_squeeze_cutting_a_corner() -> None:
    riders = "2.5,4.1,4.2/2.6,3.5,4.10"  # one ahead, one beside: they touch at the corner
    assert stepping(riders) == {"<"}
    match = table(riders, phase="step", now="laid:321,steps:3")
    refused(match, ">", "squeeze", "1.3a")
    refused(match, "^", "occupied", "1.3a")
    assert stepping(riders, squeeze="s") == {"<", ">"}


def test_article_1_3a_the_squeeze_straight_between_two() -> None:
    riders = "2.5,4.1,4.2/1.6,3.6,4.10"
    assert stepping(riders) == {"^"}
    assert stepping("2.5,4.1,4.2/1.6,3.7,4.10", squeeze="s") == {"^", ">"}
    match = table("2.5,4.1,4.2/1.6,3.6,4.10", squeeze="s")  # nothing is left but to go nowhere
    play(match, "110b")
    assert kinds(play(match, "1>1")) == ["number"]
    assert square(match, 0, 1) == (2, 5)


def test_article_1_3b_never_back_nor_sideways() -> None:
    match = table("1.5,4.1,4.2/4.8,4.9,4.10", phase="step", now="laid:321,steps:3")
    refused(match, "<", "off-road", "1.3b")
    rows = [rider(match, 0, 1)["row"]]
    while view(match)["phase"] == "step":
        play(match, sorted(legal(match))[-1])
        rows.append(rider(match, 0, 1)["row"])
    assert rows == [5, 6, 7, 8]


def test_article_1_3c_as_far_as_possible() -> None:
    match = table("1.5,4.1,4.2/1.7,2.7,3.7", phase="step", now="laid:321,steps:3")
    play(match, "^")
    assert view(match)["phase"] == "draw"  # every way is a dead end; two squares are lost
    assert square(match, 0, 1) == (1, 6)


def test_article_1_3c_cannot_move_at_all() -> None:
    match = table("1.5!1,1.6!1,1.7!2/2.5,2.6,2.7")
    assert legal(match) == {"drop:110b", "drop:111o", "drop:211w", "drop:321"}
    refused(match, "321", "cannot-move", "1.3c")
    told = play(match, "drop:110b")
    assert kinds(told) == ["stuck"]
    assert view(match)["seats"][0]["cards"] == 3
    assert sum(view(match)["discards"].values()) == 2
    play(match, "draw")
    assert view(match)["seats"][0]["cards"] == 4
    refused(table(), "drop:110b", "can-move", "1.3c")


# --------------------------------------------------------------------------------- the green line


def test_article_1_4_first_over_the_green_line() -> None:
    match = table("1.15,4.1,4.2/2.14,4.8,4.9", phase="step", now="laid:321,steps:1")
    told = play(match, "^")
    assert [e.facts for e in told if e.kind == "green"] == [
        {"rider": 1, "points": 3, "first": True, "jersey": True}
    ]
    assert rider(match, 0, 1)["jersey"] == "green"
    assert tallies(match)[0] == (3, 0)


def test_article_1_4_the_jersey_lasts_until_the_next_green_line() -> None:
    match = table("1.15,4.1,4.2/2.14,4.8,4.9", stage=3, phase="step", now="laid:321,steps:1",
                  jerseys="0.2/1.3/0/-")  # fmt: skip
    assert rider(match, 1, 3)["jersey"] == "green"
    play(match, "^")
    assert rider(match, 1, 3)["jersey"] is None
    assert rider(match, 0, 1)["jersey"] == "green"


def test_article_1_6_a_rider_in_the_way_blocks() -> None:
    match = table("1.5,3.1,4.2/1.6,2.6,4.9")
    play(match, "110b")
    assert legal(match) >= {"1>1", "1>2", "1>3"}
    told = play(match, "1>1")
    assert kinds(told) == ["number"]
    assert square(match, 0, 1) == (1, 5)


# ----------------------------------------------------------------------------------- the finish


def test_article_1_7_arrivals_in_order_and_an_instant_end() -> None:
    match = table("1.30,h#1,h#2/2.30,2.29,2.3", phase="step",
                  now="laid:321,left:21,todo:23,steps:3")  # fmt: skip
    told = play(match, "^")
    assert kinds(told)[:3] == ["step", "arrive", "stage-end"]
    assert view(match)["phase"] == "deal"
    assert view(match)["stage"] == 2


def test_article_1_8_points_by_the_table() -> None:
    match = table("1.30,2.30,3.30/4.30,h#1,1.3", phase="assign", now="laid:321,left:321,todo:123",
                  hands="110b,111o,211w/110r,111w,220o,321")  # fmt: skip
    play(match, "3>1", "^", "2>2", "^", "1>3", "^")
    assert tallies(match) == [(4 + 3 + 2, 15), (0, 0)]
    points = view(match)["points"]
    assert points["arrival"][:6] == [6, 4, 3, 2, 1, 0]
    assert points["green_first"] == [3]


def test_article_1_9a_the_first_winner_wears_yellow() -> None:
    match = table("1.30,h#2,h#3/2.30,h#1,2.3", phase="step", now="laid:321,steps:1",
                  points="0.7.7+0/0.0.0+0")  # fmt: skip
    told = play(match, "^")
    assert kinds(told)[-1] == "yellow"
    assert rider(match, 1, 2)["jersey"] == "yellow"


def test_article_1_9b_then_the_leader_of_the_individual_classification() -> None:
    match = table("1.30,h#2,h#3/2.30,h#1,2.3", stage=3, phase="step", now="laid:321,steps:1",
                  jerseys="1.2/0.2/2/-", points="0.9.0+0/0.5.0+0")  # fmt: skip
    play(match, "^")
    assert rider(match, 0, 2)["jersey"] == "yellow"


def test_article_1_9c_yellow_over_the_green_line() -> None:
    match = table("1.15,1.14,4.2/2.14,4.8,4.9", stage=3, phase="assign",
                  hands="110b,111o,211w/110r,111w,220o,321",
                  now="laid:321,left:321,todo:123", jerseys="0.1/1.1/0/-")  # fmt: skip
    told = play(match, "1>1", "^")
    assert "green-yellow" in kinds(told)
    assert rider(match, 0, 1)["jersey"] == "yellow"
    assert rider(match, 1, 1)["jersey"] == "green"
    assert view(match)["line"] == "yellow-first"
    told = play(match, "2>2", ">", "^")
    assert [e.facts["points"] for e in told if e.kind == "green"] == [1]
    assert rider(match, 0, 2)["jersey"] == "green"
    assert rider(match, 1, 1)["jersey"] is None
    assert tallies(match)[0] == (4, 0)


# --------------------------------------------------------------------------- the time trials


def test_article_2_1_everybody_stays_in_his_lane() -> None:
    match = table(stage=2, jerseys="0.1/-/0/-")
    play(match, "321", "3>1")
    assert square(match, 0, 1) == (1, 3)
    told = play(match, "1>3")  # his team mate is right ahead: he can't move, and may not pass
    assert kinds(told) == ["number"]
    play(match, "2>2")
    assert square(match, 0, 2) == (1, 1)


def test_article_2_2_no_risk_cards_no_green_line_but_the_extra_square() -> None:
    match = table("1.11,1.9,1.8/2.5,2.4,2.3", stage=2,
                  hands="100r,111o,211w,321/110r,111w,220o,321")  # fmt: skip
    play(match, "100r", "1>1")
    assert view(match)["phase"] == "assign"  # row 12 has a dot on lane 1, and nothing happens
    assert legal(match) == {"0+>2", "done"}
    play(match, "done", "draw")
    assert tallies(match) == [(0, 0), (0, 0)]
    assert view(match)["board"]["dots"] == [[], [], [], []]
    assert view(match)["board"]["green_after"] is None


def test_article_2_3_the_round_is_played_out() -> None:
    match = table("h#3,h#4,1.30/h#3,h#3,2.29", stage=2, dealer=1, turn=0,
                  trial="5.00.0,0.0.0.0.0", points="5.0.0+0/0.0.0+0")  # fmt: skip
    play(match, "110b", "1>3", "draw")
    assert view(match)["stage"] == 2
    play(match, "110r", "1>3", "draw")
    assert view(match)["stage"] == 3
    assert tallies(match) == [(5, 10), (0, 5)]


@pytest.mark.parametrize("stage", [3, 5])
def test_article_3_and_5_like_the_first_stage(stage: int) -> None:
    match = table("-,-,-/-,-,-", phase="deal", stage=stage, turn=1, hands="-/-")
    play(match, "deal")
    assert view(match)["kind"] == "classic"
    play(match, "grid:213", "grid:123")
    assert [square(match, 0, r) for r in (1, 2, 3)] == [(1, -1), (1, 0), (1, -2)]
    assert view(match)["phase"] == "card"
    assert view(match)["board"]["green_after"] == 15


def test_article_4_1_each_player_sends_one_rider() -> None:
    match = table("-,-,-/-,-,-", phase="deal", stage=4, turn=1, hands="-/-")
    play(match, "deal")
    assert legal(match) == {"start:1", "start:2", "start:3"}
    play(match, "start:3", "start:1")
    assert [square(match, 0, r) for r in (1, 2, 3)] == ["off", "off", (1, 0)]
    assert square(match, 1, 1) == (2, 0)


def test_article_4_2_and_4_7_fewest_cards_win_six_points() -> None:
    match = table("1.28,-,-/2.29,-,-", stage=4, phase="seal", trial="1.11.8,8.3.0.3.0",
                  hands="100b,321/110r,321")  # fmt: skip
    match.play(0, "321")
    told = match.play(1, "110r")
    assert "solo-won" not in kinds(list(told))  # both are home with nine cards: they ride again
    assert "playoff" in kinds(list(told))
    match = table("1.28,-,-/2.20,-,-", stage=4, phase="seal", trial="1.11.8,8.3.0.3.0",
                  hands="100b,321/110r,321")  # fmt: skip
    match.play(0, "321")
    match.play(1, "110r")
    assert square(match, 0, 1) == "home"
    assert match.awaited == (1,)
    match.play(1, "321")
    while view(match)["phase"] == "seal":
        match.play(1, next(iter(match.moves(1))))
    assert tallies(match) == [(6, 0), (0, 0)]


def test_article_4_3_in_pairs_from_the_dealers_left() -> None:
    match = table("/".join(["-,-,-"] * 3), colours="rbo", phase="deal", stage=4, turn=1,
                  hands="-/-/-", dealer=1)  # fmt: skip
    play(match, "deal")
    assert match.awaited == (2,)
    play(match, "start:1")
    assert match.awaited == (0,)
    play(match, "start:1")
    assert set(match.awaited) == {0, 2}
    while view(match)["phase"] == "seal":
        seat = match.awaited[0]
        match.play(seat, next(iter(match.moves(seat))))
    assert match.awaited == (1,)  # the third starts alone, when the two are home
    play(match, "start:2")
    assert match.awaited == (1,)


def test_article_4_4_ten_cards_each() -> None:
    match = table("-,-,-/-,-,-", phase="deal", stage=4, turn=1, hands="-/-")
    play(match, "deal", "start:1", "start:1")
    assert [seat["cards"] for seat in view(match)["seats"]] == [10, 10]
    assert view(match)["pile"] == 28


def test_article_4_5_face_down_then_the_sum_whatever_the_colour() -> None:
    match = table("1.0,-,-/2.0,-,-", stage=4, phase="seal", trial="1.11.0,0.3.0.3.0",
                  hands="110b,211r/100r,321")  # fmt: skip
    assert set(match.awaited) == {0, 1}
    told = match.play(0, "211r")
    assert kinds(list(told)) == ["sealed"]
    assert view(match, 0)["seats"][0]["sealed"] == "211r"
    for viewer in (None, 1):
        assert view(match, viewer)["seats"][0]["sealed"] is None
        assert view(match, viewer)["seats"][0]["laid"]
    assert set(match.awaited) == {1}
    refused(match, "110b", "sealed", "4.5", seat=0)
    match.play(1, "100r")
    assert square(match, 0, 1) == (1, 4)
    assert square(match, 1, 1) == (2, 1)


def test_article_4_6_ten_more_cards() -> None:
    match = table("1.0,-,-/2.0,-,-", stage=4, phase="seal", trial="1.11.0,0.3.0.3.0",
                  hands="110b/100r")  # fmt: skip
    match.play(0, "110b")
    match.play(1, "100r")
    assert [seat["cards"] for seat in view(match)["seats"]] == [10, 10]
    assert [seat["used"] for seat in view(match)["seats"]] == [1, 1]


# ------------------------------------------------------------------------------------ the winner


def test_article_g_both_classifications_together() -> None:
    match = table("1.30,h#1,h#2/2.5,2.6,2.7", stage=5, phase="step", now="laid:321,steps:1",
                  points="0.0.0+0/9.9.9+30")  # fmt: skip
    told = play(match, "^")
    assert kinds(told)[-1] == "tour-over"
    assert match.over
    assert match.outcome is not None
    assert match.outcome.ending == "tour-over"
    assert match.standing.scores == (3 + 15, 57)
    assert match.outcome.winners == (1,)
    assert not match.awaited
