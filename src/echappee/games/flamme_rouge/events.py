"""What a move did, told in order, as a viewer may know it (FR-09).

A round is told by riding it again, step by step, with the rules' own functions.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from echappee.games.flamme_rouge import breakaway, road, rules
from echappee.games.flamme_rouge.material import CARDS, LANES, RIDERS
from echappee.games.flamme_rouge.position import write_card, write_place
from echappee.games.flamme_rouge.road import NO_CARD
from echappee.games.flamme_rouge.state import CARD, DRAW, PER_HAND, PER_RIDER
from echappee.rulebook.contract import State
from echappee.rulebook.state_layout import plain
from echappee.rulebook.values import Event


def happened(
    before: State, seat: int, move: int, after: State, players: int, viewer: int | None
) -> list[Event]:
    """A rider placed, a hand drawn, a card sealed; and with the last card a whole round."""
    old, new = plain(before), plain(after)
    events = _open(old, seat, move, new)
    return events if viewer is None else private_events(events, old, seat, move, new, viewer)


def private_events(
    events: list[Event], before: State, seat: int, move: int, after: State, viewer: int
) -> list[Event]:
    """What a spectator is told; who made the move is told his cards besides."""
    if viewer != seat:
        return events
    new = plain(after)
    return [_own(event, move, new) for event in events]


def _own(event: Event, move: int, new: Any) -> Event:
    """§4a: the card that was sealed, the hand that was drawn: for the eyes of its owner."""
    if event.kind in ("sealed", "bid-sealed"):
        card = write_card((move - CARD) % PER_HAND)
        return Event(f"{event.kind}-own", event.seat, event.facts | {"card": card})
    if event.kind == "drawn":
        hand = new.hand[event.seat]
        cards = [card for card, n in zip(CARDS, hand, strict=True) for _ in range(n)]
        return Event("drawn-own", event.seat, event.facts | {"cards": cards})
    return event


def _open(old: Any, seat: int, move: int, new: Any) -> list[Event]:
    """What everybody sees."""
    if move < DRAW:
        return _placed(new, seat, move // PER_RIDER)
    if move < CARD:
        named = [] if old.bidder[seat] == new.bidder[seat] else [_named(seat, move - DRAW)]
        return named + _drawn(old, new, seat, move - DRAW)
    rider, kind = divmod(move - CARD, PER_HAND)
    bids = breakaway.bidding(old)
    events = [Event("bid-sealed" if bids else "sealed", seat, {"rider": RIDERS[rider]})]
    if bids:
        return events + (_bids(old, new, seat, kind) if old.waiting == 1 << seat else [])
    if new.rounds > old.rounds:
        riding = deepcopy(old)
        riding.sealed[2 * seat + rider] = kind + 1
        return events + _round(riding, new)
    if new.holding[seat]:
        events += _drawn(old, new, seat, new.holding[seat] - 1)
    return events


def _placed(new: Any, seat: int, rider: int) -> list[Event]:
    r = 2 * seat + rider
    facts = {"rider": RIDERS[rider], "square": new.square[r] + 1, "place": write_place(new, r)}
    events = [Event("placed", seat, facts)]
    if breakaway.bidding(new):
        events.append(Event("bidding", None, {"square": breakaway.mark_of(new) + 1}))
    elif new.placed == 2 * new.players:
        events.append(Event("round", None, {"round": 1}))
    return events


def _named(seat: int, rider: int) -> Event:
    return Event("named", seat, {"rider": RIDERS[rider]})


def _bids(old: Any, new: Any, seat: int, kind: int) -> list[Event]:
    """§14: all bids of one kind are shown; after the second ones the best ride away."""
    table = deepcopy(old)
    table.sealed[2 * seat + table.bidder[seat] - 1] = kind + 1
    number = 2 if breakaway.second_bids(old) else 1
    events = []
    for team in range(old.players):
        r = 2 * team + table.bidder[team] - 1
        table.bids[team][number - 1] = table.sealed[r]
        facts = {"rider": RIDERS[r & 1], "card": write_card(table.sealed[r] - 1), "number": number}
        events.append(Event("bid", team, facts))
    if number == 1:
        return events
    won = 0
    for _ in range(breakaway.places_in(old)):
        team = breakaway.best_bid(table, won)
        won |= 1 << team
        r = 2 * team + table.bidder[team] - 1
        places = {"from": write_place(old, r), "to": write_place(new, r)}
        sum_ = breakaway.bid_of(table, team)
        events.append(Event("away", team, {"rider": RIDERS[r & 1], "bids": sum_, **places}))
    return [*events, Event("round", None, {"round": 1})]


def _drawn(old: Any, new: Any, seat: int, rider: int) -> list[Event]:
    """§4a: a shuffle is seen by all, and how many cards were drawn."""
    count = sum(new.hand[seat])
    events = [Event("drawn", seat, {"rider": RIDERS[rider], "count": count})]
    if old.face_down[2 * seat + rider] < count:
        events.insert(0, Event("shuffled", seat, {"rider": RIDERS[rider]}))
    return events


# ----------------------------------------------------------------------------------- a whole round


def _round(s: Any, new: Any) -> list[Event]:
    """Ride ``table``, the position before the reveal, on to ``new``, and tell every step."""
    _turn_up_dummies(s, new)
    stood = {r: write_place(s, r) for r in range(2 * s.teams)}
    order = [0] * len(s.square)
    count = road.race_order(s, order)
    riders = order[:count]
    shown = [[r >> 1, RIDERS[r & 1], write_card(s.sealed[r] - 1)] for r in riders]
    events = [Event("reveal", None, {"round": new.rounds, "cards": shown})]
    for r in riders:
        events.append(_ride(s, r, stood[r]))
        if s.fallen[r]:
            events.append(_of("fall", s, r, {"square": s.square[r] + 1}))
    front = road.next_slipstream(s, 0)
    while front >= 0:
        events.append(_slipstream(s, front))
        front = road.next_slipstream(s, front + 1)
    for r in range(2 * s.players):
        if road.on_road(s, r) and road.tires(s, r):
            events.append(_of("exhaustion", s, r, {"square": s.square[r] + 1}))
    for r in riders:
        if s.square[r] >= s.finish:
            beyond = s.square[r] - s.finish + 1
            events.append(_of("home", s, r, {"beyond": beyond, "round": new.rounds}))
    return events + _end(new)


def _turn_up_dummies(s: Any, new: Any) -> None:
    """§11: a dummy's card is the one that it has played now and had not played before."""
    for r in range(2 * s.players, 2 * s.teams):
        deck = 2 * s.players if s.peloton and r >> 1 == s.players else r
        played = zip(s.played[deck], new.played[deck], strict=True)
        kinds = [kind for kind, (before, after) in enumerate(played) if after > before]
        s.sealed[r] = (kinds[0] if kinds else NO_CARD) + 1


def causes(s: Any, r: int, value: int) -> list[str]:
    """Why a rider's move would be longer or shorter than this value; riders ahead don't count."""
    raised = road.raised(s, r, value)
    capped = road.capped(s, r, raised)
    why = []
    least = road.least_from(s, s.square[r])
    if least > value:
        why.append("supply" if least == road.SUPPLY_LEAST else "descent")
    if s.fallen[r]:
        why.append("fallen")
    if capped < raised:
        why.append("ascent")
    if road.reach(s, r, value) < s.square[r] + capped:
        why.append("last-square")
    return why


def _ride(s: Any, r: int, place: str) -> Event:
    """One rider's move, and why it was longer or shorter than his card.

    He is told to come from where everybody saw him stand before the round, though he has moved over
    to the right since, if the rider there has left.
    """
    card, value = write_card(s.sealed[r] - 1), road.card_value(s, r)
    here = s.square[r]
    why = causes(s, r, value)
    target = road.reach(s, r, value)
    road.ride(s, r, value)
    if s.square[r] < target:
        why.append("blocked")
    facts = {
        "card": card, "value": value, "from": place, "to": write_place(s, r),
        "squares": s.square[r] - here, "why": why,
    }  # fmt: skip
    return _of("ride-because" if why else "ride", s, r, facts)


def _slipstream(s: Any, front: int) -> Event:
    """§6a: a pack moves up; the facts name every rider with his places before and after."""
    places = {r: write_place(s, r) for r in range(2 * s.teams)}
    squares = list(s.square)
    road.pull(s, front)
    moved = [
        [r >> 1, RIDERS[r & 1], places[r], write_place(s, r)]
        for r in range(2 * s.teams)
        if s.square[r] != squares[r]
    ]
    return Event("slipstream", None, {"count": len(moved), "square": front + 2, "moved": moved})


def _end(new: Any) -> list[Event]:
    if not new.over:
        return [Event("round", None, {"round": new.rounds + 1})]
    among = new.players if new.players_only else new.teams
    team = max(range(among), key=lambda team: rules.team_rank(new, team))
    r = max((2 * team, 2 * team + 1), key=lambda r: rules.rider_rank(new, r))
    return [_of("won", new, r, {"place": _beyond(new, r)})]


def _beyond(s: Any, r: int) -> str:
    """A place beyond the line: squares from it, and lane."""
    x = s.square[r]
    return f"{x - s.finish + 1}{LANES[road.lanes_of(s, x)][s.lane[r]]}"


def _of(kind: str, s: Any, r: int, facts: dict[str, Any]) -> Event:
    """An event of a rider; those of dummy teams have no seat and sentences of their own."""
    team = r >> 1
    facts = {"team": team, "rider": RIDERS[r & 1], **facts}
    if team < s.players:
        return Event(kind, team, facts)
    name = "peloton" if s.peloton and team == s.players else "muscle"
    return Event(f"dummy-{kind}", None, facts | {"dummy": name})
