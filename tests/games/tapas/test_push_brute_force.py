"""§4 and B.2: every pattern of a line × every value × every side, against pushing step by step."""

from __future__ import annotations

import random
from itertools import product

import pytest

import echappee
from tests.depth import deep
from tests.games.tapas.helpers import fields, line, table
from tests.games.tapas.naive import OTHER, push_along

EXTRAS = ("TO", "KE", "MA", "WA", "SE", "AD")
PATTERNS = [pattern for pattern in product((False, True), repeat=6) if any(pattern)]
FILLINGS = deep(1, 8)
"""How often each case is tried, each time with other owners, values and Extras."""


def filled(pattern: tuple[bool, ...], me: str, value: int, draw: random.Random) -> list[str | None]:
    """Pieces for the occupied squares, drawn from the box without what the hands hold."""
    box = {f"{colour}{v}": n for colour in "jc" for v, n in ((1, 12), (2, 3), (3, 2), (4, 1))}
    box[f"{me}{value}"] -= 1
    box[f"{OTHER[me]}1"] -= 1
    stock = [piece for piece, n in box.items() for _ in range(min(n, 3))]
    stock += draw.sample(EXTRAS, draw.choice((0, 2, 5)))
    draw.shuffle(stock)
    return [stock.pop() if occupied else None for occupied in pattern]


def expected_catch(me: str, fallen: list[str]) -> dict[str, str]:
    """§4, §6: who takes what fell, as the position text tells it."""
    catch = {"j": "", "c": ""}
    if "AD" not in fallen:
        for piece in sorted(fallen, key=lambda piece: piece[1]):
            if piece[0] in "jc":
                catch[OTHER[piece[0]]] += piece[1]
    kept = [extra for extra in EXTRAS if extra in fallen]
    if kept:
        catch[me] += "+" + "".join(kept)
    return {colour: text or "-" for colour, text in catch.items()}


def check(entry: str, me: str, value: int, before: list[str | None]) -> bool:
    """One push compared; False if it is banned because the first piece is one's own."""
    hands = {me: f"{value}", OTHER[me]: "1"}
    shown = " ".join(piece or ".." for piece in before)
    match = table({entry: shown}, me, j=hands["j"], c=hands["c"], flags="extras:5")
    seat = "jc".index(me)
    first = next(piece for piece in before if piece is not None)
    if first[0] == me:
        with pytest.raises(echappee.IllegalMove) as refused:
            match.play(seat, f"{entry}:{value}")
        assert refused.value.code == "own-first"
        return False
    match.play(seat, f"{entry}:{value}")
    after, fallen = push_along(before, f"{me}{value}", value)
    assert line(match, entry) == " ".join(piece or ".." for piece in after)
    catch = {"j": fields(match).taken_j, "c": fields(match).taken_c}
    assert catch == expected_catch(me, fallen)
    return True


@pytest.mark.parametrize("value", [1, 2, 3, 4])
@pytest.mark.parametrize("side", "NESW")
def test_every_pattern_of_a_line(side: str, value: int) -> None:
    """B.2: 63 patterns of occupied squares, each on a drawn line with drawn pieces."""
    draw = random.Random(f"{side}{value}")
    legal = 0
    for pattern in PATTERNS:
        tried = 0
        while tried < FILLINGS:
            me = draw.choice("jc")
            before = filled(pattern, me, value, draw)
            tried += check(f"{side}{draw.randint(2, 5)}", me, value, before)
        legal += tried
    assert legal == len(PATTERNS) * FILLINGS == 63 * FILLINGS


def test_the_step_by_step_push_itself() -> None:
    """The yardstick on the rulebook's two examples, worked out by hand."""
    julie = push_along([None, "c1", None, "j1", "c1", "c2"], "j2", 2)
    assert julie == ([None, None, "j2", "c1", "j1", "c1"], ["c2"])
    pierre = push_along(["j1", "c1", "j1", "j2", "c2", "j3"], "c3", 3)
    assert pierre == ([None, None, "c3", "j1", "c1", "j1"], ["j3", "c2", "j2"])
    flown = push_along([None, None, None, None, "c1", "c2"], "j3", 3)
    assert flown == ([None] * 6, ["c2", "c1", "j3"])
