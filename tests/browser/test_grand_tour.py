"""A Grand Tour through the page: chosen at the new table, carried from stage to stage."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.players import rush

# The two shortest roads there are: start, one tile, finish.
STAGES = "abcu,A-L-g-3-B-j-5-D-u"


def test_a_tour_goes_from_stage_to_stage_to_its_winner(meet: Meet) -> None:
    ana = meet(size="desktop")
    ana.go(f"/new/flamme-rouge?mode=bots&series={STAGES}")
    page = ana.page
    expect(page.get_by_role("radio", name=re.compile("^Grand Tour"))).to_be_checked()
    stages = page.get_by_role("combobox", name=re.compile(r"^Number \d$"))
    expect(stages).to_have_count(2)
    expect(page.get_by_label("End of the race")).to_have_count(0)
    # One more and out again; the second goes first and back.
    page.get_by_role("button", name="One more").click()
    expect(stages).to_have_count(3)
    page.get_by_role("button", name="Take number 3 out").click()
    page.get_by_role("button", name="Move number 2 up").click()
    expect(stages.first).to_have_value("A-L-g-3-B-j-5-D-u")
    page.get_by_role("button", name="Move number 2 up").click()
    expect(stages.first).to_have_value("abcu")
    page.get_by_role("radio", name="3", exact=True).check()
    page.get_by_role("radio", name=re.compile("^Sunday rider")).check()
    page.get_by_role("button", name="Begin").click()
    ana.at_table()
    expect(page.locator("header").first).to_contain_text("Stage 1 of 2")
    rush(ana)
    expect(ana.result).to_contain_text("Grand Tour, after stage 1 of 2")
    expect(ana.result.get_by_role("table", name="General classification")).to_be_visible()
    first = page.url
    ana.result.get_by_role("button", name="Next stage").click()
    page.wait_for_url(lambda url: url != first)
    ana.at_table()
    expect(page.locator("header").first).to_contain_text("Stage 2 of 2")
    rush(ana)
    expect(ana.result).to_contain_text("The Grand Tour is over")
    expect(ana.result).to_contain_text("winner of the Grand Tour")
    expect(ana.result.get_by_role("button", name="Rematch")).to_be_visible()
    assert not ana.errors


def test_the_proposals_and_one_race(meet: Meet) -> None:
    ana = meet(lang="fr", size="phone")
    ana.go("/new/flamme-rouge?mode=bots")
    page = ana.page
    stages = page.get_by_role("combobox", name=re.compile(r"^Numéro \d$"))
    expect(page.get_by_role("radio", name="Une course")).to_be_checked()
    expect(stages).to_have_count(0)
    page.get_by_role("radio", name=re.compile("^Grand Tour")).check()
    expect(stages).to_have_count(3)
    page.get_by_role("button", name="6 à la suite").click()
    expect(stages).to_have_count(6)
    page.get_by_role("radio", name="Une course").check()
    expect(stages).to_have_count(0)


def test_a_stage_given_up_is_ridden_again(meet: Meet) -> None:
    ana = meet()
    ana.go(f"/new/flamme-rouge?mode=bots&series={STAGES}")
    ana.button("Begin").click()
    ana.at_table()
    header = ana.page.locator("header").first
    expect(header).to_contain_text("Stage 1 of 2")
    ana.button(ana.words.menu).click()
    ana.button("Give up").click()
    ana.button("Yes, I give up").click()
    again = ana.result.get_by_role("button", name="Ride this stage again")
    expect(again).to_be_visible()
    expect(ana.result.get_by_role("button", name="Next stage")).to_have_count(0)
    first = ana.page.url
    again.click()
    ana.page.wait_for_url(lambda url: url != first)
    ana.at_table()
    expect(header).to_contain_text("Stage 1 of 2")
