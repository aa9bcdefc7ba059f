"""A bot that plays what a net likes best, without a look ahead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from echappee.bots.chair import Chair
from echappee.bots.nets.kernels import KERNELS, evaluate, workspace
from echappee.bots.nets.net import Net
from echappee.games import rulebook
from echappee.rulebook.prepare_kernels import prepare_kernels


class Evaluation:
    """A ``net`` and room for its sums: one for each thread that asks it."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self._functions = rulebook(net.game).functions
        self._features = np.zeros(net.shape.features, np.float32)
        if not self._functions.compiled:
            return
        prepare_kernels(rulebook(net.game), KERNELS, "the net")
        self._evaluate = self._functions.kernel(evaluate)
        self._room = (self._features, *workspace(net))

    def __call__(
        self, state: Any, seat: int, actions: Sequence[int]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """How much a ``seat`` likes each of some ``actions``, and the chances of all.

        Of the chances its own is the first, then clockwise. ``state`` is only looked at as far as
        the seat can see it.
        """
        if not self._functions.compiled:
            self._functions.observe(state, seat, self._features)
            return by_matrices(self.net, self._features, actions)
        wishes = np.zeros(len(actions), np.float32)
        chances = np.zeros(self.net.shape.seats, np.float32)
        self._evaluate(state, seat, np.array(actions, np.int32), *self._room, wishes, chances)
        return wishes, chances


def by_matrices(
    net: Net, features: NDArray[np.float32], actions: Sequence[int]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What a net says, without a compiler; its sums are taken in another order."""
    weights = net.weights
    hidden = np.maximum(features @ weights["first"] + weights["biases"][0], 0)
    for block in range(net.shape.blocks):
        one, two = weights["layers"][2 * block : 2 * block + 2]
        between = np.maximum(hidden @ one + weights["biases"][1 + 2 * block], 0)
        hidden = np.maximum(hidden + between @ two + weights["biases"][2 + 2 * block], 0)
    wanted = list(actions)
    wishes = weights["policy"][wanted] @ hidden + weights["policy_bias"][wanted]
    odds = weights["value"] @ hidden + weights["value_bias"]
    return wishes, 1 / (1 + np.exp(-odds))


class NetBot:
    """Plays what its ``net`` likes best, a fraction of a millisecond a move.

    It sees what its seat observes and which moves it has, nothing else. ``name`` is what it is
    called.
    """

    def __init__(self, name: str, net: Net) -> None:
        self.name = name
        self.net = net

    def choose(self, chair: Chair) -> str | None:
        """The move that the net likes best; None where it would rather wait."""
        rules = chair.rulebook
        self.net.check(rules)
        actions = list(chair.moves.codes())
        if not actions:
            return None
        if chair.out_of_turn:
            actions.append(rules.move_codes)
        elif len(actions) == 1:
            return chair.moves[0]
        wishes, _ = Evaluation(self.net)(chair.worlds(1)[0], chair.seat, actions)
        place = int(wishes.argmax())
        return None if place == len(chair.moves) else chair.moves[place]
