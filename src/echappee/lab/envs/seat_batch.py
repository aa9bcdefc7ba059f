"""A batch of games in which bots sit: only the learner is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from echappee import arguments
from echappee.bots.chair import Bot
from echappee.bots.simple import CompiledBot
from echappee.errors import MoveError, UsageError
from echappee.lab.batch import kernels
from echappee.lab.batch.arrays import Arrays, kernel_arrays
from echappee.lab.batch.batch import Autoreset, Batch, Checked, is_later
from echappee.lab.batch.devices import read_flags
from echappee.lab.batch.processor import Processor
from echappee.lab.envs import seat_kernels as seats
from echappee.lab.envs.opponents import without_memories
from echappee.lab.envs.position_chair import PositionChair
from echappee.rulebook.options import Options
from echappee.rulebook.prepare_kernels import prepare_kernels

_AUTORESET: Mapping[Autoreset, int] = {
    "next-step": kernels.NEXT_STEP,
    "same-step": kernels.SAME_STEP,
    "disabled": kernels.DISABLED,
}
_BOTS_SEED = 1 << 61  # so that bots draw other numbers than the deals


class SeatBatch(Batch):
    """A batch whose `step` plays the learner's action in every game, and then lets bots play until
    the learner is asked again.

    ``learner`` is its seat, None to move on from game to game; ``bots`` are the others, clockwise
    from it, or None where the learner plays every seat. All else is as in a batch, but that `reset`
    deals first; ``seat`` is the learner's, also where a game is over.
    """

    def __init__(
        self,
        game_id: str,
        games: int,
        players: int | None,
        options: Options | Sequence[Options] | None,
        seed: int,
        threads: int | None,
        autoreset: Autoreset,
        learner: int | None,
        bots: Sequence[Bot] | None,
    ) -> None:
        self._fixed = seats.EVERYBODY if bots is None else learner
        self._bots = tuple(bots or ())
        self._guests: dict[tuple[int, int], tuple[Bot, ...]] = {}
        self._made = False
        super().__init__(game_id, games, players, options, seed, threads, autoreset)
        self._made = True

    def _make_room(self) -> None:
        super()._make_room()
        count, rules = len(self), self.rulebook
        assert isinstance(self._device, Processor)
        self._processor = self._device
        prepare_kernels(rules, seats.KERNELS, "the bots of a batch")
        self._play = rules.functions.kernel(seats.play_games)
        self._tables = np.zeros((count, seats.TABLE), np.int64)
        self._bot_streams = np.zeros((count, 4), np.uint64)
        self._scratch = rules.blank(2 * count)
        kinds = [one.kind if isinstance(one, CompiledBot) else seats.A_GUEST for one in self._bots]
        self._kinds = np.array(kinds or [seats.A_GUEST], np.int64)

    # ------------------------------------------------------------------------------------- playing

    def step(
        self, actions: Any, into: Arrays | None = None, checked: Checked = "at-once"
    ) -> Arrays:
        """Play the learner's action in each game, then let the bots play. A refusal is told at
        once, whenever it may be."""
        is_later(checked)
        filled = self.arrays if into is None else into
        arrays = kernel_arrays(filled, self._shapes, self._device)
        refused = self._processor.take(self._room, actions, self.wait)
        if refused != kernels.FINE:
            raise self._refusal(refused)
        due = self._tables[:, seats.DUE]
        due[:] = 1
        if self.autoreset == "disabled":
            due[self._room.turns[:, kernels.STEP] == kernels.OVER] = 0
            self._tables[:, seats.ENDED] = 1 - due
        else:
            self._tables[:, seats.ENDED] = 0
        return self._play_on(arrays, filled)

    def reset(
        self, seed: int | None = None, which: Any = None, into: Arrays | None = None
    ) -> Arrays:
        """Deal games anew, as `Batch.reset`, and let the bots play until the learner is asked."""
        begun = self._seed if seed is None else arguments.whole("seed", seed)
        everything = np.ones(len(self), np.bool_)
        chosen = self._device.chosen(everything if which is None else which)
        read_flags(chosen, which, len(self))
        if seed is not None and not chosen.all():
            raise UsageError("reset-seed")
        filled = self.arrays if into is None else into
        arrays = kernel_arrays(filled, self._shapes, self._device)
        if not self._made:  # bots that think are not asked before anybody wants to play
            return filled
        if seed is not None:
            self._seed = begun
            self._room.turns[:] = 0
            start = self.rulebook.functions.kernel(kernels.start_streams)
            start(self._room.streams, begun)
            start(self._bot_streams, begun ^ _BOTS_SEED)
        waiting = chosen
        while waiting.any():  # again where a game ends before the learner is asked
            self._room.turns[waiting, kernels.STEP] = kernels.UNDEALT
            self._tables[waiting, seats.DUE] = 1
            self._tables[waiting, seats.ENDED] = 0
            self._play_on(arrays, filled)
            waiting = waiting & (self._room.turns[:, kernels.STEP] == kernels.OVER)
        self._tables[chosen, seats.ENDED] = 0
        filled.terminated[chosen] = False
        return filled

    # -------------------------------------------------------------------------------------- inside

    def _play_on(self, arrays: tuple[NDArray[Any], ...], filled: Arrays) -> Arrays:
        """Play what is due; as long as guests are asked, ask them and go on."""
        filled.rewards[:] = 0
        filled.places[:] = 0
        fixed = seats.ROTATE if self._fixed is None else self._fixed
        while True:
            self._processor.run(
                self._play, self._room, self.players, self._seed, arrays, self._room.actions,
                _AUTORESET[self.autoreset], self.final_observation, self._tables, fixed,
                self._kinds, self._bot_streams, self._scratch,
            )  # fmt: skip
            asked = self._tables[:, seats.GUEST].nonzero()[0]
            if not len(asked):
                return filled
            for game in asked.tolist():
                self._room.actions[game] = self._ask_guest(game)
                self._tables[game, seats.DUE] = 1

    def _ask_guest(self, game: int) -> int:
        """What a bot that is not compiled does in a game."""
        seat, step, _, deals = self._room.turns[game].tolist()
        learner, ply = (int(self._tables[game, part]) for part in (seats.LEARNER, seats.PLY))
        bot = self._guest(game, deals, (seat - learner - 1) % self.players)
        seed = (self._seed * 7_919 + (deals << 24) + game) % arguments.MOST_SEED
        chair = PositionChair(
            self.rulebook, self.players, self.options(game), self.state(game), seat, step, ply, seed
        )
        text = bot.choose(chair)
        if text is None:
            if step == 0:
                raise UsageError("idle-bot", bot=bot.name, seat=seat)
            return self.wait
        try:
            move = self.rulebook.notation.read_move(self.state(game), seat, text)
            if move not in chair.moves.codes():
                raise self._refusal(game, move)
        except MoveError as error:
            why = error.words
            raise UsageError(
                "bot-move", bot=bot.name, move=text, why=why.en, why_fr=why.fr
            ) from error
        return move

    def _guest(self, game: int, deals: int, place: int) -> Bot:
        """The bot of a place in this game; what it keeps in mind ends with the game."""
        if (game, deals) not in self._guests:
            self._guests.pop((game, deals - 1), None)
            self._guests[game, deals] = without_memories(self._bots)
        return self._guests[game, deals][place]

    def chair(self, index: int) -> PositionChair:
        """The learner's chair in a game: what its seat sees."""
        game = self._game(index)
        step = max(0, int(self._room.turns[game, kernels.STEP]))
        seat = int(self._tables[game, seats.LEARNER])
        if seat == seats.EVERYBODY:
            seat = int(self._room.turns[game, kernels.SEAT])
        return PositionChair(
            self.rulebook, self.players, self.options(game), self.state(game), seat, step,
            int(self._tables[game, seats.PLY]), 0,
        )  # fmt: skip
