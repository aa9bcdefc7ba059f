"""How a race stands: classification, explained seconds, who chooses, refuelling, the final."""

from __future__ import annotations

import msgspec
import pytest

from echappee.calculator import Race, RaceState, Stage, add_stage, new_race, race_state
from echappee.calculator.sentences import clock, gap_clock
from tests.calculator.races import NAMES, broom, four, ridden, stage, two_stages


def words(race: Race) -> list[tuple[str, str]]:
    return [(phrase.en, phrase.fr) for phrase in race_state(race).news]


def test_seconds_are_explained_in_both_languages() -> None:
    """§7, §7a: every second has its reason."""
    rows = race_state(two_stages()).stages
    told = [[(p.seconds, p.words.en, p.words.fr) for p in cell.why] for cell in rows[0].cells]
    assert told == [
        [
            (20, "2 small cards: 20 s", "2 petites cartes\u00a0: 20 s"),
            (30, "1 big card: 30 s", "1 grosse carte\u00a0: 30 s"),
        ],
        [(-40, "stage won: −40 s", "étape gagnée\u00a0: −40 s")],
        [
            (10, "1 small card: 10 s", "1 petite carte\u00a0: 10 s"),
            (60, "2 big cards: 60 s", "2 grosses cartes\u00a0: 60 s"),
        ],
        [(60, "2 big cards: 60 s", "2 grosses cartes\u00a0: 60 s")],
    ]
    broom_words = [[part.words.en for part in cell.why] for cell in rows[1].cells]
    assert broom_words == [
        ["finished before them: 0 s"],
        ["finished before them: 0 s"],
        ["last to finish: −60 s"],
        ["last but one to finish: −30 s"],
    ]


def test_the_classification_has_gaps_and_a_yellow_jersey() -> None:
    """§7b: by seconds, with gaps to the leader."""
    lines = race_state(two_stages()).classification
    assert [(x.place, x.name, x.total_clock, x.gap_clock, x.wins, x.yellow) for x in lines] == [
        (1, "Hugo", "−0:40", "0:00", 1, True),
        (2, "Marco", "0:10", "+0:50", 1, False),
        (3, "Zoé", "0:30", "+1:10", 0, False),
        (4, "Inès", "0:50", "+1:30", 0, False),
    ]


def test_nobody_leads_before_the_first_stage() -> None:
    state = race_state(four(first=2))
    assert state.leaders == ()
    assert {line.place for line in state.classification} == {1}
    assert not any(line.yellow for line in state.classification)
    assert words(four(first=2)) == [
        (
            "Stage 1 of 5: Marco deals, chooses and begins.",
            "Étape 1 sur 5\u00a0: Marco distribue, choisit et commence.",
        )
    ]


def test_equal_times_share_a_place_unless_the_tie_break_is_on() -> None:
    """TLE-29: stages won, then the better last stage."""
    stages = (
        stage("flat", 0, "", "1s", "1s", "1s"),
        stage("flat", 1, "1s", "", "1s", "1s"),
        stage("flat", 2, "1s", "1s", "", "6s"),
    )
    shared, broken = four(edition="EN"), four(edition="EN", tie_break=True)
    for one in stages:
        shared, broken = add_stage(shared, one), add_stage(broken, one)
    places = {line.name: line.place for line in race_state(shared).classification}
    assert places == {"Inès": 1, "Hugo": 1, "Marco": 1, "Zoé": 4}
    assert words(shared)[0][0] == "Inès, Hugo, Marco wear the yellow jersey."
    places = {line.name: line.place for line in race_state(broken).classification}
    assert places == {"Marco": 1, "Inès": 2, "Hugo": 2, "Zoé": 4}


def test_who_chooses_goes_round_and_profiles_are_used_up() -> None:
    """§4a, §8b: to the left, stage after stage; each profile once."""
    race = new_race(NAMES[:3], mode="endurance", stages_each=2)
    for number in range(6):
        state = race_state(race)
        assert state.next is not None
        assert state.next.chooser == state.next.starter == number % 3
        assert len(state.next.profiles) == 5 - number // 3
        profile = state.next.profiles[0]
        left = ["1s" if seat else "" for seat in range(3)]
        order = (0, 1, 2) if profile == "broom-wagon" else (0,)
        race = add_stage(race, Stage(profile, order, stage(profile, 0, *left).left))
    state = race_state(race)
    assert state.over
    assert state.next is None
    assert [line.to_choose for line in state.classification] == [0, 0, 0]
    assert all(
        line.profiles == ("downhill", "time-trial", "broom-wagon") for line in state.classification
    )


def test_refuelling_comes_after_half_the_stages_rounded_up() -> None:
    """§8a, TLE-33: 9 stages, after the fifth."""
    race = ridden(new_race(NAMES[:3], mode="endurance", stages_each=3), 5)
    told = []
    for done in range(9):
        part = msgspec.structs.replace(race, stages=race.stages[:done])
        state = race_state(part)
        assert state.refuel_after == 5
        assert state.refuel_now == (done == 5)
        told.append(words(part)[-2][0] if done else words(part)[0][0])
    assert told[4] == "Refuelling after stage 5."
    assert told[5] == "Refuelling now: everybody takes back the jokers already played."
    assert told[6] == "Refuelling was after stage 5."
    assert [row.refuel for row in race_state(race).stages].index(True) == 4


def test_a_sprint_has_no_refuelling() -> None:
    state = race_state(four())
    assert state.refuel_after is None
    assert not state.refuel_now


def test_the_last_of_the_classification_begins_the_final() -> None:
    """§4e, TLE-02."""
    race = four()
    for _ in range(4):
        race = add_stage(race, stage("flat", 0, "", "1s", "2s", "2s"))
    coming = race_state(race).next
    assert coming is not None
    assert (coming.final, coming.chooser, coming.profiles) == (True, None, ("mountain",))
    assert coming.starter == 2  # of the two last, the first from the left of the last chooser
    assert words(race)[-1] == (
        "Stage 5 of 5, the final mountain: Marco, last of the classification, begins.",
        "Étape 5 sur 5, la montagne finale\u00a0: Marco, au dernier rang du classement, commence.",
    )


@pytest.mark.parametrize(
    ("options", "length"),
    [
        ({}, 5),
        ({"edition": "EN"}, 4),
        ({"mode": "endurance", "stages_each": 4}, 16),
        ({"mode": "endurance"}, 12),
    ],
)
def test_progress_and_the_end(options: dict[str, str], length: int) -> None:
    """TLE-01, TLE-32."""
    race = four(**options)
    assert race_state(race).length == length
    state = race_state(ridden(race, 7))
    assert state.over
    assert state.done == length
    assert state.winners == state.leaders
    assert state.news[0].fr.startswith("La course est terminée\u00a0: ")


def test_the_state_is_json_and_comes_back() -> None:
    state = race_state(ridden(four(mode="endurance", stages_each=2), 9))
    assert msgspec.json.decode(msgspec.json.encode(state), type=RaceState) == state


def test_all_that_is_shown_is_said_in_two_languages() -> None:
    state = race_state(ridden(four(), 2))
    assert state.kind.en == "French edition, sprint"
    assert state.kind.fr == "édition française, sprint"
    for row in state.stages:
        assert row.profile_name.en != row.profile_name.fr or row.profile_name.en
        assert sum(part.seconds for cell in row.cells for part in cell.why) == sum(
            cell.seconds for cell in row.cells
        )


def test_the_order_of_a_broom_wagon_is_kept() -> None:
    row = race_state(add_stage(four(), broom(3, 1, 0, 2))).stages[0]
    assert [cell.finished for cell in row.cells] == [3, 2, 4, 1]
    assert row.winner == 2


def test_clocks() -> None:
    assert [clock(s) for s in (0, 5, 90, -40, -610)] == ["0:00", "0:05", "1:30", "−0:40", "−10:10"]
    assert [gap_clock(s) for s in (0, 90)] == ["0:00", "+1:30"]
