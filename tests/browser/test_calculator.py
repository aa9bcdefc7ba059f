"""The race calculator on a phone: a whole race by touch, corrections, reloads, links, files."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from echappee.calculator import (
    Left,
    Stage,
    add_stage,
    correct_stage,
    insert_stage,
    new_race,
    race_state,
    read_race,
    remove_stage,
    write_race,
)
from tests.browser.conftest import Meet
from tests.browser.counting import NAMES, STAGES, Counter
from tests.depth import deep


@pytest.mark.parametrize("lang", deep(["fr"], ["en", "fr"]))
def test_a_whole_race_by_touch(lang: str, meet: Meet) -> None:
    counter = Counter(meet(lang=lang, size="phone"))
    counter.begin()
    race = new_race(NAMES)
    counter.agrees(race)
    for stage in STAGES:
        counter.enter(race, stage)
        race = add_stage(race, stage)
        counter.agrees(race)
    counter.page.reload()
    counter.agrees(race)
    assert race.over
    expect(counter.page.locator('footer a[href="/calculator/new"]')).to_be_visible()


def test_an_earlier_stage_is_corrected_and_the_correction_undone(meet: Meet) -> None:
    who = meet(size="phone")
    counter = Counter(who)
    counter.begin()
    race = new_race(NAMES)
    for stage in STAGES[:2]:
        counter.enter(race, stage)
        race = add_stage(race, stage)
    who.page.locator('[data-stage="1"] a').tap()
    expect(who.page.get_by_role("heading", name="Correct stage 1")).to_be_visible()
    counter.add("Inès", "big", 1)
    counter.done.tap()
    changed = Stage("mountain", (1,), (Left(2, 2), *STAGES[0].left[1:]))
    counter.agrees(correct_stage(race, 1, changed))
    who.button("Undo").tap()
    counter.agrees(race)
    # What was left to be entered is not lost by looking elsewhere, nor by a reload.
    counter.open()
    who.page.locator('[data-profile="downhill"]').tap()
    counter.add("Zoé", "small", 2)
    who.page.reload()
    expect(who.page.locator('[data-profile="downhill"]')).to_have_attribute("aria-pressed", "true")
    expect(who.page.get_by_role("group", name="Zoé: small cards, 3–6: 2")).to_be_visible()
    who.page.go_back()
    counter.agrees(race)
    # Taken out: the later one moves up, and is chosen by somebody else.
    who.page.locator('[data-stage="1"] a').tap()
    who.button("Take this stage out").tap()
    race = remove_stage(race, 1)
    counter.agrees(race)
    # And put in again where it was forgotten.
    who.page.locator('[data-stage="1"] a').tap()
    who.button("Add a forgotten stage before it").tap()
    expect(who.page.get_by_role("heading", name="A forgotten stage 1")).to_be_visible()
    counter.fill(race, STAGES[0])
    counter.done.tap()
    counter.agrees(insert_stage(race, 1, STAGES[0]))


def test_what_cannot_have_happened_is_refused_in_words(meet: Meet) -> None:
    who = meet(size="phone")
    counter = Counter(who)
    counter.begin()
    counter.open()
    alert = who.page.get_by_role("alert")
    counter.done.tap()
    expect(alert).to_contain_text("Which profile did Inès choose?")
    who.page.locator('[data-profile="flat"]').tap()
    expect(alert).to_have_count(0)
    counter.done.tap()
    expect(alert).to_contain_text("Who was it?")
    who.page.locator('[data-rider="0"]').tap()
    counter.add("Hugo", "big", 8)
    counter.add("Hugo", "small", 1)
    counter.done.tap()
    expect(alert).to_contain_text("Hugo can't have 9 cards left: a hand holds 8.")
    expect(who.page).to_have_url(re.compile("/calculator/stage/1$"))


def test_a_shared_link_is_looked_at_and_taken_over(meet: Meet) -> None:
    who = meet(size="phone")
    counter = Counter(who)
    counter.begin()
    race = new_race(NAMES)
    counter.enter(race, STAGES[0])
    race = add_stage(race, STAGES[0])
    who.button("Share").tap()
    field = who.page.get_by_role("dialog").get_by_role("textbox")
    expect(field).to_have_value(re.compile("#race=z"))
    link = field.input_value()

    other = meet(lang="fr")
    asked: list[str] = []
    other.page.on("request", lambda request: asked.append(request.url))
    other.go(link)
    expect(other.page.locator("[data-stage]")).to_have_count(1)
    gaps = other.page.locator("[data-gap]")
    expect(gaps).to_have_text([line.gap_clock for line in race_state(race).classification])
    expect(other.page.locator("[data-stage] a")).to_have_count(0)
    assert not [url for url in asked if "/api/" in url or "race=" in url.split("#")[0]]
    other.button("Continuer sur cet appareil").click()
    expect(other.page).to_have_url(re.compile("/calculator$"))
    expect(other.page.locator("[data-stage] a")).to_have_count(1)
    other.page.reload()
    expect(gaps).to_have_text([line.gap_clock for line in race_state(race).classification])

    other.go("/calculator#race=zNothing")
    expect(other.page.get_by_text("Ce lien ne contient pas de course lisible.")).to_be_visible()
    other.button("À ma propre course").click()
    expect(other.page.locator("[data-stage]")).to_have_count(1)


def test_pictures_and_files_leave_and_files_come_in(meet: Meet, tmp_path: Path) -> None:
    who = meet(accept_downloads=True)
    saved = tmp_path / "evening.race"
    race = add_stage(new_race(NAMES, title="Chez Mémé"), STAGES[0])
    saved.write_text(write_race(race), encoding="utf-8")
    who.go("/calculator")
    who.button("Menu").click()
    who.page.get_by_label("Open a file").set_input_files(saved)
    expect(who.page.get_by_role("heading", name="Chez Mémé")).to_be_visible()
    expect(who.page.locator("[data-stage]")).to_have_count(1)

    who.button("Menu").click()
    with who.page.expect_download() as file:
        who.button("Save as a file").click()
    assert file.value.suggested_filename == "chez-meme.race"
    assert read_race(Path(file.value.path()).read_text(encoding="utf-8")) == race
    broken = tmp_path / "broken.race"
    broken.write_text("echappee race 1\nplayers: a, b\n", encoding="utf-8")
    who.page.get_by_label("Open a file").set_input_files(broken)
    expect(who.page.get_by_role("alert")).to_contain_text("Line 2: Tape l'étape is for 3 to 6")
    who.page.get_by_role("dialog").get_by_role("button", name="Close").click()

    who.button("Share").click()
    with who.page.expect_download() as picture:
        who.button("Save the picture").click()
    bytes_ = Path(picture.value.path()).read_bytes()
    assert bytes_.startswith(b"\x89PNG")
    assert int.from_bytes(bytes_[16:20], "big") == 1080
    with who.page.expect_download() as drawing:
        who.button("As SVG").click()
    svg = ElementTree.fromstring(Path(drawing.value.path()).read_text(encoding="utf-8"))
    texts = [one.text for one in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Chez Mémé", "Hugo", "+1:30"} <= set(texts)


def test_a_race_can_be_put_aside_and_taken_up_again(meet: Meet) -> None:
    who = meet(size="phone")
    counter = Counter(who)
    counter.begin()
    counter.enter(new_race(NAMES), STAGES[0])
    who.button("Menu").tap()
    who.page.get_by_role("link", name="New race").tap()
    fields = who.page.locator(".names input")
    expect(fields.first).to_have_value("Inès")  # who played before plays again
    fields.first.fill("Léa")
    who.button("Begin the race").tap()
    expect(who.page.locator("[data-stage]")).to_have_count(0)
    who.button("Menu").tap()
    who.page.get_by_role("button", name="Inès, Hugo, Marco, Zoé 1 of 5 stages").tap()
    expect(who.page.locator("[data-stage]")).to_have_count(1)
