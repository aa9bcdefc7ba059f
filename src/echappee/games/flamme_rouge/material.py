"""What is in the boxes of Flamme Rouge: cards, tiles, stages; data, no rules."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

import msgspec

SPRINTEUR, ROULEUR = 0, 1
RIDERS: Final = "SR"
LANES: Final = {1: "R", 2: "RL", 3: "RML"}
"""The lanes of a square by their number, from the right: right, (middle,) left."""

CARDS: Final = ("2", "3", "4", "5", "6", "7", "9", "2x", "A")
"""The kinds of cards: energy by value, exhaustion, and the Peloton team's Attack."""
EXHAUSTION, ATTACK = 7, 8
KINDS: Final = len(CARDS)

SPRINTEUR_DECK: Final = (3, 3, 3, 3, 0, 0, 3, 0, 0)
ROULEUR_DECK: Final = (0, 3, 3, 3, 3, 3, 0, 0, 0)
MUSCLE_DECK: Final = (3, 3, 3, 4, 0, 0, 3, 0, 0)
"""The Muscle team's Sprinteur has a fourth 5; its Rouleur has the usual deck."""
PELOTON_DECK: Final = (0, 3, 3, 3, 3, 3, 0, 0, 2)
"""One deck for both riders: a Rouleur's and two Attacks."""

MOST_TIRED: Final = 30
"""Exhaustion cards of each type in the box."""
MOST_TEAMS: Final = 6
NARROW_TEAMS: Final = 4
"""Up to four teams start two abreast; five and six need the wide start."""
WIDE_START: Final = {"a": "1B", "A": "1"}
"""The wide start tile with as many squares behind the line as a narrow one."""

FLAT, ASCENT, DESCENT, COBBLES, SUPPLY, WET = 0, 1, 2, 3, 4, 5
TERRAINS: Final = ("flat", "ascent", "descent", "cobbles", "supply", "wet")
_TERRAIN: Final = "fadcsw"

FAIR, CROSSWIND, TAILWIND, HEADWIND, RAIN = 0, 1, 2, 3, 4
WEATHERS: Final = ("fair", "crosswind", "tailwind", "headwind", "rain")
WEATHER_TOKENS: Final = (9, 1, 1, 1, 1)
"""The thirteen tokens of the Meteo box, by weather."""

Kind = Literal["start", "finish", "straight", "curve"]
Confidence = Literal["high", "medium", "low"]
DRAWN_BOXES: Final = ("base", "peloton")
"""The boxes that stages are drawn from by lot."""


class Tile(msgspec.Struct, frozen=True):
    """One face of a tile."""

    face: str
    box: str
    kind: Kind
    terrain: tuple[int, ...]
    """Of each square, in riding order."""
    lanes: tuple[int, ...]
    turn: int
    """In degrees; left is negative."""
    line: int | None = None
    """How many of the squares lie before the start or the finish line."""

    @property
    def length(self) -> int:
        """How many squares it has."""
        return len(self.terrain)

    @property
    def piece(self) -> str:
        """The piece of cardboard that this is one face of."""
        return self.face.lower().rstrip("b") or self.face.lower()


class Stage(msgspec.Struct, frozen=True):
    """A named stage."""

    id: str
    name: str
    box: str
    tiles: tuple[str, ...]
    wide: tuple[str, ...]
    """Its tiles for five and six teams."""
    designer: str | None = None
    number: int | None = None
    """Of a stage of a tour."""
    confidence: Confidence = "high"
    """How sure the sequence of its tiles is."""


def _data(name: str) -> dict[str, Any]:
    text = files(__package__).joinpath(name).read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def tiles() -> dict[str, Tile]:
    """Every face of every tile, by its letter or number."""
    found = {}
    for box, faces in _data("tiles.toml").items():
        for face, facts in faces.items():
            squares = facts["squares"]
            found[face] = Tile(
                face=face,
                box=box,
                kind=facts["kind"],
                terrain=tuple(_TERRAIN.index(c) for c in squares if c != "|"),
                lanes=tuple(map(int, facts["lanes"])),
                turn=facts["turn"],
                line=squares.index("|") if "|" in squares else None,
            )
    return found


@cache
def stages() -> dict[str, Stage]:
    """The named stages, by id."""
    found = {}
    for key, facts in _data("stages.toml").items():
        narrow = split_tiles(facts["tiles"])
        wide = split_tiles(facts["wide"]) if "wide" in facts else widened(narrow)
        found[key] = Stage(
            id=key,
            name=facts["name"],
            box=facts["box"],
            tiles=narrow,
            wide=wide,
            designer=facts.get("designer"),
            number=facts.get("number"),
            confidence=facts.get("confidence", "high"),
        )
    return found


@cache
def stage_of(faces: tuple[str, ...]) -> Stage | None:
    """The named stage that has these tiles, with the narrow start or the wide one."""
    for stage in stages().values():
        if faces in (stage.tiles, stage.wide):
            return stage
    return None


def slug(name: str) -> str:
    """A name as an id: small letters without accents, dashes between the words."""
    plain = unicodedata.normalize("NFKD", name.strip().lower())
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.sub(r"[\W_]+", "-", letters).strip("-")


def split_tiles(text: str) -> tuple[str, ...]:
    """The faces of a list of tiles: letter by letter, or separated by spaces or dashes."""
    parts = text.replace("-", " ").replace(",", " ").split()
    return tuple(text.strip()) if len(parts) == 1 and text.strip().isalpha() else tuple(parts)


def join_tiles(faces: tuple[str, ...]) -> str:
    """The one way to write a list of tiles: letters together, else with dashes."""
    return ("" if all(len(face) == 1 and face.isalpha() for face in faces) else "-").join(faces)


def narrowed(faces: tuple[str, ...]) -> tuple[str, ...]:
    """The same stage with a narrow start in place of a wide one."""
    narrow = {wide: face for face, wide in WIDE_START.items()}
    return (narrow.get(faces[0], faces[0]), *faces[1:])


def widened(faces: tuple[str, ...]) -> tuple[str, ...]:
    """The same stage with a wide start in place of a narrow one."""
    return (WIDE_START.get(faces[0], faces[0]), *faces[1:])
