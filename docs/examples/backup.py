"""Back up a running server's tables: python backup.py DATA_FOLDER COPY.sqlite"""

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path


def back_up(folder: Path, copy: Path) -> None:
    """Copy the tables whole, as they are at one moment, while people play."""
    tables = f"{(folder / 'tables.sqlite').resolve().as_uri()}?mode=ro"
    part = copy.with_name(copy.name + ".part")
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))  # it holds secrets
    with closing(sqlite3.connect(tables, uri=True)) as source, closing(sqlite3.connect(part)) as to:
        source.backup(to)
        (found,) = to.execute("PRAGMA integrity_check").fetchone()
        if found != "ok":
            raise SystemExit(f"The copy is not sound: {found}")
    part.replace(copy)


if __name__ == "__main__":
    back_up(Path(sys.argv[1]), Path(sys.argv[2]))
