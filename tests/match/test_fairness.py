"""What was drawn or shown is no reroll: consent of others, or a practice match; the same draws."""

from __future__ import annotations

import pytest

import echappee
from echappee.match.match import Match
from echappee.match.secret import Secret

PLACED = ("S@1R", "R@1L"), ("S@2R", "R@2L")


def _race(*, practice: bool = False) -> Match:
    """A race in which seat 0 is to choose which of its riders draws."""
    match = echappee.game("flamme-rouge").start(2, seed=1, practice=practice)
    for seat, moves in enumerate(PLACED):
        for move in moves:
            match.play(seat, move)
    return match


def _of_before() -> Match:
    """The same race, with chance numbered by the entries of the log."""
    now = _race()
    match = Match(now.rulebook, 2, now.options, Secret.new(1), by_entry=True)
    for seat, moves in enumerate(PLACED):
        for move in moves:
            match.play(seat, move)
    return match


def _drawn(match: Match, move: str) -> tuple[str, bytes | None]:
    match.play(0, move)
    entry = match.last_entry
    assert entry is not None
    return match.position(), entry.chance


def test_the_same_draw_at_the_same_place_comes_out_the_same() -> None:
    match = _race()
    first = _drawn(match, "S")
    match.undo(0, consent=[1])
    other = _drawn(match, "R")
    match.undo(0, consent=[1])
    assert _drawn(match, "S") == first
    assert other != first
    assert echappee.replay(match.save()).save() == match.save()


def test_takebacks_before_a_draw_do_not_change_it() -> None:
    straight, wandered = _race(), echappee.game("flamme-rouge").start(2, seed=1)
    for move in ("S@1R", "R@1L"):
        wandered.play(0, move)
    wandered.undo()
    wandered.play(0, "R@1L")
    for move in PLACED[1]:
        wandered.play(1, move)
    assert _drawn(straight, "S") == _drawn(wandered, "S")


def test_a_match_of_before_draws_as_it_did_and_its_record_replays() -> None:
    match = _of_before()
    first = _drawn(match, "S")
    match.undo(0, consent=[1])
    assert _drawn(match, "S") != first
    text = match.save()
    assert text.startswith("echappee 1\n")
    again = echappee.replay(text)
    assert again.save() == text
    again.undo(0, consent=[1])
    match.undo(0, consent=[1])
    assert _drawn(again, "S") == _drawn(match, "S"), "it goes on as it began"


def test_the_third_format_is_written_only_where_it_is_needed() -> None:
    match = _race()
    match.play(0, "S")
    assert match.save().startswith("echappee 1\n")
    assert _race(practice=True).save().startswith("echappee 3\n")
    match.undo(0, consent=[1])
    assert match.save().startswith("echappee 3\n")
    assert "practice" not in match.save()


@pytest.mark.parametrize("practice", [False, True])
def test_records_with_takebacks_are_sealed_opened_and_verified(practice: bool) -> None:
    match = _race(practice=practice)
    match.play(0, "S")
    match.undo(0, consent=[1])
    sealed = echappee.replay(match.record())
    assert sealed.record() == match.record()
    assert sealed.practice is practice
    while not match.over:
        seat = match.awaited[0]
        match.play(seat, match.moves(seat)[0])
    found = echappee.verify(match.record())
    assert (found.takebacks, found.practice) == (1, practice)
    old = match.record().replace("echappee 3", "echappee 1", 1).replace("practice\n", "", 1)
    with pytest.raises(echappee.BadRecord):
        echappee.verify(old)


def test_a_sealed_record_draws_the_same_at_the_same_place() -> None:
    match = _race()
    _, chance = _drawn(match, "S")
    assert chance is not None
    match.undo(0, consent=[1])
    match.play(0, "S")
    text = match.record()
    cut = text.rindex(chance.hex())
    forged = text[:cut] + "00" * 32 + text[cut + 64 :]
    with pytest.raises(echappee.BadRecord) as refused:
        echappee.replay(forged)
    assert refused.value.code == "record-mismatch"


@pytest.mark.parametrize("line", ["practice yes", "practice\npractice"])
def test_a_bad_practice_line_is_refused(line: str) -> None:
    text = _race(practice=True).save()
    assert "\npractice\n" in text
    for bad in (text.replace("practice", line, 1), text.replace("echappee 3", "echappee 2", 1)):
        with pytest.raises(echappee.BadRecord) as refused:
            echappee.replay(bad)
        assert refused.value.code == "record-unreadable"


def test_in_practice_own_draws_are_taken_back_and_others_moves_are_not() -> None:
    match = _race(practice=True)
    before = match.position()
    assert match.undo_right(0) == "consent", "the other has placed its riders since"
    match.play(0, "S")
    assert match.undo_right(0) == "right"
    match.undo(0)
    assert match.position() == before
    assert match.entries[-1].text == "undo"
    assert echappee.replay(match.save()).save() == match.save()
    with pytest.raises(echappee.UndoRefused) as refused:
        match.undo(0)
    assert refused.value.code == "undo-others"


def test_what_was_learnt_weighs_more_than_what_others_did() -> None:
    match = _race()
    for seat, move in ((0, "S"), (0, "S3"), (0, "R4"), (1, "S")):
        match.play(seat, move)
    with pytest.raises(echappee.UndoRefused) as refused:
        match.undo(0)
    assert refused.value.code == "undo-random"


@pytest.mark.parametrize("value", [1, None, "yes", b"x"])
def test_practice_is_a_flag(value: object) -> None:
    game = echappee.game("tapas")
    with pytest.raises(echappee.UsageError) as refused:
        game.start(practice=value)  # type: ignore[arg-type]
    assert refused.value.code == "bad-flag"
    with pytest.raises(echappee.UsageError):
        game.position(game.start(seed=1).position(), practice=value)  # type: ignore[arg-type]
