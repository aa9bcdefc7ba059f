"""Every position that is taken can be recorded, replayed and played to its end; others are refused.

The texts are positions of random games and what becomes of them when they are spoilt: letters lost,
doubled or changed, numbers a little off, fields of another position put in. All from fixed seeds.
"""

from __future__ import annotations

import random
import re

import numpy as np
import pytest

import echappee
from echappee.games import game_ids
from echappee.match.game import Game
from echappee.match.match import Match
from tests.depth import deep
from tests.generic.cases import Case, Stream, all_cases, state_of, walk

TAKEN, SPOILT = deep(8, 40), deep(60, 150)
"""Texts for each game."""


def _texts(game_id: str) -> list[str]:
    """Positions of random games, with all numbers of players and options."""
    found = []
    for number, case in enumerate(case for case in all_cases() if case.game == game_id):
        steps = walk(case)
        found += [step.match.position() for step in steps[number % 5 :: 7]]
    return found


def _spoil(text: str, others: list[str], source: random.Random) -> str:
    """One thing about it is changed."""
    kind = source.randrange(6)
    place = source.randrange(len(text))
    if kind == 0:
        return text[:place] + text[place + 1 :]
    if kind == 1:
        return text[:place] + source.choice(text) + text[place + 1 :]
    if kind == 2:
        return text[:place] + text[place] + text[place:]
    if kind == 3:  # a number a little off, or far off
        numbers = list(re.finditer(r"\d+", text))
        if numbers:
            found = source.choice(numbers)
            value = max(0, int(found[0]) + source.choice((-2, -1, 1, 2, 90)))
            return text[: found.start()] + str(value) + text[found.end() :]
    fields = text.split(" ")
    if kind == 4 and len(fields) > 1:  # two fields change places
        one, two = source.sample(range(len(fields)), 2)
        fields[one], fields[two] = fields[two], fields[one]
        return " ".join(fields)
    other = source.choice(others).split(" ")  # a field of another position
    field = source.randrange(min(len(fields), len(other)))
    fields[field] = other[field]
    return " ".join(fields)


def _check_to_the_end(match: Match, seed: int) -> None:
    """Random moves lead to an end, and every position on the way can be written and read."""
    rules = match.rulebook
    functions, notation = rules.functions, rules.notation
    state = rules.state_from(state_of(match).tobytes())
    chance, buffer = Stream(rules, seed).words, rules.buffer()
    source = np.random.default_rng(seed)
    for number in range(3 * rules.longest(match.players, match.options)):
        if number % 41 == 0 or functions.over(state):
            text = notation.write_position(state)
            again, _, _ = rules.read_position(text)
            assert notation.write_position(again) == text
        if functions.over(state):
            return
        seats = [seat for seat in range(match.players) if functions.awaited(state) >> seat & 1]
        assert seats, "nobody is awaited"
        seat = int(source.choice(seats))
        count = functions.legal(state, seat, buffer)
        assert count > 0, "nothing can be played"
        functions.apply(state, seat, int(buffer[int(source.integers(count))]), chance)
    raise AssertionError("it never ends")


def _check_record(match: Match, source: random.Random, most: int) -> None:
    """Its records replay, before the first move and some moves later."""
    for _ in range(2):
        for text in (match.save(), match.record()):
            again = echappee.replay(text)
            assert again.position() == match.position()
            assert (again.options, again.result) == (match.options, match.result)
        for _ in range(most):
            if not match.over:
                seat = source.choice(match.awaited)
                match.play(seat, source.choice(list(match.moves(seat))))


@pytest.mark.parametrize("game_id", game_ids())
def test_positions_of_games_are_taken(game_id: str) -> None:
    game = echappee.game(game_id)
    source = random.Random(f"taken {game_id}")
    texts = _texts(game_id)
    for number, text in enumerate(texts[:: max(1, len(texts) // TAKEN)]):
        match = game.position(text, seed=number)
        assert match.position() == text
        _check_to_the_end(match, number)
        _check_record(match, source, 6)


@pytest.mark.parametrize("game_id", game_ids())
def test_spoilt_positions_are_refused_or_can_be_played_to_the_end(game_id: str) -> None:
    game = echappee.game(game_id)
    source = random.Random(f"spoilt {game_id}")
    texts = _texts(game_id)
    taken = refused = 0
    for number in range(SPOILT):
        text = _spoil(source.choice(texts), texts, source)
        try:
            match = game.position(text, seed=number)
        except echappee.BadPosition as error:
            assert error.words.en
            assert error.words.fr
            refused += 1
            continue
        taken += 1
        try:
            _check_to_the_end(match, number)
            _check_record(match, source, 3)
        except Exception as error:
            raise AssertionError(f"a position was taken that can't be played: {text}") from error
    assert taken
    assert refused


@pytest.mark.parametrize("game_id", game_ids())
def test_a_refused_position_changes_nothing(game_id: str) -> None:
    match = Case(game_id, Game(echappee.game(game_id).rulebook).players[0]).start(1)
    before = match.save()
    with pytest.raises(echappee.BadPosition):
        echappee.game(game_id).position(match.position() + " x")
    assert match.save() == before
