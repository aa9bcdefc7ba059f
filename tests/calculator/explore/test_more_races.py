"""The calculator and the engine agree: 10,000 races that nobody has seen."""

from __future__ import annotations

import pytest

from tests.calculator.test_agreement import KINDS, check_races

SPRINTS, ENDURANCES = 575, 50
"""Races of each kind with each number of players: 4 × (4 × 575 + 4 × 50) = 10,000."""


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_the_calculator_and_the_engine_agree(players: int, kind: int, seed: int) -> None:
    count = SPRINTS if KINDS[kind]["race"] == "sprint" else ENDURANCES
    check_races(players, kind, count, seed % 2**31 + 100 * players + kind)
