"""Tour de France (MB, Donald Bostock): five stages for two to four teams of three riders.

Rooms of its own:

- `colours`: who rides in which colour
- `material_file`: a box of one's own, as TOML or as one line
- `schedule`: which stages are ridden
- `toml_source`: the text of such a file, and the line of each value
- `solo`: stage 4, the individual time trial
- `reach`: what a race card could do on the road
"""

from __future__ import annotations

from echappee.games.tour_de_france import colours, notation, options, reach, rules, view
from echappee.games.tour_de_france.material import MOST_POINTS
from echappee.games.tour_de_france.policy import policy
from echappee.games.tour_de_france.remarks import REMARKS
from echappee.games.tour_de_france.state import MOVE_CODES
from echappee.games.tour_de_france.statistics import STATISTICS
from echappee.rulebook.outlook import Effort, Guidance, Outlook
from echappee.rulebook.rulebook import Rulebook

RULEBOOK = Rulebook(
    id="tour-de-france",
    version=2,
    package=__name__,
    rules=rules,
    notation=notation,
    views=view,
    view_type=view.TourView,
    heading=view.heading,
    ahead=reach.ahead,
    players=(2, 4),
    options=options.OPTIONS,
    hidden=True,
    private_view=view.private_view,
    private_events=view.private_events,
    longest=options.longest,
    clash=colours.clash,
    scores=(0, 2 * MOST_POINTS),
    move_codes=MOVE_CODES,
    most_moves=rules.MOST_MOVES,
    chapter=rules.chapter,
    policy=policy,
    inferred=("known", "known_size"),
    statistics=STATISTICS,
    remarks=REMARKS,
    outlook=Outlook(
        win=0.0,
        margin=1.0,
        scale=8.0,
        chapters=1,
        trust=0.5,
        guidance=Guidance(
            levels=(
                Effort(simulations=0, overlook=0.55, doubt=3.0),
                Effort(simulations=0, overlook=0.36, doubt=1.7),
                Effort(simulations=0, overlook=0.18, doubt=0.8),
                Effort(simulations=0),
                # A turn has a dozen decisions or more: a few seconds for all of them.
                Effort(simulations=4_000, seconds=0.4),
            ),
        ),
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
