"""A server, a browser and people, for the tests of the page."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from tests.browser.people import Person
from tests.browser.servers import PAGE, Server
from tests.browser.speech import WORDS

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--disable-quic", "--no-first-run",
)  # fmt: skip
SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "desktop": {"width": 1280, "height": 800},
}
PATIENCE = 30_000

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


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser of this worker's own."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.fail("No Chromium is installed. Run `make test`, which says how to get one.")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield running
        running.close()


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember which tests failed, so that a picture can be kept."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture
def meet(
    browser: Browser, server: Server, pictures: Path, request: pytest.FixtureRequest
) -> Iterator[Meet]:
    """People, each with a browser context of his own; nothing may go wrong in any of them.

    Only tests of the app itself let its service worker in: the others ask the server.
    """
    people: list[Person] = []

    def one(lang: str = "en", size: str = "desktop", **more: Any) -> Person:
        words = WORDS[lang]
        phone = size == "phone"
        context = browser.new_context(
            base_url=server.url, viewport=SIZES[size], locale=words.locale,
            has_touch=phone, is_mobile=phone,
            **{"reduced_motion": "reduce", "service_workers": "block", **more},
        )  # fmt: skip
        context.set_default_timeout(PATIENCE)
        person = Person(context, context.new_page(), words)
        people.append(person)
        return person

    yield one
    for number, person in enumerate(people):
        if request.node.stash.get(FAILED, False) and not person.page.is_closed():
            person.page.screenshot(path=pictures / f"failed-{request.node.name}-{number}.png")
            (pictures / f"failed-{request.node.name}-{number}.txt").write_text(
                "\n".join([*person.errors, *person.sent[-5:], *person.frames[-5:]])
            )
        person.context.close()
    assert [error for person in people for error in person.errors] == []


@pytest.fixture(scope="session")
def pictures() -> Path:
    """Where screenshots are kept."""
    folder = Path(__file__).parent / "pictures"
    folder.mkdir(exist_ok=True)
    return folder
