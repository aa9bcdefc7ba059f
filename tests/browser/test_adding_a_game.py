"""The game of docs/adding-a-game.md, built from that page alone: tested, served, shown, played.

It stands in a copy of this package, with the other games beside it. Its rules are interpreted,
but where a test compares them with the compiled ones.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

import echappee
from tests.browser.desk import BOT, YOU, Table
from tests.browser.people import Person
from tests.browser.servers import ROOT, Server
from tests.browser.speech import EN
from tests.browser.windows import SIZES

PACKAGE = Path(echappee.__file__).parent
PAGE = ROOT / "docs" / "adding-a-game.md"
FILE = re.compile(r"^```\w+ src/echappee/games/(\S+)\n(.*?)^```", re.M | re.S)
GAME = "nim"
GENERIC = (
    "tests/generic/test_declarations.py",
    "tests/generic/test_random_games.py",
    "tests/generic/test_positions.py",
    "tests/generic/test_hidden.py",
    "tests/generic/test_parsers.py",
    "tests/generic/test_terminal.py",
    "tests/learning",
    "tests/test_house.py",
)
BOTS = """
from echappee.lab.arena import arena
from echappee.lab.simulate import simulate

print(simulate("nim", games=20, bots=("random",), seed=1, threads=1))
for bots in (("random", "greedy"), ("sunday", "club")):
    print(arena("nim", bots, games=2, seed=1, threads=1))
"""
COMPILED = """
import sys, time
from echappee.bots.background_compiler import compiled_in_background
from echappee.bots.chair import next_action
from echappee.bots.registry import bot
from echappee.games import rulebook
from echappee.match.game import Game
rules = rulebook("nim")
with compiled_in_background(["nim"]) as compiler:
    match = Game(rules).start(2, {}, "x")
    for _ in range(2):
        match.play(*next_action(match, {0: bot("greedy"), 1: bot("greedy")}))
    print(rules.functions.compiled, "numba" in sys.modules, flush=True)
    shares = set()
    while not rules.functions.compiled:
        assert not compiler.failed
        shares.add(compiler.share)
        time.sleep(0.02)
    match.play(*next_action(match, {0: bot("teammate"), 1: bot("teammate")}))
    print(compiler.done, compiler.share, len(shares) > 3, match.number)
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The variables with which Python finds the package with the game in it."""
    tree = tmp_path_factory.mktemp("tree")
    package = tree / "echappee"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("page", "__pycache__"))
    (package / "server" / "page").symlink_to(PACKAGE / "server" / "page")
    for name, text in FILE.findall(PAGE.read_text(encoding="utf-8")):
        file = package / "games" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    path = os.pathsep.join([str(tree), str(ROOT)])
    cache = str(tmp_path_factory.mktemp("compiled"))
    interpreted = {"PYTHONPATH": path, "ECHAPPEE_CACHE_DIR": cache, "NUMBA_DISABLE_JIT": "1"}
    return {**os.environ, **interpreted}


@pytest.fixture(scope="module")
def nim(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has the game."""
    running = Server(tmp_path_factory.mktemp("data"), environment)
    try:
        running.start()
        yield running
    finally:
        running.close()


def _run(environment: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_generic_tests_need_no_line_of_code(environment: dict[str, str]) -> None:
    alone = ("-v", "-p", "no:xdist", "-p", "no:cacheprovider")
    said = _run(environment, "-m", "pytest", *alone, *GENERIC, "-k", f"{GAME} and not golden")
    passed = re.search(r"\b(\d+) passed", said)
    assert passed, said
    assert int(passed[1]) > 30
    assert "skipped" not in said, said


@pytest.mark.timeout(900)
def test_it_is_really_compiled_in_the_background_while_it_is_played(
    environment: dict[str, str],
) -> None:
    """A small game will do: how others are compiled is no other thing."""
    said = _run({**environment, "NUMBA_DISABLE_JIT": "0"}, "-c", COMPILED)
    assert said.split() == ["False", "False", "True", "1.0", "True", "3"]
    assert list(Path(environment["ECHAPPEE_CACHE_DIR"]).rglob("*.ready"))


def test_compiled_rules_play_like_interpreted_ones(environment: dict[str, str]) -> None:
    """Without what is shared by all tests, which would compile the other games."""
    compiled = {**environment, "NUMBA_DISABLE_JIT": "0"}
    alone = ("-v", "--noconftest", "-p", "no:xdist", "-p", "no:cacheprovider")
    chosen = ("tests/generic/test_two_speeds.py", "-k", f"{GAME} and agree")
    said = _run(compiled, "-m", "pytest", *alone, *chosen)
    assert re.search(r"\b[1-9]\d* passed", said), said


def test_bots_play_it(environment: dict[str, str]) -> None:
    assert _run(environment, "-c", BOTS)


def test_it_is_served(nim: Server) -> None:
    told = {one["id"]: one for one in httpx.get(f"{nim.url}/api/games").json()}
    assert (told[GAME]["name"]["fr"], told[GAME]["fewest"], told[GAME]["options"]) == ("Nim", 2, [])
    assert httpx.get(f"{nim.url}/api/games/{GAME}/lesson").status_code == 404
    rules = httpx.get(f"{nim.url}/api/games/{GAME}/rules").json()
    assert [one["id"] for one in rules["articles"]] == ["1", "2", "3", "4", "5"]
    table = Table(nim.url, GAME, [YOU, BOT])
    end = table.play(lambda game: game["view"]["over"])
    assert end["view"]["table"]["heaps"] == {"A": 0, "B": 0, "C": 0}
    assert sorted(end["view"]["standing"]["scores"]) == [0, 1]


def test_the_page_shows_it_on_a_plain_board(nim: Server, browser: Browser) -> None:
    context = browser.new_context(
        base_url=nim.url, viewport=SIZES["desktop"], locale=EN.locale,
        reduced_motion="reduce", service_workers="block",
    )  # fmt: skip
    ana = Person(context, context.new_page(), EN)
    ana.home()
    expect(ana.page.get_by_text("Five games for the table.")).to_be_visible()
    expect(ana.poster("Nim")).to_contain_text("Three heaps of matches, and the last one wins.")
    expect(ana.button("Play Nim now against bots")).to_be_enabled()
    ana.go(Table(nim.url, GAME, [YOU, BOT]).link())
    ana.at_table()
    heaps = ana.page.locator("[data-field=heaps]")
    expect(heaps).to_be_visible()
    expect(ana.page.get_by_text("Seat on turn")).to_be_visible()
    moves = ana.page.locator("[data-move]")
    while True:
        moves.first.or_(ana.result).first.wait_for()
        if ana.result.is_visible():
            break
        moves.first.click()
        ana.answered()
    expect(heaps).to_contain_text("0")
    assert ana.moves()[0]["events"][0]["kind"] == "taken"
    assert ana.errors == []
    context.close()
