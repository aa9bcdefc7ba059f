"""What each ingredient of the search is worth: the champion against itself without it."""

from __future__ import annotations

import pytest

from echappee.bots.levels import level_bots
from echappee.games import game_ids, rulebook
from echappee.lab.ablation import ablation, page_of, without


@pytest.mark.parametrize("game_id", game_ids())
def test_each_lesser_champion_lacks_one_thing(game_id: str) -> None:
    rules = rulebook(game_id)
    champion = level_bots()[-1]
    lesser = list(without(rules))
    assert len({one.name for one in lesser}) == len(lesser) >= 2
    for one in lesser:
        same = one.effort(rules) == champion.effort(rules)
        alike = one.outlook(rules) == champion.outlook(rules)
        assert same != alike, f"{one.name}: just one of the two is changed"
    assert any("inference" in one.name for one in lesser) == rules.hidden
    assert any("exact" in one.name for one in lesser) == rules.solvable
    assert any("the others" in one.name for one in lesser) == (not champion.outlook(rules).rivals)


def test_the_table_tells_what_was_found() -> None:
    told: list[str] = []
    contests = ablation(
        "tapas", 2, 2, budget=0.0005, threads=1, progress=lambda name, *_: told.append(name)
    )
    found = list(contests)
    names = [one.name for one in without(rulebook("tapas"))]
    assert told == names
    assert [contest.entrants[1].bot for contest in found] == names
    assert all(contest.entrants[0].bot == "champion" for contest in found)
    lines = page_of(found).splitlines()
    assert "50%" in lines[0]
    assert all(line.split(" | ")[1] == "× 0.0005" for line in lines[4:])
    assert [line.split(" | ")[0].lstrip("| ") for line in lines[4:]] == names
