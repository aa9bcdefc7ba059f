"""Tapas: an abstract of pushing for two.

Rooms of its own:

- `fair_handicap`: the handicaps with which equal players win as often first as second, measured
"""

from __future__ import annotations

from echappee.games.tapas import notation, options, rules, view
from echappee.games.tapas.policy import policy
from echappee.games.tapas.remarks import REMARKS
from echappee.games.tapas.statistics import STATISTICS
from echappee.rulebook.outlook import Effort, Outlook
from echappee.rulebook.rulebook import Rulebook

RULEBOOK = Rulebook(
    id="tapas",
    version=1,
    package=__name__,
    rules=rules,
    notation=notation,
    views=view,
    view_type=view.TapasView,
    players=(2, 2),
    options=options.OPTIONS,
    hidden=False,
    longest=options.longest,
    scores=(0, 38 + options.MOST_HANDICAP),
    score_parts=rules.PARTS,
    move_codes=67,
    most_moves=64,
    policy=policy,
    solvable=True,
    statistics=STATISTICS,
    remarks=REMARKS,
    material=view.box,
    # Who plays for points plays worlds on well, but tells little of what to look at first.
    outlook=Outlook(
        win=0.9,
        margin=0.1,
        scale=4.0,
        trust=0.0,
        curiosity=2.0,
        interpreted=16,
        reviewed=0.2,
        levels=(
            Effort(simulations=60, overlook=0.6, doubt=0.05),
            Effort(simulations=70, overlook=0.32, doubt=0.03),
            Effort(simulations=100, overlook=0.1),
            Effort(simulations=400, seconds=0.9),
            Effort(simulations=100_000, seconds=2.5, exact=1_000_000),
        ),
    ),
)
