"""Replays in a real browser: every step of every golden record, and all that can be done there."""

from __future__ import annotations

import json
import re
from itertools import groupby
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

import echappee
from echappee.bots.nets.own_nets import own_net
from echappee.games import game_ids, rulebook
from echappee.match.game_record import read_record
from echappee.rulebook.options import write_value
from tests.browser.boards import facts, reader
from tests.browser.conftest import Meet
from tests.browser.people import Person
from tests.browser.servers import Server
from tests.depth import deep
from tests.match.golden import FOLDER

JSON = Any
PATIENCE = 120.0
RECORDS = sorted(FOLDER.glob("*.echappee"))
LONG = 400
WHOLE = 1_000_000
BATCH = 10
OTHERS = deep(game_ids()[-1:], [one for one in game_ids() if one != "tapas"])
SOME = deep(game_ids()[::2], game_ids())
"""The timeline, its jumps and curves are the frame's: a game gives them words and numbers."""


def chosen_records() -> list[Path]:
    """A few golden records of the rules as they are now: those on the widest range of boards.

    Of each game the shortest and the one with most options changed, and of Flamme Rouge some
    stages. All of them, step by step, are looked at by `make explore`.
    """
    found: dict[str, list[tuple[int, int, Path]]] = {}
    stages: list[Path] = []
    for path in RECORDS:
        record = read_record(path.read_text(encoding="utf-8"))
        rules = rulebook(record.game)
        if record.rules != rules.version:
            continue
        usual = {one.name: write_value(one.default) for one in rules.options}
        changed = sum(value != usual[name] for name, value in record.options.items())
        found.setdefault(record.game, []).append((len(record.entries), changed, path))
        if "stage=" in path.name:
            stages.append(path)
    chosen = set(stages[::20])
    for records in found.values():
        chosen |= {min(records)[2], max(records, key=lambda one: one[1])[2]}
    return sorted(chosen)


def batches(records: list[Path]) -> list[list[Path]]:
    """Some records at a time of one game, for one page that reads them one after another."""
    found: list[list[Path]] = []
    for _, some in groupby(records, lambda path: read_record(path.read_text("utf-8")).game):
        of_game = list(some)
        found += [of_game[at : at + BATCH] for at in range(0, len(of_game), BATCH)]
    return found


def _text(game: str) -> str:
    """A golden record of a game, a short one, but not of a part of it."""
    found = [path for path in RECORDS if path.name.startswith(f"{game}-")]
    found = [path for path in found if "stages=" not in path.name]
    several = [path for path in found if not path.name.startswith(f"{game}-1")]
    return min((path.read_text(encoding="utf-8") for path in several), key=len)


def _kept(server: Server, text: str) -> str:
    """The id of a record that the server has been given."""
    answer = httpx.post(f"{server.url}/api/records", json={"text": text}, timeout=PATIENCE)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def _at(who: Person, record: str, number: int = 0, look: int | None = None) -> None:
    eyes = "" if look is None else f"&look={look}"
    who.go(f"/r/{record}?at={number}{eyes}")
    _shows(who.page, number)


def _shows(page: Page, number: int) -> None:
    """Wait until a moment is on the board."""
    expect(page.locator(f'.record[data-entry="{number}"]')).to_be_visible()


def _slider(who: Person) -> Locator:
    return who.page.get_by_role("slider", name=who.words.timeline)


def _panel(who: Person, name: str) -> Locator:
    """Open log, score or analysis."""
    tab = who.page.get_by_role("tab", name=name, exact=True)
    if tab.count():
        tab.click()
        return who.page.get_by_role("tabpanel")
    who.button(name).click()
    return who.page.get_by_role("dialog")


# Back through the game with an arrow key: a step back is drawn at once, without a show. After each
# run the timeline is pulled further back. What stands on the board is read at every step; a frame
# is waited for only where it is still to come.
WALK = """
async ([total, run, leap, reader]) => {
  const read = eval(reader);
  const root = document.querySelector(".record");
  const slider = root.querySelector("input[type=range]");
  const found = [];
  for (let number = total, steps = 1; number >= 0; steps++) {
    for (let tries = 0; Number(root.dataset.entry) !== number; tries++) {
      if (tries > 36000) throw new Error(`step ${number} does not come`);
      await (tries < 4 ? Promise.resolve() : new Promise((done) => requestAnimationFrame(done)));
    }
    found.push([number, JSON.stringify(read())]);
    if (steps % run || number <= leap) {
      const key = { key: "ArrowLeft", bubbles: true, cancelable: true };
      document.body.dispatchEvent(new KeyboardEvent("keydown", key));
      number--;
    } else {
      number -= leap;
      slider.value = String(number);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
  return found;
}
"""


# From one record to the next as one goes back and forth: the page stays open.
ON = "(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')) }"


def walk_back(path: Path, who: Person, server: Server, run: int, leap: int) -> int:
    """Read the board at runs of steps of a record, with leaps in between; returns how many."""
    text = path.read_text(encoding="utf-8")
    whole = echappee.replay(text)
    record = _kept(server, text)
    if "/r/" in who.page.url:  # at the beginning of another record
        _shows(who.page, 0)
        who.page.evaluate(ON, f"/r/{record}?at={whole.number}")
        _shows(who.page, whole.number)
    else:
        _at(who, record, whole.number)
    _panel(who, who.words.score)
    shown = who.page.evaluate(WALK, [whole.number, run, leap, reader(whole.game_id)])
    told = {number: json.loads(text) for number, text in shown}
    moments = {moment.number: moment for moment in whole.moments() if moment.number in told}
    wrong = [
        (path.stem, number, found, wanted)
        for number, found in told.items()
        if found != (wanted := facts(moments[number].view()))
    ]
    assert wrong == []
    return len(told)


@pytest.mark.parametrize("paths", batches(chosen_records()), ids=lambda paths: paths[0].stem[:60])
def test_golden_records_step_by_step(paths: list[Path], meet: Meet, server: Server) -> None:
    """Runs of three steps, spread over the game: of a long one as many as of a shorter one."""
    who = meet()
    for path in paths:
        entries = len(read_record(path.read_text(encoding="utf-8")).entries)
        if entries < LONG:
            assert walk_back(path, who, server, 3, 45) > entries / 18
        else:
            assert walk_back(path, who, server, 3, entries // 6) > 15


@pytest.mark.parametrize("game", SOME)
def test_the_timeline_by_keyboard_and_mouse(game: str, meet: Meet, server: Server) -> None:
    text = _text(game)
    total = echappee.replay(text).number
    who = meet()
    _at(who, _kept(server, text))
    press = who.page.keyboard.press
    slider = _slider(who)
    expect(slider).to_have_value("0")
    press("ArrowRight")
    _shows(who.page, 1)
    slider.focus()
    press("ArrowRight")
    _shows(who.page, 2)
    press("ArrowLeft")
    _shows(who.page, 1)
    press("End")
    _shows(who.page, total)
    expect(who.button(who.words.what_if)).to_be_disabled()
    press("PageDown")
    expect(slider).not_to_have_value(str(total))
    press("PageUp")
    press("Home")
    _shows(who.page, 0)
    slider.fill("7")
    _shows(who.page, 7)
    # The address names the moment, and a click in the log goes elsewhere.
    who.page.wait_for_url(re.compile(r"at=7$"))
    line = who.page.locator("aside button[data-entry]").nth(2)
    number = line.get_attribute("data-entry")
    line.click()
    expect(slider).to_have_value(str(number))
    expect(line).to_have_attribute("aria-current", "step")
    # Space plays and stops, from anywhere that is no button.
    slider.focus()
    press("End")
    press(" ")
    expect(slider).not_to_have_value(str(total))
    press(" ")
    expect(who.button("Play")).to_be_visible()


@pytest.mark.parametrize("game", OTHERS)
def test_a_jump_to_a_stage_or_round(game: str, meet: Meet, server: Server) -> None:
    record = _kept(server, _text(game))
    course = httpx.get(f"{server.url}/api/records/{record}/course", timeout=PATIENCE).json()
    who = meet(lang="fr", size="phone")
    _at(who, record)
    jump = who.page.get_by_role("combobox", name=who.words.go_to)
    third = course["chapters"][2]
    jump.select_option(index=2)
    _shows(who.page, third["number"])
    words = httpx.get(f"{server.url}/api/games/{game}/words/fr", timeout=PATIENCE).json()
    name = words["headings"][third["kind"]].replace("{number}", str(third["count"]))
    expect(jump.locator("option:checked")).to_have_text(name)


def test_one_pair_of_eyes_or_all(meet: Meet, server: Server) -> None:
    text = _text("tape-letape")
    whole = echappee.replay(text)
    who = meet()
    _at(who, _kept(server, text), 12, look=1)
    cards = who.page.locator("[data-card]")
    hand = whole.at(12).view(1)["table"]["riders"][1]["hand"]
    expect(cards).to_have_count(len(hand))
    assert sorted(filter(None, (one.get_attribute("data-card") for one in cards.all()))) == sorted(
        hand
    )
    eyes = who.page.get_by_role("combobox", name=who.words.seen_by)
    eyes.select_option(index=0)
    expect(cards).to_have_count(0)
    hands = who.page.locator(".seats .open")
    expect(hands).to_have_count(whole.players)
    who.page.wait_for_url(re.compile(r"at=12$"))
    eyes.select_option(index=3)
    who.page.wait_for_url(re.compile(r"at=12&look=2$"))


@pytest.mark.parametrize("size", deep(["phone"], ["phone", "desktop"]))
def test_share_copy_and_open(size: str, meet: Meet, server: Server, tmp_path: Path) -> None:
    text = _text("tapas")
    whole = echappee.replay(text)
    who = meet(size=size, permissions=["clipboard-read", "clipboard-write"])
    record = _kept(server, text)
    _at(who, record, 6, look=1)
    who.button(who.words.keep).click()
    for name, wanted in (
        (who.words.share_moment, f"{server.url}/r/{record}?at=6&look=1"),
        (who.words.copy_position, whole.at(6).position()),
        (who.words.copy_record, whole.record()),
    ):
        who.button(name).click()
        expect(who.page.get_by_text("Copied.").first).to_be_visible()
        who.page.wait_for_function(
            "async (wanted) => (await navigator.clipboard.readText()) === wanted", arg=wanted
        )
    with who.page.expect_download() as fetched:
        who.link(who.words.download).click()
    path = tmp_path / fetched.value.suggested_filename
    fetched.value.save_as(path)
    assert path.read_text(encoding="utf-8") == whole.record()
    other = tmp_path / "other.echappee"
    other.write_text(_text("flamme-rouge"), encoding="utf-8")
    who.page.locator("input[type=file]").set_input_files(other)
    expect(who.page.get_by_role("heading", level=1)).to_contain_text("Flamme Rouge")
    # The link that was shared opens at that moment, through those eyes.
    friend = meet()
    friend.go(f"/r/{record}?at=6&look=1")
    _shows(friend.page, 6)
    expect(friend.page.get_by_role("combobox", name=friend.words.seen_by)).to_have_value("1")


@pytest.mark.parametrize("game", SOME)
def test_curves_and_turning_points(game: str, meet: Meet, server: Server) -> None:
    who = meet()
    _at(who, _kept(server, _text(game)))
    panel = _panel(who, who.words.analysis)
    expect(panel.get_by_role("img")).to_have_count(2)
    box = panel.get_by_role("img").first.bounding_box()
    assert box is not None
    who.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(_slider(who)).not_to_have_value("0")
    judged = who.words.judged if own_net(rulebook(game)) is None else who.words.looked_into
    expect(panel.get_by_text(judged)).to_be_visible()
    turns = panel.locator(".turns").get_by_role("button")
    if turns.count() == 0:  # a game in which nothing was clear
        assert game != "tapas"
        expect(panel.get_by_text(who.words.no_turning)).to_be_visible()
    else:
        turns.first.click()
        last = re.findall(r"\d+", turns.first.inner_text().splitlines()[0])[-1]
        expect(_slider(who)).to_have_value(last)
    for table in panel.locator("summary").all():
        table.click()
    expect(panel.get_by_role("table")).to_have_count(2)


@pytest.mark.parametrize("game", SOME)
def test_what_if(game: str, meet: Meet, server: Server) -> None:
    """A new table at that moment: my seat sees what it saw, and the game can be played."""
    text = _text(game)
    whole = echappee.replay(text)
    # A moment where nobody but me has anything to do, so that no bot is quicker than the page.
    number = next(
        moment.number
        for moment in whole.moments(whole.number // 3)
        if len(moment.view().awaited) == 1 and not whole.at(moment.number).offered
    )
    seat = whole.at(number).awaited[0]
    who = meet(size="phone")
    _at(who, _kept(server, text), number, look=seat)
    who.button(who.words.what_if).click()
    expect(who.page.get_by_role("radio").nth(seat)).to_be_checked()
    who.page.get_by_role("textbox", name=who.words.your_name).fill("Ana")
    who.button(who.words.play_on).click()
    who.page.wait_for_url("**/t/*")
    expect(who.my_turn).to_be_visible()
    welcome = who.messages("welcome")[0]
    assert welcome["you"] == [seat]
    assert welcome["table"]["branch_of"]["number"] == number
    view = dict(welcome["game"]["view"])
    wanted = whole.at(number).view(seat)
    for apart in ("number", "commitment"):
        view.pop(apart)
        wanted.pop(apart)
    assert view == wanted
    assert welcome["game"]["moves"] == list(whole.at(number).moves(seat))
    # And back to where it came from.
    who.button(who.words.menu).click()
    who.link("Back to the record").click()
    _shows(who.page, number)


def test_an_unknown_record_and_an_odd_address(meet: Meet, server: Server) -> None:
    who = meet()
    who.go("/r/BCDFGHJKLMNP?at=4")
    expect(who.page.get_by_role("heading", level=1)).to_be_visible()
    record = _kept(server, _text("tapas"))
    for odd, number in (("at=99999", 20), ("at=x", 0), ("at=3&look=9", 3), ("at=-4", 0)):
        who.go(f"/r/{record}?{odd}")
        _shows(who.page, number)
