"""What the page's calculator must agree with: many races, changes and files, drawn at random.

python -m tests.calculator.page writes the facts and these examples into the page's folder.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from echappee.calculator import (
    Left,
    Race,
    Stage,
    add_stage,
    change_race,
    correct_stage,
    insert_stage,
    new_race,
    race_state,
    read_race,
    remove_stage,
    write_race,
)
from echappee.calculator import facts as facts_of_the_game
from echappee.calculator.edit import profiles_left
from echappee.calculator.left import cards
from echappee.calculator.race import BROOM_WAGON, MOUNTAIN, PROFILE_NUMBERS, CalculatorError
from echappee.calculator.race_file import FIRST_LINE, LAST_LINE
from echappee.errors import EchappeeError, Phrase
from echappee.games.tape_letape import material, scoring
from tests.calculator.races import NAMES

FOLDER = Path(__file__).parents[2] / "web/src/games/tape-letape/calculator"
FACTS, EXAMPLES = FOLDER / "facts.json", FOLDER / "dev" / "examples.json"

RACES, DRAWN, ALIKE, POSSIBLE = 30, 1500, 8, 80
JSON = Any


def deck(players: int) -> list[str]:
    """The cards in play."""
    values = range(scoring.low_value(players), scoring.high_value(players) + 1)
    colours = material.COLOURS[: scoring.colour_count(players)]
    return [f"{colour}{value}" for colour in colours for value in values]


def a_race(rng: random.Random, long: float = 0.04) -> Race:
    """A race before its first stage; few are long, so that the examples stay few bytes."""
    players = rng.randint(3, 6)
    mode = "endurance" if rng.random() < long else "sprint"
    return new_race(
        rng.sample(NAMES, players),
        rng.choice(("FR", "FR", "EN")),
        mode,
        rng.randint(2, 5) if mode == "endurance" else None,
        rng.random() < 0.4,
        rng.randrange(players),
        rng.choice(("", "", "Chez Mémé", "Étape {n} de 1998 : l'Alpe")),
    )


def a_stage(race: Race, rng: random.Random) -> Stage:
    """A stage that can have come next; few cards, so that times are often equal."""
    seats = list(range(race.players))
    chooser = race.chooser_of(len(race.stages) + 1)
    profile = MOUNTAIN if chooser is None else rng.choice(profiles_left(race, chooser))
    if profile == BROOM_WAGON:
        rng.shuffle(seats)
        return Stage(profile, tuple(seats))
    winner = rng.choice(seats)
    pack = deck(race.players)
    rng.shuffle(pack)
    left = []
    for seat in seats:
        hand = [pack.pop() for _ in range(0 if seat == winner else rng.choice((1, 1, 2, 2, 3, 5)))]
        told = rng.random()
        if told < 0.25:
            left.append(cards(hand))
        elif told < 0.4:
            left.append(cards(card.lstrip("JVBR") for card in hand))
        else:
            left.append(Left(*(lambda one: (one.small, one.big))(cards(hand))))
    return Stage(profile, (winner,), tuple(left), rng.choice((None, chooser)))


def ridden(race: Race, rng: random.Random, stages: int) -> Race:
    """The race with so many stages, or to its end."""
    while not race.over and len(race.stages) < stages:
        race = add_stage(race, a_stage(race, rng))
    return race


# ------------------------------------------------------------------------------------------- races


def a_state(rng: random.Random) -> JSON:
    """A race and everything that a page shows of it."""
    race = a_race(rng, long=0.2)
    race = ridden(race, rng, race.length if rng.random() < 0.5 else rng.randrange(race.length))
    state = race_state(race)
    coming = state.next
    return {
        "text": write_race(race),
        "kind": words(state.kind),
        "order": [line.seat for line in state.classification],
        "wins": [line.wins for line in sorted(state.classification, key=lambda line: line.seat)],
        "leaders": list(state.leaders),
        "starters": [row.starter for row in state.stages],
        "news": [words(one) for one in state.news],
        "next": coming
        and {
            "number": coming.number, "final": coming.final, "chooser": coming.chooser,
            "starter": coming.starter, "profiles": list(coming.profiles),
        },
        "cells": [
            [
                [cell.seconds_clock, cell.seconds, cell.total, cell.gap_clock, cell.place,
                 " / ".join(part.words.fr for part in cell.why)]
                for cell in row.cells
            ]
            for row in state.stages
        ],
    }  # fmt: skip


# ----------------------------------------------------------------------------------------- changes


def a_change(rng: random.Random) -> JSON:
    """Something that is done to a race, often something that can't be, and what comes of it."""
    race = a_race(rng)
    race = ridden(race, rng, rng.randint(0, race.length - (rng.random() < 0.8)))
    do = rng.choice(("add", "add", "add", "correct", "insert", "remove", "change", "change"))
    number = rng.randint(1, len(race.stages) or 1) if rng.random() < 0.8 else rng.randint(0, 9)
    stage = a_changed_stage(race, rng, len(race.stages) if do == "add" else number - 1)
    setting: dict[str, Any] = {}
    act: dict[str, Callable[[], Race]] = {
        "add": lambda: add_stage(race, stage),
        "correct": lambda: correct_stage(race, number, stage),
        "insert": lambda: insert_stage(race, number, stage),
        "remove": lambda: remove_stage(race, number),
        "change": lambda: change_race(race, **setting),
    }
    if do == "change":
        setting = a_setting(race, rng)
    change = {"race": write_race(race), "do": do, "number": number, "stage": stage}
    return {**change, "setting": setting, **outcome(act[do])}


def a_changed_stage(race: Race, rng: random.Random, after: int) -> Stage:
    """A stage that follows the first ``after`` ones, often spoilt."""
    earlier = race.stages[: min(max(after, 0), race.length - 1)]
    stage = a_stage(msgspec.structs.replace(race, stages=earlier), rng)
    left, order = list(stage.left), list(stage.order)
    seat = rng.randrange(race.players)
    spoil = rng.choice(
        (
            "",
            "",
            "profile",
            "chooser",
            "order",
            "order",
            "hand",
            "hand",
            "cards",
            "cards",
            "many",
            "often",
        )
    )
    if spoil == "profile":
        stage = msgspec.structs.replace(
            stage, profile=rng.choice((*PROFILE_NUMBERS, "Hill", "piste «\n»"))
        )
    elif spoil == "chooser":
        stage = msgspec.structs.replace(stage, chooser=rng.randrange(race.players + 1))
    elif spoil == "order":
        order = [rng.randrange(race.players + rng.randint(0, 1)) for _ in range(rng.randint(0, 6))]
    elif spoil == "hand":
        left = left or [Left()] * race.players
        left[seat] = Left(rng.randint(-1, 9), rng.randint(0, 9))
    elif spoil == "often":
        left = [Left() if other in order else cards(("7", "7")) for other in range(len(left))]
    elif spoil == "cards" and left:
        named = tuple(rng.choice(SPOILT) for _ in range(rng.randint(1, 3)))
        left[seat] = cards(named) if _readable(named) and rng.random() < 0.7 else Left(1, 1, named)
    elif spoil == "many" and left:
        kind = rng.random() < 0.5
        left = [
            Left() if other in order else Left(7 * kind, 7 - 7 * kind)
            for other in range(race.players - (rng.random() < 0.2))
        ]
    return msgspec.structs.replace(stage, order=tuple(order), left=tuple(left))


SPOILT = ("J7", "J7", "7", "7", "7", "R3", "R3", "B12", "V1", "1", "12", "13", "x", "7J", "0", "10")


def _readable(named: tuple[str, ...]) -> bool:
    return all(card.lstrip("JVBR").isdigit() for card in named)


def a_setting(race: Race, rng: random.Random) -> dict[str, Any]:
    """Other names, another mode …"""
    names = list(race.names)
    names[rng.randrange(len(names))] = rng.choice(STRANGE)
    found: list[dict[str, Any]] = [
        {"names": names},
        {"names": names},
        {"names": names},
        {"names": rng.sample(NAMES, rng.randint(2, 6)), "first": 0},
        {"edition": rng.choice(("FR", "EN"))},
        {"mode": "endurance", "stages_each": rng.randint(2, 5)},
        {"mode": "sprint"},
        {"first": rng.randrange(race.players)},
        {"tie_break": not race.tie_break},
        {"title": rng.choice(("Le  grand\ttour ", "x" * 61, "a\u200bb", ""))},
    ]
    return rng.choice(found)


STRANGE = (
    "", "  ", "Zoe\u0301", "a,b", "a:b", ";", "-x", "é" * 24, "é" * 25, "hugo", "INÈS", "Straße",
    "strasse", "李 雷", "3e", "_a", "a\u00a0 b", "a\u200bb", "🚲", "x🚲", "𝒵oé",
)  # fmt: skip


# ------------------------------------------------------------------------------------------- files


def a_file(rng: random.Random) -> JSON:
    """The text of a race, mostly spoilt, and how it is read."""
    race = a_race(rng)
    lines = write_race(ridden(race, rng, rng.randint(0, race.length))).split("\n")
    for _ in range(rng.choice((0, 1, 1, 1, 2))):
        at = rng.randrange(len(lines))
        kind = rng.choice(("drop", "twice", "swap", "word", "word", "word", "blank", "cut"))
        other = rng.randrange(len(lines))
        if kind == "drop":
            del lines[at]
        elif kind == "twice":
            lines.insert(at, lines[other])
        elif kind == "swap":
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == "blank":
            lines[at] = f"\t {lines[at]}  "
        elif kind == "cut":
            lines = lines[:at]
        elif lines[at].split():
            parts = lines[at].split(" ")
            parts[rng.randrange(len(parts))] = rng.choice(PIECES)
            lines[at] = " ".join(parts)
        lines = lines or [""]
    if rng.random() < 0.2:
        lines = [line for line in lines if line != LAST_LINE]
    text = "\n".join(lines)
    if rng.random() < 0.2:  # of before
        text = text.replace(FIRST_LINE, "echappee race 1", 1)
    if rng.random() < 0.2:
        text = text[: rng.randrange(len(text) + 1)]
    return {"text": text, **outcome(lambda: read_race(text))}


PIECES = (
    "", "2", "9", "0", "2s", "1b", "2p1g", "small", "big", "J7", "y7", "G3", "7,", "finished",
    "999", "1000", "Hugo", "Inès,", "hugo", "flat,", "broom-wagon,", "mountain", "stage", "final",
    "chosen", "won", "order:", "endurance", "sprint", "broken", "EN", "title:", "players:",
    "echappee", "\u200b",
)  # fmt: skip


def outcome(act: Callable[[], Race]) -> JSON:
    """The text of the race that comes out, or why there is none."""
    try:
        return {"text_after": write_race(act())}
    except EchappeeError as error:
        at: dict[str, Any] = {}
        if isinstance(error, CalculatorError):
            at = {"stage": error.stage, "line": error.line}
            if error.readable is not None:
                at["readable"] = write_race(error.readable)
        return {"refused": {"code": error.code, "words": words(error.words), **at}}


def words(phrase: Phrase) -> list[str]:
    """A sentence in both languages."""
    return [phrase.en, phrase.fr]


def some(draw: Callable[[random.Random], JSON], rng: random.Random) -> list[JSON]:
    """Of many drawn, a few of each kind: every refusal, and more of what is possible."""
    kinds: Counter[str] = Counter()
    found = []
    for one in (draw(rng) for _ in range(DRAWN)):
        kind = one["refused"]["code"] if "refused" in one else ""
        kinds[kind] += 1
        if kinds[kind] <= (ALIKE if kind else POSSIBLE):
            found.append(one)
    return found


def examples() -> str:
    """The file of examples, as it is committed."""
    rng = random.Random("Tape l'étape")
    found = {
        "races": [a_state(rng) for _ in range(RACES)],
        "changes": some(a_change, rng),
        "files": some(a_file, rng),
    }
    rows = [f'"{key}": [\n' + ",\n".join(map(_line, all_)) + "\n]" for key, all_ in found.items()]
    return "{\n" + ",\n".join(rows) + "\n}\n"


def _line(value: JSON) -> str:
    return json.dumps(msgspec.to_builtins(value), ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    FACTS.write_text(facts_of_the_game.text(), encoding="utf-8")
    EXAMPLES.parent.mkdir(exist_ok=True)
    EXAMPLES.write_text(examples(), encoding="utf-8")
