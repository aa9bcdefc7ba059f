"""Writes `fixtures.json`: states of real races for the board's tests.

Run in the repository's root: ``PYTHONPATH=src python web/src/games/flamme-rouge/dev/fixtures.py``.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import msgspec

import echappee
from echappee.bots.chair import next_action
from echappee.bots.registry import bot

HERE = Path(__file__).parent
WORDS = Path(echappee.__file__).parent / "games" / "flamme_rouge" / "words"
ME = 0
RACES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("solo", 1, {"stage": "peloton-11"}),
    ("two", 2, {"stage": "A-L-g-3-B-j-5-D-u", "teams": 3, "finish": "all"}),
    ("four", 4, {"stage": "la-classicissima"}),
    ("six", 6, {"stage": "peloton-9"}),
    ("rain", 4, {"stage": "grand-tour-4", "meteo": True, "teams": 6}),
    ("away", 3, {"stage": "abLPju", "breakaway": True}),
)


def wanted(name: str, step: dict[str, Any]) -> list[str]:
    """The names of the states that a step is an example of."""
    view, moves, events = step["view"], step["moves"], [e["kind"] for e in step["events"]]
    table = view["table"]
    team = table["teams"][ME]
    names = []
    if any("@" in move for move in moves):
        names.append(f"{name}-placing")
    if moves and all(len(move) == 1 for move in moves) and table["round"] > 1:
        names.append(f"{name}-drawing")
    if team["hand"] and table["round"] > 2:
        names.append(f"{name}-hand")
        if any(card["why"] for card in team["hand"]):
            names.append(f"{name}-slope")
    if not moves and table["phase"] == "energy" and table["round"] > 1:
        names.append(f"{name}-waiting")
    if "reveal" in events:
        names.append(f"{name}-round")
        if any(kind.endswith("fall") for kind in events):
            names.append(f"{name}-fall")
        if "slipstream" in events and "exhaustion" in events:
            names.append(f"{name}-slipstream")
    if table["phase"] == "bidding" and moves:
        shown = "second" if any(one["bids"] for one in table["teams"]) else "first"
        names.append(f"{name}-{shown}-bid" if team["hand"] else f"{name}-{shown}-draw")
    if "away" in events:
        names.append(f"{name}-away")
    if view["over"]:
        names.append(f"{name}-over")
    return names


def race(name: str, players: int, options: dict[str, Any], found: dict[str, Any]) -> None:
    """Play one race and keep the first state of each kind."""
    match = echappee.game("flamme-rouge").start(players, options, seed=7)
    bots = {seat: bot("greedy") for seat in range(players)}
    view = msgspec.to_builtins(match.view(ME))
    while not match.over:
        before, number = view, match.number
        action = next_action(match, bots, 7)
        assert action is not None
        match.play(*action)
        view = msgspec.to_builtins(match.view(ME))
        step = {
            "before": before,
            "view": view,
            "moves": list(match.moves(ME)),
            "events": [msgspec.to_builtins(e) for n, e in match.events(ME, number)],
        }
        for one in wanted(name, step):
            shown = one.rpartition("-")[2] in ("round", "slipstream")
            found.setdefault(one, step if shown else {**step, "before": None, "events": []})


def main() -> None:
    """Race, and write down what is worth drawing."""
    found: dict[str, Any] = {}
    for name, players, options in RACES:
        race(name, players, options, found)
    words = {
        lang: tomllib.loads((WORDS / f"{lang}.toml").read_text("utf-8")) for lang in ("en", "fr")
    }
    text = json.dumps({"words": words, "states": dict(sorted(found.items()))}, ensure_ascii=False)
    (HERE / "fixtures.json").write_text(text + "\n", "utf-8")
    print(len(text), sorted(found))


if __name__ == "__main__":
    main()
