"""Every kind of wrong value that a program may hand in."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np


class Hostile:
    """Whoever asks it anything regrets it."""

    def _no(self, *_: object) -> NoReturn:
        raise RuntimeError("hostile")

    __str__ = __repr__ = __eq__ = __hash__ = __bool__ = __len__ = _no
    __iter__ = __index__ = __fspath__ = __getitem__ = __contains__ = _no


class Callable:
    """A class can be called like any function."""

    def __init__(self, *_: object) -> None:
        """It takes everything."""


WRONG: dict[str, Any] = {
    "true": True,
    "false": False,
    "numpy yes": np.True_,
    "one": 1.0,
    "one and a half": 1.5,
    "numpy one": np.float64(1),
    "nan": float("nan"),
    "infinite": float("inf"),
    "complex": 1j,
    "none": None,
    "bytes": b"0",
    "negative": -1,
    "huge": 10**30,
    "endless": 10**5000,
    "very negative": -(10**30),
    "empty text": "",
    "blank text": " \n ",
    "digits": "7" * 5000,
    "zero sign": "a\0b",
    "half a sign": "\ud800",
    "braces": "{0.__class__} {name} %s",
    "long text": "x" * 1_000_000,
    "empty list": [],
    "list": [1.5, None, "\ud800"],
    "nested": [[[[]]]],
    "long list": ["y"] * 100_000,
    "empty dict": {},
    "dict": {"x": 1},
    "wrong keys": {1: 2},
    "set": {-1},
    "array": np.zeros(3),
    "object": object(),
    "hostile": Hostile(),
    "class": Callable,
}
WHOLE_TEXTS = frozenset(
    name for name, value in WRONG.items() if isinstance(value, str) and name != "half a sign"
)

Taken = frozenset[str]
"""The values of this list that a parameter takes all the same: all others must be refused."""
NOTHING: Taken = frozenset()
ANYTHING: Taken = frozenset(WRONG)
MAY_BE_NONE: Taken = frozenset({"none"})
SEED: Taken = WHOLE_TEXTS | {"none", "negative", "huge", "very negative"}
"""Of a deal: any text, and whole numbers of up to a thousand digits."""
OPTIONS: Taken = frozenset({"none", "empty dict"})
LIST: Taken = frozenset({"empty list"})
FLAG: Taken = frozenset({"true", "false"})
FUNCTION: Taken = frozenset({"none", "class"})
