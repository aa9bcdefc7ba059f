"""Rulebooks that a test plays by interpreted or by compiled rules, as it likes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from echappee.rulebook.rulebook import Rulebook


@contextmanager
def left_alone(*books: Rulebook) -> Iterator[None]:
    """In here nobody has asked for their functions yet; afterwards they are those of before."""
    held = [rules.__dict__.pop("functions", None) for rules in books]
    try:
        yield
    finally:
        for rules, functions in zip(books, held, strict=True):
            rules.__dict__.pop("functions", None)
            if functions is not None:
                rules.__dict__["functions"] = functions
