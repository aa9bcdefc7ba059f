"""§14: before the start each player bids for a place in the breakaway.

Each names one of his riders, and twice draws four of his cards and seals one as a bid; the first
bids are shown before the second ones are chosen. The riders with the highest bids start further on.
"""

from __future__ import annotations

from echappee.games.flamme_rouge.cards import seal, size_of
from echappee.games.flamme_rouge.material import EXHAUSTION, KINDS, NARROW_TEAMS
from echappee.games.flamme_rouge.road import CARD_VALUE, enter, leave, place_key
from echappee.rulebook.contract import State

AHEAD, AWAY = 1, 2  # bids are still to come or under way; they are over
WINNER_TIRES = 2  # exhaustion cards for who is in the breakaway
_START_TILE, _MARK = 6, 3  # squares; the fourth square of tile 2 is marked


def bidding(s: State) -> bool:
    """Are riders placed, and bids still to be made?"""
    return bool(s.breakaway == AHEAD and s.placed == 2 * s.players)


def mark_of(s: State) -> int:
    """The square of the breakaway: the marked one of tile 2, which follows the start."""
    return _START_TILE + _MARK


def places_in(s: State) -> int:
    """FR-21: two places on a road of five or six teams, else one; no more than players."""
    return min(2 if s.teams > NARROW_TEAMS else 1, int(s.players))


def second_bids(s: State) -> bool:
    """Have the first bids been shown?"""
    return bool(s.bids[0][0] != 0)


def may_bid(s: State, seat: int, rider: int) -> bool:
    """A seat bids with the rider that it named first."""
    return bool(s.bidder[seat] == 0 or s.bidder[seat] == rider + 1)


def bid_of(s: State, seat: int) -> int:
    """What a seat's bids that were shown are worth together."""
    total = 0
    for n in range(2):
        if s.bids[seat][n] != 0:
            total += int(CARD_VALUE[int(s.bids[seat][n]) - 1])
    return total


def seal_bid(s: State, seat: int, rider: int, kind: int) -> None:
    """Lay a bid face down; the last one shows them all."""
    seal(s, seat, rider, kind)
    s.waiting = int(s.waiting) & ~(1 << seat)
    if s.waiting == 0:
        _show_bids(s)


def _show_bids(s: State) -> None:
    players = int(s.players)
    n = 1 if second_bids(s) else 0
    for seat in range(players):
        r = 2 * seat + int(s.bidder[seat]) - 1
        s.bids[seat][n] = s.sealed[r]
        s.sealed[r] = 0
    s.waiting = (1 << players) - 1
    if n == 1:
        _ride_away(s)


def best_bid(s: State, taken: int) -> int:
    """The seat with the highest bids that is not in the bit mask; of equal ones the rearmost."""
    best = -1
    for seat in range(int(s.players)):
        if taken >> seat & 1 == 0 and (best < 0 or _bid_key(s, seat) > _bid_key(s, best)):
            best = seat
    return best


def _bid_key(s: State, seat: int) -> int:
    return 1024 * bid_of(s, seat) - place_key(s, 2 * seat + int(s.bidder[seat]) - 1)


def _ride_away(s: State) -> None:
    """The winners ride to the mark, the highest bid on the right; all decks are put in order."""
    won = 0
    for _ in range(places_in(s)):
        won |= 1 << best_bid(s, won)
    left = won
    for _ in range(places_in(s)):
        seat = best_bid(s, ~left)
        left &= ~(1 << seat)
        r = 2 * seat + int(s.bidder[seat]) - 1
        leave(s, r)
        enter(s, r, mark_of(s))
    for seat in range(int(s.players)):
        _shuffle_bids(s, seat, won >> seat & 1)
    s.breakaway = AWAY


def _shuffle_bids(s: State, seat: int, won: int) -> None:
    """Who is away has lost both bids and takes exhaustion; others get them back; all shuffle."""
    r = 2 * seat + int(s.bidder[seat]) - 1
    for n in range(2):
        kind = int(s.bids[seat][n]) - 1
        if won != 0:
            s.played[r, kind] += 1
        else:
            s.deck[r, kind] += 1
        s.bids[seat][n] = 0
    if won != 0:
        s.deck[r, EXHAUSTION] += WINNER_TIRES
    for kind in range(KINDS):
        s.deck[r, kind] += s.recycled[r, kind]
        s.recycled[r, kind] = 0
    s.face_down[r] = size_of(s.deck[r])
    s.bidder[seat] = 0
