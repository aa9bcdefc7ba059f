"""Positions of Tour de France as one line of text: fifteen fields, everything hidden included.

    material squeeze colours clock riders jerseys points lately hands known discards kept under turn
    trial

Teams are separated by ``/``, riders and cards by ``,``. What follows from the rest is not written:
the race pile and the risk cards never drawn are all those that lie nowhere else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec
import numpy as np

from echappee.errors import BadOption, BadPosition
from echappee.games.tour_de_france.material import (
    BOOST,
    EFFECTS,
    HEADWIND,
    LETTERS,
    NUMBERS,
    card_text,
    from_numbers,
)
from echappee.games.tour_de_france.material_file import (
    canonical,
    encode,
    read_material,
    write_material,
)
from echappee.games.tour_de_france.position_checks import check_position
from echappee.games.tour_de_france.road import place
from echappee.games.tour_de_france.rules import fill_material
from echappee.games.tour_de_france.schedule import (
    NAMES,
    WHOLE_TOUR,
    stage_after,
    stage_before,
    stages_of,
)
from echappee.games.tour_de_france.state import (
    DEAL,
    HOME,
    MOST_HAND,
    MOST_KNOWN,
    OFF,
    PHASES,
    RACE_OVER,
    RIDERS,
    SEATS,
    STATE,
    TOUR_OVER,
)
from echappee.rulebook.contract import State
from echappee.rulebook.options import Options
from echappee.rulebook.state_layout import plain
from echappee.rulebook.words import Words, bad_position

_WORDS = Words(__package__ or "")

FIELDS = (
    "material", "squeeze", "colours", "clock", "riders", "jerseys", "points", "lately", "hands",
    "known", "discards", "kept", "under", "turn", "trial",
)  # fmt: skip
_BY_TEAM = ("riders", "points", "lately", "hands", "known", "kept")
_OVER = "over"
_RIDER = re.compile(r"(?:([1-6])\.(-?\d{1,2})|h|-)(?:#(\d{1,3}))?(?:!([1-9]))?(\*?)")
_CLOCK = re.compile(r"(?:([a-z-]+):)?([1-5])\.([a-z]+)\.([0-3])\.([0-3])")
_JERSEYS = re.compile(r"(-|[0-3]\.[1-3])/(-|[0-3]\.[1-3])/([0-2])/(-|[1-3]{2,3})")
_TEAM = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{1,2})\+(\d{1,2})")
_THREE = re.compile(r"(\d)\.(\d)\.(\d)")
_KEPT = re.compile(r"([a-z]+[1-9]?)@([1-3])")
_TURN = re.compile(
    r"(?:laid:(?P<laid>\w+))?(?:,left:(?P<left>[0-9]{1,3}))?(?:,(?P<bonus>bonus))?"
    r"(?:,todo:(?P<todo>[1-3]{1,3}))?(?:,(?P<moved>moved))?(?:,played:(?P<played>\w+))?"
    r"(?:,still:(?P<still>[1-3]))?(?:,boosted:(?P<boosted>[1-3]))?(?:,mover:(?P<mover>[1-3]))?"
    r"(?:,steps:(?P<steps>\d{1,2}))?(?:,cause:(?P<cause>[12]))?(?:,sweep:(?P<sweep>[1-3]{1,3}))?"
)
_TRIAL = re.compile(
    r"(\d{1,3})\.([0-3]{1,4})\.(\d{1,3}(?:,\d{1,3}){1,3})\.([0-9a-f])\.([0-9a-f])\.([0-9a-f])\.(\d)"
)


def _wrong(field: str, text: str) -> BadPosition:
    return bad_position(_WORDS, "field", field=field, text=text[:60])


# ---------------------------------------------------------------------------------------- writing


class Box(NamedTuple):
    """A material's text, and the names of its race cards by kind and of its risk cards."""

    text: str
    cards: list[str]
    risks: list[str]


def box_of(s: State) -> Box:
    """The material that a state carries."""
    t = plain(s)
    return _unpacked(msgspec.json.encode([getattr(t, name) for name in NUMBERS]))


@lru_cache(maxsize=64)
def _unpacked(fields: bytes) -> Box:
    numbers = np.concatenate([np.ravel(field) for field in msgspec.json.decode(fields)])
    return _box(write_material(from_numbers(numbers.tolist())))


@lru_cache(maxsize=64)
def _box(text: str) -> Box:
    material = read_material(text)
    cards = [card_text(card.pattern, colour) for card in material.race for colour in range(5)]
    risks = [f"{EFFECTS[risk.effect]}{risk.value or ''}" for risk in material.risks]
    return Box(text, cards, risks)


def write_position(s: State) -> str:
    """The whole state as one line."""
    t = plain(s)
    seats = range(t.players)
    text, cards, risks = box_of(t)

    def several(kinds: Sequence[int]) -> str:
        return ",".join([cards[kind] for kind in kinds]) or "-"

    def by_team(texts: Any) -> str:
        return "/".join(texts)

    hands = [
        several(t.hand[seat][: t.cards[seat]])
        + (f"={cards[t.sealed[seat] - 1]}" if t.sealed[seat] else "")
        for seat in seats
    ]
    phase = _OVER if t.over else PHASES[t.phase]
    return " ".join(
        (
            text,
            "ds"[t.reading],
            "".join([LETTERS[t.colour[seat]] for seat in seats]),
            f"{_race(t)}{t.stage + 1}.{phase}.{t.dealer}.{t.turn}",
            by_team([",".join([_rider(t, seat, r) for r in range(RIDERS)]) for seat in seats]),
            f"{_wearer(t.yellow)}/{_wearer(t.green)}/{t.line}/{_set(t.tied)}",
            by_team([f"{_joined(t.points[seat])}+{t.team[seat]}" for seat in seats]),
            by_team([_joined(t.lately[seat]) for seat in seats]),
            by_team(hands),
            by_team([several(t.known[seat][: t.known_size[seat]]) for seat in seats]),
            ",".join([f"{cards[k]}x{n}" for k, n in enumerate(t.discards) if n]) or "-",
            by_team([
                f"{risks[t.held[seat] - 1]}@{t.holder[seat] + 1}" if t.held[seat] else "-"
                for seat in seats
            ]),
            ",".join([risks[risk] for risk in t.under[: t.under_size]]) or "-",
            _turn(t, cards, risks),
            f"{t.lap}.{''.join(map(str, t.starter[: t.players]))}"
            f".{','.join(map(str, t.used[: t.players]))}"
            f".{t.field:x}.{t.ridden:x}.{t.riding:x}.{t.playoffs}",
        )
    )  # fmt: skip


def _race(t: Any) -> str:
    return "" if t.stages == WHOLE_TOUR else f"{NAMES[t.stages]}:"


def _rider(t: Any, seat: int, rider: int) -> str:
    row, arrived, turned = t.row[seat][rider], t.arrived[seat][rider], t.turned[seat][rider]
    where = "h" if row == HOME else "-" if row == OFF else f"{t.lane[seat][rider] + 1}.{row}"
    fresh = "*" if seat == t.turn and t.fresh >> rider & 1 else ""
    return where + (f"#{arrived}" if arrived else "") + (f"!{turned}" if turned else "") + fresh


def _wearer(number: int) -> str:
    return f"{(number - 1) // 3}.{(number - 1) % 3 + 1}" if number else "-"


def _set(mask: int) -> str:
    return "".join([str(rider + 1) for rider in range(RIDERS) if mask >> rider & 1]) or "-"


def _joined(numbers: Sequence[int]) -> str:
    return ".".join(map(str, numbers))


def _turn(t: Any, cards: list[str], risks: list[str]) -> str:
    if not t.laid and not t.played:
        return "-"
    left = "".join([str(number) for number in t.left if number >= 0])
    parts = {
        "laid": cards[t.laid - 1] if t.laid else "none",
        "left": left,
        "bonus": t.bonus,
        "todo": _set(t.todo) if t.todo else "",
        "moved": t.moved,
        "played": risks[t.played - 1] if t.played else "",
        "still": t.still,
        "boosted": t.boosted,
        "mover": t.mover + 1 if t.mover else 0,
        "steps": t.steps,
        "cause": t.cause,
        "sweep": _set(t.sweep) if t.sweep else "",
    }
    return ",".join(
        name if name in ("bonus", "moved") else f"{name}:{value}"
        for name, value in parts.items()
        if value
    )


# ---------------------------------------------------------------------------------------- reading


def read_position(text: str, s: State) -> tuple[int, Options]:
    """Fill the blank ``s``; all cards must be in the box, all riders on squares of the board."""
    fields = text.split()
    if len(fields) != len(FIELDS):
        raise bad_position(_WORDS, "fields", count=len(fields), wanted=len(FIELDS))
    given = dict(zip(FIELDS, fields, strict=True))
    try:
        numbers = encode(given["material"])
    except BadOption as error:
        title, why = _WORDS.get("name"), error.words
        raise BadPosition(
            "position-unreadable", game=title.en, game_fr=title.fr, reason=why.en, reason_fr=why.fr
        ) from error
    draft = SimpleNamespace(**{name: s[name] for name in STATE.names or ()})
    fill_material(draft, numbers)
    _read_fields(given, draft, _box(canonical(given["material"])))
    for name in STATE.names or ():
        s[name] = getattr(draft, name)
    problem = check_position(draft)
    if problem is not None:
        raise bad_position(_WORDS, problem)
    if write_position(s) != " ".join(fields):
        raise bad_position(_WORDS, "written", text=write_position(s))
    return int(s.players), {
        "stages": NAMES[draft.stages],
        "squeeze": "straight" if draft.reading else "diagonal",
        "colours": "seats" if LETTERS.startswith(given["colours"]) else "lot",
        "material": box_of(s).text,
    }


def _read_fields(given: Mapping[str, str], s: Any, box: Box) -> None:
    """Fill a draft: the fields of a state, its arrays shared with it, its numbers not yet."""
    if given["squeeze"] not in ("d", "s"):
        raise _wrong("squeeze", given["squeeze"])
    s.reading = "ds".index(given["squeeze"])
    _read_colours(given["colours"], s)
    _read_clock(given["clock"], s)
    teams = {name: given[name].split("/") for name in _BY_TEAM}
    for name, texts in teams.items():
        if len(texts) != s.players:
            raise _wrong(name, given[name])
    _read_jerseys(given["jerseys"], s)
    _read_trial(given["trial"], s)
    for seat in range(s.players):
        _read_riders(teams["riders"][seat], s, seat)
        _read_tallies(teams["points"][seat], teams["lately"][seat], s, seat)
    _read_cards(teams["hands"], teams["known"], given["discards"], s, box)
    _read_risks(teams["kept"], given["under"], s, box)
    _read_turn(given["turn"], s, box)


def _read_colours(text: str, s: Any) -> None:
    if not 2 <= len(text) <= SEATS or len(set(text)) != len(text) or not set(text) <= set("rbow"):
        raise _wrong("colours", text)
    s.players = len(text)
    for seat, letter in enumerate(text):
        s.colour[seat] = LETTERS.index(letter)


def _read_clock(text: str, s: Any) -> None:
    found = _CLOCK.fullmatch(text)
    if not found or found[3] not in (*PHASES, _OVER) or max(found[4], found[5]) >= str(s.players):
        raise _wrong("clock", text)
    race = found[1] or NAMES[WHOLE_TOUR]
    if race not in NAMES:
        raise _wrong("clock", text)
    s.stages = NAMES.index(race)
    s.stage, s.dealer, s.turn = int(found[2]) - 1, int(found[4]), int(found[5])
    if s.stage not in stages_of(s):
        raise bad_position(_WORDS, "not-ridden")
    if found[3] == _OVER:
        s.over, s.phase = TOUR_OVER if s.stages == WHOLE_TOUR else RACE_OVER, DEAL
        if stage_after(s, s.stage) >= 0:
            raise _wrong("clock", text)
    else:
        s.phase = PHASES.index(found[3])
        if s.phase == DEAL and s.stage == stages_of(s)[0]:
            raise bad_position(_WORDS, "stage")


def _read_jerseys(text: str, s: Any) -> None:
    found = _JERSEYS.fullmatch(text)
    if not found:
        raise _wrong("jerseys", text)
    for name, wearer in (("yellow", found[1]), ("green", found[2])):
        if wearer != "-":
            if int(wearer[0]) >= s.players:
                raise _wrong("jerseys", text)
            setattr(s, name, 3 * int(wearer[0]) + int(wearer[2]))
    s.line = int(found[3])
    s.tied = _read_set(found[4])


def _read_set(text: str) -> int:
    return sum({1 << (int(digit) - 1) for digit in text if digit != "-"})


def _read_trial(text: str, s: Any) -> None:
    found = _TRIAL.fullmatch(text)
    if not found:
        raise _wrong("trial", text)
    used = found[3].split(",")
    if len(found[2]) != s.players or len(used) != s.players:
        raise _wrong("trial", text)
    s.lap = int(found[1])
    for seat in range(int(s.players)):
        s.starter[seat], s.used[seat] = int(found[2][seat]), int(used[seat])
    s.field, s.ridden, s.riding = (int(found[n], 16) for n in (4, 5, 6))
    s.playoffs = int(found[7])


def _read_riders(text: str, s: Any, seat: int) -> None:
    riders = text.split(",")
    if len(riders) != RIDERS:
        raise _wrong("riders", text)
    for rider, written in enumerate(riders):
        found = _RIDER.fullmatch(written)
        if not found:
            raise _wrong("riders", written)
        s.row[seat, rider] = HOME if written[0] == "h" else OFF
        if found[1]:
            row, lane = int(found[2]), int(found[1]) - 1
            stage = int(s.stage)
            # Between two stages the riders still stand on the board of the one before.
            rows = s.rows[stage]
            if s.phase == DEAL and not s.over:
                rows = max(rows, s.rows[stage_before(s)])
            if lane >= s.lanes or not -2 <= row <= rows or s.filled[lane] >> (row + 2) & 1:
                raise _wrong("riders", written)
            place(s, seat, rider, row, lane)
        s.arrived[seat, rider] = int(found[3] or 0)
        s.turned[seat, rider] = int(found[4] or 0)
        s.homes += int(s.arrived[seat, rider] > 0)
        if found[5]:
            s.fresh |= 1 << rider


def _read_tallies(points: str, lately: str, s: Any, seat: int) -> None:
    found, places = _TEAM.fullmatch(points), _THREE.fullmatch(lately)
    if not found or not places:
        raise _wrong("points", f"{points} {lately}")
    for rider in range(RIDERS):
        s.points[seat, rider] = int(found[rider + 1])
        s.lately[seat, rider] = int(places[rider + 1])
    s.team[seat] = int(found[4])


def _read_kinds(text: str, s: Any, names: list[str], most: int) -> list[int]:
    listed = [] if text == "-" else text.split(",")
    for name in listed:
        if name not in names or not s.deck[names.index(name)]:
            raise bad_position(_WORDS, "card", name=name)
    if len(listed) > most:
        raise _wrong("hands", text)
    return [names.index(name) for name in listed]


def _read_cards(hands: list[str], known: list[str], discards: str, s: Any, box: Box) -> None:
    """Hands, what is known of them and the discards; all other race cards are on the pile."""
    names = box.cards
    out: Counter[int] = Counter()
    for seat, text in enumerate(hands):
        hand, _, sealed = text.partition("=")
        kinds = _read_kinds(hand, s, names, MOST_HAND)
        s.hand[seat] = [*kinds, *[-1] * (MOST_HAND - len(kinds))]
        s.cards[seat] = len(kinds)
        if sealed:
            s.sealed[seat] = _read_kinds(sealed, s, names, 1)[0] + 1
            out[int(s.sealed[seat]) - 1] += 1
        out.update(kinds)
        listed = _read_kinds(known[seat], s, names, MOST_KNOWN)
        s.known[seat, : len(listed)] = listed
        s.known_size[seat] = len(listed)
    for item in [] if discards == "-" else discards.split(","):
        name, _, count = item.partition("x")
        if not re.fullmatch(r"[1-9][0-9]?", count):
            raise _wrong("discards", item)
        kind = _read_kinds(name, s, names, 1)[0]
        s.discards[kind] = int(count)
        out[kind] += int(count)
    for kind, count in enumerate(s.deck.tolist()):
        if out[kind] > count:
            raise bad_position(_WORDS, "too-many", found=out[kind], name=names[kind], most=count)
        s.pile[kind] = count - out[kind]
    s.pile_size = int(s.pile.sum())


def _risk(text: str, names: list[str]) -> int:
    if text not in names:
        raise bad_position(_WORDS, "risk", name=text)
    return names.index(text)


def _read_risks(kept: list[str], under: str, s: Any, box: Box) -> None:
    names = box.risks
    out: Counter[int] = Counter()
    for seat, text in enumerate(kept):
        if text != "-":
            found = _KEPT.fullmatch(text)
            if not found:
                raise _wrong("kept", text)
            s.held[seat] = _risk(found[1], names) + 1
            s.holder[seat] = int(found[2]) - 1
            out[int(s.held[seat]) - 1] += 1
    listed = [_risk(name, names) for name in ([] if under == "-" else under.split(","))]
    out.update(listed)
    for risk, count in enumerate(s.copies.tolist()):
        if out[risk] > count:
            raise bad_position(_WORDS, "too-many", found=out[risk], name=names[risk], most=count)
        s.unseen[risk] = count - out[risk]
    s.under[: len(listed)] = listed
    s.under_size = len(listed)


def _read_turn(text: str, s: Any, box: Box) -> None:
    """The card on the table, its numbers, and who is moving."""
    s.left[:] = -1
    if text == "-":
        return
    found = _TURN.fullmatch(text)
    if not found:
        raise _wrong("turn", text)
    part = found.groupdict()
    if part["laid"] != "none":
        s.laid = _read_kinds(part["laid"] or "?", s, box.cards, 1)[0] + 1
    for i, digit in enumerate(part["left"] or ""):
        s.left[i] = int(digit)
    s.bonus, s.moved = int(bool(part["bonus"])), int(bool(part["moved"]))
    s.todo, s.sweep = _read_set(part["todo"] or ""), _read_set(part["sweep"] or "")
    s.still, s.boosted = int(part["still"] or 0), int(part["boosted"] or 0)
    s.mover = int(part["mover"] or 1) - 1
    s.steps, s.cause = int(part["steps"] or 0), int(part["cause"] or 0)
    if part["played"]:
        risk = _risk(part["played"], box.risks)
        s.played = risk + 1
        s.wind = s.value[risk] if s.effect[risk] == HEADWIND else 0
        s.boost = s.value[risk] if s.effect[risk] == BOOST else 0
