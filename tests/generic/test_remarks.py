"""What games say about why a move is better: named, in both languages, the same at both speeds."""

from __future__ import annotations

import re

import numpy as np
import pytest

from echappee.games import game_ids, rulebook
from echappee.rulebook.remarks import settled, traits
from tests.generic.cases import Case, few_cases, state_of, walk

REMARKING = [game_id for game_id in game_ids() if rulebook(game_id).remarks.traits]
_SLOTS = re.compile(r"\{(\w+)[}|?]")
_UNFILLED = -12345


@pytest.mark.parametrize("game_id", game_ids())
def test_every_trait_has_words_in_both_languages(game_id: str) -> None:
    rules = rulebook(game_id)
    names = [trait.name for trait in rules.remarks.traits]
    assert len(set(names)) == len(names)
    for language in ("en", "fr"):
        words = rules.words.texts(language).get("remarks", {})
        assert set(words) == set(names)
        for name in names:
            slots = set(_SLOTS.findall(words[name]))
            assert slots in ({"best", "played"}, set()), (language, name)


@pytest.mark.parametrize("game_id", REMARKING)
def test_words_fit_one_and_many(game_id: str) -> None:
    rules = rulebook(game_id)
    for trait in rules.remarks.traits:
        for best, played in ((0, 1), (1, 2), (3, 1), (2.5, 1)):
            said = rules.words.say("remarks", trait.name, best=best, played=played)
            for sentence in (said.en, said.fr):
                assert "{" not in sentence
                assert not sentence.endswith(".")  # it stands beside a move, as a part of a line


@pytest.mark.parametrize("case", [c for c in few_cases() if c.game in REMARKING], ids=str)
def test_traits_are_all_filled_and_the_same_at_both_speeds(case: Case) -> None:
    rules = case.rulebook
    count, settled_ones = len(rules.remarks.traits), 0
    differed = np.zeros(count, bool)
    first = None
    for step in walk(case):
        for seat in range(case.players):
            found = []
            for functions in (rules.interpreted, rules.compiled):
                row = np.full(count + 1, _UNFILLED)
                functions.kernel(traits)(state_of(step.match), seat, row)
                settled_now = functions.kernel(settled)(state_of(step.match), seat)
                found.append((row.tolist(), bool(settled_now)))
            assert found[0] == found[1]
            row_, now = found[0]
            assert _UNFILLED not in row_[:count]
            assert row_[count] == _UNFILLED
            settled_ones += now
            first = row_[:count] if first is None else first
            differed |= np.array(row_[:count]) != np.array(first)
    assert settled_ones > 0
    assert differed.sum() > count // 2, "a trait that never changes tells nothing"
