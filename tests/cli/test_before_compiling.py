"""What is wrong is said before anything is compiled, and a log is told what takes so long."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rich.console import Console
from rich.progress import Progress

from echappee.cli import app, progress
from echappee.cli.speech import Speech
from echappee.games import rulebook

Run = Callable[..., str]


@pytest.fixture
def _no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        pytest.fail("something is compiled before the arguments are checked")

    for module in (app, progress):
        monkeypatch.setattr(module, "prepare_games", fail)


@pytest.mark.usefixtures("_no_compiler")
@pytest.mark.parametrize(
    "arguments",
    [
        "sim tapas --games 0", "sim tapas --bots a,b", "sim tapas -p 9", "sim tapas -o extras=7",
        "sim tapas --threads 0", "sim tapas --seed -999999999999999999999",
        "bench tapas --seconds 0", "bench tapas --seconds nan",
        "arena tapas --claim 7", "arena tapas --games 0", "arena tapas --bots champion",
        "report tapas --bots champion", "report tapas --against usual", "report tapas --only all",
        "report tapas --out /dev/null/x.html", "report tapas --fair swing", "report tapas -p 9",
        "arena tapas --budget 0", "arena tapas --seconds -1", "arena tapas -p 9",
    ],
)  # fmt: skip
def test_nonsense_is_refused_before_anything_is_compiled(run: Run, arguments: str) -> None:
    text = run(*arguments.split(), status=2)
    assert "Traceback" not in text
    assert text.strip()


@pytest.mark.parametrize("command", ["sim tapas -n 2", "arena tapas -n 2 --bots random,random"])
def test_no_bar_runs_while_a_game_is_compiled(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """Two bars at once would write over each other, and compiling is no time of play."""
    made = []
    known = progress.progress_bar

    def bar() -> Progress:
        made.append(known())
        return made[-1]

    def compiled(*_: object) -> None:
        seen.extend(one.live.is_started for one in made)

    seen: list[bool] = []
    monkeypatch.setattr(progress, "progress_bar", bar)
    monkeypatch.setattr(progress, "prepare_games", compiled)
    run(*command.split())
    assert seen == [False]


def test_an_empty_language_is_none_that_we_speak(run: Run) -> None:
    assert "pas une langue" in run("--lang", "fr", "games", "--lang", "", status=2)


def test_a_log_without_a_terminal_is_told_what_takes_so_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "unprepared", lambda ids: tuple(ids))
    monkeypatch.setattr(progress, "prepare_game", lambda *_: None)
    progress.prepare_games(["tapas"], Speech(Console(), "fr"))
    assert "Compilation de Tapas, une fois" in " ".join(capsys.readouterr().err.split())


def test_the_language_may_be_told_before_the_command(run: Run) -> None:
    assert "joueurs" in run("--lang", "fr", "games")
    assert "players" in run("--lang", "fr", "games", "--lang", "en")
    assert run("--lang", "fr", "rules", "tapas") == run("rules", "tapas", "--lang", "fr")


@pytest.mark.parametrize("command", ["arena", "ladder", "ablation"])
def test_a_game_that_can_be_played_alone_has_rivals_in_a_contest(run: Run, command: str) -> None:
    given = ("-n", "2", "--budget", "0.001")
    more = {"arena": ("--bots", "greedy,random"), "ladder": ("--only", "teammate"),
            "ablation": ("--only", "a new tree for every move")}  # fmt: skip
    assert "2 players" in run(command, "flamme-rouge", *given, *more[command])


def test_how_many_play_where_nothing_is_said() -> None:
    found = {game: rulebook(game).usual_players for game in ("tapas", "flamme-rouge")}
    assert found == {"tapas": 2, "flamme-rouge": 4}


def test_a_bar_writes_nothing_into_a_log(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.bar_once_prepared(None, Speech(Console(), "fr")) as (bar, begin):
        begin()
        bar.advance(bar.add_task("", total=1))
    assert capsys.readouterr().err == ""
