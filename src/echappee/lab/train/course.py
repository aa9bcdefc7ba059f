"""A course: a net plays and learns by turns, for so many rounds; what it was can be kept."""

from __future__ import annotations

import copy
import math
import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
import torch

import echappee
from echappee import __version__, arguments
from echappee.bots.nets.net import Fact, Net, Shape, sizes_of
from echappee.errors import UsageError
from echappee.games import rulebook
from echappee.lab.batch.batch import MOST_GAMES
from echappee.lab.train.learner import Learner
from echappee.lab.train.mixture import mixture
from echappee.lab.train.network import Network
from echappee.lab.train.self_play import WATCHED, Play, Rivals, shared
from echappee.rulebook.rulebook import Rulebook

WIDTH, BLOCKS = 256, 2
PACE_ROUNDS = 5
"""So many rounds are timed, the first one apart, before it is known how many make some minutes."""
MOST_ROUNDS = 10_000_000
_OLDER = 12
"""So many older selves are kept as opponents."""
_AGAINST_OLDER, _AGAINST_GREEDY = 0.2, 0.15
"""In so many games older selves sit beside it, in so many the greedy bot."""
_KEPT_EVERY, _LONG = 24, 2400
"""An older self is kept after each such part of the course, or of so many rounds in a long one."""
_PLACES = 0.3
"""At the beginning a place counts so much; at the end the win alone counts."""


class Plan(msgspec.Struct, frozen=True):
    """What a course is made of: the same plan and seed, the same course on the same machine."""

    game: str
    seed: int
    games: int
    """Side by side."""
    steps: int
    """In each of them, before something is learnt."""
    portion: int
    """Steps that are learnt from at a time."""
    width: int = WIDTH
    blocks: int = BLOCKS
    watched: int = 0
    """In so many rounds, the first ones, it watches the greedy bot and learns to do likewise."""


_SURVEYED, _SURVEY = 16, 1500
"""So many games, and steps in each, tell how large features get."""
_SHORT, _LONG_GAME = 64, 2
"""A game is long if it does not end within so many choices; then it goes on by so many times as
many steps in each round: what others do before a seat is asked again must be seen."""
_STEPS = 32
_GAMES = {"cpu": 256, "cuda": 65_536}
"""So many games side by side suit a device; half as many if they are long."""
_WATCHED, _WATCHING = 40, 10
"""In so many rounds a net watches before it plays, but in no more than one of so many."""
_PORTIONS = 8
"""Into at least so many portions the steps of a round are divided."""
_MOST_IN_PORTION = 65_536


def plan(game: str, device: str, games: int | None, seed: int, rounds: int | None = None) -> Plan:
    """What suits a device, but for the number of games if one is given; in a short course, little
    of it is spent watching."""
    if device not in _GAMES:
        raise UsageError("unknown-device", name=device)
    seed = arguments.whole("seed", seed)
    count = 0 if games is None else arguments.whole("games", games, 8, MOST_GAMES)
    _device(device)
    long = _is_long(game, device)
    steps = _STEPS * _LONG_GAME if long else _STEPS
    count = count or (_GAMES[device] // 2 if long else _GAMES[device])
    portion = min(_MOST_IN_PORTION, count * steps // _PORTIONS)
    watched = _WATCHED if rounds is None else min(_WATCHED, rounds // _WATCHING)
    return Plan(game, seed, count, steps, portion, watched=watched)


def largest_features(rules: Rulebook, seed: int, device: torch.device) -> torch.Tensor:
    """How large the features get in whole games of random moves."""
    largest = torch.zeros(rules.feature_count, device=device)
    for group in mixture(rules, _SURVEYED, seed):
        games = echappee.batch(
            rules.id, group.games, group.players, group.options, seed, autoreset="same-step",
            device=_on(device.type), skip_forced=True,
        )  # fmt: skip
        for _ in range(_SURVEY):
            seen = shared(games.arrays.observation, device)
            largest = torch.maximum(largest, seen.abs().amax(0))
            games.step(games.sample())
    return largest


def _on(device: str) -> Literal["cpu", "cuda"]:
    return "cuda" if device == "cuda" else "cpu"


def _is_long(game: str, device: str) -> bool:
    """Is a game of random moves seldom over after a while?"""
    games = echappee.batch(game, 32, autoreset="disabled", skip_forced=True, device=_on(device))
    for _ in range(_SHORT):
        games.step(games.sample())
    return int(np.asarray(games.arrays.terminated).sum()) < len(games) // 2


class Round(msgspec.Struct, frozen=True):
    """How a course stood after a round; all counts are of the whole course so far."""

    number: int
    rounds: int
    steps: int
    games: int
    seconds: float
    value_loss: float
    entropy: float
    against_older: float | None
    """Of the games of this round against older selves: wins, as a multiple of a fair share."""
    against_greedy: float | None = None
    """And of those against the greedy bot."""


class Course:
    """A net that learns a game by itself."""

    def __init__(self, plan: Plan, rounds: int | None, device: str, threads: int | None) -> None:
        rules = self._rules = rulebook(plan.game)
        self._device = _device(device)
        self.plan = plan
        self.rounds = rounds
        """How many there will be; None until it is known."""
        self.done = 0
        self._resumed = False
        self.log: list[Round] = []
        features, actions, seats = sizes_of(rules)
        shape = Shape(features, actions, seats, plan.width, plan.blocks)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(plan.seed)
            self.network = Network(shape).to(self._device)
        self._learner = Learner(self.network, plan.portion, plan.seed)
        self._older: list[dict[str, Any]] = []
        self._opponent: Network = copy.deepcopy(self.network)
        groups = mixture(rules, plan.games, plan.seed)
        self._play = Play(
            rules, groups, plan.steps, plan.seed, self._device, arguments.threads(threads)
        )
        self._played = 0
        self._seconds = 0.0

    def run(
        self, minutes: float | None = None, told: Callable[[Round], None] | None = None
    ) -> None:
        """Go through all rounds, or through as many more as some ``minutes`` make."""
        limit = MOST_ROUNDS if self.rounds is None else self.rounds
        before = self._seconds
        paced = max(self.done + 1, self.plan.watched)  # the first round compiles
        while self.done < limit:
            with _repeatable(self._play.threads):
                self._round(limit)
            if self.done == paced:
                first = self._seconds
            timed = self.done - paced
            if self.rounds is None and minutes is not None and timed == PACE_ROUNDS - 1:
                # From here on the number of rounds is settled, and with it the whole course.
                each = (self._seconds - first) / timed
                left = minutes * 60 - (self._seconds - before)
                limit = self.rounds = self.done + max(0, math.ceil(left / each))
                self.log[-1] = msgspec.structs.replace(self.log[-1], rounds=limit)
            if told is not None:
                told(self.log[-1])

    def net(self) -> Net:
        """What has been learnt so far."""
        facts: dict[str, Fact] = {
            "program": __version__,
            "seed": self.plan.seed,
            "rounds": self.done,
            "steps": self._steps,
            "games": self._play.ended_games + self._played,
            "minutes": round(self._seconds / 60, 1),
            "device": str(self._device.type),
            "side by side": self.plan.games,
            "steps a round": self.plan.steps,
            "portion": self.plan.portion,
            "watched": self.plan.watched,
        }
        made: Net = self.network.net(self._rules, facts)
        return made

    # ----------------------------------------------------------------------------------- keeping

    def save(self, path: Path) -> None:
        """Keep all that the course needs to go on."""
        torch.save(
            {
                "plan": msgspec.to_builtins(self.plan),
                "rounds": self.rounds,
                "done": self.done,
                "games": self._play.ended_games + self._played,
                "seconds": self._seconds,
                "network": self.network.state_dict(),
                "optimiser": self._learner.optimiser.state_dict(),
                "dice": self._learner.dice.get_state(),
                "older": self._older,
                "log": [msgspec.to_builtins(one) for one in self.log],
            },
            path,
        )

    @classmethod
    def resumed(cls, path: Path, rounds: int | None, device: str, threads: int | None) -> Course:
        """A course that goes on from what was kept; its games begin anew, with other deals.

        Without ``rounds`` to come it has as many as it was to have. Where these are not known yet,
        it learns at half of its pace until they are.
        """
        try:
            kept = torch.load(path, map_location="cpu", weights_only=True)
            plan = msgspec.convert(kept["plan"], Plan)
            done = arguments.whole("done", kept["done"], 0, MOST_ROUNDS)
            total = kept["rounds"] if rounds is None else done + rounds
            course = cls(
                msgspec.structs.replace(plan, seed=plan.seed + done), total, device, threads
            )
            course.plan = plan
            course.network.load_state_dict(kept["network"])
            course._learner.optimiser.load_state_dict(kept["optimiser"])
            course._learner.dice.set_state(kept["dice"])
            course._older = list(kept["older"])
            course.log = [msgspec.convert(one, Round) for one in kept["log"]]
            course.done, course._played, course._resumed = done, int(kept["games"]), True
            course._seconds = float(kept["seconds"])
        except UsageError:
            raise
        except Exception as error:  # whatever PyTorch finds in what is no course of ours
            raise UsageError("no-course", path=path) from error
        return course

    # ------------------------------------------------------------------------------------ inside

    @property
    def _steps(self) -> int:
        return self.done * self.plan.games * self.plan.steps

    @property
    def _settling(self) -> int:
        """So many rounds, the first ones, are watched or timed: how far it is tells nothing yet."""
        return max(PACE_ROUNDS, self.plan.watched)

    def _round(self, limit: int) -> None:
        begun = time.perf_counter()
        part = min(1.0, max(0, self.done - self._settling) / max(1, limit - self._settling))
        if limit == MOST_ROUNDS and self._resumed:
            part = 0.5
        if self.done == 0:
            self.network.see_range(largest_features(self._rules, self.plan.seed, self._device))
        watch = self.done < self.plan.watched
        rivals = WATCHED if watch else Rivals(self._choose_older(), _AGAINST_OLDER, _AGAINST_GREEDY)
        steps = self._play.go_on(self.network, rivals, _PLACES * (1 - part), watch)
        lesson = self._learner.learn(steps, part, copy=watch)
        self._play.begin_again()
        self.done += 1
        self._keep_older(limit)
        self._seconds += time.perf_counter() - begun
        self.log.append(
            Round(
                self.done, 0 if limit == MOST_ROUNDS else limit, self._steps,
                self._play.ended_games + self._played, self._seconds, lesson.value_loss,
                lesson.entropy, self._play.won_from_older.told(),
                self._play.won_from_greedy.told(),
            )
        )  # fmt: skip

    def _choose_older(self) -> Network | None:
        if not self._older:
            return None
        chosen = random.Random(f"older {self.plan.seed} {self.done}").choice(self._older)
        self._opponent.load_state_dict(chosen)
        return self._opponent

    def _keep_older(self, limit: int) -> None:
        """Keep the net as it is now and then; the oldest but the first goes."""
        every = max(1, min(limit, _LONG) // _KEPT_EVERY)
        if self.done <= self._settling or self.done % every:
            return
        self._older.append(copy.deepcopy(self.network.state_dict()))
        if len(self._older) > _OLDER:
            del self._older[1]


def _device(name: str) -> torch.device:
    if name not in ("cpu", "cuda"):
        raise UsageError("unknown-device", name=name)
    if name == "cuda":
        if not torch.cuda.is_available():
            raise UsageError("no-gpu")
        os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # else its sums may differ
    return torch.device(name)


@contextmanager
def _repeatable(threads: int) -> Iterator[None]:
    """Let PyTorch compute the same from the same with so many threads, here alone."""
    before, counted = torch.are_deterministic_algorithms_enabled(), torch.get_num_threads()
    filled = torch.utils.deterministic.fill_uninitialized_memory
    torch.use_deterministic_algorithms(True)
    torch.utils.deterministic.fill_uninitialized_memory = False  # all of ours is written
    torch.set_num_threads(threads)
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(before)
        torch.utils.deterministic.fill_uninitialized_memory = filled
        torch.set_num_threads(counted)
