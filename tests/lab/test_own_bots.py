"""Bots of one's own in simulations, and contests that are played to their end."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from echappee.bots.registry import load_file
from echappee.errors import UsageError
from echappee.lab import ablation, ladder
from echappee.lab.arena import Arena, arena
from echappee.lab.simulate import simulate

Run = Callable[..., str]
FIRST = """
class First:
    name = "first"

    def choose(self, chair):
        return None if chair.out_of_turn else chair.moves[0]
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A file with a bot that makes the first move it can."""
    file = tmp_path / "first.py"
    file.write_text(FIRST, encoding="utf-8")
    return file


def test_a_bot_of_ones_own_is_simulated(run: Run, own: Path) -> None:
    command = ("sim", "tapas", "--code", own, "--bots", "first,random", "-n", "6", "--json")
    found = json.loads(run(*command))
    assert [one["bot"] for one in found["bots"]] == ["first", "random"]
    assert found["games"] == 6
    assert sum(found["endings"].values()) == 6
    assert sum(one["wins"] for one in found["bots"]) == pytest.approx(6)
    assert json.loads(run(*command, "--threads", "1")) == found
    assert json.loads(run(*command, "--seed", "1")) != found
    assert "first" in run(*command[:-1])


@pytest.mark.parametrize("game_id", ["flamme-rouge", "tape-letape"])
def test_bots_sit_in_turn_and_all_is_counted(own: Path, game_id: str) -> None:
    load_file(own)
    done: list[int] = []
    found = simulate(game_id, 4, 4, bots=["first"], progress=done.append)
    assert done == [1, 1, 1, 1]
    assert found.moves >= found.longest > 0
    assert len(found.seats) == 4


@pytest.mark.parametrize(
    ("choice", "code"), [("None", "idle-bot"), ("'nonsense'", "bot-move"), ("5", "bot-move")]
)
def test_a_bad_move_names_the_bot(tmp_path: Path, choice: str, code: str) -> None:
    file = tmp_path / "odd.py"
    file.write_text(f"class Odd:\n    name = 'odd'\n    def choose(self, c): return {choice}\n")
    load_file(file)
    for play in (
        lambda: simulate("tapas", 2, bots=["odd", "random"]),
        lambda: arena("tapas", ["odd", "random"], 2),
    ):
        with pytest.raises(UsageError) as refused:
            play()
        assert refused.value.code == code
        for words in (refused.value.words.en, refused.value.words.fr):
            assert "odd" in words
            assert "None" not in words


def test_levels_think_too_long_for_a_simulation(own: Path) -> None:
    load_file(own)
    with pytest.raises(UsageError, match="random, greedy, first") as refused:
        simulate("tapas", 1, bots=["champion"])
    assert refused.value.code == "slow-bot"


def test_a_contest_stops_when_it_is_decided_unless_all_games_are_wanted(run: Run) -> None:
    command = ("arena", "tapas", "--bots", "greedy,random", "-n", "120", "--json")
    assert json.loads(run(*command))["games"] < 120
    found = json.loads(run(*command, "--all"))
    assert (found["games"], found["deals"], found["verdict"]) == (120, 60, "yes")
    odd = ("arena", "tapas", "--bots", "greedy,random", "-n", "7", "--json", "--all")
    assert json.loads(run(*odd))["games"] == 8  # a deal is played from both seats


@pytest.mark.parametrize(
    ("module", "only"),
    [(ladder, "club"), (ablation, "random playouts")],
    ids=["ladder", "ablation"],
)
def test_ladder_and_ablation_play_all_games_too(
    run: Run, monkeypatch: pytest.MonkeyPatch, module: ModuleType, only: str
) -> None:
    asked: list[bool] = []

    def contest(*given: Any, play_all: bool, **more: Any) -> Arena:
        asked.append(play_all)
        return arena(*given, play_all=play_all, **more)

    monkeypatch.setattr(module, "arena", contest)
    name = module.__name__.rpartition(".")[2]
    command = (name, "tapas", "--only", only, "--budget", "0.0005", "-n", "2")
    run(*command)
    run(*command, "--all")
    assert asked == [False, True]
