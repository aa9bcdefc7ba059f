"""A race as a file: exact both ways, strict, and never half written."""

from __future__ import annotations

import os
import random
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from echappee.calculator import (
    CalculatorError,
    Race,
    add_stage,
    load_race,
    new_race,
    read_race,
    save_race,
    write_race,
)
from echappee.errors import EchappeeError, UsageError
from tests.calculator.races import NAMES, four, ridden, stage, two_stages

SAVED = """echappee race 2
title: Chez Mémé
players: Inès, Hugo, Marco, Zoé
edition: FR
race: sprint
ties: shared
first: Inès

stage 1: mountain, chosen by Inès, won by Hugo
  Inès: 2 small 1 big
  Marco: 3 7 9
  Zoé: J7 V10

stage 2: broom-wagon, chosen by Hugo
  order: Hugo, Inès, Zoé, Marco

end
"""
OLD = SAVED.replace("race 2", "race 1").removesuffix("\nend\n")


def test_a_race_is_written_so_that_people_can_read_it() -> None:
    race = msgspec.structs.replace(two_stages(), title="Chez Mémé")
    assert write_race(race) == SAVED
    assert read_race(SAVED) == race


def test_the_final_has_no_chooser() -> None:
    race = ridden(four(), 3)
    assert "\nstage 5: final mountain, won by " in write_race(race)
    assert read_race(write_race(race)) == race


def test_blank_lines_and_blanks_do_not_matter() -> None:
    loose = "\ufeff\n" + SAVED.replace("\n", "  \r\n\n")
    assert read_race(loose) == read_race(SAVED)


@st.composite
def any_race(draw: st.DrawFn) -> Race:
    """A race of any kind, ridden to any point."""
    letters = st.characters(categories=["L", "N"])
    tail = st.text(st.one_of(letters, st.sampled_from("'-. ")), max_size=20)
    name = st.builds(lambda head, rest: head + rest, letters, tail)
    names = draw(st.lists(name, min_size=3, max_size=6, unique_by=str.casefold))
    endurance = draw(st.booleans())
    try:
        race = new_race(
            names,
            draw(st.sampled_from(["FR", "EN"])),
            "endurance" if endurance else "sprint",
            draw(st.integers(2, 5)) if endurance else None,
            draw(st.booleans()),
            draw(st.integers(0, len(names) - 1)),
            draw(st.text(max_size=10).filter(str.isprintable)),
        )
    except CalculatorError:
        race = four()  # names that are one and the same once they are tidy
    return ridden(race, draw(st.integers(0, 10**6)), draw(st.integers(0, race.length)))


@settings(deadline=None, max_examples=150)
@given(any_race())
def test_every_race_round_trips(race: Race) -> None:
    text = write_race(race)
    assert read_race(text) == race
    assert write_race(read_race(text)) == text


@settings(deadline=None, max_examples=300)
@given(st.integers(0, 10**9))
def test_an_edited_file_is_read_or_refused_with_its_line(seed: int) -> None:
    rng = random.Random(seed)
    text = SAVED
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(text))
        text = text[:place] + rng.choice("abz19:,\n -JV") * rng.randint(0, 2) + text[place + 1 :]
    try:
        race = read_race(text)
    except CalculatorError as error:
        assert error.line is not None
        assert 1 <= error.line <= text.count("\n") + 1
        assert error.words.en.startswith(f"Line {error.line}: ")
        assert error.words.fr.startswith(f"Ligne {error.line}\u00a0: ")
    else:
        assert read_race(write_race(race)) == race


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(CalculatorError):
        read_race(text)


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("echappee race 2", "echappee race 3", "file-newer", 1),
        ("echappee race 2", "echappee 2", "file-start", 1),
        ("players: Inès, Hugo", "players: Inès, inès", "duplicate-name", 3),
        ("players: Inès, Hugo, Marco, Zoé", "players: Inès, Hugo", "bad-players", 3),
        ("edition: FR", "edition: DE", "file-line", 4),
        ("edition: FR\n", "", "file-line", 4),
        ("race: sprint", "race: endurance", "file-line", 5),
        ("race: sprint", "race: endurance 9", "file-line", 5),
        ("ties: shared", "ties: perhaps", "file-line", 6),
        ("first: Inès", "first: Ines", "unknown-name", 7),
        ("stage 1:", "stage 2:", "file-line", 9),
        ("stage 1: mountain", "stage 1: hill", "unknown-profile", 9),
        ("chosen by Inès", "chosen by Hugo", "wrong-chooser", 9),
        ("won by Hugo", "won by Nobody", "unknown-name", 9),
        (", won by Hugo", "", "file-line", 9),
        ("  Inès: 2 small 1 big", "  Inès: 2s 1b", "file-line", 10),
        ("  Inès: 2 small 1 big", "  Inès: two", "unreadable-cards", 10),
        ("  Inès: 2 small 1 big", "  Hugo: 2 small 1 big", "file-line", 10),
        ("  Inès: 2 small 1 big\n", "", "file-line", 10),
        ("2 small 1 big", "9 small", "more-than-a-hand", 10),
        ("J7 V10", "V10 J7", "file-line", 12),
        ("J7 V10", "J7 V11", "value-not-in-play", 12),
        ("broom-wagon, chosen by Hugo", "broom-wagon, chosen by Hugo, won by Zoé", "file-line", 14),
        ("order: Hugo, Inès, Zoé, Marco", "order: Hugo, Inès, Zoé", "order-incomplete", 15),
        ("order: Hugo, Inès, Zoé, Marco", "order: Hugo, Inès, Zoé, Hugo", "twice-in-order", 15),
        ("  order: Hugo, Inès, Zoé, Marco\n", "", "file-line", 16),
        ("  order: Hugo, Inès, Zoé, Marco\n\nend\n", "", "file-end", 14),
        ("\nend\n", "", "file-end", 15),
        ("end\n", "end\nend\n", "file-line", 18),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_line(
    old: str, new: str, code: str, line: int
) -> None:
    assert SAVED.count(old) == 1
    with pytest.raises(CalculatorError) as refused:
        read_race(SAVED.replace(old, new))
    assert (refused.value.code, refused.value.line) == (code, line)


def test_a_stage_too_many_and_a_file_too_long() -> None:
    race = ridden(four(edition="EN"), 2)
    more = write_race(race).replace("end\n", "stage 5: flat, chosen by Inès, won by Hugo\nend\n")
    with pytest.raises(CalculatorError, match="end of the file"):
        read_race(more)
    with pytest.raises(CalculatorError) as refused:
        read_race("x" * 200_000)
    assert refused.value.code == "file-long"


def test_a_file_is_kept_whole_when_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "deep" / "evening.race"
    save_race(path, two_stages())

    def broken(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(UsageError) as refused:
        save_race(path, four())
    assert refused.value.code == "no-write"
    assert load_race(path) == two_stages()
    assert [file.name for file in path.parent.iterdir()] == ["evening.race"]


def test_files_that_are_no_races(tmp_path: Path) -> None:
    for content, code in ((None, "no-file"), (b"\xff\x00", "bad-file"), (b"", "file-start")):
        path = tmp_path / "x"
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(EchappeeError) as refused:
            load_race(path)
        assert refused.value.code == code


def test_six_names_of_all_kinds_round_trip() -> None:
    race = add_stage(new_race(NAMES), stage("flat", 5, "1", "12", "J1 12", "2s", "8b", ""))
    assert read_race(write_race(race)) == race


def test_a_file_of_before_has_no_last_line_and_opens_as_ever() -> None:
    assert read_race(OLD) == read_race(SAVED)
    assert read_race(OLD.rstrip()) == read_race(SAVED)
    assert write_race(read_race(OLD)) == SAVED


@pytest.mark.parametrize("text", [SAVED, OLD], ids=["new", "old"])
def test_wherever_a_file_is_cut_it_is_noticed_and_what_is_whole_can_be_read(text: str) -> None:
    """The stages that are told are as they were, and none is told that may have been longer.

    In a file of before, a cut after a line that can be the last of a stage can't be noticed.
    """
    whole = read_race(text)
    first = text.index("stage 1:")
    for place in range(first, len(text.rstrip())):
        cut = text[:place]
        done = cut.count("\n\nstage ") - (not cut.endswith("\n\n"))
        if text is OLD and done != 1:
            continue
        try:
            race = read_race(cut)
        except CalculatorError as error:
            assert error.readable is not None, cut
            stages = error.readable.stages
            assert stages == whole.stages[: len(stages)], cut
        else:
            assert text is OLD, cut
            assert len(race.stages) <= 2


def test_a_damaged_file_that_has_its_end_offers_nothing() -> None:
    with pytest.raises(CalculatorError) as refused:
        read_race(SAVED.replace("J7 V10", "J7 V11"))
    assert refused.value.readable is None


def test_of_a_line_without_its_end_nobody_knows_whether_it_was_longer() -> None:
    cut = SAVED.removesuffix("co\n\nend\n")
    named = cut.replace("Marco", "Mar") + ""
    with pytest.raises(CalculatorError) as refused:
        read_race(named)
    assert refused.value.readable is not None
    assert len(refused.value.readable.stages) == 1
    with pytest.raises(CalculatorError) as refused:
        read_race(named + "\n")
    assert refused.value.readable is not None
    assert len(refused.value.readable.stages) == 2
