"""Positions of Flamme Rouge as text: one line, hidden cards included.

``tiles teams flags round``, then a field for each team: both riders, the hand held, cards sealed.

    abcdefghijklmnopqrstu 2+PM order:10 3 S@19R/2234/99/5/-,R@18L/3345/772x/6/1.0.0,S:2359,- …

``2+PM`` are two players, the Peloton team and a Muscle team. A rider is his place (``#13``: he
crossed the line in round 13), then deck, recycled pile and played cards, ``2x`` being exhaustion;
last what rivals can tell of his deck (`cards.py`): fresh, late and old cards, ``m`` for a shuffle
in this draw. ``!`` after his place: he lies on a wet road. Among the flags ``meteo:c4r9`` is the
weather of the fourth and of the ninth tile, rain there (c, t, h: crosswind, tailwind, headwind).
``bids`` is a breakaway for which bids are still to be made, ``away`` one that has ridden off; in a
team's field ``>S9`` stands for the Sprinteur who bids, and his 9 that was shown.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from echappee.games.flamme_rouge import material, rules, stage_option
from echappee.games.flamme_rouge.breakaway import AHEAD, AWAY, bidding
from echappee.games.flamme_rouge.cards import size_of
from echappee.games.flamme_rouge.material import CARDS, LANES, RIDERS
from echappee.games.flamme_rouge.position_checks import (
    check_bids,
    check_cards,
    check_choice,
    check_fall,
    check_place,
    check_road,
    check_round,
    unreadable,
)
from echappee.games.flamme_rouge.preparation import find_wet, lay_road, set_weather
from echappee.games.flamme_rouge.road import NO_CARD, NOWHERE, enter, lanes_of
from echappee.rulebook.contract import State
from echappee.rulebook.options import Options
from echappee.rulebook.state_layout import plain

_TEAMS = re.compile(r"([1-6])(?:\+(P?M*))?")
_RIDER = re.compile(
    r"([SR])(?:@(\d{1,3})([RML])(?:#(\d{1,2}))?(!?))?"
    r"/([^/]+)/([^/]+)/([^/]+)/(?:-|(\d{1,2})\.(\d{1,2})\.([0-4])(m?))"
)
_SEALED = re.compile(r"(?:S(2x|[2-79]|-))?(?:R(2x|[2-79]|-))?")
_CARDS = re.compile(r"(?:2x|[2-79A]){1,60}")
_CARD = re.compile(r"2x|[2-79A]")
_WEATHER = re.compile(r"(?:[cthr]\d{1,2}){0,4}")
_BIDDER = re.compile(r">([SR])(2x|[2-79])?")
_AIR = "-cthr"  # fair, crosswind, tailwind, headwind, rain


def write_card(kind: int) -> str:
    """A card as text; the Peloton team's Attack is ``A``, a 2 without a card ``-``."""
    return "-" if kind == NO_CARD else CARDS[kind]


def write_place(s: Any, r: int) -> str:
    """Where a rider stands: square from 1, and lane."""
    x = s.square[r]
    return f"{x + 1}{LANES[lanes_of(s, x)][s.lane[r]]}"


def write_tiles(s: Any) -> str:
    """The tiles on the table."""
    return material.join_tiles(
        tuple(stage_option.FACES[number - 1] for number in s.tiles if number)
    )


def write_position(s: State) -> str:
    """The whole state as one line."""
    t = plain(s)
    flags = ["one"] * t.one_by_one + ["all"] * t.to_the_end
    flags += ["players"] * t.players_only
    flags += ["bids"] * (t.breakaway == AHEAD) + ["away"] * (t.breakaway == AWAY)
    flags += ["meteo:" + _write_weather(t)] * t.meteo
    flags.append("order:" + "".join(map(str, t.order[: t.players])))
    dummies = "P" * t.peloton + "M" * (t.teams - t.players - t.peloton)
    return " ".join(
        (
            write_tiles(t),
            f"{t.players}+{dummies}" if dummies else str(t.players),
            ",".join(flags),
            str(t.rounds),
            *(_write_team(t, team) for team in range(t.teams)),
        )
    )


def _write_weather(s: Any) -> str:
    """The weather of each tile where it isn't fair, by the tile's place on the road."""
    found, x = "", 0
    for place, number in enumerate(s.tiles, 1):
        if number:
            found += f"{_AIR[s.weather[x]]}{place}" if s.weather[x] else ""
            x += material.tiles()[stage_option.FACES[number - 1]].length
    return found or "-"


def _write_team(s: Any, team: int) -> str:
    riders = (2 * team, 2 * team + 1)
    holding = s.holding[team]
    hand = f"{RIDERS[holding - 1]}:{_pile(s.hand[team])}" if holding else "-"
    sealed = [RIDERS[r & 1] + write_card(s.sealed[r] - 1) for r in riders if s.sealed[r]]
    bids = []
    if s.bidder[team]:
        shown = [write_card(bid - 1) for bid in s.bids[team] if bid]
        bids = [">" + RIDERS[s.bidder[team] - 1] + "".join(shown)]
    return ",".join((*(_write_rider(s, r) for r in riders), hand, "".join(sealed) or "-", *bids))


def _write_rider(s: Any, r: int) -> str:
    place = "" if s.square[r] == NOWHERE else f"@{write_place(s, r)}"
    home = f"#{s.crossed[r]}" if s.crossed[r] else ""
    piles = f"{_pile(s.deck[r])}/{_pile(s.recycled[r])}/{_pile(s.played[r])}"
    known = f"{s.fresh[r]}.{s.late[r]}.{s.old[r]}{'m' * s.mixed[r]}"
    home += "!" * s.fallen[r]
    return f"{RIDERS[r & 1]}{place}{home}/{piles}/{'-' if known == '0.0.0' else known}"


def _pile(counts: list[int]) -> str:
    return _write_cards(tuple(counts))


@lru_cache(4096)
def _write_cards(counts: tuple[int, ...]) -> str:
    """Cards by kind; most piles are as they were a move ago."""
    return "".join([card * n for card, n in zip(CARDS, counts, strict=True)]) or "-"


# ----------------------------------------------------------------------------------------- reading


def read_position(text: str, s: State) -> tuple[int, Options]:
    """Fill the blank ``s``; every card must be in its deck, every rider on a lane of the road."""
    fields = text.split()
    if len(fields) < 5:
        raise unreadable("fields", count=len(fields))
    tiles, teams, flags, rounds, *rest = fields
    _read_tiles(tiles, s)
    found = _TEAMS.fullmatch(teams)
    dummies = found[2] or "" if found else ""
    if not found or int(found[1]) + len(dummies) > material.MOST_TEAMS:
        raise unreadable("teams", text=teams[:40])
    s.players, s.teams = int(found[1]), int(found[1]) + len(dummies)
    s.peloton = dummies.startswith("P")
    _read_flags(flags, s)
    check_road(material.split_tiles(tiles), int(s.teams), breakaway=bool(s.breakaway))
    if not rounds.isdecimal() or len(rounds) > 2:
        raise unreadable("round", text=rounds[:40])
    s.rounds = int(rounds)
    if len(rest) != s.teams:
        raise unreadable("team-count", count=len(rest), teams=int(s.teams))
    s.square[:] = NOWHERE
    for team, field in enumerate(rest):
        _read_team(field, team, s)
    _fill_road(s)
    for r in range(2 * int(s.teams)):
        check_cards(s, r)
        check_place(s, r)
        check_fall(s, r)
        check_choice(s, r)
    check_bids(s)
    check_round(s)
    _resume(s)
    if write_position(s) != " ".join(fields):
        raise unreadable("written", text=write_position(s))
    return int(s.players), {
        "stage": stage_option.raced_value(
            material.split_tiles(tiles), int(s.teams), breakaway=bool(s.breakaway)
        ),
        "teams": int(s.teams) if dummies else 0,
        "dummies": "muscle" if dummies and not s.peloton else "peloton",
        "placement": "one" if s.one_by_one else "both",
        "order": "".join(str(seat) for seat in s.order[: int(s.players)].tolist()),
        "exhaustion": "none",
        "finish": "all" if s.to_the_end else "first",
        "dummies_win": not s.players_only,
        "meteo": bool(s.meteo),
        "breakaway": bool(s.breakaway),
    }


def _read_tiles(text: str, s: State) -> None:
    faces = material.split_tiles(text)
    known = material.tiles()
    tiles = [known[face] for face in faces if face in known]
    kinds = [tile.kind for tile in tiles]
    if (
        len(tiles) < max(2, len(faces))
        or len({tile.piece for tile in tiles}) < len(tiles)
        or (kinds[0], kinds[-1]) != ("start", "finish")
        or {"start", "finish"} & set(kinds[1:-1])
    ):
        raise unreadable("tiles", text=text[:60])
    for i, face in enumerate(faces):
        s.tiles[i] = stage_option.FACES.index(face) + 1
    lay_road(s)


def _read_flags(flags: str, s: State) -> None:
    players = int(s.players)
    if "order:" not in flags:
        raise unreadable("flag", text=flags[:60])
    for flag in flags.split(","):
        key, _, value = flag.partition(":")
        if flag == "one":
            s.one_by_one = 1
        elif flag == "all":
            s.to_the_end = 1
        elif flag == "players" and s.version >= 2:
            s.players_only = 1
        elif flag in ("bids", "away") and s.version >= 2 and not s.breakaway:
            s.breakaway = AHEAD if flag == "bids" else AWAY
        elif key == "meteo" and s.version >= 2 and not s.meteo:
            s.meteo = 1
            _read_weather(value, s)
        elif key == "order" and sorted(value) == [str(seat) for seat in range(players)]:
            s.order[:players] = [int(seat) for seat in value]
        else:
            raise unreadable("flag", text=flag[:60])


def _read_weather(text: str, s: State) -> None:
    """§13: each kind at most once, and on straights alone."""
    found = _WEATHER.fullmatch("" if text == "-" else text)
    if not found:
        raise unreadable("weather", text=text[:60])
    faces = [stage_option.FACES[int(number) - 1] for number in s.tiles if number]
    for letter, digits in re.findall(r"([cthr])(\d+)", text):
        place = int(digits) - 1
        straight = 0 < place < len(faces) and material.tiles()[faces[place]].kind == "straight"
        if not straight or text.count(letter) > 1:
            raise unreadable("weather", text=text[:60])
        set_weather(s, place, _AIR.index(letter))
    find_wet(s)


def _read_team(field: str, team: int, s: State) -> None:
    parts = field.split(",")
    if len(parts) == 5:
        _read_bidder(parts.pop(), team, s)
    if len(parts) != 4:
        raise unreadable("team", text=field[:60])
    for rider in range(2):
        _read_rider(parts[rider], 2 * team + rider, s)
    hand, sealed = parts[2:]
    found = _SEALED.fullmatch("" if sealed == "-" else sealed)
    if not found or (hand != "-" and hand[:2] not in ("S:", "R:")):
        raise unreadable("hand", text=f"{hand},{sealed}"[:60])
    if hand != "-":
        s.holding[team] = RIDERS.index(hand[0]) + 1
        _read_cards(hand[2:], s.hand[team])
    for rider, card in enumerate(found.groups()):
        if card:
            s.sealed[2 * team + rider] = (NO_CARD if card == "-" else CARDS.index(card)) + 1


def _read_bidder(text: str, team: int, s: State) -> None:
    found = _BIDDER.fullmatch(text)
    if not found or team >= s.players:
        raise unreadable("bid", text=text[:60])
    s.bidder[team] = RIDERS.index(found[1]) + 1
    if found[2]:
        s.bids[team, 0] = CARDS.index(found[2]) + 1


def _read_rider(text: str, r: int, s: State) -> None:
    found = _RIDER.fullmatch(text)
    if not found or found[1] != RIDERS[r & 1]:
        raise unreadable("rider", text=text[:60])
    if found[2]:
        x = int(found[2]) - 1
        names = LANES[lanes_of(s, x)] if 0 <= x < s.length else ""
        if found[3] not in names:
            raise unreadable("place", text=text.partition("/")[0])
        s.square[r], s.lane[r] = x, names.index(found[3])
        s.crossed[r] = int(found[4] or 0)
        s.fallen[r] = bool(found[5])
    for pile, cards in zip((s.deck, s.recycled, s.played), found.group(6, 7, 8), strict=True):
        _read_cards(cards, pile[r])
    s.face_down[r] = size_of(s.deck[r])
    if found[9]:
        s.fresh[r], s.late[r], s.old[r] = map(int, found.group(9, 10, 11))
        s.mixed[r] = bool(found[12])


def _read_cards(text: str, pile: Any) -> None:
    if text == "-":
        return
    if not _CARDS.fullmatch(text):
        raise unreadable("cards", text=text[:60])
    for card in _CARD.findall(text):
        pile[CARDS.index(card)] += 1


def _fill_road(s: State) -> None:
    """Riders stand on the road, lanes filled from the right; who is home may have left it."""
    riders = [r for r in range(2 * int(s.teams)) if s.square[r] != NOWHERE]
    for r in sorted(riders, key=lambda r: int(s.lane[r])):
        if not (s.to_the_end and s.crossed[r]):
            x, lane = int(s.square[r]), int(s.lane[r])
            if s.crowd[x] != lane:
                raise unreadable("lanes", square=x + 1)
            enter(s, r, x)


def _resume(s: State) -> None:
    """Whose turn it is follows from the rest."""
    players = int(s.players)
    order = s.order[:players].tolist()
    by_seat = [sum(s.square[2 * q : 2 * q + 2] != NOWHERE) for q in range(players)]
    s.placed = sum(by_seat)
    turns = order * 2 if s.one_by_one else [seat for seat in order for _ in range(2)]
    done = turns[: int(s.placed)]
    if any(by_seat[seat] != done.count(seat) for seat in order):
        raise unreadable("placing")
    if s.placed < 2 * players:
        s.waiting = 1 << turns[int(s.placed)]
        return
    s.over = rules.ended(s)
    if bidding(s):
        for seat in range(players):
            if s.bidder[seat] == 0 or s.sealed[2 * seat + s.bidder[seat] - 1] == 0:
                s.waiting |= 1 << seat
        if s.waiting == 0:
            raise unreadable("all-sealed")
        return
    for r in range(2 * players):
        if not s.over and s.sealed[r] == 0 and s.crossed[r] == 0:
            s.waiting |= 1 << (r >> 1)
    if not s.over and s.waiting == 0:
        raise unreadable("all-sealed")
