"""Which stages are ridden: the whole Tour, or a race of some of its stages (TDF-33).

A stage keeps the place that it has in the Tour, and so its board, whatever is ridden before it.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from echappee.games.tour_de_france.material import SOLO_TRIAL, STAGE_KINDS, STAGES, TEAM_TRIAL
from echappee.rulebook.contract import State

_CLASSICS = tuple(n for n in range(STAGES) if STAGE_KINDS[n] == "classic")

SCHEDULES: Final = {
    "all": tuple(range(STAGES)),
    "team-trial": (TEAM_TRIAL,),
    "solo-trial": (SOLO_TRIAL,),
    "classic": _CLASSICS[:1],
    "classics": _CLASSICS,
}
"""By value of the option ``stages``: the stages of a race, in their order."""
NAMES = tuple(SCHEDULES)
WHOLE_TOUR = NAMES.index("all")

_FIRST = np.array([stages[0] for stages in SCHEDULES.values()], np.int8)
_NEXT = np.array(
    [[min((n for n in stages if n > stage), default=-1) for stage in range(STAGES)]
     for stages in SCHEDULES.values()], np.int8
)  # fmt: skip


def first_stage(s: State) -> int:
    """The stage with which the race begins."""
    return int(_FIRST[int(s.stages)])


def stage_after(s: State, stage: int) -> int:
    """The stage of the race that follows this one; -1 after the last."""
    return int(_NEXT[int(s.stages), stage])


def stages_of(s: Any) -> tuple[int, ...]:
    """All stages of the race, in their order."""
    return SCHEDULES[NAMES[int(s.stages)]]


def stage_before(s: Any) -> int:
    """The stage that was ridden before the one under way, which is not the first."""
    return max(n for n in stages_of(s) if n < s.stage)


def number_of(s: Any, stage: int) -> int:
    """The how-manieth stage of the race this is, from 1."""
    return stages_of(s).index(stage) + 1
