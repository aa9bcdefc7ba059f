"""Somebody in front of a browser: a page of his own, and every frame that came over its wire."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, WebSocket, expect

from tests.browser.speech import WORDS, Words

JSON = Any
PATIENCE = 120.0

EXPECTED = (
    "WebSocket connection",
    "Failed to load resource",
    "Service Worker registration blocked",
)
"""What a browser may say when a connection is lost, or when a test keeps the worker out."""


@dataclass
class Person:
    """A browser context with one page."""

    context: BrowserContext
    page: Page
    words: Words
    frames: list[str] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._ears: dict[Any, Callable[[Any], None]] = {
            "websocket": self._listen,
            "pageerror": lambda error: self.errors.append(str(error)),
            "console": lambda said: self._hear(said.type, said.text),
        }
        for event, ear in self._ears.items():
            self.page.on(event, ear)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.frames.extend(_text(data).split("\n")))
        socket.on("framesent", lambda data: self.sent.append(_text(data)))

    def _hear(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not any(part in text for part in EXPECTED):
            self.errors.append(text)

    # ------------------------------------------------------------------------------------- finding

    def button(self, name: Any, exact: bool = True) -> Locator:
        """A button by what it is called."""
        return self.page.get_by_role("button", name=name, exact=exact)

    def link(self, name: str) -> Locator:
        """A link by what it is called."""
        return self.page.get_by_role("link", name=name, exact=True)

    @property
    def turn(self) -> Locator:
        """The words that say whose turn it is."""
        return self.page.locator("[data-turn]")

    @property
    def my_turn(self) -> Locator:
        """The same, when it is mine."""
        return self.page.locator('[data-turn="mine"]')

    def answered(self) -> None:
        """Wait until the move that was made has been answered."""
        self.page.locator('main[aria-busy="true"]').wait_for(state="detached")

    @property
    def result(self) -> Locator:
        """The dialog at the end of a game."""
        rematch = self.page.get_by_role("button", name=self.words.rematch)
        download = self.page.get_by_role("link", name=self.words.download)
        return self.page.get_by_role("dialog").filter(has=rematch.or_(download))

    @property
    def code(self) -> str:
        """The code of the table that is open."""
        return self.page.url.rsplit("/", 1)[1]

    # --------------------------------------------------------------------------------------- doing

    def go(self, path: str) -> None:
        """Open an address of the server."""
        self.page.goto(path)

    def home(self) -> None:
        """Open the first page, and wait until games can be played."""
        self.go("/")
        expect(self.button(self.words.play_now).first).to_be_enabled()

    def poster(self, name: str) -> Locator:
        """A game on the shelf."""
        heading = self.page.get_by_role("heading", name=name, exact=True)
        return self.page.get_by_role("article").filter(has=heading)

    def wish(self, game: str) -> Locator:
        """Press Play on a poster; returns the dialog that asks how strong the bots are to be."""
        self.poster(game).get_by_role("button", name=self.words.play_now).click()
        dialog = self.page.get_by_role("dialog", name=self.words.how_strong)
        expect(dialog).to_be_visible()
        return dialog

    def play(self, game: str, level: str = "teammate") -> None:
        """From the first page to a table against bots of a level."""
        self.wish(game).locator(f'[data-level="{level}"]').click()
        self.at_table()

    def at_table(self) -> None:
        """Wait until the board is there."""
        expect(self.turn).to_be_visible()

    def open_tab(self, name: Any) -> Locator:
        """Log, score, rules or chat; returns the panel."""
        tab = self.page.get_by_role("tab", name=name)
        if tab.get_attribute("aria-selected") != "true":
            tab.click()
        return self.page.get_by_role("tabpanel")

    def touch(self, selector: str) -> None:
        """A press in the middle of something, whatever else may lie over it."""
        box = self.page.locator(selector).first.bounding_box()
        assert box, f"{selector} is not to be seen"
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def settle(self) -> None:
        """Wait until nothing moves any more: fonts are there and transitions are over."""
        self.page.evaluate(
            """async () => {
              await document.fonts.ready;
              for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
              const moving = document.getAnimations().filter((one) =>
                Number.isFinite(one.effect?.getComputedTiming().endTime));
              await Promise.allSettled(moving.map((one) => one.finished));
            }"""
        )

    def speak(self, lang: str) -> None:
        """Go on in another language, as if it had been chosen in another window."""
        self.words = WORDS[lang]
        self.page.evaluate(
            """async (lang) => {
              // Words of a game come from the server: wait for all that is asked for now.
              const ask = globalThis.fetch, asked = [];
              globalThis.fetch = (...given) => {
                const answer = ask(...given);
                asked.push(answer.then((told) => told.clone().arrayBuffer()));
                return answer;
              };
              const drawn = () => new Promise(requestAnimationFrame);
              localStorage.setItem("echappee.lang", JSON.stringify(lang));
              dispatchEvent(new StorageEvent("storage", { key: "echappee.lang" }));
              await drawn();
              while (asked.length) {
                await Promise.allSettled(asked.splice(0));
                await drawn();
              }
              globalThis.fetch = ask;
            }""",
            lang,
        )

    def leave(self) -> None:
        """Leave the page as a newcomer's: remembering nothing, heard by nobody.

        It stays at a picture, where no script runs that could write once more. A blank page would
        end the browser's process for this site, and the next visit would have to start another.
        """
        self.page.goto("/favicon.svg")
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.page.emulate_media(color_scheme="light", reduced_motion="reduce")
        for event, ear in self._ears.items():
            self.page.remove_listener(event, ear)
        self.context.clear_cookies()

    def heard(self, number: int) -> None:
        """Wait until this page has been sent a move."""
        end = time.monotonic() + PATIENCE
        while not any(item["number"] >= number for item in self.moves()):
            assert time.monotonic() < end, f"move {number} does not come"
            self.page.wait_for_timeout(50)

    def messages(self, kind: str) -> list[JSON]:
        """What the server sent of one type."""
        heard = [json.loads(frame) for frame in self.frames]
        return [message for message in heard if message["type"] == kind]

    def told(self, part: str) -> JSON:
        """What this page was told last of the table or the game, greeted anew or by news."""
        heard = [json.loads(frame) for frame in self.frames]
        said = [message[part] for message in heard if message["type"] in ("welcome", "news")]
        return next(value for value in reversed(said) if value is not None)

    def moves(self) -> list[JSON]:
        """Moves that this page was told of, each once, in their order."""
        found = {
            item["seq"]: item
            for message in [*self.messages("welcome"), *self.messages("news")]
            for item in message["items"]
            if item["kind"] == "move"
        }
        return [found[seq] for seq in sorted(found)]


def _text(data: str | bytes) -> str:
    return data if isinstance(data, str) else data.decode()
