"""Our games in OpenSpiel: its own random simulation tests, its bots, and nothing hidden leaks."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest

from echappee.games import game_ids, rulebook
from echappee.lab.arena import arena
from echappee.lab.envs.openspiel import (
    OUTCOMES,
    Guest,
    Rollouts,
    State,
    load,
    name_of,
    register,
)
from echappee.rulebook.options import Value
from tests.depth import deep
from tests.generic.cases import Case, all_cases, brief, playable

_LONG = 1_500
PLAYERS = {game_id: max(2, rulebook(game_id).players[0]) for game_id in game_ids()}


def _walk(state: State, dice: random.Random, steps: int) -> State:
    for _ in range(steps):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(dice.randrange(OUTCOMES))
        else:
            state.apply_action(dice.choice(state.legal_actions()))
    return state


CASES = deep(
    [Case(game_id, players) for game_id, players in PLAYERS.items()],
    [case for case in all_cases() if case.players > 1],
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_openspiels_own_random_games_find_nothing_wrong(case: Case) -> None:
    """A long game is played on a small board, and in every run only its first hundreds of moves:
    its suite repeats the whole history at every move."""
    changed, rules = dict(case.changed), case.rulebook
    if brief(case.game) and playable(Case(case.game, case.players, _smaller(case))):
        changed = dict(_smaller(case))
    game = load(case.game, case.players, changed)
    if deep(rules.longest(case.players, rules.read_options(changed)) > _LONG, False):
        _walk(game.new_initial_state(), random.Random(1), 400)
        return
    pyspiel.random_sim_test(game, 1, False, False)


def _smaller(case: Case) -> tuple[tuple[str, Value], ...]:
    """Its options on a small board, and as short as a game of them can be."""
    return tuple((dict(case.changed) | dict(brief(case.game))).items())


@pytest.mark.parametrize("game_id", game_ids())
def test_a_history_leads_to_the_same_position(game_id: str) -> None:
    game = load(game_id, PLAYERS[game_id])
    first = _walk(game.new_initial_state(), random.Random(2), 60)
    second = game.new_initial_state()
    for action in first.history():
        second.apply_action(action)
    assert str(first) == str(second)


@pytest.mark.parametrize("game_id", game_ids())
def test_worlds_look_alike_and_differ(game_id: str) -> None:
    """What is drawn anew for a player is nothing that he sees."""
    dice = random.Random(3)
    differed = 0
    for steps in (10, 25, 40):
        state = _walk(load(game_id, PLAYERS[game_id]).new_initial_state(), dice, steps)
        while state.is_chance_node():
            state.apply_action(1)
        if state.is_terminal():
            continue
        player = state.current_player()
        other = state.resample_from_infostate(player, dice.random)
        assert other.seen(player) == state.seen(player)
        assert other.legal_actions() == state.legal_actions()
        differed += str(other) != str(state)
    assert differed > 0 or not rulebook(game_id).hidden


def test_a_clone_goes_its_own_way() -> None:
    state = _walk(load("tapas", 2).new_initial_state(), random.Random(1), 6)
    before = str(state)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert str(state) == before != str(twin)


def test_returns_share_the_first_place() -> None:
    state = _walk(load("tape-letape", 3).new_initial_state(), random.Random(1), 10**6)
    assert state.is_terminal()
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) > 0


def test_the_registry_knows_our_games() -> None:
    register()
    register()
    assert {name_of(game_id) for game_id in game_ids()} <= set(pyspiel.registered_names())
    assert pyspiel.load_game("echappee_tapas").num_players() == 2


@pytest.mark.parametrize(("game_id", "kind"), [("tapas", "mcts"), ("tape-letape", "ismcts")])
def test_openspiels_bots_sit_in_our_arena(game_id: str, kind: str) -> None:
    guest = Guest(kind, simulations=4)
    found = arena(game_id, ["greedy", guest], PLAYERS[game_id], threads=1)
    assert found.entrants[1].bot == f"openspiel-{kind}"


@pytest.mark.parametrize("game_id", PLAYERS)
def test_a_rollout_ends_the_game_and_leaves_the_position(game_id: str) -> None:
    """From the deal on, and from a position in the game."""
    state = load(game_id, PLAYERS[game_id]).new_initial_state()
    dealt = state.clone()
    while dealt.is_chance_node():
        dealt.apply_action(3)
    for position in (state, dealt):
        before = str(position)
        first, again = (position.played_out(np.random.RandomState(5)) for _ in range(2))
        assert first == again
        assert len(first) == PLAYERS[game_id]
        assert any(first)
        assert sum(first) == pytest.approx(0)
        assert str(position) == before
    several = Rollouts(20, np.random.RandomState(5)).evaluate(dealt)
    assert sum(several) == pytest.approx(0)
    assert len({tuple(dealt.played_out(np.random.RandomState(n))) for n in range(20)}) > 1


@pytest.mark.parametrize("game_id", [game_id for game_id in game_ids() if rulebook(game_id).hidden])
def test_who_sees_the_same_has_the_same_moves(game_id: str) -> None:
    """OpenSpiel's ISMCTS keeps one list of moves for all worlds that look alike to a player."""
    dice = random.Random(0)
    early = 300 if game_id == "tour-de-france" else 30
    state = _walk(load(game_id, PLAYERS[game_id]).new_initial_state(), dice, early)
    known: dict[str, list[int]] = {}
    for _ in range(40):
        if state.is_terminal():
            break
        for _ in range(0 if state.is_chance_node() else 12):
            world = state.resample_from_infostate(state.current_player(), dice.random)
            for _ in range(6):
                if not world.is_terminal() and not world.is_chance_node():
                    actions = world.legal_actions()
                    text = world.observation_string(world.current_player())
                    assert known.setdefault(text, actions) == actions
                _walk(world, dice, 1)
        _walk(state, dice, 1)
    assert len(known) > 300
