"""Rules that are compiled in the middle of a match change nothing about it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from echappee.games import game_ids, rulebook
from echappee.match import game
from echappee.match.replay import replay
from tests.generic.cases import Case, brief
from tests.left_alone import left_alone

MOVES = 40
SWITCHES = (0, 1, 7, 25, MOVES)


def _told(case: Case, switch: int) -> tuple[str, list[Any], str]:
    """The record, what everybody saw on the way, and the record of a match that plays on."""
    rules = case.rulebook
    with left_alone(rules):
        rules.borrow()
        assert not rules.functions.compiled
        match = case.start("the same secret")
        seen: list[Any] = []
        for number in range(MOVES):
            if number == switch:
                rules.settle_down()
                assert rules.functions.compiled
            if match.over:
                break
            seat = match.awaited[-1]
            moves = list(match.moves(seat))
            wrong = match.explain(seat, moves[0])
            match.play(seat, moves[(5 * number) % len(moves)])
            for viewer in (None, *range(match.players)):
                seen.append([match.view(viewer), match.events(viewer, number), wrong])
            if number % 13 == 5:
                match.undo(seat, consent=range(match.players))
                match.play(seat, moves[0])
        again = replay(match.save())
        worlds = match.worlds(0, 2, 3).tobytes()
        assert again.view(0) == match.view(0)
        assert again.worlds(0, 2, 3).tobytes() == worlds
        return match.save(), [msgspec.json.encode(one) for one in seen], again.save()


@pytest.mark.parametrize("game_id", game_ids())
def test_whenever_the_rules_are_compiled_the_match_is_the_same(game_id: str) -> None:
    case = Case(game_id, rulebook(game_id).usual_players, brief(game_id))
    whole = _told(case, SWITCHES[0])
    for switch in SWITCHES[1:]:
        assert _told(case, switch) == whole, switch


def test_nothing_is_compiled_for_who_plays_by_borrowed_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither to begin a match nor to replay one."""
    rules = rulebook("tapas")
    monkeypatch.setattr(game, "is_prepared", lambda _: False)
    monkeypatch.setattr(game, "prepare", lambda *_, **__: pytest.fail("compiled"))
    with left_alone(rules):
        rules.borrow()
        match = game.Game(rules).start(seed="x")
        assert replay(match.save()).position() == match.position()
        assert game.Game(rules).position(match.position()).position() == match.position()
        with monkeypatch.context() as changed:
            changed.setenv("NUMBA_DISABLE_JIT", "1")
            assert not rules.borrowed


def test_rules_that_were_borrowed_are_given_back() -> None:
    rules = rulebook("tapas")
    with left_alone(rules):
        found = []
        for step in (rules.borrow, rules.give_back, rules.borrow, rules.give_back):
            step()
            found.append(rules.functions.compiled)
    assert found == [False, True, True, True]
