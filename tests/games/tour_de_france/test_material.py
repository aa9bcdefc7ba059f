"""Material is data: the shipped file, another one, its one line, and every mistake at its line."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import echappee
from echappee.errors import BadOption
from echappee.games.tour_de_france.material import SIZE, from_numbers
from echappee.games.tour_de_france.material_file import (
    NAMES,
    canonical,
    encode,
    read_material,
)
from echappee.games.tour_de_france.toml_source import LONGEST, BadMaterial
from tests.games.tour_de_france.helpers import GAME, RULES, view

FOLDER = Path(RULES.rules.__file__ or "").parent
SHIPPED = FOLDER / "material.toml"
OTHER = Path(__file__).with_name("other_material.toml")


def test_the_shipped_file_is_the_standard_material() -> None:
    material = read_material(SHIPPED)
    assert canonical(SHIPPED.read_text(encoding="utf-8")) == "standard"
    assert material == read_material("standard")
    assert sum(sum(cards.copies[:4]) for cards in material.race) == 44  # so says the sheet
    assert [sum(cards.copies[n] for cards in material.race) for n in range(5)] == [11] * 4 + [4]
    assert sum(risk.copies for risk in material.risks) == 20  # so says the sheet
    assert sum(risk.copies for risk in material.risks if risk.effect >= 5) == 10
    total = sum(sum(cards.pattern) * sum(cards.copies) for cards in material.race)
    assert total == 152  # docs/tour-de-france-material.md


def test_every_value_of_the_shipped_file_says_where_it_comes_from() -> None:
    tag = re.compile(r"rulebook|derived|reconstruction")
    covered = ""
    for line in SHIPPED.read_text(encoding="utf-8").splitlines():
        if line.startswith(("#", "[")):
            covered = line if tag.search(line) else covered
        elif line.strip():
            assert tag.search(line) or covered, line


@pytest.mark.parametrize(
    ("name", "rows"), [("standard", 30), ("criterium", 15), ("short", 24), ("long", 36)]
)
def test_board_lengths(name: str, rows: int) -> None:
    material = read_material(name)
    assert material.rows == (rows,) * 5
    half = (rows + 1) // 2
    assert material.green == (half,) * 3
    dots = sorted(row for lane in material.dots[0] for row in lane)
    assert len(dots) == len(set(dots)) == 12  # never two in one row
    assert sum(row <= half for row in dots) == 6
    board = view(GAME.start(2, {"material": name}))["board"]
    assert (board["rows"], board["green_after"]) == (rows, half)


def test_the_other_material_round_trips() -> None:
    material = read_material(OTHER)
    assert read_material(material.line) == material
    assert from_numbers(material.numbers()) == material
    assert len(encode(material.line)) == SIZE
    assert canonical(OTHER.read_text(encoding="utf-8")) == material.line
    assert "\n" not in material.line
    assert " " not in material.line
    assert material.rows == (12, 12, 18, 40, 12)
    assert material.green == (5, 10, 5)


@pytest.mark.parametrize("name", NAMES)
def test_named_materials_have_a_line_too(name: str) -> None:
    assert canonical(read_material(name).line) == name


def test_a_match_carries_its_material_in_its_record() -> None:
    match = GAME.start(3, {"material": OTHER.read_text(encoding="utf-8")}, seed=3)
    line = read_material(OTHER).line
    assert match.options["material"] == line
    assert f"option material {line}" in match.record()
    again = echappee.replay(match.save())
    assert again.position() == match.position()
    assert GAME.position(match.position()).options == match.options
    board = view(match)["board"]
    assert board["lanes"] == ["white", None, "blue", "red", None, "orange"]
    assert board["dots"][0] == [2, 3, 4]
    assert [seat["lane"] for seat in view(match)["seats"]] == [4, 3, 6]


MISTAKES = [
    ('lanes = ["white", "none", "blue", "red", "none", "orange"]', 'lanes = ["white"]', "lanes", 3),
    ('"none", "orange"]', '"none", "green"]', "colour", 3),
    ('"none", "orange"]', '"none", "red"]', "strips", 3),
    ("rows = 12", "rows = 61", "number", 4),
    ("rows = 12", 'rows = "12"', "number", 4),
    ("rows = 12", "row = 12", "unknown-key", 4),
    ("green_after = 5", "green_after = 12", "number", 5),
    ("2 = [1, 7, 12]", "2 = [1, 7, 13]", "number", 9),
    ("2 = [1, 7, 12]", "2 = 7", "list", 9),
    ("6 = [5, 11]", "7 = [5, 11]", "unknown-key", 11),
    ("rows = 18", "rows = 5", "number", 14),
    ("[stage.4]", "[stage.6]", "unknown-key", 20),
    ('"4-1-1" = 2', '"4-1-1" = [1, 2]', "copies", 25),
    ('"4-1-1" = 2', '"4-1" = 2', "pattern", 25),
    ('"4-1-1" = 2', '"4-1-1" = -1', "number", 25),
    ('"4-1-1" = 2', '"0-0-0" = 2', "zero", 23),
    ('"4-1-1" = 2', '"4-1-1" = 40', "deck", 23),
    ('effect = "puncture"', 'effect = "rain"', "effect", 34),
    ('"puncture"\nvalue = 4', '"puncture"\nvalue = 6', "number", 35),
    ('effect = "hunger"\n', 'effect = "hunger"\nvalue = 2\n', "no-value", 65),
    ('effect = "advance"\nvalue = 1', 'effect = "advance"\nvalue = 5', "twice", 43),
    ("copies = 3", "copies = 41", "number", 56),
    ("arrival = [5, 5, 2, 0, 1, 1]", "arrival = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]", "arrivals", 73),
    ("green_first = 4", "green_first = 40", "points", 72),
    ("green_first = 4\n", "", "missing", 72),
    ("[points]", "[score]", "unknown-key", 72),
    ("rows = 12", "rows = = 12", "toml", 4),
    ("[race]", "[race", "toml", 23),
    ("rows = 12\n", "", "missing", 2),
    ("green_after = 5\n", "", "missing", 2),
    ("arrival = [5, 5, 2, 0, 1, 1]\n", "", "missing", 72),
    ('effect = "puncture"\n', "", "missing", 33),
    ("rows = 12", "rows = [12]", "number", 4),
    ("[stage.4]", "[stage.4]\nhills = 3", "unknown-key", 21),
    ("[stage.4]", "[stage.4]\ngreen_after = 3", "unknown-key", 21),
    ("[stage.4]", "[stage.4]\ndots.1 = [3]", "unknown-key", 21),
    ('"4-1-1" = 2', '"٤-1-1" = 2', "pattern", 25),
    ("rows = 12", "rows = " + "9" * 5000, "digits", 4),
    ("rows = 12", "rows = 0x" + "f" * 5000, "digits", 4),
    ("rows = 12", "rows = " + "[" * 5000 + "]" * 5000, "deep", 4),
    ("rows = 12", "rows = " + "{a=" * 3000 + "1" + "}" * 3000, "deep", 4),
]  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "kind", "line"), MISTAKES)
def test_a_mistake_is_told_with_its_line(right: str, wrong: str, kind: str, line: int) -> None:
    text = OTHER.read_text(encoding="utf-8")
    assert right in text
    with pytest.raises(BadMaterial) as error:
        read_material(text.replace(right, wrong, 1))
    assert (error.value.code, error.value.line) == (f"material-{kind}", line)
    assert f"Line {line}:" in error.value.words.en
    assert f"Ligne {line}\u00a0:" in error.value.words.fr


def told(right: str, wrong: str) -> BadMaterial:
    """How a file with one thing changed is refused."""
    text = OTHER.read_text(encoding="utf-8")
    assert right in text
    with pytest.raises(BadMaterial) as error:
        read_material(text.replace(right, wrong, 1))
    return error.value


def test_a_value_is_shown_as_it_stands_in_the_file() -> None:
    assert told("rows = 12", 'rows = "12"').words.en.endswith('not "12".')
    assert told("rows = 12", "rows = true").words.fr.endswith("pas true.")
    assert told("rows = 12", "rows = " + '"' + "1" * 900 + '"').words.en.endswith("1….")


def test_a_missing_key_is_called_missing() -> None:
    for line in ("rows = 12\n", "green_after = 5\n", "green_first = 4\n"):
        error = told(line, "")
        assert "None" not in error.words.en + error.words.fr
        assert line.partition(" ")[0] in error.words.en


def test_a_short_stage_is_blamed_itself() -> None:
    text = SHIPPED.read_text(encoding="utf-8")
    for rows, key in ((10, "green_after"), (20, "dots")):
        with pytest.raises(BadMaterial) as error:
            read_material(f"{text}\n[stage.3]\nrows = {rows}\n")
        assert (error.value.kind, error.value.line) == ("short-stage", len(text.split("\n")) + 2)
        assert key in error.value.words.en
        assert "stage 3" in error.value.words.en
        assert "l’étape 3" in error.value.words.fr


def test_strips_have_french_names_in_french() -> None:
    error = told('"none", "orange"]', '"none", "red"]')
    assert "bande rouge" in error.words.fr
    assert "red strip" in error.words.en


def test_a_mark_in_front_of_the_file_does_not_matter(tmp_path: Path) -> None:
    text = OTHER.read_text(encoding="utf-8")
    (tmp_path / "marked.toml").write_text("\ufeff" + text, encoding="utf-8")
    assert read_material(tmp_path / "marked.toml") == read_material(OTHER)
    assert read_material("\ufeff" + text) == read_material(OTHER)
    assert canonical("\ufeffstandard") == "standard"


def test_dotted_keys_are_found_at_their_line() -> None:
    text = OTHER.read_text(encoding="utf-8")
    dotted = text.replace("[stage.4]\nrows = 40", "[stage]\n4.rows = 40")
    assert read_material(dotted) == read_material(OTHER)
    with pytest.raises(BadMaterial) as error:
        read_material(dotted.replace("4.rows = 40", "4.rows = 400"))
    assert (error.value.kind, error.value.line) == ("number", 21)


def test_far_too_long_a_text_is_not_even_read(tmp_path: Path) -> None:
    (tmp_path / "long.toml").write_text("#" * (2 * LONGEST), encoding="utf-8")
    for source in (tmp_path / "long.toml", "#" * (2 * LONGEST), "[" * (2 * LONGEST)):
        with pytest.raises(BadMaterial) as error:
            read_material(source)
        assert error.value.code == "material-long"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "material-line"),
        (read_material("standard").line.replace("rows=30", "rows=٣٠"), "material-part"),
        ("standart", "material-line"),
        ("lanes=rbow;rows=30", "material-line"),
        (read_material("standard").line.replace("rows=30", "rows=030"), "material-part"),
        (read_material("standard").line.replace("rows=30", "rows=09"), "material-number"),
        (read_material("standard").line.replace("100x1", "001x1"), "material-not-canonical"),
        (read_material("standard").line.replace("advance2", "rain2"), "material-effect"),
    ],
)
def test_a_wrong_line_of_material(text: str, code: str) -> None:
    with pytest.raises(BadOption) as error:
        RULES.read_options({"material": text})
    assert error.value.code == code


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadOption) as error:
        read_material(tmp_path / "none.toml")
    assert error.value.code == "no-file"
    (tmp_path / "picture.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadOption) as error:
        read_material(tmp_path / "picture.toml")
    assert error.value.code == "bad-file"


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 2000), st.integers(0, 12), st.text(max_size=8))
def test_any_mangled_file_is_read_or_refused(start: int, length: int, new: str) -> None:
    text = OTHER.read_text(encoding="utf-8")
    with suppress(BadOption):
        material = read_material(text[:start] + new + text[start + length :])
        assert read_material(material.line) == material
