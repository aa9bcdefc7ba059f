"""Browsers that serve one person after another: nothing of a visit may reach the next."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Meet, Regulars

STORED = "() => [...Object.entries(localStorage), ...Object.entries(sessionStorage)]"


def test_a_page_that_writes_to_the_last_leaves_nothing(meet: Meet) -> None:
    before, others = meet(forced=True), Regulars()  # one to whose browser nothing was told
    before.go("/")
    before.page.evaluate("""() => {
        const write = () => { localStorage.late = "1"; sessionStorage.late = "1"; };
        setInterval(write, 1);
        addEventListener("pagehide", write);
    }""")
    before.context.add_cookies([{"name": "late", "value": "1", "url": before.page.url}])
    others.leave(before, "en", "desktop")
    assert others.welcome("fr", "desktop") is None
    after = others.welcome("en", "desktop")
    assert after is not None
    assert after.page is before.page
    assert after.page.url.endswith("/favicon.svg")
    assert after.page.evaluate(STORED) == []
    assert after.context.cookies() == []
    after.context.close()


LASTING: dict[str, Callable[[Page], object]] = {
    "a route": lambda page: page.route("**/never", lambda route: route.abort()),
    "a clock": lambda page: page.clock.install(),
}


@pytest.mark.parametrize("what", LASTING)
def test_a_browser_in_which_something_lasts_is_not_used_again(what: str, meet: Meet) -> None:
    before, others = meet(), Regulars()
    others.watch(before)
    LASTING[what](before.page)
    others.leave(before, "en", "desktop")
    assert before.page.is_closed()
    assert others.welcome("en", "desktop") is None
