"""The page as an app: installed, without network, brought up to date, and calling its people."""

from __future__ import annotations

import json
import re
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from echappee.calculator import add_stage, new_race
from tests.browser.conftest import PATIENCE, Meet
from tests.browser.counting import NAMES, STAGES, Counter
from tests.browser.desk import BOT, YOU, Table
from tests.browser.servers import PAGE, Server
from tests.games.tapas.browser import TapasPlayer, tapas_words

KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys())
    found[name] = (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname);
  return found;
}"""


def until(page: Page, holds: str) -> None:
    """Wait until an asynchronous function of the page says yes."""
    page.evaluate(
        f"""async () => {{
          for (let i = 0; i < {PATIENCE // 50}; i++) {{
            if (await ({holds})()) return;
            await new Promise((done) => setTimeout(done, 50));
          }}
          throw new Error("waited in vain");
        }}"""
    )


def controlled(page: Page) -> None:
    """Wait until the worker has everything and answers for this page."""
    until(page, "() => navigator.serviceWorker.controller !== null")


def test_the_app_can_be_installed(meet: Meet) -> None:
    who = meet()
    ask = who.context.request.get
    manifest = ask("/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    told = manifest.json()
    assert (told["display"], told["start_url"], told["scope"]) == ("standalone", "/", "/")
    assert {"any", "maskable"} == {icon["purpose"] for icon in told["icons"]}
    for icon in told["icons"]:
        answer = ask(icon["src"])
        assert answer.ok
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            size = int.from_bytes(answer.body()[16:20], "big")
            assert icon["sizes"] == f"{size}x{size}"
    worker = ask("/sw.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    assert "worker-src 'self'" in worker.headers["content-security-policy"]
    who.home()
    assert who.page.locator('link[rel="manifest"]').get_attribute("href") == "/manifest.webmanifest"
    for shortcut in told["shortcuts"]:
        who.go(shortcut["url"])
        expect(who.page.get_by_role("heading", level=1)).to_be_visible()


def test_without_network_the_calculator_counts_on(meet: Meet, server: Server) -> None:
    who = meet(size="phone", service_workers="allow")
    counter = Counter(who)
    counter.begin()
    race = new_race(NAMES)
    counter.enter(race, STAGES[0])
    race = add_stage(race, STAGES[0])
    controlled(who.page)
    who.context.set_offline(True)
    server.kill()  # what a worker asks for is not held back by the line above
    try:
        who.page.reload()
        counter.agrees(race)
        counter.enter(race, STAGES[1])
        race = add_stage(race, STAGES[1])
        counter.agrees(race)
        who.go("/calculator/stage/1")
        expect(counter.done).to_be_visible()
        # The rest says what is the matter, and how to go on.
        who.go("/")
        expect(who.page.get_by_text("No network")).to_be_visible()
        expect(who.button("Try again")).to_be_visible()
        who.page.get_by_role("link", name="Race calculator").first.tap()
        counter.agrees(race)
        who.go("/settings")
        expect(who.page.get_by_role("heading", name="Settings")).to_be_visible()
        who.go("/t/KDPQWR")
        expect(who.page.get_by_role("heading", level=1, name="No network")).to_be_visible()
        # The network comes back before the server does.
        who.context.set_offline(False)
        missing = "This part of the page could not be loaded"
        expect(who.page.get_by_role("heading", level=1, name=missing)).to_be_visible()
        beside = who.context.new_page()
        with pytest.raises(Error, match="net::"):  # not the page's: nothing is kept of it
            beside.goto("/docs/index.html")
        beside.close()
    finally:
        who.context.set_offline(False)
        server.start()
    # The page notices by itself, and asks for that table again.
    expect(who.page.get_by_role("heading", name="No table has this code.")).to_be_visible()
    who.go("/")
    expect(who.button(who.words.play_now).first).to_be_enabled()
    assert "No network" not in who.page.inner_text("body")


def test_a_table_opened_without_network_comes_when_the_network_does(
    meet: Meet, server: Server
) -> None:
    who = meet(service_workers="allow")
    table = Table(server.url, "tapas", [YOU, BOT])
    who.go(table.link())
    TapasPlayer(who).entries.first.wait_for()
    controlled(who.page)
    who.page.reload()  # now the worker sees every file of the table
    TapasPlayer(who).entries.first.wait_for()
    server.kill()
    try:
        who.page.reload()
        silent = who.page.get_by_role("heading", name="The server does not answer")
        expect(silent).to_be_visible()
        who.button("Try again").click()
        expect(silent).to_be_visible()
    finally:
        server.start()
    TapasPlayer(who).entries.first.wait_for()  # it goes on trying by itself


def test_nothing_that_the_server_says_is_kept(meet: Meet, server: Server) -> None:
    who = meet(service_workers="allow")
    who.home()
    controlled(who.page)
    who.home()
    who.go(Table(server.url, "tape-letape", [YOU, BOT, BOT, BOT]).link())
    who.at_table()
    who.go("/stages")
    expect(who.page.locator("[data-stage]")).to_have_count(52)
    kept = who.page.evaluate(KEPT)
    assert len(kept) == 1
    (paths,) = kept.values()
    assert any(path.startswith("/assets/Calculator-") for path in paths)
    assert any(path.startswith("/assets/Table-") for path in paths)  # seen, so kept
    files = {"/", *(f"/{one.relative_to(PAGE.parent)}" for one in PAGE.parent.rglob("*.*"))}
    assert set(paths) <= files
    assert not [path for path in paths if path.startswith("/api")]


class _Quiet(SimpleHTTPRequestHandler):
    """The built page as files; every other address is the page."""

    def do_GET(self) -> None:
        if not Path(self.translate_path(self.path)).is_file():
            self.path = "/index.html"
        super().do_GET()

    def end_headers(self) -> None:
        self.send_header("cache-control", "no-cache")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A copy of the page that can be changed, and where it is served."""
    folder = tmp_path / "page"
    shutil.copytree(PAGE.parent, folder)
    serving = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=serving.serve_forever, daemon=True)
    thread.start()
    yield folder, f"http://127.0.0.1:{serving.server_address[1]}"
    serving.shutdown()
    serving.server_close()
    thread.join()


def test_a_new_version_takes_over(browser: Browser, copy: tuple[Path, str]) -> None:
    folder, url = copy
    context = browser.new_context(base_url=url, locale="en-GB")
    page = context.new_page()
    page.goto("/calculator")
    controlled(page)
    (old,) = page.evaluate(KEPT)

    worker = folder / "sw.js"
    worker.write_text(worker.read_text().replace(old.removeprefix("shell-"), "new"))
    shell = folder / "index.html"
    shell.write_text(shell.read_text().replace("<title>", '<meta name="new"><title>'))
    page.reload()
    expect(page.locator('meta[name="new"]')).to_have_count(1)  # at once
    page.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
    until(page, "async () => (await caches.keys()).includes('shell-new')")
    until(page, "async () => !(await navigator.serviceWorker.getRegistration()).installing")
    assert old in page.evaluate(KEPT)  # an open page keeps its own version to the end
    page.goto("about:blank")
    page.goto("/calculator")
    until(page, "async () => (await caches.keys()).join() === 'shell-new'")
    assert '<meta name="new">' in page.evaluate(
        "async () => (await (await caches.match('/')).text())"
    )
    context.close()


HIDE = """(hidden) => {
  Object.defineProperty(document, "visibilityState", {
    configurable: true, get: () => (hidden ? "hidden" : "visible"),
  });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker.getNotifications()).map(({ title, tag, data }) => ({ title, tag, data }));
}"""

WATCHED = """() => {
  window.shown = [];
  const worker = ServiceWorkerRegistration.prototype, show = worker.showNotification;
  worker.showNotification = async function (...given) {
    await show.apply(this, given);
    window.shown.push(
      ...(await this.getNotifications()).map(({ title, tag, data }) => ({ title, tag, data })));
  };
}"""
"""Note what is shown when it is: after half a minute the browser takes a notification away."""


def test_a_hidden_table_calls_its_player(meet: Meet, server: Server) -> None:
    who = meet(service_workers="allow", whole=True)
    who.context.grant_permissions(["notifications"], origin=server.url)
    who.go("/settings")
    choice = who.page.get_by_role("group", name="Notifications")
    expect(choice.get_by_label("None")).to_be_checked()
    choice.get_by_label("When it is my turn").check()
    expect(choice.get_by_label("When it is my turn")).to_be_checked()
    controlled(who.page)

    table = Table(server.url, "tapas", [YOU, {"kind": "open"}], clock=None)
    who.go(table.link())
    other = meet(lang="fr")
    other.go(f"/t/{table.code}")
    other.page.get_by_role("button", name=other.words.sit).click()
    players = {who.page: TapasPlayer(who), other.page: TapasPlayer(other)}
    who.at_table()
    other.at_table()
    if who.turn.get_attribute("data-turn") == "mine":
        players[who.page].entries.first.click()
        who.button(tapas_words(who).push).click()
    players[other.page].entries.first.wait_for()
    assert who.page.evaluate(SHOWN) == []
    who.page.evaluate(WATCHED)
    who.page.evaluate(HIDE, True)
    players[other.page].entries.first.click()
    other.button(tapas_words(other).push).click()
    path = f"/t/{table.code}"
    until(who.page, "() => window.shown.length > 0")
    (shown,) = who.page.evaluate("window.shown")
    assert shown == {"title": "Tapas: your turn", "tag": path, "data": {"path": path}}
    who.page.evaluate(HIDE, False)  # whoever looks needs no call any more
    until(who.page, f"async () => (await ({SHOWN})()).length === 0")


def test_a_browser_that_forbids_notifications_is_believed(meet: Meet) -> None:
    who = meet()
    who.page.add_init_script(
        "Notification.requestPermission = async () => 'denied';"
        "Object.defineProperty(Notification, 'permission', { get: () => 'default' });"
    )
    who.go("/settings")
    choice = who.page.get_by_role("group", name="Notifications")
    choice.get_by_label("When it is my turn").click()
    expect(who.page.get_by_text("does not let the page notify")).to_be_visible()
    expect(choice.get_by_label("None")).to_be_checked()
    assert json.loads(who.page.evaluate("localStorage.getItem('echappee.notify')")) is False


def test_every_page_has_an_address_and_back_leads_back(meet: Meet) -> None:
    who = meet(size="phone")
    who.home()
    who.page.get_by_role("link", name="Race calculator").first.tap()
    expect(who.page).to_have_url(re.compile("/calculator$"))
    Counter(who).begin()
    Counter(who).open()
    expect(who.page).to_have_url(re.compile("/calculator/stage/1$"))
    who.page.go_back()
    expect(Counter(who).following).to_be_visible()
    who.page.go_forward()
    expect(Counter(who).done).to_be_visible()
    who.button("Back").tap()
    expect(who.page).to_have_url(re.compile("/calculator$"))
    who.go("/calculator/stage/9")  # not there yet: the next one is
    expect(who.page.get_by_role("heading", level=1, name="Stage 1")).to_be_visible()
    who.page.get_by_role("button", name="Menu").tap()
    who.page.get_by_role("link", name="Settings").tap()
    expect(who.page).to_have_url(re.compile("/settings$"))
    who.page.go_back()
    expect(who.page).to_have_url(re.compile("/calculator/stage/9$"))
