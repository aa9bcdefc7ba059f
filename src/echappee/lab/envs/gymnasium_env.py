"""Our games in Gymnasium's terms: a learner in one seat, bots in the others.

Importing this registers every game, so that ``gymnasium.make("echappee/NAME-v0")`` knows it, NAME
being its id in Gymnasium's way of writing; for many games side by side, `GameVectorEnv` is
registered with it (``gymnasium.make_vec``).

Gymnasium is needed only where this module is imported; the extra ``rl`` installs it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from echappee import arguments
from echappee.bots.chair import Bot
from echappee.errors import UsageError
from echappee.games import game_ids, rulebook
from echappee.lab.envs import IllegalAction, MissingExtra, check_choice
from echappee.lab.envs.asked_match import AskedMatch, Mask, forfeit, shares
from echappee.lab.envs.drawing import RENDER_MODES
from echappee.lab.envs.opponents import (
    Learner,
    Opponents,
    read_learner,
    read_opponents,
    seated,
    without_memories,
)
from echappee.match.game import Game
from echappee.match.match import Match
from echappee.rulebook.options import Options
from echappee.rulebook.rulebook import Rulebook

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise MissingExtra("missing-extra", needs="Gymnasium", extra="rl") from error

ILLEGAL = ("refuse", "lose")
"""What becomes of an illegal action: an error, or the end of the game, which is lost by it."""
Observation = NDArray[np.float32]


def name_of(game_id: str) -> str:
    """What a game is called in Gymnasium's registry: ``echappee/NAME-v0``."""
    return f"echappee/{''.join(part.capitalize() for part in game_id.split('-'))}-v0"


def register() -> None:
    """Let ``gymnasium.make`` and ``gymnasium.make_vec`` know the games; done by the import."""
    for game_id in game_ids():
        if name_of(game_id) not in gymnasium.registry:
            gymnasium.register(
                name_of(game_id),
                entry_point="echappee.lab.envs.gymnasium_env:GameEnv",
                vector_entry_point="echappee.lab.envs.gymnasium_vector:GameVectorEnv",
                kwargs={"game_id": game_id},
            )


def observation_space(rules: Rulebook) -> spaces.Space[Observation]:
    """The numbers that a seat sees; the rules set no bounds to them."""
    space: Any = spaces.Box(-np.inf, np.inf, (rules.feature_count,), np.float32)
    return space  # type: ignore[no-any-return]


def action_space(rules: Rulebook) -> spaces.Discrete[np.int64]:
    """The codes of all moves, and to wait."""
    return spaces.Discrete(rules.move_codes + 1)


class GameEnv(gymnasium.Env[Observation, np.int64]):
    """A game in which the agent plays one seat, and bots play the others.

    An action is the code of a move, and the last one is to wait, where the seat is asked out of
    turn. ``info["action_mask"]`` has 1 for each action that there is; `action_masks` gives the same
    as yes and no. The reward comes with the end: the share of the first place less a fair share.

    ``seat`` is the learner's: a number, or ``rotate``, the next one in every game.
    ``opponents`` are bots by name, or made, for all other seats or for each, clockwise from the
    learner; with None the agent plays every seat, whichever is asked (``info["seat"]``), and the
    reward is that of the seat that has just acted. ``illegal`` says what becomes of an action that
    is not in the mask: ``refuse`` raises `IllegalAction` and plays nothing, ``lose`` ends the game
    as a loss, for programs without masks. ``render_mode`` is ``ansi``, a text, or ``human``,
    printed.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012 - Gymnasium's

    def __init__(
        self,
        game_id: str,
        players: int | None = None,
        options: Options | None = None,
        seat: Learner = "rotate",
        opponents: Opponents | None = "club",
        illegal: str = "refuse",
        render_mode: str | None = None,
    ) -> None:
        rules = self.rulebook = rulebook(game_id)
        """The rules of the game."""
        self.players = rules.usual_players if players is None else rules.check_players(players)
        """How many play."""
        self._options = rules.settle(self.players, arguments.mapping("options", options))
        self._bots = read_opponents(opponents, self.players)
        self._seat = read_learner(seat, self.players)
        self._illegal = check_choice("illegal", illegal, ILLEGAL)
        if render_mode is not None:
            check_choice("render_mode", render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self.observation_space = observation_space(rules)
        self.action_space = action_space(rules)
        self._asked: AskedMatch | None = None
        self._lost = False
        self._learner = -1

    # ------------------------------------------------------------------------------------- playing

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a game, and play until the learner is asked.

        With the same ``seed`` the same games follow. Gymnasium's ``options`` mean nothing here.
        """
        super().reset(seed=None if seed is None else arguments.whole("seed", seed))
        if seed is not None or self._learner < 0:
            self._learner = int(self.np_random.integers(self.players)) - 1
        self._learner = (self._learner + 1) % self.players if self._seat is None else self._seat
        while True:
            dealt, self._bot_seed = (
                int(number) for number in self.np_random.integers(arguments.MOST_SEED, size=2)
            )
            self._asked = AskedMatch(Game(self.rulebook), self.players, self._options, dealt)
            self._lost = False
            self._seated: dict[int, Bot] = {}
            if self._bots is not None:
                self._seated = seated(without_memories(self._bots), self._learner)
            self._let_bots_play(self._asked)
            if not self._asked.over:
                break
        self._show()
        return self._asked.observation(self._viewer), self._info(self._asked)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an ``action``, and let the bots play until the learner is asked again."""
        asked, refused = self._dealt("step"), None
        acting = asked.seat
        try:
            code = asked.check(action)
            if self._lost:
                raise UsageError("not-dealt", name="step")
            asked.play(code)
        except IllegalAction as error:
            if self._illegal == "refuse" or asked.over or self._lost:
                raise
            refused, self._lost = error, True
        else:
            self._let_bots_play(asked)
        info = self._info(asked)
        if refused is not None:
            info["rewards"] = forfeit(self.players, acting)
            info["refused"] = str(refused)
        reward = float(info["rewards"][acting])
        self._show()
        return asked.observation(self._viewer), reward, asked.over or self._lost, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions there are, as sb3-contrib's ``MaskablePPO`` asks for it."""
        return self._mask(self._dealt("action_masks")).astype(np.bool_)

    # ------------------------------------------------------------------------------------- looking

    def render(self) -> str | None:
        """The table as the learner sees it: as a text, or printed, by the ``render_mode``."""
        if self.render_mode is None:
            return None
        asked = self._dealt("render")
        drawn = asked.drawing(self._viewer, colour=self.render_mode == "human")
        if self.render_mode == "ansi":
            return drawn
        print(drawn, end="", flush=True)
        return None

    @property
    def match(self) -> Match:
        """The match that is being played: for its record, say. It knows what is hidden."""
        return self._dealt("match").match

    # -------------------------------------------------------------------------------------- inside

    @property
    def _viewer(self) -> int:
        """The seat whose eyes these are."""
        assert self._asked is not None
        return self._asked.seat if self._bots is None else self._learner

    def _let_bots_play(self, asked: AskedMatch) -> None:
        while not asked.over and asked.seat in self._seated:
            asked.play_bot(self._seated[asked.seat], self._bot_seed)

    def _info(self, asked: AskedMatch) -> dict[str, Any]:
        places = asked.places()
        return {
            "action_mask": self._mask(asked),
            "seat": self._viewer,
            "rewards": shares(places),
            "places": places,
        }

    def _mask(self, asked: AskedMatch) -> Mask:
        """The mask; whoever asks after the end has one action, to wait."""
        mask = asked.mask(self._viewer)
        if asked.over or self._lost:
            mask[:] = 0
            mask[-1] = 1
        return mask

    def _dealt(self, name: str) -> AskedMatch:
        if self._asked is None:
            raise UsageError("not-dealt", name=name)
        return self._asked

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


register()
