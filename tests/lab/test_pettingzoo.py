"""Our games in PettingZoo's terms: its own suites, masks, and nothing hidden leaks."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils import parallel_to_aec

from echappee.errors import EchappeeError, UsageError
from echappee.games import game_ids, rulebook
from echappee.lab.envs import IllegalAction
from echappee.lab.envs.pettingzoo_env import ParallelGame, env, parallel_env
from tests.depth import deep
from tests.generic.cases import Case, all_cases, few_cases, imagined

CASES = deep(few_cases(), all_cases())
TOGETHER = [case for case in CASES if case.rulebook.simultaneous]
HIDING = [case for case in few_cases() if case.rulebook.hidden]
EXPECTED = ("not a NumPy array", "should be gymnasium.spaces.box")
"""An observation with a mask is a dictionary, as in PettingZoo's own games."""


def maker(kind: Callable[..., Any], case: Case, **more: Any) -> Callable[..., Any]:
    return partial(kind, case.game, case.players, dict(case.changed), **more)


def checked(test: Callable[[], None]) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        test()
    found = {str(one.message) for one in told}
    assert {one for one in found if not any(part in one for part in EXPECTED)} == set()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_pettingzoos_own_suites_find_nothing_wrong(
    case: Case, capsys: pytest.CaptureFixture[str]
) -> None:
    made = maker(env, case)
    checked(lambda: api_test(made(), num_cycles=deep(20, 500)))
    checked(lambda: seed_test(made, num_cycles=deep(10, 100)))
    checked(lambda: render_test(made))


@pytest.mark.parametrize("case", TOGETHER, ids=str)
def test_pettingzoos_suites_for_all_at_once_find_nothing_wrong(
    case: Case, capsys: pytest.CaptureFixture[str]
) -> None:
    """One of them chooses without masks: so an illegal action loses."""
    checked(lambda: parallel_api_test(maker(parallel_env, case)(), num_cycles=deep(40, 500)))
    checked(lambda: parallel_seed_test(maker(parallel_env, case, illegal="lose"), num_cycles=20))


class Lenient(ParallelGame):
    """For a suite that chooses without masks: an action stands for one that there is."""

    def step(self, actions: Any) -> Any:
        assert self._asked is not None
        masks = [self._asked.mask_of(seat).nonzero()[0] for seat in range(self.players)]
        legal = {
            agent: int(mask[actions[agent] % len(mask)])
            for agent, mask in zip(self.agents, masks, strict=True)
        }
        return super().step(legal)


@pytest.mark.parametrize("case", [case for case in TOGETHER if not case.changed], ids=str)
def test_games_are_cut_short_as_pettingzoo_has_it(case: Case) -> None:
    """By the suite for cycles in which every agent acts once."""

    def made(max_cycles: int) -> Lenient:
        game: Lenient = maker(Lenient, case)(max_cycles=max_cycles)
        for space in game.action_spaces.values():
            space.seed(1)
        return game

    kinds = SimpleNamespace(parallel_env=made, env=lambda **cycles: parallel_to_aec(made(**cycles)))
    checked(lambda: max_cycles_test(kinds))


def test_a_cut_is_no_end() -> None:
    game = env("tapas", max_cycles=2)
    game.reset(seed=1)
    for _ in range(4):
        seen, *_ = game.last()
        game.step(int(seen["action_mask"].argmax()))
    assert all(game.truncations.values())
    assert not any(game.terminations.values())
    assert not any(game.rewards.values())


@pytest.mark.parametrize("case", few_cases(), ids=str)
def test_the_agent_that_is_asked_has_its_moves_and_nobody_else_has_any(case: Case) -> None:
    game, dice = maker(env, case)(), np.random.default_rng(1)
    game.reset(seed=3)
    total = np.zeros(case.players)
    for agent in game.agent_iter(400):
        seen, reward, over, cut, info = game.last()
        seat = game.possible_agents.index(agent)
        total[seat] += reward
        if over:
            game.step(None)
            continue
        mask = seen["action_mask"]
        assert not cut
        assert (mask == info["action_mask"]).all()
        assert sorted(game.match.moves(seat).codes()) == mask[:-1].nonzero()[0].tolist()
        assert mask[-1] == (seat not in game.match.awaited)
        assert (seen["observation"] == game.match.observe(seat)).all()
        others = [one for one in game.agents if one != agent]
        assert not any(game.observe(one)["action_mask"].any() for one in others)
        game.step(int(dice.choice(mask.nonzero()[0])))
    assert total.sum() == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("game_id", game_ids())
def test_all_act_at_once_only_where_seats_choose_at_once(game_id: str) -> None:
    rules = rulebook(game_id)
    assert env(game_id).metadata["is_parallelizable"] == rules.simultaneous
    if not rules.simultaneous:
        with pytest.raises(UsageError) as refused:
            parallel_env(game_id)
        assert refused.value.code == "not-parallel"
        assert rules.name.en in str(refused.value)
        return
    players, together = max(2, rules.players[0]), 0
    game, dice = env(game_id, players), np.random.default_rng(1)
    game.reset(seed=1)
    for _ in range(200):
        if game.match.over:
            break
        assert game.match.actors == game.match.awaited
        together += len(game.match.awaited) > 1
        game.step(int(dice.choice(game.last()[0]["action_mask"].nonzero()[0])))
    assert together > 20


@pytest.mark.parametrize("case", TOGETHER, ids=str)
def test_all_at_once_is_the_same_game_as_one_by_one(case: Case) -> None:
    """Nobody's choice depends on what others choose in the same step."""
    game, dice = maker(parallel_env, case)(), np.random.default_rng(2)
    seen, infos = game.reset(seed=5)
    for _ in range(deep(40, 200)):
        chosen = {
            agent: int(dice.choice(one["action_mask"].nonzero()[0])) for agent, one in seen.items()
        }
        one_by_one = game.match.copy()
        acting = game.match.awaited
        for seat in acting:
            codes = one_by_one.moves(seat).codes()
            assert codes == game.match.moves(seat).codes()
            one_by_one.play(seat, one_by_one.moves(seat)[codes.index(chosen[f"seat_{seat}"])])
        seen, rewards, over, cut, infos = game.step(chosen)
        assert game.match.position() == one_by_one.position()
        assert seen.keys() == rewards.keys() == over.keys() == cut.keys() == infos.keys()
        if any(over.values()):
            assert not game.agents
            break
        assert not any(rewards.values())


@pytest.mark.parametrize("case", HIDING, ids=str)
def test_worlds_that_look_alike_to_an_agent_look_alike_to_it_here(case: Case) -> None:
    """What every agent sees and may do; a spectator's drawing shows what all may know."""
    game, dice = maker(env, case, render_mode="ansi")(), np.random.default_rng(1)
    game.reset(seed=2)
    told = 0
    for number in range(deep(30, 200)):
        asked = game._asked
        real, moves = asked.match, asked._moves
        for seat, agent in enumerate(game.agents if number % 5 == 0 else ()):
            world = imagined(real, real.worlds(seat, 1, number)[0])
            before = str(game.observe(agent)), game.render()
            asked.match, asked._moves = world, world.moves(asked.seat)
            again = str(game.observe(agent)), game.render()
            asked.match, asked._moves = real, moves
            assert again == before
            told += world.position() != real.position()
        seen, _, over, *_ = game.last()
        if over:
            game.reset()
            continue
        game.step(int(dice.choice(seen["action_mask"].nonzero()[0])))
    assert told or case.players == 1


@pytest.mark.parametrize("kind", [env, parallel_env])
def test_an_illegal_action_is_refused_by_name_or_loses(kind: Callable[..., Any]) -> None:
    game_id = next(one for one in game_ids() if rulebook(one).simultaneous)
    for illegal in ("refuse", "lose"):
        game = kind(game_id, 3, illegal=illegal)
        game.reset(seed=1)
        asked = game.match.awaited[0]
        wrong = rulebook(game_id).move_codes - 1
        wait = rulebook(game_id).move_codes
        action: Any = wrong
        if kind is parallel_env:
            action = {f"seat_{seat}": wrong if seat == asked else wait for seat in range(3)}
        before = game.match.position()
        if illegal == "refuse":
            with pytest.raises(IllegalAction) as refused:
                game.step(action)
            assert (refused.value.seat, refused.value.action) == (asked, wrong)
            assert game.match.position() == before
            continue
        found = game.step(action)
        rewards = game.rewards if found is None else found[1]
        over = game.terminations if found is None else found[2]
        assert all(over.values())
        assert rewards[f"seat_{asked}"] == pytest.approx(-1 / 3)
        assert sum(rewards.values()) == pytest.approx(0, abs=1e-6)
        assert game.match.position() == before


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"game_id": "chess"}, "unknown-game"),
        ({"players": 7}, "bad-players"),
        ({"options": {"nothing": 1}}, "unknown-option"),
        ({"illegal": "shrug"}, "unknown-choice"),
        ({"max_cycles": 0}, "bad-number"),
        ({"render_mode": "rgb_array"}, "unknown-choice"),
    ],
)
@pytest.mark.parametrize("kind", [env, parallel_env])
def test_an_environment_that_cannot_be_made_is_refused(
    kind: Callable[..., Any], given: dict[str, Any], code: str
) -> None:
    game_id = next(one for one in game_ids() if rulebook(one).simultaneous)
    with pytest.raises(EchappeeError) as refused:
        kind(**{"game_id": game_id, **given})
    assert refused.value.code == code


def test_what_cannot_be_asked_is_refused() -> None:
    game_id = next(one for one in game_ids() if rulebook(one).simultaneous)
    one_by_one, together = env(game_id, 2), parallel_env(game_id, 2)
    for call in (lambda: one_by_one.step(0), lambda: one_by_one.observe("seat_0"),
                 lambda: together.step({}), lambda: one_by_one.match):  # fmt: skip
        with pytest.raises(UsageError) as refused:
            call()
        assert refused.value.code == "not-dealt"
    one_by_one.reset(seed=1)
    together.reset(seed=1)
    wrong_agents: tuple[Any, ...] = ("seat_2", 0, None)
    for bad in wrong_agents:
        with pytest.raises(UsageError) as refused:
            one_by_one.observe(bad)
        assert refused.value.code == "unknown-choice"
    wrong_actions: tuple[Any, ...] = (
        {"seat_0": 0}, {"seat_0": 0, "seat_1": 0, "seat_2": 0}, {0: 0, 1: 0},
    )  # fmt: skip
    for given in wrong_actions:
        with pytest.raises(UsageError) as refused:
            together.step(given)
        assert refused.value.code == "parallel-agents"
