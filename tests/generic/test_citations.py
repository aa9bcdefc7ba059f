"""Every article and every ruling of every game is tested, by a test that is named after it.

``test_article_4a_…`` is about article 4a, ``test_article_1_2b_and_1_3_…`` about 1.2b and 1.3, and
``test_tap_07_…`` about the ruling TAP-07.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from echappee.games import game_ids, rulebook

GAMES = Path(__file__).parents[1] / "games"


def _tests(game_id: str) -> Iterator[str]:
    """The name of every test of a game."""
    for path in sorted((GAMES / game_id.replace("-", "_")).rglob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node.name.removeprefix("test_")


def _spelt(citation: str) -> str:
    """An id as names of functions spell it."""
    return re.sub(r"[.-]", "_", citation.lower())


def _named(name: str, ids: list[str]) -> list[str]:
    """The ids that begin a name, joined by ``_and_``."""
    found = []
    rest = name
    while fitting := [one for one in ids if f"{rest}_".startswith(f"{_spelt(one)}_")]:
        found.append(max(fitting, key=len))
        rest = rest.removeprefix(_spelt(found[-1]))
        if not rest.startswith("_and_"):
            break
        rest = rest.removeprefix("_and_")
    return found


def _articles(game_id: str) -> list[str]:
    return [article.id for article in rulebook(game_id).words.articles]


def _rulings(game_id: str) -> list[str]:
    told = rulebook(game_id).words.articles
    return sorted({ruling for article in told for ruling in article.rulings})


@pytest.mark.parametrize("game_id", game_ids())
def test_every_article_has_a_test(game_id: str) -> None:
    articles = _articles(game_id)
    names = [name for name in _tests(game_id) if name.startswith("article_")]
    cited = [_named(name.removeprefix("article_"), articles) for name in names]
    assert {one for found in cited for one in found} == set(articles)
    assert all(cited), "the test of an article that there is not"


@pytest.mark.parametrize("game_id", game_ids())
def test_every_ruling_has_a_test(game_id: str) -> None:
    rulings = _rulings(game_id)
    prefixes = tuple({_spelt(ruling).rpartition("_")[0] + "_" for ruling in rulings})
    names = [name for name in _tests(game_id) if re.match(r"[a-z]+_\d\d_", name)]
    cited = [_named(name, rulings) for name in names if name.startswith(prefixes)]
    assert {one for found in cited for one in found} == set(rulings)
    assert all(cited), "the test of a ruling that there is not"


@pytest.mark.parametrize("game_id", game_ids())
def test_no_ruling_is_missing(game_id: str) -> None:
    """They are numbered from 1, and each stands at an article."""
    rulings = _rulings(game_id)
    prefix = rulings[0].partition("-")[0] if rulings else ""
    assert rulings == [f"{prefix}-{number:02}" for number in range(1, len(rulings) + 1)]


def test_the_longest_id_is_meant() -> None:
    ids = ["1", "1.2", "1.2b", "4.2", "4.7", "P1"]
    assert _named("1_2b_each_number", ids) == ["1.2b"]
    assert _named("4_2_and_4_7_fewest_cards", ids) == ["4.2", "4.7"]
    assert _named("p1_riders", ids) == ["P1"]
    assert _named("1_the_aim", ids) == ["1"]
    assert _named("2_nothing", ids) == []
