"""Declared limits, the greedy racer, and the table in a terminal."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from echappee.errors import LANGUAGES
from echappee.games.tour_de_france.material_file import read_material
from echappee.games.tour_de_france.terminal import draw
from echappee.lab.simulate import simulate
from tests.depth import deep
from tests.games.tour_de_france.helpers import GAME, RULES, play, table

OTHER = read_material(Path(__file__).with_name("other_material.toml")).line
SAME = (
    "lanes=rbow;rows=9;green=4;dots=-/-/-/-;race=111x6;sprint=-;risk=crash5x5;points=-+0.0.0.0.0.0"
)


def test_a_state_is_small() -> None:
    assert RULES.state_dtype.itemsize <= 1024


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("material", ["standard", OTHER, SAME])
def test_no_tour_is_longer_than_declared(players: int, material: str) -> None:
    options = RULES.read_options({"material": material})
    result = simulate("tour-de-france", 60, players, options, seed=2)
    assert result.longest <= RULES.longest(players, options)
    assert set(result.endings) == {"tour-over"}


@pytest.mark.parametrize(("players", "share"), [(2, 0.98), (3, 2 / 3), (4, 0.5)])
def test_greedy_takes_twice_its_fair_share(players: int, share: float) -> None:
    bots = ["greedy", *["random"] * (players - 1)]
    result = simulate("tour-de-france", deep(300, 1000), players, bots=bots, seed=11)
    assert result.bots[0].bot == "greedy"
    assert result.bots[0].share >= share


def test_greedy_races_sensibly_with_other_material_too() -> None:
    result = simulate("tour-de-france", 200, 4, {"material": OTHER},
                      bots=["greedy", "random", "random", "random"], seed=3)  # fmt: skip
    assert result.bots[0].share >= 0.5


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_in_a_terminal(language: str) -> None:
    trial = table("1.0,-,-/2.0,-,-", stage=4, phase="seal", trial="1.11.0,0.3.0.3.0",
                  hands="110b,211r/100r,321")  # fmt: skip
    trial.play(0, "211r")
    race = table("1.15,h#1,4.2!1/2.14,4.8,4.9", kept="boost2@1/crossing@2", jerseys="0.1/0.2/2/-",
                 stage=3)  # fmt: skip
    play(race, "321")
    other = GAME.start(4, {"material": OTHER}, seed=1)
    for match in (trial, race, other, GAME.start(2, {"material": "long"}, seed=2)):
        out = StringIO()
        names = [f"Team {seat}" for seat in range(match.players)]
        for viewer in (None, 0):
            moves = list(match.moves(0))
            drawn = draw(match.typed_view(viewer), moves, names, RULES.words, language, width=80)  # type: ignore[arg-type]
            Console(file=out, width=80, force_terminal=False).print(drawn)
        text = out.getvalue()
        assert "Team 0" in text
        assert "═" in text
    assert ("Stage" in text) == (language == "en")
