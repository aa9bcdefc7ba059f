"""What a bot knows and how it is asked: the same door as for everybody else."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Protocol

from echappee import arguments
from echappee.errors import MoveError, UsageError
from echappee.match.match import Match
from echappee.rulebook.options import Options
from echappee.rulebook.randomness import start_stream
from echappee.rulebook.rulebook import Rulebook, mask_of, new_chance
from echappee.rulebook.turn_order import next_asked, step_to


class Chair:
    """One seat at one moment, as the bot in it may know it."""

    def __init__(self, match: Match, seat: int, seed: int = 0) -> None:
        self._match = arguments.instance("match", match, Match)
        self.seat = seat = arguments.seat(seat, match.players)
        self.seed = arguments.whole("seed", seed, 0, arguments.MOST_SEED)
        self.number = match.number
        self.out_of_turn = seat not in match.awaited
        self.step = step_to(mask_of(match.awaited), seat, match.players)
        self.moves = match.moves(seat)

    @property
    def players(self) -> int:
        """How many play."""
        return self._match.players

    @property
    def options(self) -> Options:
        """The options of the game."""
        return self._match.options

    @property
    def match_key(self) -> str:
        """What tells this game from all others: what is played, and the hash of its secret.

        Games of one seed have one secret, whatever is played.
        """
        options = sorted(self.options.items())
        return f"{self.rulebook.id} {self.players} {options} {self._match.commitment}"

    @property
    def rulebook(self) -> Rulebook:
        """The game's rules, to think ahead with."""
        return self._match.rulebook

    @cached_property
    def view(self) -> dict[str, Any]:
        """What the seat sees."""
        return self._match.view(self.seat)

    def worlds(self, count: int) -> Any:
        """``count`` states that this seat can't tell from the real one, drawn anew."""
        return self._match.worlds(self.seat, count, self.seed + self.number)

    def chance(self) -> Any:
        """Chance of the bot's own, the same for the same seed and position number."""
        chance = new_chance()
        self.rulebook.functions.kernel(start_stream)(chance, self.seed, self.number)
        return chance


class Bot(Protocol):
    """Chooses a move for the seat it is given."""

    name: str

    def choose(self, chair: Chair) -> str | None:
        """The text of a legal move; None to wait, only where it is asked out of turn."""


def next_action(match: Match, bots: Mapping[int, Bot], seed: int = 0) -> tuple[int, str] | None:
    """What the bots do next: (seat, move), or None if a seat without a bot is to decide.

    ``bots`` are those who play, by their seats.
    """
    awaited = arguments.instance("match", match, Match).awaited
    seed = arguments.whole("seed", seed, 0, arguments.MOST_SEED)
    seated = _seated(match, bots)
    if not awaited:
        return None
    on_turn, offered = mask_of(awaited), mask_of(match.offered)
    seat, step = next_asked(on_turn, offered, 0, match.players)
    while step > 0:
        if seat in seated:
            text = seated[seat].choose(Chair(match, seat, seed))
            if text is not None:
                return seat, text
        seat, step = next_asked(on_turn, offered, step, match.players)
    for seat in awaited:
        if seat in seated:
            text = seated[seat].choose(Chair(match, seat, seed))
            if text is None:
                raise UsageError("idle-bot", bot=_name(seated[seat]), seat=seat)
            return seat, text
    return None


def play_chosen(match: Match, seat: int, text: str, bots: Mapping[int, Bot]) -> None:
    """Play what a bot chose; what the rules refuse is told with its name."""
    seated = _seated(arguments.instance("match", match, Match), bots)
    if arguments.seat(seat, match.players) not in seated:
        raise UsageError("no-bot", kind=type(None).__name__)
    try:
        match.play(seat, text)
    except MoveError as error:
        why, name = error.words, _name(seated[seat])
        raise UsageError("bot-move", bot=name, move=text, why=why.en, why_fr=why.fr) from error


def _seated(match: Match, bots: Mapping[int, Bot]) -> Mapping[int, Bot]:
    """Bots by their seats, checked."""
    seated: Mapping[int, Bot] = arguments.mapping("bots", bots)
    for seat, one in seated.items():
        arguments.seat(seat, match.players)
        if not callable(getattr(one, "choose", None)):
            raise UsageError("no-bot", kind=type(one).__name__)
    return seated


def _name(bot: Bot) -> str:
    return str(getattr(bot, "name", type(bot).__name__))
