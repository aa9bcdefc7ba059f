"""Our games in OpenSpiel's terms, so that its bots and algorithms can play them.

``load(GAME, seats)`` gives a ``pyspiel.Game``. The rules are ours, called as everywhere else; this
file only translates:

- Seats are asked one after the other (`turn_order`); out of turn there is one more action, to wait.
- Chance is explicit. The deal is two chance nodes, and a move that draws is followed by one; their
  outcomes are equally likely numbers, from which and from their place in the game the draw is made.
- A player's observation is what `observe` shows his seat. Worlds that look alike to him come from
  `redeal` (``resample_from_infostate``), as for our own bots.
- The return is the share of the first place less the fair share: it sums to zero.

OpenSpiel is needed only where this module is imported; the extra ``openspiel`` installs it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from echappee.bots.chair import Chair
from echappee.games import game_ids, rulebook
from echappee.lab.envs import MissingExtra
from echappee.lab.envs import openspiel_kernels as kernels
from echappee.rulebook.kernels import TO_THE_END, random_playout
from echappee.rulebook.options import Options
from echappee.rulebook.prepare_kernels import prepare_kernels
from echappee.rulebook.randomness import start_stream
from echappee.rulebook.rulebook import Rulebook, new_chance

try:
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts
except ImportError as error:
    raise MissingExtra("missing-extra", needs="OpenSpiel", extra="openspiel") from error

OUTCOMES = 256
"""How many outcomes a chance node has."""
_EQUALLY_LIKELY = [(outcome, 1.0 / OUTCOMES) for outcome in range(OUTCOMES)]
_CHANCE, _TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
_DEAL_NODES = 2
_UCT = 2.0
_TRIAL = 4  # simulations to learn a guest's speed from


def name_of(game_id: str) -> str:
    """What a game is called in OpenSpiel's registry."""
    return "echappee_" + game_id.replace("-", "_")


def load(game_id: str, players: int, options: Options | None = None) -> Game:
    """A game with its players and options."""
    return Game(rulebook(game_id), players, rulebook(game_id).settle(players, options or {}))


def register() -> None:
    """Let ``pyspiel.load_game("echappee_GAME")`` know the games, with their fewest players."""
    known = set(pyspiel.registered_names())
    for game_id in game_ids():
        if name_of(game_id) not in known:
            rules = rulebook(game_id)
            pyspiel.register_game(_game_type(rules), _maker(game_id))


def _maker(game_id: str) -> type[Game]:
    """What OpenSpiel makes a game with: a class, which outlives the end of Python as it must."""

    class Registered(Game):
        def __init__(self, parameters: Any = None) -> None:
            rules = rulebook(game_id)
            players = int((parameters or {}).get("players", rules.fewest_rivals))
            super().__init__(rules, players, rules.settle(players, {}))

    return Registered


def _game_type(rules: Rulebook) -> Any:
    kinds = pyspiel.GameType
    information = kinds.Information
    return pyspiel.GameType(
        short_name=name_of(rules.id),
        long_name=rules.name.en,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            information.IMPERFECT_INFORMATION if rules.hidden else information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=rules.players[1],
        min_num_players=rules.fewest_rivals,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": rules.fewest_rivals},
    )


class Shared:
    """What all states of a game share; OpenSpiel copies a state with everything in it but this."""

    def __init__(self, rules: Rulebook, players: int, numbers: Any) -> None:
        self.rules = rules
        self.players = players
        self.numbers = numbers
        self.wait = rules.move_codes
        self.move_on = rules.functions.kernel(kernels.move_on)

    def __deepcopy__(self, memo: Any) -> Shared:
        return self


class Game(pyspiel.Game):  # type: ignore[misc]
    """A game of ours with a number of players and options."""

    def __init__(self, rules: Rulebook, players: int, options: Options) -> None:
        longest = rules.longest(players, options)
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.move_codes + 1,
            max_chance_outcomes=OUTCOMES,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest * (1 if rules.solvable else players),
        )
        super().__init__(_game_type(rules), info, {"players": players})
        self.rules = rules
        prepare_kernels(rules, kernels.KERNELS, "the moves for OpenSpiel")
        self.shared = Shared(rules, players, rules.option_numbers(options))

    def new_initial_state(self) -> State:
        """Before the deal."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a player sees, as numbers and as text."""
        return Observer(self)


class Observer:
    """What a player sees: the numbers of `observe`, and their text."""

    def __init__(self, game: Game) -> None:
        self.tensor = np.zeros(game.rules.feature_count, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        """Fill the numbers."""
        self.tensor[:] = state.observed(player)

    def string_from(self, state: State, player: int) -> str:
        """The same as text; different observations have different texts."""
        return state.seen(player)


class Board:
    """A position and who is asked in it, in arrays that `move_on` works on; a copy has its own."""

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules
        self.states: Any = rules.blank(2).view(np.ndarray)
        self.turn = np.zeros(kernels.TURN, np.int64)
        self.moves = rules.buffer()
        self.chance = new_chance()

    @property
    def s(self) -> Any:
        """The position."""
        return self.states[0]

    def __deepcopy__(self, memo: Any) -> Board:
        twin = Board(self._rules)
        twin.states[0] = self.states[0]
        twin.turn[:] = self.turn
        twin.moves[:] = self.moves
        return twin


class State(pyspiel.State):  # type: ignore[misc]
    """A position of ours, or a chance node before one."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._game = game.shared
        self._board = Board(game.rules)
        self._drawn: list[int] = []  # outcomes of the chance nodes since the last move
        self._due = _DEAL_NODES  # chance nodes before the next position
        self._pending = -1  # the move that waits for chance
        self._moves = 0
        self._seat, self._step, self._over = 0, 0, False
        self._listed: list[int] | None = None

    # ------------------------------------------------------------------ what OpenSpiel asks for

    def current_player(self) -> int:
        """Who is asked next."""
        if self._due:
            return _CHANCE
        return _TERMINAL if self._over else self._seat

    def is_terminal(self) -> bool:
        """Is the game finished?"""
        return self._over and not self._due

    def is_chance_node(self) -> bool:
        """Is chance to be drawn?"""
        return self._due > 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All equally likely."""
        return list(_EQUALLY_LIKELY)

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The actions of whoever is asked, or of a player; without the way through OpenSpiel."""
        if player is None or player < 0:
            if self._due:
                return list(range(OUTCOMES))
            return [] if self._over else self._legal_actions(self._seat)
        if self._due or player != self._seat or self._over:
            return []
        return self._legal_actions(player)

    def _legal_actions(self, player: int) -> list[int]:
        if self._listed is None or player != self._seat:
            board = self._board
            if player == self._seat:
                count = int(board.turn[kernels.COUNT])
                moves = board.moves
            else:
                moves = self._game.rules.buffer()
                count = self._game.rules.functions.legal(board.s, player, moves)
            actions: list[int] = moves[:count].tolist()
            actions.sort()
            if self._step:
                actions.append(self._game.wait)
            if player != self._seat:
                return actions
            self._listed = actions
        return self._listed.copy()

    def _apply_action(self, action: int) -> None:
        if self._due:
            self._due -= 1
            if self._pending >= 0:
                self._go_on(self._pending, 1, action)
            else:
                self._drawn.append(action)
                if not self._due:
                    self._deal()
        elif action == self._game.wait:
            self._go_on(kernels.NOTHING)
        elif not self._go_on(action):
            self._pending, self._due = action, 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player == _CHANCE:
            return f"draw {action}"
        if action == self._game.wait:
            return "wait"
        return self._game.rules.notation.write_move(self._board.s, player, action)

    def returns(self) -> list[float]:
        """The share of the first place less the fair share; zeros while the game runs.

        Where a dummy team was first (Flamme Rouge, FR-11) no player has gained on another: the
        sum is zero always.
        """
        if not self.is_terminal():
            return [0.0] * self._game.players
        places = np.zeros(self._game.players, np.int64)
        self._game.rules.functions.ranking(self._board.s, places)
        first = places == 1
        if not first.any():
            return [0.0] * self._game.players
        return [float(x) for x in first / first.sum() - 1 / self._game.players]

    def __str__(self) -> str:
        """The position as text, and who is asked."""
        if self._due and self._pending < 0:
            return f"deal {self._drawn}"
        text = self._game.rules.notation.write_position(self._board.s)
        return f"{text} ask={self._seat}/{self._step} pending={self._pending} moves={self._moves}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """The same to ``player``, with all else drawn anew."""
        twin: State = self.clone()
        rules, board, chance = self._game.rules, twin._board, new_chance()
        rules.functions.kernel(start_stream)(chance, int(sampler() * 2**52), self._moves)
        rules.functions.redeal(board.s, player, chance)
        twin._relist()
        return twin

    # ---------------------------------------------------------------------------- what is seen

    def observed(self, player: int) -> Any:
        """The numbers that a player sees, and whether he is asked out of turn."""
        features = np.zeros(self._game.rules.feature_count, np.float32)
        if not (self._due and self._pending < 0):
            self._game.rules.functions.observe(self._board.s, player, features)
        return features

    def seen(self, player: int) -> str:
        """The same as text, with the moves of who is asked: features may not show all of them."""
        text = f"{player} {self._seat} {self._step} {self.observed(player).tobytes().hex()}"
        if self.current_player() != player:
            return text
        return f"{text} {','.join(map(str, self._legal_actions(player)))}"

    def put(self, world: Any, seat: int, step: int) -> None:
        """Begin with a position in which ``seat`` is asked."""
        board = self._board
        board.states[0] = world
        board.turn[kernels.SEAT], board.turn[kernels.STEP] = seat, step
        self._due, self._pending = 0, 0
        self._seat, self._step = seat, step
        self._over = bool(self._game.rules.functions.over(board.s))
        self._relist()

    def played_out(self, dice: np.random.RandomState) -> list[float]:
        """The returns of the game played on to its end at random, by the compiled rules."""
        twin: State = self.clone()
        while twin.is_chance_node():
            twin.apply_action(int(dice.randint(OUTCOMES)))
        chance, functions = new_chance(), self._game.rules.functions
        functions.kernel(start_stream)(chance, int(dice.randint(2**31)), 0)
        functions.kernel(random_playout)(
            twin._board.s, self._game.rules.buffer(), chance, TO_THE_END
        )
        twin._over = True
        return twin.returns()

    # ---------------------------------------------------------------------------------- inside

    def _deal(self) -> None:
        """All chance of the deal is there."""
        first, second = self._drawn
        game, board = self._game, self._board
        game.rules.functions.kernel(start_stream)(board.chance, first * OUTCOMES + second, 0)
        game.rules.functions.setup(board.s, game.players, game.numbers, board.chance)
        self._drawn, self._pending = [], 0
        self._go_on(kernels.NOTHING)

    def _go_on(self, move: int, drawn: int = 0, seed: int = 0) -> bool:
        """Play a move, or none, and ask the next seat; False if chance must be drawn before it."""
        game, board = self._game, self._board
        turn = board.turn
        if not game.move_on(
            board.states, game.players, move, drawn, seed, self._moves, board.chance, turn,
            board.moves,
        ):  # fmt: skip
            return False
        if move != kernels.NOTHING:
            self._moves += 1
        self._seat, self._step, over, _ = turn.tolist()
        self._over = over != 0
        self._listed = None
        return True

    def _relist(self) -> None:
        """List the moves of the seat that is asked anew: it has another world."""
        board = self._board
        board.turn[kernels.COUNT] = self._game.rules.functions.legal(
            board.s, self._seat, board.moves
        )
        self._listed = None


# ------------------------------------------------------------------------------- bots as guests


class Rollouts(mcts.RandomRolloutEvaluator):  # type: ignore[misc]
    """OpenSpiel's random rollouts made by our compiled rules: hundreds for one of its own."""

    def evaluate(self, state: State) -> Any:
        """The mean returns of the games played on from here."""
        played = [state.played_out(self._random_state) for _ in range(self.n_rollouts)]
        return np.mean(played, axis=0)


class Guest:
    """A bot of OpenSpiel's at one of our tables: ``mcts`` or ``ismcts``.

    It is given so many simulations, or as many as it makes in so many seconds: its speed is
    measured before its first move in each game, and with every move after that.
    """

    def __init__(self, kind: str, simulations: int = 0, seconds: float = 0.0) -> None:
        self.name = f"openspiel-{kind}"
        self._kind = kind
        self._simulations = simulations
        self._seconds = seconds
        self._rates: dict[str, float] = {}

    def choose(self, chair: Chair) -> str | None:
        """What the bot of OpenSpiel would do, seeing a world that looks alike to the seat."""
        codes = chair.moves.codes()
        if not codes:
            return None
        if len(codes) == 1 and not chair.out_of_turn:
            return chair.moves[0]
        game = Game(chair.rulebook, chair.players, chair.options)
        state = game.new_initial_state()
        state.put(chair.worlds(1)[0], chair.seat, chair.step)
        count = self._count(game, state, chair)
        started = time.perf_counter()
        action = self._bot(game, count, chair).step(state)
        self._rates[chair.match_key] = count / (time.perf_counter() - started)
        return None if action == game.shared.wait else chair.moves[codes.index(action)]

    def _count(self, game: Game, state: State, chair: Chair) -> int:
        if self._simulations:
            return self._simulations
        if chair.match_key not in self._rates:
            trial = _TRIAL
            started = time.perf_counter()
            self._bot(game, trial, chair).step(state.clone())
            self._rates[chair.match_key] = trial / (time.perf_counter() - started)
        return max(2, round(self._rates[chair.match_key] * self._seconds))

    def _bot(self, game: Game, simulations: int, chair: Chair) -> Any:
        seed = chair.seed * 1000 + chair.number
        dice = np.random.RandomState(seed % 2**32)
        evaluator = Rollouts(1, dice)
        if self._kind == "mcts":
            return mcts.MCTSBot(game, _UCT, simulations, evaluator, random_state=dice)
        return ismcts.ISMCTSBot(
            game, evaluator=evaluator, uct_c=_UCT, max_simulations=simulations, random_state=dice
        )
