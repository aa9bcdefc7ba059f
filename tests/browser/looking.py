"""Is everything on the screen, large enough, and said to those who can't see it?"""

from __future__ import annotations

from functools import cache
from typing import Any

from playwright.sync_api import Page

from tests.browser.servers import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"

LAYOUT = """
({ finger, still }) => {
  const found = [];
  const page = document.scrollingElement;
  if (page.scrollWidth > innerWidth) found.push(`scrolls sideways to ${page.scrollWidth}`);
  const tall = page.scrollHeight > innerHeight + 1;
  if (still && tall) found.push(`scrolls down to ${page.scrollHeight}`);
  const veiled = document.querySelector(".veil") ? ["aside"] : [];
  const above = ["dialog[open]", "[aria-modal=true]", ...veiled].join();
  const root = [...document.querySelectorAll(above)].at(-1) ?? document;
  const controls = "button, a[href], input, select, [role=button], [role=tab], [role=radio]";
  const scrolls = (node) => {
    for (let at = node.parentElement; at; at = at.parentElement) {
      const free = /auto|scroll/.test(getComputedStyle(at).overflowY);
      if (free && at.scrollHeight > at.clientHeight + 1) return true;
    }
    return tall;
  };
  /** A drawing is cut at its edge: only what is left of it can be touched. */
  const seen = (node) => {
    const box = node.getBoundingClientRect();
    const edge = node.ownerSVGElement?.getBoundingClientRect();
    if (!edge) return box;
    const [left, top] = [Math.max(box.left, edge.left), Math.max(box.top, edge.top)];
    const [right, bottom] = [Math.min(box.right, edge.right), Math.min(box.bottom, edge.bottom)];
    return new DOMRect(left, top, right - left, bottom - top);
  };
  const clipped = (node, box) => {
    for (let at = node.parentElement; at && at !== document.body; at = at.parentElement) {
      if (!/hidden|clip/.test(getComputedStyle(at).overflowY)) continue;
      const edge = at.getBoundingClientRect();
      if (box.bottom > edge.bottom + 6 || box.top < edge.top - 6) return true;
    }
    return false;
  };
  for (const text of root.querySelectorAll("h1, h2, h3, h2 span, small, p")) {
    if (!text.checkVisibility() || text.closest(".hidden-visually") || !text.textContent.trim())
      continue;
    const said = text.textContent.trim().slice(0, 40);
    const box = text.getBoundingClientRect();
    const cut = text.clientWidth > 2 && text.scrollWidth > 2 * text.clientWidth;
    if (cut) found.push(`“${said}” is cut by more than half`);
    if (said.length > 5 && box.width > 2 && box.width < 20 && box.height > 60)
      found.push(`“${said}” stands on end: ${Math.round(box.width)} × ${Math.round(box.height)}`);
  }
  for (const control of root.querySelectorAll(controls)) {
    const hidden = control.closest(".hidden-visually, [inert], .veil");
    if (hidden || !control.checkVisibility({ visibilityProperty: true })) continue;
    const tiny = control.matches("input[type=radio], input[type=file], input[type=checkbox]");
    const target = tiny ? (control.closest("label") ?? control) : control;
    const box = seen(target);
    if (box.width === 0 || box.height === 0) continue;
    const label = control.getAttribute("aria-label") || target.textContent.trim().slice(0, 40);
    const name = `${control.localName} “${label}”`;
    const [w, h] = [Math.round(box.width * 10) / 10, Math.round(box.height * 10) / 10];
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`${name} leaves it sideways`);
    if (!scrolls(target) && (box.top < -1 || box.bottom > innerHeight + 1))
      found.push(`${name} leaves the screen: ${Math.round(box.top)} to ${Math.round(box.bottom)}`);
    if (w < finger || h < finger) found.push(`${name} is small for a finger: ${w} × ${h}`);
    if (!target.ownerSVGElement && !scrolls(target) && clipped(target, box))
      found.push(`${name} is cut off`);
    const cut = control.clientWidth > 0 && control.scrollWidth > control.clientWidth + 1;
    if (cut && control.matches("button, a")) found.push(`${name} does not fit its words`);
  }
  return [...new Set(found)];
}
"""

AUDIT = """
async () => {
  // A playing card has its number in the corner and in the middle; it is called "yellow 8".
  const allowed = (id, { html }) =>
    id === "label-content-name-mismatch" && html.includes("data-card=");
  const grave = ({ impact }) => impact === "serious" || impact === "critical";
  // What a rule finds has the rule's impact; only rules that are left out here need more files.
  const slight = axe._audit.rules.filter((rule) => !grave(rule));
  const rules = Object.fromEntries(slight.map(({ id }) => [id, { enabled: false }]));
  const options = { resultTypes: ["violations"], rules, preload: false };
  const { violations } = await axe.run(document, options);
  return violations
    .filter(grave)
    .flatMap(({ id, nodes }) => nodes.filter((node) => !allowed(id, node)).map((node) =>
      `${id}: ${node.html.slice(0, 160)} | ${node.failureSummary.split("\\n")[1] ?? ""}`));
}
"""


@cache
def _axe() -> str:
    assert AXE.exists(), f"{AXE} is missing: run `make test`, which installs it."
    return AXE.read_text(encoding="utf-8")


FINGERS = {"phone": 43.5, "short": 23.5, "tablet": 43.5, "desktop": 0}
"""How large what is touched has to be, by the size of the screen.

44 pixels are comfortable; a phone that lends much of its height to the browser has 24 at least.
"""


def layout_problems(page: Page, *, size: str, still: bool) -> list[str]:
    """What is off the screen, cut, or too small; ``still``: nothing may need to be scrolled to."""
    found: list[Any] = page.evaluate(LAYOUT, {"finger": FINGERS[size], "still": still})
    return [str(one) for one in found]


def axe_problems(page: Page) -> list[str]:
    """What axe finds serious or critical."""
    if not page.evaluate("() => 'axe' in globalThis"):
        page.evaluate(_axe())
    found: list[Any] = page.evaluate(AUDIT)
    return [str(one) for one in found]
