"""Words: the three forms of a slot, and errors that speak both languages."""

from __future__ import annotations

import re
import string
import tomllib
from importlib.resources import files

from echappee.cli.speech import CLI_WORDS
from echappee.errors import LANGUAGES, Phrase
from echappee.games import rulebook

WORDS = rulebook("tapas").words


def test_plain_slots_tables_and_lists() -> None:
    facts = {"a": 3, "piece": "TO", "many": ["j1", "c2"], "seat": 1}
    assert WORDS.fill("en", "{a} {piece|pieces}", facts) == "3 Toast"
    assert WORDS.fill("fr", "{many|pieces}", facts) == "Jalapeños 1, Croquetas 2"
    assert WORDS.fill("en", "{seat|player}", facts, ["Ann", "Bo"]) == "Bo"


def test_numbers_choose_the_word() -> None:
    template = "{n} {n?point:points}"
    assert [WORDS.fill("en", template, {"n": n}) for n in (0, 1, 2)] == [
        "0 points",
        "1 point",
        "2 points",
    ]
    assert WORDS.fill("fr", template, {"n": 0}) == "0 point"


def test_every_error_speaks_both_languages_with_the_same_facts() -> None:
    sentences = tomllib.loads(files("echappee").joinpath("errors.toml").read_text("utf-8"))
    for code, sentence in sentences.items():
        assert set(sentence) == set(LANGUAGES), code
        fields = [
            {name.removesuffix("_fr") for _, name, _, _ in string.Formatter().parse(text) if name}
            for text in (sentence["en"], sentence["fr"])
        ]
        assert fields[0] == fields[1], code
        is_part = code.startswith("system-")  # a reason, told in another one's sentence
        assert is_part or re.search(r"[.?!:}]$", sentence["en"]), code


def test_the_terminal_speaks_both_languages() -> None:
    english, french = (CLI_WORDS.texts(language) for language in LANGUAGES)
    assert english.keys() == french.keys()
    for table in english:
        assert english[table].keys() == french[table].keys()


def test_a_phrase_is_indexed_by_language() -> None:
    phrase = Phrase("yes", "oui")
    assert (phrase["en"], phrase["fr"], str(phrase)) == ("yes", "oui", "yes")
