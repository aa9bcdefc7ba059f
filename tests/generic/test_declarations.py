"""What every game must declare, and say in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from echappee.errors import LANGUAGES
from echappee.games import game_ids, rulebook
from echappee.rulebook import contract
from echappee.rulebook.options import write_value
from echappee.rulebook.rulebook import Rulebook

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
    english, french = (_flat(rules.words.table(language)) for language in LANGUAGES)
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
