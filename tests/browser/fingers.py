"""Hands that drag: with a mouse, or with a finger where there is one."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator

from tests.browser.people import Person


def centre(what: Locator) -> tuple[float, float]:
    """The middle of something on the screen."""
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# Where something can be taken hold of: cards of a hand lie over one another.
GRIP = """
(node) => {
  const { x, y, width, height } = node.getBoundingClientRect();
  const parts = [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9];
  const points = parts.flatMap((across) =>
    parts.map((down) => [x + width * across, y + height * down]));
  return points.find(([left, top]) => node.contains(document.elementFromPoint(left, top)));
}
"""


def grip(what: Locator) -> tuple[float, float]:
    """A point of something that nothing else lies on."""
    found = what.evaluate(GRIP)
    assert found, "it is covered"
    return found[0], found[1]


def played(who: Person) -> list[str]:
    """The moves that a page has sent."""
    return [json.loads(text)["text"] for text in who.sent if '"move"' in text]


def drag(who: Person, what: Locator, to: tuple[float, float]) -> None:
    """Drag with a mouse, or with a finger where there is one."""
    x, y = grip(what)
    way = [(x + (to[0] - x) * part / 4, y + (to[1] - y) * part / 4) for part in range(5)]
    if not who.page.evaluate("navigator.maxTouchPoints"):
        who.page.mouse.move(x, y)
        who.page.mouse.down()
        for at in way[1:]:
            who.page.mouse.move(*at)
        return who.page.mouse.up()
    touch = who.context.new_cdp_session(who.page)
    kinds = ["touchStart", *["touchMove"] * 4]
    for kind, (left, top) in zip(kinds, way, strict=True):
        event = {"type": kind, "touchPoints": [{"x": left, "y": top}]}
        touch.send("Input.dispatchTouchEvent", event)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    return None


def drag_until(who: Person, what: Locator, where: Locator, done: Callable[[], bool]) -> None:
    """Drag until something came of it: a page that still shows the last move takes no drag."""
    for _ in range(20):
        drag(who, what, centre(where))
        for _ in range(10):
            who.page.wait_for_timeout(100)
            if done():
                return
    pytest.fail("nothing came of dragging")


def touch_once(who: Person, what: Locator) -> None:
    """Click or tap until the browser makes one click of it: right after a drag it may not."""
    who.page.evaluate("() => { window.clicks = 0; addEventListener('click', () => clicks++) }")
    finger = who.page.evaluate("navigator.maxTouchPoints")
    for _ in range(100):
        (what.tap if finger else what.click)()
        who.page.wait_for_timeout(100)
        if who.page.evaluate("clicks"):
            break
    assert who.page.evaluate("clicks") == 1
