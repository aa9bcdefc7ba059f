"""Races of some stages of the Tour: the option ``stages``."""

from __future__ import annotations

from io import StringIO
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import echappee
from echappee.errors import LANGUAGES, BadOption, BadPosition
from echappee.games.tour_de_france.material import STAGE_KINDS
from echappee.games.tour_de_france.observation import FEATURES
from echappee.games.tour_de_france.schedule import NAMES, SCHEDULES
from echappee.games.tour_de_france.terminal import draw
from echappee.lab.simulate import simulate
from echappee.match.match import Match
from echappee.match.secret import Secret
from echappee.server.http.catalogue import game_info
from tests.games.tour_de_france.helpers import GAME, RULES, kinds, legal, play, table, view

SHORT = NAMES[1:]
ALMOST = "1.30,h#1,h#3/h#2,2.6,2.5"
"""One rider of the first team has one square to go."""
LAST: dict[str, Any] = {"phase": "step", "now": "laid:321,steps:1"}
ROUND: dict[str, Any] = {
    "phase": "draw",
    "turn": 1,
    "dealer": 1,
    "now": "laid:100r",
    "hands": "110b,111o,211w,321/110r,111w,220o",
    "trial": "9.00.0,0.0.0.0.0",
}
"""The end of a round of the team time trial, in which somebody may be complete."""


def begun(stages: str, players: int = 2) -> Match:
    return GAME.start(players, {"stages": stages, "material": "criterium"}, seed=3)


def winners(match: Match) -> tuple[int, ...]:
    assert match.outcome is not None
    return match.outcome.winners


# ----------------------------------------------------------------------------------- each value


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("stages", NAMES)
def test_tdf_33_the_stages_that_are_ridden(stages: str, players: int) -> None:
    match = begun(stages, players)
    now = view(match)
    assert now["kinds"] == [STAGE_KINDS[n] for n in SCHEDULES[stages]]
    assert (now["stage"], now["kind"], now["standing"]) == (1, now["kinds"][0], now["kinds"][0])
    assert now["phase"] == ("starter" if stages == "solo-trial" else "card")
    assert all(rider["jersey"] is None for seat in now["seats"] for rider in seat["riders"])
    assert match.options["stages"] == stages


def test_tdf_33_one_classic_ends_with_its_winner_in_yellow() -> None:
    match = table(ALMOST, stages="classic", points="0.6.3+0/4.0.0+0", **LAST)
    told = play(match, "^")
    assert kinds(told)[-3:] == ["two-of-three", "yellow", "race-over"]
    assert (told[-2].seat, told[-2].facts["rider"]) == (0, 2)  # not the rider with most points
    assert match.standing.scores == (9 + 2 + 15, 4)
    assert winners(match) == (0,)
    now = view(match)
    assert (now["phase"], now["stage"], now["standing"]) == ("over", 1, "classic")


def test_tdf_33_and_tdf_29_equal_after_one_classic() -> None:
    """More individual points, then the Maillot Jaune of the stage's winner."""
    over: dict[str, Any] = {"stages": "classic", "phase": "over", "trial": "1.00.0,0.0.0.0.0"}
    level = table(
        "h#1,h#3,h#4/h#2,2.6,2.5", points="9.0.0+15/9.0.0+15", jerseys="0.1/-/2/-", **over
    )
    assert level.standing.places == (1, 2)
    more = table(
        "h#1,h#3,h#4/h#2,2.6,2.5", points="9.0.0+15/10.0.0+14", jerseys="0.1/-/2/-", **over
    )
    assert more.standing.places == (2, 1)


def test_tdf_33_the_three_classics_follow_one_another() -> None:
    match = table(ALMOST, stages="classics", points="0.6.3+0/4.0.0+0", **LAST)
    play(match, "^")
    now = view(match)
    assert (now["phase"], now["stage"], now["kind"]) == ("deal", 2, "classic")
    assert now["dealer"] == 0  # who dealt first was seat 1
    told = play(match, "deal")
    assert told[0].facts == {"stage": 2}
    assert view(match)["phase"] == "grid"  # TDF-28: with a rider in yellow the order matters
    assert ":3.grid." in match.position()
    later = LAST | {"points": "0.6.3+0/4.0.0+0", "lately": "1.2.0/3.0.0", "jerseys": "0.2/1.1/2/-"}
    third = table(ALMOST, stages="classics", stage=3, **later)
    play(third, "^")
    assert (view(third)["stage"], view(third)["kind"]) == (3, "classic")
    assert "classics:5.deal." in third.position()
    last = table(ALMOST, stages="classics", stage=5, **later)
    assert kinds(play(last, "^"))[-1] == "race-over"


def test_tdf_33_and_tdf_18_a_team_time_trial_alone_may_be_shared() -> None:
    one = table("h#7,h#8,h#9/h#9,2.7,2.6", stages="team-trial", stage=2, **ROUND)
    told = play(one, "draw")
    assert kinds(told)[-2:] == ["two-of-three", "race-over"]
    assert "yellow" not in kinds(told)
    assert one.standing.scores == (15, 0)
    assert winners(one) == (0,)
    both = table("h#9,h#9,h#9/h#9,h#9,h#9", stages="team-trial", stage=2, **ROUND)
    play(both, "draw")
    assert both.standing.scores == (15, 15)
    assert winners(both) == (0, 1)
    assert all(rider["jersey"] is None for seat in view(both)["seats"] for rider in seat["riders"])


def test_tdf_33_an_individual_time_trial_alone_begins_with_its_riders() -> None:
    match = begun("solo-trial", 3)
    first = (view(match)["dealer"] + 1) % 3
    assert match.awaited == (first,)
    assert legal(match) == {"start:1", "start:2", "start:3"}
    play(match, "start:2")
    play(match, "start:1")
    assert [seat["cards"] for seat in view(match)["seats"] if seat["riding"]] == [10, 10]
    last = table("1.30,-,-/2.20,-,-", stages="solo-trial", stage=4, phase="seal", hands="110b/100r",
                 trial="1.11.5,9.3.0.3.0")  # fmt: skip
    last.play(0, "110b")
    last.play(1, "100r")
    while not last.over:
        last.play(last.awaited[0], next(iter(last.moves(last.awaited[0]))))
    assert last.standing.scores == (6, 0)
    assert view(last)["seats"][0]["riders"][0]["jersey"] == "yellow"
    assert [(seat["placed"], seat["heat"]) for seat in view(last)["seats"]] == [(1, 1), (2, 1)]


def test_tdf_33_a_time_trial_worth_nothing_leaves_nobody_in_yellow() -> None:
    """With points of one's own that are none, there is no leader to wear it."""
    nothing = (
        "lanes=rbow;rows=9;green=4;dots=-/-/-/-;race=111x6;sprint=-;risk=crash5x5;"
        "points=-+0.0.0.0.0.0"
    )
    match = GAME.start(2, {"stages": "solo-trial", "material": nothing}, seed=1)
    while not match.over:
        match.play(match.awaited[0], next(iter(match.moves(match.awaited[0]))))
    assert match.standing.places == (1, 1)
    assert GAME.position(match.position()).position() == match.position()


# ------------------------------------------------------------------------- records and positions


def test_a_whole_tour_is_written_as_before() -> None:
    """Neither its record nor its positions name the option that it goes without."""
    match = GAME.start(2, seed=1)
    assert "stages" not in match.save()
    assert " 1.card." in match.position()
    told = GAME.start(2, {"stages": "all"}, seed=1)
    assert told.save() == match.save()
    again = echappee.replay(
        match.save().replace("option squeeze", "option stages all\noption squeeze")
    )
    assert again.save() == match.save()
    assert again.options == match.options


def test_a_table_from_before_the_option_goes_on() -> None:
    """What a server stored then has no word of it."""
    options = {k: v for k, v in RULES.read_options({}).items() if k != "stages"}
    old = Match(RULES, 2, options, Secret.new("old"))
    new = GAME.start(2, seed="old")
    assert old.position() == new.position()
    assert old.save() == new.save()
    assert RULES.longest(2, old.options) == RULES.longest(2, new.options)


def test_the_first_version_of_the_rules_knows_whole_tours_alone() -> None:
    old = Match(RULES, 2, RULES.settle(2, {}, 1), Secret.new("old"), rules=1)
    assert "stages" not in old.options
    assert echappee.replay(old.save()).save() == old.save()
    short = old.save().replace("option squeeze", "option stages classic\noption squeeze")
    with pytest.raises(BadOption) as error:
        echappee.replay(short)
    assert error.value.code == "unknown-option"


@pytest.mark.parametrize("stages", SHORT)
def test_a_short_race_says_so_in_its_record_and_positions(stages: str) -> None:
    match = begun(stages)
    assert f"\noption stages {stages}\n" in match.save()
    assert f" {stages}:{SCHEDULES[stages][0] + 1}." in match.position()
    assert echappee.replay(match.save()).options == match.options
    assert GAME.position(match.position()).options["stages"] == stages


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"stages": "classic", "stage": 2}, "not-ridden"),
        ({"stages": "classics", "stage": 4}, "not-ridden"),
        ({"stages": "team-trial", "stage": 2, "phase": "deal"}, "stage"),
        ({"stages": "team-trial", "stage": 2, "jerseys": "0.1/-/0/-"}, "yellow-early"),
        ({"stages": "team-trial", "stage": 2, "jerseys": "-/0.1/0/-"}, "green-line"),
        ({"stages": "team-trial", "stage": 2, "points": "1.0.0+0/0.0.0+0"}, "points"),
        ({"stages": "team-trial", "stage": 2, "points": "0.0.0+5/0.0.0+0"}, "points"),
        ({"stages": "team-trial", "stage": 2, "lately": "1.0.0/0.0.0"}, "lately"),
        ({"stages": "team-trial", "stage": 2, "under": "crash1"}, "no-risk"),
        ({"stages": "classic", "phase": "over", "jerseys": "-/-/2/-"}, "no-yellow"),
        ({"stages": "classics", "stage": 3, "trial": "1.10.0,0.0.0.0.0"}, "heat"),
        ({"stages": "classics", "stage": 3, "points": "0.0.0+16/0.0.0+0"}, "points"),
    ],
)
def test_positions_that_no_short_race_comes_to(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadPosition) as error:
        table(**change)
    told = RULES.words.get("notation", "position", reason)
    assert told.en in error.value.words.en
    assert told.fr in error.value.words.fr


@pytest.mark.parametrize("clock", ["all:1.card.1.0", "tour:1.card.1.0", "classics:1.over.1.0"])
def test_clocks_that_are_none(clock: str) -> None:
    fields = table().position().split()
    with pytest.raises(BadPosition):
        GAME.position(" ".join([*fields[:3], clock, *fields[4:]]))


# ------------------------------------------------------------------------------ around the game


def test_nonsense_is_refused_in_both_languages() -> None:
    with pytest.raises(BadOption) as error:
        GAME.start(2, {"stages": "prologue"})
    assert error.value.code == "bad-option"
    for words in (error.value.words.en, error.value.words.fr):
        assert "prologue" in words
        assert all(name in words for name in NAMES)


def test_the_form_offers_each_of_them_in_words() -> None:
    """First of all options, with how long they take."""
    offered = game_info(GAME.id, ready=True).options[0]
    assert (offered.name, offered.default) == ("stages", "all")
    assert [one.value for one in offered.values] == list(NAMES)
    for phrase in (offered.label, offered.help, *(one.label for one in offered.values)):
        assert phrase.en != phrase.fr
        assert phrase.en not in NAMES
    assert "minutes" in offered.help.en
    assert "minutes" in offered.help.fr


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("stages", SHORT)
def test_no_short_race_is_longer_than_declared(stages: str, players: int) -> None:
    options = RULES.read_options({"stages": stages})
    whole = RULES.read_options({})
    result = simulate("tour-de-france", 20, players, options, seed=2)
    assert result.longest <= RULES.longest(players, options) < RULES.longest(players, whole)
    assert set(result.endings) == {"race-over"}


@pytest.mark.parametrize(
    ("stages", "share"),
    [("team-trial", 0.75), ("solo-trial", 0.6), ("classic", 0.9), ("classics", 0.9)],
)
def test_greedy_wins_short_races_too(stages: str, share: float) -> None:
    """With ten cards each there is little to choose: the time trial leaves most to luck."""
    bots = ["greedy", "random"]
    result = simulate("tour-de-france", 200, 2, {"stages": stages}, bots=bots, seed=11)
    assert result.bots[0].share >= share


@pytest.mark.parametrize("stages", NAMES)
def test_an_observer_knows_which_stages_are_to_come(stages: str) -> None:
    match = begun(stages)
    features = np.zeros(RULES.feature_count, np.float32)
    state = RULES.read_position(match.position())[0]
    RULES.functions.observe(state, 0, features)
    seen = FEATURES.views(features)
    first, *rest = SCHEDULES[stages]
    assert np.flatnonzero(seen["stage"]).tolist() == [first]
    assert np.flatnonzero(seen["to_come"]).tolist() == rest


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_race_of_one_stage_in_a_terminal(language: str) -> None:
    for stages in SHORT:
        match = begun(stages)
        drawn = draw(match.typed_view(0), [], ["Ada", "Bea"], RULES.words, language, width=80)  # type: ignore[arg-type]
        out = StringIO()
        Console(file=out, width=80, force_terminal=False).print(drawn)
        title = out.getvalue().splitlines()[0]
        kind = RULES.words.get("kinds", view(match)["kind"])[language]  # type: ignore[index]
        if stages == "classics":
            assert f"1 · {kind}" in title
        else:
            assert f"── {kind[0].upper()}{kind[1:]} ─" in title
