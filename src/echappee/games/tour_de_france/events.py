"""What a move did, as a viewer may know it: events for the log, the page and the statistics.

Riders and stages are numbered from 1, seats from 0. Cards drawn are named to their owner alone.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from echappee.games.tour_de_france.material import (
    BOOST,
    EFFECTS,
    GREEN_FIRST,
    GREEN_SECOND,
    HUNGER,
    KEPT,
    REPAIR,
    SOLO_TRIAL,
    SOLO_TRIAL_WON,
    TEAM_COMPLETE,
    TEAM_TRIAL,
    TEAM_TRIAL_WON,
    card_text,
)
from echappee.games.tour_de_france.road import is_complete
from echappee.games.tour_de_france.schedule import number_of
from echappee.games.tour_de_france.state import (
    CARD,
    DEAL,
    GRID,
    HOME,
    M_ASSIGN,
    M_CARD,
    M_DEAL,
    M_DECLARE,
    M_DONE,
    M_DRAW,
    M_DROP,
    M_GRID,
    M_RISK,
    M_STARTER,
    M_STEP,
    M_YELLOW,
    NOBODY_YET,
    ORDERS,
    REFRESH,
    RIDERS,
    SEAL,
    STARTER,
    SWEEP,
    TOUR_OVER,
    YELLOW,
)
from echappee.games.tour_de_france.turns import squares_for
from echappee.rulebook.contract import State
from echappee.rulebook.state_layout import plain
from echappee.rulebook.values import Event

_LAYING_OUT = (DEAL, GRID, STARTER)


def happened(
    before: State, seat: int, move: int, after: State, players: int, viewer: int | None
) -> list[Event]:
    """The move itself, what it did on the road, cards drawn, and the end of a stage."""
    old, new = plain(before), plain(after)
    events = _open(old, seat, move, new, players)
    return events if viewer is None else private_events(events, old, seat, move, new, viewer)


def private_events(
    events: list[Event], before: State, seat: int, move: int, after: State, viewer: int
) -> list[Event]:
    """What a spectator is told; who drew race cards is told which."""
    if not any(event.kind == "draw" and event.seat == viewer for event in events):
        return events
    old, new = plain(before), plain(after)
    cards = [_card(new, kind) for kind in _cards_drawn(old, new, viewer)]
    own = Event("draw-own", viewer, {"cards": cards, "count": len(cards)})
    return [own if e.kind == "draw" and e.seat == viewer else e for e in events]


def _open(old: Any, seat: int, move: int, new: Any, players: int) -> list[Event]:
    """What everybody sees."""
    events = _act(old, seat, move, new, players)
    events += _turned(old, new, players)
    events += _drawn(old, move, new, players)
    if old.phase not in (DEAL, YELLOW) and (
        new.stage != old.stage or new.over or new.phase == YELLOW
    ):
        events += _stage_end(old, new, players)
    if new.yellow != old.yellow:
        number = new.yellow - 1
        events.append(Event("yellow", number // 3, {"rider": number % 3 + 1}))
    if new.over:
        events.append(Event("tour-over" if new.over == TOUR_OVER else "race-over", None))
    return events


def _card(t: Any, kind: int) -> str:
    return card_text(t.numbers[kind // 5], kind % 5)


def _risk(t: Any, risk: int) -> dict[str, Any]:
    return {"effect": EFFECTS[t.effect[risk]], "value": t.value[risk]}


def _act(old: Any, seat: int, move: int, new: Any, players: int) -> list[Event]:
    """The move, and what a rider met on the way."""
    if move >= M_ASSIGN:
        return _number(old, seat, move - M_ASSIGN, new)
    if move >= M_DROP:
        card = _card(old, move - M_DROP)
        if old.phase == CARD:
            return [Event("stuck", seat, {"card": card, "drawn": _card(new, new.laid - 1)})]
        return [Event("drop", seat, {"card": card})]
    if move >= M_CARD:
        if old.phase == SEAL:
            return _sealed(old, seat, move - M_CARD, new, players)
        return [Event("card", seat, {"card": _card(old, move - M_CARD)})]
    if move >= M_DECLARE:
        return [_declared(old, seat, move - M_DECLARE)]
    if move >= M_YELLOW:
        return []
    if move >= M_STARTER:
        return [Event("starter", seat, {"rider": move - M_STARTER + 1})]
    if move >= M_GRID:
        order = [rider + 1 for rider in ORDERS[move - M_GRID].tolist()]
        return [Event("grid", seat, {"order": order})]
    if move >= M_STEP:
        return _stepped(old, seat, new)
    if move == M_RISK:
        return [_risk_drawn(old, seat, new)]
    if move == M_DEAL:
        return [Event("stage", seat, {"stage": number_of(new, new.stage)})]
    return [Event("done", seat)] if move == M_DONE and old.phase != REFRESH else []


def _number(old: Any, seat: int, code: int, new: Any) -> list[Event]:
    rider, number = divmod(code, 20)
    number, extra = divmod(number, 2)
    squares = number if old.phase == SWEEP else squares_for(old, rider, number, extra)
    facts = {"rider": rider + 1, "number": number, "extra": bool(extra), "squares": squares}
    events = [Event("number", seat, facts)]
    begin, end = old.row[seat][rider], new.row[seat][rider]
    if old.stage == TEAM_TRIAL and begin != end:
        rows = (old.rows[old.stage] + 1 if end == HOME else end) - begin
        events.append(Event("ride", seat, {"rider": rider + 1, "squares": rows}))
    return events + _met(old, seat, rider, new)


def _stepped(old: Any, seat: int, new: Any) -> list[Event]:
    rider = old.mover
    end = new.row[seat][rider]
    facts = {
        "rider": rider + 1,
        "from": [old.lane[seat][rider] + 1, old.row[seat][rider]],
        "to": None if end == HOME else [new.lane[seat][rider] + 1, end],
    }
    return [Event("step", seat, facts), *_met(old, seat, rider, new)]


def _met(old: Any, seat: int, rider: int, new: Any) -> list[Event]:
    """The green line and the finish."""
    events = []
    if new.line != old.line:
        first = old.line == NOBODY_YET
        facts = {
            "rider": rider + 1,
            "points": new.worth[GREEN_FIRST if first else GREEN_SECOND],
            "first": first,
            "jersey": new.green == 3 * seat + rider + 1,
        }
        kind = "green" if facts["jersey"] else "green-yellow"
        events.append(Event(kind, seat, facts))
    place = new.arrived[seat][rider]
    if place and not old.arrived[seat][rider]:
        if old.stage == TEAM_TRIAL:
            events.append(Event("arrive-round", seat, {"rider": rider + 1, "round": place}))
        else:
            facts = {"rider": rider + 1, "place": place, "points": new.worth[place - 1]}
            events.append(Event("arrive", seat, facts))
    return events


def _declared(old: Any, seat: int, target: int) -> Event:
    """The kept card, with the rider whom it concerns, if any."""
    risk = old.held[seat] - 1
    facts = _risk(old, risk)
    effect = old.effect[risk]
    if effect == REPAIR:
        return Event("declare-rider", seat, {**facts, "rider": target})
    if effect in (BOOST, HUNGER):
        return Event("declare-rider", seat, {**facts, "rider": old.holder[seat] + 1})
    return Event("declare", seat, facts)


def _risk_drawn(old: Any, seat: int, new: Any) -> Event:
    risk = (new.held[seat] or new.played) - 1
    kind = "risk-kept" if old.effect[risk] in KEPT else "risk"
    return Event(kind, seat, {**_risk(old, risk), "rider": old.mover + 1})


def _sealed(old: Any, seat: int, kind: int, new: Any, players: int) -> list[Event]:
    """A card laid face down; when it was the last one, all are turned over."""
    riding = [other for other in range(players) if old.riding >> other & 1]
    if any(other != seat and not old.sealed[other] for other in riding):
        return [Event("sealed", seat)]
    events = []
    rows = old.rows[old.stage]
    for other in riding:
        card = kind if other == seat else old.sealed[other] - 1
        squares = sum(old.numbers[card // 5])
        row = old.row[other][old.starter[other] - 1] + squares
        facts = {"card": _card(old, card), "squares": squares, "row": min(row, rows + 1)}
        events.append(Event("turn-over", other, facts))
        if row > rows:
            events.append(Event("solo-home", other, {"cards": old.used[other] + 1}))
    if new.playoffs > old.playoffs:
        tied = [other for other in range(players) if new.field >> other & 1]
        events.append(Event("playoff", None, {"seats": tied}))
    return events


def _turned(old: Any, new: Any, players: int) -> list[Event]:
    """Riders who were turned round, and those who face forward again."""
    events = []
    for seat in range(players):
        for rider in range(RIDERS):
            was, now = old.turned[seat][rider], new.turned[seat][rider]
            facts = {"rider": rider + 1, "turns": now}
            if now > was or (now and now == was and seat == new.turn and _freshly(old, new, rider)):
                events.append(Event("turned", seat, facts))
            elif was and not now and new.stage == old.stage and new.phase != GRID:
                events.append(Event("upright", seat, {"rider": rider + 1}))
    return events


def _freshly(old: Any, new: Any, rider: int) -> bool:
    return bool(new.fresh & ~old.fresh & 1 << rider)


def _drawn(old: Any, move: int, new: Any, players: int) -> list[Event]:
    """Race cards drawn or dealt: how many."""
    events = []
    reshuffled = sum(new.discards) < sum(old.discards) and old.stage == new.stage
    if reshuffled and (move in (M_DRAW, M_DONE) or M_DROP <= move < M_ASSIGN):
        events.append(Event("reshuffle", None))
    if old.phase in _LAYING_OUT and new.phase not in (CARD, SEAL):
        return events  # cards of the last stage, or heat, still lie there
    for owner in range(players):
        count = len(_cards_drawn(old, new, owner))
        if count:
            events.append(Event("draw", owner, {"count": count}))
    return events


def _cards_drawn(old: Any, new: Any, owner: int) -> list[int]:
    """The kinds of the race cards that came into a hand."""
    before, after = old.hand[owner][: old.cards[owner]], new.hand[owner][: new.cards[owner]]
    laying_out = old.phase in _LAYING_OUT
    if before == after and not laying_out:
        return []  # as after most moves
    had, has = Counter(before), Counter(after)
    if laying_out or (old.phase == SEAL and len(after) >= len(before) and has != had):
        had = Counter()
    return sorted((has - had).elements())


def _stage_end(old: Any, new: Any, players: int) -> list[Event]:
    """What the teams and the time trialists get at the end of a stage."""
    stage = old.stage
    events = [Event("stage-end", None, {"stage": number_of(old, stage)})]
    if stage == SOLO_TRIAL:
        for seat in range(players):
            if new.points[seat] != old.points[seat]:
                facts = {"rider": old.starter[seat], "points": new.worth[SOLO_TRIAL_WON]}
                events.append(Event("solo-won", seat, facts))
        return events
    trial = stage == TEAM_TRIAL
    for seat in range(players):
        gain = new.team[seat] - old.team[seat]
        if is_complete(new, seat):
            worth = new.worth[TEAM_TRIAL_WON if trial else TEAM_COMPLETE]
            gain -= worth
            events.append(Event("team-trial" if trial else "complete", seat, {"points": worth}))
        if gain:
            events.append(Event("two-of-three", seat, {"points": gain}))
    return events
