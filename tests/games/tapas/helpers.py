"""Hand-made tables of Tapas: a few lines of squares, and the rest as a person would say it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pytest

import echappee
from echappee.match.match import Match
from echappee.rulebook.values import Event

GAME = echappee.game("tapas")
START = (
    "--j1c1j1c1--/j1........c1/c1........j1/j1........c1/c1........j1/--c1j1c1j1--"
    " j 1111222334 1111222334 - - - -"
)
VARIANTS: tuple[dict[str, bool | int], ...] = tuple(
    {"extras": extras, "burning_head": burning_head}
    for burning_head in (False, True)
    for extras in (0, 2, 3, 5)
)


def squares(entry: str) -> list[int]:
    """The six squares of a line seen from an entry such as ``W3``, as places in a row of 36."""
    line = int(entry[1:]) - 1
    towards = range(6) if entry[0] in "NW" else range(5, -1, -1)
    return [6 * k + line if entry[0] in "NS" else 6 * line + k for k in towards]


def board(lines: Mapping[str, str]) -> str:
    """An empty board but for some lines: ``{"W3": "c1 .. .. j2 .. .."}``, seen from the entry."""
    row = [".."] * 36
    for corner in (0, 5, 30, 35):
        row[corner] = "--"
    for entry, pieces in lines.items():
        for square, piece in zip(squares(entry), pieces.split(), strict=True):
            if piece != "..":
                row[square] = piece
    return "/".join("".join(row[y : y + 6]) for y in range(0, 36, 6))


def table(
    lines: Mapping[str, str],
    turn: str = "j",
    *,
    j: str = "1",
    c: str = "1",
    taken_j: str = "-",
    taken_c: str = "-",
    last: str = "-",
    flags: str = "-",
) -> Match:
    """A match that begins on a hand-made table; ``j`` and ``c`` are the hands.

    Unless ``flags`` say otherwise the first player, seat 0, has the Jalapeños.
    """
    fields = (board(lines), turn, j, c, taken_j, taken_c, last, flags)
    return GAME.position(" ".join(fields), seed="hand-made")


class Fields(NamedTuple):
    """A position text, field by field."""

    board: str
    turn: str
    hand_j: str
    hand_c: str
    taken_j: str
    taken_c: str
    last: str
    flags: str


def fields(match: Match) -> Fields:
    """How the match stands, as the fields of its position text."""
    return Fields(*match.position().split(" "))


def line(match: Match, entry: str) -> str:
    """The six squares of a line, seen from an entry."""
    row = [square for rank in fields(match).board.split("/") for square in _pairs(rank)]
    return " ".join(row[square] for square in squares(entry))


def _pairs(rank: str) -> list[str]:
    return [rank[i : i + 2] for i in range(0, len(rank), 2)]


def on_turn(match: Match) -> int:
    """The one seat that the game waits for."""
    (seat,) = match.awaited
    return seat


def play(match: Match, *moves: str) -> list[Event]:
    """Play moves for whoever is on turn; what the last one did."""
    events: list[Event] = []
    for move in moves:
        events = list(match.play(on_turn(match), move))
    return events


def entries(match: Match) -> set[str]:
    """The entries through which the player on turn may push."""
    return {move.partition(":")[0] for move in match.moves(on_turn(match)) if move != "pass"}


def assert_refused(match: Match, move: str, code: str, article: str) -> None:
    """The player on turn may not play ``move``, for this reason; and nothing changes."""
    seat, before = on_turn(match), match.position()
    assert move not in match.moves(seat)
    assert move not in list(match.moves(seat))
    explanation = match.explain(seat, move)
    assert (explanation.legal, explanation.code, explanation.article) == (False, code, article)
    with pytest.raises(echappee.IllegalMove) as refused:
        match.play(seat, move)
    assert (refused.value.code, refused.value.article) == (code, article)
    assert match.position() == before


def assert_legal(match: Match, *moves: str) -> None:
    """The player on turn may play each of these moves."""
    seat = on_turn(match)
    for move in moves:
        assert move in match.moves(seat)
        assert move in list(match.moves(seat))
        assert match.explain(seat, move).legal
        match.copy().play(seat, move)


def finished(taken_j: str, taken_c: str, flags: str = "-") -> Match:
    """A game in which the last tapas has just been played, with these catches."""
    match = table(
        {"W3": "j1 .. .. .. .. .."}, "c", j="-", c="1",
        taken_j=taken_j, taken_c=taken_c, flags=flags,
    )  # fmt: skip
    play(match, "W3:1")
    assert match.over
    return match
