"""What every game must declare, and say in both languages."""

from __future__ import annotations

import itertools
import re
from typing import Any

import numpy as np
import pytest

from echappee.errors import LANGUAGES
from echappee.games import game_ids, rulebook
from echappee.rulebook import contract
from echappee.rulebook.kernels import TO_THE_END, random_playout
from echappee.rulebook.options import write_value
from echappee.rulebook.randomness import start_stream
from echappee.rulebook.rulebook import Rulebook, new_chance
from tests.generic.cases import few_cases, walk

GAMES = [rulebook(game_id) for game_id in game_ids()]
each_game = pytest.mark.parametrize("rules", GAMES, ids=lambda r: r.id)


@each_game
def test_rules_fulfil_the_contract_in_its_order(rules: Rulebook) -> None:
    lines = []
    for placeholder in contract.CONTRACT:
        function = getattr(rules.rules, placeholder.__name__)
        lines.append(function.__code__.co_firstlineno)
        wanted = placeholder.__code__
        names = wanted.co_varnames[: wanted.co_argcount]
        assert function.__code__.co_varnames[: len(names)] == names, placeholder.__name__
    assert lines == sorted(lines)


@each_game
def test_declared_numbers_make_sense(rules: Rulebook) -> None:
    fewest, most = rules.players
    assert 1 <= fewest <= most <= 8
    assert 0 < rules.most_moves <= rules.move_codes
    assert rules.scores[0] < rules.scores[1]
    assert rules.version >= 1
    assert rules.version == 1 or "version" in (rules.state_dtype.names or ())
    for option in rules.options:
        assert option.default in option.values
        assert 1 <= option.since <= rules.version
        assert option.read(write_value(option.default)) == option.default
        assert len(option.numbers(option.default)) == option.width


@each_game
def test_state_has_no_gaps(rules: Rulebook) -> None:
    dtype = rules.state_dtype
    assert sum(dtype[name].itemsize for name in dtype.names or ()) == dtype.itemsize


@each_game
def test_feature_slices_cover_everything_once(rules: Rulebook) -> None:
    at = 0
    for start, length in sorted(rules.features.values()):
        assert start == at
        at += length
    assert at == rules.feature_count


@each_game
def test_better_places_have_better_scores(rules: Rulebook) -> None:
    """``low_wins`` says which scores are better."""
    functions, players = rules.functions, rules.players[1]
    options, chance, moves = (
        rules.option_numbers(rules.settle(players, {})),
        new_chance(),
        rules.buffer(),
    )
    scores, places = np.zeros(players, np.int64), np.zeros(players, np.int64)
    compared = 0
    for seed in range(20):
        functions.kernel(start_stream)(chance, seed, 0)
        state = rules.blank()[0]
        functions.setup(state, players, options, chance)
        functions.kernel(random_playout)(state, moves, chance, TO_THE_END)
        functions.standing(state, scores)
        functions.ranking(state, places)
        for one, other in itertools.permutations(range(players), 2):
            if places[one] < places[other] and scores[one] != scores[other]:
                assert (scores[one] < scores[other]) == rules.low_wins
                compared += 1
    assert compared > 0


@each_game
def test_chapters_are_the_stages_of_the_headings(rules: Rulebook) -> None:
    """The first is 0, and none comes back; without stages there is only one."""
    case = next(case for case in few_cases() if case.rulebook is rules)
    chapter = rules.functions.kernel(contract.chapter)
    before = 0
    for step in walk(case):
        heading = None if rules.heading is None else rules.heading(step.state)
        number = heading.number - 1 if heading is not None and heading.kind == "stage" else 0
        assert chapter(step.state) == number
        assert number >= before
        before = number


def _flat(table: dict[str, Any], path: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            found |= _flat(value, f"{path}{key}.")
        elif isinstance(value, str):
            found[path + key] = value
    return found


@each_game
def test_both_languages_say_the_same_things(rules: Rulebook) -> None:
    english, french = (_flat(rules.words.texts(language)) for language in LANGUAGES)
    assert english.keys() == french.keys()
    slot = re.compile(r"\{(\w+)")
    for key, sentence in english.items():
        assert set(slot.findall(sentence)) == set(slot.findall(french[key])), key
        assert sentence.strip(), key
        assert french[key].strip(), key


@each_game
def test_every_refusal_and_ending_has_words_and_an_article(rules: Rulebook) -> None:
    articles = {article.id for article in rules.words.articles}
    for code, article in rules.rules.REFUSALS[1:]:
        assert rules.words.get("refusals", code).fr
        assert article in articles, (code, article)
    for code, article in rules.rules.ENDINGS[1:]:
        assert rules.words.get("endings", code).fr
        assert article in articles, (code, article)


@each_game
def test_every_option_and_value_has_words(rules: Rulebook) -> None:
    for option in rules.options:
        assert rules.words.get("options", option.name, "label").fr
        assert rules.words.get("options", option.name, "help").fr
        for value in option.values:
            assert rules.words.get("options", option.name, "values", write_value(value)).fr


@each_game
def test_rules_are_told_by_article_in_both_languages(rules: Rulebook) -> None:
    assert len(rules.words.articles) >= 5
    for article in rules.words.articles:
        for language in LANGUAGES:
            assert len(article.title[language]) > 2
            assert len(article.text[language]) > 20
