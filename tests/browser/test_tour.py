"""Tour de France through the page: steering, taking back, risk, a file of one's own material."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

import echappee
from tests.browser.conftest import Meet
from tests.browser.desk import BOT, OPEN, YOU, Table
from tests.browser.fingers import centre, drag, drag_until, played, touch_once
from tests.browser.looking import layout_problems
from tests.browser.moments import first_moment
from tests.browser.people import Person
from tests.browser.players import play, rush
from tests.browser.servers import Server
from tests.browser.test_two_people import sit
from tests.browser.test_whole_games import towards_the_end
from tests.browser.windows import Windows
from tests.depth import deep
from tests.games.tour_de_france.browser import TourPlayer

JSON = Any
FILE = Path(__file__).parents[1] / "games" / "tour_de_france" / "short_tour.toml"
MATERIAL = FILE.read_text(encoding="utf-8")
TOUR = "tour-de-france"


def phase(game: JSON) -> str:
    """What the game waits for."""
    return str(game["view"]["table"]["phase"])


def mine(*phases: str) -> Any:
    """Seat 0 is awaited in one of these phases."""
    return lambda game: 0 in game["view"]["awaited"] and phase(game) in phases


def unhindered(game: JSON) -> bool:
    """Can each rider of seat 0 ride straight on, with the finish still far?"""
    riders = [rider for team in game["view"]["table"]["seats"] for rider in team["riders"]]
    taken = {(rider["lane"], rider["row"]) for rider in riders}
    return game["view"]["table"]["kind"] == "classic" and all(
        0 < (rider["row"] or 0) <= 24 and (rider["lane"], rider["row"] + 1) not in taken
        for rider in riders[:3]
    )


def numbers(game: JSON) -> list[int]:
    """What is still to be given out."""
    return list(game["view"]["table"]["now"]["numbers"])


def gifts(game: JSON) -> list[str]:
    """Numbers that can be given to riders, without the extra square."""
    return [move for move in game["moves"] if re.fullmatch(r"\d>[123]", move)]


def steering(game: JSON) -> bool:
    """Seat 0 gives numbers, and has several squares to go."""
    now = game["view"]["table"]["now"]
    return bool(mine("assign")(game) and max(now["numbers"]) > 1 and game["number"] > 12)


# Both have 24 points, 9 of them individual ones: red wears yellow.
TIED = (
    "short d rb 3.grid.1.0 -,-,-/-,-,- 0.1/-/0/- 9.0.0+15/3.2.4+15 1.0.0/3.4.2 "
    "210b,220r,321,321/111b,111w,200o,210w 111b/- 100ox1,111rx1,111bx1,111ox1,200rx1,211rx1,211wx1,"
    "220bx1,220ox1,221rx1,221ox1,221wx1,321x1 -/- boost2,puncture2,refresh,advance2,refresh,hunger,"
    "boost2 - 1.00.0,0.0.0.0.0"
)


def test_equal_points_have_the_places_of_the_rules(meet: Meet, server: Server) -> None:
    """TDF-29: the engine says who is before whom, and the page shows that."""
    match = echappee.game(TOUR).position(TIED)
    standing = match.view(0)["standing"]
    assert standing == {"scores": [24, 24], "places": [1, 2]}
    ana = meet()
    table = Table.at_moment(server.url, match, 0)
    ana.go(table.link())
    ana.at_table()
    lists = ana.open_tab(ana.words.score).locator("section")
    for number, places in enumerate((["1", "="], ["1", "="], ["1", "2"])):
        expect(lists.nth(number).locator(".place")).to_have_text(places)


def test_the_end_of_a_tour_against_a_bot(meet: Meet, server: Server) -> None:
    table = towards_the_end(server.url, TOUR, 2, {"material": MATERIAL}, 60)
    ride_to_the_end(meet(), table, server)


def ride_to_the_end(ana: Person, table: Table, server: Server) -> None:
    """By clicking what the page offers; the result is told, and its record is true."""
    ana.go(table.link())
    ana.at_table()
    assert rush(ana) > 5
    expect(ana.result).to_be_visible()
    expect(ana.result.get_by_role("listitem")).to_have_count(2)
    record = httpx.get(f"{server.url}/api/tables/{table.code}/record", timeout=60).text
    echappee.verify(record)
    assert "rows=8" in record, "the match carries its material"


def test_two_people_ride_and_both_see_it(meet: Meet, server: Server) -> None:
    ana, bruno = meet(), meet(lang="fr", size="phone")
    table = Table(server.url, TOUR, [YOU, OPEN], {"material": MATERIAL})
    ana.go(table.link())
    sit(bruno, f"/t/{table.code}", "Bruno")
    for who in (ana, bruno):
        who.at_table()
    play(TourPlayer(ana, 3), TourPlayer(bruno, 4), moves=6)
    assert {item["seat"] for item in ana.moves()} == {0, 1}
    for who in (ana, bruno):
        expect(who.page.locator("[data-rider]").first).to_be_visible()


def test_a_rider_is_steered_to_a_far_square_and_taken_back(meet: Meet, server: Server) -> None:
    ana = meet()
    table, before = Table.at(server.url, TOUR, 2, {}, steering)
    ana.go(table.link())
    ana.at_table()
    target = ana.page.locator("[data-target]").first
    target.wait_for(state="attached")
    path = target.get_attribute("data-target") or ""
    target.dispatch_event("click")
    back = ana.page.locator('[data-action="back"]')
    expect(back).to_be_enabled()
    moves = played(ana)
    assert re.fullmatch(r"\d\+?>[123]", moves[0])
    assert "".join(moves[1:]) == path
    back.click()
    expect(ana.page.locator("[data-target]").first).to_be_attached()
    now = ana.told("game")
    assert now["view"]["table"] == before["view"]["table"], "the whole move is taken back"


def _squeezed(view: JSON, seat: int) -> bool:
    """Is a square closed since two riders stand too close, with two steps to be made elsewhere?"""
    table = view["table"]
    squeeze = table["phase"] == "step" and "squeeze" in table["now"]["shut"].values()
    return squeeze and any(len(way["path"]) == 2 for way in table["now"]["ways"][:1])


def _at_a_squeeze(ana: Person, server: Server) -> tuple[JSON, str]:
    """Sit down where a rider may not squeeze through. Some races come to their end without."""
    match, seat = first_moment(TOUR, _squeezed)
    now = match.view(seat)["table"]["now"]
    table = Table.at_moment(server.url, match, seat)
    ana.go(table.link(seat))
    ana.at_table()
    return now, next(mark for mark, why in now["shut"].items() if why == "squeeze")


def test_a_closed_square_says_why(meet: Meet, server: Server) -> None:
    ana = meet()
    _, step = _at_a_squeeze(ana, server)
    ana.page.locator(f'[data-shut="{step}"]').dispatch_event("click")
    expect(ana.page.get_by_text("you may not squeeze through")).to_be_visible()
    ana.page.locator(f'[data-step="{step}"]').dispatch_event("click")
    assert not [text for text in ana.sent if '"move"' in text], "nothing was played"


def test_a_finger_finds_the_nearest_square(meet: Meet, server: Server) -> None:
    """Squares of a phone lie closer than a finger is wide: the one that is touched is meant."""
    ana = meet(size="phone")
    now, step = _at_a_squeeze(ana, server)
    assert layout_problems(ana.page, size="phone", still=True) == []
    ana.touch(f'[data-shut="{step}"] .plate')
    expect(ana.page.get_by_text("you may not squeeze through")).to_be_visible()
    assert not [text for text in ana.sent if '"move"' in text], "nothing was played"
    path = now["ways"][0]["path"]
    ana.touch(f'[data-target="{path}"] .square')
    for _ in range(100):  # each step waits for the answer to the one before
        if len(played(ana)) == len(path):
            break
        ana.page.wait_for_timeout(50)
    assert played(ana) == list(path)


SQUARES = """all => all.map((one) => {
  const field = document.querySelector(".field").getBoundingClientRect();
  const { x, y, width, height } = one.getBoundingClientRect();
  const [across, down] = [x + width / 2, y + height / 2];
  const beside = across < field.left || across > field.right;
  const seen = !beside && down > field.top && down < field.bottom;
  return { least: Math.min(width, height), seen, x, y };
})"""


@pytest.mark.parametrize("touched", deep(["phone"], ["phone", "short"]))
def test_squares_are_as_large_as_a_finger(
    meet: Meet, server: Server, windows: Windows, touched: str
) -> None:
    """The road comes nearer to what can be chosen; a button shows all of it, a finger moves it."""
    ana = meet(size="phone")
    table, _ = Table.at(server.url, TOUR, 4, {}, steering)
    ana.go(table.link())
    ana.at_table()
    squares = ana.page.locator("[data-target] .square")
    squares.first.wait_for()
    zoom = ana.page.locator("[data-zoom]")
    sizes = ("tablet", "short", "phone")
    for size in sorted(sizes, key=lambda size: size == touched):
        windows.resize(ana.page, size)
        # All of the road is large enough on a tablet.
        expect(zoom).to_have_count(0 if size == "tablet" else 1)
        ana.settle()
        found = squares.evaluate_all(SQUARES)
        assert found
        assert all(one["least"] >= 32 and one["seen"] for one in found), (size, found)
    expect(zoom).to_have_attribute("data-zoom", "whole")
    near = found[0]
    x, y = centre(ana.page.locator(".field"))
    mouse = ana.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x - 20, y, steps=4)
    mouse.up()
    ana.settle()
    panned = squares.evaluate_all(SQUARES)[0]
    assert panned["x"] < near["x"], "what is out of sight can be drawn near"
    assert played(ana) == [], "a drag is no choice"
    zoom.click()
    expect(zoom).to_have_attribute("data-zoom", "near")
    ana.settle()
    assert squares.evaluate_all(SQUARES)[0]["least"] < near["least"]
    zoom.click()
    expect(zoom).to_have_attribute("data-zoom", "whole")
    ana.settle()
    ana.touch("[data-target] .square")
    expect(ana.page.locator('[data-action="back"]')).to_be_enabled()
    assert re.fullmatch(r"\d\+?>[123]", played(ana)[0])
    windows.give_back(ana.page, "phone")


def test_a_card_shows_what_it_can_do_before_it_is_played(meet: Meet, server: Server) -> None:
    ana = meet()
    table, _ = Table.at(server.url, TOUR, 2, {}, mine("card"))
    ana.go(table.link())
    ana.at_table()
    cards = ana.page.locator("[data-card]:not(:disabled)")
    marks = ana.page.locator("[data-ahead]")
    cards.first.wait_for()
    expect(marks).to_have_count(0)
    cards.first.click()
    marks.first.wait_for()
    reach = ana.messages("preview")[-1]["ahead"]["reach"]
    squares = {tuple(to) for one in reach for to in one["to"]}
    expect(marks).to_have_count(len(squares) + any(one["home"] for one in reach))
    numbers_told = {one["number"] for one in reach}
    assert numbers_told <= {int(one) for one in (cards.first.get_attribute("data-card") or "")[:3]}
    assert played(ana) == []
    cards.first.click()
    expect(ana.page.locator("[data-number]").first).to_be_visible()
    expect(marks).to_have_count(0)
    assert len(played(ana)) == 1


def _only_step(view: JSON, seat: int) -> bool:
    """Is one step open to the rider on the move, with more to come?"""
    table = view["table"]
    return table["phase"] == "step" and len(table["now"]["shut"]) == 2 and table["now"]["steps"] > 1


def test_the_only_step_plays_itself_and_not_again_when_taken_back(
    meet: Meet, server: Server
) -> None:
    match, seat = first_moment(TOUR, _only_step)
    (only,) = match.moves(seat)
    ana, bruno = meet(forced=True), meet()
    for who in (ana, bruno):
        table = Table.at_moment(server.url, match, seat)
        who.page.clock.install()
        who.go(table.link(seat))
        who.at_table()
    back = ana.page.locator('[data-action="back"]')
    expect(back).to_be_enabled()
    assert played(ana)[0] == only
    back.click()
    expect(back).to_have_count(0)
    ana.answered()
    before = played(ana)
    for who in (ana, bruno):
        expect(who.page.locator(f'[data-step="{only}"]')).to_be_visible()
        who.page.clock.run_for(20_000)
        who.answered()
    assert played(ana) == before, "nobody is pushed on after taking back"
    assert played(bruno) == [], "who wants to play them himself does"
    ana.page.locator(f'[data-step="{only}"]').click()
    expect(back).to_be_enabled()
    assert played(ana)[len(before)] == only


def test_the_rules_stand_in_the_order_of_the_rulebook(meet: Meet, server: Server) -> None:
    ana = meet()
    table = Table(server.url, TOUR, [YOU, BOT], {})
    ana.go(table.link())
    ana.at_table()
    panel = ana.open_tab(ana.words.rules)
    articles = panel.locator("[data-article]")
    expect(articles.first).to_be_visible()
    found = articles.evaluate_all("all => all.map((one) => one.dataset.article)")
    assert found == [article.id for article in echappee.game(TOUR).articles]
    assert found.index("P1") < found.index("1.1") < found.index("3") < found.index("4.1")


@pytest.mark.parametrize(
    ("place", "size"),
    deep(
        [("button", "phone"), ("main svg", "desktop")],
        list(product(["button", "main svg"], ["desktop", "phone"])),
    ),
)
def test_a_number_is_dragged_onto_a_rider(
    meet: Meet, server: Server, size: str, place: str
) -> None:
    ana = meet(size=size)
    table, game = Table.at(server.url, TOUR, 2, {}, steering)
    gift = max(gifts(game))
    ana.go(table.link())
    ana.at_table()
    number = ana.page.locator(f'[data-number="{gift[0]}"]').first
    number.wait_for()
    ana.settle()
    inside = "" if place == "button" else " "
    rider = ana.page.locator(f'{place}{inside}[data-rider="red-{gift[2]}"]').first
    drag_until(ana, number, rider, lambda: bool(played(ana)))
    expect(ana.page.locator('[data-action="back"]')).to_be_enabled()
    assert played(ana)[0] == gift


@pytest.mark.parametrize("size", deep(["phone"], ["desktop", "phone"]))
def test_a_number_dropped_elsewhere_changes_nothing(meet: Meet, server: Server, size: str) -> None:
    ana = meet(size=size)
    table, game = Table.at(
        server.url, TOUR, 2, {},
        lambda game: steering(game) and len({move[0] for move in gifts(game)}) > 1,
    )  # fmt: skip
    ana.go(table.link())
    ana.at_table()
    pressed = ana.page.locator('[data-number][aria-pressed="true"]')
    pressed.wait_for()
    ana.settle()
    chosen = pressed.get_attribute("data-number")
    free = next(move[0] for move in gifts(game) if move[0] != chosen)
    other = ana.page.locator(f'[data-number="{free}"]').first
    drag(ana, other, centre(ana.turn))
    expect(ana.page.locator(".ghost")).to_have_count(0)
    expect(pressed).to_have_attribute("data-number", chosen or "")
    assert played(ana) == []
    touch_once(ana, other)
    expect(other).to_have_attribute("aria-pressed", "true")
    assert played(ana) == []


def test_a_number_dropped_on_a_rider_who_had_his_is_refused(meet: Meet, server: Server) -> None:
    ana = meet()
    table, game = Table.at(
        server.url, TOUR, 2, {}, lambda game: mine("assign")(game) and len(numbers(game)) < 3
    )
    free = game["view"]["table"]["now"]["riders"]
    done = next(rider for rider in (1, 2, 3) if rider not in free)
    ana.go(table.link())
    ana.at_table()
    number = ana.page.locator("[data-number]").first
    number.wait_for()
    ana.settle()
    rider = ana.page.locator(f'button[data-rider="red-{done}"]')
    drag_until(
        ana, number, rider, ana.page.get_by_text("has had his number in this turn").is_visible
    )
    assert played(ana) == []


def test_with_keys_alone(meet: Meet, server: Server) -> None:
    ana = meet()
    table, _ = Table.at(
        server.url, TOUR, 2, {}, lambda game: mine("card")(game) and unhindered(game)
    )
    ana.go(table.link())
    ana.at_table()
    keys = ana.page.keyboard
    expect(ana.page.locator("[data-card]:not(:disabled)").first).to_be_visible()
    keys.press("2")
    expect(ana.page.locator('[data-card][aria-pressed="true"]')).to_have_count(1)
    keys.press("2")
    expect(ana.page.locator("[data-number]").first).to_be_visible()
    expect(ana.page.locator("[data-target]").first).to_be_attached()
    keys.press("ArrowUp")
    steps = ana.page.locator('[data-step]:not([aria-disabled="true"])')
    expect(steps.first).to_be_visible()
    sent: list[str] = []
    for _ in range(100):  # a key that comes while the page waits for an answer does nothing
        mark = steps.first.get_attribute("data-step") or ""
        keys.press({"<": "ArrowLeft", "^": "ArrowUp", ">": "ArrowRight"}[mark])
        sent = played(ana)
        if sent[-1] in ("<", "^", ">"):
            break
        ana.page.wait_for_timeout(100)
    assert sent[-1] in ("<", "^", ">")
    ana.answered()
    expect(ana.page.locator('[data-action="back"]')).to_be_enabled()
    keys.press("Backspace")
    expect(ana.page.locator("[data-number]").first).to_be_visible()
    assert any('"undo"' in text for text in ana.sent)


def test_a_reload_in_mid_turn_finds_the_rider_where_he_was(meet: Meet, server: Server) -> None:
    ana = meet(size="phone")
    table, _ = Table.at(server.url, TOUR, 2, {}, mine("step"))
    ana.go(table.link())
    ana.at_table()
    steps = ana.page.locator('[data-step]:not([aria-disabled="true"])')
    expect(steps.first).to_be_visible()
    offered = [one.get_attribute("data-step") for one in steps.all()]
    ana.page.reload()
    ana.at_table()
    expect(steps.first).to_be_visible()
    assert [one.get_attribute("data-step") for one in steps.all()] == offered


def test_a_file_of_material_with_its_mistakes_at_their_line(meet: Meet) -> None:
    for lang, word in (("en", "Line 5"), ("fr", "Ligne 5")):
        ana = meet(lang=lang)
        ana.go(f"/new/{TOUR}?mode=bots")
        ana.page.get_by_label(re.compile("^Mat")).select_option("")
        text = ana.page.get_by_role("textbox", name=re.compile("^Mat"))
        text.fill(MATERIAL.replace("green_after = 4", "green_after = 31"))
        status = ana.page.get_by_role("status").filter(has_text=word)
        expect(status).to_contain_text("green_after = 31")
        ana.page.locator("input[type=file]").set_input_files(FILE)
        expect(status).to_have_count(0)
        expect(text).to_have_value(MATERIAL)
        ana.button(ana.words.begin).click()
        ana.at_table()
        assert ana.messages("welcome")[0]["table"]["options"]["material"].startswith("lanes=")
