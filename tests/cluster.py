"""One PostgreSQL for a whole run of the tests, and databases in it.

A run is one process, or one that spreads tests over workers. Whoever needs the cluster first starts
it beside the run; it ends when the process of the run does, however that ends. It waits for no
disk: where durability is the point, a test starts a cluster of its own (`bench.engines.postgres`).
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import subprocess
import tempfile
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
import pytest

from bench.engines import PATIENCE, Postgres, missing
from echappee.server.store.postgres import prepare

_WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
_RUN = os.environ.get("PYTEST_XDIST_TESTRUNUID", f"{os.getpid()}") if _WORKER else f"{os.getpid()}"
_WATCHED = os.getppid() if _WORKER else os.getpid()
_FOLDER = Path(tempfile.gettempdir()) / f"echappee-cluster-{_RUN}"
_READY = _FOLDER / "port"
_TEMPLATE = "template_of_tests"
_TABLES = ("facts", "tables", "records", "offers", "nodes")
_BESIDE = """
"$@" >>"$FOLDER/printed.log" 2>&1 &
tail --pid="$WATCHED" -f /dev/null
kill -INT "$!"
wait "$!"
rm -rf "$FOLDER"
"""
"""The cluster, and what ends it when the run has ended."""

Result = TypeVar("Result")


@cache
def cluster() -> Postgres:
    """The cluster of this run; the test is skipped where there can be none."""
    why = missing("postgres")
    if why is not None:
        pytest.skip(why)
    _FOLDER.mkdir(exist_ok=True)
    with (_FOLDER / "lock").open("a") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        if not _READY.exists():
            _start()
    return Postgres(_FOLDER, int(_READY.read_text()))


def _start() -> None:
    engine = Postgres(_FOLDER, durable=False)
    engine.create()
    user = engine.servant()
    told = {"WATCHED": str(_WATCHED), "FOLDER": str(_FOLDER)}
    subprocess.Popen(
        ["/bin/sh", "-c", _BESIDE, "cluster", *map(str, engine.command())],
        cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True, env={**os.environ, **told},
        user=user and user.pw_uid, group=user and user.pw_gid,
    ).returncode = 0  # it outlives this process: nobody here waits for it  # fmt: skip
    end = time.monotonic() + PATIENCE
    while not engine.answers():
        assert time.monotonic() < end, engine.printed()
        time.sleep(0.02)
    _here(_make_template(engine))
    _READY.write_text(str(engine.port))


async def _make_template(engine: Postgres) -> None:
    """A database in the present shape: others are copied from it."""
    connection = await asyncpg.connect(engine.url())
    await connection.execute(f"CREATE DATABASE {_TEMPLATE}")
    await connection.close()
    await prepare(engine.url(_TEMPLATE))


class Databases:
    """The databases of this worker: made once, emptied for each test that asks for one."""

    def __init__(self) -> None:
        self._made: list[str] = []
        self._free: list[str] = []
        self._asked: dict[str, str] = {}

    def begin(self) -> None:
        """Another test: all databases are free again."""
        self._free = list(self._made)
        self._asked.clear()

    def url(self, key: str) -> str:
        """The address of a database; within a test, the same one for the same key."""
        if key not in self._asked:
            self._asked[key] = _here(self._empty())
        return self._asked[key]

    async def _empty(self) -> str:
        if self._free:
            name = self._free.pop(0)
            connection = await asyncpg.connect(cluster().url(name))
            await connection.execute("; ".join(f"DELETE FROM {one}" for one in _TABLES))
        else:
            name = f"tests_{_WORKER}_{os.getpid()}_{len(self._made)}"
            connection = await asyncpg.connect(cluster().url())
            await connection.execute(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE}")
            self._made.append(name)
        await connection.close()
        return cluster().url(name)


databases = Databases()


def new_database(name: str) -> str:
    """The address of a database with nothing in it, not even tables; made anew if it is there."""
    name = f"{name}_{_WORKER}_{os.getpid()}"

    async def make() -> None:
        connection = await asyncpg.connect(cluster().url())
        await connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    _here(make())
    return cluster().url(name)


def _here(work: Coroutine[Any, Any, Result]) -> Result:
    """Do something now, also where a loop is running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
