"""A sensible player of Flamme Rouge: it rides the round out in its head, and saves its legs."""

from __future__ import annotations

import numpy as np

from echappee.games.flamme_rouge.breakaway import (
    bid_of,
    bidding,
    mark_of,
    places_in,
    second_bids,
)
from echappee.games.flamme_rouge.cards import HAND, seal, size_of, take_from
from echappee.games.flamme_rouge.material import DESCENT, EXHAUSTION, KINDS
from echappee.games.flamme_rouge.road import (
    CARD_VALUE,
    FALL,
    NO_CARD,
    least_from,
    reach,
    terrain_of,
)
from echappee.games.flamme_rouge.rules import play_round, team_rank
from echappee.games.flamme_rouge.state import CARD, DRAW, PER_HAND, PER_RIDER, PER_SQUARE, STATE
from echappee.rulebook.contract import Moves, Numbers, State
from echappee.rulebook.randomness import Chance, below
from echappee.rulebook.scratch import scratch

_ROUNDS = 6  # how often a round is ridden out for each card
_PACE = 6  # squares that a leader makes in a round, slipstream included
_WIN = 100_000
_TEN = 10  # worths are in tenths of a square
_SPRINT = 12  # squares before the line where everything is given
_SIGHT, _ALONE = 9, 3  # how far ahead is still within reach; the pace of who rides in front
_WHIM = 8  # so that not everybody rides alike
_LEAD = 3  # squares that it is worth to ride before the others have found their legs
_LOST_CARD = 6  # tenths of a square for each point of energy that a bid costs
_USUAL_BID, _SURE = 5, 1000
_SECOND = 1  # the weight of the rider who is worse off, in tenths


def policy(s: State, seat: int, moves: Moves, n: int, chance: Chance) -> int:
    """Start at the front; choose for the rider in front first; play the card that promises most."""
    first = int(moves[0])
    if first >= CARD:
        if bidding(s):
            return _best_bid(s, seat, moves, n)
        return _best_card(s, seat, moves, n, chance)
    best = 0
    for i in range(1, n):
        if _eagerness(s, seat, int(moves[i])) > _eagerness(s, seat, int(moves[best])):
            best = i
    return best


def rollout(s: State, seat: int, moves: Moves, n: int, chance: Chance) -> int:
    """For playing on in a bot's head: ride to just behind whoever is ahead, and sprint at last."""
    first = int(moves[0])
    if first < CARD or bidding(s):
        return below(chance, n)
    r = 2 * seat + (first - CARD) // PER_HAND
    here = int(s.square[r])
    wanted = _wanted_move(s, r)
    best, least = 0, _WIN
    for i in range(n):
        value = int(CARD_VALUE[(int(moves[i]) - CARD) % PER_HAND])
        waste = 8 * abs(reach(s, r, value) - here - wanted) + value + below(chance, _WHIM)
        if waste < least:
            best, least = i, waste
    return best


def _wanted_move(s: State, r: int) -> int:
    """To where the rider ahead may leave a place in his slipstream; slowly if nobody is ahead."""
    here = int(s.square[r])
    if int(s.finish) - here <= _SPRINT:
        return _SPRINT
    for x in range(here + 1, min(here + _SIGHT, int(s.length))):
        if s.crowd[x] > 0:
            return x - here + _PACE - 3
    return _ALONE


def _eagerness(s: State, seat: int, move: int) -> int:
    """Places by how far forward they are, the Rouleur before; decks by who rides in front."""
    if move < DRAW:
        return 2 * (move % PER_RIDER // PER_SQUARE) + move // PER_RIDER
    if bidding(s):
        return move  # the Rouleur: his legs last longer in the wind
    return int(s.square[2 * seat + move - DRAW])


def _best_bid(s: State, seat: int, moves: Moves, n: int) -> int:
    """§14: squares that may be won, less what the cards are worth that are lost for them.

    Nobody knows what the others hold: a bid of five is thought of for each that is still to come.
    """
    best, best_worth = 0, -_WIN
    r = 2 * seat + int(s.bidder[seat]) - 1
    gain = _TEN * (mark_of(s) - int(s.square[r]) + _LEAD)
    to_come = 1 if second_bids(s) else 2
    for i in range(n):
        value = int(CARD_VALUE[(int(moves[i]) - CARD) % PER_HAND])
        total = bid_of(s, seat) + to_come * value
        hope = _SURE
        for other in range(int(s.players)):
            if other != seat:
                hope = hope * _beats(total - bid_of(s, other) - to_come * _USUAL_BID) // _SURE
        hope = min(hope * places_in(s), _SURE)
        worth = hope * (gain - _LOST_CARD * (total - 2 * int(CARD_VALUE[EXHAUSTION])))
        if worth > best_worth:
            best, best_worth = i, worth
    return best


def _beats(ahead: int) -> int:
    """How sure bids that are so much ahead of what a rival may bid are to beat his."""
    return min(max(_SURE // 2 + ahead * _SURE // 10, _SURE // 20), _SURE)


def _best_card(s: State, seat: int, moves: Moves, n: int, chance: Chance) -> int:
    """Ride the round out with every card, the others playing what they may have."""
    worlds = scratch(1, STATE)
    pool = scratch(KINDS, np.int64)
    rider = (int(moves[0]) - CARD) // PER_HAND
    best, best_worth = 0, -_WIN * _WIN
    for i in range(n):
        worth = 0
        for _ in range(_ROUNDS):
            worlds[0] = s
            world = worlds[0]
            seal(world, seat, rider, (int(moves[i]) - CARD) % PER_HAND)
            for r in range(2 * int(s.players)):
                if r != 2 * seat + rider and world.crossed[r] == 0:
                    _guess_card(world, r, r >> 1 == seat, pool, chance)
            play_round(world, chance)
            worth += _worth(world, seat)
        if worth > best_worth:
            best, best_worth = i, worth
    return best


def _guess_card(s: State, r: int, own: bool, pool: Numbers, chance: Chance) -> None:
    """Any of a rider's cards; one that I have sealed myself I know."""
    if own and s.sealed[r] != 0:
        return
    for kind in range(KINDS):
        pool[kind] = int(s.deck[r, kind]) + int(s.recycled[r, kind])
    left = size_of(pool)
    s.sealed[r] = 1 + (take_from(pool, below(chance, left)) if left > 0 else NO_CARD)


def _worth(s: State, seat: int) -> int:
    """How good a position is for a seat: won, lost, or how far it may get before its best rival."""
    if s.over != 0:
        own = team_rank(s, seat)
        for team in range(int(s.teams)):
            if team_rank(s, team) > own:
                return -_WIN
        return _WIN
    lead = rival = 0
    for r in range(2 * int(s.teams)):
        if s.crossed[r] == 0:
            lead = max(lead, int(s.square[r]))
            if r >> 1 != seat:
                rival = max(rival, int(s.square[r]))
    rounds = (int(s.finish) - lead) // _PACE + 1
    one, other = _promise(s, 2 * seat, rounds), _promise(s, 2 * seat + 1, rounds)
    rival = _TEN * min(rival + rounds * _PACE, int(s.length) - 1)
    return _TEN * (max(one, other) - rival) + _SECOND * (min(one, other) - rival)


def _promise(s: State, r: int, rounds: int) -> int:
    """In tenths: how far a rider may get in so many rounds with the cards he has left.

    He is thought to ride alone and find the card he wants: a low one downhill, else his highest
    that no ascent shortens; but no more than the best of four cards promises.
    """
    tenths, last = _TEN * int(s.square[r]), int(s.length) - 1
    if s.fallen[r] != 0:
        tenths -= _TEN * FALL
    used = 0  # which cards are spent, three bits for each kind
    likely = _best_of_four(s, r)
    for _ in range(rounds):
        x = min(max(tenths, 0) // _TEN, last)
        downhill = terrain_of(s, x) == DESCENT
        kind = _wanted(s, r, used, int(s.most[x]), downhill)
        value = _TEN * int(CARD_VALUE[NO_CARD])
        if kind >= 0:
            used += 1 << 3 * kind
            value = min(_TEN * int(CARD_VALUE[kind]), likely)
        value = max(value, _TEN * least_from(s, x))
        tenths += min(value, _TEN * int(s.most[x]))
    return min(tenths, _TEN * last)


def _best_of_four(s: State, r: int) -> int:
    """In tenths: what the highest of four cards is worth on average, exhaustion among them."""
    left = int(s.deck[r, EXHAUSTION]) + int(s.recycled[r, EXHAUSTION])
    total = size_of(s.deck[r]) + size_of(s.recycled[r])
    if total <= HAND:
        return _TEN * 9
    ways = _fours(total)
    mean = _TEN * int(CARD_VALUE[EXHAUSTION]) * _fours(left)
    for kind in range(EXHAUSTION):
        before = _fours(left)
        left += int(s.deck[r, kind]) + int(s.recycled[r, kind])
        mean += _TEN * int(CARD_VALUE[kind]) * (_fours(left) - before)
    return mean // ways


def _fours(n: int) -> int:
    """How many hands of four there are among ``n`` cards."""
    return n * (n - 1) * (n - 2) * (n - 3) // 24


def _wanted(s: State, r: int, used: int, most: int, downhill: bool) -> int:
    """The kind of card that suits the road: low downhill, else the highest that isn't wasted."""
    found = -1
    for kind in range(EXHAUSTION):
        left = int(s.deck[r, kind]) + int(s.recycled[r, kind]) - (used >> 3 * kind & 7)
        if left > 0 and (found < 0 or (not downhill and CARD_VALUE[found] < most)):
            found = kind
    return found
