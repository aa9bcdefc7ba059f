"""Who is asked in a batch, and what bots would do there."""

from __future__ import annotations

import numpy as np
import pytest

import echappee
from echappee.bots.simple_kernels import GREEDY, choose
from echappee.lab.batch.kernels import COUNT
from tests.depth import deep
from tests.generic.cases import Case, brief, few_cases
from tests.lab.batches import Alone, digest, start


@pytest.mark.parametrize("case", few_cases(), ids=str)
def test_who_has_no_choice_is_not_asked(case: Case) -> None:
    """Through some deals; what is forced plays itself, be it the first move or the last."""
    case = Case(case.game, case.players, case.changed or brief(case.game))
    games, ends = start(case, 3, skip_forced=True), 0
    alone = Alone(games, 1, 3)
    alone.shows(games.arrays)
    while ends < 2:
        actions = games.sample()
        if alone.over:
            alone.deal()
        else:
            alone.play(int(actions[1]))
        seen = games.step(actions)
        ends += alone.over
        alone.shows(seen)
        assert games.state(1).tobytes() == alone.state.tobytes()
        counts = seen.mask.sum(1)
        assert (counts[seen.terminated == 0] > 1).all()


def test_forced_moves_before_the_end_and_after_a_deal_belong_to_the_step() -> None:
    """With ``same-step`` the end that a forced move brings is told, and a new deal shown."""
    games = echappee.batch("tape-letape", 40, 3, autoreset="same-step", skip_forced=True, seed=2)
    alone, forced = [Alone(games, number, 2) for number in range(40)], 0
    for _ in range(150):
        actions = games.sample()
        seen = games.step(actions)
        for number, one in enumerate(alone):
            last = one.seat
            one.play(int(actions[number]))
            if one.over:
                assert seen.terminated[number]
                assert seen.places[number].tolist() == one.places().tolist()
                assert (games.final_observation[number] == one.observation()).all()
                forced += one.seat != last
                one.deal()
            assert (seen.observation[number] == one.observation()).all()
            assert (seen.mask[number] == one.mask()).all()
    assert forced


def test_games_that_are_not_dealt_anew_show_what_they_showed() -> None:
    """Who is asked out of turn may still wait."""
    games = echappee.batch("tape-letape", 60, 4, seed=3)
    waited = 0
    for _ in range(40):
        games.step(games.sample())
        before = digest(games.arrays), int(games.arrays.mask[:, -1].sum())
        fine = games.arrays.terminated.any() or games.arrays.rewards.any()
        games.reset(which=np.zeros(60, np.bool_))
        assert fine or digest(games.arrays) == before[0]
        waited += before[1]
        assert int(games.arrays.mask[:, -1].sum()) == before[1]
    assert waited


@pytest.mark.parametrize("case", few_cases(), ids=str)
def test_greedy_actions_are_those_of_the_greedy_bot(case: Case) -> None:
    games = start(case, 3)
    bot = games.rulebook.functions.kernel(choose)
    states, waited = games.rulebook.blank(2), 0
    for _ in range(deep(12, 40)):
        streams = games._room.streams.copy()
        early = games._room.streams.copy()
        two = games.greedy(first=2)
        assert (games._room.streams[2] == early[2]).all()
        games._room.streams[:] = early
        actions = games.greedy()
        assert (two == actions[:2]).all()
        for number in range(3):
            offered = games.arrays.mask[number].nonzero()[0]
            assert actions[number] in offered
            if games.arrays.terminated[number] or len(offered) == 1:
                continue
            seat, stream = int(games.arrays.seat[number]), streams[number]
            codes = games._room.listed[number, : games._room.turns[number, COUNT]].copy()
            assert sorted(codes) == offered[offered != games.wait].tolist()
            states[0] = games.states()[number]
            place = int(
                bot(GREEDY, states, seat, codes, len(codes), len(codes) < len(offered), stream)
            )
            assert actions[number] == (games.wait if place < 0 else codes[place])
            waited += place < 0
            assert (stream == games._room.streams[number]).all()
        games.step(actions)
    assert not waited or case.game == "tape-letape"
