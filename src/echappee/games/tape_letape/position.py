"""Positions of Tape l'étape as one line of text, hidden cards included.

A position has thirteen fields. Where a field has a part for each seat, ``/`` joins the parts; ``-``
stands for nothing. Cards are joined by ``.``; laid cards are those in nobody's hand.

========  ===================================  ==================================================
race      ``FR,sprint,must,shared``            edition, race (``endurance:3``), time_trial, ties
                                               (``shared`` or ``tie-break``)
stage     ``2/5``                              the stage under way and their number, or ``over``
profile   ``time-trial:7``                     and the value of a time trial once it is set
turn      ``1>3,laid:1``                       chooser, seat on turn; then ``laid:``, ``gear``,
                                               ``acted`` (a vitamin only), ``passes:``
hands     ``J3.J7/V10/R4``
totals    ``-40/30/60``                        seconds before this stage
wins      ``1/0/0``                            stages won
profiles  ``mdtb/fmdtb/fmdtb``                 stage cards left, by first letters
jokers    ``vgp/v/-``                          left: vitamins, gear change, puncture
marks     ``-/s1/x02``                         turns to miss; seats one may not hit back; the order
                                               of empty hands in a broom wagon (``f1``)
last      ``flat@0:-40/30/60``                 the stage before: profile, chooser, seconds
lacks     ``012:1:J7.V3``                      seats 0, 1 and 2 know that 1 lacks J7 and V3; ``;``
known     ``0:V10:12``                         seat 0 knows that V10 is with 1 or 2; ``;``
========  ===================================  ==================================================
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

from echappee.games.tape_letape import knowledge, material, position_checks, scoring
from echappee.games.tape_letape.material import CARD_OF, PROFILES, card_names
from echappee.games.tape_letape.position_checks import unreadable
from echappee.games.tape_letape.stages import joker_count
from echappee.games.tape_letape.state import ALL_STAGES
from echappee.rulebook.contract import State
from echappee.rulebook.options import Options
from echappee.rulebook.state_layout import plain

EDITIONS = ("FR", "EN")
TRIALS = ("must", "may")
TIES = ("shared", "tie-break")
_LETTERS = "fmdtb"
_JOKERS = "vgp"
_FIELDS = 13

CARD = r"[JVBR](?:1[0-2]|[1-9])"
_RACE = re.compile(r"(FR|EN),(?:sprint|endurance:([2-5])),(must|may),(shared|tie-break)")
_STAGE = re.compile(r"([1-9][0-9]?)/([1-9][0-9]?)")
_TURN = re.compile(r"([0-5])>([0-5])(?:,laid:([1-8]))?(,gear)?(,acted)?(?:,passes:([1-6]))?")
_NUMBER = re.compile(r"-?[0-9]{1,5}")
_MARKS = re.compile(r"(?:s([1-9]))?(?:x([0-5]+))?(?:f([1-6]))?")
_LAST = re.compile(r"([a-z-]+)@([0-5]):(.+)")
_LACKS = re.compile(rf"([0-5]+):([0-5]):({CARD}(?:\.{CARD})*)")
_KNOWN = re.compile(rf"([0-5]):({CARD}):([0-5]+)")


# ----------------------------------------------------------------------------------------- writing


def write_position(s: State) -> str:
    """The whole state as one line."""
    return _write(plain(s))


def _write(s: Any) -> str:
    seats = range(s.players)
    stages = scoring.stage_count(s.players, s.english, s.endurance, s.each)
    return " ".join(
        [
            ",".join(
                [
                    EDITIONS[s.english],
                    f"endurance:{s.each}" if s.endurance else "sprint",
                    TRIALS[s.may],
                    TIES[s.tie_break],
                ]
            ),
            "over" if s.over else f"{s.stage + 1}/{stages}",
            _write_profile(s),
            _write_turn(s),
            "/".join(write_cards(s.hand[seat]) for seat in seats),
            "/".join(str(s.total[seat]) for seat in seats),
            "/".join(str(s.wins[seat]) for seat in seats),
            "/".join(_write_profiles(s.profiles[seat]) for seat in seats),
            "/".join(_write_jokers(s.jokers[seat]) for seat in seats),
            "/".join(_write_marks(s, seat) for seat in seats),
            _write_last(s),
            _write_lacks(s),
            _write_known(s),
        ]
    )


@lru_cache(4096)
def write_cards(cards: int) -> str:
    """A set of cards as text."""
    return ".".join(card_names(cards)) or "-"


def _write_profile(s: Any) -> str:
    if not s.profile:
        return "-"
    name = PROFILES[s.profile - 1]
    set_value = s.profile == scoring.TIME_TRIAL and s.start
    return f"{name}:{s.start}" if set_value else name


def _write_turn(s: Any) -> str:
    text = f"{s.chooser}>{s.turn}"
    if s.laid:
        text += f",laid:{s.laid}"
    if s.gear:
        text += ",gear"
    if s.acted and not s.laid and not s.gear:
        text += ",acted"
    return f"{text},passes:{s.passes}" if s.passes else text


@cache
def _write_profiles(mask: int) -> str:
    return "".join(letter for i, letter in enumerate(_LETTERS) if mask >> i & 1) or "-"


def _write_jokers(counts: list[int]) -> str:
    return "".join(letter * n for letter, n in zip(_JOKERS, counts, strict=True)) or "-"


def _write_marks(s: Any, seat: int) -> str:
    text = f"s{s.skips[seat]}" if s.skips[seat] else ""
    if s.banned[seat]:
        text += "x" + _write_seats(s.banned[seat])
    if s.finished[seat]:
        text += f"f{s.finished[seat]}"
    return text or "-"


@cache
def _write_seats(mask: int) -> str:
    return "".join(str(seat) for seat in range(6) if mask >> seat & 1)


def _write_last(s: Any) -> str:
    if not s.last_profile:
        return "-"
    seconds = "/".join(str(n) for n in s.last[: s.players])
    return f"{PROFILES[s.last_profile - 1]}@{s.last_chooser}:{seconds}"


def _write_lacks(s: Any) -> str:
    """What is known from passes: for each seat, viewers who know the same together."""
    parts = []
    told: dict[tuple[int, int], int] = {}
    for seat in range(s.players):
        viewers: dict[int, int] = {}
        for viewer in range(s.players):
            key = (s.lacks[viewer], seat)  # mostly the same for every viewer
            if key not in told:
                told[key] = position_checks.lacked(s, viewer, seat)
            cards = told[key]
            if cards:
                viewers[cards] = viewers.get(cards, 0) | 1 << viewer
        for cards, who in viewers.items():
            parts.append(f"{_write_seats(who)}:{seat}:{write_cards(cards)}")
    return ";".join(parts) or "-"


def _write_known(s: Any) -> str:
    return (
        ";".join(
            f"{knowledge.noted_viewer(noted)}:"
            f"{material.card_name(knowledge.noted_card(noted))}:"
            f"{_write_seats(knowledge.noted_holders(noted))}"
            for noted in s.known
            if noted
        )
        or "-"
    )


# ----------------------------------------------------------------------------------------- reading


def read_position(text: str, s: State) -> tuple[int, Options]:
    """Fill the blank ``s``; everything written must be possible at a table."""
    t = plain(s)
    _read(text.split(), t)
    for name in s.dtype.names:
        s[name] = getattr(t, name)
    return t.players, {
        "edition": EDITIONS[t.english],
        "race": "endurance" if t.endurance else "sprint",
        "stages_each": t.each if t.endurance else 3,
        "time_trial": TRIALS[t.may],
        "tie_break": bool(t.tie_break),
    }


def _read(fields: list[str], s: Any) -> None:
    if len(fields) != _FIELDS:
        raise unreadable("fields", count=len(fields))
    race, stage, profile, turn, hands, totals, wins, profiles, jokers, marks, last, lacks, known = (
        fields
    )
    s.players = hands.count("/") + 1
    if s.players not in material.DECKS:
        raise unreadable("players", count=s.players)
    _read_race(race, s)
    _read_stage(stage, s)
    _read_profile(profile, s)
    _read_turn(turn, s)
    for seat, part in enumerate(_parts(hands, s)):
        _read_hand(part, s, seat)
    position_checks.read_columns(s)
    for seat, (total, won) in enumerate(zip(_parts(totals, s), _parts(wins, s), strict=True)):
        s.total[seat] = _number(total, -9990, 9990)
        s.wins[seat] = _number(won, 0, int(s.stage))
    for seat, part in enumerate(_parts(profiles, s)):
        s.profiles[seat] = _letters(part, _LETTERS)
    for seat, part in enumerate(_parts(jokers, s)):
        _read_jokers(part, s, seat)
    for seat, part in enumerate(_parts(marks, s)):
        _read_marks(part, s, seat)
    _read_last(last, s)
    _read_lacks(lacks, s)
    _read_known(known, s)
    position_checks.check_table(s)
    if _write(s) != " ".join(fields):
        raise unreadable("written", text=_write(s))


def _parts(text: str, s: Any) -> list[str]:
    parts = text.split("/")
    if len(parts) != s.players:
        raise unreadable("parts", text=text[:60], count=s.players)
    return parts


def _number(text: str, low: int, high: int) -> int:
    if not _NUMBER.fullmatch(text) or not low <= int(text) <= high:
        raise unreadable("number", text=text[:60], low=low, high=high)
    return int(text)


def _letters(text: str, letters: str) -> int:
    if text != "-" and any(letter not in letters for letter in text):
        raise unreadable("letters", text=text[:60], letters=letters)
    return sum(1 << i for i, letter in enumerate(letters) if letter in text)


def _read_race(text: str, s: Any) -> None:
    found = _RACE.fullmatch(text)
    if not found:
        raise unreadable("race", text=text[:60])
    s.english = EDITIONS.index(found[1])
    s.endurance = 1 if found[2] else 0
    s.each = int(found[2] or 1)
    s.may = TRIALS.index(found[3])
    s.tie_break = TIES.index(found[4])


def _read_stage(text: str, s: Any) -> None:
    stages = scoring.stage_count(s.players, s.english, s.endurance, s.each)
    found = _STAGE.fullmatch(text)
    if text == "over":
        s.stage = stages
        s.over = ALL_STAGES
    elif found and int(found[2]) == stages and int(found[1]) <= stages:
        s.stage = int(found[1]) - 1
    else:
        raise unreadable("stage", text=text[:60], count=stages)


def _read_profile(text: str, s: Any) -> None:
    if text == "-":
        return
    name, _, value = text.partition(":")
    if name not in PROFILES or (value and name != "time-trial"):
        raise unreadable("profile", text=text[:60])
    s.profile = PROFILES.index(name) + 1
    players = s.players
    if value:
        s.start = _number(value, scoring.low_value(players), scoring.high_value(players))
    else:
        s.start = scoring.start_value(s.profile, players)


def _read_turn(text: str, s: Any) -> None:
    found = _TURN.fullmatch(text)
    if not found or max(int(found[1]), int(found[2]), int(found[6] or 0) - 1) >= s.players:
        raise unreadable("turn", text=text[:60])
    s.chooser, s.turn, s.laid = int(found[1]), int(found[2]), int(found[3] or 0)
    s.gear = 1 if found[4] else 0
    s.acted = 1 if found[3] or found[4] or found[5] else 0
    s.passes = int(found[6] or 0)


def _read_hand(text: str, s: Any, seat: int) -> None:
    names = [] if text == "-" else text.split(".")
    if any(name not in CARD_OF for name in names):
        raise unreadable("cards", text=text[:60])
    s.hand[seat] = sum({1 << CARD_OF[name] for name in names})
    s.cards[seat] = min(len(names), 127)


def _read_jokers(text: str, s: Any, seat: int) -> None:
    counts = [text.count(letter) for letter in _JOKERS]
    if any(n > joker_count(joker, s.endurance) for joker, n in enumerate(counts)):
        raise unreadable("jokers", text=text[:60])
    _letters(text, _JOKERS)
    for joker, n in enumerate(counts):
        s.jokers[seat][joker] = n


def _read_marks(text: str, s: Any, seat: int) -> None:
    found = _MARKS.fullmatch("" if text == "-" else text)
    if not found:
        raise unreadable("marks", text=text[:60])
    s.skips[seat] = int(found[1] or 0)
    s.banned[seat] = _seats(found[2] or "", s)
    s.finished[seat] = int(found[3] or 0)


def _seats(text: str, s: Any) -> int:
    mask = sum({1 << int(digit) for digit in text})
    if mask >> s.players:
        raise unreadable("seats", text=text[:60])
    return mask


def _read_last(text: str, s: Any) -> None:
    if text == "-":
        return
    found = _LAST.fullmatch(text)
    if not found or found[1] not in PROFILES or int(found[2]) >= s.players:
        raise unreadable("last", text=text[:60])
    s.last_profile = PROFILES.index(found[1]) + 1
    s.last_chooser = int(found[2])
    for seat, part in enumerate(_parts(found[3], s)):
        s.last[seat] = _number(part, scoring.BROOM_SECONDS, scoring.MOST_STAGE_SECONDS)


def _read_lacks(text: str, s: Any) -> None:
    for part in [] if text == "-" else text.split(";"):
        found = _LACKS.fullmatch(part)
        if not found:
            raise unreadable("lacks", text=part[:60])
        viewers = _seats(found[1], s)
        seat = _seats(found[2], s).bit_length() - 1
        for name in found[3].split("."):
            position_checks.add_lack(s, viewers, seat, CARD_OF[name])


def _read_known(text: str, s: Any) -> None:
    parts = [] if text == "-" else text.split(";")
    if len(parts) > knowledge.KNOWN:
        raise unreadable("known", text=text[:60])
    for i, part in enumerate(parts):
        found = _KNOWN.fullmatch(part)
        if not found:
            raise unreadable("known", text=part[:60])
        viewer = _seats(found[1], s).bit_length() - 1
        s.known[i] = knowledge.note(CARD_OF[found[2]], viewer, _seats(found[3], s))
