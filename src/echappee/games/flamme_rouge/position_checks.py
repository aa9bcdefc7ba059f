"""Could a position that somebody wrote down arise in a race? What has to agree with what."""

from __future__ import annotations

from echappee.errors import BadPosition
from echappee.games.flamme_rouge import material, stage_option
from echappee.games.flamme_rouge.breakaway import (
    AWAY,
    WINNER_TIRES,
    bidding,
    mark_of,
    places_in,
)
from echappee.games.flamme_rouge.cards import hand_size, size_of
from echappee.games.flamme_rouge.material import EXHAUSTION, MOST_TIRED, RIDERS
from echappee.games.flamme_rouge.preparation import DECKS, deck_of
from echappee.games.flamme_rouge.road import NO_CARD, NOWHERE, wet
from echappee.rulebook.contract import State
from echappee.rulebook.words import Words, bad_position

_WORDS = Words(__package__)
_MOST_ROUNDS = 99  # two digits, and a race ends long before


def unreadable(reason: str, **facts: object) -> BadPosition:
    """The error for a text that is no position."""
    return bad_position(_WORDS, reason, **facts)


def _wrong(reason: str, r: int) -> BadPosition:
    return unreadable(reason, rider=RIDERS[r & 1], team=r >> 1)


def check_road(faces: tuple[str, ...], teams: int, *, breakaway: bool) -> None:
    """§9, §10b: a road that can be laid on a table, with the wide start for five and six teams."""
    if teams > material.NARROW_TEAMS and faces[0] in material.WIDE_START:
        raise unreadable("narrow", tile=faces[0], wide=material.WIDE_START[faces[0]])
    if breakaway and faces[1] not in ("2", "2B"):
        raise unreadable("tile-two")
    if not stage_option.lies_flat(faces, teams, breakaway=breakaway):
        raise unreadable("crossing")


def check_round(s: State) -> None:
    """Who is last moves two squares a round, but for those who block him: so long a race can be."""
    riders = 2 * int(s.teams)
    last = min(int(x) for x in s.square[:riders])
    rounds = int(s.rounds) + (int(s.length) - last) // 2 + riders * (3 if s.slippery else 1)
    if last != NOWHERE and rounds > _MOST_ROUNDS:
        raise unreadable("round", text=str(s.rounds))


def _held(s: State, r: int) -> list[int]:
    """The cards of a rider that are still in the game, by kind."""
    held = s.deck[r].astype(int) + s.recycled[r]
    if s.holding[r >> 1] == (r & 1) + 1:
        held += s.hand[r >> 1]
    if s.sealed[r] and s.sealed[r] != NO_CARD + 1:
        held[int(s.sealed[r]) - 1] += 1
    team = r >> 1
    if team < s.players and s.bidder[team] == (r & 1) + 1:
        for bid in s.bids[team]:
            held[int(bid) - 1] += 1 if bid else 0
    return [int(n) for n in held]


def check_cards(s: State, r: int) -> None:
    """Every card of the deck is somewhere; only players' riders have exhaustion: what they may
    start with, and one card a round."""
    whole = [int(n) for n in DECKS[deck_of(s, r)]]
    found = [n + int(s.played[r, kind]) for kind, n in enumerate(_held(s, r))]
    if r >> 1 < s.players:
        whole[EXHAUSTION] = found[EXHAUSTION]
    most = MOST_TIRED + int(s.rounds) + (WINNER_TIRES if s.breakaway == AWAY else 0)
    if found != whole or found[EXHAUSTION] > most:
        raise _wrong("deck", r)


def check_place(s: State, r: int) -> None:
    """In the race a rider has a place, and who is across the line crossed it in some round."""
    x, crossed = int(s.square[r]), int(s.crossed[r])
    if x == NOWHERE:
        if s.rounds or r >= 2 * s.players:
            raise _wrong("unplaced", r)
        return
    too_far = s.rounds == 0 and x >= s.start and not (s.breakaway == AWAY and x == mark_of(s))
    if (x >= s.finish) != (crossed > 0) or crossed > s.rounds or too_far:
        raise _wrong("crossed", r)


def check_bids(s: State) -> None:
    """§14: bids before the first round alone; who has one shown is one of all; who is away rode
    off from the start."""
    players = int(s.players)
    named = [int(n) for n in s.bidder[:players]]
    shown = [int(n) for n in s.bids[:players, 0]]
    under_way = bidding_now(s)
    if (any(named) and not under_way) or (any(shown) and not all(shown)):
        raise unreadable("bids")
    if s.breakaway and s.rounds and s.breakaway != AWAY:
        raise unreadable("bids")
    if under_way:
        for r in range(2 * players):
            if (s.sealed[r] or s.holding[r >> 1] == (r & 1) + 1) and named[r >> 1] != (r & 1) + 1:
                raise unreadable("bids")
    if s.breakaway == AWAY and s.rounds == 0:
        away = sum(int(x) == mark_of(s) for x in s.square[: 2 * players])
        teams = {r >> 1 for r in range(2 * players) if s.square[r] == mark_of(s)}
        if away != places_in(s) or len(teams) != away:
            raise unreadable("bids")


def bidding_now(s: State) -> bool:
    """Is it the time of bids, before anybody has counted who is placed?"""
    s.placed = int((s.square[: 2 * int(s.players)] != NOWHERE).sum())
    return bidding(s)


def check_fall(s: State, r: int) -> None:
    """§13d: who lies on the road lies on a wet square, since a round that was ridden."""
    x = int(s.square[r])
    if s.fallen[r] and (x == NOWHERE or not s.rounds or not wet(s, x)):
        raise _wrong("fallen", r)


def check_choice(s: State, r: int) -> None:
    """No more than a hand for a rider who has no card yet; and what rivals know of the deck."""
    team = r >> 1
    holds, sealed = s.holding[team] == (r & 1) + 1, bool(s.sealed[r])
    unplaced = (s.square[: 2 * int(s.players)] == NOWHERE).any()
    if (holds or sealed) and (team >= s.players or unplaced or s.crossed[r] or (holds and sealed)):
        raise _wrong("choice", r)
    if holds and size_of(s.hand[team]) > hand_size(s, r):
        raise _wrong("choice", r)
    fresh, late, old = int(s.fresh[r]), int(s.late[r]), int(s.old[r])
    held = _held(s, r)
    room = size_of(s.hand[team]) if s.mixed[r] and holds else size_of(s.recycled[r]) - fresh
    if (
        fresh + late > held[EXHAUSTION]
        or fresh > s.recycled[r, EXHAUSTION]
        or old > min(room, sum(held) - fresh - late)
        or (s.mixed[r] and (fresh or not (holds or sealed)))
    ):
        raise _wrong("known", r)
