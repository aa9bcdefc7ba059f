"""One list of names yields every offset, for people, programs and compiled code."""

from __future__ import annotations

import numpy as np

from echappee.games import rulebook
from echappee.rulebook.contract import Numbers
from echappee.rulebook.layout import Layout

LAYOUT = Layout(hand=4, jokers=(2, 3), turn=1)
AT = LAYOUT.starts


def _fill(numbers: Numbers) -> None:
    numbers[AT.hand + 1] = 1
    numbers[AT.jokers + 5] = 2
    numbers[AT.turn] = 3


def test_slices_follow_one_another() -> None:
    assert dict(LAYOUT) == {"hand": (0, 4), "jokers": (4, 6), "turn": (10, 1)}
    assert LAYOUT.size == 11
    assert AT == (0, 4, 10)
    assert list(LAYOUT) == ["hand", "jokers", "turn"]
    assert len(LAYOUT) == 3


def test_views_have_their_shapes_and_share_the_memory() -> None:
    numbers = np.arange(11)
    views = LAYOUT.views(numbers)
    assert {name: view.shape for name, view in views.items()} == {
        "hand": (4,),
        "jokers": (2, 3),
        "turn": (1,),
    }
    assert views["jokers"].tolist() == [[4, 5, 6], [7, 8, 9]]
    views["turn"][0] = 50
    assert numbers[10] == 50


def test_views_of_many_rows() -> None:
    numbers = np.arange(22).reshape(2, 11)
    assert LAYOUT.views(numbers)["jokers"].shape == (2, 2, 3)
    assert LAYOUT.views(numbers)["turn"].tolist() == [[10], [21]]


def test_compiled_code_knows_the_starts() -> None:
    wanted = [0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 3]
    for functions in (rulebook("tapas").compiled, rulebook("tapas").interpreted):
        numbers = np.zeros(LAYOUT.size, np.int64)
        functions.kernel(_fill)(numbers)
        assert numbers.tolist() == wanted
