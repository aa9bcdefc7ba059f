"""What a move of Tape l'étape did, as a viewer may know it (TLE-36).

The cards of a vitamin are shown to its two players only. When a stage ends, the cards left are
counted in the open.
"""

from __future__ import annotations

from typing import Any

from echappee.games.tape_letape import cards, material, rules, scoring
from echappee.games.tape_letape.material import PROFILES, card_name, card_names
from echappee.games.tape_letape.results import cards_cost, cost_of, is_final, last_stage
from echappee.games.tape_letape.state import END, GEAR_CHANGE, PASS, PUNCTURE, STAGE, VITAMIN
from echappee.rulebook.contract import State
from echappee.rulebook.state_layout import plain
from echappee.rulebook.values import Event


def happened(
    before: State, seat: int, move: int, after: State, players: int, viewer: int | None
) -> list[Event]:
    """What a move did, who then misses a turn, and at the end of a stage its result in full."""
    old, new = plain(before), plain(after)
    events = _done(old, seat, move, new)
    if new.stage == old.stage:
        events += _missed(old, seat, move, new)
    else:
        events += _stage_over(old, seat, move, new)
    return events if viewer is None else private_events(events, old, seat, move, new, viewer)


def private_events(
    events: list[Event], before: State, seat: int, move: int, after: State, viewer: int
) -> list[Event]:
    """What a spectator is told; the two players of a vitamin are told its cards."""
    if move < VITAMIN:
        return events
    target, given = divmod(move - VITAMIN, material.CARDS)
    if viewer not in (seat, target):
        return events
    old, new = plain(before), plain(after)
    drawn = (old.hand[target] & ~new.hand[target]).bit_length() - 1
    facts = {"target": target, "given": card_name(given), "drawn": card_name(drawn)}
    return [Event("vitamin-seen", seat, facts), *events[1:]]


def _done(old: Any, seat: int, move: int, new: Any) -> list[Event]:
    """The move itself."""
    if move < END:
        events = [Event("card", seat, {"card": card_name(move)})]
        if old.profile == scoring.TIME_TRIAL and not old.start:
            events.append(Event("start-value", seat, {"value": move % cards.VALUES + 1}))
        if new.stage == old.stage and not new.cards[seat]:
            events.append(Event("finished", seat, {"place": new.finished[seat]}))
        return events
    if move == END:
        return [Event("end", seat, {"count": old.laid})]
    if move == PASS:
        return [Event("pass", seat)]
    if move == GEAR_CHANGE:
        return [Event("gear", seat)]
    if move >= VITAMIN:
        return [Event("vitamin", seat, {"target": (move - VITAMIN) // material.CARDS})]
    if move >= PUNCTURE:
        target = move - PUNCTURE
        return [Event("puncture-self" if target == seat else "puncture", seat, {"target": target})]
    return [Event("stage-chosen", seat, {"profile": PROFILES[move - STAGE - 1]})]


def _missed(old: Any, seat: int, move: int, new: Any) -> list[Event]:
    """The turns that were missed because of punctures, in their order: round the table.

    Who is hit before he has acted misses the turn under way, and who is hit while he chooses the
    stage the first one; all others miss theirs when they come.
    """
    waiting = list(old.skips)
    number = old.turn
    if PUNCTURE <= move < VITAMIN:
        waiting[move - PUNCTURE] += 1
    elif not STAGE < move < PUNCTURE:
        number = scoring.left_neighbour(number, old.players)
    due = [waiting[one] - new.skips[one] if new.cards[one] else 0 for one in range(old.players)]
    missed = []
    while any(due):
        if due[number]:
            due[number] -= 1
            missed.append(Event("missed", number))
        number = scoring.left_neighbour(number, old.players)
    return missed


def _stage_over(old: Any, seat: int, move: int, new: Any) -> list[Event]:
    """The result of a stage, and how the race goes on."""
    left = list(old.hand[: old.players])
    left[seat] &= ~(1 << move)
    result = last_stage(new)
    assert result is not None
    totals = new.total[: new.players]
    events = [
        Event(
            "stage-over",
            result.winner,
            {
                "number": new.stage,
                "profile": result.profile,
                "chooser": result.chooser,
                "final": result.final,
                "winner": result.winner,
                "seconds": result.seconds,
                "left": [card_names(hand) for hand in left],
                "costs": [cost_of(hand) for hand in left] if cards_cost(old) else None,
                "order": _order(old, seat, result.winner),
                "totals": totals,
                "gaps": [total - min(totals) for total in totals],
                "places": _places(new),
            },
        )
    ]
    if new.over:
        return events
    if new.endurance and new.stage == scoring.refuel_after(new.players, new.each):
        events.append(Event("refuel"))
    kind = "final" if is_final(new) else "next-stage"
    return [*events, Event(kind, new.chooser, {"number": new.stage + 1})]


def _places(s: Any) -> list[int]:
    """The general classification, by the rules (§7b, TLE-29)."""
    places: Any = [0] * s.players
    rules.ranking(s, places)
    return list(places)


def _order(old: Any, seat: int, winner: int) -> list[int]:
    """In a broom wagon the seats in the order in which their hands got empty, the winner last."""
    if old.profile != scoring.BROOM_WAGON:
        return []
    done = sorted((n, q) for q, n in enumerate(old.finished[: old.players]) if n)
    return [*(q for _, q in done), seat, winner]
