"""One rulebook, several speeds: interpreted and compiled rules do the same, in any process."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from echappee.games import game_ids
from tests.depth import deep
from tests.generic.cases import Case, Stream, all_cases, few_cases, random_match, state_of

MOST, SOME = deep(800, 100_000), deep(60, 200)
"""Moves of some games, and of all others. `make explore` plays the longest Tours to their end."""
PLAY = """
from echappee.games import game_ids, rulebook
from tests.generic.cases import Case, brief, finished
for game in game_ids():
    print(finished(Case(game, rulebook(game).players[0], brief(game)), 1).record())
"""


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_interpreted_and_compiled_rules_agree_over_whole_games(case: Case) -> None:
    rules = case.rulebook
    fast, slow = rules.functions, rules.interpreted
    numbers = rules.option_numbers(case.options)
    ours, theirs = Stream(rules, 5).words, Stream(rules, 5).words
    states = rules.blank(2)
    fast.setup(states[0], case.players, numbers, ours)
    slow.setup(states[1], case.players, numbers, theirs)
    assert states[0].tobytes() == states[1].tobytes()
    assert (ours == theirs).all()
    most = MOST if case in few_cases() else SOME
    for i, (match, seat, text) in enumerate(random_match(case, 1, most)):
        state = state_of(match)
        move = rules.notation.read_move(state, seat, text)
        states[0], states[1] = state, state
        fast.apply(states[0], seat, move, ours)
        slow.apply(states[1], seat, move, theirs)
        assert states[0].tobytes() == states[1].tobytes(), (match.position(), text)
        assert (ours == theirs).all(), (match.position(), text)
        if i % 37 == 0:
            _compare(case, state)


def _compare(case: Case, state: object) -> None:
    rules = case.rulebook
    answers = []
    for functions in (rules.functions, rules.interpreted):
        stream = Stream(rules, 9).words
        scores, places = np.zeros(case.players, np.int64), np.zeros(case.players, np.int64)
        functions.standing(state, scores)
        functions.ranking(state, places)
        found: list[object] = [scores.tolist(), places.tolist()]
        found += [int(f(state)) for f in (functions.awaited, functions.actors, functions.offered)]
        found.append(int(functions.over(state)))
        for seat in range(case.players):
            buffer, features = rules.buffer(), np.zeros(rules.feature_count, np.float32)
            count = int(functions.legal(state, seat, buffer))
            functions.observe(state, seat, features)
            world = rules.blank(1)
            world[0] = state
            functions.redeal(world[0], seat, stream)
            found += [buffer[:count].tolist(), features.tolist(), world[0].tobytes()]
            for code in range(0, rules.move_codes, 7):
                found.append(int(functions.judge(state, seat, code)))
            for code in buffer[:count].tolist():
                found.append(bool(functions.reveals(state, seat, code)))
        answers.append(found)
    assert answers[0] == answers[1]


def _run(**environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PLAY],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )
    return done.stdout.strip()


def test_same_seed_same_game_in_every_process() -> None:
    """Whatever the hash seed, and with compilation switched off altogether."""
    one = _run(PYTHONHASHSEED="1")
    assert one == _run(PYTHONHASHSEED="2", NUMBA_DISABLE_JIT="1")
    assert one.count("\nresult") == len(game_ids())
