"""OpenSpiel's own random rollouts, as an outside yardstick.

What is measured: the pure C++ path. An `MCTSBot` with one simulation and a
`RandomRolloutEvaluator` of N rollouts, asked for one step, plays N random games to the end inside
one C++ call: at each decision it lists the legal actions and takes one uniformly; at each chance
node it lists the outcomes with their probabilities and samples one.

The call does not tell how many moves it made, so the length of a rollout is measured apart: random
games over the same choices, played through the Python API from the same positions, untimed.

Chance. Two kinds of steps are counted, always separately:

- *decisions*: a player chooses among legal actions; this is what "moves" means here, and what our
  own moves are to be compared with;
- *chance steps*: a card is drawn from the deck. Their time cannot be told apart from that of the
  decisions, so "steps", both together, is the count most generous to OpenSpiel.

The bot cannot search from a chance node (no player to credit; open_spiel 2.0.2 crashes). Where
a game opens with chance (the deal of crazy_eights), the opening is sampled through the Python API,
untimed and uncounted, and the rollouts start from the first decision of `DEALS` different deals,
in equal shares. Breakthrough has no chance: its rollouts start from the initial position.

OpenSpiel is needed only when a function is called, not to import this module.

    python -m bench.open_spiel_rollouts [--rollouts 20000] [--lengths 1000]
"""

from __future__ import annotations

import functools
import importlib
import math
import random
import statistics
import time
from dataclasses import dataclass
from typing import Any, NamedTuple

from bench import program

BREAKTHROUGH = "breakthrough(rows=6,columns=6)"
CRAZY_EIGHTS = "crazy_eights(players=4)"

DEALS = 25
MIN_GAMES = 300


class OpenSpielMissingError(program.TroubleError):
    """OpenSpiel is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "OpenSpiel is not installed: run `make bench`, which installs it (open_spiel on PyPI)"
        )


class Length(NamedTuple):
    """How long random games are, from the positions that the rollouts start from."""

    decisions: float
    """Mean number of decisions in a game."""
    chance_steps: float
    """Mean number of chance steps in a game, the opening deal left out."""
    deal_steps: float
    """Mean number of chance steps before the first decision (never in a rollout)."""
    error: float
    """Standard error of `decisions`, as a fraction of it."""
    games: int


@dataclass(frozen=True)
class Measurement:
    """Speed of OpenSpiel's random rollouts on one game."""

    game: str
    rollouts: int
    seconds: float
    length: Length

    @property
    def games_per_second(self) -> float:
        """Rollouts per second."""
        return self.rollouts / self.seconds

    @property
    def moves_per_second(self) -> float:
        """Decisions per second, the time for chance steps included."""
        return self.games_per_second * self.length.decisions

    @property
    def chance_steps_per_second(self) -> float:
        """Chance steps per second, in the same time as the decisions."""
        return self.games_per_second * self.length.chance_steps

    @property
    def steps_per_second(self) -> float:
        """Decisions and chance steps together, per second."""
        return self.moves_per_second + self.chance_steps_per_second


def _pyspiel() -> Any:
    try:
        return importlib.import_module("pyspiel")
    except ImportError as error:
        raise OpenSpielMissingError from error


def available() -> bool:
    """Whether OpenSpiel is installed."""
    try:
        _pyspiel()
    except OpenSpielMissingError:
        return False
    return True


def _sample(state: Any, rng: random.Random) -> int:
    """Draw an outcome of a chance node by its probabilities."""
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    return int(rng.choices(outcomes, weights)[0])


class Rollouts:
    """Random rollouts of one game, ready to run: starting positions made.

    Once the `length` was asked for, `run` does nothing else than the C++ rollouts, so it can be
    timed by the caller, beside others.
    """

    def __init__(self, game_string: str, seed: int = 1, length_games: int = 1000) -> None:
        """Make the starting positions; the mean length is that of `length_games` games."""
        if length_games < MIN_GAMES:
            raise ValueError(f"at least {MIN_GAMES} games give a mean length, not {length_games}")
        self.game_string = game_string
        self._spiel = _pyspiel()
        self._game = self._spiel.load_game(game_string)
        self._rng = rng = random.Random(seed)
        self._length_games = length_games
        first = self._game.new_initial_state()
        deals = DEALS if first.is_chance_node() else 1
        self._roots = []
        deal_steps = 0
        for _ in range(deals):
            state = self._game.new_initial_state()
            while state.is_chance_node():
                state.apply_action(_sample(state, rng))
                deal_steps += 1
            self._roots.append(state)
        self._deal_steps = deal_steps / deals

    @functools.cached_property
    def length(self) -> Length:
        """Play random games from every root in equal shares, counting decisions and chance."""
        rng = self._rng
        each = math.ceil(self._length_games / len(self._roots))
        chance_steps = 0
        decisions_by_root: list[list[int]] = []
        for root in self._roots:
            lengths = []
            for _ in range(each):
                state = root.clone()
                decisions = 0
                while not state.is_terminal():
                    if state.is_chance_node():
                        state.apply_action(_sample(state, rng))
                        chance_steps += 1
                    else:
                        state.apply_action(rng.choice(state.legal_actions()))
                        decisions += 1
                lengths.append(decisions)
            decisions_by_root.append(lengths)
        # The rollouts use the same roots, so only the spread within a root is an error.
        within = statistics.fmean(statistics.variance(lengths) for lengths in decisions_by_root)
        played = each * len(self._roots)
        decisions_mean = sum(map(sum, decisions_by_root)) / played
        return Length(
            decisions=decisions_mean,
            chance_steps=chance_steps / played,
            deal_steps=self._deal_steps,
            error=math.sqrt(within / played) / decisions_mean,
            games=played,
        )

    def run(self, n_rollouts: int, seed: int) -> float:
        """Play about `n_rollouts` rollouts in C++ and return the expected number of decisions.

        From several deals each gets the same number, so it is rounded up to a multiple of them.
        """
        return self.play(n_rollouts, seed) * self.length.decisions

    def play(self, n_rollouts: int, seed: int) -> int:
        """Play about `n_rollouts` rollouts in C++ and return exactly how many were played."""
        each = math.ceil(n_rollouts / len(self._roots))
        for number, root in enumerate(self._roots):
            its_seed = (seed * len(self._roots) + number) % 2**31
            evaluator = self._spiel.RandomRolloutEvaluator(each, its_seed)
            bot = self._spiel.MCTSBot(
                self._game,
                evaluator,
                1.0,  # uct_c: unused with one simulation
                1,  # max_simulations
                64,  # max_memory_mb: unused with one simulation
                False,  # solve
                its_seed,
                False,  # verbose
            )
            bot.step(root)
        return each * len(self._roots)

    def search(self, simulations: int, seed: int) -> None:
        """Search the first root with so many simulations of one rollout each, in C++."""
        evaluator = self._spiel.RandomRolloutEvaluator(1, seed)
        bot = self._spiel.MCTSBot(
            self._game, evaluator, 2.0, simulations, 1024, False, seed, False
        )  # fmt: skip
        bot.step(self._roots[0])

    def measure(self, n_rollouts: int, seed: int) -> Measurement:
        """Time `n_rollouts` rollouts (wall time, after a short unmeasured warm-up)."""
        length = self.length
        self.play(max(1, n_rollouts // 20), seed + 1)
        start = time.perf_counter()
        played = self.play(n_rollouts, seed)
        seconds = time.perf_counter() - start
        return Measurement(self.game_string, played, seconds, length)


def rollouts_per_second(game_string: str, n_rollouts: int, seed: int) -> tuple[float, float, float]:
    """Measure OpenSpiel's random rollouts: (moves per second, games per second, mean length).

    Moves are decisions of players, and the mean length counts decisions too; the time taken by
    chance steps is in the rates. `Rollouts(...).measure(...)` gives chance steps as well.
    """
    measured = Rollouts(game_string, seed).measure(n_rollouts, seed)
    return measured.moves_per_second, measured.games_per_second, measured.length.decisions


def main() -> None:
    """Print the speed on both games, decisions and chance steps apart."""
    parser = program.Parser("bench.open_spiel_rollouts", __doc__)
    parser.add_argument("--rollouts", type=program.whole(), default=20_000)
    parser.add_argument(
        "--lengths", type=program.whole(MIN_GAMES), default=1_000, help="games to measure them by"
    )
    given = parser.parse_args()
    for game_string in (BREAKTHROUGH, CRAZY_EIGHTS):
        rollouts = Rollouts(game_string, length_games=given.lengths)
        measured = rollouts.measure(given.rollouts, 1)
        length = measured.length
        print(
            f"{game_string}: {measured.games_per_second:,.0f} games/s, "
            f"{measured.moves_per_second:,.0f} decisions/s, "
            f"{measured.chance_steps_per_second:,.0f} chance steps/s, "
            f"{measured.steps_per_second:,.0f} steps/s together; a game has "
            f"{length.decisions:.2f} decisions (±{length.error:.1%}) and "
            f"{length.chance_steps:.2f} chance steps, after {length.deal_steps:.1f} for the deal"
        )


if __name__ == "__main__":
    program.run(main)
