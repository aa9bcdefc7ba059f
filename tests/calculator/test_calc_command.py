"""``echappee calc`` as people at a table use it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from echappee.calculator import Left, load_race, save_race
from tests.calculator.races import broom, four, ridden, two_stages

Run = Callable[..., str]


def lines(*answers: str) -> str:
    return "".join(f"{answer}\n" for answer in answers)


def test_a_race_from_the_first_question_to_the_winner(calc: Run, file: Path) -> None:
    typed = lines(
        "Inès, Hugo, Marco, Zoé", "", "s", "h",  # names, edition, mode, first
        "mountain", "m", "2s 1b", "7 9 3", "J7 V10",
        "broom", "m z h",  # the last is clear
        "flat", "i", "1b", "1b", "1b",
        "t", "i", "1b", "1b", "1b",
        "h", "5s", "1s", "2s",  # the final
        "quit",
    )  # fmt: skip
    text = calc("new", file, typed=typed)
    race = load_race(file)
    assert race.names == ("Inès", "Hugo", "Marco", "Zoé")
    assert race.first == 1
    assert [stage.profile for stage in race.stages] == [
        "mountain", "broom-wagon", "flat", "time-trial", "mountain",
    ]  # fmt: skip
    assert race.stages[1].order == (2, 3, 1, 0)
    assert race.stages[4].left == (Left(5), Left(), Left(1), Left(2))
    assert "Stage 1 is saved: Inès 0:50, Hugo 1:10, Marco −0:40, Zoé 1:00." in text
    assert "So Inès was the last." in text
    assert "the final mountain: Zoé, last of the classification, begins." in text
    assert "The race is over: Inès wins." in text
    assert "Go on with" in text


def test_a_race_in_french_goes_on_where_it_was_left(calc: Run, file: Path) -> None:
    text = calc(
        "new", file, "--names", "A,B,C", "--race", "endurance", "--stages-each", "2",
        "--first", "c", "--tie-break", "--title", "Ici", "--lang", "fr",
        typed=lines("montagne", "a", "2p 1g", "7", ""),
    )  # fmt: skip
    assert "L'étape 1 est sauvegardée" in text
    text = calc(file, "--lang", "fr", typed=lines("plaine", "b", "3", "aide", "", "3 4", "quitter"))
    race = load_race(file)
    assert (race.title, race.tie_break, race.first, len(race.stages)) == ("Ici", True, 2, 2)
    assert "corriger N" in text
    assert "A porte le maillot jaune" in text
    assert "Ravitaillement après l'étape 3" in text


def test_refusals_are_explained_and_the_question_comes_again(calc: Run, file: Path) -> None:
    save_race(file, four())
    text = calc(
        file,
        typed=lines(
            "hill", "flat", "nobody", "i", "", "0", "9s", "2", "J7 J7", "J7", "J7", "1b", "2s"
        ),
    )
    for part in (
        "“hill” is no profile",
        "Nobody here is called “nobody”",
        "at least one card is left",
        "a hand holds 8",
        "2 cards, but which? (2s, 1s 1b, 2b)",
        "J7 is there twice",
        "“” can't be read",
    ):
        assert part in text
    assert load_race(file).stages[0].left == (Left(), Left(0, 1, ("J7",)), Left(0, 1), Left(2))


def test_undo_correct_remove_insert(calc: Run, file: Path) -> None:
    save_race(file, two_stages())
    text = calc(
        file,
        typed=lines(
            "correct 1", "", "", "", "", "9",
            "correct 2", "", "i h z m",
            "insert 2", "flat", "i", "1b", "1b", "1b",
            "remove 2",
            "correct 9", "correct", "remove x",
            "undo", "redo", "undo", "undo",
        ),
    )  # fmt: skip
    assert "There is no stage 9 to change" in text
    assert "for instance: correct 2" in text
    assert "Stage 2 is taken out" in text
    for done in ("Stage 2 is back", "Stage 2 is taken out again", "The inserted stage 2 is out"):
        assert done in text
    race = load_race(file)
    assert [stage.profile for stage in race.stages] == ["mountain", "broom-wagon"]
    assert race.stages[0].left[3] == Left(0, 1, ("9",))
    assert race.stages[1].order == (0, 1, 3, 2)
    calc(file, typed=lines("undo", "undo"))
    assert load_race(file).stages == ()


def test_a_correction_can_change_the_kind_of_stage(calc: Run, file: Path) -> None:
    save_race(file, two_stages())
    calc(file, typed=lines("correct 2", "flat", "i", "1b", "1b", "1b"))
    assert load_race(file).stages[1].profile == "flat"
    calc(file, typed=lines("correct 2", "broom", "i h m z"))
    assert load_race(file).stages[1] == broom(0, 1, 2, 3, chooser=1)


def test_commands_work_in_the_middle_of_a_stage(calc: Run, file: Path) -> None:
    save_race(file, two_stages())
    text = calc(file, typed=lines("flat", "show", "h", "back", "m", "correct 1", "quit"))
    assert "Stage by stage" in text
    assert load_race(file) == two_stages()
    calc(file, typed=lines("no", "flat", "i", "undo", "quit"))
    assert len(load_race(file).stages) == 1


def test_names_come_before_commands(calc: Run, file: Path) -> None:
    calc("new", file, "--names", "Quitterie,Helper,Bo", typed=lines("flat", "quit", "1b", "1b"))
    assert load_race(file).stages[0].order == (0,)


def test_a_race_that_is_over_can_still_be_corrected(calc: Run, file: Path) -> None:
    save_race(file, ridden(four(), 3))
    text = calc(file, typed=lines("", "hello", "undo"))
    assert "The race is over" in text
    assert len(load_race(file).stages) == 4


@pytest.mark.parametrize("language", ["en", "fr"])
def test_show_prints_tables_or_json(calc: Run, file: Path, language: str) -> None:
    save_race(file, ridden(four(title="[bold]x"), 3))
    text = calc("show", file, "--lang", language)
    assert ("General classification" if language == "en" else "Classement général") in text
    state = json.loads(calc("show", file, "--json"))
    assert state["done"] == 5
    assert state["stages"][0]["cells"][0]["why"]


@pytest.mark.parametrize("ending", ["txt", "csv", "svg"])
def test_export_writes_a_file(calc: Run, file: Path, ending: str, tmp_path: Path) -> None:
    save_race(file, two_stages())
    out = tmp_path / f"out.{ending}"
    assert "Written" in calc("export", file, "--to", out)
    assert "Hugo" in out.read_text(encoding="utf-8")


def test_export_as_png(calc: Run, file: Path, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    save_race(file, two_stages())
    calc("export", file, "--to", tmp_path / "out.png")
    assert (tmp_path / "out.png").read_bytes().startswith(b"\x89PNG")


def test_bad_input_is_one_sentence_and_status_2(calc: Run, file: Path, tmp_path: Path) -> None:
    assert "can't be read" in calc(file, status=2)
    assert "pas être lu" in calc("show", file, "--lang", "fr", status=2)
    save_race(file, two_stages())
    assert "is there already" in " ".join(calc("new", file, status=2).split())
    assert "no ending" in calc("export", file, "--to", tmp_path / "x.pdf", status=2)
    assert "one stage for each" in calc(
        "new", tmp_path / "y", "--names", "A,B,C", "--stages-each", "3", status=2
    )
    file.write_text("echappee race 1\nplayers: A, B\n", encoding="utf-8")
    assert "Line 2: " in calc("show", file, status=2)


def test_leaving_before_the_race_has_begun_leaves_no_file(calc: Run, file: Path) -> None:
    calc("new", file, typed=lines("A, B, C"))
    assert not file.exists()
    text = calc(
        "new", file, typed=lines("A, A, B", "A, B, C", "x", "EN", "what", "e", "9", "2", "z", "b")
    )
    race = load_race(file)
    assert (race.edition, race.mode, race.stages_each, race.first) == ("EN", "endurance", 2, 1)
    assert "Two players are called A" in text
