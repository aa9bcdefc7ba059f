"""What a shell offers: as Bash, zsh and fish ask for it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from echappee.bots.levels import levels
from echappee.bots.registry import bot_names
from echappee.games import game_ids, rulebook
from echappee.rulebook.options import write_value

Run = Callable[..., str]
Ask = Callable[..., list[str]]


@pytest.fixture
def bash(run: Run, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Ask as Bash does: the words of the line, and the last of them is the one to go on with."""

    def ask(*words: str) -> list[str]:
        monkeypatch.setenv("_ECHAPPEE_COMPLETE", "complete_bash")
        monkeypatch.setenv("_ECHAPPEE_COMPLETE_NAME", "")
        monkeypatch.setenv("COMP_WORDS", "\n".join(("echappee", *words)))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        return run().split()

    return ask


@pytest.fixture
def line(run: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], str]:
    """Ask as zsh and fish do: the line as it is typed so far."""

    def ask(shell: str, typed: str) -> str:
        monkeypatch.setenv("_ECHAPPEE_COMPLETE", f"complete_{shell}")
        monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
        monkeypatch.setenv("_TYPER_COMPLETE_ARGS", typed)
        return run()

    return ask


def test_commands_and_options_are_offered(bash: Ask) -> None:
    assert {"play", "serve", "about", "calc"} <= set(bash(""))
    assert bash("pl") == ["play"]
    assert bash("calc", "sh") == ["show"]
    assert bash("play", "tapas", "--pr") == ["--practice"]


@pytest.mark.parametrize("command", ["play", "rules", "sim", "arena", "ladder", "bench"])
def test_games_are_offered(bash: Ask, command: str) -> None:
    assert tuple(bash(command, "")) == game_ids()
    assert bash(command, "tapa") == ["tapas"]


def test_bots_are_offered(bash: Ask) -> None:
    assert tuple(bash("play", "tapas", "--bot", "")) == (*bot_names(), "none")
    assert bash("play", "tapas", "--bot", "champ") == ["champion", "champion-1"]
    assert bash("sim", "tapas", "--bots", "greedy,ran") == ["greedy,random"]
    assert bash("arena", "tapas", "--bots", "champion,teamm") == ["champion,teammate"]
    assert bash("ladder", "tapas", "--only", "") == [level.name for level in levels()]


@pytest.mark.parametrize("game_id", game_ids())
def test_options_of_the_game_and_their_values_are_offered(bash: Ask, game_id: str) -> None:
    options = rulebook(game_id).options
    assert bash("play", game_id, "-o", "") == [f"{option.name}=" for option in options]
    for option in options:
        values = [write_value(value) for value in option.values]
        assert bash("play", game_id, "-o", option.name, "=") == values


def test_bash_takes_a_setting_for_three_words(bash: Ask) -> None:
    assert bash("play", "tapas", "-o", "ext") == [f"extras={n}" for n in (0, 2, 3, 5)]
    assert bash("play", "tapas", "--option", "extras", "=", "3") == ["3"]
    assert bash("play", "tapas", "--option", "=", "extras", "=") == ["0", "2", "3", "5"]
    assert bash("play", "tapas", "-o", "extras", "=", "3", "--lang", "") == ["en", "fr"]
    assert bash("play", "tapas", "--bot", "=", "teamm") == ["teammate"]
    assert bash("play", "tapas", "-o", "nothing", "=") == []
    assert bash("play", "'tapas", "-o", "ext") == []


def test_articles_of_the_game_are_offered(bash: Ask) -> None:
    known = [article.id for article in rulebook("tapas").words.articles]
    assert bash("rules", "tapas", "") == known
    assert bash("rules", "chess", "") == []


def test_where_nothing_is_offered_the_shell_offers_files(
    bash: Ask, line: Callable[[str, str], str], monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    assert bash("replay", "") == bash("play", "tapas", "--resume", "") == []
    assert line("zsh", "echappee replay ").strip() == "_files"
    line("fish", "echappee replay ")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "is-args")
    run(status=1)


def test_zsh_and_fish_show_what_is_what(
    line: Callable[[str, str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ECHAPPEE_LANG", "fr")
    assert '"teammate":"Équipier"' in line("zsh", "echappee play tapas --bot ")
    assert "tapas\tTapas" in line("fish", "echappee play ").splitlines()
    assert '"extras=3"' in line("zsh", "echappee play tapas -o extras=")
    label = rulebook("tapas").words.get("options", "extras", "values", "3").fr
    assert f"extras=3\t{label}" in line("fish", "echappee play tapas -o extras=").splitlines()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_script(run: Run, monkeypatch: pytest.MonkeyPatch, shell: str) -> None:
    monkeypatch.setenv("_ECHAPPEE_COMPLETE", f"source_{shell}")
    script = run()
    assert f"_ECHAPPEE_COMPLETE=complete_{shell}" in script


def test_a_shell_waits_for_neither_compiler_nor_server() -> None:
    code = """
import sys
from echappee.cli.completion import complete_bots, complete_game
list(complete_game("")), list(complete_bots(""))
import echappee.cli.app
print(sorted({"numba", "litestar", "uvicorn", "textual"} & sys.modules.keys()))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ, check=True, capture_output=True, text=True
    )
    assert done.stdout.strip() == "[]"
