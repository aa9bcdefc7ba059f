"""The record that holds a game's state: fixed size, flat, the same bytes in Python and compiled."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np


def state_dtype(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """A dtype for states: aligned, without gaps, its fields readable as attributes.

    Gaps would be bytes that no rule writes, and two equal states could then differ; so fields must
    be given from the widest to the narrowest, and the whole padded by name where it must be.
    """
    taken = [field[0] for field in fields if hasattr(np.record, field[0])]
    if taken:
        # Compiled rules would read the field, the same rules in Python NumPy's attribute.
        raise TypeError(f"every NumPy record has its own {', '.join(taken)}: choose other names")
    dtype = np.dtype(list(fields), align=True)
    used = sum(dtype[name].itemsize for name in dtype.names or ())
    if used != dtype.itemsize:
        raise TypeError(f"the state has gaps: {used} bytes of fields in {dtype.itemsize}")
    return np.dtype((np.record, dtype))


def plain(s: Any) -> Any:
    """A copy of a state as plain Python numbers and lists, with the same attributes.

    For code that is not compiled (notation, views): reading fields of a record is slow in Python.
    What is plain already is returned as it is, so that many can share one copy: leave it unchanged.
    """
    if isinstance(s, SimpleNamespace):
        return s
    values = (v.tolist() if isinstance(v, np.ndarray) else v for v in s.item())
    return SimpleNamespace(**dict(zip(s.dtype.names, values, strict=True)))
