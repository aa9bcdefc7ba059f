"""A race as text, CSV, SVG and PNG."""

from __future__ import annotations

import csv
import io
import sys
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from echappee.calculator import (
    CalculatorError,
    Race,
    export,
    new_race,
    race_state,
    write_csv,
    write_text,
)
from echappee.calculator.chart import draw_svg
from echappee.calculator.drawings import STAGE_CARDS, mix
from echappee.errors import Language
from echappee.games.tape_letape import RULEBOOK, material
from tests.calculator.races import NAMES, four, ridden, two_stages

SVG = "{http://www.w3.org/2000/svg}"
RACES = {
    "none yet": four(),
    "one stage": ridden(four(), 1, 1),
    "two stages": two_stages(),
    "French sprint": ridden(four(title='A & B <i> "q"'), 2),
    "English sprint": ridden(new_race(NAMES[:3], "EN"), 3),
    "long": ridden(new_race(NAMES, mode="endurance", stages_each=5), 4),
}


def test_text_has_classification_stages_and_reasons() -> None:
    text = write_text(race_state(two_stages()), "en")
    assert (
        text
        == """Tape l'étape
French edition, sprint · 2 of 5 stages

Hugo wears the yellow jersey.
Stage 3 of 5: Marco deals, chooses and begins.

General classification
   Rider   Time    Gap  Won
1  Hugo   −0:40   0:00    1
2  Marco   0:10  +0:50    1
3  Zoé     0:30  +1:10    0
4  Inès    0:50  +1:30    0

Stage by stage
   Profile      Chosen by   Inès    Hugo   Marco     Zoé
1  Mountain     Inès       0:50   −0:40*   1:10    1:00
2  Broom wagon  Hugo       0:00    0:00   −1:00*  −0:30
   Time                    0:50   −0:40    0:10    0:30

Where the seconds come from
1  Mountain
   Inès   2 small cards: 20 s, 1 big card: 30 s
   Hugo   stage won: −40 s
   Marco  1 small card: 10 s, 2 big cards: 60 s
   Zoé    2 big cards: 60 s
2  Broom wagon
   Inès   finished before them: 0 s
   Hugo   finished before them: 0 s
   Marco  last to finish: −60 s
   Zoé    last but one to finish: −30 s
"""
    )


def test_text_in_french() -> None:
    text = write_text(race_state(ridden(four(title="Chez Mémé"), 2)), "fr")
    assert text.startswith(
        "Tape l’étape\u00a0: Chez Mémé\nédition française, sprint · 5 étapes sur 5\n"
    )
    assert "Montagne, finale" in text
    assert "stage" not in text


@pytest.mark.parametrize("name", RACES)
def test_csv_has_a_line_for_each_player_and_stage(name: str) -> None:
    state = race_state(RACES[name])
    rows = list(csv.DictReader(io.StringIO(write_csv(state))))
    assert len(rows) == state.done * len(state.names)
    for row, cell in zip(rows, (cell for one in state.stages for cell in one.cells), strict=True):
        assert row["player"] == state.names[cell.seat]
        assert int(row["seconds"]) == cell.seconds
        assert int(row["total"]) == cell.total
        assert int(row["gap"]) == cell.gap
        assert int(row["place"]) == cell.place
        assert row["yellow"] == ("yes" if cell.yellow else "no")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", RACES)
def test_the_chart_is_sound_xml_with_every_name_stage_and_gap(
    name: str, language: Language
) -> None:
    race = RACES[name]
    state = race_state(race)
    root = ElementTree.fromstring(draw_svg(state, language))
    assert root.tag == f"{SVG}svg"
    texts = [text.text or "" for text in root.iter(f"{SVG}text")]
    assert (race.title or RULEBOOK.words.get("name")[language]) in texts
    if not state.done:
        return
    for line in state.classification:
        assert line.name in texts
        assert line.gap_clock in texts
    lines = list(root.iter(f"{SVG}polyline"))
    assert len(lines) == 2 * race.players
    assert {len((line.get("points") or "").split()) for line in lines} == {state.done + 1}
    assert [str(row.number) for row in state.stages] == [t for t in texts if t.isdecimal()]


@pytest.mark.parametrize("name", [name for name in RACES if name != "none yet"])
def test_names_never_touch_and_nothing_leaves_the_paper(name: str) -> None:
    state = race_state(RACES[name])
    root = ElementTree.fromstring(draw_svg(state, "en"))
    width, height = float(root.get("width") or 0), float(root.get("height") or 0)
    texts = list(root.iter(f"{SVG}text"))
    names = sorted(float(t.get("y") or 0) for t in texts if t.text in state.names)
    assert all(b - a >= 30 for a, b in pairwise(names))
    assert all(0 < float(t.get("x") or 0) < width for t in texts)
    assert all(0 < float(t.get("y") or 0) < height - 20 for t in texts)


def test_the_leader_is_drawn_in_yellow_along_the_top() -> None:
    text = draw_svg(race_state(two_stages()), "en")
    assert text.count('fill="#F2B90C" stroke="#1E2430"') == 2  # one leader after each stage


def test_every_profile_has_a_drawing() -> None:
    assert set(STAGE_CARDS) == set(material.PROFILES)
    assert mix("#000000", 0.5, "#FFFFFF") == "#808080"


def test_png_when_its_library_is_there() -> None:
    pytest.importorskip("resvg_py")
    for race in RACES.values():
        content = export(race, Path("x.png"), "fr")
        assert content.startswith(b"\x89PNG\r\n")
        root = ElementTree.fromstring(draw_svg(race_state(race), "fr"))
        assert int.from_bytes(content[16:20]) == 2 * int(root.get("width") or 0)


def test_png_without_its_library_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(CalculatorError) as refused:
        export(two_stages(), Path("x.png"), "en")
    assert refused.value.code == "no-png"


def test_the_ending_of_a_name_decides() -> None:
    race: Race = two_stages()
    state = race_state(race)
    assert export(race, Path("a.txt"), "fr").decode() == write_text(state, "fr")
    assert export(race, Path("a.CSV"), "fr").decode() == write_csv(state)
    assert export(race, Path("a.svg"), "fr").decode() == draw_svg(state, "fr")
    with pytest.raises(CalculatorError) as refused:
        export(race, Path("a.pdf"), "fr")
    assert refused.value.code == "export-kind"
