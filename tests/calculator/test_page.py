"""The page counts offline, by facts and examples that this package wrote: both are fresh."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

from echappee.calculator import facts
from echappee.calculator.race import WORDS
from echappee.games.tape_letape import material, scoring
from tests.calculator import page

AGAIN = "python -m tests.calculator.page"


def test_the_facts_of_the_page_are_fresh() -> None:
    assert page.FACTS.read_text(encoding="utf-8") == facts.text(), AGAIN


def test_the_examples_of_the_page_are_fresh() -> None:
    assert page.EXAMPLES.read_text(encoding="utf-8") == page.examples(), AGAIN


def test_the_facts_give_the_seconds_of_every_stage() -> None:
    """§7: place, small and big cards add up as `scoring.stage_seconds` has it, everywhere."""
    known: dict[str, Any] = facts.facts()["profiles"]
    hands = range(material.HAND + 1)
    for number, profile in enumerate(material.PROFILES, 1):
        told = known[profile]
        for place, small, big in itertools.product(range(1, 7), hands, hands):
            cards = small * told["small"] + big * told["big"] if place > 1 else 0
            found = told["places"][place - 1] + cards
            assert found == scoring.stage_seconds(number, place, small, big)


@pytest.mark.parametrize("kind", ["changes", "files"])
def test_the_examples_are_both_possible_and_impossible(kind: str) -> None:
    some = json.loads(page.EXAMPLES.read_text(encoding="utf-8"))[kind]
    refused = [one for one in some if "refused" in one]
    assert min(len(refused), len(some) - len(refused)) > len(some) // 5


def test_the_examples_know_every_refusal_of_a_page() -> None:
    """What only the command line refuses aside, each refusal is among the examples."""
    terminal = {
        "ambiguous-name", "sprint-stages", "no-cards-left", "file-newer", "file-long",
        "file-exists", "export-kind", "no-png",
    }  # fmt: skip
    some = json.loads(page.EXAMPLES.read_text(encoding="utf-8"))
    met = {one["refused"]["code"] for one in some["changes"] + some["files"] if "refused" in one}
    assert set(WORDS.texts("en")["refusals"]) - terminal <= met
