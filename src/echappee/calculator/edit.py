"""Enter, correct and remove stages. Each function returns a new race, or refuses and says why.

Whatever is changed, everything after it follows: who chose, who begins the final, all times.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from weakref import WeakSet

import msgspec

from echappee import arguments
from echappee.calculator.left import check_deck, check_hand
from echappee.calculator.names import check_names, check_title, profile_name, unknown_profile
from echappee.calculator.race import (
    BROOM_WAGON,
    MOUNTAIN,
    PROFILE_NUMBERS,
    CalculatorError,
    Left,
    Race,
    Stage,
    seat_of,
)
from echappee.calculator.totals import final_starter
from echappee.errors import UsageError
from echappee.games.tape_letape import RULEBOOK

_CHANGEABLE = ("names", "edition", "mode", "stages_each", "tie_break", "first", "title")


def new_race(
    names: Sequence[str],
    edition: str = "FR",
    mode: str = "sprint",
    stages_each: int | None = None,
    tie_break: bool = False,
    first: int = 0,
    title: str = "",
) -> Race:
    """A race before its first stage.

    ``edition`` is ``FR`` or ``EN``, ``mode`` is ``sprint`` or ``endurance``. ``stages_each`` is for
    endurance only; a sprint has one stage each. With ``tie_break`` equal times are separated.
    ``first`` is the seat of whoever deals and chooses first, ``title`` what the race is called.
    """
    given: dict[str, Any] = {"edition": edition, "race": mode, "tie_break": tie_break}
    if stages_each is not None and isinstance(mode, str) and mode == "endurance":
        given["stages_each"] = stages_each
    elif stages_each is not None and arguments.index(stages_each) != 1:
        raise CalculatorError("sprint-stages", stages=stages_each)
    options = RULEBOOK.read_options(given)
    people = check_names(names)
    return Race(
        names=people,
        edition="EN" if options["edition"] == "EN" else "FR",
        mode="endurance" if options["race"] == "endurance" else "sprint",
        stages_each=int(options["stages_each"]) if options["race"] == "endurance" else 1,
        tie_break=bool(options["tie_break"]),
        first=seat_of(first, len(people)),
        title=check_title(title),
    )


_SOUND: WeakSet[Race] = WeakSet()
"""Races that have been checked."""


def check_race(race: Race) -> Race:
    """A race from a file or a page, checked from its names to its last stage."""
    if arguments.instance("race", race, Race) in _SOUND:
        return race
    checked = new_race(
        race.names, race.edition, race.mode, race.stages_each, race.tie_break, race.first,
        race.title,
    )  # fmt: skip
    for stage in race.stages:
        checked = _add(checked, stage)
    _SOUND.add(checked)
    return checked


def add_stage(race: Race, stage: Stage) -> Race:
    """The race with one more ``stage`` at its end."""
    longer = _add(check_race(race), stage)
    _SOUND.add(longer)
    return longer


def _add(race: Race, stage: Stage) -> Race:
    number = len(race.stages) + 1
    if number > race.length:
        raise CalculatorError("race-over", stage=number, stages=race.length)
    checked = check_stage(race, number, arguments.instance("stage", stage, Stage))
    return msgspec.structs.replace(race, stages=(*race.stages, checked))


def correct_stage(race: Race, number: int, stage: Stage) -> Race:
    """The race with stage ``number`` (from 1) as it really was: ``stage``."""
    race = check_race(race)
    number = _check_number(race, number)
    stages = list(race.stages)
    stages[number - 1] = stage
    return _again(race, stages, kept=number - 1)


def insert_stage(race: Race, number: int, stage: Stage) -> Race:
    """The race with a forgotten ``stage`` put in as stage ``number``; later ones move on by one.

    Who chose them follows: the turn to choose goes round the table.
    """
    race = check_race(race)
    number = _check_number(race, number, more=1)
    later = _unchosen(race.stages[number - 1 :])
    return _again(race, [*race.stages[: number - 1], stage, *later], kept=number - 1)


def remove_stage(race: Race, number: int | None = None) -> Race:
    """The race without stage ``number``, or without its last one; later ones move up by one."""
    race = check_race(race)
    if not race.stages:
        raise CalculatorError("no-stages")
    number = len(race.stages) if number is None else _check_number(race, number)
    later = _unchosen(race.stages[number:])
    return _again(race, [*race.stages[: number - 1], *later], kept=number - 1)


def change_race(race: Race, **changes: Any) -> Race:
    """The race with ``changes``: other names, mode, edition, tie-break, first chooser or title.

    They are named as in `new_race`. The stages stay; who chose them follows from whoever chose
    first.
    """
    race = check_race(race)
    facts = {
        "names": race.names, "edition": race.edition, "mode": race.mode,
        "stages_each": race.stages_each, "tie_break": race.tie_break, "first": race.first,
        "title": race.title, **changes,
    }  # fmt: skip
    if unknown := [name for name in changes if name not in _CHANGEABLE]:
        raise UsageError("unknown-change", name=unknown[0], known=", ".join(_CHANGEABLE))
    if (
        isinstance(facts["mode"], str)
        and facts["mode"] == "sprint"
        and "stages_each" not in changes
    ):
        facts["stages_each"] = None
    changed = new_race(**facts)
    if changed.players != race.players and race.stages:
        raise CalculatorError("players-changed", players=race.players)
    return _again(changed, _unchosen(race.stages), kept=0)


# ------------------------------------------------------------------------------------------- checks


def check_stage(race: Race, number: int, stage: Stage) -> Stage:
    """A stage as it is entered as number ``number``, with its chooser; refuses what can't be."""
    try:
        check_profile(race, number, stage.profile)
        for seat in stage.order:
            seat_of(seat, race.players)
        if stage.profile == BROOM_WAGON:
            check_order(race, stage.order)
            if any(left.count for left in stage.left):
                raise CalculatorError("cards-in-broom-wagon")
            left: tuple[Left, ...] = ()
        else:
            check_finish(race, stage.order, stage.left)
            left = tuple(stage.left)
        chooser = _check_chooser(race, number, stage)
    except CalculatorError as error:
        error.stage = number
        raise
    return Stage(stage.profile, tuple(stage.order), left, chooser)


def check_profile(race: Race, number: int, profile: str) -> None:
    """§8b, TLE-30: a profile is chosen once by each player; the final is a mountain (§4e)."""
    if profile not in PROFILE_NUMBERS:
        raise unknown_profile(str(profile), PROFILE_NUMBERS)
    chooser = race.chooser_of(number)
    if chooser is None:
        if profile != MOUNTAIN:
            raise CalculatorError("final-mountain")
        return
    for earlier, other in enumerate(race.stages[: number - 1], 1):
        if other.chooser == chooser and other.profile == profile:
            name = profile_name(profile)
            raise CalculatorError(
                "profile-used", name=race.names[chooser], profile=name.en, profile_fr=name.fr,
                earlier=earlier, number=number,
            )  # fmt: skip


def check_order(race: Race, order: Sequence[int]) -> None:
    """§7a: a broom wagon needs the whole order in which hands got empty."""
    if not order:
        raise CalculatorError("nobody-finished")
    for place, seat in enumerate(order):
        if seat in order[:place]:
            raise CalculatorError("twice-in-order", name=race.names[seat])
    missing = [name for seat, name in enumerate(race.names) if seat not in order]
    if missing:
        raise CalculatorError("order-incomplete", names=", ".join(missing))


def check_finish(race: Race, order: Sequence[int], lefts: Sequence[Left]) -> None:
    """§4d: the first empty hand ends a stage, so exactly one player has no cards left."""
    if not order:
        raise CalculatorError("nobody-finished")
    if len(order) > 1:
        names = ", ".join(race.names[seat] for seat in order)
        raise CalculatorError("two-winners", names=names)
    if len(lefts) != race.players:
        raise CalculatorError("cards-missing", players=race.players, count=len(lefts))
    for seat, left in enumerate(lefts):
        check_hand(left, race.players, race.names[seat])
    winner = order[0]
    if lefts[winner].count:
        raise CalculatorError(
            "winner-has-cards", name=race.names[winner], count=lefts[winner].count
        )
    empty = [name for name, left in zip(race.names, lefts, strict=True) if not left.count]
    if len(empty) > 1:
        raise CalculatorError("two-winners", names=", ".join(empty))
    check_deck(lefts, race.players)


def profiles_left(race: Race, seat: int, without: int | None = None) -> tuple[str, ...]:
    """§8b, TLE-30: the profiles that a player has not chosen, stage ``without`` not counted."""
    used = {
        stage.profile
        for number, stage in enumerate(race.stages, 1)
        if stage.chooser == seat and number != without
    }
    return tuple(profile for profile in PROFILE_NUMBERS if profile not in used)


def _check_chooser(race: Race, number: int, stage: Stage) -> int | None:
    """§4a: the turn to choose goes round; who begins the final follows from the classification."""
    due = race.chooser_of(number)
    if stage.chooser is None or stage.chooser == due:
        return due
    given = race.names[seat_of(stage.chooser, race.players)]
    if due is not None:
        raise CalculatorError("wrong-chooser", name=given, due=race.names[due], number=number)
    starter = final_starter(msgspec.structs.replace(race, stages=race.stages[: number - 1]))
    if stage.chooser != starter:
        raise CalculatorError("wrong-starter", name=given, due=race.names[starter])
    return None


def _again(race: Race, stages: Sequence[Stage], kept: int) -> Race:
    """The race with these stages, of which the first ``kept`` are known to be right."""
    found = msgspec.structs.replace(race, stages=tuple(stages[:kept]))
    for stage in stages[kept:]:
        found = _add(found, stage)
    _SOUND.add(found)
    return found


def _unchosen(stages: Sequence[Stage]) -> list[Stage]:
    """Stages whose choosers are to follow from the turn."""
    return [msgspec.structs.replace(stage, chooser=None) for stage in stages]


def _check_number(race: Race, value: object, more: int = 0) -> int:
    """The number of a stage that is there, or of so many after them."""
    number = arguments.index(value)
    if number is None or not 1 <= number <= len(race.stages) + more:
        raise CalculatorError("no-such-stage", number=value, done=len(race.stages))
    return number
