"""A server, a browser and people, for the tests of the page."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    expect,
    sync_playwright,
)

from tests.browser import standstill
from tests.browser.people import Person
from tests.browser.servers import PAGE, Server
from tests.browser.speech import WORDS
from tests.browser.windows import SIZES, Windows
from tests.server.fixed_secrets import AGAIN

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUICK = ("chromium-headless-shell", *NAMES)
"""The quick one draws the same, but shows no notifications."""
FLAGS = (
    "--no-sandbox", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--disable-quic", "--no-first-run",
)  # fmt: skip
UNOPTIMISED = "--js-flags=--no-opt --no-maglev"
"""A page lives for seconds here: compiling its scripts well takes longer than it saves."""
PATIENCE = 90_000

BY_HAND = """try {
  localStorage.setItem("echappee.forced", "false");
} catch {
  // a page without an address keeps nothing
}"""
"""The setting by which no move plays itself."""

Meet = Callable[..., Person]


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of this worker's own."""
    if not PAGE.exists():
        pytest.fail(f"The page is not built: {PAGE} is missing. Run `make test`, which builds it.")
    running = Server(tmp_path_factory.mktemp("data"))
    try:
        running.start()
        yield running
    finally:
        running.close()


@pytest.fixture(autouse=True)
def _the_same_deals_in_every_run(request: pytest.FixtureRequest) -> Iterator[None]:
    """Each test deals what follows from its name, whatever its neighbours did."""
    if "server" not in request.fixturenames:
        yield
        return
    again = AGAIN if request.node.stash.get(standstill.PLAYED, False) else ""
    with request.getfixturevalue("server").dealing(f"{request.node.nodeid}{again}"):
        yield


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser of this worker's own."""
    with sync_playwright() as playwright:
        yield from _launched(playwright.chromium, QUICK)


@pytest.fixture(scope="package")
def whole_browser(browser: Browser) -> Iterator[Browser]:
    """A browser with all that people's browsers have."""
    yield from _launched(browser.browser_type, NAMES)


def _launched(kind: BrowserType, names: Sequence[str]) -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.fail("No Chromium is installed. Run `make test`, which says how to get one.")
    expect.set_options(timeout=PATIENCE)
    running = kind.launch(executable_path=found, args=[*FLAGS, UNOPTIMISED])
    yield running
    running.close()


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Play a test again where it was the browser that stood still; others are none of this."""
    if not item.path.is_relative_to(Path(__file__).parent):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for report in standstill.play(item, nextitem):
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember which tests failed, so that a picture can be kept."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


# What changes a browser for longer than a visit.
LASTING = (
    "add_init_script", "expose_binding", "expose_function", "grant_permissions", "new_page",
    "route", "route_web_socket", "set_offline", "set_viewport_size",
    "fast_forward", "install", "pause_at", "set_fixed_time", "set_system_time",  # the clock's
)  # fmt: skip


class Regulars:
    """People who have left, by language and size: their browsers may serve the next ones.

    Such a browser has the page's files already, and opens it in half the time. Nothing else is
    left of the visit; a browser in which something lasting was changed is not used again.
    """

    def __init__(self) -> None:
        self._left: dict[tuple[str, str], list[Person]] = {}
        self._changed: set[BrowserContext] = set()

    def welcome(self, lang: str, size: str) -> Person | None:
        """Somebody new with the browser of one who has left, if there is any."""
        left = self._left.get((lang, size))
        if not left:
            return None
        before = left.pop()
        return Person(before.context, before.page, WORDS[lang])

    def watch(self, person: Person) -> None:
        """Notice what will outlast a visit."""
        for owner in (person.page, person.context, person.page.clock, person.context.clock):
            for name in LASTING:
                if hasattr(owner, name):
                    setattr(owner, name, self._noticed(person.context, getattr(owner, name)))

    def _noticed(self, context: BrowserContext, act: Callable[..., Any]) -> Callable[..., Any]:
        def noticed(*given: Any, **named: Any) -> Any:
            self._changed.add(context)
            return act(*given, **named)

        return noticed

    def leave(self, person: Person, lang: str, size: str) -> None:
        """Keep somebody's browser for others."""
        if person.context in self._changed or person.page.is_closed():
            person.context.close()
        else:
            person.leave()
            self._left.setdefault((lang, size), []).append(person)


@pytest.fixture(scope="package")
def regulars(server: Server) -> Regulars:
    """The browsers of those who have left."""
    return Regulars()


@pytest.fixture(scope="package")
def windows(browser: Browser) -> Windows:
    """Sizes that change while a page is open."""
    return Windows()


@pytest.fixture
def meet(
    browser: Browser,
    server: Server,
    pictures: Path,
    regulars: Regulars,
    request: pytest.FixtureRequest,
) -> Iterator[Meet]:
    """People, each with a browser context of his own; nothing may go wrong in any of them.

    Only tests of the app itself let its service worker in: the others ask the server. They play
    every move themselves, ``forced`` ones too where it is not told else, so that nothing happens
    while they look.
    """
    people: list[tuple[Person, str, str, bool]] = []

    def one(lang: str = "en", size: str = "desktop", **more: Any) -> Person:
        person = (None if more else regulars.welcome(lang, size)) or newcomer(lang, size, **more)
        people.append((person, lang, size, not more))
        return person

    def newcomer(
        lang: str, size: str, whole: bool = False, forced: bool = False, **more: Any
    ) -> Person:
        words = WORDS[lang]
        touch = size != "desktop"
        chosen = request.getfixturevalue("whole_browser") if whole else browser
        context = chosen.new_context(
            base_url=server.url, viewport=SIZES[size], locale=words.locale,
            has_touch=touch, is_mobile=touch,
            **{"reduced_motion": "reduce", "service_workers": "block", **more},
        )  # fmt: skip
        context.set_default_timeout(PATIENCE)
        if not forced:
            context.add_init_script(BY_HAND)
        person = Person(context, context.new_page(), words)
        regulars.watch(person)
        return person

    yield one
    failed = request.node.stash.get(FAILED, False)
    for number, (person, lang, size, usual) in enumerate(people):
        still = failed and any(map(standstill.stands_still, person.context.pages))
        if still:
            request.node.stash[standstill.MET] = True
        if failed and not still and not person.page.is_closed():
            person.page.screenshot(path=pictures / f"failed-{request.node.name}-{number}.png")
            (pictures / f"failed-{request.node.name}-{number}.txt").write_text(
                "\n".join([*person.errors, *person.sent[-5:], *person.frames[-5:]])
            )
        if usual and not failed and not person.errors:
            regulars.leave(person, lang, size)
        else:
            person.context.close()
    assert [error for person, *_ in people for error in person.errors] == []


@pytest.fixture(scope="session")
def pictures() -> Path:
    """Where screenshots are kept."""
    folder = Path(__file__).parent / "pictures"
    folder.mkdir(exist_ok=True)
    return folder
