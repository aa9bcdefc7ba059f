"""A bot that plays what a net likes best, without a look ahead."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from echappee.bots.chair import Chair
from echappee.bots.nets.kernels import evaluate, workspace
from echappee.bots.nets.net import Net
from echappee.bots.nets.net_kernels import EVALUATION, prepare_net
from echappee.bots.simple import GREEDY_BOT
from echappee.games import rulebook
from echappee.rulebook.rulebook import Rulebook

Nets = Callable[[Rulebook], Net | None]
"""For each game its net, if it has one."""


class Evaluation:
    """A ``net`` and room for its sums: one for each thread that asks it."""

    def __init__(self, net: Net) -> None:
        net.check(rulebook(net.game))
        self.net = net
        self.functions = rulebook(net.game).functions
        """The game's functions, compiled or interpreted, that it goes by."""
        self._features = np.zeros(net.shape.features, np.float32)
        if not self.functions.compiled:
            return
        prepare_net(rulebook(net.game), EVALUATION)
        self._evaluate = self.functions.kernel(evaluate)
        self._room = (self._features, *workspace(net))

    def __call__(
        self, state: Any, seat: int, actions: Sequence[int]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """How much a ``seat`` likes each of some ``actions``, and the chances of all.

        Of the chances its own is the first, then clockwise. ``state`` is only looked at as far as
        the seat can see it.
        """
        if not self.functions.compiled:
            self.functions.observe(state, seat, self._features)
            return by_matrices(self.net, self._features, actions)
        wishes = np.zeros(len(actions), np.float32)
        chances = np.zeros(self.net.shape.seats, np.float32)
        self._evaluate(state, seat, np.array(actions, np.int32), *self._room, wishes, chances)
        return wishes, chances


class _Rooms(threading.local):
    """What this thread has evaluated by, the last for each game."""

    def __init__(self) -> None:
        self.known: dict[str, Evaluation] = {}


_rooms = _Rooms()


def evaluation_of(net: Net) -> Evaluation:
    """A net's evaluation in this thread, by the rules as they are now, compiled or not."""
    known = _rooms.known.get(net.game)
    if known is None or known.net is not net or known.functions is not rulebook(net.game).functions:
        known = _rooms.known[net.game] = Evaluation(net)
    return known


def net_for(net: Net | Nets | None, rules: Rulebook) -> Net | None:
    """The net that somebody plays a game by, who has one or knows which it is."""
    return net if net is None or isinstance(net, Net) else net(rules)


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


def wishes_of(net: Net, chair: Chair, actions: Sequence[int]) -> NDArray[np.float32]:
    """How much a net likes each of some actions, of which the last may be to wait."""
    if net.game != chair.rulebook.id:
        net.check(chair.rulebook)
    wishes, _ = evaluation_of(net)(chair.worlds(1)[0], chair.seat, actions)
    return wishes


class NetBot:
    """Plays what a net likes best, a fraction of a millisecond a move.

    It sees what its seat observes and which moves it has, nothing else. ``name`` is what it is
    called; ``net`` is that of one game, or says for each game which it is. A game without a net is
    played by its own policy.
    """

    def __init__(self, name: str, net: Net | Nets) -> None:
        self.name = name
        self._net = net

    def choose(self, chair: Chair) -> str | None:
        """The move that the net likes best; None where it would rather wait."""
        rules = chair.rulebook
        net = net_for(self._net, rules)
        if net is None:
            return GREEDY_BOT.choose(chair)
        actions = list(chair.moves.codes())
        if not actions:
            return None
        if chair.out_of_turn:
            actions.append(rules.move_codes)
        elif len(actions) == 1:
            return chair.moves[0]
        place = int(wishes_of(net, chair, actions).argmax())
        return None if place == len(chair.moves) else chair.moves[place]
