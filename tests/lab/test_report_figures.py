"""The statistics of reports, each against an example whose truth is known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from echappee.lab import pace
from echappee.lab.confidence import Interval
from echappee.lab.report.decisions import gain, gains
from echappee.lab.report.estimates import difference, estimate, quantile, resampled, spread
from echappee.lab.report.fair_value import AtValue, crossing, meeting
from echappee.lab.report.game_kernels import (
    CHANGES,
    FACTS,
    PARTS,
    SETTLED,
    _been_here,
    _look_back,
    bits,
    winners,
)
from echappee.lab.report.kingmaking import swing
from echappee.lab.report.luck import equal_parts, parts_of, series_length
from echappee.lab.report.plays import Array, Decisions, shares
from echappee.lab.report.seats import unfair
from echappee.lab.report.study import share_of_first
from echappee.lab.report.things import wins_of_users

DICE = np.random.default_rng(3)


def test_an_interval_is_students() -> None:
    """Five values around 3 with a spread of √2.5: their mean lies within 1.96 of it (tables)."""
    found = estimate(np.array([1.0, 2.0, 3.0, 4.0, 5.0]))
    assert found.mean == 3
    assert found.high - 3 == pytest.approx(2.776 * math.sqrt(2.5 / 5), rel=0.02)
    assert 3 - found.low == pytest.approx(found.high - 3)
    assert quantile(10) == pytest.approx(2.228, abs=0.005)
    assert quantile(100) == pytest.approx(1.984, abs=0.001)


def test_intervals_hold_as_often_as_they_say() -> None:
    held = 0
    for _ in range(400):
        found = estimate((DICE.random(60) < 0.3).astype(float), 0.0, 1.0)
        held += found.low <= 0.3 <= found.high
    assert 0.92 <= held / 400 <= 0.985


def test_what_was_always_alike_is_not_certain() -> None:
    found = estimate(np.ones(30), 0.0, 1.0)
    assert found.mean == found.high == 1
    assert 0.9 < found.low < 0.99


def test_two_tables_are_compared_deal_by_deal() -> None:
    deals = DICE.random(200) * 10
    paired = difference(deals + 0.1, deals)
    assert paired.mean == pytest.approx(0.1)
    assert paired.high - paired.low < 1e-6
    apart = difference(deals + 0.1, deals[:-1])
    assert apart.low < 0 < apart.high


def test_leaving_out_deals_finds_the_range_of_a_mean() -> None:
    values = DICE.normal(size=400)
    plain = estimate(values)
    found = resampled(lambda deals: float(values[deals].mean()), 400)
    assert found.mean == pytest.approx(plain.mean)
    assert found.high - found.low == pytest.approx(plain.high - plain.low, rel=0.45)


def test_nine_of_ten_lie_between() -> None:
    assert spread(np.arange(101)) == (50, 5, 95)


def _bots(winner: Array) -> Array:
    """``won[deal, rotation, again, bot]`` from who won."""
    return np.asarray((winner[..., None] == np.arange(2)).astype(float))


def test_the_parts_of_luck_are_told_apart() -> None:
    deals, names = 400, ("player", "seat", "deal", "rest")
    rotation = np.arange(2)[None, :, None]
    nothing = np.zeros((deals, 2, 2), np.int64)
    # Bot b sits in seat (b - rotation) mod 2: seat 0 wins where b equals the rotation.
    winners = {
        "player": nothing,
        "seat": nothing + rotation,
        "deal": nothing + (DICE.integers(2, size=(deals, 1, 1)) + rotation) % 2,
        "rest": DICE.integers(2, size=(deals, 2, 2)),
    }
    for name, winner in winners.items():
        parts = dict(zip(names, parts_of(_bots(winner)), strict=True))
        assert sum(parts.values()) == pytest.approx(1)
        assert parts[name] > 0.93, (name, parts)


def test_between_equal_players_only_seat_deal_and_the_rest_decide() -> None:
    deals = 400
    seat = np.broadcast_to(np.array([1.0, 0.0]), (deals, 4, 2))
    first = DICE.integers(2, size=(deals, 1))
    by_deal = np.stack([np.repeat(first, 4, axis=1), 1 - np.repeat(first, 4, axis=1)], axis=-1)
    one = DICE.integers(2, size=(deals, 4))
    by_chance = np.stack([one, 1 - one], axis=-1)
    for won, part in ((seat, 1), (by_deal, 2), (by_chance, 3)):
        found = equal_parts(np.asarray(won, float))
        assert found[0].mean == 0
        assert found[part].mean > 0.93
        assert found[part].high >= found[part].mean >= found[part].low


def test_the_number_of_games_until_the_better_one_is_ahead() -> None:
    """Three of four games: a lead of a half with a variance of three quarters; 1.645² · 3 = 8.1."""
    first, other = np.array([0.0, 0, 0, 1]), np.array([1.0, 1, 1, 0])
    assert series_length(first, other) == 9
    assert series_length(np.zeros(4), np.ones(4)) == 1
    assert series_length(other, first) == math.inf


def test_the_lead_is_looked_back_on() -> None:
    """Seat 0 leads, then both, then seat 1 from the 13th move of 20 on, and wins."""
    course = np.array([3] + [1] * 6 + [3] * 6 + [2] * 8)
    fact, leading = np.zeros(FACTS, np.int64), np.zeros(PARTS + 1)
    _look_back(course, 20, 2, fact, leading)
    assert fact[SETTLED] == 13
    assert leading.tolist() == [0.5] + [0.0] * 6 + [0.5] * 6 + [1.0] * 8
    assert fact[CHANGES] == 0  # counted while the game is played
    _look_back(course, 20, 0, fact, leading)
    assert not leading.any()  # a rival who is no player won


def test_the_best_move_is_judged_by_other_worlds() -> None:
    """Moves that win 0, ½ and 1 in both halves; and moves that only one half finds good."""
    assert gain(np.array([[0, 0.5, 1], [0, 0.5, 1]])) == pytest.approx(0.5)
    lucky = np.array([[1.0, 0, 0], [0, 0, 1.0]])
    assert gain(lucky) <= 0
    facts = np.array([[[1, 3, 0], [0, 1, 1]]])
    wins = np.zeros((1, 2, 2, 4, 2))
    wins[0, 0, :, :3, 1] = [0, 0.5, 1]
    found = gains(Decisions(facts, wins))
    assert found[0, 0] == pytest.approx(0.5)
    assert math.isnan(found[0, 1])


def test_a_kingmaker_cannot_win_himself() -> None:
    """Seat 0 has lost; his first move gives the game to seat 1, his second to seat 2."""
    wins = np.array([[[0, 1.0, 0], [0, 0, 1.0]]] * 2)
    assert swing(wins, 0) == pytest.approx(1)
    assert swing(wins, 1) is None
    alike = np.array([[[0, 0.5, 0.5], [0, 0.5, 0.5]]] * 2)
    assert swing(alike, 0) == pytest.approx(0)


def test_who_uses_a_thing_wins_so_often() -> None:
    uses = np.array([[[2, 0], [1, 0]], [[0, 1], [0, 0]]])
    won = np.array([[[1, 0], [0.5, 0.5]], [[1, 0], [0, 1]]])
    assert wins_of_users(uses, won).mean == pytest.approx(1.5 / 3)


def test_the_first_bot_is_followed_from_seat_to_seat() -> None:
    """In game t of a deal the first of three bots sits in seat -t."""
    won = np.array([[[1, 0, 0], [0, 0, 1], [0, 1, 0]], [[0, 1, 0], [0, 1, 0], [1, 0, 0]]])
    assert share_of_first(won).tolist() == [[1, 1, 1], [0, 0, 0]]


def test_a_shared_place_is_shared_and_a_dummys_is_nobodys() -> None:
    places = np.array([[1, 1, 3], [2, 3, 4], [2, 1, 3]])
    assert shares(places).tolist() == [[0.5, 0.5, 0], [0, 0, 0], [0, 1, 0]]


def test_the_least_fair_seat_is_told_only_beyond_doubt() -> None:
    doubtful = [Interval(0.55, 0.49, 0.61), Interval(0.45, 0.39, 0.51)]
    assert unfair(doubtful, 0.5) is None
    clear = [Interval(0.2, 0.18, 0.22), Interval(0.3, 0.27, 0.33), Interval(0.5, 0.4, 0.6)]
    assert unfair(clear, 0.3) == 2


def test_the_fair_value_lies_where_the_line_crosses() -> None:
    assert crossing([(0, 0.4), (2, 0.6)], 0.5) == pytest.approx(1)
    assert crossing([(0, 0.5), (2, 0.6)], 0.5) == 0
    assert crossing([(0, 0.4), (2, 0.5)], 0.5) == 2
    assert crossing([(0, 0.1), (2, 0.2)], 0.5) is None
    values = [
        AtValue(v, Interval(s, s - 0.1, s + 0.1), 100)
        for v, s in ((0.0, 0.3), (2.0, 0.5), (4.0, 0.7))
    ]
    found = meeting(values, 0.5)
    assert found is not None
    assert (found.mean, found.low, found.high) == pytest.approx((2, 1, 3))
    assert meeting([*values[:1], AtValue(2.0, Interval(0.35, 0.3, 0.4), 9)], 0.5) is None
    wide = [AtValue(v, Interval(s, 0.2, 0.8), 9) for v, s in ((0.0, 0.4), (2.0, 0.6))]
    open_ended = meeting(wide, 0.5)
    assert open_ended is not None
    assert (open_ended.low, open_ended.high) == (0, 2)


def test_a_position_is_known_again() -> None:
    seen = np.zeros(1 << 13, np.uint64)
    alike = [np.uint64(place) for place in (5, 5 + (1 << 13), 5 + (1 << 20))]  # for the same place
    assert [_been_here(key, seen) for key in (*alike, *alike)] == [0, 0, 0, 1, 1, 1]  # type: ignore[arg-type]


def test_winners_as_a_mask() -> None:
    assert winners(3, np.array([2, 1, 1])) == 0b110
    assert winners(3, np.array([2, 3, 4])) == 0
    assert [bits(mask) for mask in (0, 1, 0b110, 0b1111)] == [0, 1, 2, 4]


def test_people_who_are_awaited_together_think_together() -> None:
    """Two seats choose at once: 10 s; then one has two decisions in a turn: 12 s more."""
    clock = np.zeros(pace.CLOCK, np.int64)
    pace.start_clock(clock, 0b11)
    pace.think(clock, 0)
    pace.go_on(clock, 0b10)
    pace.think(clock, 1)
    assert clock[pace.NOW] == pace.THINK
    pace.go_on(clock, 0b01)
    pace.think(clock, 0)
    pace.go_on(clock, 0b01)
    pace.think(clock, 0)
    assert clock[pace.NOW] == 2 * pace.THINK + pace.STEP
