"""Any position of a match is found again, however long it is and however much was taken back."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any

import pytest

import echappee
from echappee.games import game_ids, rulebook
from echappee.match import history
from echappee.match.match import Match
from echappee.rulebook.values import Event

SEATS = {"tapas": 2, "tape-letape": 3, "flamme-rouge": 2, "tour-de-france": 2}


def _wander(game: str, entries: int) -> tuple[Match, list[str], list[list[Event]]]:
    """A game with many takings back; its positions, and what each entry did for seat 0."""
    chance = random.Random(game)
    match = echappee.game(game).start(SEATS.get(game), seed=3)
    everybody = range(match.players)
    positions, told = [match.position()], []
    while match.number < entries and not match.over:
        if match.number % 5 == 4:
            seat = chance.choice([None, *everybody])
            try:
                match.undo(seat, consent=everybody)
            except echappee.UndoRefused:
                match.undo(consent=everybody)
            last = match.last_entry
            assert last is not None
            told.append([Event("undo", last.seat)])
        else:
            seat = chance.choice(match.awaited)
            match.play(seat, chance.choice(list(match.moves(seat))))
            assert match.last_step is not None
            told.append(match.last_step.events(0))
        positions.append(match.position())
    return match, positions, told


@pytest.mark.parametrize("game", game_ids())
def test_every_position_and_event_is_found_again(game: str) -> None:
    match, positions, told = _wander(game, 60)
    for number, position in enumerate(positions):
        then = match.at(number)
        assert (then.number, then.position()) == (number, position)
        assert then.save() == "".join(_first_lines(match, then, number))
    for since in (0, 1, 7, 31, match.number, match.number + 5):
        expected = [
            (number, event)
            for number, events in enumerate(told, 1)
            for event in events
            if number > since
        ]
        assert match.events(0, since) == expected


def _first_lines(match: Match, then: Match, number: int) -> list[str]:
    """The record of a match up to an entry."""
    lines = match.save().splitlines(keepends=True)
    start = next(n for n, line in enumerate(lines) if line.startswith("start "))
    ending = [line for line in then.save().splitlines(keepends=True) if line.startswith("result ")]
    version = then.save().splitlines(keepends=True)[0]
    return [version, *lines[1 : start + 1 + number], *ending, f"end {number}\n"]


def test_a_match_seen_earlier_goes_on_by_itself() -> None:
    match, positions, _ = _wander("tapas", 30)
    then = match.at(12)
    then.undo(consent=range(2))
    then.play(then.awaited[0], then.moves(then.awaited[0])[0])
    assert match.position() == positions[-1]
    assert echappee.replay(then.save()).position() == then.position()
    assert match.at(12).position() == positions[12]


def test_few_states_are_kept_however_long_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "_STRIDE", 1)
    match, positions, _ = _wander("tape-letape", 120)
    kept = match._timeline._history._kept
    assert 4 < len(kept) <= history._MOST_KEPT
    assert all(match.at(number).position() == positions[number] for number in (1, 50, 99, 120))


@pytest.mark.parametrize("game", game_ids())
def test_whoever_is_told_leaves_the_shared_table_as_it_is(game: str) -> None:
    """Views, events and notation of all viewers are made from one plain copy of the state."""
    chance = random.Random(5)
    match = echappee.game(game).start(SEATS.get(game), seed=4)
    rules = rulebook(game)
    for _ in range(80):
        if match.over:
            break
        seat = chance.choice(match.awaited)
        text = chance.choice(list(match.moves(seat)))
        match.play(seat, text)
        step = match.last_step
        assert step is not None
        tables: list[Any] = [step.before.plain, step.after.plain]
        untouched = deepcopy(tables)
        for viewer in (None, *range(match.players)):
            assert step.events(viewer) == step.events(viewer)
            assert match.typed_view(viewer).table == rules.views.look(
                step.after.state, match.players, viewer
            )
        match.position()
        assert tables == untouched


def test_a_match_that_has_forgotten_works_everything_out_again() -> None:
    match, positions, _ = _wander("tape-letape", 40)
    view, record = match.view(1), match.save()
    match.forget()
    assert match.last_step is None
    assert (match.view(1), match.save(), match.position()) == (view, record, positions[-1])
