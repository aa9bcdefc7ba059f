"""Every registered game with every number of players and every option value, for generic tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from echappee.games import game_ids, rulebook
from echappee.match.game import Game
from echappee.match.match import Match
from echappee.rulebook.chance import start_stream
from echappee.rulebook.game import Rulebook, new_chance
from echappee.rulebook.options import Options, Value, write_value


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
    """Each player count, with defaults, with each value of each option, and with two mixtures."""
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
    seen = set()
    for players in rules.player_counts():
        choices = [(), _mixture(rules, 1), _mixture(rules, 2)]
        choices += [((o.name, v),) for o in rules.options for v in o.values if v != o.default]
        for changed in choices:
            case = Case(rules.id, players, changed)
            if str(case) not in seen and playable(case):
                seen.add(str(case))
                yield case


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


def finished(case: Case, seed: int) -> Match:
    """A random game played to its end."""
    match = case.start(seed)
    for match, _, _ in random_match(case, seed):  # noqa: B007
        pass
    return match


def state_of(match: Match) -> Any:
    """The state behind a match: only tests of the rules may look at it."""
    return match._state
