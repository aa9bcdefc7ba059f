"""What each seat can rule out about the hands of the others, and the worlds that remain.

Two things in a stage tell a seat something for certain about hidden cards.

A **pass** under must-play (§4c): the player holds none of the cards that could be laid then. A card
that can be laid stays so until somebody lays it, so of all passes only what they say about the
cards that can be laid *now* still matters: at most eight, one above and one below for each column.
They are the eight *spots*: ``2 * colour`` for the card below (or the one that opens the column),
``2 * colour + 1`` for the card above. ``s.lacks[viewer]`` has one byte for each spot, and in it one
bit for each seat that ``viewer`` knows to lack that card.

A **vitamin** (§6b) shows its two players where two cards went. ``s.known`` lists such cards, the
oldest first: who knows, which card, and the seats that may hold it, by what that viewer saw.

A vitamin between two others is seen, but not its cards. Whoever was not part of it must reckon that
any card which one of the two might have held is now with either; what neither could hold, neither
can hold afterwards. That rule is applied card by card, for passes and for known cards alike.

The **possible worlds** of a seat are exactly all deals of the cards it can't see, hand sizes kept,
in which every card lies with a seat that the above has not ruled out for it. The real world is
always one of them. (Not used: that a vitamin between two others moved only *one* card each way.)
What others know is their own: a possible world keeps of it only what is true in that world for
everybody, and their known cards are forgotten in it.
"""

from __future__ import annotations

import numpy as np

from echappee.games.tape_letape.cards import VALUES, lowest, spread
from echappee.rulebook.contract import Numbers, State
from echappee.rulebook.randomness import Chance, word

KNOWN = 24
"""Room for known cards: two for each of at most twelve vitamins in one stage (§8)."""

_EVERY_SPOT = 0x0101010101010101
_SEATS = 63
_S11 = np.uint64(11)
_TWO_53 = 1 << 53


def spot_of(card: int, start: int) -> int:
    """The spot of a card that can be laid, in a stage whose columns open with ``start``."""
    return 2 * (card // VALUES) + (1 if card % VALUES + 1 > start else 0)


def note(card: int, viewer: int, holders: int) -> int:
    """A known card as ``s.known`` stores it."""
    return viewer << 12 | card << 6 | holders


def noted_viewer(noted: int) -> int:
    """Who knows it."""
    return noted >> 12


def noted_card(noted: int) -> int:
    """Which card it is."""
    return noted >> 6 & 63


def noted_holders(noted: int) -> int:
    """The seats that may hold it, as a bit mask."""
    return noted & 63


def learn_from_card(s: State, card: int) -> None:
    """A card was laid: it is hidden no more, and nothing is known yet of the one behind it."""
    spot = spot_of(card, int(s.start))
    for viewer in range(int(s.players)):
        s.lacks[viewer] &= ~(_SEATS << (8 * spot))
    if s.known[0] != 0:
        _forget(s, card, -1)


def learn_from_pass(s: State, seat: int) -> None:
    """§4c: whoever had to play and passed holds nothing of what could be laid."""
    spots = 0
    cards = int(s.open)
    while cards != 0:
        spots |= 1 << (8 * spot_of(lowest(cards), int(s.start)))
        cards &= cards - 1
    for viewer in range(int(s.players)):
        s.lacks[viewer] |= spots << seat
    i = 0
    while i < KNOWN and s.known[i] != 0:
        if int(s.open) >> noted_card(int(s.known[i])) & 1:
            s.known[i] = int(s.known[i]) & ~(1 << seat)
        i += 1


def learn_from_vitamin(s: State, giver: int, target: int, given: int, drawn: int) -> None:
    """§6b: the two know which cards went where; to all others either may hold either's cards."""
    pair = 1 << giver | 1 << target
    _forget(s, drawn, giver)
    _forget(s, given, target)
    i = 0
    while i < KNOWN and s.known[i] != 0:
        noted = int(s.known[i])
        if pair >> noted_viewer(noted) & 1 == 0 and noted & pair != 0:
            s.known[i] = noted | pair
        i += 1
    s.known[i] = note(given, giver, 1 << target)
    s.known[i + 1] = note(drawn, target, 1 << giver)
    for viewer in range(int(s.players)):
        lacks = int(s.lacks[viewer])
        if pair >> viewer & 1:
            lacks &= ~_told(s, given, target) & ~_told(s, drawn, giver)
        else:
            neither = lacks >> giver & lacks >> target & _EVERY_SPOT
            lacks &= ~(_EVERY_SPOT << giver | _EVERY_SPOT << target)
            lacks |= neither << giver | neither << target
        s.lacks[viewer] = lacks


def _told(s: State, card: int, seat: int) -> int:
    """The bit in ``lacks`` that says that a seat lacks a card; 0 if no bit speaks of that card."""
    if int(s.open) >> card & 1 == 0 or s.start == 0:
        return 0
    return 1 << (8 * spot_of(card, int(s.start)) + seat)


def _forget(s: State, card: int, viewer: int) -> None:
    """Strike a card off the known ones: for one viewer, or for everybody (-1)."""
    kept = 0
    for i in range(KNOWN):
        noted = int(s.known[i])
        if noted == 0:
            break
        if noted_card(noted) != card or (viewer >= 0 and noted_viewer(noted) != viewer):
            s.known[kept] = noted
            kept += 1
    for i in range(kept, KNOWN):
        s.known[i] = 0


def holders_of(s: State, viewer: int, card: int) -> int:
    """The seats that may hold a card which ``viewer`` can't see, by all that it knows."""
    others = 0
    for seat in range(int(s.players)):
        if seat != viewer and s.cards[seat] > 0:
            others |= 1 << seat
    i = 0
    while i < KNOWN and s.known[i] != 0:
        noted = int(s.known[i])
        if noted_viewer(noted) == viewer and noted_card(noted) == card:
            return others & noted_holders(noted)
        i += 1
    if s.start != 0 and int(s.open) >> card & 1:
        return others & ~(int(s.lacks[viewer]) >> (8 * spot_of(card, int(s.start))))
    return others


def cards_known_of(s: State, viewer: int) -> int:
    """The cards that ``viewer`` may know more of than that others hold them: see `holders_of`."""
    cards = int(s.open) if s.start != 0 and s.lacks[viewer] != 0 else 0
    i = 0
    while i < KNOWN and s.known[i] != 0:
        noted = int(s.known[i])
        if noted_viewer(noted) == viewer:
            cards |= 1 << noted_card(noted)
        i += 1
    return cards


# ---------------------------------------------------------------------------------- possible worlds


def redeal_hands(s: State, seat: int, chance: Chance) -> None:
    """Draw one of the possible worlds of a seat, each equally likely.

    Cards that only one seat can hold go there. The few that some seats can't hold are placed by
    counting (`_place`); all others are dealt out at random to the places that are left.
    """
    players = int(s.players)
    room = np.zeros(6, np.int64)
    hidden = 0
    everybody = 0
    for other in range(players):
        if other != seat and s.cards[other] > 0:
            hidden |= int(s.hand[other])
            room[other] = s.cards[other]
            everybody |= 1 << other
            s.hand[other] = 0
    bound = np.zeros(48, np.int64)
    holders = np.zeros(48, np.int64)
    n = 0
    free = 0
    while hidden != 0:
        card = lowest(hidden)
        hidden &= hidden - 1
        who = holders_of(s, seat, card)
        if who == everybody:
            free |= 1 << card
        elif who & (who - 1) == 0:
            only = lowest(who)
            s.hand[only] |= 1 << card
            room[only] -= 1
        else:
            bound[n] = card
            holders[n] = who
            n += 1
    if n > 0:
        _place(s, bound, holders, n, room, chance)
    places = 0
    for other in range(players):
        places += int(room[other])
    spread(free, s.hand, room, places, chance)
    _keep_what_is_true(s, seat)


def steps(holders: Numbers, n: int, room: Numbers) -> Numbers:
    """What a card in each hand counts in the mixed-radix number of `_place`; last, its size."""
    step = np.zeros(7, np.int64)
    step[0] = 1
    for seat in range(6):
        can_hold = 0
        for i in range(n):
            can_hold += int(holders[i]) >> seat & 1
        step[seat + 1] = step[seat] * (min(int(room[seat]), can_hold) + 1)
    return step


def _place(
    s: State, bound: Numbers, holders: Numbers, n: int, room: Numbers, chance: Chance
) -> None:
    """Place ``n`` cards that not everybody can hold, each with one of its ``holders``.

    ``ways[u]`` counts the ways to lay the first cards into distinct places of the hands so that
    ``u`` (a mixed-radix number: cards used in each hand) results. A way of placing all of them is
    then drawn backwards, the last card first. Every way leaves the same number of places for the
    other cards, so each world is equally likely. The table is never larger than 9 ** 5.
    """
    step = steps(holders, n, room)
    size = int(step[6])
    ways = np.zeros(size, np.float64)
    ways[0] = 1.0
    total = 0.0
    for u in range(size):
        if ways[u] == 0.0:
            continue
        used = 0
        for seat in range(6):
            used += u % int(step[seat + 1]) // int(step[seat])
        if used == n:
            total += ways[u]
            continue
        for seat in range(6):
            if int(holders[used]) >> seat & 1:
                in_hand = u % int(step[seat + 1]) // int(step[seat])
                if (in_hand + 1) * step[seat] < step[seat + 1]:
                    ways[u + int(step[seat])] += ways[u] * (int(room[seat]) - in_hand)
    u = _draw_end(ways, step, n, total * _unit(chance))
    for i in range(n - 1, -1, -1):
        u = _draw_back(s, u, int(bound[i]), int(holders[i]), ways, step, room, chance)
    for seat in range(6):
        room[seat] -= _in_hand(s, bound, n, seat)


def _unit(chance: Chance) -> float:
    """A random number from 0 to 1, 1 excluded."""
    return float(np.int64(word(chance) >> _S11)) / _TWO_53


def _draw_end(ways: Numbers, step: Numbers, n: int, mark: float) -> int:
    """Which hands the ``n`` cards fill: the place of ``mark`` among the ways to end."""
    end = 0
    for u in range(int(step[6])):
        if ways[u] != 0.0:
            used = 0
            for seat in range(6):
                used += u % int(step[seat + 1]) // int(step[seat])
            if used == n:
                end = u
                mark -= ways[u]
                if mark < 0.0:
                    break
    return end


def _draw_back(
    s: State, u: int, card: int, holders: int, ways: Numbers, step: Numbers, room: Numbers,
    chance: Chance,
) -> int:  # fmt: skip
    """Whose hand the last of the cards in ``u`` went to; returns what was used before it."""
    mark = ways[u] * _unit(chance)
    chosen = -1
    for seat in range(6):
        in_hand = u % int(step[seat + 1]) // int(step[seat])
        if holders >> seat & 1 and in_hand > 0 and ways[u - int(step[seat])] != 0.0:
            chosen = seat
            mark -= ways[u - int(step[seat])] * (int(room[seat]) - in_hand + 1)
            if mark < 0.0:
                break
    s.hand[chosen] |= 1 << card
    return u - int(step[chosen])


def _in_hand(s: State, bound: Numbers, n: int, seat: int) -> int:
    """How many of the placed cards a seat got."""
    got = 0
    for i in range(n):
        got += int(s.hand[seat]) >> int(bound[i]) & 1
    return got


def _keep_what_is_true(s: State, seat: int) -> None:
    """In a world drawn for ``seat`` others know of passes what it knows, and of it as before."""
    own = _EVERY_SPOT << seat
    for viewer in range(int(s.players)):
        s.lacks[viewer] &= int(s.lacks[seat]) | own
    kept = 0
    for i in range(KNOWN):
        noted = int(s.known[i])
        s.known[i] = 0
        if noted != 0 and noted_viewer(noted) == seat:
            s.known[kept] = noted
            kept += 1
