"""A browser that draws nothing any more is no failure of the page, and nothing else is excused."""

from __future__ import annotations

import warnings

import pytest

from tests.browser.conftest import Meet
from tests.browser.servers import Server
from tests.browser.standstill import MET, PLAYED, PlayedAgain, play, stands_still
from tests.server.fixed_secrets import AGAIN, FixedSecrets

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
            assert item.stash.get(PLAYED, False) == (len(made) > 1)
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


def test_what_is_played_again_is_dealt_again_at_other_tables() -> None:
    name = "a test"
    drawn = FixedSecrets(lambda: name)
    deal, key, letter = drawn.token_bytes(32), drawn.token_urlsafe(16), drawn.token_urlsafe(16)
    name += AGAIN
    assert drawn.token_bytes(32) == deal
    assert drawn.token_urlsafe(16) not in (key, letter)
    name = "another test"
    assert drawn.token_bytes(32) != deal


def test_deals_do_not_depend_on_how_often_others_started_a_server(server: Server) -> None:
    with server.dealing("mine"):
        first = server.deals
    with server.dealing("others"):
        server.kill()
        server.start()
        assert server.deals == "others start 2"
    with server.dealing("mine"):
        assert server.deals == first == "mine start 1"
