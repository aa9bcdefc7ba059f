"""Hand-made races: riders on the road, their cards face down, and the last card about to be played.

Riders are written as team and letter: ``0S`` is the Sprinteur of seat 0. Places are squares from 1
and a lane: ``12R``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

import echappee
from echappee.games.flamme_rouge import material
from echappee.match.match import Match
from echappee.rulebook.values import Event

GAME = echappee.game("flamme-rouge")
RULES = GAME.rulebook
FLAT = "abcdefghijklmnopqrstu"
BASE = tuple(stage.id for stage in material.stages().values() if stage.box == "base")
SIX = BASE[:6]

FULL = {
    "S": "222333444555999",
    "R": "333444555666777",
    "MS": "2223334445555999",
    "MR": "333444555666777",
    "PS": "333444555666777AA",
    "PR": "",
}
"""The decks, by rider, or by kind of dummy team and rider."""


def cards(text: str) -> list[str]:
    """The cards of a pile, as a position writes it."""
    found: list[str] = []
    for letter in text:
        if letter == "x":
            found[-1] = "2x"
        else:
            found.append(letter)
    return found


def pile(found: list[str] | Counter[str]) -> str:
    """Cards as a position writes them."""
    counts = Counter(found)
    return "".join(card * counts[card] for card in material.CARDS) or "-"


def race(
    places: Mapping[str, str],
    hands: Mapping[str, str] | None = None,
    *,
    tiles: str = FLAT,
    dummies: str = "",
    flags: str = "",
    rounds: int = 3,
    tired: Mapping[str, str] | None = None,
) -> Match:
    """A race in which everybody has sealed a card but the Rouleur of the last seat.

    ``hands`` names the cards, a 3 unless told otherwise. ``tired`` gives riders exhaustion cards in
    their decks. Dummy teams have their decks still.
    """
    chosen = dict(hands or {})
    players = max(int(rider[0]) for rider in places) + 1 - len(dummies)
    order = "order:" + "".join(map(str, range(players)))
    fields = [
        tiles,
        f"{players}+{dummies}" if dummies else str(players),
        ",".join(filter(None, (flags, order))),
        str(rounds),
    ]
    for team in range(players + len(dummies)):
        riders, sealed, hand = [], "", "-"
        for letter in "SR":
            name = f"{team}{letter}"
            home = places[name].find("#")
            kind = letter if team < players else dummies[team - players] + letter
            deck = Counter(cards(FULL[kind]))
            deck["2x"] += int((tired or {}).get(name, 0))
            if team < players and home < 0:
                card = chosen.get(name, "3")
                if card != "-":
                    deck[card] -= 1
                    assert deck[card] >= 0, (name, card)
                if name == f"{players - 1}R":
                    hand = f"R:{card}"
                else:
                    sealed += letter + card
            riders.append(f"{letter}@{places[name]}/{pile(deck)}/-/-/-")
        fields.append(",".join((*riders, hand, sealed or "-")))
    return GAME.position(" ".join(fields), seed="hand-made")


def finish_round(match: Match) -> list[Event]:
    """Play the last card; everything that a spectator is told."""
    (seat,) = match.awaited
    before = match.number
    match.play(seat, match.moves(seat)[0])
    return [event for _, event in match.events(None, before)]


def ride(
    places: Mapping[str, str], hands: Mapping[str, str] | None = None, **more: object
) -> dict[str, str]:
    """Where the riders stand after a round."""
    match = race(places, hands, **more)  # type: ignore[arg-type]
    finish_round(match)
    return standing(match)


def standing(match: Match) -> dict[str, str]:
    """Where every rider stands."""
    found = {}
    for team, squad in enumerate(match.typed_view().table.teams):
        for rider in squad.riders:
            found[f"{team}{rider.rider}"] = f"{rider.square}{rider.lane}"
    return found


def tired_riders(events: list[Event]) -> list[str]:
    """Who took exhaustion."""
    return [f"{e.seat}{e.facts['rider']}" for e in events if e.kind == "exhaustion"]


def state_of(match: Match) -> Any:
    """The state behind a match: only tests of the rules may look at it."""
    return match._state


def of_kind(events: list[Event], kind: str) -> list[Event]:
    return [event for event in events if event.kind == kind]


def start(players: int = 2, **options: bool | int | str) -> Match:
    """A race with seats placing in their order unless told otherwise."""
    order = "".join(map(str, range(players)))
    return GAME.start(players, {"order": order} | options, seed="summary")


def place_all(match: Match) -> Match:
    """Place everybody where the list of moves begins."""
    while match.typed_view().table.phase == "placing":
        (seat,) = match.awaited
        match.play(seat, match.moves(seat)[0])
    return match


def assert_refused(match: Match, seat: int, move: str, code: str, article: str) -> None:
    """The move is refused for this reason, and nothing changes."""
    before = match.position()
    assert move not in match.moves(seat)
    assert move not in list(match.moves(seat))
    with pytest.raises(echappee.IllegalMove) as refused:
        match.play(seat, move)
    assert (refused.value.code, refused.value.article) == (code, article)
    assert match.position() == before
