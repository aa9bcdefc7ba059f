"""Stages: from turn to turn, the end, and what follows it. § and TLE-nn as in `rules`."""

from __future__ import annotations

from echappee.games.tape_letape import material
from echappee.games.tape_letape.cards import count, count_big, deck, row, spread
from echappee.games.tape_letape.knowledge import KNOWN
from echappee.games.tape_letape.scoring import (
    BROOM_WAGON,
    MOUNTAIN,
    final_starter,
    has_final,
    left_neighbour,
    refuel_after,
    stage_count,
    stage_seconds,
    start_value,
)
from echappee.games.tape_letape.state import ALL_STAGES, JOKERS, VITAMINS
from echappee.rulebook.contract import State
from echappee.rulebook.randomness import Chance

# -------------------------------------------------------------------------------- from turn to turn


def next_turn(s: State) -> None:
    """§4b: clockwise to the next seat with cards; with a puncture it misses its turn (TLE-15)."""
    seat = left_neighbour(int(s.turn), int(s.players))
    while s.cards[seat] == 0 or s.skips[seat] > 0:
        if s.cards[seat] > 0:
            s.skips[seat] -= 1
        seat = left_neighbour(seat, int(s.players))
    _begin_turn(s, seat)


def _begin_turn(s: State, seat: int) -> None:
    s.turn = seat
    s.laid = 0
    s.gear = 0
    s.acted = 0


# ------------------------------------------------------------------------------------------ stages


def begin_stage(s: State, chooser: int, chance: Chance) -> None:
    """§3: all cards are shuffled and dealt, eight each; §4a: then the stage is chosen (TLE-04)."""
    players = int(s.players)
    s.chooser = chooser
    s.profile = 0
    s.start = 0
    s.open = 0
    s.passes = 0
    for i in range(KNOWN):
        s.known[i] = 0
    for seat in range(players):
        s.hand[seat] = 0
        s.lacks[seat] = 0
        s.skips[seat] = 0  # TLE-17
        s.banned[seat] = 0
        s.finished[seat] = 0
        s.cards[seat] = material.HAND
    spread(deck(players), s.hand, s.cards, players * material.HAND, chance)
    for seat in range(players):
        s.cards[seat] = material.HAND
    _begin_turn(s, chooser)


def open_road(s: State, profile: int) -> None:
    """§5: the profile says which cards open columns; the chooser's turn begins, or is missed."""
    s.profile = profile
    s.start = start_value(profile, int(s.players))
    s.open = row(int(s.players), int(s.start))
    if s.skips[int(s.turn)] > 0:
        s.skips[int(s.turn)] -= 1
        next_turn(s)


def finish(s: State, seat: int, chance: Chance) -> None:
    """§4d: the first empty hand ends a stage; §5e, TLE-25: a broom wagon needs the last but one."""
    s.skips[seat] = 0
    if s.profile != BROOM_WAGON:
        _end_stage(s, seat, -1, chance)
        return
    playing = 0
    survivor = 0
    for other in range(int(s.players)):
        if s.cards[other] > 0:
            playing += 1
            survivor = other
    if playing == 1:
        _end_stage(s, survivor, seat, chance)
    else:
        s.finished[seat] = int(s.players) - playing
        next_turn(s)


def _end_stage(s: State, winner: int, second: int, chance: Chance) -> None:
    """§7: seconds for everybody; §4e, §8a: the next stage, the final, refuelling, or the end."""
    players = int(s.players)
    for seat in range(players):
        place = 1 if seat == winner else (2 if seat == second else 3)
        big = count_big(int(s.hand[seat]))
        small = count(int(s.hand[seat])) - big
        s.last[seat] = stage_seconds(int(s.profile), place, small, big)
        s.total[seat] += s.last[seat]
    s.wins[winner] += 1
    s.last_profile = s.profile
    s.last_chooser = s.chooser
    s.stage += 1
    english, endurance, each = int(s.english), int(s.endurance), int(s.each)
    if s.stage == stage_count(players, english, endurance, each):
        s.over = ALL_STAGES
        return
    if endurance != 0 and s.stage == refuel_after(players, each):
        refill_jokers(s)
    if has_final(english, endurance) and s.stage == players:
        begin_stage(s, _final_starter(s), chance)
        open_road(s, MOUNTAIN)
    else:
        begin_stage(s, left_neighbour(int(s.chooser), players), chance)


def ahead(s: State, seat: int, other: int) -> bool:
    """§7b: is ``seat`` before ``other``? TLE-29: more stages won, then the better last stage."""
    if s.total[seat] != s.total[other]:
        return bool(s.total[seat] < s.total[other])
    if s.tie_break == 0:
        return False
    if s.wins[seat] != s.wins[other]:
        return bool(s.wins[seat] > s.wins[other])
    return bool(s.last[seat] < s.last[other])


def last_placed(s: State, last_chooser: int) -> int:
    """§4e, TLE-37: the last of the classification, ties broken if the option says so.

    TLE-02: among several, the first of them clockwise from the left neighbour of the last chooser.
    """
    players = int(s.players)
    seat = last_chooser
    worst = left_neighbour(last_chooser, players)
    for _ in range(players):
        seat = left_neighbour(seat, players)
        if ahead(s, worst, seat):
            worst = seat
    return worst


def _final_starter(s: State) -> int:
    """§4e: who begins the final mountain; by version 1 of the rules ties were not broken here."""
    if s.version < 2:
        return final_starter(s.total, int(s.players), int(s.chooser))
    return last_placed(s, int(s.chooser))


def joker_count(joker: int, endurance: int) -> int:
    """§3, §8: one of each joker, two vitamins in endurance."""
    return 1 + endurance if joker == VITAMINS else 1


def refill_jokers(s: State) -> None:
    """§3: all jokers for everybody; §8a: used ones come back (TLE-34)."""
    for seat in range(int(s.players)):
        for joker in range(JOKERS):
            s.jokers[seat, joker] = joker_count(joker, int(s.endurance))
