"""What a bot is given where no match is kept: a position, and the game that it is in."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from echappee.bots.chair import Chair
from echappee.match.moments import view_at
from echappee.match.position import Moves, Position
from echappee.match.setup import Setup
from echappee.rulebook.contract import State
from echappee.rulebook.options import Options
from echappee.rulebook.randomness import start_stream
from echappee.rulebook.rulebook import Rulebook, new_chance
from echappee.rulebook.values import View


class PositionChair(Chair):
    """One seat in one of many games, as a bot may know it; ``number`` counts the decisions."""

    def __init__(
        self,
        rules: Rulebook,
        players: int,
        options: Options,
        state: State,
        seat: int,
        step: int,
        number: int,
        seed: int,
    ) -> None:
        self._setup = Setup(rules, rules.version, players, options, {}, "")
        self._position = Position(rules, players, state)
        self.seat, self.step, self.number, self.seed = seat, step, number, seed
        self.out_of_turn = step > 0
        self.moves = Moves(self._position, seat)

    @property
    def players(self) -> int:
        """How many play."""
        return self._setup.players

    @property
    def options(self) -> Options:
        """The options of the game."""
        return self._setup.options

    @property
    def match_key(self) -> str:
        """What tells this game from the others."""
        return f"{self.rulebook.id} {self.players} {sorted(self.options.items())} {self.seed}"

    @property
    def rulebook(self) -> Rulebook:
        """The game's rules, to think ahead with."""
        return self._setup.rulebook

    @cached_property
    def view(self) -> dict[str, Any]:
        """What the seat sees."""
        view: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self.typed_view))
        return view

    @property
    def typed_view(self) -> View:
        """The same as frozen values."""
        return view_at(self._setup, self._position, self.number, self.seat)

    def worlds(self, count: int) -> Any:
        """``count`` states that this seat can't tell from the real one, drawn anew."""
        rules, chance = self.rulebook, new_chance()
        worlds = rules.blank(count)
        for number in range(count):
            worlds[number] = self._position.state
            rules.functions.kernel(start_stream)(chance, self.seed + self.number, number)
            rules.functions.redeal(worlds[number], self.seat, chance)
        return worlds
