"""Files of people: read with a typed refusal, written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from echappee.errors import UsageError


def read_text(path: Path, longest: int | None = None) -> str:
    """A file as text, at most its first ``longest`` bytes; a typed refusal where that fails."""
    try:
        with path.open("rb") as file:
            return file.read(-1 if longest is None else longest).decode("utf-8")
    except OSError as error:
        raise UsageError("no-file", path=path, reason=error.strerror) from error
    except UnicodeDecodeError as error:
        raise UsageError("bad-file", path=path) from error


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
    except OSError as error:
        raise UsageError("no-file", path=path, reason=error.strerror) from error
