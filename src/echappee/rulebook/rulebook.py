"""A game's rulebook as the rest of the program sees it: what it declares, and its functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, cached_property, wraps
from operator import index
from threading import RLock
from types import ModuleType
from typing import Any, Protocol

import msgspec
import numpy as np

from echappee import arguments
from echappee.errors import BadOption, BadRecord, Phrase
from echappee.rulebook import contract, remarks, statistics
from echappee.rulebook.compiler import Binder, Function, jit_disabled
from echappee.rulebook.contract import State, one_chapter
from echappee.rulebook.layout import Layout
from echappee.rulebook.options import Option, Options, read_options
from echappee.rulebook.outlook import Outlook
from echappee.rulebook.randomness import WORDS
from echappee.rulebook.remarks import Remarks
from echappee.rulebook.series import Series
from echappee.rulebook.statistics import Statistics
from echappee.rulebook.unpack_state import Unpack, unpacker
from echappee.rulebook.values import Event, Heading, Score
from echappee.rulebook.words import Words

_VERSION = "version"  # the field of a state that holds the version of its rules


class StateScalar(np.record):  # type: ignore[misc]
    """A state whose bytes compiled rules find at once.

    They ask a record for its ``dtype`` and its ``data``. NumPy's record is slow with the first,
    since it looks at every name in Python, and its answer to the second describes every field anew:
    that takes longer than most rules run. Here what a record has is found as in any object, and
    only what it has not is looked for among its fields; and a state that `Rulebook.state_from`
    made answers with its bytes alone.
    """

    __slots__ = ("data",)
    __getattribute__ = object.__getattribute__

    def __getattr__(self, name: str) -> Any:
        """A field; or the ``data`` of one of many states in an array."""
        if name == "data":
            return np.void.data.__get__(self)
        fields = self.dtype.fields
        field = None if fields is None else fields.get(name)
        if field is None:
            raise AttributeError(f"a state has no {name}")
        return self.getfield(*field[:2])


_HOLD = StateScalar.__dict__["data"].__set__  # a record's own attributes are its fields


class States(np.ndarray[Any, Any]):
    """An array of states. Those that are taken from it one by one are found by compiled rules as
    fast as others; from a part or a copy of it they are taken as NumPy does it."""

    _held: bytearray | None = None

    @classmethod
    def zeros(cls, count: int, dtype: np.dtype[np.void]) -> States:
        """So many states of zeros."""
        held = bytearray(count * dtype.itemsize)
        states = np.frombuffer(held, dtype).view(cls)
        states._held = held
        return states

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        if type(found) is StateScalar and self._held is not None:
            size = found.nbytes
            start = index(key) % len(self) * size
            _HOLD(found, memoryview(self._held)[start : start + size])
        return found


class Notation(Protocol):
    """A game's ``notation.py``: moves and positions as text, exact both ways."""

    def write_move(self, s: State, seat: int, move: int) -> str:
        """The text of a move."""

    def read_move(self, s: State, seat: int, text: str) -> int:
        """The move that a text means here; raises `InvalidMove`. It need not be legal."""

    def write_position(self, s: State) -> str:
        """The whole state as one line of text, hidden things included."""

    def read_position(self, text: str, s: State) -> tuple[int, Options]:
        """Fill the blank ``s`` from a text; return players and options. Raises `BadPosition`.

        A text means the same in every version of the rules that has it.
        """


class Views(Protocol):
    """A game's ``view.py``: what a seat may see, and what just happened."""

    def look(self, s: State, players: int, seat: int | None) -> msgspec.Struct:
        """The table as a seat sees it; ``None`` is a spectator. Never anything hidden from it."""

    def happened(
        self, before: State, seat: int, move: int, after: State, players: int, viewer: int | None
    ) -> list[Event]:
        """What a move did, as a viewer may know it."""


class Functions:
    """A game's rules, bound: the contract's functions, and kernels made for this game."""

    setup: Function
    awaited: Function
    actors: Function
    offered: Function
    legal: Function
    judge: Function
    reveals: Function
    apply: Function
    over: Function
    standing: Function
    ranking: Function
    redeal: Function
    observe: Function

    def __init__(self, rulebook: Rulebook, *, compiled: bool) -> None:
        self.compiled = compiled
        self._lock = RLock()
        self._binder = Binder(rulebook.package, compiled=compiled, stand_ins=rulebook.stand_ins())
        for placeholder in contract.CONTRACT:
            setattr(self, placeholder.__name__, self.kernel(placeholder))

    def kernel(self, template: Function) -> Function:
        """A generic kernel with this game's rules in it; made once."""
        with self._lock:  # threads may ask for the same one at once
            bound = self._binder.bind(template)
        return bound if self.compiled else _quiet(bound)

    def reach(self, compiled: Function) -> set[Function]:
        """The function ``compiled``, and all that are compiled with it because it calls them."""
        with self._lock:
            return self._binder.reach(compiled)


@cache
def _quiet(function: Function) -> Function:
    """Interpreted rules let 64-bit words wrap as compiled ones do, without NumPy's warning."""

    @wraps(function)
    def quiet(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return quiet


class Rulebook(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What a game declares. Everything generic (tests, table, bots, lab) works from this alone."""

    id: str
    version: int
    """The newest of the rules. A record of an older one is replayed by that one: its state holds
    the version that it plays by, in the field ``version``, and the rules ask for it where a ruling
    has changed. A game whose rules never changed needs no such field."""
    package: str
    rules: ModuleType
    notation: Notation
    views: Views
    view_type: type[msgspec.Struct]
    """What ``views.look`` returns; its JSON schema is generated from it."""
    players: tuple[int, int]
    options: tuple[Option, ...]
    hidden: bool
    """Is anything hidden from anybody?"""
    simultaneous: bool = False
    """Do the seats choose in secret and all at once, but for how the game is laid out? Nobody then
    ever acts out of turn."""
    longest: Callable[[int, Options], int]
    """No game of these players and options has more moves."""
    scores: tuple[int, int]
    """No score is outside this range, in points."""
    score_parts: int = 1
    """The parts of a point that ``standing`` counts in: 2 where scores can have halves."""
    low_wins: bool = False
    """Is a low score better than a high one?"""
    move_codes: int
    """Legal moves are numbered below this."""
    most_moves: int
    """No seat ever has more legal moves at once."""
    chapter: Function = one_chapter
    """The number of the stage being played, compiled, from its rules; scores are settled where it
    goes up."""
    policy: Function
    """The game's own cheap and sensible way to choose a move: its ``policy.py``, compiled.

    ``policy(s, seat, moves, n, chance)`` gets a possible world, never the table's state, and
    returns a place among the ``n`` moves, or -1 to wait where it is asked out of turn.
    """
    rollout: Function | None = None
    """A cheaper policy for playing worlds on in a bot's head; None: the policy itself."""
    outlook: Outlook = Outlook()
    """How bots think about this game."""
    inferred: tuple[str, ...] = ()
    """The parts of a state that hold only what seats can conclude about hidden things: with zeros
    in them, `redeal` knows no more than who holds how many cards."""
    outsiders: Callable[[State], bool] | None = None
    """Can somebody win who is no player? None: nobody can."""
    solvable: bool = False
    """For two, without secrets, and without chance once the game is set up?"""
    private_view: Callable[[Any, State, int], msgspec.Struct] | None = None
    """``views.look`` in two parts, for speed: from a spectator's look, a state and a seat, what
    that seat sees. Without it, each seat's look is made from nothing."""
    private_events: Callable[[list[Event], State, int, int, State, int], list[Event]] | None = None
    """``views.happened`` in two parts likewise: from what a spectator is told, the state before,
    the seat, its move and the state after, what that viewer's seat is told."""
    constant_parts: tuple[str, ...] = ()
    """The large parts of a look that are the same object for all viewers of a match, always."""
    material: Callable[[], msgspec.Struct] | None = None
    """What is in the box, for a page to show or to build with; None: nothing to show."""
    series: type[Series] | None = None
    """A longer contest made of several matches; None: there is none."""
    heading: Callable[[State], Heading | None] | None = None
    """The stage or round that a state is in, to find one's way in a long game; None: no parts."""
    ahead: Callable[[Rulebook, State, int, int], msgspec.Struct | None] | None = None
    """What could follow from a seat's legal move, for that seat to know before it plays. Not None
    only for moves that draw nothing and show nothing but what the seat itself sees."""
    clash: Callable[[int, Options], Phrase | None] | None = None
    """Why this number of players and these options don't go together; None if they do."""
    statistics: Statistics = Statistics()
    """Things that seats use, and restricted players: what the lab's reports tell of."""
    remarks: Remarks = Remarks()
    """What a player looks at in a position: why one move is better than another."""

    @cached_property
    def words(self) -> Words:
        """Every sentence of this game."""
        return Words(self.package)

    @cached_property
    def name(self) -> Phrase:
        """The game's name."""
        return self.words.get("name")

    @cached_property
    def state_dtype(self) -> np.dtype[np.void]:
        """The record that holds a state."""
        return np.dtype((StateScalar, self.rules.STATE))

    @cached_property
    def unpack(self) -> Unpack:
        """From the bytes of a state, its plain values, as ``plain`` gives them of the state."""
        return unpacker(self.state_dtype)

    @cached_property
    def features(self) -> Layout:
        """Named slices of ``observe``: name → (start, length)."""
        features: Layout = self.rules.FEATURES
        return features

    @cached_property
    def feature_count(self) -> int:
        """How many numbers ``observe`` fills."""
        return self.features.size

    @cached_property
    def functions(self) -> Functions:
        """The rules at their usual speed: compiled, unless ``NUMBA_DISABLE_JIT`` is set."""
        return self.interpreted if jit_disabled() else self.compiled

    @cached_property
    def compiled(self) -> Functions:
        """The rules, compiled when they are first called."""
        return Functions(self, compiled=True)

    @cached_property
    def interpreted(self) -> Functions:
        """The same rules as plain Python: to step through, and to compare with."""
        return Functions(self, compiled=False)

    def stand_ins(self) -> dict[Function, Function]:
        """What takes the place of the contract's placeholders."""
        found: dict[Function, Function] = {
            contract.policy: self.policy,
            contract.rollout: self.rollout or self.policy,
            contract.chapter: self.chapter,
            statistics.used: self.statistics.used,
            statistics.kept: self.statistics.kept,
            statistics.narrow: self.statistics.narrow,
            remarks.traits: self.remarks.fill,
            remarks.settled: self.remarks.settled,
        }
        for placeholder in contract.CONTRACT:
            found[placeholder] = getattr(self.rules, placeholder.__name__)
        return found

    def borrow(self) -> None:
        """Play by the interpreted rules, which are there at once, until `settle_down`."""
        self.__dict__.setdefault("functions", self.interpreted)

    @property
    def borrowed(self) -> bool:
        """Is it played by the interpreted rules for now, whoever may be compiling the others?"""
        held = self.__dict__.get("functions")
        return held is not None and not held.compiled and not jit_disabled()

    def give_back(self) -> None:
        """Borrow the interpreted rules no longer: whoever asks next gets those of usual speed."""
        if self.borrowed:
            del self.__dict__["functions"]

    def settle_down(self) -> None:
        """Play by the compiled rules from now on: they are loaded."""
        self.__dict__["functions"] = self.compiled

    @property
    def fewest_rivals(self) -> int:
        """The fewest who play against each other, also where a game can be played alone."""
        return max(2, self.players[0])

    @property
    def usual_players(self) -> int:
        """How many play where nothing is said: as many as four."""
        fewest, most = self.players
        return max(fewest, min(most, 4))

    def player_counts(self) -> range:
        """The numbers of players that it can be played with."""
        return range(self.players[0], self.players[1] + 1)

    def check_players(self, players: int) -> int:
        """Refuse a wrong number of players."""
        fewest, most = self.players
        count = arguments.index(players)
        if count is None or not fewest <= count <= most:
            code = "bad-player-count" if fewest == most else "bad-players"
            raise BadOption(code, game=self.name.en, fewest=fewest, most=most, players=players)
        return count

    def check_version(self, version: int) -> None:
        """Refuse a version of the rules that this program doesn't know."""
        if not 1 <= version <= self.version:
            raise BadRecord("record-rules", game=self.name.en, made_by=version, known=self.version)

    def options_of(self, version: int) -> tuple[Option, ...]:
        """The options that matches by this version of the rules have."""
        return tuple(option for option in self.options if option.since <= version)

    def read_options(self, given: Options, version: int | None = None) -> Options:
        """All options with their values, checked; those of the newest rules if not told else."""
        known = self.options_of(self.version if version is None else version)
        return read_options(self.name.en, known, given)

    def refuses(self, players: int, options: Options) -> Phrase | None:
        """Why these players and options, each fine alone, don't go together; None if they do."""
        return None if self.clash is None else self.clash(players, options)

    def settle(self, players: int, given: Options, version: int | None = None) -> Options:
        """All options of a table with this number of players, checked together."""
        count = self.check_players(players)
        options = self.read_options(given, version)
        why = self.refuses(count, options)
        if why is not None:
            raise BadOption("options-clash", words=why)
        return options

    def option_numbers(self, options: Options) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """The options as the rules see them; what an older version didn't have is as usual."""
        numbers = [
            number
            for option in self.options
            for number in option.numbers(options.get(option.name, option.default))
        ]
        return np.array(numbers, np.int64)

    def blank(self, count: int = 1, version: int | None = None) -> Any:
        """An array of states that the rules can fill, such as ``blank()[0]``: zeros, and the
        version of the rules that they play by, the newest if not told else."""
        states = States.zeros(count, self.state_dtype)
        if _VERSION in (self.state_dtype.names or ()):
            states.view(np.ndarray)[_VERSION] = self.version if version is None else version
        return states

    def read_position(self, text: str, version: int | None = None) -> tuple[State, int, Options]:
        """The state that a text means, its players and options; raises `BadPosition`."""
        played_by = self.version if version is None else version
        state: State = self.blank(version=played_by)[0]
        players, options = self.notation.read_position(text, state)
        known = self.options_of(played_by)
        return state, players, {option.name: options[option.name] for option in known}

    def state_from(self, data: bytes) -> State:
        """A state of its own from the bytes of one; a record's own ``copy`` is ten times slower."""
        held = bytearray(data)
        state: State = np.frombuffer(held, self.state_dtype)[0]
        _HOLD(state, held)
        return state

    def points(self, scores: Iterable[int]) -> tuple[Score, ...]:
        """Scores in points, from what ``standing`` has filled in."""
        parts = self.score_parts
        return tuple(score / parts if score % parts else score // parts for score in scores)

    def buffer(self) -> Any:
        """A buffer for ``legal``."""
        return np.zeros(self.most_moves, np.int32)


@cache
def seats(mask: int) -> tuple[int, ...]:
    """The seats of a bit mask."""
    return tuple(seat for seat in range(int(mask).bit_length()) if mask >> seat & 1)


def mask_of(seats: Iterable[int]) -> int:
    """The bit mask of some seats."""
    return sum(1 << seat for seat in seats)


def new_chance() -> Any:
    """Room for one chance."""
    return np.zeros(WORDS, np.uint64)
