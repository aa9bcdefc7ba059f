"""What a seat sees of Tape l'étape, and what a move did (TLE-36).

Hands are hidden; jokers, stage cards, hand sizes and columns are open. The cards of a vitamin are
shown to its two players only. When a stage ends, the cards left are counted in the open.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from echappee.games.tape_letape import cards, course, knowledge, material, rules, scoring
from echappee.games.tape_letape.material import PROFILES, card_name, card_names
from echappee.rulebook.contract import State
from echappee.rulebook.state_layout import plain
from echappee.rulebook.values import Event, Heading

_ONE_COLOUR = (1 << cards.VALUES) - 1


class Column(msgspec.Struct, frozen=True):
    """The cards of one colour on the table, from ``low`` to ``high``; null before the first."""

    colour: str
    low: int | None
    high: int | None


class Rider(msgspec.Struct, frozen=True):
    """One player: all of it is open, but for ``hand`` and ``known``."""

    cards: int
    hand: list[str] | None
    """The viewer's own cards; everybody's once the race is over; else null."""
    risk: int | None
    """What ``hand`` costs if the stage stops now; null where it is hidden or costs nothing."""
    known: list[str]
    """Cards that the viewer knows to be in this hand, through a vitamin."""
    vitamins: int
    gears: int
    punctures: int
    profiles: list[str]
    """Stage cards left."""
    skips: int
    """Turns that this player is about to miss."""
    may_not_hit: list[int]
    """Seats that this player may not hit back with a vitamin in this stage."""
    finished: int | None
    """In a broom wagon: the how-manieth empty hand."""
    total: int
    """Seconds of all finished stages."""
    gap: int
    """Seconds behind the leader."""
    wins: int
    """Stages won."""
    yellow: bool
    """Wears the yellow jersey: leads after at least one stage."""


class StageResult(msgspec.Struct, frozen=True):
    """The last finished stage."""

    profile: str
    chooser: int
    final: bool
    winner: int
    seconds: list[int]


class TapeView(msgspec.Struct, frozen=True):
    """The table as one viewer sees it."""

    stage: int
    """The stage under way, from 1."""
    stages: int
    profile: str | None
    """Null while it is being chosen."""
    start: int | None
    """The value that opens columns; null before it is known."""
    low: int
    high: int
    """The lowest and the highest value in play."""
    final: bool
    """Is this the final mountain, which nobody chose?"""
    chooser: int
    """Who chooses this stage or chose it; in the final, who began it."""
    next_chooser: int | None
    """Who will choose the next stage; null if nobody will, or if it is not settled yet."""
    refuel_after: int | None
    """Endurance: the stage after which used jokers come back."""
    turn: int
    laid: int
    """Cards laid in this turn."""
    gear: bool
    """Has the player on turn changed gear?"""
    acted: bool
    """Has he laid a card, changed gear or taken a vitamin in this turn?"""
    must_play: bool
    """Must who can lay a card do so?"""
    columns: list[Column]
    riders: list[Rider]
    last_stage: StageResult | None


def look(s: State, players: int, seat: int | None) -> TapeView:
    """The table as a seat sees it; a spectator sees no hand."""
    table = plain(s)
    seen = _open_look(table, players)
    return seen if seat is None else own(seen, table, seat)


def own(seen: TapeView, s: State, seat: int) -> TapeView:
    """What a spectator sees, and besides it a seat's hand and the cards that it knows of."""
    table = plain(s)
    if table.over:
        return seen
    riders = list(seen.riders)
    for number, known in _known(table, seat).items():
        riders[number] = msgspec.structs.replace(riders[number], known=known)
    hand = card_names(table.hand[seat])
    risk = _risk(table, seat)
    riders[seat] = msgspec.structs.replace(riders[seat], hand=hand, risk=risk)
    return msgspec.structs.replace(seen, riders=riders)


def _open_look(table: Any, players: int) -> TapeView:
    places = [0] * players
    rules.ranking(table, places)
    final = _is_final(table)
    stages = scoring.stage_count(players, table.english, table.endurance, table.each)
    done = table.stage if table.over else table.stage + 1
    return TapeView(
        stage=done,
        stages=stages,
        profile=PROFILES[table.profile - 1] if table.profile else None,
        start=table.start or None,
        low=scoring.low_value(players),
        high=scoring.high_value(players),
        final=final,
        chooser=table.chooser,
        next_chooser=_next_chooser(table, done, stages),
        refuel_after=scoring.refuel_after(players, table.each) if table.endurance else None,
        turn=table.turn,
        laid=table.laid,
        gear=bool(table.gear),
        acted=bool(table.acted),
        must_play=course.must_play(table),
        columns=_columns(table),
        riders=[_rider(table, places[number], number) for number in range(players)],
        last_stage=_last_stage(table),
    )


def _is_final(table: Any) -> bool:
    """Is this the final mountain of the French sprint, under way or just finished?"""
    return scoring.has_final(table.english, table.endurance) and table.stage >= table.players


def _next_chooser(table: Any, number: int, stages: int) -> int | None:
    has_final = scoring.has_final(table.english, table.endurance)
    if number >= stages - (1 if has_final else 0):
        return None
    return scoring.next_chooser(table.chooser, table.players)


def _columns(table: Any) -> list[Column]:
    laid = cards.deck(table.players)
    for hand in table.hand:
        laid &= ~hand
    return [
        _column(colour, laid >> cards.VALUES * colour & _ONE_COLOUR)
        for colour in range(scoring.colour_count(table.players))
    ]


@lru_cache(4096)
def _column(colour: int, laid: int) -> Column:
    """A column by its cards: columns are the same again and again."""
    low = (laid & -laid).bit_length() or None
    return Column(material.COLOURS[colour], low, laid.bit_length() or None)


def _rider(table: Any, place: int, number: int) -> Rider:
    """A player as everybody sees him; at the end, with his cards."""
    totals = table.total[: table.players]
    return Rider(
        cards=table.cards[number],
        hand=card_names(table.hand[number]) if table.over else None,
        risk=None,
        known=[],
        vitamins=table.jokers[number][course.VITAMINS],
        gears=table.jokers[number][course.GEARS],
        punctures=table.jokers[number][course.PUNCTURES],
        profiles=[name for i, name in enumerate(PROFILES) if table.profiles[number] >> i & 1],
        skips=table.skips[number],
        may_not_hit=[q for q in range(table.players) if table.banned[number] >> q & 1],
        finished=table.finished[number] or None,
        total=totals[number],
        gap=totals[number] - min(totals),
        wins=table.wins[number],
        yellow=table.stage > 0 and place == 1,
    )


def _risk(table: Any, number: int) -> int | None:
    """The seconds in a hand, while a stage runs in which cards left cost any (§7)."""
    if table.over or not table.profile or not _cards_cost(table):
        return None
    return _seconds(table.hand[number])


@lru_cache(4096)
def _seconds(hand: int) -> int:
    cost = _cost(hand)
    return cost["small_seconds"] + cost["big_seconds"]


def _cost(hand: int) -> dict[str, int]:
    """What cards left in hand cost, small and big ones apart (§7)."""
    big = cards.count_big(hand)
    small = cards.count(hand) - big
    return {
        "small": small,
        "small_seconds": scoring.left_seconds(small, 0),
        "big": big,
        "big_seconds": scoring.left_seconds(0, big),
    }


def _known(table: Any, viewer: int) -> dict[int, list[str]]:
    """The cards that a viewer knows to be in other hands, by seat."""
    known: dict[int, list[str]] = {}
    if not table.known[0]:
        return known  # nobody has noted anything
    seen = [n for n in table.known if n and knowledge.noted_viewer(n) == viewer]
    for card in sorted(knowledge.noted_card(n) for n in seen):
        holders = knowledge.holders_of(table, viewer, card)
        if holders.bit_count() == 1:
            known.setdefault(holders.bit_length() - 1, []).append(card_name(card))
    return known


def _last_stage(table: Any) -> StageResult | None:
    if not table.last_profile:
        return None
    seconds = table.last[: table.players]
    has_final = scoring.has_final(table.english, table.endurance)
    return StageResult(
        profile=PROFILES[table.last_profile - 1],
        chooser=table.last_chooser,
        final=has_final and table.stage > table.players,
        winner=seconds.index(min(seconds)),  # the only one with 40 or 60 seconds less
        seconds=seconds,
    )


# ---------------------------------------------------------------------------------------- events


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
    return events if viewer is None else told(events, old, seat, move, new, viewer)


def told(
    events: list[Event], before: State, seat: int, move: int, after: State, viewer: int
) -> list[Event]:
    """What a spectator is told; the two players of a vitamin are told its cards."""
    if move < rules.VITAMIN:
        return events
    target, given = divmod(move - rules.VITAMIN, material.CARDS)
    if viewer not in (seat, target):
        return events
    old, new = plain(before), plain(after)
    drawn = (old.hand[target] & ~new.hand[target]).bit_length() - 1
    facts = {"target": target, "given": card_name(given), "drawn": card_name(drawn)}
    return [Event("vitamin-seen", seat, facts), *events[1:]]


def _done(old: Any, seat: int, move: int, new: Any) -> list[Event]:
    """The move itself."""
    if move < rules.END:
        events = [Event("card", seat, {"card": card_name(move)})]
        if old.profile == scoring.TIME_TRIAL and not old.start:
            events.append(Event("start-value", seat, {"value": move % cards.VALUES + 1}))
        if new.stage == old.stage and not new.cards[seat]:
            events.append(Event("finished", seat, {"place": new.finished[seat]}))
        return events
    if move == rules.END:
        return [Event("end", seat, {"count": old.laid})]
    if move == rules.PASS:
        return [Event("pass", seat)]
    if move == rules.GEAR_CHANGE:
        return [Event("gear", seat)]
    if move >= rules.VITAMIN:
        return [Event("vitamin", seat, {"target": (move - rules.VITAMIN) // material.CARDS})]
    if move >= rules.PUNCTURE:
        target = move - rules.PUNCTURE
        return [Event("puncture-self" if target == seat else "puncture", seat, {"target": target})]
    return [Event("stage-chosen", seat, {"profile": PROFILES[move - rules.STAGE - 1]})]


def _missed(old: Any, seat: int, move: int, new: Any) -> list[Event]:
    """The turns that were missed because of punctures, in their order: round the table.

    Who is hit before he has acted misses the turn under way, and who is hit while he chooses the
    stage the first one; all others miss theirs when they come.
    """
    waiting = list(old.skips)
    number = old.turn
    if rules.PUNCTURE <= move < rules.VITAMIN:
        waiting[move - rules.PUNCTURE] += 1
    elif not rules.STAGE < move < rules.PUNCTURE:
        number = scoring.next_chooser(number, old.players)
    due = [waiting[one] - new.skips[one] if new.cards[one] else 0 for one in range(old.players)]
    missed = []
    while any(due):
        if due[number]:
            due[number] -= 1
            missed.append(Event("missed", number))
        number = scoring.next_chooser(number, old.players)
    return missed


def _stage_over(old: Any, seat: int, move: int, new: Any) -> list[Event]:
    """The result of a stage, and how the race goes on."""
    left = list(old.hand[: old.players])
    left[seat] &= ~(1 << move)
    result = _last_stage(new)
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
                "costs": [_cost(hand) for hand in left] if _cards_cost(old) else None,
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
    kind = "final" if _is_final(new) else "next-stage"
    return [*events, Event(kind, new.chooser, {"number": new.stage + 1})]


def _places(table: Any) -> list[int]:
    """The general classification, by the rules (§7b, TLE-29)."""
    places: Any = [0] * table.players
    rules.ranking(table, places)
    return list(places)


def _cards_cost(table: Any) -> bool:
    """In a broom wagon only places count (§7a)."""
    return bool(table.profile != scoring.BROOM_WAGON)


def _order(old: Any, seat: int, winner: int) -> list[int]:
    """In a broom wagon the seats in the order in which their hands got empty, the winner last."""
    if old.profile != scoring.BROOM_WAGON:
        return []
    done = sorted((n, q) for q, n in enumerate(old.finished[: old.players]) if n)
    return [*(q for _, q in done), seat, winner]


def heading(s: State) -> Heading:
    """The stage under way; the last one when all have been ridden."""
    table = plain(s)
    return Heading("stage", table.stage if table.over else table.stage + 1)
