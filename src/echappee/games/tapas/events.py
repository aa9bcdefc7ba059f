"""What a move of Tapas did. Everybody is told everything (TAP-27)."""

from __future__ import annotations

from typing import Any

from echappee.games.tapas import material, rules
from echappee.games.tapas.position import PIECES, SIDES, write_entry
from echappee.games.tapas.state import ASKED, KEEP, PASS, SWAP, THREE_SAUCES
from echappee.rulebook.contract import State
from echappee.rulebook.state_layout import plain
from echappee.rulebook.values import Event

_LINES = rules.LINES.tolist()


def happened(
    before: State, seat: int, move: int, after: State, players: int, viewer: int | None
) -> list[Event]:
    """The push with every piece that moved, what fell and who has it now, and what follows."""
    if move in (SWAP, KEEP):
        return [Event("swap" if move == SWAP else "keep", seat)]
    old, new = plain(before), plain(after)
    events = [Event("pass", seat)] if move == PASS else _pushed(old, new, seat, move)
    if new.swap == ASKED:
        events.append(Event("may-swap", 1 - seat))
    return events


def _pushed(old: Any, new: Any, seat: int, move: int) -> list[Event]:
    """A push, what fell and who has it now, and how it goes on."""
    entry, value = move // 4, move % 4 + 1
    moved = _moved(old, new, entry, value)
    fallen = [name for name, _, end in moved if end is None]
    facts = {
        "entry": write_entry(entry),
        "value": value,
        "piece": moved[0][0],
        "moved": [list(piece) for piece in moved],
        "fallen": fallen,
    }
    events = [Event("push", seat, facts), *_prizes(old, new, fallen)]
    if new.over == THREE_SAUCES:
        events.append(Event("three-sauces", seat))
    elif not new.over and "SE" in fallen and new.turn == old.turn:
        events.append(Event("replay", seat))
    if new.facing != old.facing:
        events.append(Event("board-turned", None, {"side": SIDES[new.facing - 1]}))
    return events


def _moved(old: Any, new: Any, entry: int, value: int) -> list[tuple[str, int | None, int | None]]:
    """Each piece that a push moved, nearest first: name, from and to as squares of the line.

    Nothing overtakes on a line: the new piece and those before it keep their order, and what no
    longer finds a place has fallen off the far end.
    """
    line, board, now = _LINES[entry], old.board, new.board
    row: list[tuple[int, int | None]] = [(4 * old.turn + value, None)]
    row += [(board[square], k) for k, square in enumerate(line) if board[square]]
    ends: list[int | None] = [k for k, square in enumerate(line) if now[square]]
    ends += [None] * (len(row) - len(ends))
    return [
        (PIECES[code], begin, end)
        for (code, begin), end in zip(row, ends, strict=True)
        if begin != end or end is None
    ]


def values_of(counts: list[int]) -> list[int]:
    """The values of tapas that are counted by value."""
    ones, twos, threes, fours = counts
    return [1] * ones + [2] * twos + [3] * threes + [4] * fours


def extras_of(mask: int) -> list[str]:
    """The names of the Extras in a bit mask."""
    return [name for i, name in enumerate(material.EXTRAS) if mask >> i & 1] if mask else []


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
            gained = values_of(gains)
            pieces = [f"{material.COLOURS[1 - colour]}{value}" for value in gained]
            events.append(Event("taken", seat, {"pieces": pieces, "points": sum(gained)}))
        held = new.extras[colour] & ~old.extras[colour]
        events += [Event("extra", seat, {"piece": name}) for name in extras_of(held)]
        kept += sum(gains) + held.bit_count()
    if kept < len(fallen):
        events.append(Event("bill", None, {"count": len(fallen) - kept}))
    return events
