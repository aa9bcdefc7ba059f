"""French: every sentence of ours as it is printed, and the names in it as they are spoken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import echappee.cli.help
import echappee.server.refusals
from echappee.bots.levels import levels
from echappee.calculator.race import WORDS as CALCULATOR_WORDS
from echappee.cli.speech import CLI_WORDS
from echappee.errors import _sentences, phrase
from echappee.french import filled, joined, typeset
from echappee.games import game_ids, rulebook
from echappee.learning.course import course

FAULTS = {
    "an apostrophe as it is typed": re.compile(r"[^\W\d_]'"),
    "a space that breaks": re.compile(r" [;:!?%»]|« "),
    "no space": re.compile(r"[\w»)}][;!?](?=\s|$)|[^\W\d_]:(?=\s|$)|[»)}]:(?=\s|$)"),
    "no elision": re.compile(r"\b(?:de|que|se|ne|je) [aàâeéèêiîoôuœ][^\W\d_]", re.IGNORECASE),
}
CODE = re.compile(
    r"`[^`]*`|\{\w+\?[^{}]*\}|"
    r"\b(?:title|players|edition|race|ties|first|stage \{number\}|order|extras):"
)
"""What is no French: a command, a word chosen by number, and the key of a line in a file."""


def texts(value: Any) -> Iterator[str]:
    """Every text of a table of words."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts(one)


def spoken() -> Iterator[tuple[str, str]]:
    """Every French sentence of this package, and where it stands."""
    for game_id in game_ids():
        yield from ((game_id, text) for text in texts(rulebook(game_id).words.texts("fr")))
        taught = course(game_id)
        if taught is not None:
            words = taught.words["fr"]
            for step in words.steps.values():
                said = (step.title, step.say, step.done, step.other, step.others)
                yield from ((f"{game_id}, lesson", text) for text in texts(said))
            for table in (words.diagrams, words.rulings):
                yield from ((f"{game_id}, rules", text) for text in texts(dict(table)))
    for name, words_of in (("calculator", CALCULATOR_WORDS), ("terminal", CLI_WORDS)):
        yield from ((name, text) for text in texts(words_of.texts("fr")))
    yield from ((code, words["fr"]) for code, words in _sentences().items())
    yield from (("help", text) for text in echappee.cli.help.french().values())
    for level in levels():
        yield from ((level.name, text) for text in (level.label.fr, level.about.fr))
    refusals = echappee.server.refusals
    yield from ((one.id, one.words.fr) for one in refusals.quick_phrases())
    for code, words in refusals._words()["refusals"].items():
        yield code, typeset(words["fr"])


def test_every_sentence_is_printed_well() -> None:
    found = list(spoken())
    assert len(found) > 1_000
    wrong = [
        f"{where}: {fault}: {text}"
        for where, text in found
        for fault, sign in FAULTS.items()
        if sign.search(CODE.sub("", text))
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("before", "name", "said"),
    [
        ("Au tour de ", "Équipier 3", "Au tour d’Équipier 3"),
        ("Le coureur 2 de ", "Asger", "Le coureur 2 d’Asger"),
        ("plus que ", "Oscar", "plus qu’Oscar"),
        ("de ", "Yves", "d’Yves"),
        ("de ", "Yann", "de Yann"),
        ("de ", "Hugo", "de Hugo"),
        ("au lieu de ", "a", "au lieu de a"),
        ("de ", "12", "de 12"),
        ("Une partie de ", "Tour de France", "Une partie du Tour de France"),
        ("Jouer à ", "Tour de France", "Jouer au Tour de France"),
        ("À ", "Tapas", "À Tapas"),
        ("Monde ", "Asger", "Monde Asger"),
    ],
)
def test_a_name_is_spoken_with_the_word_before_it(before: str, name: str, said: str) -> None:
    assert joined(before, name) == said


def test_what_somebody_gave_is_left_as_it_is() -> None:
    assert filled(
        typeset("Le fichier « {path} » : c'est {why} !"), {"path": "l'a : b", "why": "?"}
    ) == ("Le fichier «\u00a0l'a : b\u00a0»\u00a0: c’est ?\u00a0!")


def test_names_in_sentences_of_games_and_refusals() -> None:
    words = rulebook("tour-de-france").words
    template = words.get("events", "step").fr
    said = words.fill("fr", template, {"rider": 2, "seat": 0}, ["Asger"])
    assert said == "Le coureur 2 d’Asger avance."
    unreadable = phrase(
        "position-unreadable",
        game="Tour de France",
        game_fr="Tour de France",
        reason="?",
        reason_fr="?",
    )
    assert "une position du Tour de France\u00a0:" in unreadable.fr
