"""A match as programs that learn play it: one seat is asked after the other, by numbers.

Behind it is a match like any other: its record tells the game, and nobody gets more than `observe`
shows his seat. An action is the code of a move; the last one is to wait, where a seat is asked out
of turn.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from echappee import arguments
from echappee.bots.chair import Bot, Chair, play_chosen
from echappee.errors import UsageError
from echappee.lab.envs import IllegalAction, refusal
from echappee.lab.envs.drawing import draw
from echappee.match.game import Game
from echappee.match.match import Match
from echappee.match.position import Moves
from echappee.rulebook.options import Options
from echappee.rulebook.rulebook import mask_of
from echappee.rulebook.turn_order import next_asked

Mask = NDArray[np.int8]


class AskedMatch:
    """A match, and the seat that is asked in it."""

    def __init__(self, game: Game, players: int, options: Options, seed: int) -> None:
        self.match: Match = game.start(players, options, seed)
        """The match itself: it can be looked at, drawn, and written down as a record."""
        self.wait = game.rulebook.move_codes
        self.seat = self._step = 0
        self._ask()

    @property
    def over(self) -> bool:
        """Is the game finished?"""
        return self.match.over

    def observation(self, seat: int) -> NDArray[np.float32]:
        """What a seat sees, as numbers."""
        seen: NDArray[np.float32] = self.match.observe(seat)
        return seen

    def mask(self, seat: int) -> Mask:
        """1 for each action that a seat has: none, unless it is asked."""
        found = np.zeros(self.wait + 1, np.int8)
        if seat == self.seat and not self.over:
            found[self._moves.codes()] = 1
            found[self.wait] = self._step > 0
        return found

    def mask_of(self, seat: int) -> Mask:
        """1 for each action of a seat where all choose at once: who has no choice waits."""
        found = np.zeros(self.wait + 1, np.int8)
        codes = self.match.moves(seat).codes()
        found[codes or [self.wait]] = 1
        return found

    def check(self, action: object) -> int:
        """The action as a number, if the seat that is asked has it; else it is refused by name."""
        code = self._number(action)
        if not self.over and (
            code in self._moves.codes() or (code == self.wait and self._step > 0)
        ):
            return code
        raise self.refusal(code)

    def check_of(self, seat: int, action: object) -> int:
        """The same of any seat, where all choose at once."""
        code = self._number(action)
        codes = self.match.moves(seat).codes()
        if not self.over and code in (codes or [self.wait]):
            return code
        raise self.refusal(code, seat)

    def refusal(self, action: object, seat: int | None = None) -> IllegalAction:
        """Why a seat, or the one that is asked, may not do this."""
        asked = self.seat if seat is None else seat
        state = self.match.worlds(asked, 1)[0]
        return refusal(self.match.rulebook, state, asked, self._number(action), over=self.over)

    def _number(self, action: object) -> int:
        code = arguments.index(action)
        if code is None:
            raise UsageError("bad-number", name="action", low=0, high=self.wait, value=action)
        return code

    def play(self, action: object) -> None:
        """Do what the seat that is asked has chosen, and ask the next one."""
        code = self.check(action)
        if code != self.wait:
            self.match.play(self.seat, self._moves[self._moves.codes().index(code)])
            self._step = 0
        self._ask()

    def play_together(self, codes: Sequence[int]) -> None:
        """Play what the seats have chosen at once, each its own code."""
        for seat, code in enumerate(codes):
            if code != self.wait:
                moves = self.match.moves(seat)
                self.match.play(seat, moves[moves.codes().index(code)])
        self._step = 0
        self._ask()

    def play_bot(self, bot: Bot, seed: int) -> None:
        """Let a bot choose for the seat that is asked, and ask the next one."""
        text = bot.choose(Chair(self.match, self.seat, seed))
        if text is not None:
            play_chosen(self.match, self.seat, text, {self.seat: bot})
            self._step = 0
        elif self._step == 0:
            raise UsageError("idle-bot", bot=bot.name, seat=self.seat)
        self._ask()

    def places(self) -> NDArray[np.int64]:
        """The place of each seat at the end, from 1; before that zeros."""
        if not self.over:
            return np.zeros(self.match.players, np.int64)
        return np.array(self.match.standing.places, np.int64)

    def drawing(self, viewer: int | None, *, colour: bool = False) -> str:
        """The table as a viewer sees it; None is a spectator."""
        moves = [] if viewer is None else list(self.match.moves(viewer))
        return draw(self.match.rulebook, self.match.typed_view(viewer), moves, colour=colour)

    def _ask(self) -> None:
        match = self.match
        if not match.over:
            on_turn, offered = mask_of(match.awaited), mask_of(match.offered)
            self.seat, self._step = next_asked(on_turn, offered, self._step, match.players)
        self._moves: Moves = match.moves(self.seat)


def shares(places: NDArray[np.int64]) -> NDArray[np.float32]:
    """Each seat's share of the first place less a fair share: together 0.

    While the game runs, and where a rival who is no player was first, nobody has gained on another.
    """
    first = places == 1
    gained = np.zeros(len(places), np.float32)
    if first.any():
        gained[:] = first / first.sum() - 1 / len(places)
    return gained


def forfeit(players: int, seat: int) -> NDArray[np.float32]:
    """The rewards where a seat has lost by an illegal action: the others share the first place."""
    gained = np.full(players, -1 / players, np.float32)
    others = players - 1
    if others:
        gained += np.float32(1 / others)
        gained[seat] = -1 / players
    return gained
