"""A server starts fast: what the first page does not need is not loaded for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from echappee.bots import compiled_note
from echappee.bots.compiled_note import known_as_prepared, remember_prepared

STORES = ("sqlite",)
SLOW = ("numba", "llvmlite", "alembic", "sqlalchemy", "asyncpg", "pydantic", "PIL")
"""Each takes tenths of a second or more to load."""

START = """
import sys
from pathlib import Path
from echappee.cli import app
from echappee.games import game_ids
from echappee.bots.prepare_games import unprepared
from echappee.server.http.catalogue import game_info
from echappee.server.uvicorn_config import configuration
from echappee.server.config import Settings
unprepared(game_ids())
configuration(Settings(data=Path(sys.argv[1])))
for game_id in game_ids():
    game_info(game_id, ready=False)
print(*[name for name in sys.argv[2:] if name in sys.modules])
"""


def test_nothing_slow_is_loaded_before_the_first_page(tmp_path: Path) -> None:
    command = [sys.executable, "-c", START, str(tmp_path), *SLOW]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert found.stdout.split() == []


AT_ONCE = """
import asyncio, sys
from pathlib import Path
from echappee.games import game_ids, rulebook
from echappee.server.table import commands
from echappee.server.store import facts as f
from echappee.server.protocol.rest import NoClock
from echappee.server.table.service import TableService
from echappee.server.config import Settings
from echappee.server.store.backends import place_of, storage_at

async def play(service, live):
    match = live.table.match
    seat = match.awaited[0]
    text = match.moves(seat)[0]
    await service.runner.run(live, lambda table: commands.play(table, seat, match.number, text))

async def main(folder):
    settings = Settings(data=Path(folder), head_start=600.0)
    service = TableService(settings, storage_at(place_of(settings)))
    await service.open()
    assert all(map(service.rules.at_hand, game_ids()))
    rules = rulebook("tapas")
    founding = f.Founding(
        code="TABLEB", watch="TABLEBWW", game="tapas", rules=rules.version, players=2,
        options=dict(rules.read_options({})), clock=NoClock(), start="full", secret=bytes(32),
        created=1,
    )
    seats = [f.SeatSet(seat=seat, kind="person", name="P") for seat in range(2)]
    live = await service.tables.create(founding, [*seats, f.Began()])
    await play(service, live)
    print("numba" in sys.modules, rules.functions.compiled)
    await service.rules.compiled("tapas")
    await play(service, live)
    print("numba" in sys.modules, rules.functions.compiled, live.table.number)
    await service.close()

asyncio.run(main(sys.argv[1]))
"""


def test_a_table_is_played_before_the_compiled_rules_are_loaded(tmp_path: Path) -> None:
    """By the same rules, interpreted; and who waits for the compiled ones gets them."""
    command = [sys.executable, "-c", AT_ONCE, str(tmp_path)]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["False", "False", "True", "True", "2"]


def test_what_is_compiled_is_remembered_until_a_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ECHAPPEE_CACHE_DIR", str(tmp_path))
    marker = tmp_path / "marker"
    marker.touch()
    assert not known_as_prepared(["tapas"])
    remember_prepared(["tapas"], [marker])
    remember_prepared(["tape-letape"], [marker])
    assert known_as_prepared(["tapas"])
    assert not known_as_prepared(["flamme-rouge"])
    with monkeypatch.context() as changed:
        changed.setattr(compiled_note, "_files", lambda: iter(["a file that was changed"]))
        assert not known_as_prepared(["tapas"])
    marker.unlink()
    assert not known_as_prepared(["tapas"])


EARLY = """
import sys, threading, urllib.request, webbrowser
from pathlib import Path
from echappee.server import run
from echappee.server.config import Settings

begun = threading.Event()

def browse(address):
    print("litestar" in sys.modules, flush=True)
    begun.set()
    with urllib.request.urlopen(address + "api/house", timeout=200) as answer:
        print(answer.status, flush=True)
    running[0].should_exit = True

def load(settings, configuration=run.configuration):
    assert begun.wait(200), "no browser was opened"
    return configuration(settings)

running = []
run.configuration = load
made = run.DrainServer
run.DrainServer = lambda *given: running.append(made(*given)) or running[0]
webbrowser.open = browse
settings = Settings(data=Path(sys.argv[1]), head_start=600.0)
run.serve(settings, port=0, browser=True)
"""


def test_a_browser_is_opened_before_the_server_is_loaded(tmp_path: Path) -> None:
    """What it asks for then is answered as soon as that is there."""
    command = [sys.executable, "-c", EARLY, str(tmp_path)]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["False", "200"]
