"""What if: a match that goes on from a moment of another, as one seat could know it."""

from __future__ import annotations

from typing import Any

import pytest

import echappee
from echappee.match.match import Match
from tests.depth import deep
from tests.generic.cases import Case, all_cases, few_cases, finished

APART = ("number", "commitment")


def _sight(match: Match, seat: int | None) -> dict[str, Any]:
    """All that a seat sees, but for what tells one match from another."""
    return {key: value for key, value in match.view(seat).items() if key not in APART}


def _moments(case: Case, seed: int, most: int) -> list[Match]:
    """Moments spread over a game, the end left out."""
    whole = finished(case, seed)
    count = min(most, whole.number)
    return [whole.at(i * (whole.number - 1) // max(1, count - 1)) for i in range(count)]


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_the_seat_sees_what_it_saw_and_no_more(case: Case) -> None:
    """The leak test: hidden cards are drawn anew wherever there is more than one world."""
    worlds, fixed = 0, 0
    for number, then in enumerate(_moments(case, 1, deep(3, 8))):
        seat = number % case.players
        places = set()
        own, watched, moves = _sight(then, seat), _sight(then, None), list(then.moves(seat))
        for seed in range(deep(3, 20)):
            branch = then.branch(seat, seed)
            assert _sight(branch, seat) == own
            assert _sight(branch, None) == watched
            assert list(branch.moves(seat)) == moves
            assert branch.options == then.options
            assert (branch.players, branch.number) == (then.players, 0)
            places.add(branch.position())
        worlds += len(places) > 1
        fixed += len(places) == 1
    if case.rulebook.hidden and case.players > 1:
        assert worlds, "nothing hidden was ever drawn anew"
    else:
        assert not worlds
    assert worlds + fixed


@pytest.mark.parametrize("case", few_cases(), ids=str)
def test_its_record_replays_for_ever(case: Case) -> None:
    then = _moments(case, 4, 5)[2]
    branch = then.branch(case.players - 1, "what if")
    assert branch.record() == then.branch(case.players - 1, "what if").record()
    while not branch.over and branch.number < 40:
        seat = branch.awaited[0]
        branch.play(seat, branch.moves(seat)[0])
    for text in (branch.record(), branch.save(), branch.at(2).record()):
        again = echappee.replay(text)
        assert text.startswith("echappee 2\n")
        assert again.record() == branch.at(again.number).record()
        assert again.position() == branch.at(again.number).position()
    early = echappee.replay(branch.at(0).record())
    assert early.position() == branch.at(0).position()


def test_a_finished_branch_is_verified_down_to_its_redeal() -> None:
    branch = _moments(Case("tape-letape", 3), 5, 9)[7].branch(1, "checked")
    while not branch.over:
        seat = branch.awaited[0]
        branch.play(seat, branch.moves(seat)[0])
    text = branch.record()
    found = echappee.verify(text)
    assert found.draws > sum(entry.chance is not None for entry in branch.entries)
    for spoilt in (
        text.replace("redeal 1", "redeal 2"),
        text.replace("\nredeal 1", ""),
        text.replace("echappee 2", "echappee 1"),
        text.replace("redeal 1", "redeal 7"),
        text.replace("redeal 1", "redeal x"),
        "\n".join(line for line in text.splitlines() if not line.startswith("position")),
    ):
        with pytest.raises(echappee.BadRecord) as refused:
            echappee.replay(spoilt)
        assert refused.value.code in ("record-unreadable", "record-mismatch")


def test_it_is_refused_where_nothing_is_left_to_play() -> None:
    whole = finished(Case("tapas", 2), 3)
    with pytest.raises(echappee.UsageError) as refused:
        whole.branch(0)
    assert refused.value.code == "branch-over"
    with pytest.raises(echappee.UsageError) as refused:
        whole.at(3).branch(2)
    assert refused.value.code == "bad-seat"


def test_the_original_is_left_alone() -> None:
    then = finished(Case("flamme-rouge", 2), 3).at(9)
    before = then.save()
    branch = then.branch(0, 1)
    branch.play(branch.awaited[0], branch.moves(branch.awaited[0])[0])
    assert then.save() == before


@pytest.mark.parametrize("case", few_cases(), ids=str)
def test_moments_are_what_at_gives(case: Case) -> None:
    whole = finished(case, 6)
    step = max(1, whole.number // 25)
    for moment in whole.moments():
        if moment.number % step == 0 or moment.number == whole.number:
            then = whole.at(moment.number)
            for seat in (None, *range(case.players)):
                assert moment.view(seat) == then.typed_view(seat)
            assert moment.standing == then.standing
    part = list(whole.moments(3, 7))
    assert [moment.number for moment in part] == [3, 4, 5, 6, 7]
    told = [(m.number, event) for m in part for event in m.events(0)]
    assert told == [one for one in whole.events(0, 2) if one[0] <= 7]


def test_moments_go_through_what_was_taken_back() -> None:
    match = echappee.game("tapas").start(seed=2)
    for _ in range(2):
        match.play(match.awaited[0], match.moves(match.awaited[0])[0])
    match.undo()
    kinds = [[event.kind for event in moment.events()] for moment in match.moments()]
    assert kinds[0] == []
    assert kinds[3] == ["undo"]
    assert [m.view() for m in match.moments(3)] == [match.typed_view()]


@pytest.mark.parametrize("case", few_cases(), ids=str)
def test_headings_go_up_and_have_words(case: Case) -> None:
    whole = finished(case, 6)
    found = [moment.heading for moment in whole.moments()]
    if case.rulebook.heading is None:
        assert set(found) == {None}
        return
    told = [heading for heading in found if heading is not None]
    assert len(told) == len(found)
    numbers = [heading.number for heading in told]
    assert numbers == sorted(numbers)
    for heading in told:
        words = case.rulebook.words.get("headings", heading.kind)
        assert words.en
        assert words.fr
