"""Everything that a page or a terminal shows of a race, so that it computes nothing itself."""

from __future__ import annotations

import msgspec

from echappee.calculator.edit import check_race, profiles_left
from echappee.calculator.names import profile_name
from echappee.calculator.race import BROOM_WAGON, MOUNTAIN, Edition, Mode, Race, stage_winner
from echappee.calculator.sentences import (
    Part,
    clock,
    explain,
    gap_clock,
    kind_of,
    say_leaders,
    say_next,
    say_refuelling,
    say_winners,
)
from echappee.calculator.totals import Standing, final_starter, standings
from echappee.errors import Phrase
from echappee.games.tape_letape.stages import last_placed


class Line(msgspec.Struct, frozen=True):
    """One player in the general classification."""

    seat: int
    name: str
    place: int
    total: int
    total_clock: str
    gap: int
    """Seconds behind the leader."""
    gap_clock: str
    wins: int
    """Stages won."""
    yellow: bool
    """Wears the yellow jersey: leads after at least one stage."""
    profiles: tuple[str, ...]
    """The profiles not chosen yet, the stage cards still face up."""
    to_choose: int
    """How many stages this player has still to choose."""


class Cell(msgspec.Struct, frozen=True):
    """One player in one stage, and in the classification after it."""

    seat: int
    winner: bool
    finished: int | None
    """In a broom wagon: 1 for the first empty hand, 2 for the next …; null elsewhere."""
    small: int
    big: int
    cards: tuple[str, ...]
    seconds: int
    seconds_clock: str
    why: tuple[Part, ...]
    total: int
    total_clock: str
    gap: int
    gap_clock: str
    place: int
    yellow: bool


class Row(msgspec.Struct, frozen=True):
    """One finished stage."""

    number: int
    profile: str
    profile_name: Phrase
    final: bool
    chooser: int | None
    """Null in the final."""
    starter: int
    """Who began: the chooser, or in the final the last of the classification."""
    winner: int
    order: tuple[int, ...]
    cells: tuple[Cell, ...]
    """By seat."""
    refuel: bool
    """Did used jokers come back after this stage?"""


class Next(msgspec.Struct, frozen=True):
    """The stage to be ridden now."""

    number: int
    final: bool
    chooser: int | None
    starter: int
    profiles: tuple[str, ...]
    """What can be chosen; in the final the mountain alone."""
    words: Phrase


class RaceState(msgspec.Struct, frozen=True, kw_only=True):
    """A race as it stands."""

    title: str
    kind: Phrase
    names: tuple[str, ...]
    edition: Edition
    mode: Mode
    stages_each: int
    tie_break: bool
    first: int
    done: int
    """Stages ridden, of ``length``."""
    length: int
    classification: tuple[Line, ...]
    """From the first to the last; equal places by seat."""
    stages: tuple[Row, ...]
    next: Next | None
    """Null when the race is over."""
    refuel_after: int | None
    """Endurance: the stage after which used jokers come back."""
    refuel_now: bool
    leaders: tuple[int, ...]
    """Who wears yellow; nobody before the first stage is ridden."""
    over: bool
    winners: tuple[int, ...]
    news: tuple[Phrase, ...]
    """How things stand, in sentences."""


def race_state(race: Race) -> RaceState:
    """How a checked race stands, with every stage, every second explained and what comes next."""
    race = check_race(race)
    history = list(standings(race))
    now = history[-1]
    done = len(race.stages)
    places = now.places()
    leaders = tuple(seat for seat in range(race.players) if done and places[seat] == 1)
    coming = None if race.over else _next(race)
    return RaceState(
        title=race.title,
        kind=kind_of(race),
        names=race.names,
        edition=race.edition,
        mode=race.mode,
        stages_each=race.stages_each,
        tie_break=race.tie_break,
        first=race.first,
        done=done,
        length=race.length,
        classification=_classification(race, now, places),
        stages=_rows(race, history),
        next=coming,
        refuel_after=race.refuel_after,
        refuel_now=done == race.refuel_after and not race.over,
        leaders=leaders,
        over=race.over,
        winners=leaders if race.over else (),
        news=_news(race, coming, [race.names[seat] for seat in leaders]),
    )


def _classification(race: Race, now: Standing, places: list[int]) -> tuple[Line, ...]:
    gaps = now.gaps()
    ridden = bool(race.stages)
    lines = []
    for seat in sorted(range(race.players), key=lambda seat: (places[seat], seat)):
        chosen = sum(stage.chooser == seat for stage in race.stages)
        lines.append(
            Line(
                seat=seat,
                name=race.names[seat],
                place=places[seat],
                total=now.total[seat],
                total_clock=clock(now.total[seat]),
                gap=gaps[seat],
                gap_clock=gap_clock(gaps[seat]),
                wins=now.wins[seat],
                yellow=ridden and places[seat] == 1,
                profiles=profiles_left(race, seat),
                to_choose=race.stages_each - chosen,
            )
        )
    return tuple(lines)


def _rows(race: Race, history: list[Standing]) -> tuple[Row, ...]:
    rows = []
    last_chooser = race.first
    for number, stage in enumerate(race.stages, 1):
        final = race.is_final(number)
        before = history[number - 1]
        if stage.chooser is None:
            starter = last_placed(before, last_chooser)
        else:
            starter = last_chooser = stage.chooser
        rows.append(
            Row(
                number=number,
                profile=stage.profile,
                profile_name=profile_name(stage.profile),
                final=final,
                chooser=stage.chooser,
                starter=starter,
                winner=stage_winner(stage),
                order=stage.order,
                cells=_cells(race, number, history[number]),
                refuel=number == race.refuel_after,
            )
        )
    return tuple(rows)


def _cells(race: Race, number: int, after: Standing) -> tuple[Cell, ...]:
    stage = race.stages[number - 1]
    broom = stage.profile == BROOM_WAGON
    winner = stage_winner(stage)
    gaps, places = after.gaps(), after.places()
    cells = []
    for seat in range(race.players):
        left = None if broom else stage.left[seat]
        cells.append(
            Cell(
                seat=seat,
                winner=seat == winner,
                finished=stage.order.index(seat) + 1 if broom else None,
                small=left.small if left else 0,
                big=left.big if left else 0,
                cards=left.cards if left else (),
                seconds=after.last[seat],
                seconds_clock=clock(after.last[seat]),
                why=explain(stage, seat),
                total=after.total[seat],
                total_clock=clock(after.total[seat]),
                gap=gaps[seat],
                gap_clock=gap_clock(gaps[seat]),
                place=places[seat],
                yellow=places[seat] == 1,
            )
        )
    return tuple(cells)


def _next(race: Race) -> Next:
    number = len(race.stages) + 1
    chooser = race.chooser_of(number)
    starter = final_starter(race) if chooser is None else chooser
    profiles = (MOUNTAIN,) if chooser is None else profiles_left(race, chooser)
    words = say_next(race, number, starter)
    return Next(number, chooser is None, chooser, starter, profiles, words)


def _news(race: Race, coming: Next | None, leaders: list[str]) -> tuple[Phrase, ...]:
    if coming is None:
        return (say_winners(leaders),)
    found = [say_leaders(leaders)] if leaders else []
    refuelling = say_refuelling(race)
    if refuelling is not None:
        found.append(refuelling)
    return (*found, coming.words)
