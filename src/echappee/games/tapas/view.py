"""What a seat sees of a game of Tapas, and what a move did. Everything is open (TAP-27)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from echappee.games.tapas import material, notation, rules
from echappee.rulebook.contract import State
from echappee.rulebook.state_layout import plain
from echappee.rulebook.values import Event

Side = Literal["N", "E", "S", "W"]


class TapasSeat(msgspec.Struct, frozen=True):
    """One player's side of the table."""

    colour: Literal["j", "c"]
    hand: list[int]
    """Values of the tapas still to be played."""
    taken: list[int]
    """Values of the opposing tapas taken."""
    extras: list[str]
    side: Side | None
    """Burning Head: the side that faces this player."""


class TapasView(msgspec.Struct, frozen=True):
    """The table, the same for everybody."""

    board: list[list[str | None]]
    """Six rows from the top: ``j1``…``c4``, an Extra (``TO KE MA WA SE AD``), or null."""
    seats: list[TapasSeat]
    turn: int
    """The seat on turn."""
    last: str | None
    """The entry of the last push: side and line."""
    banned: str | None
    """§4e: the entry through which nobody may push next."""


class TapasBox(msgspec.Struct, frozen=True):
    """What Extras are worth at the end (§6)."""

    toast: int
    sauces: list[str]
    sauce_points: list[int]
    """What one of them and two of them are worth; all three win at once."""


def box() -> TapasBox:
    """What a page can say of the Extras."""
    sauces = [material.EXTRAS[i] for i in (rules.KETCHUP, rules.MAYONNAISE, rules.WASABI)]
    points = [int(rules.SAUCE_POINTS[number]) for number in (1, 2)]
    return TapasBox(toast=rules.TOAST_POINTS, sauces=sauces, sauce_points=points)


def look(s: State, players: int, seat: int | None) -> TapasView:
    """The table as anybody sees it."""
    table = plain(s)
    names = [None if code == 0 else notation.piece(code) for code in table.board]
    return TapasView(
        board=[names[y : y + 6] for y in range(0, 36, 6)],
        seats=[_seat(table, number) for number in range(2)],
        turn=table.turn ^ table.first,
        last=notation.write_entry(table.last - 1) if table.last else None,
        banned=notation.write_entry(rules.banned_entry(table)) if table.last else None,
    )


def happened(
    before: State, seat: int, move: int, after: State, players: int, viewer: int | None
) -> list[Event]:
    """The push with every piece that moved, what fell and who has it now, and what follows."""
    if move == rules.PASS:
        return [Event("pass", seat)]
    old, new = plain(before), plain(after)
    entry, value = move // 4, move % 4 + 1
    moved = _moved(old, new, entry, value)
    fallen = [name for name, _, end in moved if end is None]
    facts = {
        "entry": notation.write_entry(entry),
        "value": value,
        "piece": moved[0][0],
        "moved": [list(piece) for piece in moved],
        "fallen": fallen,
    }
    events = [Event("push", seat, facts), *_prizes(old, new, fallen)]
    if new.over == rules.THREE_SAUCES:
        events.append(Event("three-sauces", seat))
    elif not new.over and "SE" in fallen and new.turn == old.turn:
        events.append(Event("replay", seat))
    if new.facing != old.facing:
        events.append(Event("board-turned", None, {"side": notation.SIDES[new.facing - 1]}))
    return events


def _moved(old: Any, new: Any, entry: int, value: int) -> list[tuple[str, int | None, int | None]]:
    """Each piece that a push moved, nearest first: name, from and to as squares of the line.

    Nothing overtakes on a line: the new piece and those before it keep their order, and what no
    longer finds a place has fallen off the far end.
    """
    line = rules.LINES[entry].tolist()
    row: list[tuple[int, int | None]] = [(4 * old.turn + value, None)]
    row += [(old.board[square], k) for k, square in enumerate(line) if old.board[square]]
    ends: list[int | None] = [k for k, square in enumerate(line) if new.board[square]]
    ends += [None] * (len(row) - len(ends))
    return [
        (notation.piece(code), begin, end)
        for (code, begin), end in zip(row, ends, strict=True)
        if begin != end or end is None
    ]


def _seat(table: Any, seat: int) -> TapasSeat:
    colour = seat ^ table.first
    side: Any = notation.SIDES[rules.side_of(table, colour)] if table.facing else None
    return TapasSeat(
        colour=material.COLOURS[colour],
        hand=_values(table.hand[colour]),
        taken=_values(table.taken[colour]),
        extras=[name for i, name in enumerate(material.EXTRAS) if table.extras[colour] >> i & 1],
        side=side,
    )


def _values(counts: list[int]) -> list[int]:
    return [v + 1 for v, n in enumerate(counts) for _ in range(n)]


def _prizes(old: Any, new: Any, fallen: list[str]) -> list[Event]:
    """Who took what; what the Addition struck off."""
    if not fallen:
        return []
    events = []
    kept = 0
    for seat in range(2):
        colour = seat ^ new.first
        gains = [n - o for n, o in zip(new.taken[colour], old.taken[colour], strict=True)]
        if any(gains):
            gained = _values(gains)
            pieces = [f"{material.COLOURS[1 - colour]}{value}" for value in gained]
            events.append(Event("taken", seat, {"pieces": pieces, "points": sum(gained)}))
        held = new.extras[colour] & ~old.extras[colour]
        for i, name in enumerate(material.EXTRAS):
            if held >> i & 1:
                events.append(Event("extra", seat, {"piece": name}))
        kept += sum(gains) + held.bit_count()
    if kept < len(fallen):
        events.append(Event("bill", None, {"count": len(fallen) - kept}))
    return events
