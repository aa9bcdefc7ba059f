"""What a seat sees of Tape l'étape (TLE-36).

Hands are hidden; jokers, stage cards, hand sizes and columns are open.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from echappee.games.tape_letape import cards, knowledge, material, rules, scoring
from echappee.games.tape_letape.events import happened, private_events
from echappee.games.tape_letape.material import PROFILES, card_name, card_names
from echappee.games.tape_letape.results import (
    StageResult,
    cards_cost,
    cost_of,
    is_final,
    last_stage,
)
from echappee.games.tape_letape.state import GEARS, PUNCTURES, VITAMINS
from echappee.games.tape_letape.turns import must_play
from echappee.rulebook.contract import State
from echappee.rulebook.state_layout import plain
from echappee.rulebook.values import Heading

__all__ = ["TapeView", "happened", "heading", "look", "private_events", "private_view"]

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
    t = plain(s)
    seen = _open_look(t, players)
    return seen if seat is None else private_view(seen, t, seat)


def private_view(seen: TapeView, s: State, seat: int) -> TapeView:
    """What a spectator sees, and besides it a seat's hand and the cards that it knows of."""
    t = plain(s)
    if t.over:
        return seen
    riders = list(seen.riders)
    for number, known in _known(t, seat).items():
        riders[number] = msgspec.structs.replace(riders[number], known=known)
    hand = card_names(t.hand[seat])
    risk = _risk(t, seat)
    riders[seat] = msgspec.structs.replace(riders[seat], hand=hand, risk=risk)
    return msgspec.structs.replace(seen, riders=riders)


def _open_look(s: Any, players: int) -> TapeView:
    places = [0] * players
    rules.ranking(s, places)
    final = is_final(s)
    stages = scoring.stage_count(players, s.english, s.endurance, s.each)
    done = s.stage if s.over else s.stage + 1
    return TapeView(
        stage=done,
        stages=stages,
        profile=PROFILES[s.profile - 1] if s.profile else None,
        start=s.start or None,
        low=scoring.low_value(players),
        high=scoring.high_value(players),
        final=final,
        chooser=s.chooser,
        next_chooser=_next_chooser(s, done, stages),
        refuel_after=scoring.refuel_after(players, s.each) if s.endurance else None,
        turn=s.turn,
        laid=s.laid,
        gear=bool(s.gear),
        acted=bool(s.acted),
        must_play=must_play(s),
        columns=_columns(s),
        riders=[_rider(s, places[number], number) for number in range(players)],
        last_stage=last_stage(s),
    )


def _next_chooser(s: Any, number: int, stages: int) -> int | None:
    has_final = scoring.has_final(s.english, s.endurance)
    if number >= stages - (1 if has_final else 0):
        return None
    return scoring.left_neighbour(s.chooser, s.players)


def _columns(s: Any) -> list[Column]:
    laid = cards.deck(s.players)
    for hand in s.hand:
        laid &= ~hand
    return [
        _column(colour, laid >> cards.VALUES * colour & _ONE_COLOUR)
        for colour in range(scoring.colour_count(s.players))
    ]


@lru_cache(4096)
def _column(colour: int, laid: int) -> Column:
    """A column by its cards: columns are the same again and again."""
    low = (laid & -laid).bit_length() or None
    return Column(material.COLOURS[colour], low, laid.bit_length() or None)


def _rider(s: Any, place: int, number: int) -> Rider:
    """A player as everybody sees him; at the end, with his cards."""
    totals = s.total[: s.players]
    return Rider(
        cards=s.cards[number],
        hand=card_names(s.hand[number]) if s.over else None,
        risk=None,
        known=[],
        vitamins=s.jokers[number][VITAMINS],
        gears=s.jokers[number][GEARS],
        punctures=s.jokers[number][PUNCTURES],
        profiles=[name for i, name in enumerate(PROFILES) if s.profiles[number] >> i & 1],
        skips=s.skips[number],
        may_not_hit=[q for q in range(s.players) if s.banned[number] >> q & 1],
        finished=s.finished[number] or None,
        total=totals[number],
        gap=totals[number] - min(totals),
        wins=s.wins[number],
        yellow=s.stage > 0 and place == 1,
    )


def _risk(s: Any, number: int) -> int | None:
    """The seconds in a hand, while a stage runs in which cards left cost any (§7)."""
    if s.over or not s.profile or not cards_cost(s):
        return None
    return _seconds(s.hand[number])


@lru_cache(4096)
def _seconds(hand: int) -> int:
    cost = cost_of(hand)
    return cost["small_seconds"] + cost["big_seconds"]


def _known(s: Any, viewer: int) -> dict[int, list[str]]:
    """The cards that a viewer knows to be in other hands, by seat."""
    known: dict[int, list[str]] = {}
    if not s.known[0]:
        return known  # nobody has noted anything
    seen = [n for n in s.known if n and knowledge.noted_viewer(n) == viewer]
    for card in sorted(knowledge.noted_card(n) for n in seen):
        holders = knowledge.holders_of(s, viewer, card)
        if holders.bit_count() == 1:
            known.setdefault(holders.bit_length() - 1, []).append(card_name(card))
    return known


def heading(s: State) -> Heading:
    """The stage under way; the last one when all have been ridden."""
    t = plain(s)
    return Heading("stage", t.stage if t.over else t.stage + 1)
