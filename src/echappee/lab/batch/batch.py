"""Many games of one kind, played side by side: the class behind `echappee.batch`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from echappee import arguments
from echappee.errors import IllegalMove, UsageError
from echappee.games import rulebook
from echappee.lab.batch import kernels
from echappee.lab.batch.arrays import Arrays, Shapes, kernel_arrays, new_arrays, room_of
from echappee.lab.batch.devices import Device, Room, read_flags
from echappee.lab.batch.processor import Processor
from echappee.rulebook.compile_ahead import Kernel
from echappee.rulebook.contract import State
from echappee.rulebook.layout import Layout
from echappee.rulebook.options import Options
from echappee.rulebook.prepare_kernels import prepare_kernels
from echappee.rulebook.randomness import WORDS
from echappee.rulebook.rulebook import Rulebook

Autoreset = Literal["next-step", "same-step", "disabled"]
_MODES: dict[str, int] = {
    "next-step": kernels.NEXT_STEP,
    "same-step": kernels.SAME_STEP,
    "disabled": kernels.DISABLED,
}
Checked = Literal["at-once", "later"]
_CHECKED = ("at-once", "later")
MOST_GAMES = 1 << 24
"""No batch has more."""

_GAMES: tuple[Any, ...] = (
    "states", "states", "int", (np.int64, 2), "int", (np.uint64, 2), (np.int64, 2), (np.int32, 2),
    (np.float32, 2), (np.int8, 2), (np.int64, 1), (np.float32, 2), (np.int64, 2), (np.int8, 1),
    "int", "int", "int",
)  # fmt: skip
KERNELS: tuple[Kernel, ...] = (
    (kernels.deal_games, _GAMES),
    (kernels.step_games, (*_GAMES, (np.int64, 1), "int", (np.float32, 2))),
    (kernels.first_refused, ((np.int64, 1), (np.int64, 2), (np.int32, 2), "int")),
    (
        kernels.random_actions,
        ((np.int64, 2), (np.int32, 2), (np.uint64, 2), (np.int64, 1), "int"),
    ),
    (
        kernels.greedy_actions,
        (
            "states", "states", (np.int64, 2), (np.int32, 2), (np.uint64, 2), (np.int64, 1), "int",
        ),
    ),
    (kernels.start_streams, ((np.uint64, 2), "int")),
)  # fmt: skip
"""What a batch compiles when it is first made: nobody who only plays needs it."""


class IllegalAction(IllegalMove):
    """An action that a game does not offer; nothing was played in any game."""

    index: int
    """The game in the batch."""
    action: int
    seat: int


class Batch:
    """Games of one kind, with one number of players, played side by side.

    Made by `echappee.batch`, which deals them. `step` plays one action in each. Seats are asked one
    after the other, in the order of `echappee.rulebook.turn_order`: where several choose in secret,
    the first of them is asked first, and who may act out of turn is asked before them, clockwise,
    and may wait. `arrays` says how the games stand.

    Game number g draws the chance of its n-th deal from the seed, g and n alone. So the same seed
    and the same actions give the same games, whatever the threads and however many games there are.
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
        device_name: Literal["cpu", "cuda"] = "cpu",
        stream: object = None,
        skip_forced: bool = False,
    ) -> None:
        rules = self.rulebook = rulebook(game_id)
        """The rules that they are played by."""
        self._count = count = arguments.whole("games", games, 1, MOST_GAMES)
        self.players = rules.usual_players if players is None else rules.check_players(players)
        """How many play in each game."""
        self._options = _read_options(rules, self.players, options, count)
        self._seed = arguments.whole("seed", seed)
        self._threads = min(arguments.threads(threads), count)
        if not isinstance(autoreset, str) or autoreset not in _MODES:
            raise UsageError("unknown-autoreset", name=autoreset, known=", ".join(_MODES))
        self.autoreset: Autoreset = autoreset
        """When a game that is over is dealt anew."""
        self.skip_forced = arguments.flag("skip_forced", skip_forced)
        """Is only a seat with a choice asked? Then a move that is the only one plays itself."""
        self.wait = rules.move_codes
        """The last action: to do nothing, where a seat is asked out of turn."""
        self.actions = rules.move_codes + 1
        """How many actions there are: their codes are below this."""
        self.features: Layout = rules.features
        """Names of the slices of an observation: name → (start, length)."""
        self._shapes: Shapes = {
            "observation": (count, rules.feature_count),
            "mask": (count, self.actions),
            "seat": (count,),
            "rewards": (count, self.players),
            "places": (count, self.players),
            "terminated": (count,),
        }
        if isinstance(device_name, str) and device_name == "cpu":
            prepare_kernels(rules, KERNELS, "the batch")
        self._device = _device(device_name, rules, count, self._threads, stream, self.skip_forced)
        self.device: Literal["cpu", "cuda"] = device_name
        """Where the games are played and the arrays are."""
        try:
            self._make_room()
        except MemoryError:
            raise UsageError("batch-memory", games=count) from None
        self.reset(self._seed)

    def _make_room(self) -> None:
        rules, count, put = self.rulebook, self._count, self._device.put
        ends = count if self.autoreset == "same-step" else 0
        own = rules.state_dtype.itemsize + 4 * rules.most_moves + 8 * (2 * WORDS + kernels.TURN + 1)
        shown = room_of(self._shapes) + 4 * rules.feature_count * ends
        self._device.check_room(shown + own * count, count)
        self.arrays = new_arrays(self._shapes, self._device)
        """How the games stand, where no other arrays are handed in: `step` fills them anew."""
        self.final_observation: NDArray[np.float32] = put(
            np.zeros((ends, rules.feature_count), np.float32)
        )
        """With ``same-step``: what the seat that moved last sees of the end, in the games that have
        just ended; what is in the other rows means nothing."""
        self._room = Room(
            states=put(rules.blank(count)),
            blank=put(rules.blank(1)),
            numbers=put(np.array([rules.option_numbers(one) for one in self._options], np.int64)),
            chances=put(np.zeros((count, WORDS), np.uint64)),
            turns=put(np.zeros((count, kernels.TURN), np.int64)),
            listed=put(np.zeros((count, rules.most_moves), np.int32)),
            streams=put(np.zeros((count, WORDS), np.uint64)),
            actions=put(np.zeros(count, np.int64)),
        )

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        return f"<Batch of {self._count} games of {self.rulebook.id} for {self.players}>"

    # ------------------------------------------------------------------------------------- playing

    def step(
        self, actions: Any, into: Arrays | None = None, checked: Checked = "at-once"
    ) -> Arrays:
        """Play an action in each game, deal anew where it is time, and say how the games stand.

        ``actions`` has a whole number for each game, one that its mask allows: what the seat that
        is asked does. Where a game is over it is not looked at. Fills ``into``, or the batch's own
        `arrays`, and returns it. If any action is refused, nothing is played in any game.

        On a GPU it takes as long to hear of that as all takes that was begun before. With
        ``checked`` as ``"later"`` nobody waits: a refused step and those after it play nothing and
        fill nothing, until `check` tells of it.

        ============== ==================================================================
        ``autoreset``  a game that has ended
        ============== ==================================================================
        ``next-step``  shows its end; the next step deals it anew, and ignores its action
        ``same-step``  is dealt anew at once; ``rewards``, ``places`` and ``terminated`` are of the
                       game that has ended, all else of the new one
        ``disabled``   stays as it is, and ignores its actions, until `reset` deals it anew
        ============== ==================================================================
        """
        filled = self.arrays if into is None else into
        arrays = kernel_arrays(filled, self._shapes, self._device)
        mode = _MODES[self.autoreset]
        refused = self._device.step(
            self._room, self.players, self._seed, arrays, actions, mode, self.final_observation,
            is_later(checked),
        )  # fmt: skip
        if refused != kernels.FINE:
            raise self._refusal(refused)
        return filled

    def check(self) -> None:
        """Wait until all steps are done; if an action of those that were to be checked later was
        refused, raise what `step` would have raised. The next step begins where that one did."""
        refused = self._device.check()
        if refused != kernels.FINE:
            raise self._refusal(refused)

    def reset(
        self, seed: int | None = None, which: Any = None, into: Arrays | None = None
    ) -> Arrays:
        """Deal games anew: all of them, or those ``which`` is true for.

        With a ``seed`` they begin again with the first deal of that seed; without one, each goes on
        to its next deal. The batch is dealt when it is made: nobody needs to call this first.
        Fills ``into``, or the batch's own `arrays`, and returns it.
        """
        begun = self._seed if seed is None else arguments.whole("seed", seed)
        everything = np.ones(self._count, np.bool_)
        chosen = self._device.chosen(everything if which is None else which)
        read_flags(chosen, which, self._count)
        if seed is not None and which is not None and not self._device.get(chosen).all():
            raise UsageError("reset-seed")
        filled = self.arrays if into is None else into
        arrays = kernel_arrays(filled, self._shapes, self._device)
        if seed is not None:
            self._seed = begun
            self._device.start_streams(self._room, begun)
        self._device.undeal(self._room, chosen, seed is not None)
        self._device.deal(self._room, self.players, self._seed, arrays)
        return filled

    def sample(self) -> NDArray[np.int64]:
        """Actions at random, one for each game: each move as likely; out of turn mostly to wait.

        They come from streams of their own: the deals are the same whether this is called or not.
        """
        chosen: NDArray[np.int64] = self._device.sample(self._room, self.wait)
        return chosen

    def greedy(self, first: int | None = None) -> NDArray[np.int64]:
        """Actions of the bot `greedy`, one for each game: what the game's own policy finds best.

        It sees what the seat sees. Where moves are as good, chance decides, from the streams of
        `sample`. With ``first``, of the first so many games alone. On a GPU it is one array, which
        the next call fills anew.
        """
        chosen: NDArray[np.int64] = self.begin_greedy(first)()
        return chosen

    def begin_greedy(self, first: int | None = None) -> Callable[[], Any]:
        """Begin what `greedy` does, in the ``first`` so many games; what is returned does the rest,
        and has to be called before anything else of this batch. On a GPU the states come to the
        processor meanwhile."""
        count = len(self) if first is None else arguments.whole("first", first, 1, len(self))
        return self._device.greedy(self._room, self.wait, count)

    # ------------------------------------------------------------------------------------- looking

    def taken(self, array: Any) -> Any:
        """An ``array`` on the batch's device, of whatever library, as the batch knows it; on the
        same memory. Whoever hands it in at every step saves its being looked at anew."""
        taken = self._device.taken(array)
        if taken is None:
            raise UsageError(
                "bad-array", name="array", expected=self.device, given=type(array).__name__
            )
        return taken

    def new_arrays(self, steps: int | None = None) -> Arrays:
        """Arrays to be filled by `step`; with ``steps``, room for so many, and `at` gives one."""
        if steps is None:
            return new_arrays(self._shapes, self._device)
        return new_arrays(
            self._shapes, self._device, arguments.whole("steps", steps, 1, MOST_GAMES)
        )

    def views(self, observation: Any = None) -> dict[str, Any]:
        """The named slices of an ``observation``, in their shapes and on the same memory.

        Without one, of those that the batch itself has filled.
        """
        given = self.arrays.observation if observation is None else observation
        size = self.features.size
        if not hasattr(given, "reshape") or tuple(given.shape[-1:]) != (size,):
            raise UsageError(
                "bad-array", name="observation", expected=f"(…, {size})",
                given=getattr(given, "shape", type(given).__name__),
            )  # fmt: skip
        return self.features.views(given)

    def options(self, index: int) -> dict[str, Any]:
        """All options of the game number ``index``."""
        return dict(self._options[self._game(index) % len(self._options)])

    def state(self, index: int) -> State:
        """A copy of the state of the game number ``index``, hidden things included, for the rules'
        functions."""
        row = self._device.row(self._room.states, self._game(index))
        return self.rulebook.state_from(row.tobytes())

    def states(self) -> NDArray[Any]:
        """A copy of all states, hidden things included."""
        return self._device.get(self._room.states).view(self.rulebook.state_dtype).copy()

    def move(self, index: int, action: int) -> str:
        """The text of an ``action`` that the game number ``index`` offers."""
        game = self._game(index)
        code = arguments.whole("action", action, 0, self.wait)
        seat, step, count, _ = self._device.row(self._room.turns, game).tolist()
        if step and code == self.wait:
            return "wait"
        if code not in self._device.row(self._room.listed, game)[:count]:
            raise self._refusal(game, code)
        return self.rulebook.notation.write_move(self.state(game), seat, code)

    # -------------------------------------------------------------------------------------- inside

    def _game(self, index: object) -> int:
        return arguments.whole("index", index, 0, self._count - 1)

    def _refusal(self, game: int, action: int | None = None) -> IllegalAction:
        """Why a game does not take its action."""
        code = int(self._device.row(self._room.actions, game)) if action is None else action
        seat, step = self._device.row(self._room.turns, game)[: kernels.STEP + 1].tolist()
        told = {"index": game, "seat": seat, "action": code}
        rules, article = self.rulebook, None
        if step == kernels.OVER:
            error = IllegalAction("action-over", **told)
        elif not 0 <= code < self.wait:
            error = IllegalAction(
                "action-wait" if code == self.wait else "action-unknown", last=self.wait, **told
            )
        else:
            state = self.state(game)
            refusal, article = rules.rules.REFUSALS[rules.functions.judge(state, seat, code)]
            why = rules.words.get("refusals", refusal)
            error = IllegalAction(
                "action-refused", article=article, why=why.en, why_fr=why.fr,
                move=rules.notation.write_move(state, seat, code), **told,
            )  # fmt: skip
        error.index, error.action, error.seat = game, code, seat
        return error


def _device(
    name: object, rules: Rulebook, games: int, threads: int, stream: object, skip_forced: bool
) -> Device:
    """The device of this name."""
    if not isinstance(name, str) or name not in ("cpu", "cuda"):
        raise UsageError("unknown-device", name=name)
    if name == "cuda":
        from echappee.lab.gpu.games import GpuGames

        return GpuGames(rules, games, stream, skip_forced)
    if stream is not None:
        raise UsageError("stream-device")
    return Processor(rules, games, threads, skip_forced)


def is_later(checked: object) -> bool:
    """Need it not be told at once whether an action is refused?"""
    if not isinstance(checked, str) or checked not in _CHECKED:
        raise UsageError("unknown-checked", name=checked, known=", ".join(_CHECKED))
    return checked == "later"


def _read_options(rules: Rulebook, players: int, given: object, games: int) -> tuple[Options, ...]:
    """The options of the games, checked: one set for all, or some that they take in turn."""
    if given is None or isinstance(given, Mapping):
        return (rules.settle(players, arguments.mapping("options", given)),)
    several = arguments.items("options", given)
    if not 1 <= len(several) <= games:
        raise UsageError("batch-options", count=len(several), games=games)
    return tuple(rules.settle(players, arguments.mapping("options", one)) for one in several)
