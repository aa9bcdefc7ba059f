"""Whatever text comes in: a value or a typed error, never anything else."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import echappee
from echappee.errors import EchappeeError
from echappee.games import game_ids, rulebook
from echappee.match.match import Match
from tests.depth import deep
from tests.generic.cases import Case, brief, finished, state_of

quick = settings(max_examples=deep(50, 100), suppress_health_check=[HealthCheck.too_slow])
each_game = pytest.mark.parametrize("game_id", game_ids())


@cache
def _record(game_id: str) -> str:
    rules = rulebook(game_id)
    return finished(Case(game_id, rules.players[0], brief(game_id)), 21).record()


@cache
def _positions(game_id: str) -> tuple[str, ...]:
    match = echappee.replay(_record(game_id))
    return tuple(match.at(n).position() for n in range(0, match.number + 1, match.number // 5 or 1))


@cache
def _moves(game_id: str) -> tuple[str, ...]:
    match = echappee.replay(_record(game_id))
    return tuple({entry.text for entry in match.entries})


@cache
def _early(game_id: str) -> Match:
    return echappee.replay(_record(game_id)).at(3)


def _mangled(texts: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Real texts with a piece cut out, doubled or replaced."""

    def mangle(text: str, start: int, length: int, new: str) -> str:
        at = start % (len(text) + 1)
        return text[:at] + new + text[at + length :]

    return st.builds(
        mangle,
        st.sampled_from(texts),
        st.integers(0, 10_000),
        st.integers(0, 12),
        st.one_of(st.just(""), st.text(max_size=6), st.text("0123456789-+,:/>", max_size=6)),
    )


@each_game
@quick
@given(data=st.data())
def test_move_text(game_id: str, data: st.DataObject) -> None:
    match = _early(game_id)
    before = state_of(match).tobytes()
    text = data.draw(st.one_of(st.text(max_size=20), _mangled(_moves(game_id))))
    seat = data.draw(st.integers(0, match.players - 1))
    explained = match.explain(seat, text)
    assert (text in match.moves(seat)) == explained.legal
    twin = match.copy()
    try:
        twin.play(seat, text)
    except EchappeeError as error:
        assert not explained.legal
        assert error.code == explained.code
        assert error.words.en
        assert error.words.fr
        assert state_of(twin).tobytes() == before
    else:
        assert explained.legal


@each_game
@quick
@given(data=st.data())
def test_position_text(game_id: str, data: st.DataObject) -> None:
    game = echappee.game(game_id)
    text = data.draw(st.one_of(st.text(max_size=200), _mangled(_positions(game_id))))
    try:
        match = game.position(text)
    except EchappeeError as error:
        assert error.words.en
        assert error.words.fr
    else:
        assert match.position() == " ".join(text.split())
        for seat in match.actors:
            twin = match.copy()
            twin.play(seat, match.moves(seat)[0])


@each_game
@settings(quick, max_examples=deep(20, 40))  # a whole game is played again for each
@given(data=st.data())
def test_record_text(game_id: str, data: st.DataObject) -> None:
    record = _record(game_id)
    text = data.draw(st.one_of(st.text(max_size=300), _mangled((record,))))
    try:
        match = echappee.replay(text)
    except EchappeeError as error:
        assert error.words.en
        assert error.words.fr
    else:
        again = echappee.replay(match.record())
        assert again.record() == match.record()
        moves = [(e.seat, e.text) for e in echappee.replay(record).entries]
        assert [(e.seat, e.text) for e in match.entries] == moves, "an edited game was accepted"


@each_game
@quick
@given(data=st.data())
def test_option_values(game_id: str, data: st.DataObject) -> None:
    game = echappee.game(game_id)
    known = [st.just(option.name) for option in game.options]  # a game may have no options
    names = st.one_of(*known, st.text(max_size=8))
    values = st.one_of(st.text(max_size=30), st.integers(), st.booleans(), st.none(), st.floats())
    options = data.draw(st.dictionaries(names, values, min_size=1, max_size=3))
    try:
        match = game.start(options=options, seed=1)  # type: ignore[arg-type]
    except EchappeeError as error:
        assert error.words.en
        assert error.words.fr
    else:
        assert set(match.options) == {o.name for o in game.options}
