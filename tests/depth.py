"""How deep tests look: usually as far as every run can bear, in `make explore` further."""

from __future__ import annotations

import os
from typing import TypeVar

Amount = TypeVar("Amount")


def deep(usual: Amount, explored: Amount) -> Amount:
    """How much of something a test looks at; `make explore` runs all files that ask."""
    return explored if "ECHAPPEE_SEED" in os.environ else usual
