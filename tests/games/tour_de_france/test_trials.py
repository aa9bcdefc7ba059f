"""What the view tells of the two time trials: heats, squares to go, places so far."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games.tour_de_france.helpers import play, table, view


def told(match: Any, *keys: str) -> list[tuple[Any, ...]]:
    """Some facts of every seat, as a spectator sees them."""
    return [tuple(seat[key] for key in keys) for seat in view(match, None)["seats"]]


def test_teams_stand_by_squares_to_go() -> None:
    match = table(
        "1.11,1.9,1.8/h#4,2.29,2.28",
        trial="5.00.0,0.0.0.0.0",
        stage=2,
        hands="110b,200r,211w,321/110r,111w,220o,321",
    )
    assert told(match, "to_go", "placed", "heat") == [(20 + 22 + 23, 2, None), (5, 1, None)]
    level = table(stage=2)
    assert told(level, "to_go", "placed") == [(31 + 32 + 33, 1)] * 2


def test_a_classic_stage_has_neither() -> None:
    assert told(table(), "to_go", "placed", "heat") == [(None, None, None)] * 2


def test_heats_are_those_that_ride() -> None:
    """Two by two from the dealer's left, the third alone: as the rules send them off."""
    for players in (2, 3, 4):
        match = table("/".join(["-,-,-"] * players), colours="rbow"[:players], phase="deal",
                      stage=4, turn=1, hands="/".join(["-"] * players))  # fmt: skip
        play(match, "deal")
        chance = random.Random(players)
        seen: dict[int, int] = {}
        while view(match, None)["kind"] == "solo-trial" and not view(match, None)["playoffs"]:
            now = view(match, None)["seats"]
            riding = [seat for seat in now if seat["riding"]]
            assert len({seat["heat"] for seat in riding}) == 1
            for number, seat in enumerate(now):
                if seat["riding"]:
                    seen[number] = seat["heat"]
                assert (seat["placed"] is None) == (seat["riding"] or seat["starter"] is None)
            seat = match.awaited[0]
            match.play(seat, chance.choice(list(match.moves(seat))))
        first = [(2 + i) % players for i in range(players)]
        assert seen == {seat: 1 + i // 2 for i, seat in enumerate(first)}


def test_places_go_by_cards_and_a_play_off_comes_first() -> None:
    after = table("h,-,-/h,-,-/-,3.9,-/-,-,4.12", colours="rbow", stage=4, phase="seal", dealer=3,
                  hands="-/-/110o,111r/110w,111b", trial="1.1123.9,7,3,4.f.3.c.0")  # fmt: skip
    assert told(after, "placed", "heat", "to_go") == [
        (2, 1, 0), (1, 1, 0), (None, 2, 22), (None, 2, 19),
    ]  # fmt: skip
    again = table("h,-,-/2.4,-,-/-,h,-/-,-,4.6", colours="rbow", stage=4, phase="seal", dealer=3,
                  hands="-/110o,111r/-/110w,111b", trial="1.1123.9,2,12,2.a.0.a.1")  # fmt: skip
    assert told(again, "placed", "heat") == [(3, None), (None, 1), (4, None), (None, 1)]


@pytest.mark.parametrize(
    ("stage", "kind", "last"), [(3, "classic", "team-trial"), (4, "solo-trial", "classic")]
)
def test_until_the_next_stage_is_dealt_the_riders_stand_in_the_last(
    stage: int, kind: str, last: str
) -> None:
    match = table("h#1,h#2,1.20/2.7,2.6,2.5", phase="deal", stage=stage, turn=1, hands="-/-",
                  trial=f"{5 if stage == 3 else 1}.00.0,0.0.0.0.0")  # fmt: skip
    now = view(match, None)
    assert (now["kind"], now["standing"]) == (kind, last)
    assert (now["board"]["green_after"] is None) == (last == "team-trial")
    play(match, "deal")
    assert view(match, None)["standing"] == kind
