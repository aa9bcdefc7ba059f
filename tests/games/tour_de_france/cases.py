"""The Tour for tests that need a game with an end, not the board of the box."""

from __future__ import annotations

from pathlib import Path

from echappee.games.tour_de_france.material_file import read_material
from echappee.rulebook.options import Value

BRIEF: tuple[tuple[str, Value], ...] = (
    ("material", read_material(Path(__file__).parent / "short_tour.toml").line),
)
