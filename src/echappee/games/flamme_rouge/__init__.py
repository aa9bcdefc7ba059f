"""Flamme Rouge: a cycling race of hidden cards and slipstream.

Rooms of its own:

- `preparation`: the road laid, the decks given out
- `stage_option`: a stage by its name, by its tiles, or drawn at random
- `stage_plan`: stages to look at and to build
- `stage_needs`: what a stage still needs while it is being built
- `geometry`: how tiles lie on a table
- `breakaway`: bids before the start
- `grand_tour`: a series of races
"""

from __future__ import annotations

from echappee.games.flamme_rouge import notation, options, rules, stage_plan, view
from echappee.games.flamme_rouge.grand_tour import GrandTour
from echappee.games.flamme_rouge.policy import policy, rollout
from echappee.games.flamme_rouge.remarks import REMARKS
from echappee.games.flamme_rouge.state import BEYOND
from echappee.games.flamme_rouge.statistics import STATISTICS
from echappee.rulebook.outlook import Effort, Guidance, Outlook
from echappee.rulebook.rulebook import Rulebook

RULEBOOK = Rulebook(
    id="flamme-rouge",
    version=2,
    package=__name__,
    rules=rules,
    notation=notation,
    views=view,
    view_type=view.FlammeRougeView,
    heading=view.heading,
    players=(1, 6),
    options=options.OPTIONS,
    hidden=True,
    simultaneous=True,
    private_view=view.private_view,
    private_events=view.private_events,
    constant_parts=("squares", "poses", "bridges", "weather"),
    longest=options.longest,
    # From 118 squares before the line and 70 rounds behind to the fifth square beyond it.
    scores=(-540, 5),
    move_codes=BEYOND,
    most_moves=10,
    policy=policy,
    rollout=rollout,
    statistics=STATISTICS,
    remarks=REMARKS,
    outsiders=lambda s: bool(s.teams > s.players and not s.players_only),
    inferred=("fresh", "late", "old", "mixed"),
    outlook=Outlook(
        win=0.7,
        rank=0.3,
        noise=0.5,
        guidance=Guidance(
            levels=(
                Effort(simulations=0, overlook=0.68, doubt=5.0),
                Effort(simulations=0, overlook=0.47, doubt=2.8),
                Effort(simulations=0, overlook=0.31, doubt=1.6),
                Effort(simulations=0, overlook=0.15, doubt=0.8),
                Effort(simulations=20_000, seconds=2.5),
            ),
        ),
        levels=(
            Effort(simulations=30, overlook=0.5, doubt=0.06),
            Effort(simulations=50, overlook=0.27, doubt=0.03),
            Effort(simulations=70, overlook=0.07, doubt=0.007),
            Effort(simulations=400, seconds=0.9),
            Effort(simulations=30_000, seconds=2.5),
        ),
    ),
    material=stage_plan.stage_material,
    series=GrandTour,
)
