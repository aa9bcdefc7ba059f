"""The arithmetic of a race as plain numbers and sentences, for a page that has no network.

The page counts by looking up what the game's own functions gave here; a test keeps the file fresh.

python -m echappee.calculator.facts web/src/games/tape-letape/calculator/facts.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from echappee.calculator.left import deck_counts, is_small
from echappee.calculator.names import LONGEST_NAME, LONGEST_TITLE
from echappee.calculator.race import BROOM_WAGON, MOUNTAIN, PROFILE_NUMBERS, WORDS
from echappee.calculator.race_file import FIRST_LINE, LAST_LINE, LONGEST_FILE, VERSION
from echappee.errors import LANGUAGES, Language, phrase
from echappee.files import write_file
from echappee.games.tape_letape import RULEBOOK, material, scoring

_SHOWN = ("race", "parts", "course", "refusals", "expected", "line", "table", "chart")
"""The sentences that a page says; the others are those of the command line."""

_EDITIONS = {"FR": 0, "EN": 1}


def facts() -> dict[str, Any]:
    """Everything that a page needs to count, refuse and tell as this package does."""
    fewest, most = RULEBOOK.players
    table = range(fewest, most + 1)
    return {
        "players": [fewest, most],
        "hand": material.HAND,
        "colours": material.COLOURS,
        "smalls": [value for value in range(1, material.VALUES + 1) if is_small(value)],
        "profiles": {name: _seconds(name, most) for name in PROFILE_NUMBERS},
        "broom": BROOM_WAGON,
        "mountain": MOUNTAIN,
        "decks": {str(players): _deck(players) for players in table},
        "next": {str(players): _turn(players) for players in table},
        "each": _each(),
        "races": {
            f"{players} {edition} {mode} {each}": _length(players, english, mode, each)
            for players in table
            for edition, english in _EDITIONS.items()
            for mode, each in (("sprint", 1), *(("endurance", each) for each in _each()))
        },
        "limits": {"name": LONGEST_NAME, "title": LONGEST_TITLE, "file": LONGEST_FILE},
        "file": {"version": VERSION, "first": FIRST_LINE, "last": LAST_LINE},
        "words": {language: _words(language) for language in LANGUAGES},
    }


def _seconds(profile: str, most: int) -> dict[str, Any]:
    """§7: what each place brings, and what each card left adds to all but the first."""
    number = PROFILE_NUMBERS[profile]
    last = scoring.stage_seconds(number, most, 0, 0)
    return {
        "places": [scoring.stage_seconds(number, place, 0, 0) for place in range(1, most + 1)],
        "small": scoring.stage_seconds(number, most, 1, 0) - last,
        "big": scoring.stage_seconds(number, most, 0, 1) - last,
    }


def _deck(players: int) -> dict[str, Any]:
    """§3: the cards in play."""
    low, high = scoring.low_value(players), scoring.high_value(players)
    small, big = deck_counts(players)
    return {
        "low": low, "high": high, "colours": scoring.colour_count(players),
        "small": small, "big": big,
    }  # fmt: skip


def _turn(players: int) -> list[int]:
    """§4a: by seat, who chooses after it."""
    return [scoring.left_neighbour(seat, players) for seat in range(players)]


def _each() -> list[int]:
    """§8: how many stages each player may choose in endurance."""
    option = next(one for one in RULEBOOK.options if one.name == "stages_each")
    return [int(value) for value in option.values]


def _length(players: int, english: int, mode: str, each: int) -> dict[str, Any]:
    """§4e, §8: how long a race is, whether it ends with the mountain, when jokers come back."""
    endurance = int(mode == "endurance")
    return {
        "length": scoring.stage_count(players, english, endurance, each),
        "final": scoring.has_final(english, endurance),
        "refuel": scoring.refuel_after(players, each) if endurance else None,
    }


def _words(language: Language) -> dict[str, Any]:
    """The sentences of the calculator, and names from the game's own table."""
    ours, game = WORDS.texts(language), RULEBOOK.words.texts(language)
    slots = {slot: f"{{{slot}}}" for slot in ("game", "fewest", "most", "players")}
    return {
        "name": ours["name"],
        **{key: ours[key] for key in _SHOWN},
        "profiles": game["profiles"],
        "options": {
            key: {part: game["options"][key][part] for part in ("label", "help", "values")}
            for key in ("edition", "race", "stages_each", "tie_break")
        },
        "bad-players": phrase("bad-players", **slots)[language],
        "game": RULEBOOK.name.en,
    }


def text() -> str:
    """The file, as it is committed."""
    return json.dumps(facts(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    write_file(Path(sys.argv[1]), text().encode())
