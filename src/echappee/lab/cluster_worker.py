"""What is done at a worker of a cluster: a shard, by the same program as everywhere else.

Nothing of the work is on the worker before: it comes as a parcel, with the files of bots that the
work needs, and with the versions that it must be done by.
"""

from __future__ import annotations

import pickle
import socket
import tempfile
import threading
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from echappee.bots.registry import BotFile, load_file
from echappee.errors import EchappeeError, UsageError
from echappee.files import write_file
from echappee.lab.shards import Done, Shard, Work, timed

Versions = Mapping[str, str]


class Parcel(msgspec.Struct, frozen=True):
    """Work, as it is sent."""

    versions: dict[str, str]
    files: tuple[BotFile, ...]
    work: bytes


def do_shard(parcel: Parcel, shard: Shard) -> Done[Any] | EchappeeError:
    """A shard of the work in a parcel, or why it is refused."""
    try:
        check_versions(parcel.versions, own_versions(), socket.gethostname())
        return timed(_unpacked(parcel.work, parcel.files), shard, threading.Event())
    except EchappeeError as error:
        return error


@lru_cache(maxsize=1)
def _unpacked(work: bytes, files: tuple[BotFile, ...]) -> Work[Any]:
    """The work, ready to be done; a process compiles or loads a game once."""
    for file in files:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{file.stem}.py"
            write_file(path, file.text)
            load_file(path)
    found: Work[Any] = pickle.loads(work)
    found.prepare()
    return found


def check_versions(ours: Versions, theirs: Versions, node: str) -> None:
    """Refuse a worker that may come to other results than this program."""
    if "echappee" not in theirs:
        raise UsageError("cluster-without", node=node)
    names = [name for name in ours if ours[name] != theirs.get(name)]
    if names:
        said = [
            ", ".join(f"{name} {one.get(name, '?')}" for name in names) for one in (theirs, ours)
        ]
        raise UsageError("cluster-versions", node=node, known=said[0], expected=said[1])


@cache
def own_versions() -> dict[str, str]:
    """The versions of this process."""
    return look_up_versions()()


def look_up_versions() -> Callable[[], dict[str, str]]:
    """What looks up the versions wherever it runs, also where there is no Échappée or an old one.

    It is a function inside of this one, since such a function travels whole.
    """

    def look() -> dict[str, str]:
        import hashlib
        import importlib.util
        import platform
        from importlib.metadata import PackageNotFoundError, version
        from pathlib import Path

        found = {"python": platform.python_version()}
        for name in ("numpy", "numba", "llvmlite", "msgspec", "echappee"):
            try:
                found[name] = version(name)
            except PackageNotFoundError:
                continue
        spec = importlib.util.find_spec("echappee")
        if spec is None or spec.origin is None:
            found.pop("echappee", None)
            return found
        root, digest = Path(spec.origin).parent, hashlib.sha256()
        found.setdefault("echappee", "?")
        apart = {"server", "cli", "calculator", "learning"}  # these play no games of the lab
        for path in sorted(root.rglob("*")):
            parts = path.relative_to(root).parts
            if parts[0] not in apart and "__pycache__" not in parts and path.is_file():
                digest.update("/".join(parts).encode() + b"\0" + path.read_bytes() + b"\0")
        found["sources"] = digest.hexdigest()[:16]
        return found

    return look
