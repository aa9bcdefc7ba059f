"""What is in the box of Tour de France, as data: board, race cards, risk cards, points.

The rules read nothing else. `material_file.py` reads a `Material` from a file or from its one line
of text; ``material.toml`` beside this file is the one that is played when nobody says otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

import msgspec
import numpy as np

from echappee.rulebook.layout import Layout

COLOURS: Final = ("red", "blue", "orange", "white")
"""§1.2b; a team's colour is one of the same four."""
LETTERS: Final = "rbow-"
"""A letter for each colour; the last one stands for none."""
NO_COLOUR: Final = 4

STAGE_KINDS: Final = ("classic", "team-trial", "classic", "solo-trial", "classic")
"""§ Règles: stages 1, 3 and 5 are classic."""
STAGES, CLASSICS = len(STAGE_KINDS), STAGE_KINDS.count("classic")
TEAM_TRIAL, SOLO_TRIAL = STAGE_KINDS.index("team-trial"), STAGE_KINDS.index("solo-trial")
FEWEST_ROWS, MOST_ROWS = 6, 60
FEWEST_LANES, MOST_LANES = 4, 6
MOST_PATTERNS = 12
KINDS = 5 * MOST_PATTERNS
"""A race card's kind is five times its pattern plus its colour."""
FEWEST_CARDS, MOST_CARDS = 24, 120
"""Two hands of ten for the individual time trial (§4.4), and some to draw."""
MOST_RISKS = 12
FEWEST_RISK_CARDS, MOST_RISK_CARDS = 5, 40
"""Each of four players may keep one, and there must be one to draw."""
ARRIVALS, POINTS = 9, 6
"""At most nine riders arrive in a classic stage: three of one team, two of each other."""
GREEN_FIRST, GREEN_SECOND, TEAM_COMPLETE, TWO_OF_THREE, TEAM_TRIAL_WON, SOLO_TRIAL_WON = range(
    ARRIVALS, ARRIVALS + POINTS
)
POINT_NAMES: Final = (
    "green_first", "green_second", "team_complete", "two_of_three", "team_trial", "solo_trial",
)  # fmt: skip
MOST_POINTS = 99
"""Two marker pawns, units and tens, for each of the two tallies: sixteen in the box."""

EFFECTS: Final = (
    "advance", "sweep", "refresh", "boost", "repair", "crash", "puncture", "hunger", "headwind",
    "crossing",
)  # fmt: skip
(
    ADVANCE, EVERYBODY, EXCHANGE, BOOST, REPAIR, CRASH, PUNCTURE, HUNGER, HEADWIND, CROSSING,
) = range(len(EFFECTS))  # fmt: skip
RED = CRASH
"""§1.5a: from this effect on cards are red and bring trouble; those before it are blue."""
KEPT: Final = (BOOST, REPAIR, HUNGER, HEADWIND, CROSSING)
"""Cards that are kept and declared at the start of a later turn; the others act at once (§1.5b)."""
MOST_VALUE: Final = (9, 9, 0, 9, 0, 5, 5, 0, 9, 0)
"""By effect: the largest value; 0 where the card has none."""

NUMBERS: Final = Layout(
    lanes=1,
    strips=MOST_LANES,  # by lane: the colour of its strip; 4 has none
    rows=STAGES,
    green_row=CLASSICS,  # the green line lies behind this row
    dots=(CLASSICS, MOST_LANES),  # by classic stage and lane: bit of each dotted row
    patterns=1,
    numbers=(MOST_PATTERNS, 3),  # by pattern, largest first
    deck=KINDS,  # by kind: copies in the box
    risks=1,
    effect=MOST_RISKS,
    value=MOST_RISKS,
    copies=MOST_RISKS,
    worth=ARRIVALS + POINTS,  # arrival 1st to 9th, then GREEN_FIRST …
)
"""The material as the rules see it; the record of a Tour has fields of these names."""
SIZE = NUMBERS.size

Pattern = tuple[int, int, int]
_T = TypeVar("_T")


class Cards(msgspec.Struct, frozen=True):
    """A pattern of race cards: three numbers, largest first, and its copies in each colour."""

    pattern: Pattern
    copies: tuple[int, int, int, int, int]
    """Red, blue, orange, white, and without a colour (Sprint)."""


class Risk(msgspec.Struct, frozen=True):
    """A kind of risk card."""

    effect: int
    value: int
    copies: int


class Material(msgspec.Struct, frozen=True):
    """All that is in the box and that the rules must know, in its one order."""

    lanes: tuple[int, ...]
    """By lane: the colour of its strip, or `NO_COLOUR`."""
    rows: tuple[int, ...]
    """By stage."""
    green: tuple[int, ...]
    """By classic stage: the row behind which the green line lies."""
    dots: tuple[tuple[tuple[int, ...], ...], ...]
    """By classic stage and lane: the rows with a red dot."""
    race: tuple[Cards, ...]
    risks: tuple[Risk, ...]
    arrival: tuple[int, ...]
    points: tuple[int, ...]
    """As in `POINT_NAMES`."""

    @property
    def line(self) -> str:
        """The material as one line without blanks; `loading.read_line` reads it back."""
        race = [(card.pattern, card.copies[:4]) for card in self.race if any(card.copies[:4])]
        sprint = [(card.pattern, card.copies[4:]) for card in self.race if card.copies[4]]
        risks = [f"{EFFECTS[risk.effect]}{risk.value or ''}x{risk.copies}" for risk in self.risks]
        parts = {
            "lanes": "".join(LETTERS[colour] for colour in self.lanes),
            "rows": _dotted(_once(self.rows)),
            "green": _dotted(_once(self.green)),
            "dots": ":".join("/".join(_dotted(r) for r in stage) for stage in _once(self.dots)),
            "race": ",".join(_copies(p, c) for p, c in race),
            "sprint": ",".join(_copies(p, c) for p, c in sprint) or "-",
            "risk": ",".join(risks),
            "points": f"{_dotted(self.arrival)}+{_dotted(self.points)}",
        }
        return ";".join(f"{key}={value}" for key, value in parts.items())

    def numbers(self) -> tuple[int, ...]:
        """The material as the rules see it, by `NUMBERS`."""
        flat = np.zeros(SIZE, np.int64)
        lanes, kinds, risks = len(self.lanes), len(self.race), len(self.risks)
        at = NUMBERS.views(flat)
        at["lanes"][:], at["patterns"][:], at["risks"][:] = lanes, kinds, risks
        at["strips"][:] = NO_COLOUR
        at["strips"][:lanes] = self.lanes
        at["rows"][:], at["green_row"][:] = self.rows, self.green
        for stage, dots in enumerate(self.dots):
            at["dots"][stage, :lanes] = [sum(1 << row for row in rows) for rows in dots]
        at["numbers"][:kinds] = [card.pattern for card in self.race]
        at["deck"].reshape(MOST_PATTERNS, -1)[:kinds] = [card.copies for card in self.race]
        for field in ("effect", "value", "copies"):
            at[field][:risks] = [getattr(risk, field) for risk in self.risks]
        at["worth"][: len(self.arrival)] = self.arrival
        at["worth"][ARRIVALS:] = self.points
        return tuple(flat.tolist())


def from_numbers(numbers: Sequence[int]) -> Material:
    """The material that the rules see as these numbers."""
    at = {name: part.tolist() for name, part in NUMBERS.views(np.array(numbers)).items()}
    (lanes,), (kinds,), (risks,) = at["lanes"], at["patterns"], at["risks"]
    copies = np.reshape(at["deck"], (MOST_PATTERNS, -1)).tolist()
    columns = [at[field][:risks] for field in ("effect", "value", "copies")]
    arrival = at["worth"][:ARRIVALS]
    while arrival and arrival[-1] == 0:
        arrival.pop()
    return Material(
        lanes=tuple(at["strips"][:lanes]),
        rows=tuple(at["rows"]),
        green=tuple(at["green_row"]),
        dots=tuple(tuple(map(_bits, stage[:lanes])) for stage in at["dots"]),
        race=tuple(Cards(tuple(at["numbers"][p]), tuple(copies[p])) for p in range(kinds)),
        risks=tuple(Risk(*column) for column in zip(*columns, strict=True)),
        arrival=tuple(arrival),
        points=tuple(at["worth"][ARRIVALS:]),
    )


def scaled(material: Material, rows: int) -> Material:
    """The same material on a road of another length, the dots spread alike."""
    whole = material.rows[0]

    def at(row: int) -> int:
        return (2 * row * rows + whole) // (2 * whole)

    return msgspec.structs.replace(
        material,
        rows=(rows,) * STAGES,
        green=tuple(at(row) for row in material.green),
        dots=tuple(tuple(tuple(map(at, lane)) for lane in stage) for stage in material.dots),
    )


def card_text(pattern: Sequence[int], colour: int) -> str:
    """A race card as text: ``211r``; a Sprint card has no letter."""
    return "".join(map(str, pattern)) + (LETTERS[colour] if colour != NO_COLOUR else "")


def _bits(mask: int) -> tuple[int, ...]:
    return tuple(bit for bit in range(MOST_ROWS + 1) if mask >> bit & 1)


def _dotted(values: Sequence[int]) -> str:
    return ".".join(map(str, values)) or "-"


def _once(values: Sequence[_T]) -> Sequence[_T]:
    """One value for all stages where they are equal."""
    return values[:1] if all(value == values[0] for value in values) else values


def _copies(pattern: Pattern, copies: Sequence[int]) -> str:
    return f"{''.join(map(str, pattern))}x{_dotted(_once(copies))}"
