"""Tape l'étape: a race of cards, stage by stage, for three to six.

Rooms of its own:

- `scoring`: the arithmetic of a race, which the calculator uses, too
- `results`: what a stage brought, as viewers are shown it
"""

from __future__ import annotations

from echappee.games.tape_letape import notation, options, rules, scoring, view
from echappee.games.tape_letape.policy import policy
from echappee.games.tape_letape.remarks import REMARKS
from echappee.games.tape_letape.state import MOVE_CODES
from echappee.games.tape_letape.statistics import STATISTICS
from echappee.rulebook.outlook import Effort, Guidance, Outlook
from echappee.rulebook.rulebook import Rulebook

RULEBOOK = Rulebook(
    id="tape-letape",
    version=2,
    package=__name__,
    rules=rules,
    notation=notation,
    views=view,
    view_type=view.TapeView,
    heading=view.heading,
    players=(3, 6),
    options=options.OPTIONS,
    hidden=True,
    private_view=view.private_view,
    private_events=view.private_events,
    longest=options.longest,
    # Six players, five stages each: six broom wagons and 24 other stages, all won; or, at worst,
    # eight big cards kept in each of the 24.
    scores=(
        6 * scoring.BROOM_SECONDS + 24 * scoring.WINNER_SECONDS,
        24 * scoring.MOST_STAGE_SECONDS,
    ),
    low_wins=True,
    move_codes=MOVE_CODES,
    # The start of a time trial: eight cards, a pass, a gear change, vitamins with eight cards and
    # five targets, punctures on six.
    most_moves=8 + 1 + 1 + 40 + 6,
    chapter=rules.chapter,
    policy=policy,
    inferred=("lacks", "known"),
    statistics=STATISTICS,
    remarks=REMARKS,
    outlook=Outlook(
        win=0.3,
        margin=0.7,
        scale=60.0,
        chapters=2,
        curiosity=2.0,
        rivals=False,
        guidance=Guidance(
            levels=(
                Effort(simulations=0, overlook=0.6, doubt=4.0),
                Effort(simulations=0, overlook=0.38, doubt=2.6),
                Effort(simulations=0, overlook=0.22, doubt=1.5),
                Effort(simulations=0, overlook=0.06, doubt=0.4),
                Effort(simulations=20_000, seconds=2.5),
            ),
        ),
        reviewed=0.2,
        levels=(
            Effort(simulations=60, overlook=0.6, doubt=0.06),
            Effort(simulations=60, overlook=0.27, doubt=0.02),
            Effort(simulations=100, overlook=0.11, doubt=0.006),
            Effort(simulations=320, doubt=0.003, seconds=0.9),
            Effort(simulations=20_000, seconds=2.5),
        ),
    ),
)
