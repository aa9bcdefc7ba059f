"""The file on disk: for its owner alone, for one server at a time, and never lost in silence."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from echappee.cli import app as cli
from echappee.server.config import Settings
from echappee.server.refusals import Refusal
from echappee.server.run import serve
from echappee.server.store import facts as f
from echappee.server.store import rows
from echappee.server.store.backends import place_of, storage_at
from echappee.server.store.database import check, lock_of, locked, marker_of, prepare
from echappee.server.store.migrate import migrate
from echappee.server.table.table import Table
from tests.server.clients import PATIENCE, serving, you

pytestmark = pytest.mark.anyio
STORES = ("sqlite",)
"""All of this is about a file."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with a service in it."""
    found = tmp_path / "tables.sqlite"
    prepare(found)
    return found


def _refused(path: Path, code: str) -> Refusal:
    """Both doors refuse it with this code, and one sentence or two in each language."""
    for door in (check, prepare):
        with pytest.raises(Refusal) as refused:
            door(path)
        assert refused.value.code == code
    words = refused.value.words
    for language in (words.en, words.fr):
        assert str(path) in language
        assert "\n" not in language
    return refused.value


# --------------------------------------------------------------------------------------- its owner


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def test_nobody_else_can_read_it(tmp_path: Path) -> None:
    """Nor the files beside it, nor look into a folder that we made; whatever others may expect."""
    folder = tmp_path / "somewhere" / "deep"
    before = os.umask(0)
    try:
        async with serving(folder) as world, world.client() as client:
            await client.set_table("tapas", you(2))
            with locked(folder / "tables.sqlite"):
                names = {one.name for one in folder.iterdir()}
                assert {"tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm"} <= names
                assert {"tables.lock", "tables.marker"} <= names
                assert {_mode(one) for one in folder.iterdir()} == {0o600}
            assert _mode(folder) == 0o700
    finally:
        os.umask(before)


def test_a_file_that_was_open_to_all_is_closed(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("INSERT INTO records VALUES ('X', 1, 'Y')")
        beside = [path.with_name(path.name + end) for end in ("-wal", "-shm")]
        connection.commit()
        beside += [path.with_suffix(".marker"), path.with_suffix(".lock")]
        for one in (path, *beside):
            one.touch()
            one.chmod(0o644)
        theirs = path.parent / "holiday.jpg"
        for others in (True, False):
            theirs.touch() if others else theirs.unlink()
            path.parent.chmod(0o755)
            prepare(path)
            assert [_mode(one) for one in (path, *beside)] == [0o600] * 5
            assert _mode(path.parent) == (0o755 if others else 0o700)  # closed if all of it is ours


# -------------------------------------------------------------------------------------- one server


def test_a_second_server_on_the_folder_is_refused(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "new")
    with locked(settings.data / "tables.sqlite"):
        with pytest.raises(Refusal) as refused:
            serve(settings, port=0)
        assert refused.value.code == "data-in-use"
        assert str(settings.data) in refused.value.words.fr
    with locked(settings.data / "tables.sqlite"):
        pass  # it was let go


HOLD = """
import sys
from pathlib import Path
from echappee.server.store.database import locked
with locked(Path(sys.argv[1])):
    print("locked", flush=True)
    sys.stdin.read()
"""


def test_the_lock_of_a_server_that_was_killed_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"locked\n"
        with pytest.raises(Refusal), locked(path):
            pass
        server.send_signal(signal.SIGKILL)
        server.wait(PATIENCE)
        with locked(path):
            assert lock_of(path).exists()


# ----------------------------------------------------------------------------------- what is wrong


def _emptied(path: Path) -> None:
    path.write_bytes(b"")


def _deleted(path: Path) -> None:
    path.unlink()


def _undone(path: Path) -> None:
    migrate(path, "base")


@pytest.mark.parametrize("lose", [_emptied, _deleted, _undone])
def test_a_file_that_was_lost_is_not_begun_anew_in_silence(
    path: Path, lose: Callable[[Path], None]
) -> None:
    lose(path)
    before = path.read_bytes() if path.exists() else None
    refusal = _refused(path, "data-lost")
    assert marker_of(path).name in refusal.words.en
    assert (path.read_bytes() if path.exists() else None) == before
    marker_of(path).unlink()  # as the words say
    prepare(path)
    check(path)
    assert marker_of(path).exists()


def test_a_house_from_before_the_marker_gets_one(path: Path) -> None:
    marker_of(path).unlink()
    prepare(path)
    assert path.name in marker_of(path).read_text(encoding="utf-8")


def _nonsense(path: Path) -> None:
    path.write_bytes(b"this is no database, whatever its name says" * 200)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _scratched(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    whole[4096:] = b"\xa5" * (len(whole) - 4096)
    path.write_bytes(whole)


@pytest.mark.parametrize("spoil", [_nonsense, _cut, _scratched])
def test_a_broken_file_is_refused(path: Path, spoil: Callable[[Path], None]) -> None:
    spoil(path)
    before = path.read_bytes()
    _refused(path, "data-broken")
    assert path.read_bytes() == before


def test_a_file_of_a_newer_version_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    _refused(path, "data-newer")


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS])
def test_a_file_that_cant_be_written_is_refused(
    path: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tests may run as somebody who can write everything: the system's answer is made up."""

    def refuse(*_: Any) -> int:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "open", refuse)
    _refused(path, "data-read-only")


def test_a_folder_that_cant_be_written_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    _refused(path, "data-read-only")


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Refusal) as refused, locked(tmp_path / "file" / "tables.sqlite"):
        pass
    assert refused.value.code == "data-unusable"


def test_the_command_line_says_one_sentence(
    path: Path, run: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "prepare_games", lambda *_: None)
    _nonsense(path)
    said = run("serve", "--data", path.parent, "--port", 0, "--lang", "fr", status=2)
    assert "endommagé" in said
    assert "Traceback" not in said


# ------------------------------------------------------------------------------------- long reads


class Slow:
    """Facts that are decoded when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go = threading.Event()
        self._reading = threading.Event()
        self._decoder = rows._FACT
        monkeypatch.setattr(rows, "_FACT", self)

    def decode(self, fact: bytes) -> Any:
        self._reading.set()
        assert self.go.wait(PATIENCE)
        return self._decoder.decode(fact)

    async def reading(self) -> None:
        assert await asyncio.to_thread(self._reading.wait, PATIENCE)


async def test_long_reads_leave_the_loop_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the facts of one table are decoded, however long that takes, others are served."""
    async with serving(tmp_path, kept_tables=1) as world, world.client() as client:
        codes = [(await client.set_table("tapas", you(2)))["table"]["code"] for _ in range(2)]
        folded: set[str] = set()
        fold = Table.fold

        def noted(self: Table, *given: Any) -> None:
            folded.add(threading.current_thread().name)
            fold(self, *given)

        slow = Slow(monkeypatch)
        monkeypatch.setattr(Table, "fold", noted)
        assert codes[0] not in world.service.tables
        asked = asyncio.create_task(client.get(f"/tables/{codes[0]}"))
        await slow.reading()
        other = await client.get(f"/tables/{codes[1]}")
        assert other.status == 200
        assert await world.service.storage.find(codes[0]) is not None
        slow.go.set()
        assert (await asked).status == 200
        assert threading.main_thread().name not in folded
        assert folded


async def test_what_is_stored_while_a_table_is_read_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process tells of it at a moment when the table is not here yet."""
    async with serving(tmp_path, kept_tables=1) as world, world.client() as client:
        codes = [(await client.set_table("tapas", you(2)))["table"]["code"] for _ in range(2)]
        seq = len(await world.service.storage.facts(codes[0])) + 1
        slow = Slow(monkeypatch)
        asked = asyncio.create_task(world.live(codes[0]))
        await slow.reading()
        more = f.Stored(seq, 1, f.Spoken(seat=0, text="news"))
        await world.service.storage.append(codes[0], [more], None)
        world.service.runner.heard(codes[0], seq)
        slow.go.set()
        live = await asked
        async with asyncio.timeout(PATIENCE):
            while live.table.seq < seq:
                await asyncio.sleep(0)


async def test_what_another_process_stored_is_taken_in_with_pauses(tmp_path: Path) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        made = await client.set_table("tapas", you(2))
        code = made["table"]["code"]
        live = await world.live(code)
        elsewhere = storage_at(place_of(world.service.settings))
        await elsewhere.open()
        first = live.table.seq + 1
        said = [f.Stored(first + n, n, f.Spoken(seat=0, text="x")) for n in range(1_000)]
        await elsewhere.append(code, said, None)
        await elsewhere.close()
        world.service.runner.heard(code, said[-1].seq)
        seen: set[int] = set()
        async with asyncio.timeout(PATIENCE):
            while live.table.seq < said[-1].seq:
                await asyncio.sleep(0)
                seen.add(live.table.seq)
        assert len(seen) > 5  # others had their turn in between
