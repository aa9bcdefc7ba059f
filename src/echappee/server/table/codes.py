"""Codes that people type, and tokens that nobody can guess."""

from __future__ import annotations

import hashlib
import secrets

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that no word appears by chance; nothing that looks like something else."""

TABLE, WATCH, RECORD = 6, 8, 12
_DROPPED = str.maketrans("", "", " -_\t")


def new_code(length: int) -> str:
    """A code that nobody has chosen."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def read_code(text: str) -> str:
    """A code as somebody typed it: case, spaces and dashes don't matter."""
    return text[:40].translate(_DROPPED).upper()


def record_code(text: str) -> str:
    """The code of a record: the same for the same text."""
    number = int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
    letters = []
    for _ in range(RECORD):
        number, rest = divmod(number, len(LETTERS))
        letters.append(LETTERS[rest])
    return "".join(letters)


def new_token() -> str:
    """128 bits that open a seat."""
    return secrets.token_urlsafe(16)
