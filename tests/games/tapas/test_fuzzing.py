"""Any text is a move, a position, or a typed error: nothing else ever comes out of the parsers."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import echappee
from tests.games.tapas.helpers import GAME, START, on_turn
from tests.games.tapas.positions import drawn_position

SEEDS = st.integers(0, 2**32)
MOVE_LIKE = st.text("NESWnesw0123456789:; pasPAS-ſ３٣", max_size=8)
CHARACTERS = "jc1234.-/+ TOKEMAWASEAD NESW:,0 xé\n\t\x00３firstcespalbkr"


def garbled(seed: int) -> str:
    """A valid position with a few characters or fields lost, doubled, swapped or replaced."""
    draw = random.Random(seed)
    text = drawn_position(seed)
    for _ in range(draw.randint(1, 3)):
        at = draw.randrange(len(text) + 1)
        match draw.randrange(6):
            case 0:
                text = text[:at] + text[at + 1 :]
            case 1:
                text = text[:at] + draw.choice(CHARACTERS) + text[at:]
            case 2:
                text = text[:at] + draw.choice(CHARACTERS) + text[at + 1 :]
            case 3:
                text = text[:at]
            case 4:
                words = text.split()
                draw.shuffle(words)
                text = " ".join(words)
            case _:
                words = text.split() or ["-"]
                place = draw.randrange(len(words))
                words[place] *= draw.choice((2, 3, 40, 200))
                text = " ".join(words)
    return text


def check_move(text: str) -> None:
    """``explain`` always answers; ``play`` does what it says, and ``in`` agrees."""
    match = GAME.position(START)
    explanation = match.explain(0, text)
    assert explanation.words.en
    assert explanation.words.fr
    assert (text in match.moves(0)) == explanation.legal
    if explanation.legal:
        match.play(0, text)
        assert match.number == 1
    else:
        with pytest.raises(echappee.MoveError) as refused:
            match.play(0, text)
        assert refused.value.code == explanation.code
        assert match.position() == START


def check_position(text: str) -> None:
    """A position or a refusal; what is accepted is written back as it was, and playable."""
    try:
        match = GAME.position(text)
    except echappee.EchappeeError as error:
        half = any("\ud800" <= sign <= "\udfff" for sign in text)  # no text that can be written
        assert isinstance(error, echappee.UsageError if half else echappee.BadPosition)
        assert error.words.en
        assert error.words.fr
        return
    assert match.position() == " ".join(text.split())
    longest = GAME.rulebook.longest(2, match.options)
    while not match.over:
        assert match.number < longest
        assert len(match.awaited) == 1
        match.play(on_turn(match), next(iter(match.moves(on_turn(match)))))
    low, high = GAME.rulebook.scores
    assert all(low <= score <= high for score in match.standing.scores)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(), MOVE_LIKE))
@example("N3:2")
@example(" n3:2 ")
@example("N3:5")
@example("N0:1")
@example("N1:1")
@example("pass")
@example("N3:2\n")
@example("\ud800")
@example("{text}")
def test_move_text(text: str) -> None:
    """Notation: any text as a move."""
    check_move(text)


@pytest.mark.parametrize("text", ["ſ2:1", "N３:2", "N3:２", "N3:2 N3:2", "N3 :2", "N３:２"])
def test_move_text_is_plain_letters_and_digits(text: str) -> None:
    """Notation: look-alikes of N, E, S, W and of digits are no moves."""
    assert GAME.position(START).explain(0, text).code == "move-unreadable"


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
@example("")
@example("{reason} {}")
@example("\ud800 - - - - - - -")
def test_position_text_from_nowhere(text: str) -> None:
    """Notation: any text as a position."""
    check_position(text)


@settings(max_examples=600, deadline=None)
@given(SEEDS)
def test_position_text_garbled(seed: int) -> None:
    """Notation: positions with a few slips of the pen."""
    check_position(garbled(seed))


@settings(max_examples=200, deadline=None)
@given(SEEDS)
def test_position_text_drawn(seed: int) -> None:
    """Notation: every drawn position is accepted and written back."""
    text = drawn_position(seed)
    assert GAME.position(text).position() == text
    check_position(text)


@pytest.mark.parametrize(
    "text",
    [
        START[:-2],
        START + " -",
        START.replace("--j1", "..j1", 1),
        START.replace("....", "..--", 1),
        START.replace("j1", "J1", 1),
        START.replace("j1", "j5", 1),
        START.replace("....", "TO..", 1),
        START.replace("/", "|"),
        START.replace(" j ", " x "),
        START.replace("1111222334", "1111222344", 1),
        START.replace("1111222334", "11111222334", 1),
        START.replace("1111222334", "1" * 200, 1),
        START.replace("1111222334", "1" * 300, 1),
        START.replace("1111222334", "4332221111", 1),
        START.replace("1111222334", "1234+TO", 1),
        START.replace("1111222334", "-", 1),
        START.replace(" - - - -", " - - N1 -"),
        START.replace(" - - - -", " - - n3 -"),
        START.replace(" - - - -", " +TO - - -"),
        START.replace(" - - - -", " - - - extras:4"),
        START.replace(" - - - -", " - - - faces:NE"),
        START.replace(" - - - -", " - - - faces:"),
        START.replace(" - - - -", " - - - first:j"),
        START.replace(" - - - -", " - - - passes:3"),
        START.replace(" - - - -", " - - - first:c,first:c"),
        START.replace(" - - - -", " - - - first:c,faces:N"),
        START.replace(" - - - -", " - - - extras:2,extras:3"),
        START.replace(" - - - -", " +TOTO - - extras:2"),
        START.replace(" - - - -", " +TO +TO - extras:2"),
        START.replace(" - - - -", " +KETO - - extras:2"),
        START.replace(" - - - -", " +TOKEMA - - extras:2"),
        START.replace(" - - - -", " +XX - - extras:2"),
        START.replace(" - - - -", " " + "1" * 128 + " - - -"),
    ],
)
def test_position_text_refused(text: str) -> None:
    """Notation: not a position, said with a typed error in two languages."""
    with pytest.raises(echappee.BadPosition) as refused:
        GAME.position(text)
    assert refused.value.code == "position-unreadable"
    assert refused.value.words.en != refused.value.words.fr
