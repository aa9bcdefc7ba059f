"""What the table says of a rider on the move: where he can end up, and which steps are closed."""

from __future__ import annotations

import random

from echappee.match.match import Match
from tests.games.tour_de_france.helpers import GAME, table, view


def after(position: str, seat: int, path: str) -> Match:
    """The match that begins in a position, some steps later."""
    match = GAME.position(position, seed=1)
    for step in path:
        match.play(seat, step)
    return match


def where(match: Match, seat: int, rider: int) -> tuple[int, int] | None:
    """A rider's square; None when he is home."""
    found = view(match, seat)["seats"][seat]["riders"][rider - 1]
    return None if found["lane"] is None else (found["lane"], found["row"])


def ends(position: str, seat: int, rider: int, path: str = "") -> set[tuple[int, int] | None]:
    """Every square on which a rider can come to a stop, found by making every move there is."""
    match = after(position, seat, path)
    now = view(match, seat)
    if path and (match.over or now["phase"] != "step" or now["now"]["mover"] != rider):
        return {where(match, seat, rider)}
    return set().union(*(ends(position, seat, rider, path + step) for step in match.moves(seat)))


def walk(seed: int, squeeze: str) -> list[tuple[str, int]]:
    """Positions of a random game in which somebody steers, with who it is."""
    match = GAME.start(4, {"material": "short", "squeeze": squeeze}, seed=seed)
    chance = random.Random(seed)
    found = []
    while match.number < 420 and not match.over:
        seat = match.awaited[0]
        if view(match, seat)["phase"] == "step" and match.number % 5 == 0:
            found.append((match.position(), seat))
        match.play(seat, chance.choice(list(match.moves(seat))))
    return found


def test_ways_are_the_squares_that_legal_moves_lead_to() -> None:
    tried = 0
    for seed, squeeze in ((1, "diagonal"), (2, "straight")):
        for position, seat in walk(seed, squeeze):
            now = view(after(position, seat, ""), seat)["now"]
            rider, ways = now["mover"], now["ways"]
            told = [tuple(way["to"]) if way["to"] else None for way in ways]
            assert len(told) == len(set(told))
            assert set(told) == ends(position, seat, rider)
            for way, square in zip(ways, told, strict=True):
                assert where(after(position, seat, way["path"]), seat, rider) == square
                tried += 1
    assert tried > 40


def test_every_step_is_open_or_shut_for_the_reason_that_its_refusal_gives() -> None:
    reasons = set()
    for seed, squeeze in ((3, "diagonal"), (4, "straight")):
        for position, seat in walk(seed, squeeze):
            match = after(position, seat, "")
            shut = view(match, seat)["now"]["shut"]
            assert sorted([*match.moves(seat), *shut]) == ["<", ">", "^"]
            for step, why in shut.items():
                assert match.explain(seat, step).code == why
                reasons.add(why)
    assert {"occupied", "off-road"} <= reasons


def test_the_squeeze_is_named() -> None:
    match = table("2.5,1.1,1.0/2.6,3.5,2.0", phase="step", now="laid:321,left:21,todo:23,steps:3")
    assert view(match, 0)["now"]["shut"]["^"] == "occupied"
    assert view(match, 0)["now"]["shut"][">"] == "squeeze"


def test_nobody_on_the_move_has_no_ways() -> None:
    match = GAME.start(2, seed=1)
    assert view(match, 0)["now"]["ways"] == []
    assert view(match, 0)["now"]["shut"] == {}
