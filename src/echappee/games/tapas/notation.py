"""Moves and positions of Tapas as text; `docs/notation.md` describes both.

A move: ``N3:2`` enters column 3 from the top with a tapas of value 2. ``pass`` when stuck.
A position: ``board turn hand-j hand-c taken-j taken-c last flags``.
"""

from __future__ import annotations

import re

from echappee.errors import BadPosition
from echappee.games.tapas import material, rules
from echappee.rulebook.contract import State
from echappee.rulebook.options import Options
from echappee.rulebook.state_layout import plain
from echappee.rulebook.words import Words, bad_position, invalid_move

SIDES = "NESW"
_MOVE = re.compile(r"([NESWnesw])([1-6]):([1-4])")
_ENTRY = re.compile(r"([NESW])([2-5])")
_TAKEN = re.compile(r"([1-4]*)(?:\+((?:[A-Z]{2})+))?")
_WORDS = Words(__package__)


def write_entry(entry: int) -> str:
    """An entry as text: side and line."""
    return f"{SIDES[entry // 4]}{entry % 4 + 2}"


def write_move(s: State, seat: int, move: int) -> str:
    """The text of a move."""
    if move == rules.PASS:
        return "pass"
    return f"{write_entry(move // 4)}:{move % 4 + 1}"


def read_move(s: State, seat: int, text: str) -> int:
    """The move that a text means; entries through a corner are readable, but never legal."""
    found = _MOVE.fullmatch(text.strip())
    if found:
        side, line, value = SIDES.index(found[1].upper()), int(found[2]), int(found[3])
        if line in (1, 6):
            return rules.CORNER + side
        return (4 * side + line - 2) * 4 + value - 1
    if text.strip().lower() == "pass":
        return rules.PASS
    raise invalid_move(_WORDS, text, article="4")


def piece(code: int) -> str:
    """A square's content as two characters."""
    if code == 0:
        return ".."
    if code >= rules.FIRST_EXTRA:
        return material.EXTRAS[code - rules.FIRST_EXTRA]
    return f"{material.COLOURS[(code - 1) // 4]}{(code - 1) % 4 + 1}"


_NAMES = [piece(code) for code in range(rules.FIRST_EXTRA + len(material.EXTRAS))]
_PIECES = {name: code for code, name in enumerate(_NAMES)}


def write_position(s: State) -> str:
    """The whole state as one line."""
    table = plain(s)
    squares = [_NAMES[code] for code in table.board]
    squares[0] = squares[5] = squares[30] = squares[35] = "--"
    flags = []
    if table.variant:
        flags.append(f"extras:{table.variant}")
    if table.strict_bill:
        flags.append("strict-bill")
    if table.facing:
        flags.append(f"faces:{SIDES[table.facing - 1]}")
    if table.first:
        flags.append("first:c")
    if table.passes:
        flags.append(f"passes:{table.passes}")
    hand_j, hand_c = table.hand
    return " ".join(
        (
            "/".join(["".join(squares[y : y + 6]) for y in range(0, 36, 6)]),
            material.COLOURS[table.turn],
            _digits(hand_j) or "-",
            _digits(hand_c) or "-",
            _digits(table.taken[0]) + _held(table.extras[0]) or "-",
            _digits(table.taken[1]) + _held(table.extras[1]) or "-",
            write_entry(table.last - 1) if table.last else "-",
            ",".join(flags) or "-",
        )
    )


def read_position(text: str, s: State) -> tuple[int, Options]:
    """Fill the blank ``s``; every piece must exist in the box, once."""
    fields = text.split()
    if len(fields) != 8:
        raise _unreadable("fields", count=len(fields))
    board, turn, hand_j, hand_c, taken_j, taken_c, last, flags = fields
    _read_board(board, s)
    if turn not in material.COLOURS:
        raise _unreadable("turn")
    s.turn = material.COLOURS.index(turn)
    for colour, hand in enumerate((hand_j, hand_c)):
        _read_taken(hand, s, colour, in_hand=True)
    for colour, taken in enumerate((taken_j, taken_c)):
        _read_taken(taken, s, colour, in_hand=False)
    if last != "-":
        found = _ENTRY.fullmatch(last)
        if not found:
            raise _unreadable("last")
        s.last = 4 * SIDES.index(found[1]) + int(found[2]) - 1
    _read_flags(flags, s)
    _check_box(s)
    s.over = rules.ended(s)
    if not s.over and not s.hand[int(s.turn)].any():
        raise _unreadable("empty-hand")
    if rules.could_turn_on(s):
        raise _unreadable("stuck")
    if write_position(s) != " ".join(fields):
        raise _unreadable("written", text=write_position(s))
    return 2, {
        "extras": int(s.variant),
        "burning_head": bool(s.facing),
        "addition_removes_extras": bool(s.strict_bill),
        "first_colour": material.COLOURS[int(s.first)],
    }


def _digits(counts: list[int]) -> str:
    ones, twos, threes, fours = counts
    return "1" * ones + "2" * twos + "3" * threes + "4" * fours


def _held(mask: int) -> str:
    if mask == 0:
        return ""
    names = "".join(name for i, name in enumerate(material.EXTRAS) if mask >> i & 1)
    return f"+{names}"


def _unreadable(reason: str, **facts: object) -> BadPosition:
    return bad_position(_WORDS, reason, **facts)


def _read_board(board: str, s: State) -> None:
    rows = board.split("/")
    if len(rows) != 6 or any(len(row) != 12 for row in rows):
        raise _unreadable("rows")
    for y, row in enumerate(rows):
        for x in range(6):
            name = row[2 * x : 2 * x + 2]
            if (name == "--") != material.is_corner(x, y):
                raise _unreadable("corners")
            if name != "--":
                if name not in _PIECES:
                    raise _unreadable("piece", text=name)
                s.board[6 * y + x] = _PIECES[name]


def _read_taken(text: str, s: State, colour: int, *, in_hand: bool) -> None:
    """Read a hand, or what a colour has taken."""
    found = _TAKEN.fullmatch("" if text == "-" else text)
    most = sum(material.TAPAS_OF_VALUE)
    if not found or (in_hand and found[2]) or len(found[1]) > most:
        raise _unreadable("tapas", text=text[:60])
    counts = s.hand[colour] if in_hand else s.taken[colour]
    for digit in found[1]:
        counts[int(digit) - 1] += 1
    names = found[2] or ""
    for name in (names[i : i + 2] for i in range(0, len(names), 2)):
        if name not in material.EXTRAS:
            raise _unreadable("extra", text=name)
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
        else:
            raise _unreadable("flag", text=flag[:60])


def _check_box(s: State) -> None:
    """No more pieces than there are in the box; Extras only as many as the variant uses."""
    codes = [int(code) for code in s.board]
    for colour in range(2):
        for v, most in enumerate(material.TAPAS_OF_VALUE):
            used = (
                codes.count(4 * colour + v + 1)
                + int(s.hand[colour, v])
                + int(s.taken[1 - colour, v])
            )
            if used > most:
                name = f"{material.COLOURS[colour]}{v + 1}"
                raise _unreadable("box", count=used, piece=name, most=most)
    extras = [code - rules.FIRST_EXTRA for code in codes if code >= rules.FIRST_EXTRA]
    for held in s.extras:
        extras += [i for i in range(6) if int(held) >> i & 1]
    if len(extras) != len(set(extras)):
        raise _unreadable("twice")
    if len(extras) > int(s.variant):
        raise _unreadable("too-many-extras")
