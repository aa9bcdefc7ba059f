"""The games that have a lesson: not every game needs one."""

from __future__ import annotations

from echappee.games import game_ids
from echappee.learning.course import course

TAUGHT = tuple(game_id for game_id in game_ids() if course(game_id) is not None)
