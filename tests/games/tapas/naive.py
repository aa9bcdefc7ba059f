"""Tapas told a second time, straight from the rulebook and the rulings: slow, plain, on its own.

Nothing here comes from the package. Squares are (column, row) from 1 at the top left, a line is a
list of squares, and a push moves one piece by one square at a time.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

SAUCES = {"KE", "MA", "WA"}
CLOCKWISE = {"W": "S", "S": "E", "E": "N", "N": "W"}  # TAP-26: the side that comes before seat 0
OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}
OTHER = {"j": "c", "c": "j"}
SIDES = "NESW"

Square = tuple[int, int]


def line_squares(side: str, line: int) -> list[Square]:
    """The six squares of a line, the one at the entry first."""
    inwards = range(1, 7) if side in "NW" else range(6, 0, -1)
    return [(line, k) if side in "NS" else (k, line) for k in inwards]


def push_along(line: list[str | None], new: str, value: int) -> tuple[list[str | None], list[str]]:
    """Push ``new`` into a line that isn't empty (§4): the line after it, and what fell off.

    One square at a time: first it slides until something is in its way, then it takes ``value``
    steps, and whoever would step onto an occupied square makes that piece step first.
    """
    squares = dict(enumerate(line))
    fallen: list[str] = []

    def step(at: int) -> None:
        piece = squares[at]
        assert piece is not None
        if at + 1 == 6:
            fallen.append(piece)
        else:
            if squares[at + 1] is not None:
                step(at + 1)
            squares[at + 1] = piece
        squares[at] = None

    at = -1
    squares[at] = new
    while squares[at + 1] is None:
        step(at)
        at += 1
    for _ in range(value):
        if at < 6:
            step(at)
            at += 1
    return [squares[k] for k in range(6)], fallen


@dataclass(frozen=True)
class Table:
    """A position of Tapas."""

    board: dict[Square, str]
    hands: dict[str, list[int]]
    turn: str
    taken: dict[str, list[int]] = field(default_factory=lambda: {"j": [], "c": []})
    extras: dict[str, list[str]] = field(default_factory=lambda: {"j": [], "c": []})
    struck: int = 0
    """Tapas that an Addition has removed from the game."""
    last: tuple[str, int] | None = None
    first: str = "j"
    faces: str | None = None
    """Burning Head: the side before the first player."""
    passes: int = 0
    variant: int = 0
    """Red Mojo: how many Extras there were at the start."""
    strict_bill: bool = False
    handicap: float = 0
    """House rule (§8): points of the colour that pushes first."""
    swap: str | None = None
    """House rule (§9): ``open``, ``asked``, ``kept`` or ``taken``."""
    over: str | None = None

    def opener(self) -> str:
        """The colour that pushes first: once sides were swapped it is the second player's."""
        return OTHER[self.first] if self.swap == "taken" else self.first

    def sides(self) -> str:
        """The sides through which the player on turn may enter (§4; §7, TAP-21)."""
        if self.faces is None:
            return SIDES
        return self.faces if self.turn == self.opener() else OPPOSITE[self.faces]

    def may_enter(self, side: str, line: int) -> bool:
        """§4a–§4e for the player on turn, whatever the tapas."""
        pieces = [self.board[s] for s in line_squares(side, line) if s in self.board]
        if not pieces or pieces[0][0] == self.turn:
            return False
        return self.last != (OPPOSITE[side], line)

    def moves(self) -> list[str]:
        """Every legal move as text."""
        if self.over:
            return []
        if self.swap == "asked":
            return ["swap", "keep"]
        return self.pushes() or ["pass"]

    def pushes(self) -> list[str]:
        """Every push that is possible for the player on turn."""
        return [
            f"{side}{line}:{value}"
            for side in self.sides()
            for line in (2, 3, 4, 5)
            if self.may_enter(side, line)
            for value in sorted(set(self.hands[self.turn]))
        ]

    def play(self, move: str) -> Table:
        """The position after a legal move."""
        if move == "keep":
            return replace(self, swap="kept")
        if move == "swap":  # who had one colour has the other; nothing on the table changes
            return replace(self, swap="taken", first=OTHER[self.first])
        if move == "pass":
            return self._settled(replace(self, passes=self.passes + 1), replay=False)
        me, side, line, value = self.turn, move[0], int(move[1]), int(move[3])
        squares = line_squares(side, line)
        after, fallen = push_along([self.board.get(s) for s in squares], f"{me}{value}", value)
        board = {s: piece for s, piece in self.board.items() if s not in squares}
        board |= {s: piece for s, piece in zip(squares, after, strict=True) if piece is not None}
        hands = {c: list(values) for c, values in self.hands.items()}
        hands[me].remove(value)
        taken = {c: list(values) for c, values in self.taken.items()}
        extras = {c: list(names) for c, names in self.extras.items()}
        struck = self.struck
        for piece in fallen:
            if piece[0] in "jc":
                if "AD" in fallen:
                    struck += 1
                else:
                    taken[OTHER[piece[0]]].append(int(piece[1]))
            elif piece == "AD" or "AD" not in fallen or not self.strict_bill:
                extras[me].append(piece)
        after_push = replace(
            self, board=board, hands=hands, taken=taken, extras=extras, struck=struck,
            last=(side, line), passes=0,
        )  # fmt: skip
        return self._settled(after_push, replay="SE" in fallen)

    def _settled(self, table: Table, *, replay: bool) -> Table:
        """Is it over (§5, §6, TAP-08)? Else whose turn is it, how does the board lie (§7), and is
        he asked about the sides (§9)?"""
        table = self._passed_on(table, replay=replay)
        if table.over or table.swap != "open" or table.turn == table.first:
            return table
        return replace(table, swap="asked")

    def _passed_on(self, table: Table, *, replay: bool) -> Table:
        """The same, with nobody asked."""
        if any(set(names) >= SAUCES for names in table.extras.values()):
            return replace(table, over="three-sauces")
        if table.passes == 2:
            return replace(table, over="blocked")
        if not any(table.hands.values()):
            return replace(table, over="played-out")
        if replay and table.hands[table.turn]:
            return table.turned_if_stuck()
        if table.hands[OTHER[table.turn]]:
            table = replace(table, turn=OTHER[table.turn])
        if table.faces and table.turn == table.opener():
            table = replace(table, faces=CLOCKWISE[table.faces])
        return table.turned_if_stuck()

    def turned_if_stuck(self) -> Table:
        """§7, TAP-23: the board turns on, three quarters at most, until something can be placed."""
        table = self
        if table.faces:
            for _ in range(3):
                if not table.pushes():
                    assert table.faces is not None
                    table = replace(table, faces=CLOCKWISE[table.faces])
        return table

    def points(self, colour: str) -> float:
        """§5, §6: what a colour's catch is worth; §8: and what it had from the start."""
        sauces = len(SAUCES & set(self.extras[colour]))
        toast = 5 if "TO" in self.extras[colour] else 0
        given = self.handicap if colour == self.opener() else 0
        return sum(self.taken[colour]) + toast + (0, 2, 5, 5)[sauces] + given

    def winners(self) -> set[str]:
        """§5, §5a, §6: the colours that have won, once it is over; two of them draw."""
        for colour in "jc":
            if self.over == "three-sauces" and set(self.extras[colour]) >= SAUCES:
                return {colour}
        merits = {c: (self.points(c), *map(self.taken[c].count, (4, 3, 2, 1))) for c in "jc"}
        return {c for c in "jc" if merits[c] == max(merits.values())}

    def text(self) -> str:
        """The position as text, in the issue's notation."""
        rows = []
        for y in range(1, 7):
            row = [self.board.get((x, y), "..") for x in range(1, 7)]
            if y in (1, 6):
                row[0] = row[5] = "--"
            rows.append("".join(row))
        hands = ["".join(map(str, sorted(self.hands[c]))) or "-" for c in "jc"]
        catch = []
        for c in "jc":
            names = [
                name for name in ("TO", "KE", "MA", "WA", "SE", "AD") if name in self.extras[c]
            ]
            digits = "".join(map(str, sorted(self.taken[c])))
            catch.append(digits + ("+" + "".join(names) if names else "") or "-")
        last = f"{self.last[0]}{self.last[1]}" if self.last else "-"
        marks = {
            f"extras:{self.variant}": self.variant > 0,
            "strict-bill": self.strict_bill,
            f"faces:{self.faces}": self.faces is not None,
            f"first:{self.first}": self.first == "c",
            f"passes:{self.passes}": self.passes > 0,
            f"handicap:{self.handicap:g}": self.handicap > 0,
            f"swap:{self.swap}": self.swap is not None,
        }
        flags = ",".join(mark for mark, shown in marks.items() if shown) or "-"
        return " ".join(["/".join(rows), self.turn, *hands, *catch, last, flags])


def set_up() -> Table:
    """§3: the base game; on the rim, Jalapeños stand where column + row is odd (§3)."""
    board = {}
    for x in range(1, 7):
        for y in range(1, 7):
            edges = (x in (1, 6)) + (y in (1, 6))
            if edges == 1:
                board[x, y] = "j1" if (x + y) % 2 else "c1"
    hand = [1, 1, 1, 1, 2, 2, 2, 3, 3, 4]
    return Table(board=board, hands={"j": list(hand), "c": list(hand)}, turn="j")


def read(text: str) -> Table:
    """The table that a position text describes; it must be a valid one of a running game."""
    rows, turn, hand_j, hand_c, taken_j, taken_c, last, flags = text.split()
    board = {}
    for y, row in enumerate(rows.split("/"), 1):
        for x in range(1, 7):
            piece = row[2 * x - 2 : 2 * x]
            if piece not in ("..", "--"):
                board[x, y] = piece
    hands = {"j": _values(hand_j), "c": _values(hand_c)}
    taken, extras = {}, {}
    for colour, catch in (("j", taken_j), ("c", taken_c)):
        digits, _, names = catch.partition("+")
        taken[colour] = _values(digits)
        extras[colour] = [names[i : i + 2] for i in range(0, len(names), 2)]
    marks = dict(mark.partition(":")[::2] for mark in flags.split(","))
    return Table(
        board=board,
        hands=hands,
        turn=turn,
        taken=taken,
        extras=extras,
        last=None if last == "-" else (last[0], int(last[1])),
        first=marks.get("first", "j"),
        faces=marks.get("faces"),
        passes=int(marks.get("passes", 0)),
        variant=int(marks.get("extras", 0)),
        strict_bill="strict-bill" in marks,
        handicap=float(marks.get("handicap", 0)),
        swap=marks.get("swap"),
    )


def _values(digits: str) -> list[int]:
    return [int(digit) for digit in digits if digit != "-"]


def count_sequences(table: Table, depth: int) -> int:
    """How many sequences of ``depth`` legal moves there are."""
    moves = table.moves()
    if depth == 1:
        return len(moves)
    return sum(count_sequences(table.play(move), depth - 1) for move in moves)


def reachable(table: Table, depth: int) -> set[str]:
    """The texts of all different positions after exactly ``depth`` legal moves."""
    tables = {table.text(): table}
    for _ in range(depth):
        after = (t.play(move) for t in tables.values() for move in t.moves())
        tables = {t.text(): t for t in after}
    return set(tables)
