"""Whole random games of every game, player count and option, with every promise checked."""

from __future__ import annotations

import json

import msgspec
import numpy as np
import pytest

import echappee
from echappee.errors import LANGUAGES, EchappeeError
from echappee.match.game_record import Entry, read_record
from echappee.match.match import Match
from echappee.match.replay import verification
from echappee.rulebook.contract import Numbers, State, judge
from echappee.rulebook.rulebook import new_chance
from tests.depth import deep
from tests.generic.cases import Case, all_cases, few_cases, finished, state_of, walk


def verdicts(s: State, seat: int, refusals: Numbers) -> None:
    """What ``judge`` says of every move of a seat: compiled, because there are many."""
    for move in range(refusals.size):
        refusals[move] = judge(s, seat, move)


def _here(match: Match) -> tuple[bytes, tuple[Entry, ...], str]:
    """All that a match is, without the checksums of the positions it has come through."""
    return state_of(match).tobytes(), match.entries, match.check


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_position_and_moves_round_trip(case: Case) -> None:
    rules = case.rulebook
    for step in walk(case):
        match, seat = step.match, step.seat
        text = match.position()
        again = rules.blank()[0]
        players, options = rules.notation.read_position(text, again)
        assert again.tobytes() == state_of(match).tobytes(), text
        assert players == case.players
        assert "\n" not in text
        assert text == " ".join(text.split())
        assert rules.read_options(options) == options
        for move in match.moves(seat).codes():
            written = rules.notation.write_move(state_of(match), seat, move)
            assert rules.notation.read_move(state_of(match), seat, written) == move
            assert written
            assert not any(letter.isspace() for letter in written)


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_legal_agrees_with_judge_for_every_seat_and_move(case: Case) -> None:
    rules = case.rulebook
    functions = rules.functions
    for step in walk(case):
        match, state = step.match, step.state
        actors = 0
        for seat in range(case.players):
            codes = match.moves(seat).codes()
            assert len(codes) == len(set(codes)) <= rules.most_moves
            assert all(0 <= code < rules.move_codes for code in codes)
            told = np.zeros(rules.move_codes, np.int64)
            functions.kernel(verdicts)(state, seat, told)
            assert sorted(codes) == np.flatnonzero(told == 0).tolist(), match.position()
            actors |= bool(codes) << seat
        assert actors == functions.actors(state), match.position()
        assert functions.awaited(state) & ~actors == 0
        assert functions.offered(state) & ~actors == 0
        assert functions.offered(state) & functions.awaited(state) == 0
        assert functions.awaited(state) != 0


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_refused_moves_change_nothing_and_say_why(case: Case) -> None:
    rules = case.rulebook
    articles = {article.id for article in rules.words.articles}
    tried: set[tuple[int, int]] = set()
    for step in walk(case):
        match = step.match
        before = _here(match)
        for seat in range(case.players):
            told = np.zeros(rules.move_codes, np.int64)
            rules.functions.kernel(verdicts)(step.state, seat, told)
            for refusal, code in zip(*np.unique(told, return_index=True)):
                if refusal == 0 or (seat, refusal) in tried:
                    continue
                tried.add((seat, refusal))
                text = rules.notation.write_move(step.state, seat, code)
                found = match.explain(seat, text)
                assert not found.legal
                assert found.article in articles
                assert found.words.en != found.words.fr
                with pytest.raises(echappee.MoveError) as refused:
                    match.play(seat, text)
                assert refused.value.code == found.code
                assert refused.value.article == found.article
        assert _here(match) == before
    assert match.record() == finished(case, 1).at(match.number).record()
    assert tried


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_game_ends_in_time_with_scores_in_range(case: Case) -> None:
    match = finished(case, 1)
    longest = case.rulebook.longest(case.players, case.options)
    assert 0 < match.number <= longest
    low, high = case.rulebook.scores
    outcome = match.outcome
    assert outcome is not None
    assert all(low <= score <= high for score in outcome.standing.scores)
    first = 2 if outcome.ending == "dummy-won" else 1  # rivals who are no players
    assert min(outcome.standing.places) == first
    assert all(place < first + case.players for place in outcome.standing.places)
    assert bool(outcome.winners) == (first == 1)
    assert not match.awaited
    assert not match.actors
    for seat in range(case.players):
        assert len(match.moves(seat)) == 0
    with pytest.raises(echappee.EchappeeError):
        match.play(0, "pass")


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_record_replays_to_the_same_bytes(case: Case) -> None:
    match = finished(case, 1)
    text = match.record()
    again = echappee.replay(text)
    assert again.record() == text
    assert state_of(again).tobytes() == state_of(match).tobytes()
    assert verification(again, read_record(text)).moves == match.number


@pytest.mark.parametrize("case", deep(few_cases(), all_cases()), ids=str)
def test_half_a_game_replays_and_keeps_its_secret(case: Case) -> None:
    match = finished(case, 1)
    half = match.at(match.number // 2)
    for written in (half.record(), half.save()):
        resumed = echappee.replay(written)
        assert state_of(resumed).tobytes() == state_of(half).tobytes()
        assert resumed.record() == half.record()
    assert "secret" not in half.record()
    assert match.commitment in half.record()


@pytest.mark.parametrize("case", few_cases(), ids=str)
def test_a_saved_game_goes_on_as_it_would_have(case: Case) -> None:
    match = finished(case, 1)
    assert echappee.verify(match.record()).moves == match.number
    resumed = echappee.replay(match.at(match.number // 2).save())
    for entry in match.entries[resumed.number :]:
        resumed.play(entry.seat, entry.text)
    assert resumed.record() == match.record()


@pytest.mark.parametrize("case", few_cases(), ids=str)
def test_copy_is_independent(case: Case) -> None:
    for step in walk(case):
        match, seat, text = step.match, step.seat, step.text
        before = _here(match)
        twin = match.copy()
        assert _here(twin) == before
        twin.play(seat, text)
        assert _here(match) == before
        assert _here(twin) != before
    assert match.record() == finished(case, 1).at(match.number).record()


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_views_follow_their_schema_and_events_have_words(case: Case) -> None:
    rules = case.rulebook
    kinds = set()
    names = [f"P{seat}" for seat in range(case.players)]
    for step in walk(case):
        match, seat, text = step.match, step.seat, step.text
        for viewer in (None, *range(case.players)):
            view = match.view(viewer)
            typed = msgspec.convert(view["table"], rules.view_type)
            assert msgspec.to_builtins(typed) == view["table"]
            assert json.loads(json.dumps(view))["seat"] == viewer
        twin = match.copy()
        twin.play(seat, text)
        for viewer in (None, *range(case.players)):
            for _, event in twin.events(viewer, match.number):
                kinds.add(event.kind)
                json.dumps(msgspec.to_builtins(event))
                for language in LANGUAGES:
                    template = rules.words.get("events", event.kind)[language]
                    facts = {"seat": event.seat, **event.facts}
                    assert rules.words.fill(language, template, facts, names)
    assert kinds


@pytest.mark.parametrize("case", few_cases(), ids=str)
def test_schema_is_json(case: Case) -> None:
    game = echappee.game(case.game)
    for what in ("view", "event", "explanation", "standing", "outcome"):
        schema = game.schema(what)
        assert json.loads(json.dumps(schema)) == schema
    assert case.rulebook.view_type.__name__ in game.schema("view")["$defs"]


@pytest.mark.parametrize("case", few_cases(), ids=str)
def test_observation_is_finite_and_repeatable(case: Case) -> None:
    functions, count = case.rulebook.functions, case.rulebook.feature_count
    for step in walk(case):
        match, seat = step.match, step.seat
        first, second = np.full(count, 7, np.float32), np.full(count, -7, np.float32)
        functions.observe(state_of(match), seat, first)
        functions.observe(state_of(match), seat, second)
        assert np.isfinite(first).all()
        assert (first == second).all(), "a feature is not filled in"


@pytest.mark.parametrize("case", few_cases(), ids=str)
def test_rules_draw_only_from_the_chance_they_are_handed(case: Case) -> None:
    """The same chance gives the same state; a move that draws nothing leaves it alone."""
    functions = case.rulebook.functions
    for step in walk(case):
        match, seat, move = step.match, step.seat, step.move
        states = case.rulebook.blank(2)
        for i in range(2):
            states[i] = state_of(match)
            chance = new_chance()
            chance[:] = (1, 2, 3, 4)
            functions.apply(states[i], seat, move, chance)
        assert states[0].tobytes() == states[1].tobytes()


@pytest.mark.parametrize("case", few_cases(), ids=str)
def test_wrong_player_counts_are_refused(case: Case) -> None:
    game = echappee.game(case.game)
    fewest, most = game.players
    for players in (fewest - 1, most + 1, -1, 2.5, "3", True):
        with pytest.raises(EchappeeError) as refused:
            game.start(players=players)  # type: ignore[arg-type]
        assert refused.value.words.fr
