"""Files of people: read with a typed refusal, written whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path
from typing import IO

from echappee.errors import UsageError, reason_of


def read_text(path: Path, longest: int | None = None) -> str:
    """A file as text, at most its first ``longest`` bytes; a typed refusal where that fails."""
    try:
        with path.open("rb") as file:
            return file.read(-1 if longest is None else longest).decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError("bad-file", path=path) from error
    except (OSError, ValueError) as error:
        raise _unusable(path, error) from error


def read_bytes(path: Path, longest: int) -> bytes:
    """At most the first ``longest`` bytes of a file; a typed refusal where that fails."""
    try:
        with path.open("rb") as file:
            return file.read(longest)
    except (OSError, ValueError) as error:
        raise _unusable(path, error) from error


def read_if_there(path: Path) -> str:
    """A file as text; of one that is not there, nothing."""
    return read_text(path) if is_there(path) else ""


def is_there(path: Path) -> bool:
    """Is there anything at this place? A place that can't be looked at is refused."""
    try:
        return path.exists()
    except (OSError, ValueError) as error:
        raise _unusable(path, error) from error


def check_place(path: Path) -> None:
    """Refuse a place where no file can be written, before there is anything to write."""
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        folder = path.absolute().parent
        while not folder.exists():
            folder = folder.parent
        if not folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        if not os.access(folder, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        path.lstat()  # a name that is too long is found out here
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise _unusable(path, error, "no-write") from error


def write_file(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: a cut cable leaves the old one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            if path.exists():
                Path(part).chmod(path.stat().st_mode & 0o777)
            else:
                Path(part).chmod(0o644)
            Path(part).replace(path)
        except BaseException:
            Path(part).unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        raise _unusable(path, error, "no-write") from error


def add_line(path: Path, line: bytes) -> None:
    """Write a line at the end of a file, in the place of one that was cut short."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab+", buffering=0) as file:
            end = _whole_lines(file)
            file.truncate(end)
            try:
                if file.write(line + b"\n") != len(line) + 1:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                os.fsync(file.fileno())
            except BaseException:
                file.truncate(end)  # no half of a line is left
                raise
    except (OSError, ValueError) as error:
        raise _unusable(path, error, "no-write") from error


def remove_file(path: Path) -> None:
    """Remove a file, if it is there."""
    try:
        path.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        raise _unusable(path, error, "no-write") from error


def _unusable(path: Path, error: OSError | ValueError, code: str = "no-file") -> UsageError:
    """The refusal of a file; a name that no file can have is a ValueError to Python."""
    why = reason_of(error)
    return UsageError(code, path=path, reason=why.en, reason_fr=why.fr)


def _whole_lines(file: IO[bytes]) -> int:
    """Where the last whole line of a file ends."""
    end = file.seek(0, os.SEEK_END)
    if end == 0:
        return 0
    file.seek(end - 1)
    if file.read(1) == b"\n":
        return end
    file.seek(0)
    return file.read().rfind(b"\n") + 1
