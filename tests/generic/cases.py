"""Every registered game with every number of players and every option value, for generic tests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import numpy as np

from echappee.games import game_ids, rulebook
from echappee.match.game import Game
from echappee.match.match import Match
from echappee.match.position import Position
from echappee.rulebook.options import Options, Value, write_value
from echappee.rulebook.randomness import start_stream
from echappee.rulebook.rulebook import Rulebook, new_chance
from tests.beside import beside
from tests.depth import deep


def brief(game_id: str) -> tuple[tuple[str, Value], ...]:
    """Options that make a long game a third as long: for tests that need an end, not the board."""
    found: tuple[tuple[str, Value], ...] = getattr(beside(game_id, "cases"), "BRIEF", ())
    return found


class Case(msgspec.Struct, frozen=True):
    """A game with its number of players and its options."""

    game: str
    players: int
    changed: tuple[tuple[str, Value], ...] = ()

    @property
    def rulebook(self) -> Rulebook:
        return rulebook(self.game)

    @property
    def options(self) -> Options:
        return self.rulebook.read_options(dict(self.changed))

    def start(self, seed: str | int) -> Match:
        return Game(self.rulebook).start(self.players, dict(self.changed), seed)

    def __str__(self) -> str:
        changes = [f"{name}={write_value(value)[:24]}" for name, value in self.changed]
        return "-".join([self.game, str(self.players), *changes])


def all_cases() -> list[Case]:
    """Each player count with defaults and with a mixture of options; each value of each option."""
    return [case for game_id in game_ids() for case in _cases(rulebook(game_id))]


def few_cases() -> list[Case]:
    """Fewest and most players with defaults, and one mixture of options, for slower tests."""
    found = []
    for game_id in game_ids():
        rules = rulebook(game_id)
        fewest, most = rules.players
        found += [Case(game_id, players) for players in sorted({fewest, most})]
        found.append(Case(game_id, most, _mixture(rules, 1)))
    return found


def _cases(rules: Rulebook) -> Iterator[Case]:
    counts = list(rules.player_counts())
    chosen: list[tuple[int, tuple[tuple[str, Value], ...]]] = [(n, ()) for n in counts]
    chosen += [(players, _mixture(rules, 1 + players % 2)) for players in counts]
    values = [(o.name, v) for o in rules.options for v in o.values if v != o.default]
    chosen += [(counts[i % len(counts)], (value,)) for i, value in enumerate(values)]
    seen = set()
    for players, changed in chosen:
        for count in (players, *counts):
            case = Case(rules.id, count, changed)
            if playable(case):
                if str(case) not in seen:
                    seen.add(str(case))
                    yield case
                break


def playable(case: Case) -> bool:
    """Do this number of players and these options go together?"""
    return case.rulebook.refuses(case.players, case.options) is None


def _mixture(rules: Rulebook, number: int) -> tuple[tuple[str, Value], ...]:
    """Another value for every option, the same at every run."""
    return tuple((o.name, o.values[-number % len(o.values)]) for o in rules.options)


class Stream:
    """A seeded stream of chance for tests, moved on as it is used."""

    def __init__(self, rules: Rulebook, seed: int) -> None:
        self.words = new_chance()
        rules.functions.kernel(start_stream)(self.words, seed, 0)


def random_match(
    case: Case, seed: int, most: int | None = None
) -> Iterator[tuple[Match, int, str]]:
    """Play a random game through the door; yields the match, the next seat and its move.

    The move is played when the generator is asked to go on. Seats act out of turn now and then.
    """
    match = case.start(seed)
    chooser = np.random.default_rng(seed)
    played = 0
    while not match.over and (most is None or played < most):
        out_of_turn = [s for s in match.actors if s not in match.awaited and len(match.moves(s))]
        pool = out_of_turn if out_of_turn and chooser.integers(8) == 0 else list(match.awaited)
        seat = int(pool[chooser.integers(len(pool))])
        moves = match.moves(seat)
        text = moves[int(chooser.integers(len(moves)))]
        yield match, seat, text
        match.play(seat, text)
        played += 1


class Step(msgspec.Struct, frozen=True):
    """A position of a random game, and the move that was played in it."""

    match: Match
    seat: int
    text: str
    move: int

    @property
    def state(self) -> Any:
        return self.match._state


CLOSELY = deep(10, 25)
"""So many positions of a game are all looked at…"""
OFTEN, SOME, RARELY = 1000, deep(53, 23), deep(211, 23)
"""… then, of so many, one in so many, and later one in so many."""


def finished(case: Case, seed: int) -> Match:
    """A random game played to its end; shared by tests, so don't change it."""
    return _played(case, seed)[0]


def walk(case: Case, seed: int = 1) -> tuple[Step, ...]:
    """Positions of a random game for a close look: all early ones, later ones now and then."""
    return _played(case, seed)[1]


@cache
def _played(case: Case, seed: int) -> tuple[Match, tuple[Step, ...]]:
    match, steps = case.start(seed), []
    for number, (match, seat, text) in enumerate(random_match(case, seed)):
        if number < CLOSELY or number % (SOME if number < OFTEN else RARELY) == 0:
            move = case.rulebook.notation.read_move(state_of(match), seat, text)
            steps.append(Step(match.copy(), seat, text, move))
    return match, tuple(steps)


def imagined(match: Match, state: Any) -> Match:
    """The same match in another world."""
    twin = match.copy()
    twin._timeline.now = Position(match.rulebook, match.players, state)
    return twin


def state_of(match: Match) -> Any:
    """The state behind a match: only tests of the rules may look at it."""
    return match._state
