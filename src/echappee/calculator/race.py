"""A race with real cards: who rides, in which mode, and what came of each stage. Frozen values.

Seats are numbered from 0 clockwise, in the order of ``names``. Nothing here is computed: seconds
and places follow from the game's own functions (`echappee.games.tape_letape.scoring`).
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from echappee import arguments
from echappee.arguments import MOST
from echappee.errors import EchappeeError, shown_facts
from echappee.games.tape_letape import RULEBOOK, material, scoring
from echappee.rulebook.words import Words

WORDS = Words("echappee.calculator")
"""Every sentence of the calculator."""

Edition: TypeAlias = Literal["FR", "EN"]
Mode: TypeAlias = Literal["sprint", "endurance"]


class CalculatorError(EchappeeError):
    """Something that can't have happened at a table. Nothing was changed.

    ``stage`` is the number of the stage that is wrong, and ``line`` the line of a file, where
    there is one. Of a file that was cut short, ``readable`` is the race with its whole stages.
    """

    def __init__(self, code: str, *, stage: int | None = None, **facts: Any) -> None:
        counts = {name: fact for name, fact in facts.items() if type(fact) is int}
        told = shown_facts(facts) | {n: f for n, f in counts.items() if abs(f) <= MOST}
        super().__init__(code, words=WORDS.say("refusals", code, **told))
        self.stage = stage
        self.line: int | None = None
        self.readable: Race | None = None


class Left(msgspec.Struct, frozen=True):
    """The cards that one player has left: how many small (1–6) and big (7–12) ones.

    ``cards`` names them where the table told which: ``J7`` with its colour, or just ``7``.
    """

    small: int = 0
    big: int = 0
    cards: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _settle(
            self,
            small=arguments.whole("small", self.small, -MOST),
            big=arguments.whole("big", self.big, -MOST),
            cards=arguments.texts("cards", self.cards),
        )

    @property
    def count(self) -> int:
        """How many cards these are."""
        return self.small + self.big


class Stage(msgspec.Struct, frozen=True):
    """What came of one stage."""

    profile: str
    order: tuple[int, ...]
    """The winner alone; in a broom wagon all seats, from the first empty hand to the last."""
    left: tuple[Left, ...] = ()
    """By seat; empty in a broom wagon, where only the order counts."""
    chooser: int | None = None
    """Null in the final, which nobody chooses. Elsewhere null means: whoever's turn it is."""

    def __post_init__(self) -> None:
        chooser, lefts = self.chooser, arguments.items("left", self.left)
        _settle(
            self,
            profile=arguments.text("profile", self.profile),
            order=tuple(
                arguments.whole("order", seat, -MOST)
                for seat in arguments.items("order", self.order)
            ),
            left=tuple(arguments.instance("left", one, Left) for one in lefts),
            chooser=None if chooser is None else arguments.whole("chooser", chooser, -MOST),
        )


class Race(msgspec.Struct, frozen=True, kw_only=True, weakref=True):
    """A whole race, as far as it has been ridden."""

    names: tuple[str, ...]
    edition: Edition = "FR"
    mode: Mode = "sprint"
    stages_each: int = 1
    """How many stages each player chooses; 1 in a sprint."""
    tie_break: bool = False
    """Separate equal times by stages won, then by the last stage."""
    first: int = 0
    """Who deals and chooses first."""
    title: str = ""
    stages: tuple[Stage, ...] = ()

    def __post_init__(self) -> None:
        """Nothing is here that can't be counted; `check_race` finds what can't have happened."""
        stages = arguments.items("stages", self.stages)
        endurance = isinstance(self.mode, str) and self.mode == "endurance"
        each = {"stages_each": self.stages_each} if endurance else {}
        options = RULEBOOK.read_options({"edition": self.edition, "race": self.mode, **each})
        names = arguments.texts("names", self.names)
        RULEBOOK.check_players(len(names))
        _settle(
            self,
            names=names,
            stages_each=options["stages_each"] if endurance else _one_each(self.stages_each),
            tie_break=arguments.flag("tie_break", self.tie_break),
            first=seat_of(self.first, len(names)),
            title=arguments.text("title", self.title),
            stages=tuple(arguments.instance("stages", one, Stage) for one in stages),
        )

    @property
    def players(self) -> int:
        """How many ride."""
        return len(self.names)

    @property
    def english(self) -> int:
        """The edition as the scoring functions take it."""
        return int(self.edition == "EN")

    @property
    def endurance(self) -> int:
        """The mode as the scoring functions take it."""
        return int(self.mode == "endurance")

    @property
    def length(self) -> int:
        """How many stages the whole race has."""
        return scoring.stage_count(self.players, self.english, self.endurance, self.stages_each)

    @property
    def refuel_after(self) -> int | None:
        """The stage after which used jokers come back; null in a sprint."""
        if not self.endurance:
            return None
        return scoring.refuel_after(self.players, self.stages_each)

    @property
    def over(self) -> bool:
        """Have all stages been ridden?"""
        return len(self.stages) >= self.length

    def is_final(self, number: int) -> bool:
        """Is stage ``number`` (from 1) the final mountain that nobody chooses?"""
        number = arguments.whole("number", number, 1, self.length)
        return scoring.has_final(self.english, self.endurance) and number == self.length

    def chooser_of(self, number: int) -> int | None:
        """Whose turn it is to choose stage ``number``; null for the final."""
        if self.is_final(number):
            return None
        seat = self.first
        for _ in range(number - 1):
            seat = scoring.left_neighbour(seat, self.players)
        return seat


def seat_of(value: object, players: int) -> int:
    """A seat of a race; people are told numbers from 1."""
    seat = arguments.index(value)
    if seat is None or not 0 <= seat < players:
        raise CalculatorError(
            "unknown-seat", seat=value if seat is None else seat + 1, players=players
        )
    return seat


def _one_each(stages: object) -> int:
    if arguments.index(stages) != 1:
        raise CalculatorError("sprint-stages", stages=stages)
    return 1


def _settle(struct: msgspec.Struct, **checked: object) -> None:
    """Keep the checked values of a new frozen one, which may have come as other kinds of them."""
    for name, value in checked.items():
        msgspec.structs.force_setattr(struct, name, value)


PROFILE_NUMBERS = {name: number for number, name in enumerate(material.PROFILES, 1)}
"""The profiles by name, as the scoring functions number them."""

BROOM_WAGON = material.PROFILES[scoring.BROOM_WAGON - 1]
MOUNTAIN = material.PROFILES[scoring.MOUNTAIN - 1]


def stage_place(stage: Stage, seat: int) -> int:
    """The place of a seat in a stage as `scoring.stage_seconds` takes it: 1 for the winner.

    In a broom wagon the last to lay his last card is first. Elsewhere those who did not win have
    no place of their own, and all get the last one.
    """
    if stage.profile == BROOM_WAGON:
        return len(stage.order) - stage.order.index(seat)
    return 1 if stage.order == (seat,) else len(stage.left)


def stage_winner(stage: Stage) -> int:
    """Who won a stage."""
    return stage.order[-1]
