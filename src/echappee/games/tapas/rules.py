"""The rules of Tapas, compiled. § is the rulebook's section, TAP-nn a ruling.

§1 aim, §2 material, §3 setting up, §4 a turn (§4a–§4e its five bans), §5 the end (§5a ties),
§6 Red Mojo, §7 Burning Head; house rules of ours: §8 the handicap, §9 swapping sides.

Colours (0 Jalapeños, 1 Croquetas) own the pieces; seat 0 plays colour ``s.first``, and moves
first. The colour that does is the opener, whoever plays it after a swap. The board is a row of 36
squares from the top left. Sides are 0 N, 1 E, 2 S, 3 W.
"""

from __future__ import annotations

import numpy as np

from echappee.games.tapas import material
from echappee.games.tapas.observation import FEATURES, fill_features
from echappee.games.tapas.state import (
    ASKED,
    BILL,
    BLOCKED,
    CORNER,
    CORNER_ENTRY,
    EMPTY_LINE,
    ENDINGS,
    FIRST_EXTRA,
    KEEP,
    KEPT,
    KETCHUP,
    MAYONNAISE,
    MUST_PLAY,
    NAPKIN,
    NO_SWAP,
    NOT_IN_HAND,
    NOT_YOUR_TURN,
    OVER,
    OWN_FIRST,
    PASS,
    PLAYED_OUT,
    REFUSALS,
    REVERSE,
    STATE,
    SWAP,
    SWAP_OR_KEEP,
    SWAPPED,
    THREE_SAUCES,
    TO_COME,
    TOAST,
    WASABI,
    WRONG_SIDE,
    owner_of,
    side_of,
)
from echappee.rulebook.contract import Moves, Numbers, State
from echappee.rulebook.randomness import Chance, below, shuffle
from echappee.rulebook.scratch import scratch

__all__ = ["ENDINGS", "FEATURES", "REFUSALS", "STATE"]

_SAUCES = 1 << KETCHUP | 1 << MAYONNAISE | 1 << WASABI
PARTS = 2  # scores are counted in halves of a point (§8)
TOAST_POINTS = 5
SAUCE_POINTS = np.array([0, 2, 5, 5])  # §6; three of them win at once and need no points


def _rim() -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    """The 16 tapas of value 1 around the rim: Jalapeños where x + y is odd (§3)."""
    board = np.zeros(36, np.int8)
    for y in range(6):
        for x in range(6):
            if material.is_rim(x, y):
                board[6 * y + x] = 1 if (x + y) % 2 == 1 else 5
    return board


def _slots() -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    """By number of Extras: the squares of their slots."""
    slots = np.zeros((6, 5), np.int8)
    for count, places in material.EXTRA_SLOTS.items():
        for i, (x, y) in enumerate(places):
            slots[count, i] = 6 * (y - 1) + x - 1
    return slots


_RIM = _rim()
_SLOTS = _slots()
_IN_HAND = np.array(material.TAPAS_OF_VALUE, np.int8) - np.array([8, 0, 0, 0], np.int8)
# By colour and code of a piece: may that colour push it where it comes first? (§4d, TAP-03)
_PUSHABLE = np.array([[0] * 5 + [1] * 10, [0] + [1] * 4 + [0] * 4 + [1] * 6], np.int8)


def _lines() -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """The six squares that each entry looks along, nearest first."""
    lines = np.zeros((16, 6), np.uint8)
    for i in range(4):
        down = np.arange(6) * 6 + i + 1
        right = np.arange(6) + 6 * (i + 1)
        lines[i], lines[4 + i], lines[8 + i], lines[12 + i] = down, right[::-1], down[::-1], right
    return lines


LINES = _lines()


def setup(s: State, players: int, options: Numbers, chance: Chance) -> None:
    """§3: eight tapas of value 1 each on the rim, ten in hand; §6: Extras placed at random.

    Options: Extras, Burning Head, addition_removes_extras, colour of seat 0 (2: by chance, TAP-20),
    half points of handicap, swap.
    """
    for i in range(36):
        s.board[i] = _RIM[i]
    for v in range(4):
        s.hand[0, v] = _IN_HAND[v]
        s.hand[1, v] = _IN_HAND[v]
    s.variant = options[0]
    s.strict_bill = options[2]
    first = int(options[3])
    s.first = below(chance, 2) if first == 2 else first
    s.turn = s.first
    s.opener = s.first
    s.handicap = options[4]
    s.swap = TO_COME if options[5] != 0 else 0
    count = int(options[0])
    if count > 0:
        extras = scratch(6, np.int64)
        for i in range(6):
            extras[i] = i
        shuffle(chance, extras, 6)
        for i in range(count):
            s.board[_SLOTS[count, i]] = FIRST_EXTRA + extras[i]
    if options[1] != 0:
        s.facing = 4  # the west side; TAP-22 turns the board before the very first turn too
        _turn_board(s)
        _turn_until_playable(s)


def awaited(s: State) -> int:
    """The seat of the colour on turn."""
    return 0 if s.over != 0 else 1 << (int(s.turn) ^ int(s.first))


def actors(s: State) -> int:
    """Nobody acts out of turn in Tapas."""
    return awaited(s)


def offered(s: State) -> int:
    """Nobody acts out of turn in Tapas."""
    return 0


def legal(s: State, seat: int, moves: Moves) -> int:
    """§4: every entry whose first piece may be pushed, with every value in hand; else a pass.

    §9: whoever is asked about the sides answers that first.
    """
    colour = seat ^ int(s.first)
    if s.over != 0 or colour != s.turn:
        return 0
    if s.swap == ASKED:
        moves[0] = SWAP
        moves[1] = KEEP
        return 2
    n = 0
    low, high = _open_entries(s, colour)
    banned = banned_entry(s)
    for entry in range(low, high):
        if entry != banned and _pushable(colour, _first_code(s, entry)):
            for v in range(4):
                moves[np.uint64(n)] = 4 * entry + v
                n += 1 if s.hand[np.uint8(colour), np.uint8(v)] > 0 else 0
    if n == 0:
        moves[0] = PASS
        n = 1
    return n


def judge(s: State, seat: int, move: int) -> int:
    """§4a–§4e, §9 and TAP-01…08, 21: why ``move`` is refused; 0 if it is legal."""
    if s.over != 0:
        return OVER
    colour = seat ^ int(s.first)
    if colour != s.turn:
        return NOT_YOUR_TURN
    answers = move in (SWAP, KEEP)
    if s.swap == ASKED or answers:
        if s.swap == ASKED and answers:
            return 0
        return NO_SWAP if answers else SWAP_OR_KEEP
    low, high = _open_entries(s, colour)
    if move == PASS:
        return MUST_PLAY if _playable(s, colour, low, high) else 0
    if move >= CORNER:
        return CORNER_ENTRY
    entry = move >> 2
    if not low <= entry < high:
        return WRONG_SIDE
    if s.hand[colour, move & 3] == 0:
        return NOT_IN_HAND
    return _refusal_of_entry(s, colour, entry)


def reveals(s: State, seat: int, move: int) -> bool:
    """Nothing is hidden in Tapas (TAP-27)."""
    return False


def apply(s: State, seat: int, move: int, chance: Chance) -> None:
    """§4: push a tapas in, or pass when nothing can be pushed (TAP-08); §9: swap sides or not."""
    if move > PASS:
        _answer(s, move)
        return
    colour = int(s.turn)
    replay = False
    if move == PASS:
        s.passes += 1
    else:
        s.passes = 0
        entry = move >> 2
        value = (move & 3) + 1
        s.hand[colour, value - 1] -= 1
        s.last = entry + 1
        replay = _push(s, colour, entry, value) & (1 << NAPKIN) != 0
    s.over = ended(s)
    if s.over == 0:
        _next_turn(s, colour, replay)


def over(s: State) -> int:
    """§5: all tapas played; §6: three sauces; TAP-08: two passes in a row."""
    return int(s.over)


def standing(s: State, scores: Numbers) -> None:
    """§5: the values of the opposing tapas taken; §6: Toast and sauces; §8: the handicap.

    All in half points: `PARTS`.
    """
    for colour in range(2):
        scores[colour ^ int(s.first)] = PARTS * _points(s, colour)
    scores[int(s.opener) ^ int(s.first)] += s.handicap


def ranking(s: State, places: Numbers) -> None:
    """§5, §5a: more points, then more 4s, 3s, 2s, 1s taken (TAP-18, 19); §6: three sauces win.

    §8: the handicap is part of the points (TAP-28, 29).
    """
    lead = PARTS * (_points(s, 0) - _points(s, 1))
    lead += int(s.handicap) if s.opener == 0 else -int(s.handicap)
    for v in range(3, -1, -1):
        if lead == 0:
            lead = int(s.taken[0, v]) - int(s.taken[1, v])
    if s.over == THREE_SAUCES:
        lead = 1 if s.extras[0] & _SAUCES == _SAUCES else -1
    places[int(s.first)] = 1 if lead >= 0 else 2
    places[1 ^ int(s.first)] = 1 if lead <= 0 else 2


def redeal(s: State, seat: int, chance: Chance) -> None:
    """Nothing is hidden in Tapas (TAP-27): the only possible world is this one."""


def observe(s: State, seat: int, features: Numbers) -> None:
    """The whole table from the seat's side; see ``FEATURES``."""
    fill_features(s, seat, features)


# ---------------------------------------------------------------------------------------- pushing


def _square(entry: int, k: int) -> int:
    """The ``k``-th square of a line, seen from ``entry``.

    Here and below, unsigned indices spare the compiled code a check for negative ones.
    """
    return LINES[np.uint8(entry), np.uint8(k)]  # type: ignore[no-any-return]


def _first_code(s: State, entry: int) -> int:
    """The code of the first piece of a line, seen from ``entry``; 0 if the line is empty.

    All six squares are looked at, from the far end: this has no branch, and is the hot spot.
    """
    first = 0
    for k in range(5, -1, -1):
        code = int(s.board[_square(entry, k)])
        first = code if code != 0 else first
    return first


def _pushable(colour: int, first: int) -> bool:
    """§4a, §4d, TAP-03: may a colour push in before this first piece of a line?"""
    return bool(_PUSHABLE[np.uint8(colour), np.uint8(first)])


def banned_entry(s: State) -> int:
    """§4e, TAP-06: the entry on the other side of the line just pushed; none before the first."""
    return int(s.last) - 1 ^ 8


def _refusal_of_entry(s: State, colour: int, entry: int) -> int:
    """§4a, §4d, §4e for one entry; TAP-03: an Extra may be pushed by both."""
    first = _first_code(s, entry)
    if not _pushable(colour, first):
        return EMPTY_LINE if first == 0 else OWN_FIRST
    return REVERSE if entry == banned_entry(s) else 0


def _push(s: State, colour: int, entry: int, value: int) -> int:
    """B.2: slide up to the first piece, then ``value`` squares on, gaps closing one by one.

    Pushed pieces end up shoulder to shoulder in front of the new one, so it is enough to know how
    many the push reaches. Whatever ends beyond the sixth square falls off, the new tapas included
    (TAP-05). Returns the bit mask of the Extras that fell.
    """
    first = 0
    while s.board[_square(entry, first)] == 0:
        first += 1
    new = first - 1 + value
    reached = new  # where the moving row now ends
    k = first
    while k <= reached and k < 6:
        if s.board[_square(entry, k)] != 0:
            reached += 1
        k += 1
    fallen = 0
    if reached > 5 and s.variant > 0:
        fallen = _fallen_extras(s, entry, k, reached)
        _keep_extras(s, colour, fallen)
    counts = fallen & (1 << BILL) == 0
    to = reached
    while to > new:
        k -= 1
        code = int(s.board[_square(entry, k)])
        if code != 0:
            s.board[_square(entry, k)] = 0
            if to <= 5:
                s.board[_square(entry, to)] = code
            elif counts and code < FIRST_EXTRA:
                s.taken[1 - owner_of(code), code - 1 & 3] += 1  # §4: the opponent takes it
            to -= 1
    if new <= 5:
        s.board[_square(entry, new)] = 4 * colour + value
    elif counts:
        s.taken[1 - colour, value - 1] += 1
    return fallen


def _fallen_extras(s: State, entry: int, k: int, reached: int) -> int:
    """The Extras that a push sends over the edge, as a bit mask."""
    fallen = 0
    to = reached
    while to > 5 and k > 0:
        k -= 1
        code = int(s.board[_square(entry, k)])
        if code != 0:
            if code >= FIRST_EXTRA:
                fallen |= 1 << (code - FIRST_EXTRA)
            to -= 1
    return fallen


def _keep_extras(s: State, colour: int, fallen: int) -> None:
    """§6, TAP-10, TAP-11: whoever pushed keeps the Extras, unless the strict bill voids them."""
    if s.strict_bill != 0 and fallen & (1 << BILL) != 0:
        fallen &= 1 << BILL
    s.extras[colour] |= fallen


def _points(s: State, colour: int) -> int:
    """§5 and §6: the points that a colour has taken by now."""
    points = 0
    for v in range(4):
        points += (v + 1) * int(s.taken[colour, v])
    held = int(s.extras[colour])
    if held != 0:
        if held >> TOAST & 1:
            points += TOAST_POINTS
        sauces = (held >> KETCHUP & 1) + (held >> MAYONNAISE & 1) + (held >> WASABI & 1)
        points += int(SAUCE_POINTS[sauces])
    return points


# ------------------------------------------------------------------------------------------ turns


def _has_tapas(s: State, colour: int) -> bool:
    hand = s.hand[colour]
    return bool(hand[0] + hand[1] + hand[2] + hand[3] > 0)


def ended(s: State) -> int:
    """Why the game ends in this position; 0 if it goes on."""
    for colour in range(2):
        if s.extras[colour] & _SAUCES == _SAUCES:
            return THREE_SAUCES  # §6, TAP-16: at once, whatever the points
    if s.passes == 2:
        return BLOCKED  # TAP-08
    if not _has_tapas(s, 0) and not _has_tapas(s, 1):
        return PLAYED_OUT  # §5, TAP-09
    return 0


def _next_turn(s: State, colour: int, replay: bool) -> None:
    """§4 alternate; §6 the Serviette replays; TAP-09, 14, 15: an empty hand is skipped.

    §7: the board turns before each turn of the opener, except before a replay (TAP-24).
    §9, TAP-30: before his first turn the second player is asked about the sides.
    """
    replay = replay and _has_tapas(s, colour)
    if not replay and _has_tapas(s, 1 - colour):
        s.turn = 1 - colour
    if s.facing > 0:
        if not replay and s.turn == s.opener:
            _turn_board(s)
        _turn_until_playable(s)
    if s.swap == TO_COME and s.turn != s.first:
        s.swap = ASKED


def _answer(s: State, move: int) -> None:
    """§9, TAP-31: the players exchange all that is theirs, the turn too, or nothing."""
    if move == SWAP:
        s.first ^= 1
        s.swap = SWAPPED
    else:
        s.swap = KEPT


def _turn_board(s: State) -> None:
    """§7, TAP-26: a quarter turn clockwise; the side before the opener goes W, S, E, N, W."""
    s.facing = (int(s.facing) + 2) % 4 + 1


def _turn_until_playable(s: State) -> None:
    """§7, TAP-23: whoever is stuck turns the board on, three quarters at most."""
    for _ in range(3):
        if not _stuck(s):
            return
        _turn_board(s)  # after three more quarters without an entry he passes (TAP-08)


def _stuck(s: State) -> bool:
    """§7: is there no entry at the side of the player on turn?"""
    low, high = _open_entries(s, int(s.turn))
    return not _playable(s, int(s.turn), low, high)


def could_turn_on(s: State) -> bool:
    """§7: is the player on turn stuck at his side, but not at every side?"""
    if s.facing == 0 or s.over != 0:
        return False
    return _stuck(s) and _playable(s, int(s.turn), 0, 16)


def _open_entries(s: State, colour: int) -> tuple[int, int]:
    """The range of entries open to a colour: all 16, or in Burning Head the four of its side."""
    if s.facing == 0:
        return 0, 16
    side = side_of(s, colour)
    return 4 * side, 4 * side + 4


def _playable(s: State, colour: int, low: int, high: int) -> bool:
    """Can anything be pushed in through one of these entries?"""
    for entry in range(low, high):
        if _refusal_of_entry(s, colour, entry) == 0:
            return True
    return False
