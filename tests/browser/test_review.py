"""A game looked at again in a real browser: marks, better moves, and a lesson of the worst ones."""

from __future__ import annotations

from typing import Any

import httpx
from playwright.sync_api import expect

import echappee
from echappee.match.match import Match
from tests.browser.conftest import Meet
from tests.browser.desk import keep_record
from tests.browser.learners import learner
from tests.browser.reviews import begin, practise
from tests.browser.screen import panel, replay
from tests.browser.servers import Server
from tests.match.golden import FOLDER

JSON = Any
PATIENCE = 120.0
LONG = 300_000
"""Each move is thought over: that takes its time where much else is done."""
GAME = "tapas"
LESSON = 3


def _thrown_away() -> Match:
    """A whole game of Tapas played at random: at its end points are given away beyond doubt."""
    found = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob(f"{GAME}-2*"))]
    return echappee.replay(min(found, key=len))


def test_mistakes_are_marked_and_practised(meet: Meet, server: Server) -> None:
    record = keep_record(server.url, _thrown_away())
    who = meet()
    replay(who, record, 3)
    marks = begin(who)
    expect(who.page.get_by_text("moves marked, of")).to_be_visible(timeout=LONG)
    asked = httpx.get(f"{server.url}/api/records/{record}/review?seat=0", timeout=PATIENCE)
    moments: list[JSON] = asked.json()["moments"]
    expect(marks).to_have_count(len(moments))
    # The worst is first in the list. A click goes there, and the better move is on the board.
    worst = sorted(moments, key=lambda one: (-one["loss"], one["number"]))
    assert [one["grade"] for one in worst[:LESSON]] == ["blunder"] * LESSON
    expect(marks.first).to_have_attribute("data-marked", str(worst[0]["number"]))
    marks.first.click()
    expect(marks.first).to_have_attribute("aria-current", "step")
    expect(who.page.locator(f'.record[data-entry="{worst[0]["number"]}"]')).to_be_visible()
    expect(who.page.get_by_role("combobox", name=who.words.seen_by)).to_have_value("0")
    bar = who.page.get_by_role("region", name="Marked moves")
    expect(bar).to_contain_text("Blunder")
    bar.get_by_role("button", name="Take it off the board").click()
    expect(bar.get_by_role("button", name="Show the better move on the board")).to_be_visible()
    # Marks stand on the timeline, on the curve and in the log.
    expect(who.page.locator(".road [data-graded]")).to_have_count(len(moments))
    expect(who.page.locator(".plot [data-graded]")).to_have_count(len(moments))
    panel(who, who.words.log)
    expect(who.page.locator("button[data-entry] [data-grade]")).to_have_count(len(moments))
    panel(who, who.words.analysis)
    # The lesson: what was played, then the better move; the better move shown; found at once.
    lesson = practise(who)
    for at, one in enumerate(sorted(worst[:LESSON], key=lambda one: one["number"])):
        expect(lesson).to_have_attribute("data-practice", str(at))
        by_hand = learner(GAME, who)
        if at == 0:
            by_hand.make([one["played"]])
            expect(lesson).to_have_attribute("data-answer", "played")
        if at == 1:
            who.button(who.words.show_me).click()
            expect(lesson).to_have_attribute("data-answer", "shown")
        else:
            by_hand.make([one["best"]])
            expect(lesson).to_have_attribute("data-answer", "best")
        who.page.locator("aside .on button").click()
    expect(lesson).to_have_attribute("data-practice", "finished")
    expect(who.page.locator("aside").get_by_role("listitem")).to_have_count(LESSON)
    who.button("Back to the replay").last.click()
    expect(marks).to_have_count(len(moments))
