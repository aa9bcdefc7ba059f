"""A search tree in memory, and what it has found out about the moves of a position."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from echappee.bots import decisions as d
from echappee.bots.chair import Chair
from echappee.bots.search import EDGE, NODE, search
from echappee.rulebook.outlook import Outlook
from echappee.rulebook.randomness import start_stream
from echappee.rulebook.rulebook import Rulebook, new_chance

_SLICE = 0.02  # seconds between two looks at the clock
_FULL = 0.5  # a tree that is fuller than this is begun anew at the next move


class Considered(msgspec.Struct, frozen=True):
    """A move that a search has looked at."""

    move: int
    """As the rules number it; -1 is waiting."""
    visits: int
    worth: float
    """0 to 1, by the game's outlook."""
    wins: float
    """The share of the simulated games that were won after it."""
    score: float
    """The mean score after it."""
    proved: bool = False
    """Is ``worth`` a proof, not an estimate?"""


class Tree:
    """The memory of one search, kept from move to move."""

    node_dtype: Any = NODE
    edge_dtype: Any = EDGE
    edges_each = 2
    """So many for each node there is room for."""

    def __init__(self, rulebook: Rulebook, size: int) -> None:
        """``size``: the number of nodes, rounded up to a power of two."""
        places = 1 << max(6, (size - 1).bit_length())
        self._rulebook = rulebook
        self._nodes = np.zeros(places, self.node_dtype)
        self._edges = np.zeros(self.edges_each * places, self.edge_dtype)
        self._used = np.zeros(3, np.int64)
        self._states = rulebook.blank(2)
        self._raw = self._states.view(np.uint8).reshape(2, -1)
        codes = rulebook.move_codes
        self._moves = np.zeros(rulebook.most_moves + 1, np.int32)
        self._spots = np.zeros(codes + 1, np.int32)
        features = rulebook.feature_count
        self._features = np.zeros(features + features % 2, np.float32)
        self._words = self._features.view(np.uint64)
        self._path = np.zeros((d.DEEPEST + 1, 3), np.int64)
        most = rulebook.players[1]
        self._scores, self._places = np.zeros(most, np.int64), np.zeros(most, np.int64)
        self._worth = np.zeros(most, np.float64)
        self._tally = np.zeros((codes + 1, 3), np.float64)
        self._chance = new_chance()
        self._frame = np.zeros(d.FRAME, np.int64)

    def begin(self, chair: Chair, outlook: Outlook, seed: int, *, infer: bool = True) -> None:
        """Turn to the position of ``chair``; what is known of it from before is kept.

        Without ``infer`` its worlds may hold what the seat could rule out.
        """
        if self._used[d.NODES] > _FULL * self._nodes.size:
            self.forget()
        rules = self._rulebook
        self._states[d.ROOT] = chair.worlds(1)[0]
        for part in () if infer else rules.inferred:
            self._states[part][d.ROOT] = 0
        self._frame[:] = (chair.seat, chair.step, chair.players, rules.hidden, outlook.rivals,
                          outlook.chapters, 0, d.ANY)  # fmt: skip
        scale = outlook.scale * (-rules.score_parts if rules.low_wins else rules.score_parts)
        self._knobs = np.array(
            [outlook.win, outlook.rank, outlook.margin, scale, outlook.noise,
             outlook.trust, outlook.curiosity, outlook.playouts, outlook.softness]
        )  # fmt: skip
        self._tally[:] = 0
        rules.functions.kernel(start_stream)(self._chance, seed, chair.number)

    def forget(self) -> None:
        """Empty the tree."""
        self._nodes[:] = np.zeros(1, self.node_dtype)
        self._edges[: self._used[d.EDGES] + 1] = np.zeros(1, self.edge_dtype)
        self._used[:] = 0

    def run(self, simulations: int) -> None:
        """So many simulations more."""
        self._frame[d.SIMULATIONS] = simulations
        self._rulebook.functions.kernel(search)(
            self._nodes, self._edges, self._used, self._states, self._raw, self._frame,
            self._knobs, self._chance, self._moves, self._spots, self._features, self._words,
            self._path, self._scores, self._places, self._worth, self._tally,
        )  # fmt: skip

    def sample(self, simulations: int) -> Any:
        """So many simulations more; returns how often each seat was first in them.

        A shared first place counts for its share; none is counted where no player was first.
        """
        players = int(self._frame[d.PLAYERS])
        won = np.zeros(players)
        for _ in range(simulations):
            self.run(1)
            first = self._places[:players] == 1
            won += first / max(1, first.sum())
        return won

    def follow(self, move: int, simulations: int, seed: int, skip: int = 0) -> NDArray[np.float64]:
        """The seat's share of the win after a ``move`` (-1: after waiting), by each simulation.

        The tree begins with that move, and searches on from there. The numbers of simulations go
        on after ``skip``, and those of one number and seed draw the same world in every tree: what
        two moves are worth can be compared pair by pair. Where a net guides, a share is its word.
        """
        start = self._rulebook.functions.kernel(start_stream)
        won = self._tally[move]  # waiting is -1: the last row
        shares = np.zeros(simulations)
        self._frame[d.FIRST] = move
        for number in range(simulations):
            start(self._chance, seed, skip + number)
            before = won[1]
            self.run(1)
            shares[number] = won[1] - before
        self._frame[d.FIRST] = d.ANY
        return shares

    def run_for(self, seconds: float, most: int) -> int:
        """Simulate for so long, a little at least; return how often."""
        done, batch, now = 0, 8, time.perf_counter()
        end = now + seconds
        while done == 0 or (done < most and now < end):
            batch = min(batch, most - done)
            self.run(batch)
            done += batch
            spent = max(time.perf_counter() - now, 1e-6)
            now += spent
            batch = max(1, min(4 * batch, int(batch * _SLICE / spent)))
        return done

    def considered(self) -> list[Considered]:
        """Every move that was tried, the most visited first."""
        found, parts = [], self._rulebook.score_parts
        if self._used[d.START] < 0:  # there is one move, and no decision
            (move,) = np.flatnonzero(self._tally[:, 0]).tolist()
            count, wins, score = self._tally[move].tolist()
            return [Considered(move, int(count), wins / count, wins / count, score / count / parts)]
        edge = int(self._nodes[self._used[d.START]]["first"])
        while edge:
            move, visits = int(self._edges[edge]["move"]), int(self._edges[edge]["visits"])
            count, wins, score = self._tally[move]  # waiting is -1: the last row
            if visits:
                worth = float(self._edges[edge]["value"]) / visits
                seen = max(float(count), 1.0)
                found.append(
                    Considered(move, visits, worth, float(wins / seen), float(score / seen / parts))
                )
            edge = int(self._edges[edge]["next"])
        return sorted(found, key=lambda c: (-c.visits, -c.worth, c.move))


def merge(reports: Sequence[Sequence[Considered]]) -> list[Considered]:
    """What several trees found, together."""
    if len(reports) == 1:
        return list(reports[0])
    by_move: dict[int, list[Considered]] = {}
    for considered in (c for report in reports for c in report):
        by_move.setdefault(considered.move, []).append(considered)
    together = []
    for move, parts in by_move.items():
        visits = sum(part.visits for part in parts)
        worth, wins, score = (
            sum(getattr(part, name) * part.visits for part in parts) / visits
            for name in ("worth", "wins", "score")
        )
        together.append(Considered(move, visits, worth, wins, score))
    return sorted(together, key=lambda c: (-c.visits, -c.worth, c.move))


def think(
    trees: Sequence[Tree], simulations: int, seconds: float | None, threads: int
) -> list[Considered]:
    """Search with all trees, side by side in ``threads``; the budget is shared among them.

    Without ``seconds`` the result is the same whatever the number of threads.
    """
    share = -(-simulations // len(trees))
    beside = min(threads, len(trees))

    def one(tree: Tree) -> None:
        if seconds is None:
            tree.run(share)
        else:
            tree.run_for(seconds * beside / len(trees), share)

    if beside == 1:
        for tree in trees:
            one(tree)
    else:
        with ThreadPoolExecutor(beside) as pool:
            list(pool.map(one, trees))
    return merge([tree.considered() for tree in trees])
