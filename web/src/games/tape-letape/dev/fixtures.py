"""Writes `fixtures.json`: states of real races for the board's tests and its trial page.

Run in the repository's root: ``PYTHONPATH=src python web/src/games/tape-letape/dev/fixtures.py``.
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
WORDS = Path(echappee.__file__).parent / "games" / "tape_letape" / "words"
ME = 0


def wanted(step: dict[str, Any]) -> list[str]:
    """The names of the states that a step is an example of."""
    view, moves, events = step["view"], step["moves"], [e["kind"] for e in step["events"]]
    table, players = view["table"], view["players"]
    profile, mine = table["profile"], table["turn"] == ME and not view["over"]
    cards = [m for m in moves if m[0] in "JVBR"]
    laid = sum(c["high"] - c["low"] + 1 for c in table["columns"] if c["low"])
    opened = [c for c in table["columns"] if c["low"]]
    names = []
    if profile is None and mine and not view["over"]:
        names.append(f"choose-{players}")
        if table["stage"] > 1:
            names.append("choose-later")
    if profile is None and not mine and not view["over"]:
        names.append("choose-other")
    full = laid > players * 3
    if profile and mine and len(cards) > 1 and full and len(opened) == len(table["columns"]):
        names.append(f"mine-{profile}-{players}")
    if cards and table["riders"][ME]["vitamins"] and table["riders"][ME]["gears"] and laid > 4:
        names.append(f"jokers-{players}")
    if profile and not mine and laid > 8 and "puncture>1" in moves:
        names.append(f"other-{players}")
    if "pass" in moves and not cards:
        names.append("pass")
    if "end" in moves and cards and table["gear"]:
        names.append("gear")
    if "end" in moves and cards and profile == "time-trial" and not table["gear"]:
        names.append("trial-on")
    if profile == "time-trial" and table["start"] is None and mine:
        names.append("trial-start")
    if "vitamin-seen" in events:
        names.append("vitamin-hit" if step["events"][0]["seat"] == ME else "vitamin-victim")
    if "vitamin" in events:
        names.append("vitamin-others")
    if "puncture" in events:
        names.append("punctured" if table["riders"][ME]["skips"] else "puncture")
    if "stage-chosen" in events:
        names.append(f"chosen-{profile}")
    if events == ["card"] and step["events"][0]["seat"] != ME and laid > 8:
        names.append(f"card-{players}")
    if "stage-over" in events:
        over = next(e for e in step["events"] if e["kind"] == "stage-over")["facts"]
        if view["over"]:
            names.append(f"over-{players}")
        elif over["profile"] == "broom-wagon":
            names.append("result-broom")
        else:
            names.append(f"result-{players}")
    if table["riders"][1]["known"]:
        names.append("known")
    if profile == "broom-wagon" and any(r["finished"] for r in table["riders"]) and mine and cards:
        names.append("broom-late")
    if table["final"] and mine and cards and not view["over"]:
        names.append("final")
    return names


def race(players: int, seed: int, options: dict[str, Any], found: dict[str, Any]) -> None:
    """Play one race and keep the states that are still missing."""
    match = echappee.game("tape-letape").start(players, options, seed=seed)
    bots = {seat: bot("greedy" if seed % 2 else "random") for seat in range(players)}
    view = msgspec.to_builtins(match.view(ME))
    while not match.over:
        before = view
        number = match.number
        action = next_action(match, bots, seed)
        assert action is not None
        match.play(*action)
        view = msgspec.to_builtins(match.view(ME))
        step = {
            "before": before,
            "view": view,
            "moves": list(match.moves(ME)),
            "events": [msgspec.to_builtins(e) for n, e in match.events(ME, number)],
        }
        for name in wanted(step):
            at_rest = name.partition("-")[0] in ("mine", "other", "jokers", "choose", "pass")
            found.setdefault(name, {**step, "before": None, "events": []} if at_rest else step)


def main() -> None:
    """Play races until the usual states are there, and write them down."""
    found: dict[str, Any] = {}
    for seed in range(1, 10):
        for players in (3, 4, 5, 6):
            race(players, seed, {}, found)
    endurance: dict[str, Any] = {}
    race(4, 1, {"race": "endurance", "stages_each": 2}, endurance)
    found["endurance"] = endurance["jokers-4"]
    words = {
        lang: tomllib.loads((WORDS / f"{lang}.toml").read_text("utf-8")) for lang in ("en", "fr")
    }
    text = json.dumps({"words": words, "states": dict(sorted(found.items()))}, ensure_ascii=False)
    (HERE / "fixtures.json").write_text(text + "\n", "utf-8")
    print(len(text), sorted(found))


if __name__ == "__main__":
    main()
