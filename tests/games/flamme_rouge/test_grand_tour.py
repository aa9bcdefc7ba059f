"""§12: the Grand Tour by the designer's rules of 2016."""

from __future__ import annotations

import msgspec
import pytest

import echappee
from echappee.bots.chair import next_action
from echappee.bots.registry import bot
from echappee.games.flamme_rouge.grand_tour import CLOCK_END, GrandTour
from echappee.games.flamme_rouge.view import FlammeRougeView
from tests.games.flamme_rouge.helpers import GAME, finish_round, race

TWO = ("abcu", "abLPju")


def finished(places: dict[str, str], tired: dict[str, str] | None = None) -> FlammeRougeView:
    """A stage whose last rider, the Rouleur of the last seat, comes home in round 15 on 1R."""
    last = f"{max(places)[0]}R"
    match = race(places | {last: "72R"}, {last: "3"}, flags="all", rounds=14, tired=tired)
    finish_round(match)
    assert match.over
    table: FlammeRougeView = match.typed_view().table
    return table


def changes(table: FlammeRougeView) -> dict[str, int]:
    tour = GrandTour.start(TWO, 2).after(table)
    return {f"{a.rider[0]}{a.rider[1]}": a.change for a in tour.results[0]}


HOME = {"0S": "78R#13", "0R": "77R#13", "1S": "75R#13"}


def test_points_for_the_first_three_of_a_stage() -> None:
    tour = GrandTour.start(TWO, 2).after(finished(HOME))
    assert [(a.rider, a.points) for a in tour.results[0]] == [
        ((0, "S"), 3), ((0, "R"), 2), ((1, "S"), 1), ((1, "R"), 0),
    ]  # fmt: skip
    assert tour.points() == [5, 1]


def test_ten_seconds_a_square_the_front_rider_s_for_a_group_and_a_bonus_for_two() -> None:
    """78 and 77 are a group; 75 is alone. First and second get ten seconds more."""
    found = changes(finished(HOME))
    assert (found["0S"], found["0R"], found["1S"]) == (-60, -60, -20)


def test_a_minute_for_each_round_behind() -> None:
    """Home in round 15, two rounds after the first, two squares beyond the line."""
    assert changes(finished(HOME))["1R"] == 2 * 60 - 20


def test_a_group_is_of_one_round() -> None:
    found = changes(finished({"0S": "74R#13", "0R": "76R#14", "1S": "76L#14"}))
    assert found["0S"] == -20  # one square, and the bonus
    assert found["0R"] == 60 - 30 - 10
    assert found["1S"] == 60 - 30


def test_the_clock_starts_at_1_20_and_shifts_before_zero() -> None:
    tour = GrandTour.start(TWO, 2).after(finished(HOME))
    assert [s.clock for s in tour.riders] == [20, 20, 60, 180]
    tour = tour.after(finished(HOME))
    assert [s.clock for s in tour.riders] == [20, 20, 100, 340]  # everybody a minute on


def test_the_clock_ends_at_9_50() -> None:
    late = {"0S": "78R#2", "0R": "77R#2", "1S": "75R#2"}
    tour = GrandTour.start(TWO, 2).after(finished(late))
    last = tour.riders[3]
    assert (last.clock, last.timed) == (CLOCK_END, False)
    assert tour.after(finished(HOME)).riders[3].clock == CLOCK_END


def test_half_of_the_exhaustion_stays_rounded_up() -> None:
    tour = GrandTour.start(TWO, 2).after(finished(HOME, tired={"0S": "3", "0R": "4", "1S": "1"}))
    assert [s.exhaustion for s in tour.riders] == [2, 2, 1, 0]
    assert tour.options()["exhaustion"] == "2/2,1/0"


def test_later_stages_place_in_reverse_order_of_points() -> None:
    tour = GrandTour.start(TWO, 2)
    assert tour.options()["order"] == "chance"
    assert tour.options()["finish"] == "all"
    tour = tour.after(finished(HOME))
    assert tour.options()["order"] == "10"
    assert tour.options()["stage"] == "abLPju"
    match = GAME.start(2, tour.options(), seed=1)
    assert match.typed_view().table.order == [1, 0]


def test_equal_times_go_to_the_better_place_of_the_latest_stage() -> None:
    tour = GrandTour.start(TWO, 2).after(finished({"0S": "76L#13", "0R": "74R#13", "1S": "76R#13"}))
    assert tour.riders[0].clock == tour.riders[2].clock
    assert tour.general()[:2] == [(1, "S"), (0, "S")]


def test_the_general_classification_brings_points_at_the_end() -> None:
    tour = GrandTour.start(TWO, 2).after(finished(HOME))
    assert not tour.over
    assert tour.winners() == []
    tour = tour.after(finished(HOME))
    assert tour.over
    assert tour.general()[:3] == [(0, "S"), (0, "R"), (1, "S")]
    assert tour.points() == [2 * 5 + 5, 2 * 1 + 1]
    assert tour.winners() == [0]
    for attempt in (tour.options, lambda: tour.after(finished(HOME))):
        with pytest.raises(echappee.UsageError) as refused:
            attempt()
        assert (refused.value.code, refused.value.article) == ("tour-over", "12")


def test_a_stage_must_be_over_and_ridden_to_the_end() -> None:
    tour = GrandTour.start(TWO, 2)
    for options in ({"finish": "all"}, {}):
        table = GAME.start(2, options, seed=1).typed_view().table
        with pytest.raises(echappee.UsageError, match="not over"):
            tour.after(table)
    with pytest.raises(echappee.UsageError, match="one stage"):
        GrandTour.start((), 2)
    with pytest.raises(echappee.BadOption):
        GrandTour.start(("nowhere",), 2)


def test_a_dummy_rider_who_is_still_out_is_a_round_behind() -> None:
    match = race(
        {"0S": "77R#13", "0R": "72R", "1S": "20R", "1R": "30R"},
        flags="all", rounds=14, dummies="M",
    )  # fmt: skip
    finish_round(match)
    assert match.over
    tour = GrandTour.start(TWO, 1, 2, "muscle").after(match.typed_view().table)
    assert [(a.rider, a.rounds, a.beyond) for a in tour.results[0]] == [
        ((0, "S"), 0, 4), ((0, "R"), 2, 2), ((1, "R"), 3, 0), ((1, "S"), 3, 0),
    ]  # fmt: skip


def test_a_whole_tour_with_dummies() -> None:
    tour = GrandTour.start(("abcu", "AbLPju", "a-3-5-u"), 2, 4)
    bots = {0: bot("random"), 1: bot("random")}
    while not tour.over:
        match = GAME.start(2, tour.options(), seed=len(tour.results))
        while (action := next_action(match, bots)) is not None:
            match.play(*action)
        tour = tour.after(match.typed_view().table)
        assert msgspec.json.decode(msgspec.json.encode(tour), type=GrandTour) == tour
    assert len(tour.riders) == 8
    assert sum(tour.points()) == 3 * 6 + 6
    assert tour.winners()


def test_a_tour_as_people_are_told_of_it() -> None:
    tour = GrandTour.start(TWO, 2)
    told = tour.summary()
    assert (told.done, told.general, told.points, told.winners) == (0, (), (0, 0), ())
    tour = tour.after(finished(HOME))
    told = tour.summary()
    assert told.stages == ("abcu", "abLPju")
    assert told.done == 1
    assert [(r.team, r.rider) for r in told.general] == tour.general()
    assert told.general[0].gap == 0
    assert sum(told.points) == 6
    assert [(a.team, a.rider) for a in told.results[0]] == [a.rider for a in tour.results[0]]


def test_a_named_stage_is_told_by_its_name() -> None:
    told = GrandTour.start(("la-classicissima", "abcu"), 2).summary()
    assert told.titles == ("La Classicissima", None)


def test_a_tour_has_21_stages_at_most() -> None:
    GrandTour.start(("abcu",) * 21, 2)
    with pytest.raises(echappee.UsageError) as refused:
        GrandTour.start(("abcu",) * 22, 2)
    assert refused.value.code == "tour-many"
