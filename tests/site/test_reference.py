"""The reference has every public name, and every one of them is explained."""

from __future__ import annotations

import pytest

import echappee
from tests.site.reference import Listed, bare_fields, functions, known, listed, unexplained

LISTED = list(listed())
PARTS = (
    "calculator", "bots.chair", "bots.registry", "bots.win_chances", "lab.simulate.simulate",
    "lab.arena.arena", "rulebook.contract", "match.game.Game", "match.match.Match",
)  # fmt: skip


def test_everything_that_the_package_exports_is_listed() -> None:
    names = {one.name for one in LISTED}
    assert {f"echappee.{name}" for name in echappee.__all__} - {"echappee.__version__"} <= names
    assert {f"echappee.{name}" for name in PARTS} <= names


@pytest.mark.parametrize("one", LISTED, ids=lambda one: one.name)
def test_what_is_listed_is_explained_with_its_arguments_and_its_fields(one: Listed) -> None:
    assert (one.value.__doc__ or "").strip(), one.name
    for name, function, words in functions(one):
        assert words.strip(), name
        assert not unexplained(one, function, words), name
    assert not [name for name in bare_fields(one) if name not in known(one.page)], one.name
