"""Tapas: an abstract of pushing for two."""

from __future__ import annotations

from echappee.games.tapas import notation, rules, view
from echappee.games.tapas.policy import policy
from echappee.rulebook.options import Option
from echappee.rulebook.outlook import Effort, Outlook
from echappee.rulebook.rulebook import Rulebook

RULEBOOK = Rulebook(
    id="tapas",
    version=1,
    package=__name__,
    rules=rules,
    notation=notation,
    table=view,
    view_type=view.TapasView,
    players=(2, 2),
    options=(
        Option("extras", (0, 2, 3, 5), 0),
        Option("burning_head", (False, True), False),
        Option("addition_removes_extras", (False, True), False),
        Option("first_colour", ("j", "c", "chance"), "chance"),
    ),
    hidden=False,
    # 20 tapas, and between two pushes at most one pass; two passes in a row end the game.
    longest=lambda players, options: 20 + 20,
    scores=(0, 38),
    move_codes=65,
    most_moves=64,
    policy=policy,
    solvable=True,
    material=view.box,
    # Who plays for points plays worlds on well, but tells little of what to look at first.
    outlook=Outlook(
        win=0.9,
        margin=0.1,
        scale=4.0,
        trust=0.0,
        curiosity=2.0,
        levels=(
            Effort(simulations=60, overlook=0.6, doubt=0.05),
            Effort(simulations=70, overlook=0.32, doubt=0.03),
            Effort(simulations=100, overlook=0.1),
            Effort(simulations=400, seconds=0.9),
            Effort(simulations=100_000, seconds=2.5, exact=1_000_000),
        ),
    ),
)
