"""Positions that no Tour can come to are refused; those that are taken can be played and kept."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest

import echappee
from echappee.errors import BadPosition
from echappee.games.tour_de_france.position import FIELDS
from echappee.games.tour_de_france.schedule import NAMES
from echappee.match.match import Match
from echappee.rulebook.options import Options
from echappee.rulebook.rulebook import new_chance
from tests.games.tour_de_france.helpers import GAME, RULES, table

LAID = "laid:100r,left:100,todo:123"
HANDS = "110b,111o,211w/110r,111w,220o,321"
TRIAL = "1.11.1,1.3.0.3.0"
NINE = ("100b,100o,110r,110b,110o,111b,111o,200b,211w/"
        "100w,110w,111r,111w,200o,200w,220o,220w,221r")  # fmt: skip


def step(**changes: str) -> None:
    given = {"now": "laid:210b,left:10,todo:23,steps:2", "hands": HANDS} | changes
    table("1.8,2.8,3.8/4.1,4.2,4.3", phase="step", **given)  # type: ignore[arg-type]


def trial(riders: str = "1.3,-,-/2.3,-,-", **changes: str) -> None:
    given = {"trial": TRIAL, "hands": NINE} | changes
    table(riders, stage=4, phase="seal", **given)  # type: ignore[arg-type]


def test_what_can_happen_is_taken() -> None:
    step()
    trial()
    table(phase="assign", now=LAID, hands=HANDS)
    table(stage=2, phase="assign", now="laid:100r,left:100,bonus,todo:123", hands=HANDS)
    table("1.0,1.-1,1.-2/-,-,-", stage=3, phase="grid", turn=1, hands="-/-")
    table("1.2,1.1,1.-2/4.6,3.8,2.8", stage=3, kept="boost2@1/crossing@2")


REFUSED = [
    # the card on the table
    ("laid:321,left:321,bonus,todo:123", "no-bonus"),
    ("laid:100b,left:100,bonus,todo:123", "no-bonus"),
    ("laid:100r,left:999,todo:123", "numbers"),
    ("laid:100r,left:100,todo:12", "numbers"),
    ("laid:100r,left:001,todo:123", "numbers"),
    ("laid:100r,left:100,todo:123,moved", "moving"),
    ("laid:100r,left:100,todo:123,still:2", "played"),
    ("laid:100r,left:100,todo:123,sweep:12", "played"),
    ("laid:100r,left:100,todo:123,cause:1", "played"),
    ("laid:100r,left:100,todo:123,played:sweep1", "played"),
    ("laid:100r,left:100,todo:123,played:crossing", "played"),
]


@pytest.mark.parametrize(("now", "reason"), REFUSED)
def test_a_card_that_cannot_lie_there(now: str, reason: str) -> None:
    says(reason, lambda: table(phase="assign", now=now, hands=HANDS))


def says(reason: str, make: object) -> None:
    """It is refused with these words, in both languages."""
    with pytest.raises(BadPosition) as error:
        make()  # type: ignore[operator]
    assert error.value.code == "position-unreadable"
    told = RULES.words.get("notation", "position", reason)
    assert told.en in error.value.words.en
    assert told.fr in error.value.words.fr


def test_squares_that_nobody_has_to_go() -> None:
    says("steps", lambda: step(now="laid:210b,left:10,todo:23,steps:3"))
    says("moving", lambda: step(now="laid:210b,left:10,todo:12,steps:2"))
    says("played", lambda: step(now="laid:210b,left:10,todo:23,steps:2,cause:1"))
    says("no-card", lambda: step(discards="111rx1"))
    says("hand-size", lambda: step(hands="110b,111o,211w,321/110r,111w,220o,321"))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"riders": "1.0,1.-1,2.-2/2.0,2.-1,3.-2"}, "off-lane"),
        ({"riders": "1.0,1.-1,4.-1/2.0,2.-1,2.-2"}, "off-lane"),
        ({"riders": "2.3,1.2,1.1/3.3,2.2,2.1", "stage": 2}, "off-lane"),
        ({"riders": "1.2,1.3,1.1/2.3,2.2,2.1", "stage": 2}, "passed"),
        ({"riders": "1.2!1,1.1,1.0/2.3,2.2,2.1", "stage": 2}, "turned"),
        ({"riders": "1.2!9,1.1,1.0/2.3,2.2,2.1"}, "turned"),
        ({"riders": "1.2!1*,1.1,1.0/2.3,2.2,2.1"}, "turned"),
        ({"stage": 2, "kept": "crossing@1/-"}, "kept-now"),
        ({"stage": 2, "trial": "9.00.0,0.0.0.0.0"}, "later-round"),
        ({"trial": "2.00.0,0.0.0.0.0"}, "later-round"),
        ({"trial": "1.10.0,0.0.0.0.0"}, "heat"),
        ({"points": "99.0.0+0/0.0.0+0"}, "points"),
        ({"points": "0.0.0+1/0.0.0+0"}, "points"),
        ({"points": "18.0.0+0/0.0.0+0"}, "points"),
        ({"points": "0.0.0+31/0.0.0+0", "stage": 3}, "points"),
        ({"jerseys": "0.1/-/0/-"}, "yellow-early"),
        ({"jerseys": "-/-/0/-", "stage": 3}, "no-yellow"),
        ({"jerseys": "-/0.1/2/-"}, "green-line"),
        ({"jerseys": "-/0.1/0/-"}, "green-line"),
        ({"jerseys": "0.1/-/2/-", "stage": 2}, "green-line"),
        ({"lately": "1.2.3/0.0.0"}, "lately"),
        ({"lately": "1.2.2/0.0.0", "stage": 3}, "lately"),
        ({"phase": "deal", "stage": 2, "turn": 0}, "dealer"),
        ({"phase": "yellow", "stage": 2, "jerseys": "0.1/-/0/12"}, "choice"),
    ],
)
def test_what_cannot_happen(change: dict[str, str], reason: str) -> None:
    says(reason, lambda: table(**change))  # type: ignore[arg-type]


def test_999_points_are_no_tally() -> None:
    with pytest.raises(BadPosition) as error:
        table(points="999.0.0+0/0.0.0+0")
    assert "points" in error.value.words.en


def test_heats_that_cannot_ride() -> None:
    says("off-lane", lambda: trial("2.3,-,-/1.3,-,-"))
    says("kept-now", lambda: trial(kept="crossing@1/-"))
    says("heat", lambda: trial(hands="100b,211w/110w"))
    says("heat", lambda: trial("1.3,-,-/2.0,-,-"))  # one card is at least one square
    says("heat", lambda: trial(trial="1.11.1,1.3.2.1.0"))
    says("heat", lambda: trial(trial="1.11.1,1.3.0.1.0"))
    says("heat", lambda: trial(trial="1.11.99,99.3.0.3.0"))


# ------------------------------------------------------------------------- mutated, and played on


RACES = NAMES[1:]


def walk(seed: int, options: Options, most: int = 10_000) -> list[str]:
    """Positions of a random Tour, at most so many moves of it."""
    players = 2 + seed % 3
    match = GAME.start(players, options, seed=seed)
    chance = random.Random(seed)
    found = []
    while not match.over and match.number < most:
        if match.number % 3 == 0:
            found.append(match.position())
        seat = chance.choice(match.awaited)
        match.play(seat, chance.choice(list(match.moves(seat))))
    return found


def mutated(texts: list[str], chance: random.Random) -> str:
    """A position with a field of another one, or with a few numbers and words changed."""
    fields = chance.choice(texts).split()
    if chance.random() < 0.4:
        place = chance.randrange(1, len(FIELDS))
        fields[place] = chance.choice(texts).split()[place]
    for _ in range(chance.randrange(3)):
        place = chance.randrange(2, len(FIELDS))
        parts = re.split(r"(\d+|[a-z]+)", fields[place])
        at = chance.randrange(len(parts))
        if parts[at].isdecimal():
            parts[at] = str(chance.choice((0, 1, 2, 3, 9, 99, int(parts[at]) + 1)))
        elif len(parts) > 3 and chance.random() < 0.5:
            del parts[at]
        else:
            parts[at] = chance.choice(parts)
        fields[place] = "".join(parts) or "-"
    return " ".join(fields)


def play_out(match: Match, chance: random.Random) -> None:
    """Play a copy of the state on at random, by the rules alone, to its end."""
    functions, state = RULES.functions, RULES.read_position(match.position())[0]
    moves, draw = RULES.buffer(), new_chance()
    for _ in range(RULES.longest(match.players, match.options)):
        if functions.over(state):
            break
        waiting = [seat for seat in range(match.players) if functions.awaited(state) >> seat & 1]
        seat = chance.choice(waiting)
        count = functions.legal(state, seat, moves)
        assert 0 < count <= RULES.most_moves
        draw[:] = [chance.getrandbits(64) for _ in range(len(draw))]
        functions.apply(state, seat, int(moves[chance.randrange(count)]), draw)
    assert functions.over(state)
    scores = np.zeros(match.players, np.int64)
    functions.standing(state, scores)
    assert RULES.scores[0] <= scores.min() <= scores.max() <= RULES.scores[1]
    RULES.notation.read_position(RULES.notation.write_position(state), RULES.blank()[0])


@pytest.mark.parametrize("seed", range(3))
def test_a_mutated_position_is_refused_or_plays_to_its_end_and_replays(seed: int) -> None:
    assert _mutate(seed, walk(seed, {"material": "short"}), 150) >= 10


@pytest.mark.parametrize("race", RACES)
def test_a_mutated_position_of_a_short_race_is_refused_or_plays_to_its_end(race: str) -> None:
    """Its fields change places with those of a whole Tour, too."""
    seed = RACES.index(race)
    texts = walk(seed, {"material": "criterium", "stages": race})
    whole = walk(seed, {"material": "criterium"}, 60)
    assert _mutate(seed, [*texts, *whole], 150) >= 4


def _mutate(seed: int, texts: list[str], count: int) -> int:
    """Change positions so often, and play on from those that are taken; return how many."""
    chance = random.Random(seed)
    taken = 0
    for _ in range(count):
        text = mutated(texts, chance)
        try:
            match = GAME.position(text, seed=1)
        except BadPosition as error:
            assert error.words.en != error.words.fr
            continue
        if match.position() in texts:
            continue
        taken += 1
        for _ in range(3):
            if not match.over:
                seat = match.awaited[0]
                match.play(seat, chance.choice(list(match.moves(seat))))
        assert echappee.replay(match.save()).position() == match.position()
        play_out(match, chance)
    return taken
