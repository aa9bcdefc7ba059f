"""What a seat sees of a Tour: all but the race cards of others and those on the pile."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import msgspec

from echappee.games.tour_de_france.events import happened, private_events
from echappee.games.tour_de_france.material import (
    ARRIVALS,
    COLOURS,
    EFFECTS,
    NO_COLOUR,
    POINT_NAMES,
    RED,
    SOLO_TRIAL,
    STAGE_KINDS,
    TEAM_TRIAL,
)
from echappee.games.tour_de_france.notation import card_name
from echappee.games.tour_de_france.road import classic_number, line_closed, open_ways, refusal_at
from echappee.games.tour_de_france.schedule import number_of, stage_before, stages_of
from echappee.games.tour_de_france.state import (
    DEAL,
    HOME,
    OFF,
    PHASES,
    REFUSALS,
    RIDERS,
    SEAL,
    STARTER,
    STEP,
    SWEEP,
)
from echappee.rulebook.contract import State
from echappee.rulebook.state_layout import plain
from echappee.rulebook.values import Heading

__all__ = ["TourView", "happened", "heading", "look", "private_events", "private_view", "ways"]

Colour = Literal["red", "blue", "orange", "white"]
Jersey = Literal["yellow", "green"]
Kind = Literal["classic", "team-trial", "solo-trial"]


class TourRider(msgspec.Struct, frozen=True):
    """One rider. Riders are numbered from 1 within their team."""

    where: Literal["road", "home", "off"]
    lane: int | None
    """From 1."""
    row: int | None
    """-2, -1, 0 on the grid, then from 1."""
    arrived: int | None
    """His place; in the team time trial the round in which he arrived."""
    turned: int
    """Turns that he still misses."""
    jersey: Jersey | None
    points: int


class TourRisk(msgspec.Struct, frozen=True):
    """A risk card; ``value`` is 0 where it has none."""

    effect: str
    value: int
    red: bool
    rider: int | None = None
    """The rider it concerns, where it is kept."""


class TourSeat(msgspec.Struct, frozen=True):
    """One team and its side of the table."""

    colour: Colour
    lane: int
    riders: list[TourRider]
    cards: int
    """Race cards in hand."""
    hand: list[str] | None
    """Its race cards (``211r``, Sprint without a letter), for its own eyes only."""
    individual: int
    individual_place: int
    """Its place by these points; equal ones share one."""
    team: int
    team_place: int
    kept: TourRisk | None
    starter: int | None
    """Individual time trial: the rider chosen."""
    used: int
    """… cards used in this heat."""
    riding: bool
    """… on the road now."""
    laid: bool
    """… a card lies face down."""
    sealed: str | None
    """… which one, for its own eyes only."""
    heat: int | None
    """… the heat in which it rides for the win, from 1; null if it does not (any more)."""
    to_go: int | None
    """Time trials: squares that its riders still have to go; null where nobody of it rides."""
    placed: int | None
    """… its place so far: teams by squares to go, single riders by cards used once they are home.
    Who rides again after a tie comes before those who don't."""


class TourBoard(msgspec.Struct, frozen=True):
    """The road on which the riders stand: between two stages that of the last one."""

    rows: int
    lanes: list[Colour | None]
    """The colour of each lane's strip."""
    green_after: int | None
    """The green line lies behind this row; null in a time trial."""
    dots: list[list[int]]
    """By lane: rows with a red dot; none in a time trial."""


class TourWay(msgspec.Struct, frozen=True):
    """A square on which the moving rider can end his move, and steps that lead there."""

    to: list[int] | None
    """Lane and row; null is over the finish."""
    path: str
    """One of several ways there: ``<``, ``^`` and ``>`` in their order."""


class TourTurn(msgspec.Struct, frozen=True):
    """How far the turn has got."""

    card: str | None
    numbers: list[int]
    """Still to be given out."""
    extra: bool
    """Is the extra square of one's own colour still to be given?"""
    riders: list[int]
    """Without a number yet; under a following wind those not yet carried."""
    mover: int | None
    steps: int
    """Squares that he still has to go."""
    ways: list[TourWay]
    """Where he can end his move."""
    shut: dict[str, str]
    """Steps that are not open to him now, and the refusal that says why."""
    risk: TourRisk | None
    """The risk card played in this turn."""
    still: int | None
    boosted: int | None
    """The rider whose number a descent raises."""


class TourView(msgspec.Struct, frozen=True):
    """The table as one seat sees it."""

    stage: int
    """From 1, of those that are ridden. Between two it is the next one, on whose dealer the game
    waits."""
    kinds: list[Kind]
    """Of all stages that are ridden, in their order."""
    kind: Kind
    standing: Kind
    """The kind of stage in which the riders stand: until the next is dealt, still the last one."""
    phase: str
    dealer: int
    turn: int | None
    """The seat that decides; null in the individual time trial, where two may."""
    board: TourBoard
    seats: list[TourSeat]
    arrivals: list[list[int]]
    """Seat and rider of those who are home, in order."""
    line: Literal["open", "yellow-first", "taken"]
    """The green line."""
    now: TourTurn
    pile: int
    discards: dict[str, int]
    risk_pile: int
    risks_under: list[TourRisk]
    """Played risk cards under the pile, the next to come first."""
    points: dict[str, list[int]]
    """The points table."""
    round: int | None
    """Of the team time trial, from 1."""
    playoffs: int
    yellow_choice: list[int]
    """Riders among whom the seat on turn chooses the Maillot Jaune."""


def look(s: State, players: int, seat: int | None) -> TourView:
    """The table as a seat sees it; ``None`` sees no hand at all."""
    t = plain(s)
    seen = _open_look(t, players)
    return seen if seat is None else private_view(seen, t, seat)


def private_view(seen: TourView, s: State, seat: int) -> TourView:
    """What a spectator sees, and besides it a seat's hand and the card that it laid face down."""
    t = plain(s)
    seats = list(seen.seats)
    sealed = t.sealed[seat]
    seats[seat] = msgspec.structs.replace(
        seats[seat],
        hand=[card_name(t, kind) for kind in t.hand[seat][: t.cards[seat]]],
        sealed=card_name(t, sealed - 1) if sealed else None,
    )
    return msgspec.structs.replace(seen, seats=seats)


def _open_look(t: Any, players: int) -> TourView:
    solo = t.stage == SOLO_TRIAL and t.phase in (SEAL, STARTER)
    stage = stage_before(t) if t.phase == DEAL and not t.over else t.stage
    trial = _trial(t, players, stage)
    return TourView(
        stage=number_of(t, t.stage),
        kinds=[STAGE_KINDS[n] for n in stages_of(t)],
        kind=STAGE_KINDS[t.stage],
        standing=STAGE_KINDS[stage],
        phase="over" if t.over else PHASES[t.phase],
        dealer=t.dealer,
        turn=None if t.over or t.phase == SEAL else t.turn,
        board=_board(t, stage),
        seats=[_seat(t, number, solo, trial[number]) for number in range(players)],
        arrivals=_arrivals(t, players),
        line=("open", "yellow-first", "taken")[t.line],
        now=_turn(t),
        pile=t.pile_size,
        discards={card_name(t, kind): n for kind, n in enumerate(t.discards) if n},
        risk_pile=sum(t.unseen) + t.under_size,
        risks_under=[_risk(t, risk) for risk in t.under[: t.under_size]],
        points={
            "arrival": t.worth[:ARRIVALS],
            **{name: [t.worth[ARRIVALS + i]] for i, name in enumerate(POINT_NAMES)},
        },
        round=t.lap if t.stage == TEAM_TRIAL else None,
        playoffs=t.playoffs,
        yellow_choice=_riders(t.tied),
    )


def _risk(t: Any, risk: int, rider: int | None = None) -> TourRisk:
    effect = t.effect[risk]
    return TourRisk(EFFECTS[effect], t.value[risk], effect >= RED, rider)


def _riders(mask: int) -> list[int]:
    return [rider + 1 for rider in range(RIDERS) if mask >> rider & 1]


def _board(t: Any, stage: int) -> TourBoard:
    colours: list[Any] = [COLOURS[c] if c != NO_COLOUR else None for c in t.strips[: t.lanes]]
    classic = classic_number(stage)
    rows = t.rows[stage]
    masks = t.dots[classic - 1][: t.lanes] if classic else [0] * t.lanes
    return TourBoard(
        rows=rows,
        lanes=colours,
        green_after=t.green_row[classic - 1] if classic else None,
        dots=[[row for row in range(1, rows + 1) if mask >> row & 1] for mask in masks],
    )


class _Trial(NamedTuple):
    """How a seat stands in a time trial."""

    heat: int | None = None
    to_go: int | None = None
    placed: int | None = None


def _trial(t: Any, players: int, stage: int) -> list[_Trial]:
    """By seat: nothing in a classic stage."""
    if stage == TEAM_TRIAL:
        left = [sum(_left(t, stage, row) or 0 for row in rows) for rows in t.row[:players]]
        return [_Trial(None, own, 1 + sum(other < own for other in left)) for own in left]
    if stage != SOLO_TRIAL:
        return [_Trial()] * players
    between = t.phase == DEAL and not t.over
    first = t.dealer + (not between)  # the dealer of the next stage sits one further
    order = [(first + i) % players for i in range(players)]
    field = [seat for seat in order if t.field >> seat & 1]
    heats = {seat: 1 + i // 2 for i, seat in enumerate(field)}
    runs = {seat: (seat not in heats, t.used[seat]) for seat in order if t.starter[seat]}
    return [
        _Trial(
            heats.get(seat),
            _left(t, stage, t.row[seat][t.starter[seat] - 1]) if t.starter[seat] else None,
            _place(t, seat, runs),
        )
        for seat in range(players)
    ]


def _place(t: Any, seat: int, runs: dict[int, tuple[bool, int]]) -> int | None:
    """§4.7: by cards among those home; who lost before a play-off, behind all who ride in it."""
    if t.ridden >> seat & 1:
        home = [other for other in runs if t.ridden >> other & 1]
        return 1 + sum(runs[other] < runs[seat] for other in home)
    if seat in runs and runs[seat][0]:
        return 1 + sum(runs[other] < runs[seat] for other in runs)
    return None


def _left(t: Any, stage: int, row: int) -> int | None:
    """Squares from a row over the finish."""
    return None if row == OFF else 0 if row == HOME else t.rows[stage] + 1 - row


def _shared_place(points: list[int], seat: int) -> int:
    """A place in a classification in which equal points share one."""
    return 1 + sum(other > points[seat] for other in points)


def _seat(t: Any, seat: int, solo: bool, trial: _Trial) -> TourSeat:
    """A team as everybody sees it."""
    colour: Any = COLOURS[t.colour[seat]]
    return TourSeat(
        colour=colour,
        lane=t.strips.index(t.colour[seat]) + 1,
        riders=[_rider(t, seat, rider) for rider in range(RIDERS)],
        cards=t.cards[seat],
        hand=None,
        individual=sum(t.points[seat]),
        individual_place=_shared_place([sum(points) for points in t.points[: t.players]], seat),
        team=t.team[seat],
        team_place=_shared_place(t.team[: t.players], seat),
        kept=_risk(t, t.held[seat] - 1, t.holder[seat] + 1) if t.held[seat] else None,
        starter=t.starter[seat] or None,
        used=t.used[seat],
        riding=solo and bool(t.riding >> seat & 1),
        laid=bool(t.sealed[seat]),
        sealed=None,
        heat=trial.heat,
        to_go=trial.to_go,
        placed=trial.placed,
    )


def _rider(t: Any, seat: int, rider: int) -> TourRider:
    row = t.row[seat][rider]
    number = 3 * seat + rider + 1
    on = row not in (HOME, OFF)
    return TourRider(
        where="home" if row == HOME else "road" if on else "off",
        lane=t.lane[seat][rider] + 1 if on else None,
        row=row if on else None,
        arrived=t.arrived[seat][rider] or None,
        turned=t.turned[seat][rider],
        jersey="yellow" if t.yellow == number else "green" if t.green == number else None,
        points=t.points[seat][rider],
    )


def ways(t: Any) -> list[TourWay]:
    """§1.3: every square on which the moving rider can come to a stop, straight paths first."""
    last, shut = t.rows[t.stage], line_closed(t, t.turn)
    front = {(t.row[t.turn][t.mover], t.lane[t.turn][t.mover]): ""}
    ends: dict[tuple[int, int], str] = {}
    home: str | None = None
    for gone in range(t.steps):
        ahead: dict[tuple[int, int], str] = {}
        for (row, lane), path in front.items():
            if row == last and not shut:
                home = home or path + "^"
            found = open_ways(t, t.turn, row, lane, t.steps - gone) if row < last else 0
            if found == 0 and (row < last or shut):
                ends.setdefault((row, lane), path)
            for way in (0, -1, 1):
                if found >> (way + 1) & 1:
                    ahead.setdefault((row + 1, lane + way), path + "<^>"[way + 1])
        front = ahead
    ends.update(front)
    stops = [TourWay([lane + 1, row], path) for (row, lane), path in sorted(ends.items()) if path]
    return [*stops, TourWay(None, home)] if home else stops


def _shut(t: Any) -> dict[str, str]:
    row, lane = t.row[t.turn][t.mover], t.lane[t.turn][t.mover]
    refusals = {
        mark: refusal_at(t, t.turn, row, lane, t.steps, way - 1) for way, mark in enumerate("<^>")
    }
    return {mark: REFUSALS[refusal][0] for mark, refusal in refusals.items() if refusal}


def _arrivals(t: Any, players: int) -> list[list[int]]:
    home = [
        (t.arrived[seat][rider], seat, rider + 1)
        for seat in range(players)
        for rider in range(RIDERS)
        if t.arrived[seat][rider]
    ]
    return [[seat, rider] for _, seat, rider in sorted(home)]


def _turn(t: Any) -> TourTurn:
    moving = t.phase == STEP
    return TourTurn(
        card=card_name(t, t.laid - 1) if t.laid else None,
        numbers=[number for number in t.left if number >= 0],
        extra=bool(t.bonus),
        riders=_riders(t.sweep if t.phase == SWEEP else t.todo),
        mover=t.mover + 1 if moving else None,
        steps=t.steps,
        ways=ways(t) if moving else [],
        shut=_shut(t) if moving else {},
        risk=_risk(t, t.played - 1) if t.played else None,
        still=t.still or None,
        boosted=t.boosted or None,
    )


def heading(s: State) -> Heading:
    """The stage under way."""
    t = plain(s)
    return Heading("stage", number_of(t, t.stage))
