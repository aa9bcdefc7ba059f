"""The options of a race, and how the ones that are texts are written."""

from __future__ import annotations

import re

from echappee.errors import BadOption
from echappee.games.flamme_rouge import material, stage_option
from echappee.games.flamme_rouge.material import MOST_TEAMS, MOST_TIRED
from echappee.games.flamme_rouge.stage_plan import describe_stage
from echappee.rulebook.options import Option, Options, TextOption
from echappee.rulebook.words import Words

_WORDS = Words(__package__)
_TIRED = re.compile(r"(\d{1,2})/(\d{1,2})")
_BY_CHANCE, _RESTED, _USUAL = "chance", "none", "usual"


def canonical_order(text: str) -> str:
    """The order of placing: ``chance``, or seats one after the other, such as ``201``."""
    seats = text.strip()
    if seats == _BY_CHANCE:
        return seats
    good = seats and len(set(seats)) == len(seats) and set(seats) <= set("012345"[:MOST_TEAMS])
    if not good:
        raise BadOption("bad-order", words=_WORDS.say("option-refusals", "order", text=seats[:40]))
    return seats


def encode_order(value: str) -> tuple[int, ...]:
    """Seats from 1, and zeros; zeros alone stand for chance."""
    seats = [] if value == _BY_CHANCE else [int(seat) + 1 for seat in value]
    return tuple(seats + [0] * (MOST_TEAMS - len(seats)))


def canonical_exhaustion(text: str) -> str:
    """Exhaustion cards to start with: Sprinteur/Rouleur for each seat, such as ``1/1,0/2``.

    Or ``none``; or ``usual``: none, but three for a lone player (FR-14).
    """
    given = text.strip()
    if given == _USUAL:
        return given
    pairs = [] if given == _RESTED else [_TIRED.fullmatch(part) for part in given.split(",")]
    counts = [(int(pair[1]), int(pair[2])) for pair in pairs if pair]
    if (
        len(counts) < len(pairs)
        or len(counts) > MOST_TEAMS
        or max(map(max, counts), default=0) > MOST_TIRED
    ):
        raise BadOption(
            "bad-exhaustion", words=_WORDS.say("option-refusals", "exhaustion", text=given[:40])
        )
    while counts and counts[-1] == (0, 0):
        counts.pop()
    return ",".join(f"{s}/{r}" for s, r in counts) or _RESTED


def encode_exhaustion(value: str) -> tuple[int, ...]:
    """By rider: how many cards; -1 is as usual."""
    if value == _USUAL:
        return (-1,) * (2 * MOST_TEAMS)
    pairs = [] if value == _RESTED else value.split(",")
    counts = [int(count) for pair in pairs for count in pair.split("/")]
    return tuple(counts + [0] * (2 * MOST_TEAMS - len(counts)))


OPTIONS = (
    TextOption(
        "stage",
        (
            *(one.id for one in material.stages().values() if one.box in material.DRAWN_BOXES),
            "le-grand-bornand",
            "grand-tour-3",
            "grand-tour-4",
            "A-L-g-3-B-j-5-D-u",
        ),
        "avenue-corso-paseo",
        canonical=stage_option.canonical,
        encode=stage_option.encode,
        size=stage_option.STAGE_NUMBERS,
        describe=describe_stage,
    ),
    Option("teams", (0, 2, 3, 4, 5, 6), 0),
    Option("dummies", ("peloton", "muscle"), "peloton"),
    Option("placement", ("both", "one"), "both"),
    TextOption(
        "order",
        (_BY_CHANCE, "10", "2031"),
        _BY_CHANCE,
        canonical=canonical_order,
        encode=encode_order,
        size=MOST_TEAMS,
    ),
    TextOption(
        "exhaustion",
        (_USUAL, _RESTED, "1/1", "0/3,2/0"),
        _USUAL,
        canonical=canonical_exhaustion,
        encode=encode_exhaustion,
        size=2 * MOST_TEAMS,
    ),
    Option("finish", ("first", "all"), "first"),
    Option("dummies_win", (True, False), True, since=2),
    Option("meteo", (False, True), False, since=2, implied=True),
    Option("breakaway", (False, True), False, since=2, implied=True),
)


def longest(players: int, options: Options) -> int:
    """No race has more moves.

    Nobody blocks the foremost rider, so he moves by two squares at least, and a race is over after
    half as many rounds as the stage has squares. Who is blocked stops behind a rider who moved
    before him, so after n rounds the k-th rider is on square 2n - k or further: in a race to the
    end, that adds half a round for each rider. Who falls on a wet road has been blocked, so nobody
    is ahead of all and down, and what he loses in getting up he loses once behind each rider. A
    player places two riders, and in a round draws once and seals two cards; he may draw and bid
    twice before, on a road with tile 2.
    """
    squares = sum(
        material.tiles()[face].length
        for face in stage_option.stage_tiles(str(options["stage"]), MOST_TEAMS)
    )
    if options["breakaway"]:
        squares += material.tiles()["2"].length
    if options["finish"] == "all":
        falls = options["meteo"] or "z" in stage_option.pieces(str(options["stage"]))
        squares += (6 if falls else 2) * MOST_TEAMS
    rounds = squares // 2 + 1
    bids = 4 if options["breakaway"] else 0
    return players * (2 + bids + 3 * rounds)
