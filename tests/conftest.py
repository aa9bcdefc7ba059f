"""Shared by all tests: games are compiled before the first test, and no test depends on luck."""

from __future__ import annotations

import os
import random
import re
import secrets
from collections.abc import Callable
from functools import cache
from io import StringIO

import hypothesis
import pytest
import typer.main

from echappee.bots import registry
from echappee.bots.prepare_games import prepare_game, unprepared
from echappee.cli import app as cli
from echappee.games import game_ids
from tests.typed import as_typed

# Tests of what runs on a GPU have Numba simulate one, before Numba is loaded.
os.environ.setdefault("NUMBA_ENABLE_CUDASIM", "1")

# The same examples in every run, and as much time for each as a busy machine takes. Whoever wants
# others says so: `--hypothesis-profile=explore --hypothesis-seed=N`.
_QUIET = hypothesis.settings(
    deadline=None, database=None, print_blob=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)  # fmt: skip
hypothesis.settings.register_profile("fixed", _QUIET, derandomize=True)
hypothesis.settings.register_profile("explore", _QUIET, derandomize=False)
hypothesis.settings.load_profile("fixed")


@pytest.fixture(scope="session", autouse=True)
def _compiled_games() -> None:
    for game_id in unprepared(game_ids()):
        prepare_game(game_id)


@pytest.fixture(scope="session")
def seed() -> int:
    """Of what is explored by chance: ``ECHAPPEE_SEED``, which `make explore` draws and tells."""
    return int(os.environ.get("ECHAPPEE_SEED", "1"))


@pytest.fixture(autouse=True)
def _bots_of_this_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that a test loads from a file is gone after it: the next test has those it knows."""
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))


@pytest.fixture(autouse=True)
def _chance_of_this_test(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Secrets, codes and tokens come from a seed of the test's own: its name, and nothing else.

    Whatever its neighbours did, on whichever worker and store: games that are started without a
    seed are the same in every run. Processes that a test starts are beyond this.
    """
    name = re.sub(r"-postgres(?=\])|\[postgres\]", "", request.node.nodeid)
    dice = random.Random(name)
    monkeypatch.setattr(secrets, "token_bytes", lambda count=None: dice.randbytes(count or 32))
    monkeypatch.setattr(secrets, "choice", dice.choice)
    monkeypatch.setattr(secrets, "randbelow", dice.randrange)
    monkeypatch.setattr(secrets, "randbits", dice.getrandbits)
    random.seed(name)


_commands = cache(typer.main.get_command)  # Typer reads all signatures anew for every call


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run a command of ``echappee`` with typed-in lines.

    Returns what it printed, with the spaces and apostrophes of French as they are typed.
    """

    def command(*arguments: object, typed: str = "", status: int = 0) -> str:
        monkeypatch.setattr(typer.main, "get_command", _commands)
        monkeypatch.setattr("sys.argv", ["echappee", *map(str, arguments)])
        monkeypatch.setattr("sys.stdin", StringIO(typed))
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            cli.main()
        printed = capsys.readouterr()
        assert left.value.code == status, printed.err + printed.out
        return as_typed(printed.out + printed.err)

    return command


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What shares something that is slow to start comes first: there no idle worker takes it away,
    so that it is started once."""
    items.sort(key=lambda item: item.get_closest_marker("starts_slowly") is None)
