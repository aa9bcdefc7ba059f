"""A state's plain values come out the same, whichever way they are taken."""

from __future__ import annotations

import copy

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
        whole = vars(plain(state))
        for names in (list(whole), list(reversed(whole))):  # a few come one by one, then the rest
            unpacked = rules.unpack(state.tobytes())
            assert {name: getattr(unpacked, name) for name in names} == whole
            assert vars(unpacked) == whole
            with pytest.raises(AttributeError):
                _ = unpacked.no_such_thing
        twin = copy.deepcopy(rules.unpack(state.tobytes()))
        assert vars(twin) == whole
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


@pytest.mark.parametrize("game_id", game_ids())
def test_states_of_an_array_are_parts_of_it(game_id: str) -> None:
    """Whichever way one is taken, compiled rules write into the array, and into no neighbour."""
    rules = rulebook(game_id)
    states = rules.blank(5)
    numbers = rules.option_numbers(rules.read_options({}))
    players = rules.usual_players
    rules.functions.setup(states[1], players, numbers, chance_words(UNKNOWN))
    dealt, blank = states[1].tobytes(), rules.blank()[0].tobytes()
    assert dealt != blank
    assert [state.tobytes() for state in states] == [blank, dealt, blank, blank, blank]
    for one in (states[-2], states[2:][0], states.copy()[4]):
        rules.functions.setup(one, players, numbers, chance_words(UNKNOWN))
        assert one.tobytes() == dealt
    assert [s.tobytes() == dealt for s in states] == [False, True, True, True, False]
    with pytest.raises(IndexError):
        states[5]
