"""Writes `fixtures.json`: states of real Tours for the board's tests.

Run in the root: ``PYTHONPATH=src python web/src/games/tour-de-france/dev/fixtures.py``.
"""

from __future__ import annotations

import json
import random
import tomllib
from pathlib import Path
from typing import Any

import msgspec

import echappee

HERE = Path(__file__).parent
WORDS = Path(echappee.__file__).parent / "games" / "tour_de_france" / "words"
MATERIAL = Path("tests/games/tour_de_france/short_tour.toml").read_text("utf-8")
"""A short road: every phase of a turn, and few of each."""
ME = 0
TABLES = ("risks", "risk-texts", "refusals", "events", "options", "kinds")


def wanted(step: dict[str, Any]) -> list[str]:
    """The names of the states that a step is an example of."""
    view, events = step["view"], [event["kind"] for event in step["events"]]
    table = view["table"]
    names = []
    if ME in view["awaited"]:
        names.append(f"mine-{table['phase']}-{table['kind']}")
        if any(move.startswith("declare") for move in step["moves"]):
            names.append("declare")
        if table["now"]["extra"] and table["phase"] == "assign":
            names.append("extra")
        if "squeeze" in table["now"]["shut"].values():
            names.append("squeeze")
        if table["phase"] == "step" and len(table["now"]["ways"]) == 1:
            names.append("one-way")
        if table["phase"] == "card" and step["moves"][0].startswith("drop:"):
            names.append("stuck")
    names += [f"event-{kind}" for kind in events]
    if view["over"]:
        names.append("over")
    return names


def tour(players: int, seed: int, found: dict[str, Any]) -> None:
    """Play one Tour at random and keep the states that are still missing."""
    match = echappee.game("tour-de-france").start(players, {"material": MATERIAL}, seed=seed)
    chance = random.Random(seed)
    while not match.over:
        seat = match.awaited[0]
        move = chance.choice(list(match.moves(seat)))
        number = match.number
        match.play(seat, move)
        view = msgspec.to_builtins(match.view(ME))
        told = [msgspec.to_builtins(event) for _, event in match.events(ME, number)]
        step = {"view": view, "moves": list(match.moves(ME)), "events": told}
        for name in wanted(step):
            at_rest = not name.startswith(("event", "over"))
            found.setdefault(name, {**step, "events": []} if at_rest else step)


def main() -> None:
    """Play Tours until the usual states are there, and write them down."""
    found: dict[str, Any] = {}
    for seed, players in ((1, 4), (2, 2)):
        tour(players, seed, found)
    words = {}
    for lang in ("en", "fr"):
        whole = tomllib.loads((WORDS / f"{lang}.toml").read_text("utf-8"))
        words[lang] = {key: whole[key] for key in ("name", "tagline", *TABLES)}
    text = json.dumps({"words": words, "states": dict(sorted(found.items()))}, ensure_ascii=False)
    (HERE / "fixtures.json").write_text(text + "\n", "utf-8")
    print(len(text), sorted(found))


if __name__ == "__main__":
    main()
