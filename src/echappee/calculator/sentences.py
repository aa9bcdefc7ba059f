"""Seconds and the course of a race in words, in both languages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

import msgspec

from echappee.calculator.race import (
    BROOM_WAGON,
    PROFILE_NUMBERS,
    WORDS,
    Left,
    Race,
    Stage,
    stage_place,
)
from echappee.errors import Phrase
from echappee.games.tape_letape import RULEBOOK, scoring

_MINUS = "−"


class Part(msgspec.Struct, frozen=True):
    """Why some seconds were counted: “2 big cards: 60 s”."""

    seconds: int
    words: Phrase


def signed(seconds: int) -> str:
    """A number of seconds with a true minus sign."""
    return f"{_MINUS if seconds < 0 else ''}{abs(seconds)}"


@lru_cache(maxsize=4096)
def clock(seconds: int) -> str:
    """Minutes and seconds, as on a jersey board: ``1:30`` or ``−0:40``."""
    minutes, rest = divmod(abs(seconds), 60)
    return f"{_MINUS if seconds < 0 else ''}{minutes}:{rest:02}"


def gap_clock(seconds: int) -> str:
    """A gap to the leader: ``+1:30``, or ``0:00`` without one."""
    return f"+{clock(seconds)}" if seconds else clock(0)


def explain(stage: Stage, seat: int) -> tuple[Part, ...]:
    """Where the seconds of one seat in one stage come from; they add up to its seconds."""
    left = stage.left[seat] if stage.left else Left()
    place = stage_place(stage, seat)
    if stage.profile == BROOM_WAGON:
        place = min(place, 3)
    return _parts(stage.profile, place, left.small, left.big)


@cache
def _parts(profile: str, place: int, small: int, big: int) -> tuple[Part, ...]:
    number = PROFILE_NUMBERS[profile]
    if number == scoring.BROOM_WAGON or place == 1:
        kind = "win"
        if number == scoring.BROOM_WAGON:
            kind = {1: "broom-first", 2: "broom-second"}.get(place, "broom-rest")
        seconds = scoring.stage_seconds(number, place, 0, 0)
        return (Part(seconds, WORDS.say("parts", kind, seconds=signed(seconds))),)
    found = []
    for kind, count, seconds in (
        ("small", small, scoring.left_seconds(small, 0)),
        ("big", big, scoring.left_seconds(0, big)),
    ):
        if count:
            found.append(Part(seconds, WORDS.say("parts", kind, n=count, seconds=seconds)))
    return tuple(found)


@cache
def describe(race_kind: tuple[str, str, int]) -> Phrase:
    """Edition and mode in a few words; the key is (edition, mode, stages each)."""
    edition, mode, each = race_kind
    name = RULEBOOK.words.get("options", "edition", "values", edition)
    return WORDS.say("race", mode, edition=name.en, edition_fr=name.fr, n=each)


def kind_of(race: Race) -> Phrase:
    """What race this is: “French edition, endurance with 3 stages each”."""
    return describe((race.edition, race.mode, race.stages_each))


def say_next(race: Race, number: int, starter: int) -> Phrase:
    """Who does what now."""
    kind = "final" if race.is_final(number) else "next"
    return WORDS.say("course", kind, number=number, stages=race.length, name=race.names[starter])


def say_refuelling(race: Race) -> Phrase | None:
    """When used jokers come back, or that it is now; null in a sprint and at the end."""
    after, done = race.refuel_after, len(race.stages)
    if after is None or race.over:
        return None
    if done == after:
        return WORDS.get("course", "refuel-now")
    kind = "refuel-later" if done < after else "refuel-done"
    return WORDS.say("course", kind, number=after)


def say_leaders(names: Sequence[str]) -> Phrase:
    """Who wears the yellow jersey."""
    return WORDS.say("course", "yellow", names=", ".join(names), n=len(names))


def say_winners(names: Sequence[str]) -> Phrase:
    """Who won the race."""
    return WORDS.say("course", "winners", names=", ".join(names), n=len(names))
