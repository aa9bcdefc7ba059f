"""The compiled rules of the games, loaded in the background: what somebody waits for first."""

from __future__ import annotations

import asyncio
import contextlib

from echappee.bots.prepare_games import prepare_game, unprepared
from echappee.games import game_ids, rulebook
from echappee.server.refusals import Refusal

_PATIENCE = 120.0


class RulesLoader:
    """Which games can be played by now."""

    def __init__(self, head_start: float) -> None:
        self._head_start = head_start
        self._compiled = {game_id: asyncio.Event() for game_id in game_ids()}
        self._at_hand: set[str] = set()
        """Games whose tables can be set: by the interpreted rules, if not by the compiled ones."""
        self._awaited: set[str] = set()
        self._somebody_waits = asyncio.Event()

    def borrow(self) -> None:
        """Let tables be set at once, where compiling is not what takes its time."""
        if self._head_start:
            for game_id in set(game_ids()) - set(unprepared(game_ids())):
                rulebook(game_id).borrow()
                self._at_hand.add(game_id)

    def at_hand(self, game_id: str) -> bool:
        """Can a table of this game be set now?"""
        return game_id in self._at_hand

    async def compiled(self, game_id: str) -> None:
        """Wait for the compiled rules of a game; they are loaded before those of others."""
        if self._compiled[game_id].is_set():
            return
        self._awaited.add(game_id)
        self._somebody_waits.set()
        try:
            await asyncio.wait_for(self._compiled[game_id].wait(), _PATIENCE)
        except TimeoutError:
            raise Refusal("not-ready") from None

    async def load_all(self) -> None:
        """Load the compiled rules, those that somebody waits for first.

        It keeps Python busy for a few seconds; the first page is worth more.
        """
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._somebody_waits.wait(), self._head_start)
        waiting = list(self._compiled)
        while waiting:
            game_id = min(waiting, key=lambda one: one not in self._awaited)
            waiting.remove(game_id)
            await asyncio.to_thread(prepare_game, game_id)
            self._at_hand.add(game_id)
            self._compiled[game_id].set()
