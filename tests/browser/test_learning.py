"""Lessons taken to their end by clicking, and the rulebook read."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import cycle

import pytest
from playwright.sync_api import Locator, expect

from echappee.learning.course import Step, course
from tests.browser.conftest import Meet
from tests.browser.desk import BOT, YOU, Table
from tests.browser.learners import learner
from tests.browser.people import Person
from tests.browser.servers import Server
from tests.depth import deep
from tests.games.tapas.browser import tapas_words
from tests.learning.taught import TAUGHT


def _frame(who: Person) -> Locator:
    return who.page.locator("[data-lesson]")


def _coach(who: Person) -> Locator:
    return who.page.get_by_role("complementary").first


def _ready(who: Person, step: Step) -> None:
    """Wait until a step waits for its learner."""
    expect(_frame(who)).to_have_attribute("data-lesson", step.id)
    wanted = "data-ready" if step.goals else "data-complete"
    expect(_frame(who)).to_have_attribute(wanted, "true")


def _take(who: Person, game: str, step: Step, first: bool) -> None:
    """Do what a step asks for, and go on."""
    hands = learner(game, who)
    _ready(who, step)
    made = 0
    while made < len(step.model):
        made += hands.make(list(step.model[made:]))
        expect(_frame(who)).to_have_attribute("data-made", str(made))
        if made < len(step.model):
            expect(_frame(who)).to_have_attribute("data-ready", "true")
    expect(_frame(who)).to_have_attribute("data-complete", "true")
    _coach(who).get_by_role("button", name=who.words.lets_go if first else who.words.go_on).click()


def _go_on_at(who: Person, game: str, steps: Sequence[Step], number: int) -> None:
    """Come back as one who has taken all the steps before."""
    done = [step.id for step in steps[:number]]
    kept = json.dumps({"at": steps[number].id, "done": done})
    who.page.evaluate("(pair) => localStorage.setItem(...pair)", [f"echappee.lesson.{game}", kept])
    who.page.reload()


@pytest.mark.parametrize(
    ("game", "size"), list(zip(TAUGHT, cycle(["phone", "desktop"]), strict=False))
)
def test_a_lesson_is_taken_to_its_end(game: str, size: str, meet: Meet) -> None:
    known = course(game)
    assert known is not None
    lang = "fr" if size == "phone" else "en"
    who = meet(lang=lang, size=size)
    who.page.emulate_media(reduced_motion="reduce")
    who.go(f"/learn/{game}")
    last = len(known.steps) - 1
    taken = deep({0, last}, set(range(last + 1)))
    for number, step in enumerate(known.steps):
        if number not in taken:
            continue
        if number and number - 1 not in taken:
            _go_on_at(who, game, known.steps, number)
        _take(who, game, step, first=number == 0)
    expect(_frame(who)).to_have_attribute("data-lesson", "finished")
    who.button(who.words.play_lesson).click()
    who.at_table()


def test_the_coach_answers_what_he_was_not_waiting_for(meet: Meet) -> None:
    """A legal move is shown and taken back, an illegal one refused; then the step goes on."""
    who = meet()
    who.page.emulate_media(reduced_motion="reduce")
    known = course("tapas")
    assert known is not None
    who.go("/learn/tapas")
    for number, step in enumerate(known.steps[:4]):
        _take(who, "tapas", step, first=number == 0)
    gift = known.steps[4]
    assert gift.id == "gift"
    _ready(who, gift)
    coach = who.page.locator("aside [role=status]")
    hands = learner("tapas", who)
    hands.make(["W2:2"])
    expect(coach).to_contain_text("bad bargain")
    expect(_frame(who)).to_have_attribute("data-ready", "true")
    hands.make(["E2:1"])
    expect(coach.get_by_role("link", name="Article 4d")).to_be_visible()
    who.button(who.words.show_me).click()
    expect(coach).to_contain_text("I would play")
    who.button(tapas_words(who).push).click()  # what the coach shows lies ready
    expect(_frame(who)).to_have_attribute("data-complete", "true")


def test_a_lesson_goes_on_where_it_was_left(meet: Meet) -> None:
    who = meet()
    who.page.emulate_media(reduced_motion="reduce")
    known = course("tapas")
    assert known is not None
    who.go("/learn/tapas")
    for number, step in enumerate(known.steps[:2]):
        _take(who, "tapas", step, first=number == 0)
    _ready(who, known.steps[2])
    who.page.reload()
    _ready(who, known.steps[2])
    who.page.get_by_role("button", name=re.compile("^Step 2: .*done")).click()
    _ready(who, known.steps[1])
    locked = who.page.get_by_role("button", name=re.compile("^Step 5: "))
    expect(locked).to_be_disabled()


def test_a_lesson_can_be_taken_by_keyboard(meet: Meet) -> None:
    who = meet()
    who.page.emulate_media(reduced_motion="reduce")
    known = course("tapas")
    assert known is not None
    who.go("/learn/tapas")
    _ready(who, known.steps[0])
    expect(who.button(who.words.lets_go)).to_be_focused()
    who.page.keyboard.press("Enter")
    _ready(who, known.steps[1])
    who.page.locator('[data-entry="W3"]').focus()
    who.page.keyboard.press("Enter")
    who.page.keyboard.press("Enter")
    expect(_frame(who)).to_have_attribute("data-complete", "true")
    expect(who.button(who.words.go_on)).to_be_focused()


@pytest.mark.parametrize("game", TAUGHT)
def test_the_rulebook_has_every_article_and_draws_its_pictures(game: str, meet: Meet) -> None:
    known = course(game)
    assert known is not None
    who = meet(lang="fr")
    who.go(f"/rules/{game}")
    articles = who.page.locator("article[id]")
    expect(articles.first).to_be_visible()
    contents = who.page.get_by_role("navigation").get_by_role("link")
    assert articles.count() == contents.count()
    for diagram in known.diagrams:
        figure = who.page.locator(f'[data-picture="{diagram.id}"]')
        figure.scroll_into_view_if_needed()
        expect(figure).to_have_attribute("data-drawn", "true")
        expect(figure.locator("svg:not(.sprite)").first).to_be_visible()


def test_an_address_leads_to_an_article(meet: Meet) -> None:
    who = meet()
    who.go("/rules/tapas#4d")
    wanted = who.page.locator('article[id="4d"]')
    expect(wanted).to_be_in_viewport()
    expect(wanted).to_be_focused()
    who.page.get_by_role("navigation").get_by_role("link", name=re.compile("^7")).click()
    expect(who.page.locator('article[id="7"]')).to_be_in_viewport()
    assert who.page.url.endswith("/rules/tapas#7")
    who.page.go_back()
    expect(wanted).to_be_focused()


def test_rules_are_found_without_accents_and_hits_are_marked(meet: Meet) -> None:
    who = meet(lang="fr")
    who.go("/rules/tape-letape")
    box = who.page.get_by_role("searchbox", name=who.words.look_up)
    box.fill("RAVITAILLEMENT")
    expect(who.page.locator("article[id]")).to_have_count(1)
    expect(who.page.locator("article mark").first).to_be_visible()
    box.fill("etape derniere")
    expect(who.page.locator("article mark", has_text="étape").first).to_be_visible()
    box.fill("xyzzy")
    expect(who.page.locator("article[id]")).to_have_count(0)
    expect(who.page.get_by_text("Rien sur")).to_be_visible()


def test_from_the_table_to_the_rulebook_and_back(meet: Meet, server: Server) -> None:
    table = Table(server.url, "tapas", [YOU, BOT])
    who = meet()
    who.go(table.link())
    who.at_table()
    who.open_tab(who.words.rules)
    who.link(who.words.whole_rules).click()
    expect(who.page.locator("article[id]").first).to_be_visible()
    who.link(who.words.to_table).click()
    who.at_table()
    assert who.code == table.code


def test_language_and_theme_are_at_hand_in_a_lesson_on_a_phone(meet: Meet) -> None:
    who = meet(size="phone")
    who.go("/learn/tapas")
    expect(_frame(who)).to_have_attribute("data-complete", "true")
    who.button("Settings").click()
    sheet = who.page.get_by_role("dialog")
    sheet.get_by_role("radio", name="Dark").check()
    sheet.get_by_role("radio", name="Français").check()
    expect(who.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(who.page.locator("html")).to_have_attribute("lang", "fr")
    expect(_frame(who)).to_have_attribute("data-lesson", "aim")


def test_on_a_tablet_held_upright_the_board_has_the_whole_width(meet: Meet) -> None:
    who = meet()
    who.page.set_viewport_size({"width": 820, "height": 1180})
    who.go("/learn/tapas")
    coach, board = who.page.locator("aside"), who.page.get_by_role("main")
    who.button("Let's go").wait_for()
    above, below = coach.bounding_box(), board.bounding_box()
    assert above is not None
    assert below is not None
    assert below["width"] == 820
    assert above["y"] + above["height"] <= below["y"]
    who.page.set_viewport_size({"width": 1180, "height": 820})
    expect(board).not_to_have_css("width", "1180px")
