"""Positions of Tapas as one line: ``board turn hand-j hand-c taken-j taken-c last flags``."""

from __future__ import annotations

import re

from echappee.games.tapas import material, rules
from echappee.games.tapas.options import MOST_HANDICAP
from echappee.games.tapas.position_checks import check_box, check_swap, unreadable
from echappee.games.tapas.state import SWAPPED
from echappee.rulebook.contract import State
from echappee.rulebook.options import Options, read_halves, write_halves
from echappee.rulebook.state_layout import plain

SIDES = "NESW"
SWAPS = ("open", "asked", "kept", "taken")
"""How far the swap of sides has come, as the state numbers it from 1."""
_ENTRY = re.compile(r"([NESW])([2-5])")
_TAKEN = re.compile(r"([1-4]*)(?:\+((?:[A-Z]{2})+))?")


ENTRIES = [f"{side}{line}" for side in SIDES for line in range(2, 6)]
"""All entries as text: side and line."""
PIECES = [
    "..", *(f"{colour}{value}" for colour in material.COLOURS for value in range(1, 5)),
    *material.EXTRAS,
]  # fmt: skip
"""What can be on a square, as two characters."""
_PIECES = {name: code for code, name in enumerate(PIECES)}


def write_entry(entry: int) -> str:
    """An entry as text: side and line."""
    return ENTRIES[entry]


def write_position(s: State) -> str:
    """The whole state as one line."""
    t = plain(s)
    squares = [PIECES[code] for code in t.board]
    squares[0] = squares[5] = squares[30] = squares[35] = "--"
    flags = []
    if t.variant:
        flags.append(f"extras:{t.variant}")
    if t.strict_bill:
        flags.append("strict-bill")
    if t.facing:
        flags.append(f"faces:{SIDES[t.facing - 1]}")
    if t.first:
        flags.append("first:c")
    if t.passes:
        flags.append(f"passes:{t.passes}")
    if t.handicap:
        flags.append(f"handicap:{write_halves(t.handicap)}")
    if t.swap:
        flags.append(f"swap:{SWAPS[t.swap - 1]}")
    hand_j, hand_c = t.hand
    return " ".join(
        (
            "/".join(["".join(squares[y : y + 6]) for y in range(0, 36, 6)]),
            material.COLOURS[t.turn],
            _digits(hand_j) or "-",
            _digits(hand_c) or "-",
            _digits(t.taken[0]) + _held(t.extras[0]) or "-",
            _digits(t.taken[1]) + _held(t.extras[1]) or "-",
            write_entry(t.last - 1) if t.last else "-",
            ",".join(flags) or "-",
        )
    )


def read_position(text: str, s: State) -> tuple[int, Options]:
    """Fill the blank ``s``; every piece must exist in the box, once."""
    fields = text.split()
    if len(fields) != 8:
        raise unreadable("fields", count=len(fields))
    board, turn, hand_j, hand_c, taken_j, taken_c, last, flags = fields
    _read_board(board, s)
    if turn not in material.COLOURS:
        raise unreadable("turn")
    s.turn = material.COLOURS.index(turn)
    for colour, hand in enumerate((hand_j, hand_c)):
        _read_taken(hand, s, colour, in_hand=True)
    for colour, taken in enumerate((taken_j, taken_c)):
        _read_taken(taken, s, colour, in_hand=False)
    if last != "-":
        found = _ENTRY.fullmatch(last)
        if not found:
            raise unreadable("last")
        s.last = 4 * SIDES.index(found[1]) + int(found[2]) - 1
    _read_flags(flags, s)
    s.opener = s.first ^ (1 if s.swap == SWAPPED else 0)
    check_box(s)
    s.over = rules.ended(s)
    check_swap(s)
    if not s.over and not s.hand[int(s.turn)].any():
        raise unreadable("empty-hand")
    if rules.could_turn_on(s):
        raise unreadable("stuck")
    if write_position(s) != " ".join(fields):
        raise unreadable("written", text=write_position(s))
    return 2, {
        "extras": int(s.variant),
        "burning_head": bool(s.facing),
        "addition_removes_extras": bool(s.strict_bill),
        "first_colour": material.COLOURS[int(s.opener)],
        "handicap": write_halves(int(s.handicap)),
        "swap": bool(s.swap),
    }


def _digits(counts: list[int]) -> str:
    ones, twos, threes, fours = counts
    return "1" * ones + "2" * twos + "3" * threes + "4" * fours


def _held(mask: int) -> str:
    if mask == 0:
        return ""
    names = "".join(name for i, name in enumerate(material.EXTRAS) if mask >> i & 1)
    return f"+{names}"


def _read_board(board: str, s: State) -> None:
    rows = board.split("/")
    if len(rows) != 6 or any(len(row) != 12 for row in rows):
        raise unreadable("rows")
    for y, row in enumerate(rows):
        for x in range(6):
            name = row[2 * x : 2 * x + 2]
            if (name == "--") != material.is_corner(x, y):
                raise unreadable("corners")
            if name != "--":
                if name not in _PIECES:
                    raise unreadable("piece", text=name)
                s.board[6 * y + x] = _PIECES[name]


def _read_taken(text: str, s: State, colour: int, *, in_hand: bool) -> None:
    """Read a hand, or what a colour has taken."""
    found = _TAKEN.fullmatch("" if text == "-" else text)
    most = sum(material.TAPAS_OF_VALUE)
    if not found or (in_hand and found[2]) or len(found[1]) > most:
        raise unreadable("tapas", text=text[:60])
    counts = s.hand[colour] if in_hand else s.taken[colour]
    for digit in found[1]:
        counts[int(digit) - 1] += 1
    names = found[2] or ""
    for name in (names[i : i + 2] for i in range(0, len(names), 2)):
        if name not in material.EXTRAS:
            raise unreadable("extra", text=name)
        s.extras[colour] |= 1 << material.EXTRAS.index(name)


def _read_flags(flags: str, s: State) -> None:
    for flag in [] if flags == "-" else flags.split(","):
        key, _, value = flag.partition(":")
        if key == "extras" and value in ("2", "3", "5"):
            s.variant = int(value)
        elif flag == "strict-bill":
            s.strict_bill = 1
        elif key == "faces" and len(value) == 1 and value in SIDES:
            s.facing = SIDES.index(value) + 1
        elif flag == "first:c":
            s.first = 1
        elif key == "passes" and value in ("1", "2"):
            s.passes = int(value)
        elif key == "handicap" and (halves := read_halves(value, MOST_HANDICAP)) > 0:
            s.handicap = halves
        elif key == "swap" and value in SWAPS:
            s.swap = SWAPS.index(value) + 1
        else:
            raise unreadable("flag", text=flag[:60])
