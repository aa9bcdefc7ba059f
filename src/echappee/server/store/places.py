"""Where a store is, as a person writes it: a folder, a file, or the address of a database."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import unquote, urlsplit

import msgspec

from echappee.server.config import data_folder
from echappee.server.refusals import Refusal

FILE = "tables.sqlite"
"""What the file of a folder is called."""
_SQLITE = "sqlite://"
_POSTGRES = ("postgresql", "postgres")


class SqlitePlace(msgspec.Struct, frozen=True):
    """A file of this machine."""

    file: Path

    @property
    def name(self) -> str:
        """What it is called in a sentence."""
        return str(self.file)


class PostgresPlace(msgspec.Struct, frozen=True):
    """A database of PostgreSQL."""

    url: str

    @property
    def name(self) -> str:
        """What it is called in a sentence: without its password."""
        return without_secret(self.url)


Place = SqlitePlace | PostgresPlace


def without_secret(url: str) -> str:
    """An address as anybody may read it: without its password, and what else stands behind it."""
    scheme, colon, rest = url.partition("://")
    if not colon:
        return url
    place, slash, path = rest.partition("/")
    user, at, host = place.rpartition("@")
    if "@" in path:  # a password with a slash in it: nothing is sure then
        return f"{scheme}://…"
    shown = f"{scheme}://{user.partition(':')[0]}{at}{host}{slash}{path}"
    return shown.partition("?")[0].partition("#")[0]


def read_place(text: str | None) -> Place:
    """The place that a text means; without one, that of a server that is told nothing."""
    if text is None:
        text = os.environ.get("ECHAPPEE_DATABASE") or str(data_folder())
    if not text or "\0" in text:
        raise Refusal("bad-place", text=without_secret(text))
    scheme, colon, _ = text.partition("://")
    if not colon:
        return SqlitePlace(_file(Path(text)))
    if scheme in _POSTGRES:
        try:
            parts = urlsplit(text)
            _ = parts.port
        except ValueError:
            raise Refusal("bad-place", text=without_secret(text)) from None
        return PostgresPlace(text)
    if scheme == "sqlite" and text.startswith(f"{_SQLITE}/") and len(text) > len(_SQLITE) + 1:
        return SqlitePlace(_file(Path(unquote(text[len(_SQLITE) :]))))
    raise Refusal("bad-place", text=without_secret(text))


def _file(path: Path) -> Path:
    """A folder stands for the file in it."""
    try:
        is_file = path.is_file() or path.suffix in (".sqlite", ".db")
    except (OSError, ValueError):  # a name that no file can have: whoever opens it will say so
        return path
    return path if is_file and not path.is_dir() else path / FILE
