"""A turn: cards laid, vitamins, punctures. § and TLE-nn as in `rules`."""

from __future__ import annotations

from echappee.games.tape_letape.cards import VALUES, nth, row
from echappee.games.tape_letape.knowledge import learn_from_card, learn_from_vitamin
from echappee.games.tape_letape.scoring import FLAT, TIME_TRIAL, high_value, low_value
from echappee.games.tape_letape.stages import finish, next_turn
from echappee.games.tape_letape.state import PUNCTURES, VITAMINS
from echappee.rulebook.contract import State
from echappee.rulebook.randomness import Chance, below


def must_play(s: State) -> bool:
    """§4c: who can lay a card must; TLE-06 (b): in a time trial only after all passed in a row."""
    return bool(s.may == 0 or s.profile != TIME_TRIAL or s.passes >= s.players)


def lay(s: State, seat: int, card: int, chance: Chance) -> None:
    """§4b: lay a card; what it opens can be laid from now on."""
    bit = 1 << card
    value = card % VALUES + 1
    if s.start == 0:
        s.start = value  # TLE-07: whoever lays the first card of a time trial sets the value
        s.open = row(int(s.players), value)
    learn_from_card(s, card)
    s.hand[seat] &= ~bit
    s.cards[seat] -= 1
    s.open = int(s.open) & ~bit | opened_by(card, int(s.start), int(s.players))
    s.laid += 1
    s.acted = 1
    s.passes = 0
    if s.cards[seat] == 0:
        finish(s, seat, chance)
    elif not may_go_on(s, seat):
        next_turn(s)


def opened_by(card: int, start: int, players: int) -> int:
    """§5: the neighbours of a laid card that its column goes on with, away from the start value."""
    bit = 1 << card
    value = card % VALUES + 1
    following = 0
    if value >= start and value < high_value(players):
        following |= bit << 1
    if value <= start and value > low_value(players):
        following |= bit >> 1
    return following


def may_go_on(s: State, seat: int) -> bool:
    """§5d, §6c: as many cards as one wishes; §5a: or the sprint of a flat stage."""
    if s.gear != 0 or s.profile == TIME_TRIAL:
        return True
    return is_sprint(int(s.profile), int(s.laid), int(s.cards[seat]))


def is_sprint(profile: int, laid: int, left: int) -> bool:
    """§5a, TLE-10: the last two cards of a flat stage may be laid at once."""
    return profile == FLAT and laid == 1 and left == 1


def swap(s: State, seat: int, target: int, given: int, chance: Chance) -> None:
    """§6b, TLE-20: a card of one's choice for one drawn blindly; the victim may not hit back."""
    drawn = nth(int(s.hand[target]), below(chance, int(s.cards[target])))
    learn_from_vitamin(s, seat, target, given, drawn)
    both = 1 << given | 1 << drawn
    s.hand[seat] ^= both
    s.hand[target] ^= both
    s.banned[target] |= 1 << seat
    s.jokers[seat, VITAMINS] -= 1
    s.acted = 1


def puncture(s: State, seat: int, target: int) -> None:
    """§6a, TLE-14…16: the turn under way if the target has not acted in it, else his next one.

    Whoever is choosing the stage has not begun his turn: he chooses, and then misses it.
    """
    s.jokers[seat, PUNCTURES] -= 1
    if target == s.turn and s.acted == 0 and s.profile != 0:
        next_turn(s)
    else:
        s.skips[target] += 1
