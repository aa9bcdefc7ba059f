"""The command line as a person uses it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from echappee.cli import menu as cli_menu
from echappee.cli.speech import choose_language
from echappee.games import game_ids, rulebook
from tests.generic.cases import Case, finished
from tests.typed import as_typed

Run = Callable[..., str]
MATERIAL = Path(__file__).parents[1] / "games" / "tour_de_france" / "short_tour.toml"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_games_lists_every_game_with_its_options(run: Run, language: str) -> None:
    text = run("games", "--lang", language)
    for game_id in game_ids():
        assert game_id in text
        for option in rulebook(game_id).options:
            assert option.name in text


@pytest.mark.parametrize("game_id", game_ids())
def test_rules_prints_every_article(run: Run, game_id: str) -> None:
    text = run("rules", game_id, "--lang", "fr")
    for article in rulebook(game_id).words.articles:
        assert f"§{article.id}  {as_typed(article.title.fr)}" in text


def test_rules_tell_what_was_ruled(run: Run) -> None:
    printed = " ".join(run("rules", "tapas", "4e").split())
    assert "TAP-06 Only the latest push counts" in printed
    printed = " ".join(run("rules", "tapas", "4e", "--lang", "fr").split())
    assert "TAP-06 Seule la dernière" in printed


def test_rules_of_one_article(run: Run) -> None:
    assert "Not straight back" in run("rules", "tapas", "4e")
    assert "no article 99" in run("rules", "tapas", "99", status=2)


def test_verify_and_replay(run: Run, tmp_path: Path) -> None:
    match = finished(Case("tapas", 2), 3)
    file = tmp_path / "game.echappee"
    file.write_text(match.record(), encoding="utf-8")
    assert "in order" in run("verify", str(file))
    text = run("replay", str(file), "--lang", "fr")
    assert text.count("hand") == 0
    assert "Entrée 20 sur 20" in text
    assert "Tous les tapas ont été joués." in text
    assert "Entry" in run("replay", str(file), "--no-steps")
    file.write_text(match.record().replace(" scores ", " scores 1"), encoding="utf-8")
    assert "result" in run("verify", str(file), status=2)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("play", "chess"), "no game called"),
        (("play", "tapas", "-o", "extras"), "NAME=VALUE"),
        (("play", "tapas", "-o", "extras=7"), "0, 2, 3, 5"),
        (("play", "tapas", "--players", "5"), "exactly 2 players"),
        (("play", "tapas", "--bot", "genius"), "no bot called"),
        (("play", "tapas", "--seat", "4"), "no seat 4"),
        (("play", "tapas", "--resume", "nowhere"), "can't be read"),
        (("verify", "nowhere"), "can't be read"),
        (("sim", "tapas", "--games", "0"), "whole number"),
        (("sim", "tapas", "--bots", "a,b"), "no bot called"),
        (("games", "--lang", "de"), "not a language"),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(
    run: Run, arguments: tuple[str, ...], words: str
) -> None:
    text = run(*arguments, status=2)
    assert words in " ".join(text.split())
    assert "Traceback" not in text


def test_refusals_speak_french(run: Run) -> None:
    assert "pas de jeu" in run("play", "chess", "--lang", "fr", status=2)


def test_a_file_that_is_not_text(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "picture"
    file.write_bytes(b"\xff\xd8\xff\x00")
    assert "not text" in run("verify", str(file), status=2)


@pytest.mark.parametrize("game_id", game_ids())
def test_sim_prints_a_table_or_json(run: Run, game_id: str) -> None:
    arguments = ("sim", game_id, "--games", "50", "--seed", "3")
    first = run(*arguments, "--json")
    start = first.index("{")
    found = json.loads(first[start:].splitlines()[0])
    assert found["games"] == 50
    assert found == json.loads(run(*arguments, "--json", "--threads", "1")[start:].splitlines()[0])
    assert "50" in run(*arguments)


def test_language_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ECHAPPEE_LANG", "fr_FR.UTF-8")
    assert choose_language(None) == "fr"
    monkeypatch.setenv("ECHAPPEE_LANG", "de")
    assert choose_language(None) == "en"
    assert choose_language("fr") == "fr"


def test_bench_and_prepare(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("echappee.lab.bench._fresh", lambda code, starts: 0.5)
    found = json.loads(run("bench", "tapas", "--json", "--seconds", "0.05"))
    assert found["moves_per_second"] > 0
    assert found["import_seconds"] == 0.5
    assert "bytes_per_state" in run("bench", "tapas", "--seconds", "0.05")
    assert "compiled" in run("prepare")


def test_menu_module_has_no_other_door() -> None:
    assert cli_menu.menu.__doc__


def test_an_option_is_read_from_a_file(run: Run, tmp_path: Path) -> None:
    """The shorthand for material, and ``@FILE`` for any option; mistakes name their line."""
    sim = ("sim", "tour-de-france", "-n", "1", "-p", "2", "--json")
    whole = json.loads(run(*sim))
    for given in (("--material", str(MATERIAL)), ("-o", f"material=@{MATERIAL}")):
        told = json.loads(run(*sim, *given))
        assert told["options"]["material"].startswith("lanes=rbow;rows=8;")
        assert told["moves"] < whole["moves"]
    wrong = tmp_path / "wrong.toml"
    text = MATERIAL.read_text(encoding="utf-8").replace("rows = 8", "rows = 99")
    wrong.write_text(text, encoding="utf-8")
    refused = run("play", "tour-de-france", "--material", str(wrong), "--lang", "fr", status=2)
    assert "Ligne 4" in refused
    nowhere = run("play", "tour-de-france", "--material", str(tmp_path / "no.toml"), status=2)
    assert "no.toml" in nowhere


def test_the_example_bot_plays_in_the_arena(run: Run) -> None:
    code = Path(__file__).parents[2] / "docs" / "examples" / "mybot.py"
    text = run("arena", "tapas", "--code", str(code), "--bots", "careful,random", "--games", "20")
    assert "careful" in text
    text = run(
        "arena", "tapas", "--code", str(code), "--bots", "careful,random", "--games", "4", "--json"
    )
    assert json.loads(text[text.index("{") :])["entrants"][0]["bot"] == "careful"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_ladder_is_climbed_and_written(run: Run, tmp_path: Path, lang: str) -> None:
    page = tmp_path / "bots.md"
    text = run(
        "ladder", "tapas", "--games", "2", "--budget", "0.01", "--write", str(page), "--lang", lang
    )
    assert text.count("| champion | leader |") == 1
    assert page.read_text(encoding="utf-8").count("| champion | leader |") == 1


def test_each_step_of_the_ladder_has_its_own_factor(run: Run) -> None:
    text = run("ladder", "tapas", "--games", "2", "--budget", "0.02,0.02,0.02,0.01")
    assert text.count("| × 0.02 |") == 3
    assert text.count("| × 0.01 |") == 1


def test_a_step_that_is_run_anew_leaves_the_others_as_they_are(run: Run, tmp_path: Path) -> None:
    """The same step with another factor gets a row of its own."""
    page = tmp_path / "bots.md"
    write = ("--games", "2", "--write", str(page))
    run("ladder", "tapas", "--budget", "0.0005", *write)
    rows = page.read_text(encoding="utf-8").splitlines()
    run("ladder", "tapas", "--budget", "0.0005", "--only", "champion", "--seed", "3", *write)
    again = page.read_text(encoding="utf-8").splitlines()
    assert [line.split("|")[:4] for line in again] == [line.split("|")[:4] for line in rows]
    text = run("ladder", "tapas", "--budget", "0.001", "--only", "club, leader", *write)
    levels = [line.split("|")[1].strip() for line in text.splitlines() if " × 0.00" in line]
    assert levels == ["club", "club", "teammate", "leader", "leader", "champion"]
    assert page.read_text(encoding="utf-8").count(" × 0.001 ") == 2
    run("ladder", "tapas", "--budget", "0.0005", *write)
    assert " × 0.001 " not in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["sunday", "master"])
def test_a_step_that_is_none_is_explained(run: Run, name: str) -> None:
    text = run("ladder", "tapas", "--games", "2", "--only", name, status=2)
    assert name in text
    assert "teammate" in text


def test_an_ablation_is_made_and_written(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "bots.md"
    text = run("ablation", "tapas", "--games", "2", "--budget", "0.0005", "--write", str(page))
    assert "| no exact play |" in text
    assert "<!-- ablation tapas -->" in page.read_text(encoding="utf-8")


def test_a_row_of_an_ablation_that_is_run_anew_leaves_the_others(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "bots.md"
    write = ("--games", "2", "--write", str(page))
    run("ablation", "tapas", "--budget", "0.0005", *write)
    text = run("ablation", "tapas", "--budget", "0.001", "--only", "no exact play", *write)
    rows = [line.split(" | ")[:2] for line in text.splitlines() if " × 0.00" in line]
    assert rows == [
        ["| random playouts", "× 0.0005"],
        ["| a new tree for every move", "× 0.0005"],
        ["| no exact play", "× 0.0005"],
        ["| no exact play", "× 0.001"],
    ]
    assert text.strip() in page.read_text(encoding="utf-8")


def test_an_ablation_at_the_same_time_a_move(run: Run) -> None:
    short = ("ablation", "tapas", "--games", "2", "--only", "random playouts")
    text = run(*short, "--seconds", "0.0005")
    assert "| random playouts | 0.0005 s |" in text
    assert "not both" in " ".join(run(*short, "--seconds", "1", "--budget", "1", status=2).split())


def test_a_row_that_an_ablation_does_not_have_is_explained(run: Run) -> None:
    text = run("ablation", "tapas", "--games", "2", "--only", "luck", status=2)
    assert "luck" in text
    assert "a new tree for every move" in text


@pytest.mark.parametrize("command", ["ladder", "ablation"])
def test_bots_are_compared_with_other_options_too(run: Run, tmp_path: Path, command: str) -> None:
    page = tmp_path / "bots.md"
    short = ("--games", "2", "--budget", "0.0005", "--write", str(page))
    text = run(command, "tapas", "-o", "extras=3", *short)
    assert "2 players (extras=3)" in text
    assert f"<!-- {command} tapas extras=3 -->" in page.read_text(encoding="utf-8")
    text = run(command, "tapas", "-o", "extras=99", *short, status=2)
    assert "extras" in text


@pytest.mark.parametrize(
    ("command", "contests"),
    [(("arena", "--bots", "greedy,random"), 1), (("ladder",), 4), (("ablation",), 3)],
    ids=["arena", "ladder", "ablation"],
)
def test_a_contest_can_be_kept_and_gone_on_with(
    run: Run, tmp_path: Path, command: tuple[str, ...], contests: int
) -> None:
    kept = tmp_path / "deals.jsonl"

    def play(games: int) -> str:
        name, *rest = command
        run(name, "tapas", *rest, "-n", str(games), "--budget", "0.0005", "--keep", str(kept))
        return kept.read_text(encoding="utf-8")

    begun = play(2)
    assert begun.count("\n") == contests
    assert play(2) == begun
    further = play(4)
    assert further.startswith(begun)
    assert further.count("\n") == 2 * contests
    kept.write_text("cards\n", encoding="utf-8")
    assert "deals.jsonl" in run(command[0], "tapas", "--keep", str(kept), status=2)


@pytest.mark.parametrize("budget", ["much", "1,2", "1,1,1,1,1", "nan", "0", "-1", "inf"])
def test_a_factor_that_makes_no_sense_is_explained(run: Run, budget: str) -> None:
    text = run("ladder", "tapas", "--games", "2", "--budget", budget, status=2)
    assert "factor" in text


@pytest.mark.parametrize("written", ["20", "2e1", "2_0", "0.2e2"])
def test_many_games_can_be_written_briefly(run: Callable[..., str], written: str) -> None:
    assert json.loads(run("sim", "tapas", "--games", written, "--json"))["games"] == 20


@pytest.mark.parametrize("written", ["1.5", "1e", "1e99", "nan", "inf", "9" * 5000])
def test_what_is_no_number_of_games_is_told(run: Callable[..., str], written: str) -> None:
    told = run("sim", "tapas", "--games", written, status=2)
    assert "--games takes a whole number, not “" in told.replace("\n", " ")
    assert written[:8] in told


def test_a_simulation_on_a_gpu_prints_what_one_on_the_processor_prints(
    run: Callable[..., str],
) -> None:
    """Where the machine has none, Numba simulates it."""
    given = ("sim", "tapas", "--games", "3", "--seed", "2")
    on_gpu = run(*given, "--device", "cuda")
    assert "moves a second on the GPU" in on_gpu
    assert "Loading the game onto the GPU" in on_gpu
    for row in run(*given).splitlines():
        assert row in on_gpu or "second" in row
    refused = run(*given, "--device", "cuda", "--bots", "greedy", status=2)
    assert refused.strip() == "On a GPU everybody plays at random: there is no bot “greedy” there."
