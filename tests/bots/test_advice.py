"""Advice: what the best bot thinks of a seat's moves."""

from __future__ import annotations

import pytest

import echappee
from echappee.bots.advice import advice_of
from echappee.bots.chair import Chair
from echappee.bots.levels import level_bots
from echappee.errors import UsageError
from echappee.games import game_ids
from echappee.match.game import Game
from tests.bots.helpers import matches


@pytest.mark.parametrize("game_id", game_ids())
def test_advice_names_legal_moves_with_their_chances(game_id: str) -> None:
    quick = level_bots()[-1].fresh(0.01)
    for match in matches(game_id, seed=2, every=13, moves=40):
        seat = match.awaited[0]
        advice = advice_of(quick, Chair(match, seat, seed=1))
        assert advice.best == advice.moves[0].text
        for advised in advice.moves:
            assert advised.text in match.moves(seat)
            assert 0 <= advised.wins <= 1
            assert 0 <= advised.weight <= 1
        assert sum(a.weight for a in advice.moves) <= 1.001


def test_a_match_can_be_asked() -> None:
    """The end of Tapas is proved, so this is quick."""
    match = echappee.game("tapas").start(2, seed=3)
    while match.number < 17:
        match.play(match.awaited[0], match.moves(match.awaited[0])[0])
    advice = match.advise(match.awaited[0])
    assert advice.bot == "champion"
    assert advice.number == match.number
    assert advice.moves[0].proved


def test_who_has_nothing_to_decide_gets_no_advice() -> None:
    match = echappee.game("tapas").start(2, {"first_colour": "j"}, seed=3)
    with pytest.raises(UsageError) as refusal:
        match.advise(1)
    assert refusal.value.code == "no-advice"


def test_an_adviser_is_handed_in_and_handed_on() -> None:
    match = echappee.game("tapas").start(2, {"first_colour": "j"}, seed=3)
    for known in (match.copy(), match.branch(0, seed=1), echappee.replay(match.save())):
        assert known._adviser is match._adviser


def test_matches_do_not_know_the_bots() -> None:
    match = Game(echappee.game("tapas").rulebook).start(2, {"first_colour": "j"}, seed=3)
    with pytest.raises(UsageError) as refusal:
        match.advise(0)
    assert refusal.value.code == "no-adviser"
