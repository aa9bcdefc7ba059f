"""The Python door: whatever a program hands in, a typed refusal leaves, and nothing is changed."""

from __future__ import annotations

import math
import pickle
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import echappee
from echappee import calculator
from echappee.errors import EchappeeError
from echappee.games import game_ids
from echappee.rulebook.options import HalvesOption
from tests.generic.public_calls import (
    GAME_CALLS,
    MADE_HERE,
    OTHER_CALLS,
    Call,
    World,
    parameters,
    public,
)
from tests.generic.wrong_values import WRONG

LONGEST = 1_500
"""No sentence is longer, whatever was given."""
CHANGING = ("Match.undo", "Batch.step", "Batch.reset")
"""With these, what is taken changes something."""


def test_every_public_function_and_each_of_its_parameters_is_tried() -> None:
    echappee.game("tapas")  # brings the adviser
    calls = {call.name: list(call.takes) for call in (*GAME_CALLS, *OTHER_CALLS)}
    assert len(calls) == len(GAME_CALLS) + len(OTHER_CALLS)
    found: dict[str, list[str]] = {}
    for name, function in public():
        if name not in MADE_HERE:
            method = name.split(".")[-2][0].isupper() if "." in name else False
            found[name] = sorted(parameters(function, bound=method))
    taking = {name: names for name, names in found.items() if names}
    assert {name: sorted(names) for name, names in calls.items()} == taking
    assert set(MADE_HERE) <= {name for name, _ in public()}, "what is not there needs no excuse"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to be in, with one race in it."""
    root = Path.cwd()
    (tmp_path / "docs").symlink_to(root / "docs")
    monkeypatch.chdir(tmp_path)
    calculator.save_race(tmp_path / "kept.race", World("tapas").race)
    return tmp_path


def _try(call: Call, world: World, folder: Path) -> None:
    before = world.fingerprint()
    assert set(call.right(world, folder)) == set(call.takes)
    for parameter, taken in call.takes.items():
        for kind, value in WRONG.items():
            arguments = call.right(world, folder) | {parameter: value}
            changes = arguments.pop("changes", {})
            if not isinstance(changes, dict) or not all(isinstance(key, str) for key in changes):
                continue  # Python itself refuses to spread them out
            where = f"{call.name}({parameter}={kind})"
            there = World(world.game.id) if kind in taken and call.name in CHANGING else world
            try:
                found = call.find(there)(**arguments, **changes)
                if isinstance(found, Iterator):
                    list(found)
            except EchappeeError as error:
                _check(error, where)
            except Exception as error:
                raise AssertionError(f"{where}: {type(error).__name__}: {error}") from error
            else:
                assert kind in taken, f"{where} was taken"
    assert world.fingerprint() == before, call.name


def _check(error: EchappeeError, where: str) -> None:
    assert error.code, where
    assert str(error) == error.words.en, where
    for words in (error.words.en, error.words.fr):
        assert 0 < len(words) <= LONGEST, where
        assert "x" * 1_000 not in words, where
        assert "braces" in where or not re.search(r"\{\w+\}", words), where
        words.encode()


@pytest.mark.parametrize("call", GAME_CALLS, ids=lambda call: call.name)
@pytest.mark.parametrize("game_id", game_ids())
def test_a_match_refuses_what_is_wrong_and_stays_as_it_was(
    game_id: str, call: Call, folder: Path
) -> None:
    _try(call, World(game_id), folder)


@pytest.mark.parametrize("call", OTHER_CALLS, ids=lambda call: call.name)
def test_other_functions_refuse_what_is_wrong(call: Call, folder: Path) -> None:
    _try(call, World("tapas"), folder)


@pytest.mark.parametrize("call", [*GAME_CALLS, *OTHER_CALLS], ids=lambda call: call.name)
def test_the_right_arguments_are_right(call: Call, folder: Path) -> None:
    """Else a refusal of a wrong one would show nothing."""
    world = World("tapas")
    if call.name in ("Match.advise", "echappee.verify"):
        return  # one takes seconds, the other waits for the end of a game
    arguments = call.right(world, folder)
    arguments.pop("changes", None)
    call.find(world)(**arguments)


@pytest.mark.parametrize("game_id", game_ids())
def test_an_option_takes_its_values_and_no_others(game_id: str) -> None:
    game = echappee.game(game_id)
    for option in game.options:
        for kind, value in WRONG.items():
            refused = _refused(f"{option.name} {kind}", game.start, None, {option.name: value}, 1)
            known = any(value is one for one in option.values) or isinstance(value, str)
            if isinstance(option, HalvesOption):
                known |= isinstance(value, float) and math.isfinite(value)  # 1.5 points
            assert refused or known, f"{option.name} took {kind}"


NUMBERS = ("7" * 5_000, "٣", "²", "-1", "9" * 25, "0x1", "\ud800")


def _with_other_numbers(text: str, places: int) -> Iterator[str]:
    """The text with nonsense in the place of some of its numbers."""
    found = list(re.finditer(r"[0-9]+", text))
    for one in found[:: max(1, len(found) // places)]:
        for number in NUMBERS:
            yield text[: one.start()] + number + text[one.end() :]


def _refused(where: str, function: Callable[..., object], *arguments: object) -> bool:
    try:
        function(*arguments)
    except EchappeeError as error:
        _check(error, where)
        return True
    return False


@pytest.mark.parametrize("game_id", game_ids())
def test_numbers_that_are_none_are_refused_in_every_text(game_id: str) -> None:
    world = World(game_id)
    match, before = world.match, world.fingerprint()
    moves = match.moves(world.seat)
    for text in (other for move in moves[:8] for other in _with_other_numbers(move, 4)):
        assert (text in moves) != _refused(text, match.copy().play, world.seat, text)
    for text in _with_other_numbers(match.position(), 25):
        _refused("a position", world.game.position, text)
    assert world.fingerprint() == before
    for text in _with_other_numbers(match.record(), 40):
        _refused("a record", echappee.replay, text)


def test_a_result_has_no_endless_numbers() -> None:
    text = (Path(__file__).parents[1] / "records" / "tapas-2.echappee").read_text(encoding="utf-8")
    *lines, result, end = text.splitlines()
    for other in _with_other_numbers(result, 10):
        with pytest.raises(echappee.BadRecord):
            echappee.replay("\n".join([*lines, other, end]))


def test_numpy_integers_are_numbers_like_any_other() -> None:
    one: Any = np.int64(1)
    two: Any = np.uint8(2)
    three: Any = np.int32(3)
    match = echappee.game("tapas").start(two, {"extras": three}, one)
    plain = echappee.game("tapas").start(2, {"extras": 3}, 1)
    assert match.record() == plain.record()
    assert type(match.players) is int
    seat: Any = np.int8(match.awaited[0])
    match.play(seat, match.moves(seat)[one])
    assert type(match.entries[0].seat) is int
    assert echappee.replay(match.save()).at(one).number == 1
    assert match.view(seat) == match.view(int(seat))
    assert calculator.Left(one, two) == calculator.Left(1, 2)
    assert type(calculator.Left(one, two).small) is int


def test_a_refusal_while_a_row_is_gone_through_ends_the_loop() -> None:
    """Python's own loops need an IndexError, programs an error of ours: it is both."""
    moves = echappee.game("tapas").start(seed=1).moves(0)
    with pytest.raises(IndexError) as refused:
        moves[len(moves)]
    assert isinstance(refused.value, echappee.OutOfRange)
    assert list(reversed(moves)) == list(moves)[::-1]
    assert moves[1:3] == list(moves)[1:3]


def test_an_error_can_be_sent_to_another_process() -> None:
    match = echappee.game("tapas").start(seed=1)
    with pytest.raises(echappee.InvalidMove) as refused:
        match.play(match.awaited[0], "nonsense")
    with pytest.raises(calculator.CalculatorError) as impossible:
        calculator.find_seat(World("tapas").race, "Nobody")
    for error in (refused.value, impossible.value):
        twin = pickle.loads(pickle.dumps(error))
        assert type(twin) is type(error)
        assert vars(twin) == vars(error)
        assert str(twin) == str(error)


def test_a_generator_refuses_when_it_is_asked_for_not_when_it_is_used() -> None:
    match: Any = echappee.game("tapas").start(seed=1)
    with pytest.raises(echappee.UsageError):
        match.moments(None)
