"""Bots while the rules are interpreted: they play by the same doors, simpler, and never by luck."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from echappee.bots.advice import advise
from echappee.bots.chair import Chair, next_action
from echappee.bots.levels import efforts, level_bots
from echappee.bots.registry import bot
from echappee.bots.search_bot import ThinkingBot, check_advice
from echappee.errors import UsageError
from echappee.games import game_ids, rulebook
from echappee.match.game import Game
from echappee.match.match import Match
from echappee.rulebook.outlook import Effort
from echappee.rulebook.rulebook import Rulebook
from tests.left_alone import left_alone


@contextmanager
def interpreted(rules: Rulebook) -> Iterator[None]:
    """Play by the interpreted rules in here."""
    with left_alone(rules):
        rules.borrow()
        yield


def _choices(game_id: str, moves: int) -> list[tuple[int, str]]:
    """What the five levels do in turn, each as if it had come anew; not in the longest games."""
    rules = rulebook(game_id)
    match = Game(rules).start(rules.usual_players, {}, "interpreted")
    for _ in range(15):
        match.play(match.awaited[0], match.moves(match.awaited[0])[0])
    found = []
    for number in range(moves):
        level = level_bots()[number % 5].fresh()
        action = next_action(match, dict.fromkeys(range(match.players), level), 7)
        assert action is not None
        match.play(*action)
        found.append(action)
    return found


@pytest.mark.parametrize("game_id", game_ids())
def test_every_level_plays_and_the_same_seed_gives_the_same_choice(game_id: str) -> None:
    with interpreted(rulebook(game_id)):
        first = _choices(game_id, 5)
        assert _choices(game_id, 5) == first


@pytest.mark.parametrize("game_id", game_ids())
def test_levels_keep_their_order_and_none_is_asked_for_more_than_its_own(game_id: str) -> None:
    rules = rulebook(game_id)
    outlook = rules.outlook
    with interpreted(rules):
        slow = [bot._effort_now(rules) for bot in level_bots()]
    counts = [level.simulations for level in slow]
    assert counts == sorted(counts)
    assert [level.overlook for level in slow] == [own.overlook for own in efforts(rules)]
    for level, own in zip(slow, efforts(rules), strict=True):
        assert level.simulations <= own.simulations
        assert level.simulations <= outlook.interpreted
        assert (level.seconds, level.exact, level.reuse) == (None, 0, False)


def test_a_bot_with_little_time_simulates_less() -> None:
    long = Effort(simulations=20_000).interpreted(100).simulations
    assert Effort(simulations=20_000, seconds=0.5).interpreted(100).simulations == 50 < long


def _hand(rules: Rulebook) -> Match:
    """A match in which somebody has a choice."""
    match = Game(rules).start(rules.usual_players, {}, "a choice")
    while len(list(match.moves(match.awaited[0]))) < 3:
        match.play(match.awaited[0], match.moves(match.awaited[0])[0])
    return match


@pytest.mark.parametrize("game_id", game_ids())
def test_where_the_policy_decides_the_strongest_plays_its_move(game_id: str) -> None:
    rules = rulebook(game_id)
    with interpreted(rules):
        match = _hand(rules)
        seat = match.awaited[0]
        silent = ThinkingBot("silent", Effort(simulations=0))
        assert silent.choose(Chair(match, seat, 3)) == bot("greedy").choose(Chair(match, seat, 3))


def test_who_overlooks_moves_still_plays_one() -> None:
    rules = rulebook("tapas")
    with interpreted(rules):
        match = _hand(rules)
        blind = ThinkingBot("blind", Effort(simulations=0, overlook=1.0))
        seat = match.awaited[0]
        found = {blind.choose(Chair(match, seat, seed)) for seed in range(20)}
        assert len(found) > 3
        assert found <= set(match.moves(seat))


@pytest.mark.parametrize("game_id", game_ids())
def test_advice_is_refused_in_words_unless_nobody_will_compile(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = rulebook(game_id)
    with interpreted(rules):
        match = _hand(rules)
        with pytest.raises(UsageError, match="once the rules of this game are compiled"):
            advise(match, match.awaited[0], 1)
        monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
        check_advice(rules)


def test_nothing_is_kept_of_an_interpreted_thought() -> None:
    """Its tree is too small for the thoughts that come after."""
    rules = rulebook("tapas")
    thinker = ThinkingBot("one", Effort(simulations=50))
    match = _hand(rules)
    with interpreted(rules):
        thinker.choose(Chair(match, match.awaited[0], 1))
    assert not thinker._trees
    fresh = ThinkingBot("one", Effort(simulations=50))
    chair = Chair(match, match.awaited[0], 1)
    assert thinker.choose(chair) == fresh.choose(chair)
