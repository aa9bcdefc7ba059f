"""Stages are entered, corrected, put in and taken out; what can't have happened is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from echappee.calculator import (
    CalculatorError,
    Left,
    Race,
    Stage,
    add_stage,
    change_race,
    check_race,
    correct_stage,
    insert_stage,
    new_race,
    race_state,
    remove_stage,
)
from echappee.calculator.race import WORDS
from echappee.errors import BadOption, EchappeeError
from tests.calculator.races import NAMES, broom, four, ridden, stage, two_stages

MOUNTAIN = stage("mountain", 1, "2s", "", "1b", "1s")
NEVER_RAISED_HERE = {
    # refused by the file's reader, the terminal or the exports; see their tests
    "file-start", "file-newer", "file-line", "file-end", "file-long", "file-exists",
    "export-kind", "no-png", "no-cards-left", "unreadable-cards", "ambiguous-name", "unknown-name",
}  # fmt: skip


def after(*stages: Stage, **options: Any) -> Race:
    race = four(**options)
    for one in stages:
        race = add_stage(race, one)
    return race


def with_left(*left: Left, winner: int = 1) -> Race:
    return add_stage(four(), Stage("flat", (winner,), left))


REFUSED: dict[str, list[Callable[[], object]]] = {
    "empty-name": [lambda: new_race(["A", " ", "C"])],
    "long-name": [lambda: new_race(["A", "B" * 25, "C"])],
    "bad-name": [
        lambda: new_race(["A", "B:", "C"]),
        lambda: new_race(["A", "=1+1", "C"]),
        lambda: new_race(["A", "B\x00", "C"]),
    ],
    "duplicate-name": [lambda: new_race(["Ann", "Bob", "ann"])],
    "bad-title": [lambda: four(title="x" * 61), lambda: four(title="a\x07b")],
    "unknown-seat": [
        lambda: four(first=4),
        lambda: after(stage("flat", 4, "1s", "1s", "1s", "1s")),
        lambda: after(msgspec.structs.replace(MOUNTAIN, chooser=7)),
        lambda: after(broom(0, 1, 2, -1)),
    ],
    "sprint-stages": [lambda: four(stages_each=3)],
    "players-changed": [lambda: change_race(two_stages(), names=("A", "B", "C"))],
    "unknown-profile": [lambda: after(stage("uphill", 1, "1s", "", "1s", "1s"))],
    "profile-used": [lambda: after(*[MOUNTAIN] * 5, mode="endurance", stages_each=2)],
    "final-mountain": [lambda: after(*[MOUNTAIN] * 4, stage("flat", 1, "1s", "", "1s", "1s"))],
    "wrong-chooser": [lambda: after(MOUNTAIN, msgspec.structs.replace(MOUNTAIN, chooser=0))],
    "wrong-starter": [lambda: after(*[MOUNTAIN] * 4, msgspec.structs.replace(MOUNTAIN, chooser=1))],
    "race-over": [lambda: after(*[MOUNTAIN] * 6), lambda: after(*[MOUNTAIN] * 5, edition="EN")],
    "no-such-stage": [
        lambda: correct_stage(two_stages(), 3, MOUNTAIN),
        lambda: correct_stage(two_stages(), 0, MOUNTAIN),
        lambda: remove_stage(two_stages(), 9),
        lambda: insert_stage(two_stages(), 4, MOUNTAIN),
    ],
    "no-stages": [lambda: remove_stage(four())],
    "nobody-finished": [
        lambda: add_stage(four(), Stage("flat", (), (Left(1),) * 4)),
        lambda: add_stage(four(), broom()),
    ],
    "two-winners": [
        lambda: add_stage(four(), Stage("flat", (0, 1), (Left(), Left(), Left(1), Left(1)))),
        lambda: with_left(Left(), Left(), Left(1), Left(1)),
    ],
    "winner-has-cards": [lambda: with_left(Left(1), Left(0, 1), Left(1), Left(1))],
    "cards-missing": [lambda: with_left(Left(1), Left(), Left(1))],
    "cards-in-broom-wagon": [
        lambda: add_stage(four(), Stage("broom-wagon", (0, 1, 2, 3), (Left(1),) * 4))
    ],
    "twice-in-order": [lambda: add_stage(four(), broom(0, 1, 2, 0))],
    "order-incomplete": [lambda: add_stage(four(), broom(0, 1, 2))],
    "negative-cards": [lambda: with_left(Left(-1, 3), Left(), Left(1), Left(1))],
    "more-than-a-hand": [lambda: with_left(Left(4, 5), Left(), Left(1), Left(1))],
    "cards-and-counts": [lambda: with_left(Left(1, 0, ("J9",)), Left(), Left(1), Left(1))],
    "value-not-in-play": [
        lambda: after(stage("flat", 1, "2", "", "3", "3")),
        lambda: after(stage("flat", 1, "V11", "", "3", "3")),
    ],
    "colour-not-in-play": [
        lambda: add_stage(new_race(list("ABC")), stage("flat", 1, "R7", "", "3")),
    ],
    "card-twice": [
        lambda: after(stage("flat", 1, "J7 J7", "", "3", "3")),
        lambda: after(stage("flat", 1, "J7", "", "3", "J7")),
    ],
    "value-too-often": [
        lambda: after(stage("flat", 1, "7 7 7", "", "7", "7")),
        lambda: after(stage("flat", 1, "J7 V7", "", "7 7", "7")),
        lambda: add_stage(new_race(list("ABC")), stage("flat", 1, "7 7", "", "7 7")),
    ],
    "too-many-small": [
        lambda: with_left(Left(8), Left(), Left(8), Left(1)),
        lambda: after(stage("flat", 1, "8s", "", "8s", "3")),
        lambda: add_stage(new_race(list("ABC")), stage("flat", 1, "8s", "", "5s")),
    ],
    "too-many-big": [lambda: with_left(Left(0, 8), Left(), Left(0, 8), Left(0, 1))],
}


@pytest.mark.parametrize("code", sorted(REFUSED))
def test_what_cannot_have_happened_is_refused_with_a_reason(code: str) -> None:
    for enter in REFUSED[code]:
        with pytest.raises(CalculatorError) as refused:
            enter()
        error = refused.value
        assert error.code == code
        assert error.words.en != error.words.fr
        assert "{" not in error.words.en + error.words.fr


def test_every_refusal_has_a_test() -> None:
    words = WORDS.texts("en")["refusals"]
    assert set(words) == set(REFUSED) | NEVER_RAISED_HERE
    assert set(words) == set(WORDS.texts("fr")["refusals"])


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"edition": "DE"}, "bad-option"),
        ({"mode": "marathon"}, "bad-option"),
        ({"mode": "endurance", "stages_each": 6}, "bad-option"),
        ({"mode": "endurance", "stages_each": 1}, "bad-option"),
    ],
)
def test_options_are_those_of_the_game(options: dict[str, Any], code: str) -> None:
    with pytest.raises(BadOption) as refused:
        four(**options)
    assert refused.value.code == code


@pytest.mark.parametrize("count", [0, 1, 2, 7])
def test_three_to_six_ride(count: int) -> None:
    with pytest.raises(EchappeeError) as refused:
        new_race(list("ABCDEFG"[:count]))
    assert refused.value.code == "bad-players"


def test_names_are_written_in_one_way() -> None:
    race = new_race(["  Ine\u0300s ", "Jean   Luc", "Zoé"])
    assert race.names == ("Inès", "Jean Luc", "Zoé")


def test_as_many_cards_as_exist_are_taken() -> None:
    assert add_stage(four(), stage("flat", 1, "8s", "", "8s", "8b")).stages
    six = new_race(NAMES)
    assert add_stage(six, stage("flat", 0, "", "8b", "8b", "8b", "8s", "8s")).stages


def test_a_whole_hand_of_values_is_taken() -> None:
    """Six players have every value four times, with and without colours."""
    race = add_stage(
        new_race(NAMES), stage("time-trial", 0, "", "1 1", "1 1", "J12", "V12 12", "12")
    )
    assert race.stages[0].left[3] == Left(0, 1, ("J12",))


def test_choosers_need_not_be_given() -> None:
    race = after(*[MOUNTAIN] * 5, first=2)
    assert [one.chooser for one in race.stages] == [2, 3, 0, 1, None]


def test_the_right_starter_of_the_final_may_be_given() -> None:
    race = after(*[MOUNTAIN] * 4)
    coming = race_state(race).next
    assert coming is not None
    assert coming.final
    entered = add_stage(race, msgspec.structs.replace(MOUNTAIN, chooser=coming.starter))
    assert entered.stages[-1].chooser is None


def test_a_correction_changes_everything_after_it() -> None:
    race = ridden(four(), seed=1)
    before = race_state(race)
    changed = correct_stage(race, 1, stage("flat", 3, "8b", "1s", "1s", ""))
    state = race_state(changed)
    assert state.stages[0].cells[0].seconds == 240
    for old, new in zip(before.stages[1:], state.stages[1:], strict=True):
        assert [cell.seconds for cell in old.cells] == [cell.seconds for cell in new.cells]
        shift = 240 - before.stages[0].cells[0].seconds
        assert new.cells[0].total == old.cells[0].total + shift
    assert state.classification[-1].seat == 0


def test_a_correction_may_change_who_should_have_begun_the_final() -> None:
    race = after(*[MOUNTAIN] * 4, MOUNTAIN)
    assert race_state(race).stages[-1].starter == 2
    changed = correct_stage(race, 2, stage("mountain", 1, "8s", "", "1s", "8b"))
    assert race_state(changed).stages[-1].starter == 3
    assert changed.stages[-1].chooser is None


def test_a_correction_that_spoils_a_later_choice_is_refused() -> None:
    first = stage("flat", 1, "1s", "", "1s", "1s")
    race = after(first, *[MOUNTAIN] * 4, mode="endurance", stages_each=2)
    with pytest.raises(CalculatorError) as refused:
        correct_stage(race, 1, MOUNTAIN)
    assert (refused.value.code, refused.value.stage) == ("profile-used", 5)
    assert race.stages[0].profile == "flat"


def test_a_forgotten_stage_is_put_in_and_choosers_follow() -> None:
    race = insert_stage(two_stages(), 2, stage("flat", 0, "", "1s", "1s", "1s"))
    assert [one.profile for one in race.stages] == ["mountain", "flat", "broom-wagon"]
    assert [one.chooser for one in race.stages] == [0, 1, 2]
    assert remove_stage(race, 2) == two_stages()
    assert insert_stage(two_stages(), 3, MOUNTAIN) == add_stage(two_stages(), MOUNTAIN)


def test_the_last_stage_is_taken_back() -> None:
    race = ridden(four(), seed=4)
    back = race
    for left in range(4, -1, -1):
        back = remove_stage(back)
        assert back.stages == race.stages[:left]


def test_another_first_chooser_moves_all_choosers() -> None:
    race = change_race(two_stages(), first=3)
    assert [one.chooser for one in race.stages] == [3, 0]
    assert change_race(race, first=0) == two_stages()


def test_names_mode_and_title_can_be_changed() -> None:
    race = change_race(two_stages(), names=("A", "B", "C", "D"), title="Here")
    assert (race.names, race.title) == (("A", "B", "C", "D"), "Here")
    longer = change_race(race, mode="endurance", stages_each=2, edition="EN", tie_break=True)
    assert longer.length == 8
    assert change_race(longer, mode="sprint", edition="FR").length == 5


@pytest.mark.parametrize("seed", range(20))
def test_a_checked_race_stays_as_it_is(seed: int) -> None:
    race = ridden(four(mode="endurance", stages_each=2 + seed % 4), seed)
    assert check_race(race) == race
    decoded = msgspec.json.decode(msgspec.json.encode(race), type=Race)
    assert check_race(decoded) == race
