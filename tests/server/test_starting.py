"""A server starts fast: what the first page does not need is not loaded for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SLOW = ("numba", "llvmlite", "alembic", "sqlalchemy", "PIL")
"""Each takes tenths of a second or more to load."""

START = """
import sys
from pathlib import Path
from echappee.cli import app
from echappee.games import game_ids
from echappee.lab.preparing import unprepared
from echappee.server.catalogue import game_info
from echappee.server.serving import configuration
from echappee.server.settings import Settings
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
