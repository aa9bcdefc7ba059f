"""A browser that draws nothing any more is no failure of the page, and nothing else is excused."""

from __future__ import annotations

import warnings

import pytest

from tests.browser.conftest import Meet
from tests.browser.standstill import MET, PlayedAgain, play, stands_still

pytest_plugins = ["pytester"]


def test_a_page_that_is_drawn_does_not_stand_still(meet: Meet) -> None:
    who = meet()
    who.go("/favicon.svg")
    assert not stands_still(who.page)
    who.page.evaluate("() => { window.requestAnimationFrame = () => 0; }")
    assert stands_still(who.page, patience=50)
    who.page.close()
    assert not stands_still(who.page)


@pytest.mark.parametrize(
    ("still", "plays", "passed"), [([True], 2, True), ([False], 1, False), ([True, True], 2, False)]
)
def test_only_a_standstill_is_played_again(
    still: list[bool], plays: int, passed: bool, pytester: pytest.Pytester
) -> None:
    made: list[int] = []

    def a_test() -> None:
        made.append(len(made))
        if len(made) <= len(still):
            item.stash[MET] = still[len(made) - 1]
            raise AssertionError("nothing was seen")

    item = pytester.getitem("def test_func() -> None: ...")
    assert isinstance(item, pytest.Function)
    item.obj = a_test
    with warnings.catch_warnings(record=True) as told:
        reports = play(item, None)
    assert [each.category for each in told] == [PlayedAgain] * (plays - 1)
    assert len(made) == plays
    assert all(report.passed for report in reports) == passed
