"""What Typer would refuse in a box: one sentence in the chosen language, with the nearest word."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import typer.main
from typer._click import Command
from typer.core import TyperGroup

from echappee.cli import app, progress
from echappee.cli.help import french, plain, sayings

Run = Callable[..., str]
GAME_COMMANDS = ("play", "rules", "sim", "bench", "arena", "ladder", "ablation")


@pytest.fixture(autouse=True)
def _nothing_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """No refusal comes after anything was compiled, served or asked."""

    def fail(*_: object, **__: object) -> None:
        pytest.fail("something is begun before the arguments are checked")

    monkeypatch.setattr(progress, "prepare_games", fail)
    monkeypatch.setattr(app, "prepare_games", fail)
    monkeypatch.setattr("echappee.server.run._listen", fail)
    monkeypatch.setattr("rich.console.Console.input", fail)


def _commands(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Command]]:
    for name, command in group.commands.items():
        if isinstance(command, TyperGroup):
            yield from _commands(command, (*path, name))
        else:
            yield (*path, name), command


ALL = dict(_commands(typer.main.get_command(app.app)))


def _nonsense() -> Iterator[tuple[str, ...]]:
    """Every command with every kind of nonsense that Typer knows."""
    for path, command in ALL.items():
        needed = ["x" for one in command.params if one.param_type_name == "argument"]
        must = [one for one in command.params if one.required]
        yield (*path, "--nonsense")
        yield (*path, "-Z")
        yield (*path, *needed, "too", "much", "of", "it")
        yield (*path, "--lang")
        if must:
            yield path
        for one in command.params:
            annotation = str(one.type_descriptor.annotation)  # type: ignore[attr-defined]
            if "int" in annotation or "float" in annotation:
                yield (*path, *needed, f"{one.opts[0]}=many")
            if getattr(one, "is_flag", False):
                yield (*path, *needed, f"{one.opts[0]}=yes")
    yield ("nonsense",)
    yield ("--nonsense",)
    yield ("calc",)
    yield ("calc", "--nonsense")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("typed", [*_nonsense()], ids=" ".join)
def test_nonsense_is_one_line_in_the_chosen_language(
    run: Run, typed: tuple[str, ...], language: str
) -> None:
    printed = run("--lang", language, *typed, status=2)
    assert "Traceback" not in printed
    assert printed.count("\n") == 1, printed
    assert printed.strip()[-1] in ".?", printed
    for typers in ("Usage:", "Error", "Try ", "No such", "Missing", "Got unexpected", "Invalid"):
        assert typers not in printed
    if language == "fr":
        for english in ("takes", "needs", "There", "Did you mean", " has no ", "can't"):
            assert english not in printed


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("simm tapas", "There is no command “simm”. Did you mean sim? The commands are: "),
        ("tapas", "There is no command “tapas”. To play that game: echappee play tapas."),
        ("--lang fr tapas", "Pour jouer à ce jeu : echappee play tapas."),
        ("sim tapas --gmes 3", "echappee sim has no option --gmes. Did you mean --games?"),
        ("sim tapas --zzz", "echappee sim has no option --zzz; echappee sim --help shows those"),
        ("sim tapas -z", "echappee sim has no option -z; "),
        ("sim tapas --games", "--games needs a value after it."),
        ("sim tapas --json=yes", "--json takes no value."),
        ("sim tapas -n many", "--games takes a whole number, not “many”."),
        ("sim tapas -n many --lang=fr", "--games veut un nombre entier, pas « many »."),
        ("arena tapas --claim half", "--claim takes a number, not “half”."),
        ("sim", "echappee sim needs GAME after it; "),
        ("sim --lang fr", "Il manque GAME après echappee sim ; "),
        ("calc export a.race", "echappee calc export needs the option --to; "),
        ("calc", "Say what echappee calc is to do: new, enter, show, export; "),
        ("games x y", "“x y” is too much for echappee games; "),
        ("sim tapass", "no game called “tapass”. Did you mean tapas? The games are: "),
        ("sim Tapas --lang fr", "« Tapas ». Vouliez-vous dire tapas ? Les jeux sont : "),
        ("sim chess", "no game called “chess”. The games are: "),
        ("sim tapas --bots gredy", "“gredy”. Did you mean greedy? The bots are: "),
        ("play tapas --bot champoin", "“champoin”. Did you mean champion? The bots are: "),
        ("sim tapas -o extra=3", "no option “extra”. Did you mean extras? Its options are: "),
        ("verify nowhere", "The file nowhere can't be read: there is no such file."),
        ("verify nowhere --lang fr", "Le fichier nowhere ne peut pas être lu : il n'existe pas."),
        ("serve --processes 2", "has no option --processes. Several processes are several nodes"),
        ("serve --processes 2 --lang fr", "pas d'option --processes. Plusieurs processus sont"),
        ("serve --redis redis://h", "--redis needs --database postgresql://"),
        ("serve --database a.sqlite --redis redis://h --lang fr", "--redis demande --database"),
        ("serve --database postgresql://h/x --redis tcp://h", "This is no address of a Redis."),
        ("serve --database mysql://u:geheim@h/x?y=geheim", "no store at “mysql://u@h/x”."),
        ("serve --database mysql://u:ge/he@im@h/x", "no store at “mysql://…”."),
        ("serve --port 99999", "port must be a whole number from 0 to 65535, not 99999."),
    ],
)
def test_what_is_wrong_is_told_with_the_nearest_word(run: Run, line: str, said: str) -> None:
    assert said in run(*line.split(), status=2)


def test_the_language_of_the_command_comes_before_that_of_the_program(run: Run) -> None:
    assert "no game called" in run("--lang", "fr", "rules", "chess", "--lang", "en", status=2)


@pytest.mark.parametrize("command", GAME_COMMANDS)
def test_a_game_that_is_none_is_refused_by_every_command(run: Run, command: str) -> None:
    assert "Did you mean tapas?" in run(command, "tappas", status=2)


@pytest.mark.parametrize(
    "line",
    [
        "play tapas -p 9", "play tapas -o extras=9", "play tapas --bot nobody",
        "play tapas --seat 9",
        "play tapas --bot random --bot random --bot random", "play tapas --resume nowhere",
        "ladder tapas --only nobody", "ladder tapas --budget 1,1,1,0", "ladder tapas --budget x",
        "ladder tapas --seed -1", "ladder tapas -n 0", "ladder tapas --write .",
        "ladder tapas --keep .", "ladder tapas --threads 0", "ladder tapas -p 7",
        "ablation tapas --only luck", "ablation tapas --budget 0", "ablation tapas --seconds 0",
        "ablation tapas --write .", "ablation tapas -n 0", "arena tapas --keep .",
        "arena tapas --claim 7", "bench tapas --seconds 0", "sim tapas --code nowhere.py",
        "sim tapas --bots champion", "serve --proxy nobody", "calc new . --names A,B,C",
        "calc new x/y --title " + "x" * 61, "calc export x.race --to .",
    ],
)  # fmt: skip
@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_no_command_can_do_is_refused_before_any_work(
    run: Run, line: str, language: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    printed = run(*line.split(), "--lang", language, status=2)
    assert printed.count("\n") == 1, printed
    assert list(tmp_path.iterdir()) == []


# ------------------------------------------------------------------------------------------- help


@pytest.mark.parametrize("path", [(), ("calc",), *ALL], ids=" ".join)
def test_a_help_is_in_the_chosen_language(run: Run, path: tuple[str, ...]) -> None:
    english = run(*path, "--help", "--lang", "en") if path else run("--lang", "en", "--help")
    french_ = run(*path, "--help", "--lang", "fr") if path else run("--lang", "fr", "--help")
    assert "Show this message and exit." in english
    assert "Montre ce message et s'arrête." in french_
    assert "Language: en or fr." not in french_


def test_every_help_has_its_french() -> None:
    command = typer.main.get_command(app.app)
    said = {plain(getattr(owner, name)) for owner, name in sayings(command)}
    assert said - set(french()) == set(), "add them to cli/words/help.toml"
    assert set(french()) - said == set(), "nobody says these any more"


def test_what_most_people_look_for_comes_first(run: Run) -> None:
    printed = run("--help")
    places = [printed.index(f" {name} ") for name in ("play", "games", "serve", "sim", "arena")]
    assert places == sorted(places)
