"""Bots that think ahead, with a budget and with the slips of their level."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from echappee.bots.chair import Chair
from echappee.bots.nets.guided_tree import GuidedTree
from echappee.bots.nets.net import Net
from echappee.bots.nets.net_bot import Nets, net_for, wishes_of
from echappee.bots.simple import chosen
from echappee.bots.simple_kernels import GREEDY
from echappee.bots.solver import Solved, solve
from echappee.bots.tree import Considered, Tree, think
from echappee.errors import UsageError
from echappee.rulebook.outlook import Effort, Outlook
from echappee.rulebook.rulebook import Rulebook
from echappee.rulebook.turn_order import WAIT

_KEPT_TREES = 6
_ASIDE = 8  # out of turn, where there is mostly nothing to do, a bot thinks so much less
_LEAST_ROOM, _MOST_ROOM = 1 << 12, 1 << 18


class ThinkingBot:
    """A bot that searches. The same seed, seat and position give the same choice.

    ``name`` is what it is called; ``effort``, how hard it thinks, may depend on the game;
    ``outlook`` takes the place of the game's own, or says how it differs from that. With a ``net``
    of the game it is guided by what that has learnt; while the rules are interpreted, it plays what
    the net likes best.
    """

    def __init__(
        self,
        name: str,
        effort: Effort | Callable[[Rulebook], Effort],
        outlook: Outlook | Callable[[Rulebook, Outlook], Outlook] | None = None,
        threads: int = 1,
        net: Net | Nets | None = None,
    ) -> None:
        self.name = name
        self._net = net
        self._effort = effort
        self._outlook = outlook
        self._threads = threads
        self._trees: OrderedDict[Any, list[Tree]] = OrderedDict()
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[object, ...]:
        """It can be sent to another process; its memories stay here."""
        return type(self), (self.name, self._effort, self._outlook, self._threads, self._net)

    def effort(self, rulebook: Rulebook) -> Effort:
        """How hard it thinks in a game."""
        return self._effort if isinstance(self._effort, Effort) else self._effort(rulebook)

    def outlook(self, rulebook: Rulebook) -> Outlook:
        """How it sees a game."""
        if isinstance(self._outlook, Outlook):
            return self._outlook
        usual = rulebook.outlook
        if rulebook.functions.compiled and self.net(rulebook) is not None:
            usual = usual.guided()
        return usual if self._outlook is None else self._outlook(rulebook, usual)

    def net(self, rulebook: Rulebook) -> Net | None:
        """The net that guides it in a game."""
        return net_for(self._net, rulebook)

    def fresh(self, factor: float | None = None) -> ThinkingBot:
        """The same bot without memories; with a ``factor``, so much more to think, and no clock."""
        if factor is None:
            return self._with(self._effort)
        return self._with(lambda rules: self.effort(rules).scaled(factor))

    def timed(self, seconds: float) -> ThinkingBot:
        """The same bot with ``seconds`` for a move, all of which it uses, without memories."""
        return self._with(lambda rules: self.effort(rules).timed(seconds))

    def within(self, seconds: float) -> ThinkingBot:
        """The same bot with ``seconds`` for a move at most, without memories."""
        return self._with(lambda rules: self.effort(rules).within(seconds), self._threads)

    def _with(self, effort: Effort | Callable[[Rulebook], Effort], threads: int = 1) -> ThinkingBot:
        return ThinkingBot(self.name, effort, self._outlook, threads, self._net)

    def choose(self, chair: Chair) -> str | None:
        """The move that it thinks best, or a slip."""
        codes = chair.moves.codes()
        if not codes:
            return None
        if len(codes) == 1 and not chair.out_of_turn:
            return chair.moves[0]
        effort = self._effort_now(chair.rulebook)
        started = time.perf_counter()
        solved = self._solved(chair, effort)
        if solved is not None and solved.value >= 0:
            move = solved.move
        elif effort.simulations == 0:
            move = _by_policy(chair, effort, self.net(chair.rulebook))
        else:
            move = _pick(self._searched(chair, effort, started), effort, chair)
        return None if move == WAIT else chair.moves[codes.index(move)]

    def consider(self, chair: Chair) -> list[Considered]:
        """The moves it looked at, the best first; one that is proved to be best is marked.

        Refused where `check_advice` refuses it.
        """
        check_advice(chair.rulebook)
        effort = self.effort(chair.rulebook)
        started = time.perf_counter()
        solved = self._solved(chair, effort)
        found = self._searched(chair, effort, started)
        if solved is None:
            return found
        proved = {1: 1.0, 0: 0.5, -1: 0.0}[solved.value]
        best = [
            msgspec.structs.replace(c, worth=proved, wins=proved, proved=True)
            for c in found
            if c.move == solved.move
        ] or [Considered(solved.move, 0, proved, proved, math.nan, proved=True)]
        return best + [c for c in found if c.move != solved.move]

    def _effort_now(self, rulebook: Rulebook) -> Effort:
        """How hard it thinks by the rules as they are now, compiled or not."""
        effort = self.effort(rulebook)
        if rulebook.functions.compiled:
            return effort
        return effort.interpreted(
            self.outlook(rulebook).interpreted if self.net(rulebook) is None else 0
        )

    def _solved(self, chair: Chair, effort: Effort) -> Solved | None:
        if not effort.exact or not chair.rulebook.solvable:
            return None
        return solve(chair.rulebook, chair.worlds(1)[0], effort.exact)

    def _searched(self, chair: Chair, effort: Effort, started: float) -> list[Considered]:
        """What a search finds in what is left of the time since it ``started``."""
        outlook = self.outlook(chair.rulebook)
        with self._lock:
            trees = self._trees.pop((chair.match_key, chair.seat), None)
        if trees is None or not effort.reuse:
            trees = grow(chair.rulebook, effort, self.net(chair.rulebook))
        for number, tree in enumerate(trees):
            tree.begin(chair, outlook, chair.seed * effort.trees + number, infer=effort.infer)
        part = _ASIDE if chair.out_of_turn else 1
        seconds = effort.seconds
        if seconds is not None:
            seconds = max(0.0, seconds - (time.perf_counter() - started)) / part
        found = think(trees, -(-effort.simulations // part), seconds, self._threads)
        if effort.reuse:
            with self._lock:
                self._trees[chair.match_key, chair.seat] = trees
                while len(self._trees) > _KEPT_TREES:
                    self._trees.popitem(last=False)
        return found


def check_advice(rulebook: Rulebook) -> None:
    """Refuse to judge moves while the rules are borrowed: of a few simulations, the chances would
    be figures without a meaning. Whoever has switched the compiler off gets them, slowly."""
    if rulebook.borrowed:
        raise UsageError("advice-later")


def grow(rulebook: Rulebook, effort: Effort, net: Net | None) -> list[Tree]:
    """Empty trees with room for a few moves' simulations."""
    room = 8 * -(-effort.simulations // effort.trees)
    room = min(max(room, _LEAST_ROOM), _MOST_ROOM)
    if net is None or not rulebook.functions.compiled:
        return [Tree(rulebook, room) for _ in range(effort.trees)]
    return [GuidedTree(rulebook, room, net) for _ in range(effort.trees)]


def _by_policy(chair: Chair, effort: Effort, net: Net | None) -> int:
    """The move that a net, or the game's own policy, takes of those that the bot sees at all."""
    codes = chair.moves.codes()
    dice = np.random.default_rng((chair.seed, chair.number, chair.seat))
    seen = [code for code in codes if dice.random() >= effort.overlook]
    if not seen:
        seen = [] if chair.out_of_turn else [codes[int(dice.integers(len(codes)))]]
    if not seen:
        return WAIT
    if net is not None:
        return _by_net(chair, effort, net, seen, dice)
    place = chosen(GREEDY, chair, seen)
    if place == WAIT:
        return WAIT if chair.out_of_turn else seen[0]
    return seen[place]


def _by_net(
    chair: Chair, effort: Effort, net: Net, seen: list[int], dice: np.random.Generator
) -> int:
    """The move that a net likes best; with doubt, one that it likes about as much."""
    wait = [chair.rulebook.move_codes] if chair.out_of_turn else []
    if len(seen) + len(wait) == 1:
        return seen[0]
    wishes = wishes_of(net, chair, seen + wait).astype(np.float64)
    place = int(wishes.argmax())
    if effort.doubt > 0.0:
        shares = np.exp((wishes - wishes[place]) / effort.doubt)
        place = int(dice.choice(len(shares), p=shares / shares.sum()))
    return seen[place] if place < len(seen) else WAIT


def _pick(considered: list[Considered], effort: Effort, chair: Chair) -> int:
    """The most visited move; with doubt, one of those that look about as good.

    Who overlooks moves does not see some of them at all, the best one as easily as any other, and
    takes the best of those that he sees.
    """
    if effort.doubt == 0.0 and effort.overlook == 0.0:
        return considered[0].move
    dice = np.random.default_rng((chair.seed, chair.number, chair.seat))
    seen = [c for c in considered if dice.random() >= effort.overlook]
    if not seen:
        seen = [considered[int(dice.integers(len(considered)))]]
    best = max(c.worth for c in seen)
    weights = [math.exp(-(best - c.worth) / max(effort.doubt, 1e-9)) for c in seen]
    return seen[int(dice.choice(len(seen), p=np.array(weights) / sum(weights)))].move
