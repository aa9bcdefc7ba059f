"""Our games in PettingZoo's terms: an agent in every seat.

``env(GAME)`` asks one agent after the other (AEC), and is there for every game. ``parallel_env``
asks all at once, and is there where the seats really choose at once, in secret.

PettingZoo is needed only where this module is imported; the extra ``rl`` installs it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from echappee import arguments
from echappee.errors import UsageError
from echappee.games import rulebook
from echappee.lab.envs import IllegalAction, MissingExtra, check_choice
from echappee.lab.envs.asked_match import AskedMatch, forfeit, shares
from echappee.lab.envs.drawing import RENDER_MODES, agent_name
from echappee.match.game import Game
from echappee.match.match import Match
from echappee.rulebook.options import Options

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    raise MissingExtra("missing-extra", needs="PettingZoo", extra="rl") from error

ILLEGAL = ("refuse", "lose")
"""What becomes of an illegal action: an error, or the end of the game, which is lost by it."""
_MOST_CYCLES = 1_000_000_000


class _Table:
    """What both kinds share: a game, its agents and spaces, the match that is played, drawing."""

    def __init__(
        self,
        game_id: str,
        players: int | None,
        options: Options | None,
        illegal: str,
        max_cycles: int | None,
        render_mode: str | None,
    ) -> None:
        rules = self.rulebook = rulebook(game_id)
        """The rules of the game."""
        self.players = rules.usual_players if players is None else rules.check_players(players)
        """How many play."""
        self._options = rules.settle(self.players, arguments.mapping("options", options))
        self._illegal = check_choice("illegal", illegal, ILLEGAL)
        if max_cycles is not None:
            arguments.whole("max_cycles", max_cycles, 1, _MOST_CYCLES)
        self.max_cycles = max_cycles
        """The game is cut short before a seat is asked more often; None: it never is."""
        if render_mode is not None:
            check_choice("render_mode", render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"echappee_{game_id.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": rules.simultaneous,
        }
        self.possible_agents = [agent_name(seat) for seat in range(self.players)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._seen_space() for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(rules.move_codes + 1) for agent in self.possible_agents
        }
        self._asked: AskedMatch | None = None
        self._dice = np.random.default_rng()

    def _seen_space(self) -> spaces.Dict:
        rules = self.rulebook
        return spaces.Dict(
            observation=spaces.Box(-np.inf, np.inf, (rules.feature_count,), np.float32),
            action_mask=spaces.Box(0, 1, (rules.move_codes + 1,), np.int8),
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees: ``observation`` and ``action_mask``."""
        return self.observation_spaces[self.possible_agents[self._seat_of(agent)]]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The codes of all moves, and to wait."""
        return self.action_spaces[self.possible_agents[self._seat_of(agent)]]

    def _deal(self, seed: int | None) -> AskedMatch:
        """A new game; with the same ``seed`` the same ones follow."""
        if seed is not None:
            self._dice = np.random.default_rng(arguments.whole("seed", seed))
        dealt = int(self._dice.integers(arguments.MOST_SEED))
        self._asked = AskedMatch(Game(self.rulebook), self.players, self._options, dealt)
        return self._asked

    def _dealt(self, name: str) -> AskedMatch:
        if self._asked is None:
            raise UsageError("not-dealt", name=name)
        return self._asked

    def _seat_of(self, agent: object) -> int:
        check_choice("agent", agent, self.possible_agents)
        return self.possible_agents.index(str(agent))

    @property
    def match(self) -> Match:
        """The match that is being played: for its record, say. It knows what is hidden."""
        return self._dealt("match").match

    def render(self) -> str | None:
        """The table as a spectator sees it: as a text, or printed, by the ``render_mode``."""
        if self.render_mode is None:
            return None
        drawn = self._dealt("render").drawing(None, colour=self.render_mode == "human")
        if self.render_mode == "ansi":
            return drawn
        print(drawn, end="", flush=True)
        return None

    def close(self) -> None:
        """There is nothing to close."""


class AskedGame(_Table, AECEnv[str, Any, Any]):  # type: ignore[misc]
    """A game whose agents ``seat_0``, ``seat_1`` … are asked one after the other.

    An observation has two parts: the numbers that the seat sees, and the ``action_mask``, which has
    1 for each action that the seat has: none unless it is asked. An action is the code of a move;
    the last one is to wait, where a seat is asked out of turn. Rewards come with the end: each
    seat's share of the first place less a fair share.

    ``illegal`` says what becomes of an action that is not in the mask: ``refuse`` raises
    `IllegalAction` and plays nothing, ``lose`` ends the game as a loss of that seat. With
    ``max_cycles`` the game is cut short before a seat is asked once more. ``render_mode`` is
    ``ansi``, a text, or ``human``, printed.
    """

    def __init__(
        self,
        game_id: str,
        players: int | None = None,
        options: Options | None = None,
        illegal: str = "refuse",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(game_id, players, options, illegal, max_cycles, render_mode)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game. With the same ``seed`` the same games follow; PettingZoo's ``options`` mean
        nothing here."""
        asked = self._deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._asked_often = [0] * self.players
        self._skip_agent_selection = None
        self._select(asked)

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an ``agent`` sees and may do now."""
        asked, seat = self._dealt("observe"), self._seat_of(agent)
        return {"observation": asked.observation(seat), "action_mask": self._mask(asked, seat)}

    def step(self, action: Any) -> None:
        """Play the ``action`` of the agent that is asked; None where the game is over for it."""
        asked = self._dealt("step")
        if not self.agents:
            raise UsageError("not-dealt", name="step")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise asked.refusal(action)
            self._was_dead_step(action)
            return
        seat, over = asked.seat, False
        try:
            asked.play(action)
        except IllegalAction:
            if self._illegal == "refuse":
                raise
            over, gained = True, forfeit(self.players, seat)
        else:
            over, gained = asked.over, shares(asked.places())
        self._cumulative_rewards[agent] = 0.0
        self._asked_often[seat] += 1
        self.rewards = {
            name: float(won) for name, won in zip(self.agents, gained.tolist(), strict=True)
        }
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self._asked_often[asked.seat] >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select(asked)
        self._accumulate_rewards()

    def _select(self, asked: AskedMatch) -> None:
        self.agent_selection = self.possible_agents[asked.seat]
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": self._mask(asked, self._seat_of(agent))} for agent in self.agents
        }

    def _mask(self, asked: AskedMatch, seat: int) -> NDArray[np.int8]:
        mask = asked.mask(seat)
        if self.terminations.get(agent_name(seat)) or self.truncations.get(agent_name(seat)):
            mask[:] = 0
        return mask


class ParallelGame(_Table, ParallelEnv[str, Any, Any]):  # type: ignore[misc]
    """A game whose agents ``seat_0``, ``seat_1`` … choose all at once, where it is played so.

    As `AskedGame`, with ``illegal`` and ``render_mode`` as there, but for this: in each step every
    agent acts. Where a seat has nothing to choose
    (while the game is laid out in turn, say, or while the others still choose) the one action in
    its mask is to wait. Nobody's choice depends on what others choose in the same step. With
    ``max_cycles`` the game is cut short after so many steps.
    """

    def __init__(
        self,
        game_id: str,
        players: int | None = None,
        options: Options | None = None,
        illegal: str = "refuse",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        rules = rulebook(game_id)
        if not rules.simultaneous:
            raise UsageError("not-parallel", game=rules.name.en)
        super().__init__(game_id, players, options, illegal, max_cycles, render_mode)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a game. With the same ``seed`` the same games follow; PettingZoo's ``options`` mean
        nothing here."""
        asked = self._deal(seed)
        self.agents = list(self.possible_agents)
        self._steps = 0
        return self._seen(asked)

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        """Play the ``actions`` of all agents, by their names."""
        asked = self._dealt("step")
        if not self.agents:
            raise UsageError("not-dealt", name="step")
        given = arguments.mapping("actions", actions)
        if given.keys() != set(self.agents):
            told = ", ".join(map(str, given)) or "–"
            raise UsageError("parallel-agents", known=", ".join(self.agents), given=told)
        chosen = [given[agent] for agent in self.agents]
        gained, over = np.zeros(self.players, np.float32), False
        try:
            codes = [asked.check_of(seat, action) for seat, action in enumerate(chosen)]
        except IllegalAction as error:
            if self._illegal == "refuse":
                raise
            over, gained = True, forfeit(self.players, error.seat)
        else:
            asked.play_together(codes)
            over, gained = asked.over, shares(asked.places())
        self._steps += 1
        cut = not over and self.max_cycles is not None and self._steps >= self.max_cycles
        seen, infos = self._seen(asked, ended=over or cut)
        ending = (
            dict(zip(self.agents, map(float, gained), strict=True)),
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, cut),
        )
        if over or cut:
            self.agents = []
        return seen, *ending, infos

    def _seen(
        self, asked: AskedMatch, *, ended: bool = False
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        masks = [asked.mask_of(seat) for seat in range(self.players)]
        if ended:
            for mask in masks:
                mask[:] = 0
        seen = {
            agent: {"observation": asked.observation(seat), "action_mask": masks[seat]}
            for seat, agent in enumerate(self.agents)
        }
        infos = {
            agent: {"action_mask": masks[seat].copy()} for seat, agent in enumerate(self.agents)
        }
        return seen, infos


env = raw_env = AskedGame
"""PettingZoo's names for `AskedGame`."""
parallel_env = ParallelGame
"""PettingZoo's name for `ParallelGame`."""
