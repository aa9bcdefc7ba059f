"""Hand-made tables of Tour de France: riders on squares, and the rest as a person would say it."""

from __future__ import annotations

import re
from typing import Any

import pytest

import echappee
from echappee.games.tour_de_france.material_file import read_material
from echappee.match.match import Match
from echappee.match.secret import Secret
from echappee.rulebook.values import Event

GAME = echappee.game("tour-de-france")
RULES = GAME.rulebook
HANDS = (
    "110b,111o,211w,321",
    "110r,111w,220o,321",
    "110o,111r,200w,220r",
    "110w,111b,200r,220b",
)
TURN = ("card", "assign", "step", "risk", "sweep", "refresh", "discard", "draw")
APART = "1.8,2.8,3.8/4.1,4.2,4.3"
THREE = "110b,111o,211w/110r,111w,220o,321"
GRID = ("1.0,1.-1,1.-2", "2.0,2.-1,2.-2", "3.0,3.-1,3.-2", "4.0,4.-1,4.-2")


def table(
    riders: str = "",
    *,
    phase: str = "card",
    stages: str = "all",
    stage: int = 1,
    turn: int = 0,
    dealer: int = 1,
    hands: str = "",
    material: str = "standard",
    squeeze: str = "d",
    colours: str = "rb",
    jerseys: str = "",
    points: str = "",
    lately: str = "",
    known: str = "",
    discards: str = "-",
    kept: str = "",
    under: str = "-",
    now: str = "-",
    trial: str = "",
    seed: str = "table",
) -> Match:
    """A match that begins on a hand-made table; what is not said is as at a start."""
    count = len(colours)

    def each(one: str) -> str:
        return "/".join([one] * count)

    fields = (
        material,
        squeeze,
        colours,
        f"{'' if stages == 'all' else f'{stages}:'}{stage}.{phase}.{dealer}.{turn}",
        riders or "/".join(GRID[:count]),
        jerseys or _jerseys(riders, stage, phase, material, first=stages.endswith("trial")),
        points or each("0.0.0+0"),
        lately or each("0.0.0"),
        hands or "/".join(_without(HANDS[n], now, n == turn) for n in range(count)),
        known or each("-"),
        _laid(now) if discards == "-" else discards,
        kept or each("-"),
        _played(now) if under == "-" else under,
        now,
        trial or f"1.{'0' * count}.{','.join('0' * count)}.0.0.0.0",
    )
    return GAME.position(" ".join(fields), seed=seed)


def _without(hand: str, now: str, on_turn: bool) -> str:
    """The hand without the Sprint card, where that is on the table."""
    return hand.removesuffix(",321") if on_turn and "laid:321" in now else hand


def _laid(now: str) -> str:
    """The discards, where there is nothing but the card on the table."""
    found = re.match(r"laid:(\d+[rbow]?)", now)
    return f"{found[1]}x1" if found else "-"


def _played(now: str) -> str:
    """The risk cards under the pile, where there is only the one that was played in this turn."""
    found = re.search(r"played:(\w+)", now)
    return found[1] if found else "-"


def _jerseys(riders: str, stage: int, phase: str, material: str, *, first: bool) -> str:
    """Yellow for the first rider, but in the first stage; green for whoever is past the line."""
    yellow = "-" if stage == 1 or first else "0.1"
    if phase in TURN and stage in (1, 3, 5):
        line = read_material(material).green[stage // 2]
        past = [
            f"{seat}.{number}"
            for seat, team in enumerate(riders.split("/"))
            for number, where in enumerate(team.split(","), 1)
            if where[:1] == "h" or (where and int(re.split(r"[.!]", where)[1]) > line)
        ]
        others = [wearer for wearer in past if wearer != yellow]
        if others:
            return f"{yellow}/{others[0]}/2/-"
        return f"{yellow}/-/{int(bool(past))}/-"
    return f"{yellow}/-/0/-"


def play(match: Match, *texts: str) -> list[Event]:
    """Play moves of whoever is awaited; return what happened in all of them."""
    told: list[Event] = []
    for text in texts:
        told += match.play(match.awaited[0], text)
    return told


def legal(match: Match) -> set[str]:
    """The moves of the seat on turn."""
    return set(match.moves(match.awaited[0]))


def refused(match: Match, text: str, code: str, article: str, seat: int | None = None) -> None:
    """The move is refused for this reason, in both languages, and nothing has changed."""
    before = match.position()
    with pytest.raises(echappee.IllegalMove) as error:
        match.play(match.awaited[0] if seat is None else seat, text)
    assert (error.value.code, error.value.article) == (code, article)
    assert error.value.words.en != error.value.words.fr
    assert match.position() == before


def view(match: Match, seat: int | None = None) -> dict[str, Any]:
    """The table as a seat sees it."""
    found: dict[str, Any] = match.view(seat)["table"]
    return found


def square(match: Match, seat: int, rider: int) -> tuple[int, int] | str:
    """Lane and row of a rider, or where else he is."""
    found = view(match)["seats"][seat]["riders"][rider - 1]
    return (found["lane"], found["row"]) if found["where"] == "road" else str(found["where"])


def rider(match: Match, seat: int, number: int) -> dict[str, Any]:
    """All that is seen of a rider."""
    found: dict[str, Any] = view(match)["seats"][seat]["riders"][number - 1]
    return found


def tallies(match: Match) -> list[tuple[int, int]]:
    """Individual and team points of each seat."""
    return [(seat["individual"], seat["team"]) for seat in view(match)["seats"]]


def kinds(events: list[Event]) -> list[str]:
    """What happened, in short."""
    return [event.kind for event in events]


def end_turn(match: Match) -> None:
    """Let the seat on turn finish its turn in any way."""
    seat = match.awaited[0]
    stage = view(match)["stage"]
    while match.awaited == (seat,) and view(match)["phase"] != "deal":
        moves = list(match.moves(seat))
        match.play(seat, "draw" if "draw" in moves else moves[0])
        if view(match)["phase"] == "card" or view(match)["stage"] != stage:
            break


def only(risk: str) -> str:
    """Material whose risk cards are all of one kind."""
    return (
        "lanes=rbow;rows=30;green=15;dots=4.12.21/8.17.25/6.14.23/10.19.27;"
        "race=100x1,110x2,111x2,200x1,210x2,211x1,220x1,221x1;sprint=321x4;"
        f"risk={risk}x20;points=6.4.3.2.1+3.1.10.5.10.6"
    )


def older(match: Match) -> Match:
    """The same position, played by the first version of the rules."""
    return Match(RULES, match.players, match.options, Secret.new("older"), rules=1,
                 position=match.position())  # fmt: skip


def on_a_dot(risk: str, riders: str = "1.3,4.1,4.2/2.5,4.8,4.9") -> Match:
    """The first rider one square before a dot, with that square to go, and one kind of risk."""
    now = "laid:321,left:21,todo:23,steps:1"
    return table(riders, material=only(risk), phase="step", now=now, hands=THREE)
