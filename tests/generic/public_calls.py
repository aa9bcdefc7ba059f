"""The public functions, with right arguments for each of them and the wrong ones that they take.

`public` lists what there is. `CALLS` says how it is called; the test compares the two, so that a
new function or a new parameter is not forgotten.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import msgspec

import echappee
from echappee import calculator
from echappee.bots import chair, registry, review, win_chances
from echappee.bots.win_chances import Chances
from echappee.calculator import Left, Race, Stage
from echappee.errors import EchappeeError
from echappee.lab import arena, simulate
from echappee.lab.batch.arrays import Arrays
from echappee.lab.batch.batch import Batch
from echappee.match.game import Game
from echappee.match.match import Match
from echappee.match.moments import Moment
from echappee.match.position import Happened, Moves, Step
from tests.generic.wrong_values import (
    ANYTHING,
    FLAG,
    FUNCTION,
    LIST,
    MAY_BE_NONE,
    NOTHING,
    OPTIONS,
    SEED,
    WHOLE_TEXTS,
    Taken,
)

MODULES: tuple[ModuleType, ...] = (
    echappee, calculator, chair, win_chances, review, registry, arena, simulate,
)  # fmt: skip
"""What docs/api.md, docs/adding-a-bot.md and docs/calculator.md tell people to import."""
CLASSES: tuple[type, ...] = (Game, Match, Moves, Moment, Step, Happened, Batch, Arrays)
"""What its functions give them."""
_ASKED = ("__getitem__", "__contains__")

MADE_HERE: dict[str, str] = {
    "Game": "by echappee.game",
    "Match": "by Game.start, Game.position and echappee.replay",
    "Moves": "by Match.moves",
    "Moment": "by Match.moments",
    "Step": "by Match.play",
    "Happened": "by Match.play",
    "Batch": "by echappee.batch",
    "Arrays": "looked at where they are filled",
    "echappee.Phrase": "two sentences of ours",
    "Happened.index": "as of any list, ValueError included",
    "Happened.count": "as of any list",
    "calculator.RaceState": "by race_state",
    "chair.Bot": "what bots look like",
    "chair.Bot.choose": "what bots look like",
    "win_chances.Chances": "by chances_at",
    "win_chances.Turn": "by turning_points",
    "review.Judged": "by judge",
    "review.Choice": "by judge",
    "arena.Arena": "by arena",
    "arena.Entrant": "by arena",
    "simulate.Simulation": "by simulate",
    "simulate.BotResult": "by simulate",
    "simulate.SeatResult": "by simulate",
    "simulate.Games": "by simulate, for whoever plays them",
    "simulate.Games.do": "by executors",
    "registry.BotFile": "what a cluster sends to its workers",
    "registry.file_of": "for the ledger and the cluster",
    "registry.called_or_itself": "for the cluster",
}
"""What is public to be looked at, not to be called with arguments."""


def public() -> Iterator[tuple[str, Callable[..., Any]]]:
    """All that takes arguments: functions, constructors, methods; under the names of `CALLS`."""
    for module in MODULES:
        short = module.__name__.rpartition(".")[2]
        for name in getattr(module, "__all__", None) or _own(module):
            value = getattr(module, name)
            if inspect.isclass(value) and not issubclass(value, EchappeeError):
                yield f"{short}.{name}", value
                yield from _methods(f"{short}.{name}", value)
            elif inspect.isfunction(inspect.unwrap(value)):
                yield f"{short}.{name}", value
    for kind in CLASSES:
        yield kind.__name__, kind
        yield from _methods(kind.__name__, kind)


def _own(module: ModuleType) -> list[str]:
    found = vars(module).items()
    return [
        name
        for name, value in found
        if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
        if inspect.isclass(value) or callable(value)
    ]


def _methods(name: str, kind: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    for attribute, value in inspect.getmembers(kind, callable):
        ours = str(getattr(value, "__module__", "")).startswith("echappee")
        asked = attribute in _ASKED and ours
        if asked or not (attribute.startswith("_") or isinstance(value, type)):
            yield f"{name}.{attribute}", value


def parameters(function: Callable[..., Any], *, bound: bool) -> list[str]:
    """The names of what a function takes."""
    if isinstance(function, type) and issubclass(function, msgspec.Struct):
        return list(function.__struct_fields__)
    names = list(inspect.signature(function).parameters)
    return names[1:] if bound else names


class World:
    """A game under way, and a race: what the functions are called with."""

    def __init__(self, game_id: str) -> None:
        self.game = echappee.game(game_id)
        self.match = self.game.start(options=None, seed=7, names=("Inès", "Hugo"))
        for _ in range(3):
            self.happened = self.match.play(self.seat, self.move)

    @property
    def seat(self) -> int:
        return self.match.awaited[0]

    @property
    def move(self) -> str:
        return self.match.moves(self.seat)[0]

    @cached_property
    def moment(self) -> Moment:
        return list(self.match.moments())[-1]

    @cached_property
    def race(self) -> Race:
        race = calculator.new_race(["Inès", "Hugo", "Marco"])
        return calculator.add_stage(race, self.stage)

    @property
    def stage(self) -> Stage:
        return Stage("mountain", (1,), (Left(2, 1), Left(), Left(1, 2)))

    @cached_property
    def state(self) -> calculator.RaceState:
        return calculator.race_state(self.race)

    @cached_property
    def batch(self) -> Batch:
        return echappee.batch("tapas", 2)

    @property
    def course(self) -> list[Chances]:
        return [Chances(0, (0.5, 0.5), 10), Chances(3, (0.7, 0.3), 10)]

    def fingerprint(self) -> Any:
        """All that a refused call might have changed."""
        match = self.match
        viewers = (None, *range(match.players))
        return (
            match.save(), match.record(), match.position(), match.awaited, match.entries,
            [match.view(viewer) for viewer in viewers],
            [match.events(viewer) for viewer in viewers],
            [list(match.moves(seat)) for seat in range(match.players)],
            calculator.write_race(self.race), self.race, registry.bot_names(),
            self.batch.states().tobytes(), self.batch.arrays.seat.tolist(),
        )  # fmt: skip


class Call(NamedTuple):
    """A public function: how it is found, called rightly, and what else its parameters take."""

    name: str
    find: Callable[[World], Callable[..., Any]]
    right: Callable[[World, Path], dict[str, Any]]
    takes: dict[str, Taken]


def _of_match(name: str, right: Callable[[World], dict[str, Any]], /, **takes: Taken) -> Call:
    return Call(f"Match.{name}", lambda w: getattr(w.match, name), lambda w, _: right(w), takes)


def _function(
    module: ModuleType, name: str, right: Callable[[World, Path], dict[str, Any]], /, **takes: Taken
) -> Call:
    short = module.__name__.rpartition(".")[2]
    return Call(f"{short}.{name}", lambda _: getattr(module, name), right, takes)


GAME_CALLS: tuple[Call, ...] = (
    Call("Game.start", lambda w: w.game.start,
         lambda w, _: {"players": w.match.players, "options": {}, "seed": 1, "names": [],
                       "practice": False},
         {"players": MAY_BE_NONE, "options": OPTIONS, "seed": SEED, "names": LIST | {"long list"},
          "practice": FLAG}),
    Call("Game.position", lambda w: w.game.position,
         lambda w, _: {"text": w.match.position(), "seed": 1, "practice": False},
         {"text": NOTHING, "seed": SEED, "practice": FLAG}),
    Call("Game.prepare", lambda w: w.game.prepare, lambda w, _: {"progress": None},
         {"progress": FUNCTION}),
    Call("Game.schema", lambda w: w.game.schema, lambda w, _: {"what": "view"}, {"what": NOTHING}),
    _of_match("moves", lambda w: {"seat": w.seat}, seat=NOTHING),
    _of_match("explain", lambda w: {"seat": w.seat, "text": w.move}, seat=NOTHING, text=ANYTHING),
    _of_match("ahead", lambda w: {"seat": w.seat, "text": w.move}, seat=NOTHING, text=NOTHING),
    _of_match("view", lambda w: {"seat": w.seat}, seat=MAY_BE_NONE),
    _of_match("typed_view", lambda w: {"seat": w.seat}, seat=MAY_BE_NONE),
    _of_match("observe", lambda w: {"seat": w.seat}, seat=NOTHING),
    _of_match("mask", lambda w: {"seat": w.seat}, seat=NOTHING),
    _of_match("worlds", lambda w: {"seat": w.seat, "count": 1, "seed": 0},
              seat=NOTHING, count=NOTHING, seed=NOTHING),
    _of_match("advise", lambda w: {"seat": w.seat, "seed": 0}, seat=NOTHING, seed=NOTHING),
    _of_match("branch", lambda w: {"seat": w.seat, "seed": 0}, seat=NOTHING, seed=SEED),
    _of_match("play", lambda w: {"seat": w.seat, "text": w.move}, seat=NOTHING, text=NOTHING),
    _of_match("undo", lambda w: {"seat": None, "consent": range(w.match.players)},
              seat=MAY_BE_NONE, consent=LIST),
    _of_match("undo_right", lambda w: {"seat": w.seat}, seat=NOTHING),
    _of_match("undo_bar", lambda w: {"seat": w.seat}, seat=NOTHING),
    _of_match("events", lambda w: {"viewer": w.seat, "since": 1}, viewer=MAY_BE_NONE,
              since=NOTHING),
    _of_match("moments", lambda w: {"first": 1, "last": 2}, first=NOTHING, last=MAY_BE_NONE),
    _of_match("at", lambda w: {"number": 1}, number=NOTHING),
    Call("Moves.__getitem__", lambda w: w.match.moves(w.seat).__getitem__,
         lambda w, _: {"index": 0}, {"index": frozenset({"negative"})}),
    Call("Moves.__contains__", lambda w: w.match.moves(w.seat).__contains__,
         lambda w, _: {"text": w.move}, {"text": ANYTHING}),
    Call("Happened.__getitem__", lambda w: w.happened.__getitem__,
         lambda w, _: {"index": 0}, {"index": frozenset({"negative"})}),
    Call("Moment.view", lambda w: w.moment.view, lambda w, _: {"seat": 0}, {"seat": MAY_BE_NONE}),
    Call("Moment.events", lambda w: w.moment.events, lambda w, _: {"viewer": 0},
         {"viewer": MAY_BE_NONE}),
    Call("Step.events", lambda w: getattr(w.match.last_step, "events"),  # noqa: B009
         lambda w, _: {"viewer": 0}, {"viewer": MAY_BE_NONE}),
    _function(chair, "Chair", lambda w, _: {"match": w.match, "seat": w.seat, "seed": 0},
              match=NOTHING, seat=NOTHING, seed=NOTHING),
    Call("chair.Chair.worlds", lambda w: chair.Chair(w.match, w.seat).worlds,
         lambda w, _: {"count": 1}, {"count": NOTHING}),
    _function(chair, "next_action",
              lambda w, _: {"match": w.match, "bots": {0: registry.bot("random")}, "seed": 0},
              match=NOTHING, bots=OPTIONS, seed=NOTHING),
    _function(chair, "play_chosen",
              lambda w, _: {"match": w.match, "seat": w.seat, "text": w.move,
                            "bots": {w.seat: registry.bot("random")}},
              match=NOTHING, seat=NOTHING, text=NOTHING, bots=NOTHING),
    _function(win_chances, "points_of", lambda w, _: {"match": w.match, "most": 5},
              match=NOTHING, most=NOTHING),
    _function(win_chances, "first_chances", lambda w, _: {"match": w.match, "number": 1},
              match=NOTHING, number=NOTHING),
    _function(win_chances, "chances_at",
              lambda w, _: {"match": w.match, "number": 1, "simulations": 1, "seed": 0},
              match=NOTHING, number=NOTHING, simulations=NOTHING, seed=NOTHING),
    _function(review, "decisions", lambda w, _: {"match": w.match, "seat": 0},
              match=NOTHING, seat=NOTHING),
    _function(review, "in_order", lambda w, _: {"match": w.match, "seat": 0},
              match=NOTHING, seat=NOTHING),
    _function(review, "judge",
              lambda w, _: {"match": w.match, "number": 1, "simulations": 1, "seed": 0,
                            "seat": None},
              match=NOTHING, number=NOTHING, simulations=MAY_BE_NONE, seed=NOTHING,
              seat=MAY_BE_NONE),
    _function(review, "review",
              lambda w, _: {"match": w.match, "seat": 0, "simulations": 1, "seed": 0},
              match=NOTHING, seat=NOTHING, simulations=MAY_BE_NONE, seed=NOTHING),
)  # fmt: skip
"""Of a game, a match or a moment of it: tried in every game."""

_CONTEST: dict[str, Taken] = {"players": MAY_BE_NONE, "options": OPTIONS, "threads": MAY_BE_NONE}

OTHER_CALLS: tuple[Call, ...] = (
    _function(echappee, "game", lambda w, _: {"game_id": "tapas"}, game_id=NOTHING),
    _function(echappee, "replay", lambda w, _: {"text": w.match.record()}, text=NOTHING),
    _function(echappee, "verify", lambda w, _: {"text": w.match.record()}, text=NOTHING),
    _function(echappee, "batch",
              lambda w, _: {"game_id": "tapas", "games": 2, "players": 2, "options": {}, "seed": 0,
                            "threads": 1, "autoreset": "next-step", "device": "cpu",
                            "stream": None, "skip_forced": False},
              game_id=NOTHING, games=NOTHING, seed=NOTHING, autoreset=NOTHING, device=NOTHING,
              stream=MAY_BE_NONE, skip_forced=FLAG, **_CONTEST),
    Call("Batch.step", lambda w: w.batch.step,
         lambda w, _: {"actions": w.batch.sample(), "into": None, "checked": "at-once"},
         {"actions": NOTHING, "into": MAY_BE_NONE, "checked": NOTHING}),
    Call("Batch.taken", lambda w: w.batch.taken, lambda w, _: {"array": w.batch.arrays.seat},
         {"array": frozenset({"array"})}),
    Call("Batch.reset", lambda w: w.batch.reset,
         lambda w, _: {"seed": None, "which": None, "into": None},
         {"seed": MAY_BE_NONE, "which": MAY_BE_NONE, "into": MAY_BE_NONE}),
    Call("Batch.greedy", lambda w: w.batch.greedy, lambda w, _: {"first": None},
         {"first": MAY_BE_NONE}),
    Call("Batch.begin_greedy", lambda w: w.batch.begin_greedy, lambda w, _: {"first": None},
         {"first": MAY_BE_NONE}),
    Call("Batch.new_arrays", lambda w: w.batch.new_arrays, lambda w, _: {"steps": 2},
         {"steps": MAY_BE_NONE}),
    Call("Batch.views", lambda w: w.batch.views, lambda w, _: {"observation": None},
         {"observation": MAY_BE_NONE}),
    Call("Batch.options", lambda w: w.batch.options, lambda w, _: {"index": 0},
         {"index": NOTHING}),
    Call("Batch.state", lambda w: w.batch.state, lambda w, _: {"index": 0}, {"index": NOTHING}),
    Call("Batch.move", lambda w: w.batch.move,
         lambda w, _: {"index": 0, "action": int(w.batch.sample()[0])},
         {"index": NOTHING, "action": NOTHING}),
    Call("Arrays.at", lambda w: w.batch.new_arrays(2).at, lambda w, _: {"step": 0},
         {"step": frozenset({"negative"})}),
    Call("echappee.Phrase.__getitem__", lambda w: w.game.name.__getitem__,
         lambda w, _: {"language": "fr"}, {"language": NOTHING}),
    _function(win_chances, "turning_points", lambda w, _: {"course": w.course, "most": 5},
              course=LIST, most=NOTHING),
    _function(review, "worst", lambda w, _: {"judged": [], "most": 3}, judged=LIST, most=NOTHING),
    _function(registry, "bot", lambda w, _: {"name": "random"}, name=NOTHING),
    _function(registry, "quick_bot", lambda w, _: {"name": "random"}, name=NOTHING),
    _function(registry, "load_file", lambda w, _: {"path": "docs/examples/mybot.py"}, path=NOTHING),
    _function(simulate, "simulate",
              lambda w, _: {"game_id": "tapas", "games": 1, "players": 2, "options": {},
                            "bots": ("random",), "seed": 0, "threads": 1, "progress": None,
                            "prepare": None, "executor": None, "ledger": None, "device": "cpu"},
              game_id=NOTHING, games=NOTHING, bots=NOTHING, seed=NOTHING, progress=FUNCTION,
              prepare=FUNCTION, executor=MAY_BE_NONE, ledger=MAY_BE_NONE, device=NOTHING,
              **_CONTEST),
    _function(arena, "arena",
              lambda w, _: {"game_id": "tapas", "bots": ("random", "random"), "games": 1,
                            "players": 2, "options": {}, "seed": 0, "claim": None, "budget": None,
                            "seconds": None, "threads": 1, "ledger": None, "progress": None,
                            "prepare": None, "play_all": False, "executor": None},
              game_id=NOTHING, games=NOTHING, bots=NOTHING, seed=NOTHING, play_all=FLAG,
              claim=frozenset({"none", "one", "numpy one"}),
              budget=frozenset({"none", "one", "numpy one", "one and a half"}),
              seconds=frozenset({"none", "one", "numpy one", "one and a half"}),
              ledger=MAY_BE_NONE, progress=FUNCTION, prepare=FUNCTION, executor=MAY_BE_NONE,
              **_CONTEST),
    _function(calculator, "Left", lambda w, _: {"small": 1, "big": 1, "cards": ("7", "3")},
              small=frozenset({"negative"}), big=frozenset({"negative"}),
              cards=LIST | {"long list"}),
    _function(calculator, "Stage",
              lambda w, _: {"profile": "flat", "order": (0,), "left": (Left(),), "chooser": 0},
              profile=WHOLE_TEXTS, order=frozenset({"empty list", "set"}), left=LIST,
              chooser=frozenset({"none", "negative"})),
    _function(calculator, "Race", lambda w, _: msgspec.structs.asdict(w.race),
              names=NOTHING, edition=NOTHING, mode=NOTHING,
              stages_each=NOTHING, tie_break=frozenset({"true", "false"}), first=NOTHING,
              title=WHOLE_TEXTS, stages=LIST),
    Call("calculator.Race.is_final", lambda w: w.race.is_final, lambda w, _: {"number": 1},
         {"number": NOTHING}),
    Call("calculator.Race.chooser_of", lambda w: w.race.chooser_of, lambda w, _: {"number": 1},
         {"number": NOTHING}),
    _function(calculator, "new_race",
              lambda w, _: {"names": w.race.names, "edition": "FR", "mode": "sprint",
                            "stages_each": None, "tie_break": False, "first": 0, "title": ""},
              names=NOTHING, edition=NOTHING, mode=NOTHING, stages_each=MAY_BE_NONE,
              tie_break=frozenset({"true", "false"}), first=NOTHING,
              title=frozenset({"empty text", "blank text", "braces"})),
    _function(calculator, "change_race", lambda w, _: {"race": w.race, "changes": {}},
              race=NOTHING, changes=frozenset({"empty dict"})),
    _function(calculator, "check_race", lambda w, _: {"race": w.race}, race=NOTHING),
    _function(calculator, "race_state", lambda w, _: {"race": w.race}, race=NOTHING),
    _function(calculator, "add_stage", lambda w, _: {"race": w.race, "stage": w.stage},
              race=NOTHING, stage=NOTHING),
    _function(calculator, "correct_stage",
              lambda w, _: {"race": w.race, "number": 1, "stage": w.stage},
              race=NOTHING, number=NOTHING, stage=NOTHING),
    _function(calculator, "insert_stage",
              lambda w, _: {"race": w.race, "number": 1, "stage": w.stage},
              race=NOTHING, number=NOTHING, stage=NOTHING),
    _function(calculator, "remove_stage", lambda w, _: {"race": w.race, "number": 1},
              race=NOTHING, number=MAY_BE_NONE),
    _function(calculator, "export",
              lambda w, _: {"race": w.race, "path": "a.csv", "language": "fr"},
              race=NOTHING, path=NOTHING, language=NOTHING),
    _function(calculator, "write_csv", lambda w, _: {"state": w.state}, state=NOTHING),
    _function(calculator, "write_text", lambda w, _: {"state": w.state, "language": "en"},
              state=NOTHING, language=NOTHING),
    _function(calculator, "read_left", lambda w, _: {"text": "2s 1b"},
              text=frozenset({"empty text", "blank text"})),
    _function(calculator, "write_left", lambda w, _: {"left": Left(1, 1)}, left=NOTHING),
    _function(calculator, "find_seat", lambda w, _: {"race": w.race, "text": "Inès"},
              race=NOTHING, text=NOTHING),
    _function(calculator, "find_seats", lambda w, _: {"race": w.race, "text": "Inès"},
              race=NOTHING, text=frozenset({"empty text", "blank text"})),
    _function(calculator, "find_profile", lambda w, _: {"text": "flat", "among": ("flat",)},
              text=NOTHING, among=LIST),
    _function(calculator, "read_race", lambda w, _: {"text": calculator.write_race(w.race)},
              text=NOTHING),
    _function(calculator, "write_race", lambda w, _: {"race": w.race}, race=NOTHING),
    _function(calculator, "load_race", lambda w, folder: {"path": folder / "kept.race"},
              path=NOTHING),
    _function(calculator, "save_race",
              lambda w, folder: {"path": folder / "new.race", "race": w.race},
              path=WHOLE_TEXTS, race=NOTHING),
)  # fmt: skip
