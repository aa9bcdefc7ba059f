"""Compile what only programs of researchers need, when they first need it."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from echappee.rulebook.compile_ahead import Kernel, is_prepared, prepare
from echappee.rulebook.compile_lock import compile_lock
from echappee.rulebook.rulebook import Rulebook


def prepare_kernels(rules: Rulebook, kernels: Sequence[Kernel], what: str) -> None:
    """Compile some kernels of a game, if this machine has not done so before; a person is told
    of ``what``."""
    if rules.borrowed or is_prepared(rules, kernels):
        return
    if sys.stderr.isatty():
        print(f"Compiling {what} of {rules.name.en}, once …", file=sys.stderr)
    with compile_lock(rules.package):
        prepare(rules, kernels)
