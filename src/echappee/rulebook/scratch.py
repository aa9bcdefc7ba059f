"""Room that a rule needs for a moment: rules make arrays in this one way and no other.

Compiled for a GPU, the room is the thread's own; there is nobody there who could make more of it.
So its size is a constant. What is in it at first means nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def scratch(size: int, kind: Any) -> Any:
    """An array of ``size`` numbers of a kind, or of states; to be filled before it is read."""
    return np.empty(size, kind)
