"""Flamme Rouge: a cycling race of hidden cards and slipstream."""

from __future__ import annotations

from echappee.games.flamme_rouge import describing, notation, options, rules, view
from echappee.games.flamme_rouge.policy import policy
from echappee.rulebook.game import Rulebook

RULEBOOK = Rulebook(
    id="flamme-rouge",
    version=1,
    package=__name__,
    rules=rules,
    notation=notation,
    table=view,
    view_type=view.FlammeRougeView,
    players=(1, 6),
    options=options.OPTIONS,
    hidden=True,
    longest=options.longest,
    # From 118 squares before the line and 70 rounds behind to the fifth square beyond it.
    scores=(-540, 5),
    move_codes=rules.BEYOND,
    most_moves=10,
    policy=policy,
    material=describing.stage_material,
)
