"""Bots by name: ours, those of a file, those of an installed package."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from echappee.bots import registry
from echappee.bots.levels import efforts, level_bots, levels
from echappee.bots.search_bot import ThinkingBot
from echappee.errors import LANGUAGES, UsageError
from echappee.games import game_ids, rulebook
from echappee.lab.arena import arena
from echappee.lab.simulate import simulate
from echappee.rulebook.outlook import Effort

FIRST = """
class First:
    "Plays the first move it sees."

    name = "first"

    def choose(self, chair):
        return None if chair.out_of_turn else chair.moves[0]
"""


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    yield
    registry._installed.cache_clear()


def _file(folder: Path, text: str) -> Path:
    path = folder / "mybot.py"
    path.write_text(text, encoding="utf-8")
    return path


def test_levels_go_by_name_and_by_number() -> None:
    assert len(levels()) == 5
    for level, bot in zip(levels(), level_bots(), strict=True):
        assert registry.bot(level.name) is registry.bot(str(level.number)) is bot
        assert all(level.label[lang] and level.about[lang] for lang in LANGUAGES)


def test_less_time_leaves_less_to_solve_as_well() -> None:
    """A hint within a second must not spend it all on an end that it can't solve."""
    effort = Effort(simulations=500, seconds=2.0, exact=9_000)
    short = ThinkingBot("a", effort).within(0.5).effort(rulebook("tapas"))
    assert (short.simulations, short.seconds, short.exact) == (500, 0.5, 2_250)
    assert effort.within(3.0) == effort
    assert Effort(simulations=500).within(0.5) == Effort(simulations=500, seconds=0.5)


def test_who_does_not_look_ahead_does_not_begin_to_when_there_is_time() -> None:
    silent = Effort(simulations=0, doubt=1.0)
    assert silent.timed(2.0) == silent.within(2.0) == silent


@pytest.mark.parametrize("game_id", game_ids())
def test_levels_think_within_their_time(game_id: str) -> None:
    outlook = rulebook(game_id).outlook
    guided = [] if outlook.guidance is None else [outlook.guidance.levels]
    assert efforts(rulebook(game_id)) == (*guided, outlook.levels)[0]
    for each in (outlook.levels, *guided):
        assert len(each) == 5
        assert [e.simulations for e in each] == sorted(e.simulations for e in each)
        assert each[3].simulations == 0 or (each[3].seconds or 9) <= 1.0
        assert (each[4].seconds or 9) <= 3.0
        assert each[0].overlook > 0 < each[0].doubt
        assert [e.overlook for e in each] == sorted((e.overlook for e in each), reverse=True)
        assert each[4].overlook == each[4].doubt == 0


def test_a_bot_of_a_file_plays(tmp_path: Path) -> None:
    assert registry.load_file(_file(tmp_path, FIRST)) == ("first",)
    assert "first" in registry.bot_names()
    found = arena("tape-letape", ["first", "random"], 9, 3)
    assert found.entrants[0].bot == "first"


def test_an_object_will_do_as_well(tmp_path: Path) -> None:
    assert registry.load_file(_file(tmp_path, FIRST + "\nFirst = First()\n")) == ("first",)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x = 1", "no-bot-in-file"),
        ("import nothing_of_the_kind", "bad-bot-file"),
        ("def broken(:", "bad-bot-file"),
        (FIRST.replace('"first"', '"greedy"'), "bot-name-taken"),
        ("from echappee.bots.simple import CompiledBot", "no-bot-in-file"),
    ],
)
def test_a_file_without_a_bot_is_refused(tmp_path: Path, text: str, code: str) -> None:
    with pytest.raises(UsageError) as refusal:
        registry.load_file(_file(tmp_path, text))
    assert refusal.value.code == code


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as refusal:
        registry.load_file(tmp_path / "none.py")
    assert refusal.value.code == "no-bot-file"


def test_a_package_can_bring_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    class Theirs:
        name = "theirs"

        def choose(self, chair: object) -> str | None:
            return None

    entry = SimpleNamespace(name="theirs", value="a:b", load=lambda: Theirs)
    monkeypatch.setattr(registry, "entry_points", lambda group: [entry])
    registry._installed.cache_clear()
    assert registry.bot("theirs").name == "theirs"


def test_an_unknown_bot_is_refused() -> None:
    for name in ("nobody", "0", "6"):
        with pytest.raises(UsageError) as refusal:
            registry.bot(name)
        assert refusal.value.code == "unknown-bot"


def test_a_simulation_takes_compiled_bots_only() -> None:
    with pytest.raises(UsageError) as refusal:
        simulate("tapas", 2, bots=["champion"])
    assert refusal.value.code == "slow-bot"
