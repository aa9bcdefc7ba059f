"""A state's plain values come out the same, whichever way they are taken."""

from __future__ import annotations

import pytest

from echappee.games import game_ids, rulebook
from echappee.match.game import Game
from echappee.match.secret import UNKNOWN, chance_words
from echappee.rulebook.state_layout import plain


@pytest.mark.parametrize("game_id", game_ids())
def test_bytes_unpack_to_the_same_values(game_id: str) -> None:
    rules = rulebook(game_id)
    match = Game(rules).start(seed=1)
    for _ in range(30):
        state = match._state
        assert rules.unpack(state.tobytes()) == plain(state)
        seat = match.awaited[0]
        match.play(seat, match.moves(seat)[0])
        if match.over:
            break


@pytest.mark.parametrize("game_id", game_ids())
def test_compiled_rules_write_to_the_bytes_that_a_state_holds(game_id: str) -> None:
    """A state that is copied for speed is a state of its own, and all of it."""
    rules = rulebook(game_id)
    match = Game(rules).start(seed=2)
    before = match._state.tobytes()
    twin = rules.state_from(before)
    assert bytes(twin.data) == before
    seat = match.awaited[0]
    match.play(seat, match.moves(seat)[0])
    assert twin.tobytes() == before
    rules.functions.redeal(twin, 0, chance_words(UNKNOWN))
    assert bytes(twin.data) == twin.tobytes()
