"""The calculator and the engine agree: 10,000 races that nobody has seen."""

from __future__ import annotations

import pytest

from tests.calculator.test_agreement import ENDURANCES, KINDS, SPRINTS, check_races


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_the_calculator_and_the_engine_agree(players: int, kind: int, seed: int) -> None:
    count = 5 * (SPRINTS if KINDS[kind]["race"] == "sprint" else ENDURANCES)
    check_races(players, kind, count, seed % 2**31 + 100 * players + kind)
