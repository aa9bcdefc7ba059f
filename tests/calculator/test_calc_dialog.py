"""What the calculator in the terminal does for people who err, leave and come back."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from echappee.calculator import CalculatorError, Left, load_race, save_race
from echappee.calculator.draft import draft_path
from echappee.calculator.race import WORDS
from echappee.cli.race_talk import COMMANDS, order_in
from echappee.errors import LANGUAGES
from tests.calculator.races import four, ridden, two_stages

Run = Callable[..., str]


@pytest.fixture
def interrupted(calc: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the calculator with typed-in lines, and Ctrl+C after them."""

    def command(*arguments: object, typed: str = "") -> str:
        answers = iter(typed.splitlines())

        def answer(*_: object) -> str:
            for one in answers:
                return one
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(Console, "input", answer)
            return calc(*arguments, status=130)

    return command


def lines(*answers: str) -> str:
    return "".join(f"{answer}\n" for answer in answers)


# ------------------------------------------------------------------------------- a number alone


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        (("3", ""), Left(1, 0, ("3",))),
        (("3", "3"), Left(1, 0, ("3",))),
        (("3", "2s 1b"), Left(2, 1)),
        (("3", "b"), Left(0, 3)),
        (("3", "small"), Left(3)),
        (("3", "grosses"), Left(0, 3)),
        (("3", "help", "3s"), Left(3)),
        (("3", "5", ""), Left(1, 0, ("5",))),
        (("3", "5", "5b"), Left(0, 5)),
        (("2", "1s 1b"), Left(1, 1)),  # four players have no card of value 2
        (("2", "", "2", "2b"), Left(0, 2)),
        (("1", "s"), Left(1)),
        (("9",), Left(0, 1, ("9",))),  # no hand holds nine cards
        (("J3",), Left(1, 0, ("J3",))),
        (("3 4",), Left(2, 0, ("3", "4"))),
    ],
)
def test_a_number_alone_is_a_card_or_a_count_as_somebody_says(
    calc: Run, file: Path, typed: tuple[str, ...], left: Left
) -> None:
    save_race(file, four())
    calc(file, typed=lines("flat", "h", *typed, "1b", "1b"))
    assert load_race(file).stages[0].left[0] == left


def test_how_cards_were_read_is_echoed(calc: Run, file: Path) -> None:
    save_race(file, four())
    text = calc(file, typed=lines("flat", "h", "3", "", "1b 2s", "y7 G10"))
    assert "“3”: one card of value 3 (Enter), or 3 cards (3s, 2s 1b, 1s 2b, 3b)?" in text
    assert "Inès: 3, which is 1 small, 10 s" in text
    assert "Marco: 2 small, 1 big, 50 s" in text
    assert "Zoé: Y7 G10, which is 2 big, 60 s" in text
    text = calc(file, "--lang", "fr", typed=lines("correct 1", "", "", "", "5", "", "", "quitter"))
    assert "Zoé : J7 V10, soit 2 grosses, 60 s" in text
    assert "« 5 » : une carte de valeur 5 (Entrée), ou 5 cartes (5p, 4p 1g, …, 5g) ?" in text


def test_what_is_kept_in_a_correction_is_not_asked_about(calc: Run, file: Path) -> None:
    save_race(file, four())
    calc(file, typed=lines("flat", "h", "3", "", "1b", "1b"))
    race = load_race(file)
    calc(file, typed=lines("correct 1", "", "", "", "", "", "quit"))
    assert load_race(file) == race


# ----------------------------------------------------------------------------------- undo, redo


def test_a_correction_is_undone_and_done_again(calc: Run, file: Path) -> None:
    save_race(file, two_stages())
    text = calc(file, typed=lines("correct 1", "", "", "8s", "", "", "undo", "quit"))
    assert "The correction of stage 1 is undone." in text
    assert load_race(file) == two_stages()
    text = calc(file, typed=lines("correct 1", "", "", "8s", "", "", "undo", "redo", "redo"))
    assert "Stage 1 is corrected again." in text
    assert "Nothing was undone" in text
    assert load_race(file).stages[0].left[0] == Left(8)
    text = calc(file, "--lang", "fr", typed=lines("annuler", "rétablir", "retablir", "quitter"))
    assert "L'étape 2 est retirée." in text
    assert "L'étape 2 est rétablie." in text
    assert "il n'y a rien à rétablir" in text


def test_a_new_change_ends_what_could_be_done_again(calc: Run, file: Path) -> None:
    save_race(file, two_stages())
    text = calc(file, typed=lines("undo", "flat", "i", "1b", "1b", "1b", "redo", "quit"))
    assert "Nothing was undone" in text
    assert load_race(file).stages[1].profile == "flat"


# ----------------------------------------------------------------------------- leaving half-way


def test_a_half_entered_stage_survives_ctrl_c(calc: Run, interrupted: Run, file: Path) -> None:
    save_race(file, two_stages())
    text = interrupted(file, typed=lines("flat", "i", "3", "", "2s 1b"))
    assert "What you entered of stage 3 is kept, too." in text
    assert load_race(file) == two_stages()
    text = calc(file, typed=lines("", "9"))
    assert "Stage 3 is half entered (flat · i · 3 · 2 small, 1 big). Go on from there?" in text
    stage = load_race(file).stages[2]
    assert stage.left == (Left(), Left(1, 0, ("3",)), Left(2, 1), Left(0, 1, ("9",)))
    assert not draft_path(file).exists()


@pytest.mark.parametrize(("answer", "kept"), [("no", False), ("non", False), ("o", True)])
def test_a_half_entered_stage_is_offered_and_may_be_forgotten(
    calc: Run, interrupted: Run, file: Path, answer: str, kept: bool
) -> None:
    save_race(file, two_stages())
    interrupted(file, typed=lines("plaine", "i"))
    text = calc(file, "--lang", "fr", typed=lines("peut-être", answer))
    assert "L'étape 3 est à moitié saisie (plaine · i)." in text
    assert "Tapez oui ou non." in text
    assert draft_path(file).exists() == kept


def test_a_half_entered_correction_and_stage_survive_together(
    calc: Run, interrupted: Run, file: Path
) -> None:
    save_race(file, two_stages())
    interrupted(file, typed=lines("flat", "i", "correct 1", "", "m"))
    text = calc(file, typed=lines("yes", "1s", "1s", "1s", "1b", "1b", "1b"))
    assert "The correction of stage 1 is half entered" in text
    race = load_race(file)
    assert race.stages[0].order == (2,)
    assert race.stages[2].left == (Left(), Left(0, 1), Left(0, 1), Left(0, 1))


def test_a_half_entered_stage_goes_on_after_a_correction(calc: Run, file: Path) -> None:
    save_race(file, two_stages())
    calc(file, typed=lines("flat", "i", "1b", "correct 2", "", "h i m z", "2b", "3b"))
    race = load_race(file)
    assert race.stages[1].order == (1, 0, 2, 3)
    assert race.stages[2].left == (Left(), Left(0, 1), Left(0, 2), Left(0, 3))


def test_what_was_half_entered_of_another_race_is_no_longer_offered(
    calc: Run, interrupted: Run, file: Path
) -> None:
    save_race(file, two_stages())
    interrupted(file, typed=lines("flat", "i"))
    save_race(file, ridden(four(), 3, 2))
    assert "half entered" not in calc(file, typed=lines("quit"))
    assert not draft_path(file).exists()
    draft_path(file).write_text("nonsense")
    assert "half entered" not in calc(file, typed=lines("quit"))


def test_ctrl_c_before_anything_is_entered_leaves_no_file(
    interrupted: Run, file: Path, tmp_path: Path
) -> None:
    interrupted("new", file, typed=lines("A, B, C"))
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_while_a_stage_is_written_leaves_the_race_as_it_was(
    calc: Run, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_race(file, two_stages())
    sync = os.fsync

    def interrupt(handle: int) -> None:
        if b"stage 3" in Path(f"/proc/self/fd/{handle}").read_bytes():
            raise KeyboardInterrupt
        sync(handle)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", interrupt)
        calc(file, typed=lines("broom", "i h m z"), status=130)
    assert load_race(file) == two_stages()
    assert {path.name for path in file.parent.iterdir()} == {file.name, draft_path(file).name}
    calc(file, typed=lines("yes"))
    assert load_race(file).stages[2].order == (0, 1, 2, 3)


def test_back_goes_to_the_question_before(calc: Run, file: Path) -> None:
    save_race(file, four())
    calc(file, typed=lines("flat", "h", "1b", "back", "back", "m", "2b", "3b", "back", "1s", "2s"))
    assert load_race(file).stages[0].left == (Left(0, 2), Left(1), Left(), Left(2))
    save_race(file, two_stages())
    text = calc(file, typed=lines("correct 1", "back", "correct 1", "", "back", "flat", "quit"))
    assert load_race(file) == two_stages()
    assert text.count("Correcting stage 1") == 3


# --------------------------------------------------------------------------------------- cut files


def test_of_a_cut_file_what_can_be_read_is_offered(calc: Run, file: Path) -> None:
    save_race(file, two_stages())
    whole = file.read_text("utf-8")
    cut = whole[: whole.index("order:")]
    file.write_text(cut, "utf-8")
    text = calc("show", file, status=2)
    assert "The file stops too early" in text
    assert f"“echappee calc {file}” offers what can be read." in text
    assert "stops too early" in calc(file, typed=lines("no"), status=2)
    calc(file, status=2)
    assert file.read_text("utf-8") == cut
    text = calc(file, "--lang", "fr", typed=lines("oui", "balai", "h i z m"))
    assert "1 étape est lisible ; la suite manque. Continuer avec elle ?" in text
    assert load_race(file) == two_stages()
    assert file.with_name("evening.race.cut").read_text("utf-8") == cut


def test_a_file_whose_beginning_is_cut_is_refused(calc: Run, file: Path) -> None:
    file.write_text("echappee race 2\nplayers: A, B, C\nedi", "utf-8")
    text = calc(file, status=2)
    assert "expected is edition: FR or EN" in text
    assert "offers" not in text
    with pytest.raises(CalculatorError):
        load_race(file)


# ------------------------------------------------------------------------------------------ words


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_are_understood_in_both_languages(name: str) -> None:
    for language in LANGUAGES:
        order = order_in(f"{WORDS.get('commands', name)[language].upper()} 2")
        assert order is not None
        assert (order.name, order.rest) == (name, "2")


def test_the_french_calculator_has_no_english_words(calc: Run, file: Path) -> None:
    save_race(file, two_stages())
    text = calc(
        file, "--lang", "fr",
        typed=lines("corriger", "corriger 1", "", "", "", "", "", "insérer x", "quitter"),
    )  # fmt: skip
    assert "par exemple : corriger 2" in text
    assert "par exemple : insérer 2" in text
    assert "[2 petites, 1 grosse]" in text
    for english in ("small", "big", "correct ", "insert ", "stage"):
        assert english not in text.replace(str(file), "").lower()


def test_a_profile_may_be_told_by_any_of_its_words(calc: Run, file: Path) -> None:
    save_race(file, four())
    calc(file, typed=lines("wagon", "i h m z", "trial", "i", "1b", "1b", "1b"))
    assert [stage.profile for stage in load_race(file).stages] == ["broom-wagon", "time-trial"]


def test_once_all_is_entered_only_commands_are_understood(calc: Run, file: Path) -> None:
    save_race(file, ridden(four(), 3))
    text = calc(file, typed=lines("", "hello", "help", "undo", "redo"))
    assert "All stages are entered." in text
    assert "That is no command here" in text
    assert len(load_race(file).stages) == 5
