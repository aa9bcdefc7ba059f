"""The options of a race, and how long it can be."""

from __future__ import annotations

from echappee.games.tour_de_france import colours
from echappee.games.tour_de_france.material import (
    COLOURS,
    CRASH,
    PUNCTURE,
    SIZE,
    SOLO_TRIAL,
)
from echappee.games.tour_de_france.material_file import NAMES, canonical, encode, read_material
from echappee.games.tour_de_france.schedule import NAMES as RACES
from echappee.games.tour_de_france.schedule import SCHEDULES, WHOLE_TOUR
from echappee.games.tour_de_france.solo import MOST_PLAYOFFS
from echappee.games.tour_de_france.state import COLOURS_SIZE
from echappee.rulebook.options import Option, Options, SeatsOption, TextOption

OPTIONS = (
    Option("stages", RACES, RACES[WHOLE_TOUR], since=2, implied=True),
    Option("squeeze", ("diagonal", "straight"), "diagonal"),
    SeatsOption(
        "colours",
        (colours.SEATS, colours.LOT),
        colours.SEATS,
        canonical=colours.canonical,
        encode=colours.encode,
        size=COLOURS_SIZE,
        choices=COLOURS,
    ),
    TextOption(
        "material",
        tuple(NAMES),
        "standard",
        canonical=canonical,
        encode=encode,
        size=SIZE,
        document=True,
    ),
)


def longest(players: int, options: Options) -> int:
    """More moves than any race of these stages can have.

    Road stages: a team that can move must move (§1.3c), and nobody moves back, so all riders
    together make at most ``squares`` steps. Who rides in front is blocked by nobody: his team moves
    unless he is turned, or it spends its kept card, or may not cross the line and must spend it.
    None of that lasts: without a step no risk card is drawn, so after ``idle`` rounds somebody has
    moved. Beside the steps a turn has at most twenty moves. Individual time trial: every card is at
    least one square.
    """
    material = read_material(str(options["material"]))
    misses = [risk.value for risk in material.risks if risk.effect in (CRASH, PUNCTURE)]
    idle = max(misses, default=0) + 3
    stages = SCHEDULES[str(options.get("stages", RACES[WHOLE_TOUR]))]
    total = 20 * len(stages)
    for stage in stages:
        rows = material.rows[stage]
        if stage == SOLO_TRIAL:
            total += players * (rows + 2) * (MOST_PLAYOFFS + 1)
        else:
            squares = 3 * players * (rows + 3)
            total += squares + squares * (idle + 1) * players * 20
    return total
