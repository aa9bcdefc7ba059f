"""The rules of the games: interpreted at once, compiled as soon as can be.

What is compiled on this machine is loaded in the background, what somebody waits for first. What is
not is compiled beside the server; until then it is played by the interpreted rules, and nobody
waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Callable

from echappee.bots.background_compiler import BackgroundCompiler, load_game
from echappee.bots.prepare_games import prepare_game, unprepared
from echappee.games import game_ids, rulebook
from echappee.server.protocol.rest import Compiling
from echappee.server.refusals import Refusal

_PATIENCE = 120.0
_MOST = 99
"""Per cent that are told while anything is left to do."""
_TURN, _USUAL_TURN = 0.001, sys.getswitchinterval()
"""Seconds after which a thread lets others have Python. Interpreted rules hold it while a bot
thinks: a person's move then takes half as long if they let go of it sooner."""


class RulesLoader:
    """Which games can be played by now, and by which rules."""

    def __init__(self, head_start: float, changed: Callable[[], None] | None = None) -> None:
        """``changed`` is called when the rules of some game have come further."""
        self._head_start = head_start
        self._changed = changed or (lambda: None)
        self._compiler: BackgroundCompiler | None = None
        self._loaded = {game_id: asyncio.Event() for game_id in game_ids()}
        self._at_hand: set[str] = set()
        """Games whose tables can be set: by the interpreted rules, if not by the compiled ones."""
        self._to_load: set[str] = set()
        self._failed: set[str] = set()
        self._awaited: set[str] = set()
        self._somebody_waits = asyncio.Event()
        self._sorted = asyncio.Event()
        """Set when it is known which games are compiled."""
        self._more = asyncio.Event()

    def borrow(self) -> None:
        """Let tables of all games be set at once, by the interpreted rules."""
        if self._head_start:
            sys.setswitchinterval(_TURN)
            for game_id in game_ids():
                rulebook(game_id).borrow()
                self._at_hand.add(game_id)

    def close(self) -> None:
        """Compile no more, and leave the rules as they were found."""
        if self._compiler is not None:
            self._compiler.close()
        if self._head_start:
            sys.setswitchinterval(_USUAL_TURN)
            for game_id in game_ids():
                rulebook(game_id).give_back()

    def at_hand(self, game_id: str) -> bool:
        """Can a table of this game be set now?"""
        return game_id in self._at_hand

    async def compiled(self, game_id: str) -> None:
        """Wait for the compiled rules of a game; they come before those of others."""
        if self._loaded[game_id].is_set():
            return
        self._want(game_id)
        try:
            await asyncio.wait_for(self._loaded[game_id].wait(), _PATIENCE)
        except TimeoutError:
            raise Refusal("not-ready") from None

    async def best(self, game_id: str) -> None:
        """Wait for the best rules that are to be had soon: the compiled ones where they need only
        be loaded. Nobody waits for a compiler."""
        if self._loaded[game_id].is_set():
            return
        self._want(game_id)
        await self._sorted.wait()
        if self.compiling(game_id) is None:
            await self.compiled(game_id)

    def compiling(self, game_id: str | None = None) -> Compiling | None:
        """How far the compiler is with a game, or with all of them; None: nothing is to be
        compiled, or all of it was."""
        asked = game_ids() if game_id is None else (game_id,)
        compiler = self._compiler
        found = [] if compiler is None else [compiler.compilation(one) for one in asked]
        shares = [one.share for one in found if one is not None and one.state != "failed"]
        if all(self._loaded[one].is_set() or one in self._failed for one in asked) or not shares:
            failed = not self._failed.isdisjoint(asked)
            return Compiling(percent=0, failed=True) if failed else None
        return Compiling(percent=min(_MOST, int(100 * sum(shares) / len(shares))), failed=False)

    async def load_all(self) -> None:
        """Load the compiled rules, those that somebody waits for first, and compile the others.

        It keeps Python busy for a few seconds; the first page is worth more.
        """
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._somebody_waits.wait(), self._head_start)
        missing = await asyncio.to_thread(unprepared, game_ids()) if self._head_start else ()
        self._to_load = set(game_ids()) - set(missing)
        if missing:
            self._compile(missing)
        self._sorted.set()
        left = set(game_ids())
        while left := left - self._failed:
            if not self._to_load:
                await self._more.wait()
                self._more.clear()
                continue
            game_id = min(self._to_load, key=lambda one: (one not in self._awaited, one))
            self._to_load.remove(game_id)
            left.remove(game_id)
            await self._load(game_id)
        if not self._failed:
            sys.setswitchinterval(_USUAL_TURN)

    def _want(self, game_id: str) -> None:
        """Somebody opened a table of a game, or asks for its rules."""
        self._awaited.add(game_id)
        self._somebody_waits.set()
        if self._compiler is not None:
            self._compiler.prefer(game_id)

    def _compile(self, missing: tuple[str, ...]) -> None:
        loop = asyncio.get_running_loop()

        def heard(game_id: str) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._heard, game_id)

        by_size = sorted(missing, key=lambda one: rulebook(one).state_dtype.itemsize)
        self._compiler = BackgroundCompiler(by_size, heard)
        for game_id in self._awaited:
            self._compiler.prefer(game_id)
        self._compiler.start()
        self._changed()

    def _heard(self, game_id: str) -> None:
        """A compiler has come further."""
        assert self._compiler is not None
        found = self._compiler.compilation(game_id)
        if found is not None and found.state == "compiled":
            self._to_load.add(game_id)
            self._more.set()
        elif found is not None and found.state == "failed":
            self._failed.add(game_id)
            self._more.set()
        self._changed()

    async def _load(self, game_id: str) -> None:
        if not self._head_start:
            await asyncio.to_thread(prepare_game, game_id)
        elif not await asyncio.to_thread(load_game, game_id):
            self._failed.add(game_id)
        self._at_hand.add(game_id)
        self._loaded[game_id].set()
        self._changed()
