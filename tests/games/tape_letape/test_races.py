"""Whole races of Tape l'étape at random: they end, keep their cards, and deal fairly."""

from __future__ import annotations

from math import comb, sqrt

import numpy as np
import pytest

from echappee.games.tape_letape import cards, scoring
from echappee.match.game import Game
from echappee.rulebook import kernels
from echappee.rulebook.randomness import start_stream
from echappee.rulebook.rulebook import new_chance
from tests.depth import deep
from tests.games.tape_letape.helpers import COUNTS, RULES

F = RULES.functions
RACES: tuple[dict[str, bool | int | str], ...] = (
    {},
    {"edition": "EN"},
    {"race": "endurance", "stages_each": 2},
    {"race": "endurance", "stages_each": 5, "time_trial": "may"},
    {"time_trial": "may", "tie_break": True},
)


def test_thousands_of_stages_without_a_deadlock() -> None:
    """Somebody can always lay a card, so every stage ends, well within the bound."""
    words, buffer, blank = new_chance(), RULES.buffer(), RULES.blank()[0]
    playout = F.kernel(kernels.random_playout)
    begin = F.kernel(start_stream)
    stages = 0
    races = deep(2_000, 14_000)
    for number in range(races):
        players, options = COUNTS[number % 4], RACES[number // 4 % 5]
        begin(words, 41, number)
        s = blank.copy()
        settled = RULES.read_options(options)
        F.setup(s, players, RULES.option_numbers(settled), words)
        most = RULES.longest(players, settled)
        assert playout(s, buffer, words, most) <= most
        assert F.over(s)
        stages += int(s.stage)
    assert stages > 7 * races


def test_starters_without_the_start_card() -> None:
    """By arithmetic 27.7, 29.5, 39.3 and 47.0 % for a value that opens columns, 3 to 6 players."""
    words, blank = new_chance(), RULES.blank()[0]
    F.kernel(start_stream)(words, 5, 0)
    numbers = RULES.option_numbers(RULES.read_options({}))
    for players, share in zip(COUNTS, (0.277, 0.295, 0.393, 0.470), strict=True):
        deck = cards.count(cards.deck(players))
        wanted = scoring.colour_count(players)
        exact = comb(deck - wanted, 8) / comb(deck, 8)
        assert abs(exact - share) < 0.001
        deals, lacking = deep(3_000, 10_000), 0
        for _ in range(deals):
            s = blank.copy()
            F.setup(s, players, numbers, words)
            lacking += int(s.hand[int(s.chooser)]) & cards.row(players, 6) == 0
        assert abs(lacking / deals - exact) < 4.5 * sqrt(exact * (1 - exact) / deals)


@pytest.mark.parametrize("players", COUNTS)
def test_every_card_is_somewhere_at_every_state(players: int) -> None:
    """Hands never share a card; what is in none lies in columns without gaps, as ``open`` says."""
    rng, words, buffer = np.random.default_rng(players), new_chance(), RULES.buffer()
    F.kernel(start_stream)(words, 9, players)
    s = RULES.blank()[0]
    F.setup(s, players, RULES.option_numbers(RULES.read_options({"race": "endurance"})), words)
    low, high = scoring.low_value(players), scoring.high_value(players)
    while not F.over(s):
        held = 0
        for seat in range(players):
            hand = int(s.hand[seat])
            assert held & hand == 0
            assert hand.bit_count() == s.cards[seat] <= 8
            held |= hand
        laid = cards.deck(players) & ~held
        assert held | laid == cards.deck(players)
        reach = 0
        for colour in range(scoring.colour_count(players) if s.start else 0):
            column = [v for v in range(low, high + 1) if laid >> (12 * colour + v - 1) & 1]
            ends = [int(s.start)]
            if column:
                assert column == list(range(column[0], column[-1] + 1))
                assert s.start in column
                ends = [v for v in (column[0] - 1, column[-1] + 1) if low <= v <= high]
            for value in ends:
                reach |= 1 << (12 * colour + value - 1)
        if s.start:
            assert int(s.open) == reach
        else:
            assert int(s.open) == (cards.deck(players) if s.profile else 0)
        seat = int(s.turn)
        n = F.legal(s, seat, buffer)
        assert n > 0
        F.apply(s, seat, int(buffer[rng.integers(n)]), words)
    scores = np.zeros(players, np.int64)
    F.standing(s, scores)
    assert RULES.scores[0] <= scores.min() <= scores.max() <= RULES.scores[1]


@pytest.mark.parametrize("players", COUNTS)
def test_totals_are_the_sum_of_the_stages(players: int) -> None:
    """§7: each stage has one winner, and a total is nothing but the seconds of all stages."""
    rng, words, buffer = np.random.default_rng(7), new_chance(), RULES.buffer()
    F.kernel(start_stream)(words, 10, players)
    s = RULES.blank()[0]
    F.setup(s, players, RULES.option_numbers(RULES.read_options({"edition": "EN"})), words)
    sums, stages, chosen = [0] * players, 0, []
    while not F.over(s):
        chooser, profile = int(s.chooser), int(s.profile)
        seat = int(s.turn)
        n = F.legal(s, seat, buffer)
        F.apply(s, seat, int(buffer[rng.integers(n)]), words)
        if s.stage == stages:
            continue
        stages += 1
        chosen.append(chooser)
        assert (s.last_profile, s.last_chooser) == (profile, chooser)
        seconds = [int(n) for n in s.last[:players]]
        sums = [a + b for a, b in zip(sums, seconds, strict=True)]
        assert [int(n) for n in s.total[:players]] == sums
        if profile == scoring.BROOM_WAGON:
            assert sorted(seconds) == [-60, -30] + [0] * (players - 2)
        else:
            assert seconds.count(-40) == 1
            assert all(10 <= n <= 240 for n in seconds if n != -40)
    assert chosen == [(chosen[0] + i) % players for i in range(players)]
    assert sum(int(n) for n in s.wins) == stages == players


def test_a_state_is_small() -> None:
    assert RULES.state_dtype.itemsize <= 256


def test_the_result_of_a_stage_has_the_places_of_the_classification() -> None:
    """§7b, TLE-29: as the view has them, also where equal times are not equal places."""
    parted = 0
    for seed in range(60):
        match = Game(RULES).start(3, {"tie_break": True}, seed)
        chooser = np.random.default_rng(seed)
        while not match.over:
            seat = match.awaited[0]
            moves = match.moves(seat)
            for event in match.play(seat, moves[int(chooser.integers(len(moves)))]):
                if event.kind == "stage-over":
                    standing = match.view()["standing"]
                    assert event.facts["places"] == standing["places"]
                    totals = event.facts["totals"]
                    parted += len(set(totals)) < len(set(event.facts["places"]))
    assert parted > 0
