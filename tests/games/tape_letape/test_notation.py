"""Moves and positions of Tape l'étape as text: exact both ways, strict, and never a crash."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import echappee
from echappee.errors import BadPosition, InvalidMove
from echappee.games.tape_letape import notation
from echappee.games.tape_letape.state import MOVE_CODES
from tests.games.tape_letape.helpers import FULL, GAME, LATE, RULES, play, state, table

POSITION = table(
    "R3.R4/R9/R5.R8/R10", jokers="v/-/vp/-", done=1, totals="-40/30/60/0", lacks="0123:3:R5.R8",
    known="0:R9:1", marks="-/x0/s1/-",
).position()  # fmt: skip


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("stage:Mountain", "stage:mountain"),
        ("STAGE:BROOM-WAGON", "stage:broom-wagon"),
        (" j7 ", "J7"),
        ("r12", "R12"),
        ("End", "end"),
        ("PASS", "pass"),
        ("Gear", "gear"),
        ("PUNCTURE>2", "puncture>2"),
        ("Vitamin>2:v10", "vitamin>2:V10"),
    ],
)
def test_moves_are_read_leniently_and_written_one_way(text: str, canonical: str) -> None:
    s = state(table())
    assert notation.write_move(s, 0, notation.read_move(s, 0, text)) == canonical


@pytest.mark.parametrize(
    "text",
    ["", "J0", "J13", "K5", "stage:hill", "stage:", "puncture>9", "vitamin>2", "J7 V8", "７"],
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(InvalidMove) as refused:
        notation.read_move(state(table()), 0, text)
    assert "vitamin>2:J7" in refused.value.words.fr


def test_every_code_has_one_text() -> None:
    s = state(table())
    texts = [notation.write_move(s, 0, move) for move in range(MOVE_CODES)]
    assert len(set(texts)) == MOVE_CODES
    assert [notation.read_move(s, 0, text) for text in texts] == list(range(MOVE_CODES))


def test_a_position_in_words() -> None:
    match = table(FULL)
    play(match, "J6", "V6")
    assert match.position() == (
        "FR,sprint,must,shared 1/4 flat 0>2 J3.J5.J7.V3.V9.B4.B10/J4.J8.V4.V5.V10.B5.B9/"
        "J9.J10.V7.V8.B3.B6.B7.B8 0/0/0 0/0/0 fmdtb/fmdtb/fmdtb -/-/- -/-/- - - -"
    )


def changed(field: int, text: str) -> str:
    fields = POSITION.split(" ")
    fields[field] = text
    return " ".join(fields)


@pytest.mark.parametrize(
    ("field", "text"),
    [
        (0, "FR,sprint,must"),
        (0, "FR,endurance:6,must,shared"),
        (1, "6/5"),
        (1, "2/4"),
        (1, "over"),  # nobody has an empty hand
        (2, "-"),  # cards are laid
        (2, "hill"),
        (2, "flat:6"),
        (2, "mountain"),  # the columns don't begin with a 3
        (2, "time-trial"),
        (3, "0>4"),
        (3, "0>0,laid:1"),  # the turn would be over
        (3, "0>2"),  # about to miss the turn that has begun
        (4, "R3.R4/R9/R5.R8/R11"),
        (4, "R3.R4/R9/R5.R8/R9"),
        (4, "R3.R4/R9/R5.R8/-"),
        (4, "R3.R4/R9/R5.R8.R10"),
        (4, "R3.R4/R9/R5.R10/B4"),
        (5, "-40/30/60/5"),
        (5, "-40/30/60/99999"),
        (5, "-40/30/60"),
        (6, "0/0/0/0"),
        (7, "xmdtb/fmdtb/fmdtb/fmdtb"),
        (7, "mfdtb/fmdtb/fmdtb/fmdtb"),
        (8, "vv/-/vp/-"),
        (8, "z/-/vp/-"),
        (9, "x0/x0/s1/-"),
        (9, "-/x9/s1/-"),
        (9, "f1/x0/s1/-"),
        (10, "-"),
        (10, "hill@0:-40/0/0/0"),
        (10, "flat@0:-40/0/0/250"),
        (11, "0123:2:R5"),  # it holds R5
        (11, "0123:3:R9"),  # R9 can't be laid yet
        (11, "0123:5:R5"),
        (12, "0:R9:2"),  # it is not there
        (12, "1:R9:1"),
        (12, "0:R9:1;0:R9:1"),
    ],
)
def test_what_is_no_position(field: int, text: str) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.position(changed(field, text))
    assert refused.value.words.en != refused.value.words.fr


def test_a_finished_race_can_be_written_down() -> None:
    match = table("B5/B4.B10/B3.B9", turn="2>0", done=2, race="EN,sprint,must,tie-break")
    play(match, "B5")
    assert match.position().split(" ")[1] == "over"
    again = GAME.position(match.position())
    assert again.over
    assert again.standing == match.standing


ALPHABET = "FRENJVB0123456789/.:;,>-@sxfgpvmdtb laidnue"


@settings(max_examples=400, deadline=None)
@given(st.integers(0, 12), st.text(ALPHABET, max_size=24))
def test_fuzzed_fields_never_crash(field: int, text: str) -> None:
    try:
        players, _ = notation.read_position(changed(field, text), s := RULES.blank()[0])
    except BadPosition:
        return
    assert players == 4
    assert notation.write_position(s) == " ".join(changed(field, text).split())


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_fuzzed_characters_never_crash(data: st.DataObject) -> None:
    text = list(data.draw(st.sampled_from([POSITION, table(LATE).position()])))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at] = data.draw(st.sampled_from(ALPHABET))
    try:
        match = GAME.position("".join(text))
    except echappee.BadPosition:
        return
    for seat in match.actors:
        for move in match.moves(seat):
            match.copy().play(seat, move)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=20))
def test_fuzzed_moves_never_crash(text: str) -> None:
    try:
        move = notation.read_move(state(table()), 0, text)
    except InvalidMove:
        return
    assert 0 <= move < MOVE_CODES


def test_everybody_has_stage_cards_for_the_stages_he_has_to_choose() -> None:
    race = "FR,endurance:3,must,shared"
    assert table(race=race, profiles="fm/fmd/fmd").players == 3  # seat 0 has chosen the first one
    for profiles in ("fm/fm/fmd", "f/fmd/fmd"):
        with pytest.raises(echappee.BadPosition) as refused:
            table(race=race, profiles=profiles)
        assert "fewer stage cards" in refused.value.words.en
