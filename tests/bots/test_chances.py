"""Winning chances over a game: honest, whole, and decided at the end."""

from __future__ import annotations

import msgspec
import pytest

import echappee
from echappee.bots import win_chances
from echappee.bots.chair import Chair
from echappee.bots.nets.own_nets import own_net
from echappee.bots.tree import Tree
from echappee.bots.win_chances import (
    Chances,
    chances_at,
    first_chances,
    points_of,
    turning_points,
)
from echappee.games import rulebook
from tests.generic.cases import Case, few_cases, finished, imagined, state_of

_SECRETIVE = [one for one in few_cases() if rulebook(one.game).hidden and one.players > 1]


@pytest.fixture(params=["net", "playouts"])
def known(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """What tells the chances: the net of a game, if it has one, or games that are played on."""
    if request.param == "playouts":
        monkeypatch.setattr(win_chances, "own_net", lambda _: None)
    return str(request.param)


@pytest.mark.parametrize("case", few_cases(), ids=str)
def test_chances_are_shares_of_the_win(case: Case, known: str) -> None:
    if known == "net" and own_net(rulebook(case.game)) is None:
        pytest.skip("this game has no net")
    whole = finished(case, 8)
    numbers = points_of(whole, 5)
    assert numbers[0] == 0
    assert numbers[-1] == whole.number
    for number in numbers:
        found = chances_at(whole, number, 2, seed=1)
        assert len(found.wins) == case.players
        if not hasattr(state_of(whole), "teams") or state_of(whole).teams == case.players:
            assert sum(found.wins) == pytest.approx(1.0)
        assert sum(found.wins) < 1.0001  # the rest is that of dummy teams
        assert min(found.wins) >= 0
        if number == whole.number:
            assert found.games == 0
            leaders = whole.standing.leaders
            assert {s for s, share in enumerate(found.wins) if share} == set(leaders)
        else:
            assert found.games == 2 * case.players
            assert found == chances_at(whole, number, 2, seed=1)


@pytest.mark.parametrize("case", few_cases(), ids=str)
def test_a_net_tells_the_chances_at_once_and_the_end_as_it_was(case: Case) -> None:
    whole = finished(case, 8)
    for number in points_of(whole, 5):
        found = first_chances(whole, number)
        if number == whole.number:
            assert found == chances_at(whole, number, 1)
            continue
        if own_net(rulebook(case.game)) is None:
            assert found is None
            continue
        assert found is not None
        assert len(found.wins) == case.players
        assert min(found.wins) >= 0
        full = not hasattr(state_of(whole), "teams") or state_of(whole).teams == case.players
        assert sum(found.wins) == pytest.approx(1.0) if full else sum(found.wins) <= 1.0001
        assert 0 < found.games == (found + found).games // 2
        assert found == first_chances(whole, number)


@pytest.mark.parametrize("case", _SECRETIVE, ids=str)
def test_nobody_is_told_what_he_cannot_know(case: Case) -> None:
    """What a seat adds to the chances is the same in every world that looks alike to it."""
    rules, differed = rulebook(case.game), 0
    outlook = msgspec.structs.replace(rules.outlook, chapters=0)
    whole = finished(case, 8)
    for number in points_of(whole, 6)[:-1]:
        match = whole.at(number)
        for seat in range(case.players):
            twin = imagined(match, match.worlds(seat, 1, seed=77)[0])
            differed += twin.position() != match.position()
            found = [
                win_chances._looked_into(Tree(rules, 64), Chair(one, seat, 3), outlook, 2).tolist()
                for one in (match, twin)
            ]
            assert found[0] == found[1]
            if (net := own_net(rules)) is not None:
                told = [win_chances._as_seen(one, seat, net).tolist() for one in (match, twin)]
                assert told[0] == told[1]
    assert differed


@pytest.mark.usefixtures("known")
def test_a_won_game_looks_won() -> None:
    whole = finished(Case("tapas", 2), 8)
    late = chances_at(whole, whole.number - 1, 200)
    winner = whole.standing.leaders[0]
    assert late.wins[winner] > 0.5


def test_estimates_add_up() -> None:
    one, two = Chances(4, (1.0, 0.0), 10), Chances(4, (0.5, 0.5), 30)
    assert one + two == Chances(4, (0.625, 0.375), 40)
    end = Chances(9, (1.0, 0.0), 0)
    assert end + end == end
    assert end.error == 0.0
    assert one.error > two.error


def test_turning_points_are_swings_that_are_no_accident() -> None:
    sure = [
        Chances(0, (0.5, 0.5), 4000),
        Chances(5, (0.52, 0.48), 4000),
        Chances(9, (0.2, 0.8), 4000),
        Chances(12, (0.35, 0.65), 4000),
        Chances(15, (0.0, 1.0), 0),
    ]
    turns = turning_points(sure)
    assert [(turn.since, turn.number) for turn in turns] == [(5, 9), (9, 12), (12, 15)]
    assert turns[0].seat == 1  # who gains is named
    assert turns[0].swing == pytest.approx(0.32)
    assert [turn.number for turn in turning_points(sure, most=1)] == [15]
    rough = [Chances(n, wins, 8) for n, wins in ((0, (0.5, 0.5)), (4, (0.7, 0.3)))]
    assert turning_points(rough) == []


@pytest.mark.parametrize("simulations", [0, -1, True, 1.5])
def test_a_bad_number_is_refused(simulations: object) -> None:
    whole = finished(Case("tapas", 2), 8)
    with pytest.raises(echappee.UsageError):
        chances_at(whole, 0, simulations)  # type: ignore[arg-type]
