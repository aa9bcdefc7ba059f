"""Undo is a rule of the match: a right where nobody learnt or did anything, else by consent."""

from __future__ import annotations

import pytest

import echappee
from echappee.match.history import Played
from echappee.match.match import Match

BASE = {"first_colour": "j"}


def _match() -> Match:
    return echappee.game("tapas").start(options=BASE, seed=1)


def test_own_last_move_may_be_taken_back() -> None:
    match = _match()
    before = match.position()
    match.play(0, "N3:2")
    match.undo()
    assert match.position() == before
    assert match.awaited == (0,)
    assert [entry.text for entry in match.entries] == ["N3:2", "undo"]


def test_nothing_to_take_back() -> None:
    with pytest.raises(echappee.UndoRefused) as refused:
        _match().undo()
    assert refused.value.code == "nothing-to-undo"


def test_somebody_else_has_acted_since() -> None:
    match = _match()
    match.play(0, "N3:2")
    match.play(1, "E3:1")
    after = match.record()
    with pytest.raises(echappee.UndoRefused) as refused:
        match.undo(0)
    assert refused.value.code == "undo-others"
    assert match.record() == after


def test_consent_of_all_other_seats_takes_back_theirs_too() -> None:
    match = _match()
    before = match.position()
    match.play(0, "N3:2")
    match.play(1, "E3:1")
    match.undo(0, consent=[1])
    assert match.position() == before
    assert match.entries[-1].text == "undo!"
    assert echappee.replay(match.save()).record() == match.record()


@pytest.mark.parametrize(
    ("change", "code"),
    [({"chance": bytes(32)}, "undo-random"), ({"reveals": True}, "undo-hidden")],
)
def test_random_and_hidden_things_bar_the_right(change: dict[str, object], code: str) -> None:
    match = _match()
    match.play(0, "N3:2")
    last = match._timeline.played[-1]
    facts = {"chance": last.chance, "reveals": last.reveals, **change}
    match._timeline.played.cut(0)
    match._timeline.played.append(Played(last.entry, last.seat, last.move, **facts))  # type: ignore[arg-type]
    with pytest.raises(echappee.UndoRefused) as refused:
        match.undo()
    assert refused.value.code == code
    match.undo(consent=[1])
    assert match.number == 2


def test_what_was_taken_back_keeps_its_number_in_the_log() -> None:
    match = _match()
    match.play(0, "N3:2")
    match.undo()
    match.play(0, "N3:2")
    assert [entry.number for entry in match.entries] == [1, 2, 3]
    assert match._timeline.played[-1].entry == 3
    assert (match.number, match.ply) == (3, 1)


def test_events_tell_of_a_taking_back() -> None:
    match = _match()
    match.play(0, "N3:2")
    match.undo()
    assert [(number, event.kind) for number, event in match.events(None)] == [
        (1, "push"),
        (2, "undo"),
    ]


def test_the_right_to_take_back_can_be_asked_for() -> None:
    match = _match()
    assert match.undo_right(0) == "no"
    match.play(0, "N3:2")
    assert (match.undo_right(0), match.undo_right(1)) == ("right", "no")
    match.play(1, "E3:1")
    assert match.undo_right(0) == "consent"
