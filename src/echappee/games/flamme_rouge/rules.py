"""The rules of Flamme Rouge, compiled. § is an article of ``words/``, FR-nn a ruling.

§1 aim, §2 setting up, §3 placing the riders, §4 energy (§4a decks), §5 movement (§5a blocked),
§6 final phase (§6a slipstream, §6b exhaustion), §7 end, §8 mountains (§8a ascents, §8b descents),
§9 stages, §10 Peloton tiles (§10a terrain, §10b five and six), §11 dummy teams, §12 Grand Tour,
§13 Meteo (§13a crosswind, §13b tailwind, §13c headwind, §13d wet road), §14 Breakaway.

Teams are the seats, then the dummy teams; rider 2 × team is a Sprinteur, 2 × team + 1 a Rouleur.
Squares are counted from 0 at the back of the start tile. Once the last card is sealed a whole round
is played: reveal, movement, slipstream, exhaustion.
"""

from __future__ import annotations

import numpy as np

from echappee.games.flamme_rouge import material, stage_option
from echappee.games.flamme_rouge.breakaway import bidding, may_bid, seal_bid
from echappee.games.flamme_rouge.cards import (
    discard_all,
    draw_hand,
    flip_dummies,
    seal,
    size_of,
)
from echappee.games.flamme_rouge.knowledge import redeal_rider
from echappee.games.flamme_rouge.material import EXHAUSTION, KINDS
from echappee.games.flamme_rouge.observation import FEATURES, fill_features
from echappee.games.flamme_rouge.preparation import (
    BREAKAWAY,
    DECKS,
    DUMMIES,
    DUMMIES_WIN,
    FINISH,
    METEO,
    PLACEMENT,
    TEAMS,
    deal_weather,
    deck_of,
    lay_road,
    lay_tile_two,
    place_dummy,
    set_order,
    tired_from_start,
)
from echappee.games.flamme_rouge.road import (
    NO_CARD,
    NOWHERE,
    card_value,
    enter,
    lanes_of,
    next_slipstream,
    on_road,
    place_key,
    pull,
    race_order,
    ride,
    tires,
)
from echappee.games.flamme_rouge.state import (
    ALL_HOME,
    ALREADY_DRAWN,
    ALREADY_PLACED,
    BEYOND,
    CARD,
    DRAW,
    DRAW_FIRST,
    DUMMY_FIRST,
    DUMMY_WON,
    ENDINGS,
    HAS_CARDS,
    KEEP_RIGHT,
    LANE_TAKEN,
    LINE_CROSSED,
    MOST_RIDERS,
    NO_SUCH_LANE,
    NOT_IN_HAND,
    NOT_YOUR_TURN,
    OTHER_BIDDER,
    OTHER_HAND,
    OUTSIDE_START,
    OVER,
    PER_HAND,
    PER_RIDER,
    PER_SQUARE,
    PLACE_FIRST,
    RACE_IS_ON,
    REFUSALS,
    RIDER_DONE,
    RIDER_HOME,
    SEALED,
    STATE,
)
from echappee.rulebook.contract import Moves, Numbers, State
from echappee.rulebook.randomness import Chance
from echappee.rulebook.scratch import scratch

__all__ = ["ENDINGS", "FEATURES", "REFUSALS", "STATE"]

_SOLO_TEAMS = 3  # a lone player meets the Peloton and a Muscle team (§11, FR-14)
_ROUND_SCORE = 6  # a round behind weighs a minute, a square ten seconds (§12)


def setup(s: State, players: int, options: Numbers, chance: Chance) -> None:
    """§2, §11: lay the stage, give out the decks, place the dummy teams, draw who places first."""
    teams = int(options[TEAMS])
    if teams == 0 and players == 1:
        teams = _SOLO_TEAMS
    teams = max(players, teams)
    s.players = players
    s.teams = teams
    s.peloton = 1 if teams > players and options[DUMMIES] == 0 else 0
    s.one_by_one = options[PLACEMENT]
    s.to_the_end = options[FINISH]
    s.players_only = 1 if s.version >= 2 and options[DUMMIES_WIN] == 0 else 0
    first = 0 if teams <= material.NARROW_TEAMS else stage_option.MOST_TILES
    for i in range(stage_option.MOST_TILES):
        s.tiles[i] = options[first + i]
    s.breakaway = options[BREAKAWAY]
    if s.breakaway != 0:
        lay_tile_two(s)
    lay_road(s)
    s.meteo = options[METEO]
    if s.meteo != 0:
        deal_weather(s, chance)
    for r in range(MOST_RIDERS):
        s.square[r] = NOWHERE
    for r in range(2 * teams):
        for kind in range(KINDS):
            s.deck[r, kind] = DECKS[deck_of(s, r), kind]
        if r < 2 * players:
            s.deck[r, EXHAUSTION] = tired_from_start(s, r, options)
        s.face_down[r] = size_of(s.deck[r])
    for r in range(2 * players, 2 * teams):
        place_dummy(s, r)
    set_order(s, players, options, chance)
    s.waiting = 1 << int(s.order[0])


def awaited(s: State) -> int:
    """§3: the seat that places; §4: every seat that has a card to choose, all at once."""
    return int(s.waiting)


def actors(s: State) -> int:
    """Nobody acts out of turn in Flamme Rouge."""
    return int(s.waiting)


def offered(s: State) -> int:
    """Nobody acts out of turn in Flamme Rouge."""
    return 0


def legal(s: State, seat: int, moves: Moves) -> int:
    """§3: every place behind the line, lanes filled from the right; §4: a deck, then a card."""
    if int(s.waiting) >> seat & 1 == 0:
        return 0
    if s.placed < 2 * s.players:
        return _places(s, seat, moves)
    n = 0
    rider = int(s.holding[seat]) - 1
    if rider < 0:
        for either in range(2):
            if _may_draw(s, seat, either):
                moves[n] = DRAW + either
                n += 1
        return n
    for kind in range(KINDS):
        moves[np.uint64(n)] = CARD + PER_HAND * rider + kind
        n += 1 if s.hand[seat, kind] > 0 else 0
    if n == 0:
        moves[0] = CARD + PER_HAND * rider + NO_CARD
        n = 1
    return n


def judge(s: State, seat: int, move: int) -> int:
    """Why ``move`` is refused; 0 if it is legal."""
    if s.over != 0:
        return OVER
    placing = s.placed < 2 * s.players
    if move < DRAW or move >= BEYOND:
        return _refusal_of_place(s, seat, move) if placing else RACE_IS_ON
    if placing:
        return PLACE_FIRST
    return _refusal_of_choice(s, seat, move)


def reveals(s: State, seat: int, move: int) -> bool:
    """Drawing shows a hand to its owner; the last card of a round shows all cards to everybody."""
    if move < DRAW:
        return False
    if move < CARD:
        return True
    rider = (move - CARD) // PER_HAND
    draws_again = _must_choose(s, 2 * seat + 1 - rider) and not bidding(s)
    return draws_again or s.waiting == 1 << seat


def apply(s: State, seat: int, move: int, chance: Chance) -> None:
    """Place a rider, draw a hand, or seal a card; the last card sealed sets everybody riding."""
    if move < DRAW:
        enter(s, 2 * seat + move // PER_RIDER, move % PER_RIDER // PER_SQUARE)
        s.placed += 1
        _next_to_place(s)
    elif move < CARD:
        if bidding(s):
            s.bidder[seat] = move - DRAW + 1
        draw_hand(s, seat, move - DRAW, chance)
    elif bidding(s):
        seal_bid(s, seat, (move - CARD) // PER_HAND, (move - CARD) % PER_HAND)
    else:
        rider = (move - CARD) // PER_HAND
        seal(s, seat, rider, (move - CARD) % PER_HAND)
        if _must_choose(s, 2 * seat + 1 - rider):
            draw_hand(s, seat, 1 - rider, chance)  # §4: only now is the second hand drawn
        else:
            s.waiting = int(s.waiting) & ~(1 << seat)
            if s.waiting == 0:
                play_round(s, chance)


def over(s: State) -> int:
    """§7: the round in which a rider crosses the line is over; §12: or all players are home."""
    return int(s.over)


def standing(s: State, scores: Numbers) -> None:
    """§7: how far beyond the line a seat's better rider is; before it, 0 or less.

    §12: in a race to the end each round behind the first one home weighs six squares.
    """
    first = first_home(s)
    for seat in range(int(s.players)):
        best = -NOWHERE
        for r in range(2 * seat, 2 * seat + 2):
            best = max(best, _score(s, r, first))
        scores[seat] = best


def ranking(s: State, places: Numbers) -> None:
    """§7: seats by their better rider: earlier home, further on, right lane.

    FR-11: behind a dummy team that is first of all, the players' places begin at 2.
    """
    players = int(s.players)
    first = 2 if dummies_win(s) and first_team(s) >= players else 1
    for seat in range(players):
        own = team_rank(s, seat)
        place = first
        for other in range(players):
            if team_rank(s, other) > own:
                place += 1
        places[seat] = place


def redeal(s: State, seat: int, chance: Chance) -> None:
    """FR-09: the rivals' hands, sealed cards, decks and recycled piles are dealt anew."""
    for r in range(2 * int(s.players)):
        if r >> 1 != seat:
            redeal_rider(s, r, chance)


def observe(s: State, seat: int, features: Numbers) -> None:
    """What the seat sees, own team first, then clockwise, then dummies; see ``FEATURES``."""
    fill_features(s, seat, features)


# ----------------------------------------------------------------------------------------- placing


def _next_to_place(s: State) -> None:
    """FR-08: each player places both riders, or by option one at a time; then the race begins."""
    players, placed = int(s.players), int(s.placed)
    if placed == 2 * players:
        s.waiting = (1 << players) - 1
    elif s.one_by_one != 0:
        s.waiting = 1 << int(s.order[placed % players])
    else:
        s.waiting = 1 << int(s.order[placed >> 1])


def _places(s: State, seat: int, moves: Moves) -> int:
    n = 0
    for rider in range(2):
        if s.square[2 * seat + rider] == NOWHERE:
            for x in range(int(s.start)):
                if s.crowd[x] < lanes_of(s, x):
                    moves[n] = PER_RIDER * rider + PER_SQUARE * x + int(s.crowd[x])
                    n += 1
    return n


def _refusal_of_place(s: State, seat: int, move: int) -> int:
    if int(s.waiting) >> seat & 1 == 0:
        return NOT_YOUR_TURN
    rider = move - BEYOND if move >= BEYOND else move // PER_RIDER
    if s.square[2 * seat + rider] != NOWHERE:
        return ALREADY_PLACED
    x, lane = move % PER_RIDER // PER_SQUARE, move % PER_SQUARE
    if move >= BEYOND or x >= s.start:
        return OUTSIDE_START
    if lane >= lanes_of(s, x):
        return NO_SUCH_LANE
    if lane < s.crowd[x]:
        return LANE_TAKEN
    return KEEP_RIGHT if lane > s.crowd[x] else 0


# ------------------------------------------------------------------------------------ energy phase


def _must_choose(s: State, r: int) -> bool:
    """Has the rider's card still to be chosen this round?"""
    return bool(s.sealed[r] == 0 and s.crossed[r] == 0)


def _may_draw(s: State, seat: int, rider: int) -> bool:
    """§4: for a rider whose card is still to be chosen; §14: for the one who bids."""
    if bidding(s):
        return may_bid(s, seat, rider)
    return _must_choose(s, 2 * seat + rider)


def _refusal_of_choice(s: State, seat: int, move: int) -> int:
    """§4: rider by rider, a hand before a card, and a card of that hand."""
    rider = move - DRAW if move < CARD else (move - CARD) // PER_HAND
    r = 2 * seat + rider
    if s.crossed[r] != 0:
        return RIDER_HOME
    if int(s.waiting) >> seat & 1 == 0:
        return SEALED
    holding = int(s.holding[seat]) - 1
    if bidding(s) and not may_bid(s, seat, rider):
        return OTHER_BIDDER
    if s.sealed[r] != 0:
        return RIDER_DONE
    if move < CARD:
        return 0 if holding < 0 else ALREADY_DRAWN
    if holding < 0:
        return DRAW_FIRST
    if holding != rider:
        return OTHER_HAND
    kind = (move - CARD) % PER_HAND
    if kind == NO_CARD:
        return 0 if size_of(s.hand[seat]) == 0 else HAS_CARDS
    return 0 if s.hand[seat, kind] > 0 else NOT_IN_HAND


# ---------------------------------------------------------------------------------------- the race


def play_round(s: State, chance: Chance) -> None:
    """§5, §6: reveal, ride from the front, cards out, slipstream from the rear, exhaustion."""
    s.rounds += 1
    flip_dummies(s, chance)
    order = scratch(MOST_RIDERS, np.int64)
    n = race_order(s, order)
    for i in range(n):
        r = int(order[i])
        ride(s, r, card_value(s, r))
    discard_all(s)
    front = next_slipstream(s, 0)
    while front >= 0:
        pull(s, front)
        front = next_slipstream(s, front + 1)
    for r in range(2 * int(s.players)):
        if on_road(s, r) and tires(s, r):
            s.recycled[r, EXHAUSTION] += 1
            s.fresh[r] += 1
    _cross_line(s)
    s.over = ended(s)
    if s.over == 0:
        for seat in range(int(s.players)):
            if s.crossed[2 * seat] == 0 or s.crossed[2 * seat + 1] == 0:
                s.waiting |= 1 << seat


def _cross_line(s: State) -> None:
    """§7, FR-03: who is across is home; in a race to the end he leaves the road with the round."""
    for r in range(2 * int(s.teams)):
        x = int(s.square[r])
        if s.crossed[r] == 0 and x >= s.finish:
            s.crossed[r] = s.rounds
            if s.to_the_end != 0:
                s.crowd[x] -= 1


def ended(s: State) -> int:
    """Why the race is over; 0 if it goes on."""
    home = 0
    for r in range(2 * int(s.players)):
        home += 1 if s.crossed[r] != 0 else 0
    best = first_team(s)
    if s.to_the_end != 0:
        if home < 2 * int(s.players):
            return 0
    elif s.crossed[2 * best] == 0 and s.crossed[2 * best + 1] == 0:
        return 0
    if best >= s.players:
        return DUMMY_WON if dummies_win(s) else DUMMY_FIRST
    return ALL_HOME if s.to_the_end != 0 else LINE_CROSSED


def dummies_win(s: State) -> bool:
    """FR-11: can a dummy team win? Not by option, and not before version 2 of the rules."""
    return bool(s.version >= 2 and s.players_only == 0)


def first_team(s: State) -> int:
    """The team of the first rider, dummy teams included."""
    best = 0
    for team in range(1, int(s.teams)):
        if team_rank(s, team) > team_rank(s, best):
            best = team
    return best


def first_home(s: State) -> int:
    """The round in which the first rider crossed the line; 0 if nobody has."""
    first = 0
    for r in range(2 * int(s.teams)):
        crossed = int(s.crossed[r])
        if crossed != 0 and (first == 0 or crossed < first):
            first = crossed
    return first


def rider_rank(s: State, r: int) -> int:
    """Higher is better: home in an earlier round, then further on, then the right lane."""
    if s.square[r] == NOWHERE:
        return -1
    if s.crossed[r] == 0:
        return place_key(s, r)
    return (NOWHERE + 1 - int(s.crossed[r])) * 1024 + place_key(s, r)


def team_rank(s: State, team: int) -> int:
    """The rank of a team's better rider."""
    return max(rider_rank(s, 2 * team), rider_rank(s, 2 * team + 1))


def _score(s: State, r: int, first: int) -> int:
    if s.square[r] == NOWHERE:
        return -int(s.finish)
    beyond = int(s.square[r]) - int(s.finish) + 1
    if first == 0 or s.to_the_end == 0:
        return beyond
    if s.crossed[r] == 0:
        return beyond - _ROUND_SCORE * (int(s.rounds) - first + 1)
    return beyond - _ROUND_SCORE * (int(s.crossed[r]) - first)
