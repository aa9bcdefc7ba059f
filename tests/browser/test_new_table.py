"""The form for a new table: stages by picture, orders by dragging names, its button in sight."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_race_is_prepared_in_words_and_pictures(meet: Meet, size: str) -> None:
    ana = meet(size=size)
    page = ana.page
    ana.go("/new/flamme-rouge?mode=screen")
    expect(page.locator("[data-stage=avenue-corso-paseo]")).to_be_visible()
    expect(ana.button("Begin")).to_be_in_viewport(ratio=1)
    names = page.get_by_role("textbox", name=ana.words.player)
    page.get_by_role("radio", name="3", exact=True).check()
    for place, name in enumerate(("Ana", "Bruno", "Chloé")):
        names.nth(place).fill(name)
    ana.button("Choose a stage").click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^La Classicissima")).click()
    expect(page.locator("[data-stage=la-classicissima]")).to_be_visible()
    page.get_by_role("combobox", name=re.compile("^Who places first")).select_option("order")
    grip = page.get_by_role("button", name=re.compile("^Chloé, number 3"))
    grip.scroll_into_view_if_needed()
    first = page.get_by_role("button", name=re.compile("^Ana, number 1")).bounding_box()
    last = grip.bounding_box()
    assert first
    assert last
    page.mouse.move(last["x"] + 30, last["y"] + 20)
    page.mouse.down()
    page.mouse.move(first["x"] + 30, first["y"] + 10, steps=4)
    page.mouse.up()
    expect(page.get_by_role("button", name=re.compile("^Chloé, number 1"))).to_be_visible()
    expect(ana.button("Begin")).to_be_in_viewport(ratio=1)
    ana.button("Begin").click()
    ana.button(ana.words.i_am).wait_for()
    options = ana.messages("welcome")[0]["table"]["options"]
    assert (options["stage"], options["order"]) == ("la-classicissima", "201")
    assert not ana.errors
