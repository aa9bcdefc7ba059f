"""Deals that are kept: a contest that was stopped goes on, and nothing else is counted with it."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError
from pathlib import Path
from typing import TypedDict

import msgspec
import pytest

from echappee.bots.chair import Chair
from echappee.bots.registry import bot
from echappee.bots.search_bot import ThinkingBot
from echappee.errors import UsageError
from echappee.games import rulebook
from echappee.lab.arena import Arena, arena, play_deal
from echappee.lab.ledger import Dealt, Ledger
from echappee.rulebook.compiler import RULES, compiled_sources, sources_digest
from echappee.rulebook.options import Options
from echappee.rulebook.outlook import Effort


class Counting:
    """A bot that takes the first move and counts how often it is asked."""

    name = "counting"

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, chair: Chair) -> str | None:
        self.asked += 1
        return None if chair.out_of_turn else chair.moves[0]


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


class Change(TypedDict, total=False):
    simulations: int
    budget: float
    seed: int
    options: Options


def contest(
    path: Path, games: int, simulations: int = 4, budget: float = 1.0, seed: int = 0,
    options: Options | None = None,
) -> Arena:  # fmt: skip
    """Two quick bots, one of which thinks a little."""
    thinker = ThinkingBot("thinker", Effort(simulations=simulations))
    return arena(
        "tapas", [thinker, bot("random")], games, None, options, claim=0.999, budget=budget,
        seed=seed, ledger=Ledger(path),
    )  # fmt: skip


def test_a_contest_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    contest(path, 4)
    begun = lines(path)
    assert len(begun) == 2
    found = contest(path, 8)
    assert lines(path)[:2] == begun
    assert len(lines(path)) == 4
    assert msgspec.json.encode(found) == msgspec.json.encode(contest(tmp_path / "other.jsonl", 8))


def test_deals_that_are_kept_are_not_played_again(tmp_path: Path) -> None:
    path, counting = tmp_path / "deals.jsonl", Counting()
    both = [counting, bot("random")]
    first = arena("tapas", both, 6, ledger=Ledger(path))
    asked, written = counting.asked, path.read_bytes()
    assert asked > 0
    again = arena("tapas", both, 6, ledger=Ledger(path))
    assert (counting.asked, path.read_bytes()) == (asked, written)
    assert msgspec.json.encode(first) == msgspec.json.encode(again)


@pytest.mark.parametrize(
    "change",
    [{"simulations": 5}, {"budget": 0.5}, {"seed": 100}, {"options": {"extras": 2}}],
    ids=str,
)
def test_another_contest_has_its_own_deals(tmp_path: Path, change: Change) -> None:
    path = tmp_path / "deals.jsonl"
    contest(path, 4)
    contest(path, 4, **change)
    assert len(lines(path)) == 4


def test_a_time_a_move_is_another_contest(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "deals.jsonl")
    both = [Counting(), bot("random")]
    for seconds in (None, 0.5, 0.25, 0.5):
        arena("tapas", both, 2, seconds=seconds, ledger=ledger)
    assert len(lines(tmp_path / "deals.jsonl")) == 3


@pytest.mark.parametrize("changed", ["search_bot", "simple"])
def test_bots_whose_code_has_changed_begin_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    path = tmp_path / "deals.jsonl"
    contest(path, 4)

    def digest(package: str, module: str = RULES) -> str:
        return sources_digest(package, module) + "+" * module.endswith(changed)

    monkeypatch.setattr("echappee.lab.ledger.sources_digest", digest)
    contest(path, 4)
    assert len(lines(path)) == 4
    contest(path, 4)
    assert len(lines(path)) == 4


def test_deals_belong_to_the_code_of_the_rules_the_policy_and_the_bot(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    arena("tapas", [bot("greedy"), Counting()], 2, ledger=Ledger(path))
    contest(path, 2)
    package, bots = rulebook("tapas").package, "echappee.bots"
    told = {
        player["bot"]: player["code"]
        for line in lines(path)
        for player in msgspec.json.decode(line)["contest"]["bots"]
    }
    assert told == {
        "thinker": sources_digest(package, f"{bots}.search_bot"),
        "random": sources_digest(package, f"{bots}.simple"),
        "greedy": sources_digest(package, f"{bots}.simple"),
        "counting": sources_digest(package),
    }
    names = {source.name for source in compiled_sources(package, f"{bots}.search_bot")}
    assert names >= {"rules.py", "policy.py", "search.py", "tree.py", "solver.py", "search_bot.py"}


def test_deals_of_an_older_file_are_read_but_not_counted(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    contest(path, 4)
    older = re.sub(r'"code":"\w+",', "", path.read_text(encoding="utf-8"))
    path.write_text(older, encoding="utf-8")
    contest(path, 4)
    assert len(lines(path)) == 4


def test_a_seed_is_where_the_deals_begin(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    contest(path, 6)
    contest(path, 6, seed=2)
    assert sorted(msgspec.json.decode(line)["deal"] for line in lines(path)) == [0, 1, 2, 3, 4]


def test_a_line_that_was_cut_short_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    contest(path, 6)
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    contest(path, 6)
    assert sorted(path.read_bytes().splitlines()) == sorted(whole.splitlines())


@pytest.mark.parametrize(
    "spoil",
    [
        lambda line: "hello",
        lambda line: "{}",
        lambda line: line.replace('"shares":[', '"shares":[0.5,'),
        lambda line: line.replace('"shares":[', '"shares":[9'),
        lambda line: line.replace('"wins":[[', '"wins":[[0,'),
        lambda line: "",
    ],
    ids=["text", "empty", "more-bots", "too-much", "bigger-table", "blank"],
)
def test_a_file_of_something_else_is_refused(tmp_path: Path, spoil: Callable[[str], str]) -> None:
    path = tmp_path / "deals.jsonl"
    contest(path, 4)
    first, second = lines(path)
    path.write_text(f"{first}\n{spoil(second)}\n", encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(UsageError) as refused:
        contest(path, 4)
    assert refused.value.code == "bad-ledger"
    assert "2" in str(refused.value)
    assert path.read_bytes() == before


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as refused:
        contest(tmp_path, 4)
    assert refused.value.code == "no-file"


def test_a_deal_is_given_up_between_two_moves() -> None:
    rules, stop, counting = rulebook("tapas"), threading.Event(), Counting()
    stop.set()
    with pytest.raises(CancelledError):
        play_deal(rules, rules.read_options({}), [counting, counting], [0, 1], 0, None, stop=stop)
    assert counting.asked <= 1


def test_who_has_enough_stops_what_is_still_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deals that were begun are given up, and not kept as if they were whole."""
    path = tmp_path / "deals.jsonl"

    def slow_after_the_first(*given: object) -> Dealt:
        deal, stop = given[4], given[7]
        assert isinstance(stop, threading.Event)
        if deal != 0 and stop.wait(20):
            raise CancelledError
        return Dealt([1.0, 0.0], [1.0, 2.0], [[0.0, 2.0], [0.0, 0.0]])

    def enough(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("echappee.lab.arena.play_deal", slow_after_the_first)
    with pytest.raises(KeyboardInterrupt):
        arena("tapas", ["random", "greedy"], 100, threads=3, ledger=Ledger(path), progress=enough)
    assert [msgspec.json.decode(line)["deal"] for line in lines(path)] == [0]
