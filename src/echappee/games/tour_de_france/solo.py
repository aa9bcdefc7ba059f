"""Stage 4, the individual time trial: heats of two, cards laid face down, sums, play-offs."""

from __future__ import annotations

from echappee.games.tour_de_france.cards import (
    draw_kind,
    gather,
    give_up,
    show,
    take,
    total,
)
from echappee.games.tour_de_france.material import SOLO_TRIAL_WON
from echappee.games.tour_de_france.road import clear_road, lift, own_lane, place
from echappee.games.tour_de_france.stages import left_of
from echappee.games.tour_de_france.state import HOME, MOST_HAND, SEAL, SOLO_ENDS, STARTER
from echappee.rulebook.contract import State
from echappee.rulebook.randomness import Chance, below

MOST_PLAYOFFS = 9
"""TDF-21 replays until one is alone. After nine ties in a row a lot is drawn: it must end."""


def begin_solo(s: State) -> None:
    """§4.1: everybody rides, two by two from the dealer's left (TDF-20)."""
    clear_road(s)
    s.field = (1 << int(s.players)) - 1
    s.playoffs = 0
    for seat in range(int(s.players)):
        s.starter[seat] = 0
    begin_heats(s)
    ask_starters(s)


def begin_heats(s: State) -> None:
    """The first heat of those who ride for the win."""
    s.ridden = 0
    for seat in range(int(s.players)):
        if int(s.field) >> seat & 1:
            s.used[seat] = 0
    _next_pair(s)


def _next_pair(s: State) -> None:
    """§4.3: the next two who have not ridden yet; the last one alone if need be."""
    s.riding = first_waiting(s, 2)


def first_waiting(s: State, most: int) -> int:
    """TDF-20: of the field who have not ridden yet the first from the dealer's left, as a mask."""
    riding = 0
    count = 0
    seat = int(s.dealer)
    waiting = int(s.field) & ~int(s.ridden)
    for _ in range(int(s.players)):
        seat = left_of(s, seat)
        if waiting >> seat & 1 and count < most:
            riding |= 1 << seat
            count += 1
    return riding


def ask_starters(s: State) -> bool:
    """§4.1: ask the next of the pair which rider starts; False when all have said."""
    seat = int(s.dealer)
    for _ in range(int(s.players)):
        seat = left_of(s, seat)
        if int(s.riding) >> seat & 1 and s.starter[seat] == 0:
            s.turn = seat
            s.phase = STARTER
            return True
    return False


def start_heat(s: State, chance: Chance) -> None:
    """§4.4, TDF-20: riders on their starting squares, a fresh shuffle, ten cards each."""
    gather(s)
    for seat in range(int(s.players)):
        if int(s.riding) >> seat & 1:
            place(s, seat, int(s.starter[seat]) - 1, 0, own_lane(s, seat))
    _deal_ten(s, chance)
    s.phase = SEAL


def _deal_ten(s: State, chance: Chance) -> None:
    """§4.4, §4.6: ten cards for each who is on the road, one at a time."""
    for _ in range(MOST_HAND):
        seat = int(s.dealer)
        for _ in range(int(s.players)):
            seat = left_of(s, seat)
            if int(s.riding) >> seat & 1:
                take(s, seat, draw_kind(s, chance))


def seal_card(s: State, seat: int, kind: int, chance: Chance) -> None:
    """§4.5: a card face down; when all on the road have laid one they turn them over and ride."""
    give_up(s, seat, kind)
    s.sealed[seat] = kind + 1
    riding = int(s.riding)
    for other in range(int(s.players)):
        if riding >> other & 1 and s.sealed[other] == 0:
            return
    empty = False
    for other in range(int(s.players)):
        if riding >> other & 1:
            _ride(s, other)
            empty = empty or s.cards[other] == 0
    if s.riding != 0:
        if empty:
            _deal_ten(s, chance)
        return
    if int(s.field) & ~int(s.ridden) != 0:
        _next_pair(s)
    else:
        _settle(s, chance)
    if s.phase != SOLO_ENDS and not ask_starters(s):
        start_heat(s, chance)


def _ride(s: State, seat: int) -> None:
    """§4.5: as many squares as the three numbers together; the colour does not count."""
    kind = int(s.sealed[seat]) - 1
    s.sealed[seat] = 0
    show(s, seat, kind)
    s.used[seat] += 1
    rider = int(s.starter[seat]) - 1
    row = int(s.row[seat, rider]) + total(s, kind)
    lane = int(s.lane[seat, rider])
    lift(s, seat, rider)
    if row > s.rows[int(s.stage)]:
        s.row[seat, rider] = HOME
        s.lane[seat, rider] = 0
        s.riding &= ~(1 << seat)
        s.ridden |= 1 << seat
    else:
        place(s, seat, rider, row, lane)


def _settle(s: State, chance: Chance) -> None:
    """§4.7, TDF-21: fewest cards win; those who tie for it ride again."""
    best, tied, count = 32767, 0, 0
    for seat in range(int(s.players)):
        if int(s.field) >> seat & 1:
            if s.used[seat] < best:
                best, tied, count = int(s.used[seat]), 0, 0
            if s.used[seat] == best:
                tied |= 1 << seat
                count += 1
    if count > 1 and s.playoffs < MOST_PLAYOFFS:
        s.playoffs += 1
        s.field = tied
        begin_heats(s)
        return
    drawn = below(chance, count) if count > 1 else 0
    seat = 0
    while tied >> seat & 1 == 0 or drawn > 0:
        if tied >> seat & 1:
            drawn -= 1
        seat += 1
    s.points[seat, int(s.starter[seat]) - 1] += s.worth[SOLO_TRIAL_WON]
    s.phase = SOLO_ENDS
