"""What nets compile: with the rules of a game that comes with one, else when one is first asked."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from echappee.bots.nets.guided_search import EDGE, NODE, guided_search
from echappee.bots.nets.kernels import NET_KINDS, ROW, evaluate
from echappee.bots.nets.own_nets import own_net
from echappee.rulebook.compile_ahead import Kernel
from echappee.rulebook.prepare_kernels import prepare_kernels
from echappee.rulebook.rulebook import Rulebook

EVALUATION: tuple[Kernel, ...] = ((evaluate, ("state", "int", "moves", ROW, *NET_KINDS, ROW, ROW)),)
SEARCH: tuple[Kernel, ...] = (
    (
        guided_search,
        (
            (NODE, 1), (EDGE, 1), "ints", "states", (np.uint8, 2), "ints", (np.float64, 1),
            "chance", "moves", "floats", (np.uint64, 1), "int_rows", "ints", "ints",
            (np.float64, 1), (np.float64, 2), *NET_KINDS, ROW, ROW,
        ),
    ),
)  # fmt: skip


def kernels_of_own_net(rules: Rulebook) -> tuple[Kernel, ...]:
    """What the net of a game compiles; nothing where the game comes without one."""
    return () if own_net(rules) is None else (*EVALUATION, *SEARCH)


def prepare_net(rules: Rulebook, kernels: Sequence[Kernel]) -> None:
    """Compile what a net somebody brings needs in a game that comes without one."""
    if own_net(rules) is None:
        prepare_kernels(rules, kernels, "the net")
