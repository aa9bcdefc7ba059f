"""Secrets that are the same in every run: each test deals the same cards, whatever runs beside it.

What is drawn follows from a name (that of the test) and from how often it was drawn before.
"""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from echappee.server.table import codes, service

DEALS = "deals"
"""The file in a server's folder with the name that its deals follow from."""
AGAIN = " (again)"
"""In the name of a test that is played once more: the same deals, at other tables."""


class FixedSecrets:
    """Stands in for the module ``secrets`` where a server draws its codes, tokens and deals."""

    def __init__(self, name: Callable[[], str]) -> None:
        self._name = name
        self._drawn: Counter[tuple[str, str]] = Counter()

    def _draw(self, kind: str, size: int) -> bytes:
        drawn = self._name(), kind
        self._drawn[drawn] += 1
        source = (drawn[0].replace(AGAIN, ""), kind) if kind == "deal" else drawn
        return hashlib.shake_256(f"{source} {self._drawn[drawn]}".encode()).digest(size)

    def token_bytes(self, size: int) -> bytes:
        """The secret of a table."""
        return self._draw("deal", size)

    def token_urlsafe(self, size: int) -> str:
        """The key to a seat."""
        return base64.urlsafe_b64encode(self._draw("key", size)).rstrip(b"=").decode()

    def choice(self, letters: str) -> str:
        """A letter of a code."""
        return letters[int.from_bytes(self._draw("letter", 8), "big") % len(letters)]


@contextmanager
def fixed_secrets(name: Callable[[], str]) -> Iterator[None]:
    """Servers of this process draw what ``name`` tells when they draw it."""
    drawn: Any = FixedSecrets(name)
    with mock.patch.object(codes, "secrets", drawn), mock.patch.object(service, "secrets", drawn):
        yield
