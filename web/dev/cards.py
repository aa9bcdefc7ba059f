"""The pictures that links show, one for each game: `python web/dev/cards.py` (needs Chromium).

The page draws them itself, each with a position of a golden record; they are kept in
`web/public/cards`, since whoever makes a preview runs no page. Few colours make small files.
"""

from __future__ import annotations

import base64
import shutil
import struct
import subprocess
import sys
import time
import zlib
from pathlib import Path
from typing import Any

import httpx
import msgspec
import numpy as np
from playwright.sync_api import Page, sync_playwright

from echappee.games import rulebook
from echappee.match.replay import replay

WEB = Path(__file__).parents[1]
RECORDS = WEB.parent / "tests" / "records"
CARDS = WEB / "public" / "cards"
GAMES = WEB / "src" / "games"
PORT = 5199
VITE = "node_modules/vite/bin/vite.js"
COLOURS = (128, 96, 80, 64, 56, 48, 40, 32, 28, 24, 20, 16)
"""As many as the file has room for."""
LARGEST = 60_000
OURS = (
    (0x1E, 0x24, 0x30), (0xFF, 0xFD, 0xF7), (0xF2, 0xB9, 0x0C), (0x2B, 0x8A, 0x57),
    (0x25, 0x63, 0xA8), (0xD2, 0x40, 0x2B), (0xE0, 0x76, 0x2B),
)  # fmt: skip
"""Ink, paper and the jerseys are always there, however little of them is to be seen."""
APART = 12**2
"""How far one colour of a palette lies from all others, at least: the square of it."""
HOUSE = "echappee"


def main(*wanted: str) -> None:
    """Draw these cards, or all."""
    CARDS.mkdir(exist_ok=True)
    vite = subprocess.Popen(
        ["node", VITE, "--port", str(PORT), "--strictPort", "--host", "127.0.0.1"],
        cwd=WEB, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        address = f"http://127.0.0.1:{PORT}/dev/cards.html"
        while not _answers(address):
            time.sleep(0.2)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
                args=["--no-sandbox"],
            )
            page = browser.new_page()
            page.goto(address)
            page.wait_for_function("window.card !== undefined", timeout=120_000)
            if HOUSE in wanted or not wanted:
                _draw(page, HOUSE, None, None, {})
            for path in sorted(GAMES.glob("*/card.json")):
                game, moment = path.parent.name, msgspec.json.decode(path.read_bytes(), type=Moment)
                if wanted and game not in wanted:
                    continue
                match = replay((RECORDS / f"{moment.record}.echappee").read_text(encoding="utf-8"))
                view = match.at(round(moment.part * match.number)).typed_view(None)
                words = rulebook(game).words.texts("fr")
                _draw(page, game, game, msgspec.json.decode(msgspec.json.encode(view)), words)
            browser.close()
    finally:
        vite.terminate()


class Moment(msgspec.Struct):
    """What a card shows of a game: `card.json` in the folder of its page."""

    record: str
    part: float
    """How far into it, from 0 to 1."""


def _answers(address: str) -> bool:
    try:
        return httpx.get(address, timeout=60).status_code == 200
    except httpx.TransportError:
        return False


def _draw(page: Page, name: str, game: str | None, view: Any, words: Any) -> None:
    drawn = page.evaluate("([game, view, words]) => card(game, view, words)", [game, view, words])
    points = read_png(base64.b64decode(drawn))
    small = next(one for n in COLOURS if len(one := few_colours(points, n)) < LARGEST)
    (CARDS / f"{name}.png").write_bytes(small)
    sys.stdout.write(f"{name} {len(small)}\n")


def read_png(data: bytes) -> np.ndarray[Any, Any]:
    """The points of a PNG with eight bits for each of four colours, as browsers write it."""
    width, height = struct.unpack(">II", data[16:24])
    packed, at = b"", 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        if kind == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += 12 + length
    raw = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + 4 * width)
    lines = np.zeros((height + 1, width, 4), np.uint8)
    for y, line in enumerate(raw):
        kind, points = int(line[0]), line[1:].reshape(width, 4)
        lines[y + 1] = _unfiltered(kind, points, lines[y])
    return lines[1:, :, :3]


def _unfiltered(
    kind: int, points: np.ndarray[Any, Any], above: np.ndarray[Any, Any]
) -> np.ndarray[Any, Any]:
    if kind == 0:
        return points
    if kind == 2:
        return np.asarray(points + above)
    if kind == 1:
        return np.cumsum(points, axis=0, dtype=np.uint8)
    done = np.zeros_like(points)
    left = upper_left = np.zeros(4, np.int32)
    for x, point in enumerate(points.astype(np.int32)):
        up = above[x].astype(np.int32)
        if kind == 3:
            guess = (left + up) // 2
        else:
            p = left + up - upper_left
            a, b, c = abs(p - left), abs(p - up), abs(p - upper_left)
            guess = np.where((a <= b) & (a <= c), left, np.where(b <= c, up, upper_left))
        left, upper_left = (point + guess) & 255, up
        done[x] = left
    return done


def few_colours(points: np.ndarray[Any, Any], colours: int) -> bytes:
    """A PNG with a palette: the colours that are there most, and for each other the nearest."""
    height, width, _ = points.shape
    flat = points.reshape(-1, 3)
    found, index, often = np.unique(flat, axis=0, return_inverse=True, return_counts=True)
    palette = _palette(found.astype(np.float64), often, colours)
    distance = ((found[:, None, :].astype(np.int32) - palette[None].astype(np.int32)) ** 2).sum(2)
    lines = distance.argmin(1).astype(np.uint8)[index.reshape(-1)].reshape(height, width)
    raw = np.concatenate([np.zeros((height, 1), np.uint8), lines], axis=1).tobytes()
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", zlib.compress(raw, 9)),
        (b"IEND", b""),
    )
    written = b"\x89PNG\r\n\x1a\n"
    for kind, body in parts:
        check = zlib.crc32(kind + body)
        written += struct.pack(">I", len(body)) + kind + body + struct.pack(">I", check)
    return written


def _palette(
    found: np.ndarray[Any, Any], often: np.ndarray[Any, Any], colours: int
) -> np.ndarray[Any, Any]:
    """The colours that are there most, each well apart from those before it: of flat colours
    those of the print itself, so that only the soft edges between them change."""
    chosen = [np.array(one, np.float64) for one in OURS]
    nearest = np.min([((found - one) ** 2).sum(1) for one in chosen], axis=0)
    for one in np.argsort(-often, kind="stable"):
        if nearest[one] >= APART:
            chosen.append(found[one])
            nearest = np.minimum(nearest, ((found - found[one]) ** 2).sum(1))
            if len(chosen) == colours:
                break
    return np.array(chosen).astype(np.uint8)


if __name__ == "__main__":
    main(*sys.argv[1:])
