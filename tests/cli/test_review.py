"""The command ``review``: the moves that cost chances, as a table."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from echappee.bots.review import in_order, judge, review, worst
from echappee.match.match import Match
from tests.generic.cases import Case, finished

Run = Callable[..., str]
FEW = "16"


@pytest.fixture
def whole() -> Match:
    return finished(Case("tapas", 2), 5)


@pytest.fixture
def file(whole: Match, tmp_path: Path) -> Path:
    path = tmp_path / "game.echappee"
    path.write_text(whole.record(), encoding="utf-8")
    return path


def _numbers(printed: str) -> list[int]:
    """The numbers of the moves in a table."""
    return [int(number) for number in re.findall(r"^│ +(\d+) │", printed, re.M)]


def test_marked_moves_are_told_in_the_order_of_the_game(run: Run, whole: Match, file: Path) -> None:
    marked = [one for seat in range(2) for one in review(whole, seat, int(FEW)) if one.grade]
    printed = run("review", file, "--simulations", FEW)
    assert _numbers(printed) == sorted(one.number + 1 for one in marked)
    for one in marked:
        assert one.best is not None
        assert one.best in printed
        assert f"{round(100 * one.loss)} point" in printed
        assert str(one.grade) in printed
    first = next(one for one in marked if one.reasons)
    assert first.reasons[0].en.split()[0] in printed
    looked = sum(len(in_order(whole, seat)) for seat in range(2))
    assert f"{looked} decisions looked at" in printed


def test_the_worst_come_first_where_that_is_asked_for(run: Run, whole: Match, file: Path) -> None:
    printed = run("review", file, "--simulations", FEW, "--worst")
    expected = worst((one for seat in range(2) for one in review(whole, seat, int(FEW))), 99)
    assert _numbers(printed) == [one.number + 1 for one in expected]
    assert len(expected) > 1


def test_a_review_speaks_french(run: Run, file: Path) -> None:
    printed = run("review", file, "--simulations", FEW, "--seat", "2", "--lang", "fr")
    assert "Coups qui ont coûté des chances" in printed
    assert "au lieu de" in " ".join(re.sub(r"[│\n]", " ", printed).split())
    assert re.search("imprécision|erreur|gaffe", printed)


def test_nothing_to_mark_is_said_in_words(run: Run, tmp_path: Path) -> None:
    for seed in range(5, 40):
        match = finished(Case("tapas", 2), seed)
        early = match.at(1)
        if judge(early, 0, int(FEW)).grade is None:
            path = tmp_path / "early.echappee"
            path.write_text(early.save(), encoding="utf-8")
            printed = run("review", path, "--simulations", FEW)
            assert "Nothing to mark: in 1 decision" in " ".join(printed.split())
            assert "│" not in printed
            return
    pytest.fail("every first move was marked")


def test_a_seat_that_is_not_there_is_refused(run: Run, file: Path) -> None:
    for seat in ("0", "3"):
        printed = run("review", file, "--seat", seat, status=2)
        assert "2" in printed
        assert seat in printed
    assert "simulations" in run("review", file, "--simulations", "0", status=2)


def test_one_seat_alone(run: Run, whole: Match, file: Path) -> None:
    printed = run("review", file, "--simulations", FEW, "--seat", "2")
    marked = [one.number + 1 for one in review(whole, 1, int(FEW)) if one.grade]
    assert _numbers(printed) == sorted(marked)
    assert f"{len(in_order(whole, 1))} decisions looked at" in printed
