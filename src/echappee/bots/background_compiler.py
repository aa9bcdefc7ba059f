"""Games compiled beside what this process does, by child processes of lower priority.

One game after another, the one that somebody waits for first: should another be compiled just then,
that rests before its next step. A child ends with this process, however this one ends. If one
fails, its game goes on being played by interpreted rules.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Literal

import msgspec

from echappee.bots.compile_worker import COMPILED, GO_ON, REST
from echappee.bots.prepare_games import game_is_prepared, prepare_game, unprepared
from echappee.games import rulebook

_LOG = logging.getLogger("echappee.compiler")
_ROOT = Path(__file__).resolve().parents[2]
_START = f"""\
import sys
sys.path.append({str(_ROOT)!r})
from echappee.bots.compile_worker import main
main()
"""
_TOLD = 300  # characters of what a child that failed has said
_FAREWELL = 5.0

Command = Callable[[str], Sequence[str]]


def child_command(game_id: str) -> Sequence[str]:
    """How a child that compiles a game is started; what lies in the working folder is no matter."""
    return (sys.executable, "-P", "-c", _START, game_id)


class Compilation(msgspec.Struct, frozen=True):
    """How far a game is."""

    state: Literal["waiting", "compiling", "compiled", "failed"] = "waiting"
    share: float = 0.0
    """From 0 to 1."""


class _Child:
    """A process that compiles a game, and what it is told."""

    def __init__(self, command: Sequence[str]) -> None:
        self.printed: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed in `ended`
        flags = 0
        if sys.platform == "win32":
            flags = subprocess.BELOW_NORMAL_PRIORITY_CLASS | subprocess.CREATE_NO_WINDOW
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.printed,
                creationflags=flags,
            )  # fmt: skip
        except OSError:
            self.printed.close()
            raise
        self.rests = False

    def tell(self, line: bytes) -> None:
        """Say something to it; if it is gone, that will be noticed elsewhere."""
        self.rests = line == REST
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.write(line + b"\n")
            self.process.stdin.flush()

    def end(self) -> None:
        """Stop it."""
        with suppress(OSError):
            self.process.kill()

    def ended(self) -> str:
        """Wait for its end; returns the last line of what it said went wrong."""
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        self.printed.seek(0)
        with self.printed:
            lines = self.printed.read().decode(errors="replace").strip().splitlines()
        return lines[-1][:_TOLD] if lines else ""


class BackgroundCompiler:
    """Compiles some games; ``heard`` is called whenever one has come further, in other threads."""

    def __init__(
        self,
        ids: Iterable[str],
        heard: Callable[[str], None] | None = None,
        command: Command = child_command,
    ) -> None:
        self._games = dict.fromkeys(ids, Compilation())
        self._heard = heard or (lambda _: None)
        self._command = command
        self._lock = threading.RLock()
        self._wanted: list[str] = []
        self._children: dict[str, _Child] = {}
        self._threads: list[threading.Thread] = []
        self._open = False

    def compilation(self, game_id: str) -> Compilation | None:
        """How far a game is; None: it was compiled before."""
        return self._games.get(game_id)

    @property
    def share(self) -> float:
        """How far all of them are together, from 0 to 1."""
        games = list(self._games.values())
        done = sum(1.0 if one.state == "failed" else one.share for one in games)
        return done / len(games) if games else 1.0

    @property
    def failed(self) -> tuple[str, ...]:
        """The games that could not be compiled."""
        return tuple(game for game, one in self._games.items() if one.state == "failed")

    @property
    def done(self) -> bool:
        """Is there nothing left to do?"""
        return all(one.state in ("compiled", "failed") for one in self._games.values())

    def start(self) -> None:
        """Begin."""
        with self._lock:
            self._open = True
            self._go_on()

    def prefer(self, game_id: str) -> None:
        """Somebody waits for this game: it comes before those that nobody waits for."""
        with self._lock:
            if game_id not in self._wanted:
                self._wanted.append(game_id)
                self._go_on()

    def close(self) -> None:
        """Stop; what is compiled so far is kept."""
        with self._lock:
            self._open = False
            children, threads = list(self._children.values()), list(self._threads)
        for child in children:
            child.end()
        for thread in threads:
            if thread is not threading.current_thread():
                thread.join(_FAREWELL)

    def _go_on(self) -> None:
        """Let the game that comes first go on, and no other."""
        if not self._open:
            return
        left = [game for game, one in self._games.items() if one.state in ("waiting", "compiling")]
        wanted = [game for game in self._wanted if game in left]
        begun = [game for game in left if game in self._children]
        first = next(iter(wanted or begun or left), None)
        for game, child in self._children.items():
            if child.rests != (game != first):
                child.tell(GO_ON if game == first else REST)
        if first is not None and first not in self._children:
            self._begin(first)

    def _begin(self, game_id: str) -> None:
        try:
            child = _Child(self._command(game_id))
        except OSError as error:
            self._failed(game_id, str(error))
            self._go_on()
            return
        self._children[game_id] = child
        self._games[game_id] = Compilation("compiling")
        thread = threading.Thread(
            target=self._follow, args=(game_id, child), name=f"compile-{game_id}", daemon=True
        )
        self._threads.append(thread)
        thread.start()

    def _follow(self, game_id: str, child: _Child) -> None:
        """Hear what a child says until its end."""
        last = b""
        assert child.process.stdout is not None
        for last in child.process.stdout:
            done, _, total = last.decode(errors="replace").partition(" ")
            if done.isdigit() and total.strip().isdigit():
                share = min(1.0, int(done) / max(1, int(total)))
                self._games[game_id] = Compilation("compiling", share)
                self._heard(game_id)
        why = child.ended()
        with self._lock:
            del self._children[game_id]
            if not self._open:
                return
            if last.strip().decode(errors="replace") == COMPILED:
                self._games[game_id] = Compilation("compiled", 1.0)
            else:
                self._failed(game_id, why or f"status {child.process.returncode}")
            self._go_on()
        self._heard(game_id)

    def _failed(self, game_id: str, why: str) -> None:
        self._games[game_id] = Compilation("failed")
        _LOG.error("%s could not be compiled, and is played by interpreted rules: %s", game_id, why)


@contextmanager
def compiled_in_background(
    ids: Sequence[str], command: Command = child_command
) -> Iterator[BackgroundCompiler]:
    """Play some games at once: by interpreted rules until a child has compiled them.

    What is compiled is loaded in a thread, and counts from then on. Where all of them are compiled
    already, nothing is started and nothing is interpreted.
    """
    missing = unprepared(ids)

    def heard(game_id: str) -> None:
        found = compiler.compilation(game_id)
        if found is not None and found.state == "compiled":
            load_game(game_id)

    compiler = BackgroundCompiler(missing, heard, command)
    for game_id in missing:
        rulebook(game_id).borrow()
    compiler.start()
    try:
        yield compiler
    finally:
        compiler.close()
        for game_id in missing:
            rulebook(game_id).give_back()


def load_game(game_id: str) -> bool:
    """Load a game that was compiled, and play by that; False if it can't be: it is not compiled
    here, where that would hold everybody up."""
    try:
        if not game_is_prepared(game_id):
            raise LookupError("its sources have changed since")
        prepare_game(game_id)
    except Exception:
        _LOG.exception("%s was compiled, but could not be loaded", game_id)
        return False
    return True
