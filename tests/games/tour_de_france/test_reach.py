"""What a race card could do on the road, told before it is laid to the one who holds it."""

from __future__ import annotations

import random

import pytest

import echappee
from echappee.games.tour_de_france.reach import TourAhead
from echappee.match.match import Match
from tests.games.tour_de_france.helpers import GAME, table, view
from tests.games.tour_de_france.test_ways import where

Squares = set[tuple[int, int] | None]


def reach(match: Match, seat: int, card: str) -> dict[str, Squares]:
    """The squares of each number for each rider as the game tells them; None is the finish."""
    told = match.ahead(seat, card)
    assert isinstance(told, TourAhead)
    found: dict[str, Squares] = {}
    for one in told.reach:
        squares: Squares = {(lane, row) for lane, row in one.to}
        assert len(squares) == len(one.to)
        gift = f"{one.number}{'+' if one.extra else ''}>{one.rider}"
        found[gift] = squares | {None} if one.home else squares
    return found


def stops(match: Match, seat: int, rider: int) -> Squares:
    """Every square on which a moving rider can come to a stop, by making every move there is."""
    found: Squares = set()
    front = {where(match, seat, rider): match}
    while front:
        ahead = {}
        for at in front.values():
            for step in at.moves(seat):
                after = at.copy()
                after.play(seat, step)
                now = view(after, seat)
                square = where(after, seat, rider)
                if now["phase"] == "step" and now["now"]["mover"] == rider:
                    ahead[square] = after
                else:
                    found.add(square)
        front = ahead
    return found


def played(match: Match, seat: int, card: str) -> dict[str, Squares]:
    """The same, found by laying the card and making every move there is."""
    after = match.copy()
    after.play(seat, card)
    found: dict[str, Squares] = {}
    for gift in after.moves(seat):
        if ">" not in gift:
            continue
        rider = int(gift[-1])
        given = after.copy()
        given.play(seat, gift)
        if view(given, seat)["phase"] == "step":
            found[gift] = stops(given, seat, rider)
        elif where(given, seat, rider) != where(after, seat, rider):
            found[gift] = {where(given, seat, rider)}
    return found


def test_what_is_told_is_what_the_moves_lead_to() -> None:
    compared = 0
    for seed, squeeze in ((1, "diagonal"), (2, "straight")):
        match = GAME.start(4, {"material": "short", "squeeze": squeeze}, seed=seed)
        chance = random.Random(seed)
        while match.number < 400 and not match.over:
            seat = match.awaited[0]
            moves = list(match.moves(seat))
            cards = [move for move in moves if move[0].isdigit() and ">" not in move]
            if cards and match.number % 5 == 0:
                card = chance.choice(cards)
                told = match.ahead(seat, card)
                if told is not None:
                    assert reach(match, seat, card) == played(match, seat, card), match.position()
                    compared += 1
            match.play(seat, chance.choice(moves))
    assert compared > 12


def test_the_extra_square_is_told_where_the_card_has_it() -> None:
    match = table("1.8,2.8,3.8/4.1,4.2,4.3", hands="110r,111o,211w,321/110b,111w,220b,220o")
    own = reach(match, 0, "110r")
    assert {gift for gift in own if "+" in gift} == {"1+>1", "1+>2", "1+>3", "0+>1", "0+>2", "0+>3"}
    assert own["1+>1"] == reach(match, 0, "321")["2>1"]
    assert not any("+" in gift for gift in reach(match, 0, "111o"))


def test_in_the_team_time_trial_each_number_leads_to_one_square() -> None:
    match = table(stage=2)
    told = reach(match, 0, "321")
    assert told == played(match, 0, "321")
    assert all(len(squares) == 1 for squares in told.values())


def test_nothing_is_told_of_a_draw() -> None:
    match = table("1.8,2.8,3.8/4.1,4.2,4.3", phase="draw", now="laid:321,moved")
    assert match.ahead(0, "draw") is None
    stopped = table("1.3,4.1,4.2/2.5,4.8,4.9", phase="step", now="laid:321,steps:1")
    stopped.play(0, "^")
    assert list(stopped.moves(0)) == ["risk"]
    assert stopped.ahead(0, "risk") is None


def test_what_may_not_be_played_is_refused_as_if_it_were_played() -> None:
    match = table("1.8,2.8,3.8/4.1,4.2,4.3")
    before = match.position()
    for seat, text, code in (
        (1, "321", "not-your-turn"),
        (0, "200r", "not-in-hand"),
        (0, "x", "move-unreadable"),
    ):
        with pytest.raises(echappee.EchappeeError) as refused:
            match.ahead(seat, text)
        with pytest.raises(echappee.EchappeeError) as played_so:
            match.copy().play(seat, text)
        assert refused.value.code == played_so.value.code == code
    assert match.position() == before
