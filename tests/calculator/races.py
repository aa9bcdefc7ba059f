"""Races for the calculator's tests."""

from __future__ import annotations

import random
from typing import Any

from echappee.calculator import (
    CalculatorError,
    Left,
    Race,
    Stage,
    add_stage,
    new_race,
    read_left,
)
from echappee.calculator.edit import profiles_left
from echappee.calculator.race import BROOM_WAGON, MOUNTAIN

NAMES = ("Inès", "Hugo", "Marco", "Zoé", "Jean-Luc", "Śárka Ó")


def stage(profile: str, winner: int, *left: str, chooser: int | None = None) -> Stage:
    """A stage with the cards left as they are typed, by seat."""
    return Stage(profile, (winner,), tuple(read_left(text) for text in left), chooser)


def broom(*order: int, chooser: int | None = None) -> Stage:
    """A broom wagon with the order in which hands got empty."""
    return Stage(BROOM_WAGON, order, (), chooser)


def four(**options: Any) -> Race:
    """A race of four."""
    return new_race(NAMES[:4], **options)


def two_stages() -> Race:
    """Four players after a mountain and a broom wagon: totals 50, -40, 10, 30."""
    race = add_stage(four(), stage("mountain", 1, "2s 1b", "", "7 9 3", "J7 V10"))
    return add_stage(race, broom(1, 0, 3, 2))


def ridden(race: Race, seed: int, stages: int | None = None) -> Race:
    """The race with possible stages drawn at random, to its end or as many as asked for."""
    rng = random.Random(seed)
    while not race.over and (stages is None or len(race.stages) < stages):
        try:
            race = add_stage(race, _any_stage(race, rng))
        except CalculatorError as error:
            assert error.code in ("too-many-small", "too-many-big"), error
    return race


def _any_stage(race: Race, rng: random.Random) -> Stage:
    seats = list(range(race.players))
    chooser = race.chooser_of(len(race.stages) + 1)
    profile = MOUNTAIN if chooser is None else rng.choice(profiles_left(race, chooser))
    if profile == BROOM_WAGON:
        rng.shuffle(seats)
        return broom(*seats)
    winner = rng.choice(seats)
    left = [
        Left() if seat == winner else Left(rng.randint(1, 4), rng.randint(0, 4)) for seat in seats
    ]
    return Stage(profile, (winner,), tuple(left))
