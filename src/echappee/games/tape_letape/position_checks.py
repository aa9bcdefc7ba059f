"""Could a position that somebody wrote down arise at a table? What has to agree with what.

A table here is a state as plain Python numbers and lists (`echappee.rulebook.state_layout.plain`).
"""

from __future__ import annotations

from typing import Any

from echappee.errors import BadPosition
from echappee.games.tape_letape import cards, knowledge, material, scoring, turns
from echappee.games.tape_letape.turns import may_go_on
from echappee.rulebook.words import Words, bad_position

_WORDS = Words(__package__)


def unreadable(reason: str, **facts: object) -> BadPosition:
    """The error for a text that is no position."""
    return bad_position(_WORDS, reason, **facts)


def lacked(s: Any, viewer: int, seat: int) -> int:
    """The cards that ``viewer`` knows ``seat`` to lack since it passed, as a bit mask."""
    lacks, reach, found = s.lacks[viewer] >> seat, s.open, 0
    while lacks and reach:
        card = cards.lowest(reach)
        reach &= reach - 1
        if lacks >> (8 * knowledge.spot_of(card, s.start)) & 1:
            found |= 1 << card
    return found


def add_lack(s: Any, viewers: int, seat: int, card: int) -> None:
    """Note that viewers know a seat to lack a card, if that is possible and true."""
    if not s.start or not s.open >> card & 1 or s.hand[seat] >> card & 1:
        raise unreadable("lack", seat=seat, card=material.card_name(card))
    for viewer in range(s.players):
        if viewers >> viewer & 1:
            s.lacks[viewer] |= 1 << (8 * knowledge.spot_of(card, s.start) + seat)


def read_columns(s: Any) -> None:
    """Cards in nobody's hand were laid one after the other; ``s.open`` follows from them (§5)."""
    players = s.players
    laid = cards.deck(players)
    for seat in range(players):
        hand = s.hand[seat]
        if hand & ~laid or hand.bit_count() != s.cards[seat] or s.cards[seat] > material.HAND:
            raise unreadable("hand", seat=seat)
        laid &= ~hand
    if s.profile == 0 or s.start == 0:
        if laid:
            raise unreadable("too-early")
        s.open = cards.deck(players) if s.profile else 0
        return
    s.open, left = cards.row(players, s.start), laid
    while left & s.open:
        card = cards.lowest(left & s.open)
        left &= ~(1 << card)
        s.open = s.open & ~(1 << card) | turns.opened_by(card, s.start, players)
    if left:
        raise unreadable("column", colour=material.COLOURS[cards.lowest(left) // cards.VALUES])
    if s.profile == scoring.TIME_TRIAL and not laid:
        raise unreadable("no-start")


def check_table(s: Any) -> None:
    """Everything that has to agree with something else."""
    players, turn = s.players, s.turn
    seats = range(players)
    if any(n % 10 for n in (*s.total, *s.last)):
        raise unreadable("seconds")
    if sum(s.wins) != s.stage or (s.stage == 0) != (s.last_profile == 0):
        raise unreadable("results")
    final = scoring.has_final(s.english, s.endurance) and s.stage >= players
    if final and s.profile != scoring.MOUNTAIN:
        raise unreadable("final")
    if any(s.banned[seat] >> seat & 1 for seat in seats):
        raise unreadable("bans")
    _check_hands(s)
    _check_profiles(s)
    if s.profile == 0:
        idle = not (s.acted or s.passes or s.over or s.known[0] or any(s.banned))
        if turn != s.chooser or not idle or not s.profiles[turn]:
            raise unreadable("choosing")
    elif not s.over:
        going_on = s.cards[turn] > 0 and may_go_on(s, turn)
        if (s.laid and not going_on) or s.cards[turn] + s.laid > material.HAND:
            raise unreadable("turn-over")
        if (s.laid and s.passes) or (s.skips[turn] and not s.acted):
            raise unreadable("marks-turn")
    _check_known(s)


def _check_hands(s: Any) -> None:
    """§4d, §5e: who may have no cards left, and who may be about to miss a turn."""
    empty = [seat for seat in range(s.players) if s.cards[seat] == 0]
    order = sorted(n for n in s.finished if n)
    if s.profile == scoring.BROOM_WAGON:
        done = s.players - 1 if s.over else len(empty)
        wrong = done != len(empty) or done > s.players - (1 if s.over else 2)
        wrong = wrong or order != list(range(1, done + (0 if s.over else 1)))
        wrong = wrong or any(s.finished[seat] and s.cards[seat] for seat in range(s.players))
    else:
        wrong = len(empty) != s.over or bool(order)
    if wrong or (not s.over and s.cards[s.turn] == 0):
        raise unreadable("empty-hands")
    if any(s.skips[seat] for seat in empty):
        raise unreadable("marks-turn")


def _check_profiles(s: Any) -> None:
    """§4a, §8b: everybody has stage cards for all the stages that he still has to choose."""
    wanted = [0] * s.players
    for number in range(s.stage + (1 if s.profile else 0), s.players * s.each):
        wanted[(s.chooser + number - s.stage) % s.players] += 1
    for seat, count in enumerate(wanted):
        if s.profiles[seat].bit_count() < count:
            raise unreadable("stage-cards", seat=seat, count=count)


def _check_known(s: Any) -> None:
    """What a seat knows of a card has to be true."""
    seen = set()
    for noted in s.known:
        if noted:
            viewer, card = knowledge.noted_viewer(noted), knowledge.noted_card(noted)
            holders = knowledge.noted_holders(noted)
            with_one = any(
                holders >> seat & 1 and s.hand[seat] >> card & 1 for seat in range(s.players)
            )
            if not with_one or holders >> viewer & 1 or (viewer, card) in seen:
                raise unreadable("known-card", seat=viewer, card=material.card_name(card))
            seen.add((viewer, card))
