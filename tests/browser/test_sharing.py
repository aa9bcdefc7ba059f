"""Pictures to share, drawn by the page: of a game that is over, and of a stage."""

from __future__ import annotations

import struct
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Meet
from tests.browser.people import Person
from tests.browser.screen import Tables
from tests.browser.servers import Server

GAME = "tapas"
STAGE = "le-col-du-ballon"
COLOURS = """
async () => {
  const image = document.querySelector("img[data-picture]");
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.drawImage(image, 0, 0);
  const colours = (x, width) => {
    const points = new Uint32Array(pen.getImageData(x, 0, width, canvas.height).data.buffer);
    return new Set(points).size;
  };
  const half = canvas.width / 2;
  return [canvas.width, canvas.height, colours(0, half), colours(half, half)];
}
"""
"""The size of the picture, and how many colours are in each half of it."""


def saved(who: Person, folder: Path) -> bytes:
    """The picture of the sheet that is open, looked at and then saved as a file."""
    page = who.page
    expect(page.locator("img[data-picture]")).to_be_visible()
    width, height, left, right = page.evaluate(COLOURS)
    assert (width, height) == (1200, 630)
    assert min(left, right) > 40, "each half of it shows something"
    with page.expect_download() as waiting:
        page.locator("dialog[open] button.primary").last.click()
    assert waiting.value.suggested_filename.endswith(".png")
    expect(page.locator("dialog[open] [role=status].done")).to_be_visible()
    path = folder / "picture.png"
    waiting.value.save_as(path)
    return path.read_bytes()


def has_size(picture: bytes) -> bool:
    return picture[:4] == b"\x89PNG" and struct.unpack(">II", picture[16:24]) == (1200, 630)


def link_of(page: Page) -> str:
    return page.locator("dialog[open] input[readonly]").last.input_value()


def test_a_game_that_is_over(meet: Meet, server: Server, tmp_path: Path) -> None:
    who, table = meet("fr", "phone"), Tables(server).over(GAME)
    who.go(table.link())
    expect(who.result).to_be_visible()
    who.result.locator("[data-share]").click()
    assert has_size(saved(who, tmp_path))
    assert "/r/" in link_of(who.page)
    assert table.code not in link_of(who.page), "the code for spectators is the one to share"


def test_a_stage_and_its_link(meet: Meet, tmp_path: Path) -> None:
    who = meet("en", "desktop")
    who.go("/stages")
    who.page.locator(f'[data-stage="{STAGE}"] [data-share]').click()
    assert has_size(saved(who, tmp_path))
    link = link_of(who.page)
    who.page.keyboard.press("Escape")
    expect(who.page.locator("dialog[open]")).to_have_count(0)
    served = who.page.request.get(link)
    assert 'property="og:title" content="Le Col du Ballon: ' in served.text()
    assert 'property="og:image"' in served.text()
    assert who.page.request.get(f"{link.split('/stages')[0]}/cards/flamme-rouge.png").ok
