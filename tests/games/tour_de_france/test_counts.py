"""Numbers that the texts name are those of the material: cards, patterns, risks, points, rows."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.games.tour_de_france.helpers import RULES

FOLDER = Path(RULES.rules.__file__ or "").parent
BOX: dict[str, Any] = tomllib.loads((FOLDER / "material.toml").read_text(encoding="utf-8"))
COUNTS = {
    "en": ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
           "eleven", "twelve"],
    "fr": ["zéro", "une?", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix",
           "onze", "douze"],
}  # fmt: skip
TIMES = {"en": {1: "once", 2: "twice"}, "fr": {1: "une fois", 2: "deux fois"}}
RED = ("crash", "puncture", "hunger", "headwind", "crossing")


def words(lang: str, folder: str = "words") -> dict[str, Any]:
    """A table of texts."""
    return tomllib.loads((FOLDER / folder / f"{lang}.toml").read_text(encoding="utf-8"))


def says(text: str, *parts: str) -> bool:
    """Do these patterns stand in the text in this order, as whole words?"""
    return bool(re.search(r"[\s\S]*?".join(rf"\b(?:{part})\b" for part in parts), text, re.I))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_is_in_the_box(lang: str) -> None:
    text, count = words(lang)["articles"]["M"]["text"], COUNTS[lang]
    colours, sprints = len(BOX["board"]["lanes"]), sum(BOX["sprint"].values())
    each = sum(BOX["race"].values())
    risks = sum(risk["copies"] for risk in BOX["risk"])
    assert says(text, count[colours], count[3 * colours], count[colours])
    assert says(text, str(colours * each + sprints), str(risks))
    assert says(text, count[sprints], "Sprints?", *BOX["sprint"])
    assert says(text, count[colours], count[each])
    listed = re.findall(r"((?:\d-\d-\d(?:, | and | et )?)+) (once|twice|une fois|deux fois)", text)
    told = {card: times for cards, times in listed for card in re.findall(r"\d-\d-\d", cards)}
    assert told == {card: TIMES[lang][copies] for card, copies in BOX["race"].items()}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_risk_cards(lang: str) -> None:
    table, count = words(lang), COUNTS[lang]
    text = table["articles"]["1.5i"]["text"]
    blue, red = text.split("\n\n")
    for risk in BOX["risk"]:
        part = red if risk["effect"] in RED else blue
        name = table["risks"][risk["effect"]]
        told = re.search(rf"{name} \((\w+)\)[^:]*: ([^.]*)", part, re.I)
        assert told, name
        assert re.fullmatch(count[risk["copies"]], told[1]), name
        value = risk.get("value")
        if value is not None and risk["effect"] != "crash":  # "miss a turn"
            assert says(told[2], f"{value}|{count[value]}"), name
    for part, colour in ((blue, False), (red, True)):
        whole = sum(risk["copies"] for risk in BOX["risk"] if (risk["effect"] in RED) == colour)
        assert says(part.split(".")[0], count[whole])


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_points(lang: str) -> None:
    points = BOX["points"]
    arrival = [str(one) for one in points["arrival"]]
    text = words(lang)["articles"]["1.8"]["text"].split("\n\n")[1]
    assert says(text, COUNTS[lang][len(arrival)], *arrival)
    given = [points[key] for key in (
        "green_first", "green_second", "team_complete", "two_of_three", "team_trial", "solo_trial",
    )]  # fmt: skip
    after = text.split(".", 1)[1]
    assert says(after, *map(str, given))
    steps, count = words(lang, "learning")["steps"], COUNTS[lang]
    assert says(steps["green"]["say"], f"{points['green_first']} points")
    assert says(steps["green"]["done"], count[points["green_first"]])
    finish = steps["finish"]["done"]
    assert says(finish, count[points["team_complete"]], count[points["two_of_three"]], *arrival)
    assert says(steps["lanes"]["done"], f"{points['team_trial']} points")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_length_of_the_standard_road(lang: str) -> None:
    named = words(lang)["options"]["material"]["values"]["standard"]
    assert re.findall(r"\d+", named) == [str(BOX["board"]["rows"])]
