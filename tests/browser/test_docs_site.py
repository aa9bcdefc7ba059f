"""The documentation in a real browser: it opens, is found in, and fits a phone, in both themes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from echappee.server.http.docs_site import FOLDER
from tests.browser.conftest import Meet

BROKEN = "() => [...document.images].filter((one) => one.complete && !one.naturalWidth).length"
PAGES = ("index", "games/tapas", "jeux/flamme-rouge", "operating", "reference/match", "protocol")


@pytest.fixture(autouse=True)
def _built() -> None:
    if not (FOLDER / "index.html").exists():
        pytest.fail("The documentation is not built. Run `make docs`, or `make test`, which does.")


def _colour(page: Page) -> str:
    return str(page.evaluate("() => getComputedStyle(document.body).backgroundColor"))


def test_from_the_page_to_the_documentation_and_to_what_is_looked_for(meet: Meet) -> None:
    """Whatever the browser complains of fails the test: the server's policy lets all of it be."""
    who = meet()
    asked: list[str] = []
    who.page.on("request", lambda request: asked.append(request.url))
    who.go("/")
    who.page.get_by_role("link", name="Documentation").click()
    expect(who.page).to_have_url(re.compile("/docs/index.html$"))
    expect(who.page.locator("h1")).to_have_text(re.compile("^Échappée"))
    expect(who.page.locator(".shelf .poster")).to_have_count(4)

    who.page.get_by_placeholder("Search").fill("slipstream")
    who.page.keyboard.press("Enter")
    found = who.page.locator("#search-results li a", has_text="Flamme Rouge").first
    found.click()
    expect(who.page.locator("h1")).to_have_text(re.compile("^Flamme Rouge"))

    light = _colour(who.page)
    switch = who.page.locator(".theme-toggle:visible").first
    for _ in range(3):  # dark, light, as the system has it; in some order
        switch.click()
        if who.page.locator("body").get_attribute("data-theme") == "dark":
            break
    assert _colour(who.page) != light
    who.page.goto("/docs/notation.html")
    assert who.page.locator("body").get_attribute("data-theme") == "dark"
    elsewhere = [url for url in asked if not re.match(r"(?:http://127\.0\.0\.1:\d+/|data:)", url)]
    assert not elsewhere


def test_pages_fit_a_phone_in_both_themes(meet: Meet) -> None:
    who = meet(size="phone", color_scheme="light")
    for name in PAGES:
        who.page.goto(f"/docs/{name}.html")
        expect(who.page.locator("h1")).to_be_visible()
        light = _colour(who.page)
        for scheme in ("light", "dark"):
            who.page.emulate_media(color_scheme=scheme)
            assert (_colour(who.page) == light) == (scheme == "light"), name
            wide = who.page.evaluate("() => document.scrollingElement.scrollWidth - innerWidth")
            assert wide <= 0, name
        who.page.emulate_media(color_scheme="light")
        assert who.page.evaluate(BROKEN) == 0, name
