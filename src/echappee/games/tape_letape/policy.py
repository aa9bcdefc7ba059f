"""A cheap and sensible player of Tape l'étape: looks at its own hand and at what lies on the table.

It opens the roads on which it still has to travel and holds back the cards that only others wait
for. In a broom wagon it does the opposite, and in a time trial it lays one card at a time until it
can lay all the others at once. It chooses the stage that suits its hand, changes gear to empty it,
gives away its worst card, and punctures who is about to win.
"""

from __future__ import annotations

from echappee.games.tape_letape.cards import VALUES, count, lowest
from echappee.games.tape_letape.scoring import (
    BROOM_WAGON,
    DOWNHILL,
    MOUNTAIN,
    TIME_TRIAL,
    card_seconds,
    high_value,
    low_value,
    stage_count,
    start_value,
)
from echappee.games.tape_letape.state import END, GEAR_CHANGE, PASS, PUNCTURE, STAGE, VITAMIN
from echappee.games.tape_letape.turns import is_sprint, opened_by
from echappee.rulebook.contract import Moves, State
from echappee.rulebook.randomness import Chance, below

_NEVER = -100_000
_JOKER = 500  # a joker that is worth playing is played before any card
_NEAR = 1  # cards in the hand of somebody who is about to win
_NEAR_AGAINST_THE_CLOCK = 3  # the same where many cards can be laid at once
_STUCK = 5  # cards of others before one's own big card that make it worth giving away
_STUCK_SMALL = 7  # the same of a card that costs little

# What a card that is laid does, in quarters of a card of others that it brings nearer. These, and
# those of the stages, were found by playing the policy against itself with other numbers.
_OWN, _SOON, _OTHERS = 28, 10, 4  # own cards it leads to, less where they can follow soon
_BROOM_SOON, _BROOM_OTHERS = 16, 8


def policy(s: State, seat: int, moves: Moves, n: int, chance: Chance) -> int:
    """The move that is worth most, equal ones by chance; out of turn -1 to wait."""
    best, best_worth, equal = -1, _NEVER, 0
    if seat != s.turn:
        best_worth = 0
    for i in range(n):
        worth = _worth(s, seat, int(moves[i]))
        if worth > best_worth:
            best, best_worth, equal = i, worth, 1
        elif worth == best_worth and best >= 0:
            equal += 1
            if below(chance, equal) == 0:
                best = i
    return best


def _worth(s: State, seat: int, move: int) -> int:
    """How good a move looks."""
    if move < END:
        if s.profile == BROOM_WAGON:
            return -_card_worth(s, seat, move, _BROOM_SOON, _BROOM_OTHERS)
        return _card_worth(s, seat, move, _SOON, _OTHERS)
    if move == END:
        return _end_worth(s, seat)
    if move == PASS:
        return _NEVER + 1
    if move == GEAR_CHANGE:
        return _gear_worth(s, seat)
    if move >= VITAMIN:
        return _vitamin_worth(s, seat, (move - VITAMIN) // END, (move - VITAMIN) % END)
    if move >= PUNCTURE:
        return _puncture_worth(s, seat, move - PUNCTURE)
    return -_stage_gap(s, seat, move - STAGE)


def _card_worth(s: State, seat: int, card: int, soon: int, theirs: int) -> int:
    """Opening roads for oneself is good, most of all those on which others must go first."""
    value = card % VALUES + 1
    hand = int(s.hand[seat])
    others = _others(s, seat)
    if s.start == 0:
        return -_gap(hand, others, value)
    ahead = 0
    if value >= s.start:
        ahead |= _span(card // VALUES, value + 1, VALUES)
    if value <= s.start:
        ahead |= _span(card // VALUES, 1, value - 1)
    worth = -theirs * count(others & ahead)
    own = hand & ahead
    while own != 0:
        worth += _OWN - soon // (1 + _waits(value, lowest(own), others))
        own &= own - 1
    return worth


def _end_worth(s: State, seat: int) -> int:
    """Nobody hurries in a broom wagon, nor in a time trial until the whole hand can be laid.

    What is kept can be laid later, when one must lay something and would open a road for others.
    """
    if s.profile == BROOM_WAGON:
        return _JOKER
    return _JOKER if s.profile == TIME_TRIAL and _run(s, seat) < s.cards[seat] else _NEVER + 2


def _gear_worth(s: State, seat: int) -> int:
    """Worth it to win the stage at once, and only then."""
    if s.profile == BROOM_WAGON or s.profile == TIME_TRIAL:
        return _NEVER
    usual = 2 if is_sprint(int(s.profile), 1, int(s.cards[seat]) - 1) else 1
    run = _run(s, seat)
    return _JOKER if run == s.cards[seat] and run > usual else _NEVER


def _vitamin_worth(s: State, seat: int, target: int, card: int) -> int:
    """Worth it for a card that waits for many others; it goes to whoever has fewest cards."""
    if s.profile == BROOM_WAGON or s.start == 0:
        return _NEVER
    waits = _waits(int(s.start), card, _others(s, seat))
    stuck = _STUCK if card_seconds(card % VALUES + 1) > card_seconds(1) else _STUCK_SMALL
    if waits < stuck - (1 if _last_stages(s) else 0):
        return _NEVER
    return _JOKER + 10 * waits - int(s.cards[target])


def _puncture_worth(s: State, seat: int, target: int) -> int:
    """Worth it against somebody about to win, at the start of his turn; or to dodge the broom."""
    if s.profile == 0 or s.acted != 0 or target != s.turn:
        return _NEVER
    if s.profile == BROOM_WAGON:
        must = int(s.hand[seat]) & int(s.open) != 0
        return _JOKER if target == seat and must and s.cards[seat] == 1 else _NEVER
    if target == seat:
        return _NEVER
    near = _NEAR_AGAINST_THE_CLOCK if s.profile == TIME_TRIAL else _NEAR
    return _JOKER if s.cards[target] <= near else _NEVER


def _stage_gap(s: State, seat: int, profile: int) -> int:
    """How long one would wait for others, in twentieths of a card; the broom wagon in reverse.

    Long roads make everybody wait, and mountains leave the others with big cards.
    """
    hand = int(s.hand[seat])
    players = int(s.players)
    others = _others(s, seat)
    if profile == TIME_TRIAL:
        least = 1000
        for value in range(low_value(players), high_value(players) + 1):
            if _has_value(hand, value):
                least = min(least, _gap(hand, others, value))
        return 20 * least + 20
    gap = _gap(hand, others, start_value(profile, players))
    if profile == BROOM_WAGON:
        return 520 - 24 * gap
    if profile == MOUNTAIN:
        return 13 * gap
    return 16 * gap - 40 if profile == DOWNHILL else 20 * gap


def _has_value(hand: int, value: int) -> bool:
    """Does a hand hold a card of this value?"""
    for colour in range(4):
        if hand >> (VALUES * colour + value - 1) & 1:
            return True
    return False


def _gap(hand: int, others: int, start: int) -> int:
    """For all cards of a hand: the cards of others between them and the start value, added up."""
    gap = 0
    while hand != 0:
        gap += _waits(start, lowest(hand), others)
        hand &= hand - 1
    return gap


def _waits(start: int, card: int, others: int) -> int:
    """How many cards of others must be laid before this one can be."""
    value = card % VALUES + 1
    if value > start:
        return count(_span(card // VALUES, start, value - 1) & others)
    return count(_span(card // VALUES, value + 1, start) & others)


def _span(colour: int, low: int, high: int) -> int:
    """The cards of one colour with values from ``low`` to ``high``."""
    if low > high:
        return 0
    return ((1 << high) - (1 << (low - 1))) << (VALUES * colour)


def _others(s: State, seat: int) -> int:
    """The cards in all other hands together: what is neither laid nor one's own."""
    cards = 0
    for other in range(int(s.players)):
        if other != seat:
            cards |= int(s.hand[other])
    return cards


def _run(s: State, seat: int) -> int:
    """How many cards one could lay in a row."""
    hand = int(s.hand[seat])
    reach = int(s.open)
    run = 0
    while hand & reach != 0:
        card = lowest(hand & reach)
        hand &= ~(1 << card)
        run += 1
        reach |= opened_by(card, int(s.start), int(s.players))
    return run


def _last_stages(s: State) -> bool:
    """Is the race nearly over, so that jokers had better be used?"""
    stages = stage_count(int(s.players), int(s.english), int(s.endurance), int(s.each))
    return int(s.stage) >= stages - 2
