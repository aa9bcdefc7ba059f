"""Exact play: against plain minimax, at the end of Tapas."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from echappee.bots import exact, search_bot
from echappee.bots.chair import Chair
from echappee.bots.search_bot import ThinkingBot
from echappee.bots.solver import _too_many, solve
from echappee.bots.tree import Tree, think
from echappee.games import game_ids, rulebook
from echappee.match.game import Game
from echappee.match.match import Match
from echappee.rulebook.outlook import Effort

OPTIONS: tuple[dict[str, bool | int | str], ...] = (
    {}, {"extras": 5}, {"burning_head": True}, {"extras": 3, "burning_head": True},
)  # fmt: skip


def _endings(options: dict[str, bool | int | str], left: int, count: int) -> Iterator[Match]:
    """Random games with about so many moves to go."""
    for seed in range(count):
        match = Game(rulebook("tapas")).start(2, options, seed=seed)
        dice = np.random.default_rng(seed)
        while not match.over and match.number < 20 - left:
            seat = match.awaited[0]
            listed = match.moves(seat)
            match.play(seat, listed[int(dice.integers(len(listed)))])
        if not match.over:
            yield match


def _minimax(match: Match, seat: int) -> int:
    """What ``seat`` gets with best play, by trying everything."""
    if match.over:
        places = match.standing.places
        return int(np.sign(places[1 - seat] - places[seat]))
    turn = match.awaited[0]
    values = []
    for text in match.moves(turn):
        after = match.copy()
        after.play(turn, text)
        values.append(_minimax(after, seat))
    return max(values) if turn == seat else min(values)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_values_and_moves_are_those_of_minimax(options: dict[str, bool | int | str]) -> None:
    seen = set()
    for match in _endings(options, left=3, count=12):
        seat = match.awaited[0]
        found = solve(match.rulebook, match.worlds(seat, 1)[0], 10**6)
        assert found is not None
        assert found.value == _minimax(match, seat)
        seen.add(found.value)
        after = match.copy()
        listed = match.moves(seat)
        after.play(seat, listed[listed.codes().index(found.move)])
        assert _minimax(after, seat) == found.value
    assert len(seen) > 1


def test_too_far_from_the_end_is_not_known() -> None:
    match = Game(rulebook("tapas")).start(2, seed=1)
    assert solve(match.rulebook, match.worlds(0, 1)[0], 10**6) is None


def test_too_few_positions_are_not_enough() -> None:
    (match, *_) = _endings({}, left=8, count=3)
    assert solve(match.rulebook, match.worlds(match.awaited[0], 1)[0], 20) is None


def test_it_is_not_tried_where_it_would_take_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """The end is tried where the positions allowed may well be enough, and only there."""
    tried = []

    def begun(*given: object) -> int:
        tried.append(given)
        return exact.UNKNOWN

    rules = rulebook("tapas")
    compiled = rules.functions.kernel
    monkeypatch.setattr(
        rules.functions, "kernel", lambda of: begun if of is exact.solve else compiled(of)
    )
    (match, *_) = _endings({}, left=8, count=3)
    state = match.worlds(match.awaited[0], 1)[0]
    solve(rules, state, 2_000)
    assert not tried
    solve(rules, state, 10**6)
    assert tried


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_is_tried_is_mostly_solved(options: dict[str, bool | int | str]) -> None:
    """A try that fails is time lost: of ends with few positions allowed, most tries succeed."""
    tries = solved = 0
    for left in range(2, 10):
        for match in _endings(options, left, count=6):
            state = match.worlds(match.awaited[0], 1)[0]
            if not _too_many(match.rulebook, state, 20_000):
                tries += 1
                solved += solve(match.rulebook, state, 20_000) is not None
    assert tries > 20
    assert solved >= 0.8 * tries


def test_solving_takes_from_the_time_to_search(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    given: list[float | None] = []

    def slow(*_: object) -> None:
        clock[0] += 1.5

    def search(trees: list[Tree], simulations: int, seconds: float | None, _: int) -> object:
        given.append(seconds)
        return think(trees, min(simulations, 20), None, 1)

    monkeypatch.setattr(search_bot, "solve", slow)
    monkeypatch.setattr(search_bot, "think", search)
    monkeypatch.setattr("echappee.bots.search_bot.time.perf_counter", lambda: clock[0])
    match = Game(rulebook("tapas")).start(2, seed=1)
    thinker = ThinkingBot("a", Effort(simulations=20, seconds=2.0, exact=10))
    thinker.choose(Chair(match, match.awaited[0], 1))
    thinker.consider(Chair(match, match.awaited[0], 1))
    assert given == [0.5, 0.5]


def test_the_bot_plays_what_is_proved() -> None:
    proved = 0
    for match in _endings({}, left=6, count=12):
        seat = match.awaited[0]
        found = solve(match.rulebook, match.worlds(seat, 1)[0], 10**6)
        assert found is not None
        if found.value == 1:
            thinker = ThinkingBot("a", Effort(simulations=2, exact=10**6))
            chosen = thinker.choose(Chair(match, seat, 1))
            listed = match.moves(seat)
            assert chosen == listed[listed.codes().index(found.move)]
            told = thinker.consider(Chair(match, seat, 1))[0]
            assert (told.move, told.proved, told.wins) == (found.move, True, 1.0)
            proved += 1
    assert proved > 2


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_is_called_solvable_only_if_it_is(game_id: str) -> None:
    """For two, no secrets, and no chance once the game is set up."""
    rules = rulebook(game_id)
    if not rules.solvable:
        assert rules.hidden or rules.players != (2, 2)
        return
    assert rules.players == (2, 2)
    assert not rules.hidden
    for seed in range(5):
        match = Game(rules).start(2, {"extras": 5, "burning_head": True}, seed=seed)
        while not match.over:
            match.play(match.awaited[0], match.moves(match.awaited[0])[0])
        assert all(entry.chance is None for entry in match.entries)
