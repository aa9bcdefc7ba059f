"""The memory of a search that a net guides."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from echappee.bots import decisions as d
from echappee.bots.chair import Chair
from echappee.bots.nets.guided_search import EDGE, NODE, guided_search
from echappee.bots.nets.kernels import workspace
from echappee.bots.nets.net import Net
from echappee.bots.nets.net_kernels import SEARCH, prepare_net
from echappee.bots.tree import Considered, Tree
from echappee.rulebook.outlook import Outlook
from echappee.rulebook.rulebook import Rulebook


class GuidedTree(Tree):
    """A tree whose leaves are judged by a net."""

    node_dtype = NODE
    edge_dtype = EDGE
    edges_each = 16

    def __init__(self, rulebook: Rulebook, size: int, net: Net) -> None:
        """``size``: the number of nodes, rounded up to a power of two."""
        net.check(rulebook)
        super().__init__(rulebook, size)
        prepare_net(rulebook, SEARCH)
        self._net = (
            *workspace(net),
            np.zeros(self._moves.size, np.float32),
            np.zeros(net.shape.seats, np.float32),
        )

    def begin(self, chair: Chair, outlook: Outlook, seed: int, *, infer: bool = True) -> None:
        """Turn to the position of ``chair``; what is known of it from before is kept."""
        if self._used[d.EDGES] > self._edges.size // 2:
            self.forget()
        super().begin(chair, outlook, seed, infer=infer)

    def run(self, simulations: int) -> None:
        """So many simulations more."""
        self._frame[d.SIMULATIONS] = simulations
        self._rulebook.functions.kernel(guided_search)(
            self._nodes, self._edges, self._used, self._states, self._raw, self._frame,
            self._knobs, self._chance, self._moves, self._features, self._words, self._path,
            self._scores, self._places, self._worth, self._tally, *self._net,
        )  # fmt: skip

    def sample(self, simulations: int) -> Any:
        """So many simulations more; returns what they were worth to each seat, added up."""
        players = int(self._frame[d.PLAYERS])
        worth = np.zeros(players)
        for _ in range(simulations):
            self.run(1)
            worth += self._worth[:players]
        return worth

    def considered(self) -> list[Considered]:
        """Every move that was tried, the most visited first; nobody knows the score after it."""
        if self._used[d.START] < 0:  # there is one move, and no decision
            (move,) = np.flatnonzero(self._tally[:, 0]).tolist()
            count, worth, _ = self._tally[move].tolist()
            return [Considered(move, int(count), worth / count, worth / count, math.nan)]
        node = self._nodes[self._used[d.START]]
        edges = self._edges[int(node["first"]) : int(node["first"]) + int(node["count"])]
        found = []
        for edge in edges[edges["visits"] > 0]:
            visits = int(edge["visits"])
            worth = float(edge["value"]) / visits
            found.append(Considered(int(edge["move"]), visits, worth, worth, math.nan))
        return sorted(found, key=lambda c: (-c.visits, -c.worth, c.move))
