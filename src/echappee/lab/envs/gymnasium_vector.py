"""Many games side by side in Gymnasium's terms: in each a learner, and bots in the other seats.

All games are stepped by one compiled call, the compiled bots (``random``, ``greedy``) with them;
bots that think are asked one by one, and take their time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from echappee import arguments
from echappee.errors import UsageError
from echappee.games import rulebook
from echappee.lab.batch.arrays import Arrays
from echappee.lab.batch.batch import Autoreset
from echappee.lab.envs import check_choice
from echappee.lab.envs.drawing import RENDER_MODES, draw
from echappee.lab.envs.gymnasium_env import Observation, action_space, observation_space
from echappee.lab.envs.opponents import (
    Learner,
    Opponents,
    read_learner,
    read_opponents,
)
from echappee.lab.envs.seat_batch import SeatBatch
from echappee.rulebook.options import Options

try:
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    from echappee.lab.envs import MissingExtra

    raise MissingExtra("missing-extra", needs="Gymnasium", extra="rl") from error

_AUTORESET: dict[Autoreset, AutoresetMode] = {
    "next-step": AutoresetMode.NEXT_STEP,
    "same-step": AutoresetMode.SAME_STEP,
    "disabled": AutoresetMode.DISABLED,
}


class GameVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[np.bool_]]):
    """``num_envs`` games side by side; in each the agent plays one seat, and bots the others.

    ``seat``, ``opponents`` and ``render_mode`` are as in `GameEnv`. Then there are these:
    ``options`` may be a list, from which the games take theirs in turn; ``threads`` share the games
    out; ``autoreset`` is one of Gymnasium's modes ``next-step``, ``same-step`` and ``disabled``.
    Without ``copy`` the arrays that `step` returns are filled anew by the next one. An illegal
    action is refused with the number of its game, and nothing is played in any game.

    ``infos`` have for every game ``action_mask``, ``seat``, ``rewards`` and ``places`` of all
    seats, and with ``same-step`` ``final_obs``, marked by ``_final_obs`` where a game has ended.
    """

    def __init__(
        self,
        game_id: str,
        num_envs: int = 1,
        players: int | None = None,
        options: Options | Sequence[Options] | None = None,
        seat: Learner = "rotate",
        opponents: Opponents | None = "greedy",
        autoreset: Autoreset | AutoresetMode = "next-step",
        threads: int | None = 1,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        rules = rulebook(game_id)
        count = rules.usual_players if players is None else rules.check_players(players)
        learner, bots = read_learner(seat, count), read_opponents(opponents, count)
        self._copy = arguments.flag("copy", copy)
        if render_mode is not None:
            check_choice("render_mode", render_mode, RENDER_MODES)
        self.render_mode = render_mode
        mode = _mode(autoreset)
        self.games = SeatBatch(game_id, num_envs, count, options, 0, threads, mode, learner, bots)
        """The batch behind it; it knows what is hidden."""
        self.num_envs = len(self.games)
        self.metadata = {
            "render_modes": list(RENDER_MODES), "autoreset_mode": _AUTORESET[mode],
        }  # fmt: skip
        self.single_observation_space = observation_space(rules)
        self.single_action_space = action_space(rules)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal all games, or those that ``options["reset_mask"]`` marks.

        With a ``seed`` the same games follow; without one they are others each time.
        """
        which = arguments.mapping("options", options).get("reset_mask")
        if seed is None and not self._seeded:
            seed = int(np.random.default_rng().integers(arguments.MOST_SEED))
            if which is not None:
                raise UsageError("not-dealt", name="reset_mask")
        seen = self.games.reset(seed, which)
        self._seeded = True
        return self._own(seen.observation), self._infos(seen)

    def step(
        self, actions: Any
    ) -> tuple[Observation, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play the learner's ``actions``, one a game, and let the bots play until it is asked.

        The reward is that of the learner's seat; where it plays all seats, that of the one that has
        just acted.
        """
        if not self._seeded:
            raise UsageError("not-dealt", name="step")
        acting = self.games.arrays.seat.copy()
        seen = self.games.step(actions)
        rewards = seen.rewards[np.arange(self.num_envs), acting]
        cut = np.zeros(self.num_envs, np.bool_)
        infos = self._infos(seen)
        if self.games.autoreset == "same-step":
            infos |= {
                "final_obs": self.games.final_observation.copy(),
                "_final_obs": seen.terminated.copy(),
            }
        return self._own(seen.observation), rewards, seen.terminated.copy(), cut, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions there are in every game."""
        return self.games.arrays.mask.astype(np.bool_)

    def render(self) -> tuple[str, ...] | None:
        """Every table as its learner sees it: as texts, or printed, by the ``render_mode``."""
        if self.render_mode is None:
            return None
        chairs = [self.games.chair(game) for game in range(self.num_envs)]
        colour = self.render_mode == "human"
        drawn = tuple(
            draw(chair.rulebook, chair.typed_view, list(chair.moves), colour=colour)
            for chair in chairs
        )
        if self.render_mode == "ansi":
            return drawn
        print(*drawn, sep="\n", end="", flush=True)
        return None

    def _infos(self, seen: Arrays) -> dict[str, Any]:
        """What Gymnasium's vector environments tell beside, with the marks of who has it."""
        told = {
            "action_mask": seen.mask, "seat": seen.seat, "rewards": seen.rewards,
            "places": seen.places,
        }  # fmt: skip
        everybody = np.ones(self.num_envs, np.bool_)
        return {name: self._own(array) for name, array in told.items()} | {
            f"_{name}": everybody.copy() for name in told
        }

    def _own(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array


def _mode(given: object) -> Any:
    """Gymnasium's own word for a mode, or ours; a wrong one is refused by the batch."""
    for name, mode in _AUTORESET.items():
        if given is mode:
            return name
    return given
