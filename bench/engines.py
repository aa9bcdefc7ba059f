"""Engines that benchmarks and tests start for themselves: PostgreSQL, Redis, HAProxy and Caddy.

Each runs in a folder of its own on a free port of this machine, and is ended by its own process
number. They come from the system's packages: `missing` says how to get those that are not there.

    with postgres() as store, redis() as news:
        print(store.url(), news.url)
        store.kill()
        store.start()  # on the same folder and port
"""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.program import TroubleError

if TYPE_CHECKING:  # Windows has none
    from pwd import struct_passwd

PATIENCE = 120.0
"""Seconds in which an engine must answer, and in which it must end."""
PACKAGES = {
    "postgres": "postgresql",
    "redis-server": "redis-server",
    "haproxy": "haproxy",
    "caddy": "caddy",
}
"""The programs, and Debian's packages that bring them."""
_PLACES = ("/usr/local/sbin", "/usr/sbin", "/sbin")  # where a plain user's path does not look
_PORTS = range(24_000, 32_000)
"""Below those that the system hands out, so that a port stays ours, and above those of Ray."""
_TOLD = 4_000  # characters of what an engine printed
_HASTY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


@cache
def program_path(name: str) -> Path | None:
    """Where an engine's program is; Debian keeps PostgreSQL's beside those of other versions."""
    found = shutil.which(name) or shutil.which(name, path=os.pathsep.join(_PLACES))
    if found is None and name in ("postgres", "initdb"):
        versions = Path("/usr/lib/postgresql").glob(f"*/bin/{name}")
        return max(versions, key=lambda path: int(path.parts[-3]), default=None)
    return None if found is None else Path(found)


def missing(*names: str) -> str | None:
    """One line about those of the named programs that are not there; None if all are."""
    gone = [name for name in names if program_path(name) is None]
    if gone:
        packages = " ".join(PACKAGES[name] for name in gone)
        return f"needs {', '.join(gone)}; on Debian or Ubuntu: `sudo apt-get install {packages}`"
    if "postgres" in names and os.geteuid() == 0 and _servant() is None:
        return "PostgreSQL refuses root, and there is no user `postgres` to run it"
    return None


@cache
def _servant() -> struct_passwd | None:
    """The user who runs PostgreSQL for root."""
    import pwd

    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return None


_next_ports = itertools.cycle(_PORTS)
for _ in range(os.getpid() * 17 % len(_PORTS)):  # beside others who look for ports
    next(_next_ports)


def free_port() -> int:
    """A port of this machine at which nobody listens."""
    for port in itertools.islice(_next_ports, len(_PORTS)):
        with socket.socket() as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with suppress(OSError):
                one.bind(("127.0.0.1", port))
                return port
    raise TroubleError("no port is free")


class Engine:
    """A program in a folder, at a port."""

    name = "an engine"

    def __init__(self, folder: Path, port: int | None = None) -> None:
        self.folder = folder
        self.port = port or free_port()
        self.log = folder / "printed.log"
        self._process: subprocess.Popen[bytes] | None = None

    def command(self) -> Sequence[str | Path]:
        """What starts it, in the foreground."""
        raise NotImplementedError

    def answers(self) -> bool:
        """Is it ready for others?"""
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False

    def servant(self) -> struct_passwd | None:
        """Who runs it; None: whoever runs this."""
        return None

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None, f"{self.name} has not been started"
        return self._process.pid

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with self.log.open("ab") as sink:
            self._process = subprocess.Popen(
                self.command(), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=sink,
                stderr=subprocess.STDOUT, start_new_session=True, **_as(self.servant()),
            )  # fmt: skip
        end = time.monotonic() + PATIENCE
        while self._process.poll() is not None or not self.answers():
            if self._process.poll() is not None or time.monotonic() > end:
                self.kill()
                raise TroubleError(f"{self.name} did not start. It printed:\n{self.printed()}")
            time.sleep(0.01)

    def stop(self) -> None:
        """Ask it to end, and wait for that."""
        if self._process is None:
            return
        self.wake()
        self._process.send_signal(signal.SIGINT if self.name == "PostgreSQL" else signal.SIGTERM)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """End it and its children at once, as a power cut would."""
        if self._process is None:
            return
        family = [*self._children(), self._process.pid] if self._process.poll() is None else []
        for one in reversed(family):  # the parent first: it must not clear up
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        end = time.monotonic() + PATIENCE
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE)
        while any(_is_alive(one) for one in family):
            if time.monotonic() > end:
                raise TroubleError(f"within {PATIENCE:g} s, {self.name} has not ended")
            time.sleep(0.005)

    def freeze(self) -> None:
        """Stop it and its children without ending them (SIGSTOP): connections stay, mute."""
        for one in (self.pid, *self._children()):
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGSTOP)

    def wake(self) -> None:
        """Let it go on after `freeze`."""
        for one in (*self._children(), self.pid):
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGCONT)

    def _children(self) -> list[int]:
        try:
            told = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text()
        except OSError:
            return []
        return [int(one) for one in told.split()]

    def printed(self) -> str:
        """The end of what it has printed."""
        return self.log.read_text(encoding="utf-8", errors="replace").strip()[-_TOLD:]


def _as(user: struct_passwd | None) -> dict[str, Any]:
    """What starts a program as another user."""
    if user is None:
        return {}
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": ()}


def _is_alive(process: int) -> bool:
    """Is it there, and not only waiting to be counted?"""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Postgres(Engine):
    """PostgreSQL: everybody on this machine is let in, as the user ``postgres``."""

    name = "PostgreSQL"

    def __init__(self, folder: Path, port: int | None = None, *, durable: bool = True) -> None:
        super().__init__(folder, port)
        self.data = folder / "data"
        self._durable = durable

    def servant(self) -> struct_passwd | None:
        """PostgreSQL's programs refuse root."""
        return _servant() if os.geteuid() == 0 else None

    def url(self, database: str = "postgres") -> str:
        """Where one of its databases is."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}?sslmode=disable"

    def create(self) -> None:
        """Make the cluster's files."""
        user = self.servant()
        if user is not None:
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        command: list[str | Path] = [
            _needed("initdb"), "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8",
            "--locale=C", "--no-sync", "--no-instructions",
        ]  # fmt: skip
        try:
            done = subprocess.run(
                command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", timeout=PATIENCE,
                **_as(user),
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise TroubleError(f"within {PATIENCE:g} s, initdb has not ended") from None
        if done.returncode:
            raise TroubleError(f"initdb failed. It printed:\n{done.stdout.strip()[-_TOLD:]}")

    def command(self) -> Sequence[str | Path]:
        """Only this machine reaches it; small, since it serves a few."""
        options = [
            f"port={self.port}", "listen_addresses=127.0.0.1", "unix_socket_directories=",
            "shared_buffers=32MB", "max_connections=200", "logging_collector=off",
            *(() if self._durable else _HASTY),
        ]  # fmt: skip
        settings = [part for option in options for part in ("-c", option)]
        return [_needed("postgres"), "-D", self.data, *settings]

    def answers(self) -> bool:
        """Does it say so itself? The last line of this file tells how far it is."""
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
        except OSError:
            return False
        # After a crash, the file may be that of the process before.
        ours = self._process is None or lines[:1] == [str(self.pid)]
        return ours and len(lines) > 7 and lines[7].strip() == "ready"


class Redis(Engine):
    """Redis, which forgets everything when it ends."""

    name = "Redis"

    @property
    def url(self) -> str:
        """Where it is."""
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> Sequence[str | Path]:
        """Only this machine reaches it; nothing is kept on disk."""
        return [
            _needed("redis-server"), "--port", str(self.port), "--bind", "127.0.0.1",
            "--dir", self.folder, "--save", "", "--appendonly", "no", "--daemonize", "no",
        ]  # fmt: skip

    def answers(self) -> bool:
        """Does it say so itself?"""
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as one:
            one.sendall(b"PING\r\n")
            return one.recv(16).startswith(b"+PONG")
        return False


class Haproxy(Engine):
    """HAProxy by a configuration that names the port itself."""

    name = "HAProxy"

    def __init__(self, folder: Path, port: int, configuration: str) -> None:
        super().__init__(folder, port)
        self._file = folder / "haproxy.cfg"
        self._file.write_text(configuration, encoding="utf-8")

    def command(self) -> Sequence[str | Path]:
        """In the foreground."""
        return [_needed("haproxy"), "-db", "-f", self._file]


class Caddy(Engine):
    """Caddy by a configuration that names the port itself; what it keeps lies in its folder."""

    name = "Caddy"

    def __init__(self, folder: Path, port: int, configuration: str) -> None:
        super().__init__(folder, port)
        self._file = folder / "Caddyfile"
        self._file.write_text(configuration, encoding="utf-8")

    def command(self) -> Sequence[str | Path]:
        """In the foreground, with its certificates in its own folder."""
        home = (f"XDG_DATA_HOME={self.folder}", f"XDG_CONFIG_HOME={self.folder}")
        run = ("run", "--adapter", "caddyfile", "--config", self._file)
        return [_needed("env"), *home, _needed("caddy"), *run]


@contextmanager
def postgres(*, durable: bool = True) -> Iterator[Postgres]:
    """A PostgreSQL of its own; if it need not be ``durable``, it waits for no disk."""
    with own_folder() as folder:
        engine = Postgres(folder, durable=durable)
        engine.create()
        with _running(engine):
            yield engine


@contextmanager
def redis() -> Iterator[Redis]:
    """A Redis of its own."""
    with own_folder() as folder, _running(engine := Redis(folder)):
        yield engine


@contextmanager
def haproxy(configuration: str, port: int) -> Iterator[Haproxy]:
    """HAProxy, which listens at a port that its configuration names."""
    with own_folder() as folder, _running(engine := Haproxy(folder, port, configuration)):
        yield engine


@contextmanager
def caddy(configuration: str, port: int) -> Iterator[Caddy]:
    """Caddy, which listens at a port that its configuration names."""
    with own_folder() as folder, _running(engine := Caddy(folder, port, configuration)):
        yield engine


@contextmanager
def own_folder() -> Iterator[Path]:
    """A folder for one engine: not inside others, which another user may not enter."""
    with tempfile.TemporaryDirectory(prefix="echappee-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@contextmanager
def _running(engine: Engine) -> Iterator[None]:
    engine.start()
    try:
        yield
    finally:
        engine.stop()


def _needed(name: str) -> Path:
    found = program_path(name)
    if found is None:
        raise TroubleError(missing(name) if name in PACKAGES else f"there is no {name}")
    return found
