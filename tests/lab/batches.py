"""Batches for the tests: games of one, and the same games played by themselves."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pytest

import echappee
from echappee.lab.batch.arrays import Arrays
from echappee.lab.batch.batch import Autoreset, Batch
from echappee.rulebook.randomness import start_stream
from echappee.rulebook.rulebook import new_chance
from echappee.rulebook.turn_order import next_asked
from tests.generic.cases import Case

MODES: tuple[Autoreset, ...] = ("next-step", "same-step", "disabled")
NAMES = ("observation", "mask", "seat", "rewards", "places", "terminated")


class Alone:
    """Game ``number`` of a batch, played by itself through the functions of the rules."""

    def __init__(self, games: Batch, number: int, seed: int) -> None:
        self._games, self._number, self._seed = games, number, seed
        self._functions = games.rulebook.functions
        self._deals = 0
        self.deal()

    def deal(self) -> None:
        rules, games = self._games.rulebook, self._games
        self.chance, self.state = new_chance(), rules.blank()[0]
        number = (self._deals << 32) + self._number
        self._functions.kernel(start_stream)(self.chance, self._seed, number)
        numbers = rules.option_numbers(games.options(self._number))
        self._functions.setup(self.state, games.players, numbers, self.chance)
        self._deals += 1
        self.seat = self.step = 0
        self.over = False
        self.rewards = np.zeros(games.players, np.float32)
        self.ask()

    def ask(self) -> None:
        functions, s = self._functions, self.state
        self.over = bool(functions.over(s))
        if not self.over:
            players = self._games.players
            masks = functions.awaited(s), functions.offered(s)
            self.seat, self.step = next_asked(*masks, self.step, players)
            if self._games.skip_forced and self.step == 0 and self.mask().sum() == 1:
                functions.apply(s, self.seat, int(self.mask().argmax()), self.chance)
                self.ask()

    def play(self, action: int) -> None:
        if action != self._games.wait:
            self._functions.apply(self.state, self.seat, action, self.chance)
            self.step = 0
        self.ask()
        self.rewards[:] = 0
        if self.over:
            places = self.places()
            first = places == 1
            if first.any():
                self.rewards[:] = first / first.sum() - 1 / self._games.players

    def places(self) -> Any:
        places = np.zeros(self._games.players, np.int64)
        if self.over:
            self._functions.ranking(self.state, places)
        return places

    def observation(self) -> Any:
        features = np.zeros(self._games.rulebook.feature_count, np.float32)
        self._functions.observe(self.state, self.seat, features)
        return features

    def mask(self) -> Any:
        mask, buffer = np.zeros(self._games.actions, np.int8), self._games.rulebook.buffer()
        if not self.over:
            mask[buffer[: self._functions.legal(self.state, self.seat, buffer)]] = 1
        mask[-1] = self.over or self.step > 0
        return mask

    def shows(self, seen: Arrays) -> None:
        """It is what the batch shows in its row."""
        row = self._number
        assert seen.seat[row] == self.seat
        assert bool(seen.terminated[row]) == self.over
        assert (seen.mask[row] == self.mask()).all()
        assert (seen.observation[row] == self.observation()).all()
        assert seen.places[row].tolist() == self.places().tolist()
        assert seen.rewards[row].tolist() == pytest.approx(self.rewards.tolist())


def start(case: Case, games: int, seed: int = 3, **more: Any) -> Batch:
    return echappee.batch(case.game, games, case.players, dict(case.changed), seed, **more)


def digest(seen: Arrays) -> str:
    return hashlib.sha256(b"".join(getattr(seen, name).tobytes() for name in NAMES)).hexdigest()
