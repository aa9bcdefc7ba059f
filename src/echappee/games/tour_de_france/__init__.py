"""Tour de France (MB, Donald Bostock): five stages for two to four teams of three riders."""

from __future__ import annotations

from echappee.games.tour_de_france import colours, notation, rules, view
from echappee.games.tour_de_france.material import (
    COLOURS,
    CRASH,
    MOST_POINTS,
    PUNCTURE,
    SIZE,
    SOLO_TRIAL,
    STAGES,
)
from echappee.games.tour_de_france.material_file import NAMES, canonical, encode, read_material
from echappee.games.tour_de_france.policy import policy
from echappee.games.tour_de_france.solo import MOST_PLAYOFFS
from echappee.games.tour_de_france.state import COLOURS_SIZE
from echappee.rulebook.options import Option, Options, SeatsOption, TextOption
from echappee.rulebook.outlook import Effort, Outlook
from echappee.rulebook.rulebook import Rulebook


def longest(players: int, options: Options) -> int:
    """More moves than any Tour can have.

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
    total = 20 * STAGES
    for stage, rows in enumerate(material.rows):
        if stage == SOLO_TRIAL:
            total += players * (rows + 2) * (MOST_PLAYOFFS + 1)
        else:
            squares = 3 * players * (rows + 3)
            total += squares + squares * (idle + 1) * players * 20
    return total


RULEBOOK = Rulebook(
    id="tour-de-france",
    version=2,
    package=__name__,
    rules=rules,
    notation=notation,
    table=view,
    view_type=view.TourView,
    heading=view.heading,
    players=(2, 4),
    options=(
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
    ),
    hidden=True,
    own=view.own,
    told=view.told,
    longest=longest,
    clash=colours.clash,
    scores=(0, 2 * MOST_POINTS),
    move_codes=rules.MOVE_CODES,
    most_moves=rules.MOST_MOVES,
    chapter=rules.chapter,
    policy=policy,
    concluded=("known", "known_size"),
    outlook=Outlook(
        win=0.0,
        margin=1.0,
        scale=8.0,
        chapters=1,
        trust=0.5,
        levels=(
            Effort(simulations=8, overlook=0.5, doubt=0.15),
            Effort(simulations=16, overlook=0.18),
            Effort(simulations=40, overlook=0.08),
            # A turn has a dozen decisions or more: a few seconds for all of them.
            Effort(simulations=160, doubt=0.01, seconds=0.15),
            Effort(simulations=400, seconds=0.4),
        ),
    ),
)
