"""What holds at every position of every game of Tapas, over drawn games and drawn positions."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from echappee.match.match import Match
from tests.games.tapas import naive
from tests.games.tapas.helpers import GAME, START, VARIANTS, fields, on_turn
from tests.games.tapas.positions import drawn_position

SEEDS = st.integers(0, 2**32)
OPTIONS = st.builds(
    lambda variant, bill, colour, handicap, swap: (
        variant
        | {"addition_removes_extras": bill, "first_colour": colour}
        | {"handicap": handicap, "swap": swap}
    ),
    st.sampled_from(VARIANTS),
    st.booleans(),
    st.sampled_from(("j", "c")),
    st.sampled_from(("0", "0.5", "3", "20")),
    st.booleans(),
)
SAUCE_POINTS = (0, 2, 5, 5)


def any_move(match: Match, draw: random.Random) -> str:
    """One of the legal moves."""
    return draw.choice(list(match.moves(on_turn(match))))


def check_recount(match: Match) -> None:
    """§5, §6, §8: the score is what one finds by counting the table again."""
    points = []
    for seat in match.view(None)["table"]["seats"]:
        sauces = sum(name in seat["extras"] for name in ("KE", "MA", "WA"))
        caught = sum(seat["taken"]) + 5 * ("TO" in seat["extras"]) + SAUCE_POINTS[sauces]
        points.append(caught + seat["handicap"])
    assert match.standing.scores == tuple(points)


def tapas_on_the_table(match: Match) -> Counter[str]:
    """Every tapas on the board, in hands and taken, by colour and value."""
    now = fields(match)
    squares = now.board.replace("/", "")
    pieces = Counter(squares[i : i + 2] for i in range(0, len(squares), 2))
    found = Counter({piece: n for piece, n in pieces.items() if piece[0] in "jc"})
    for owner, digits in (
        ("j", now.hand_j),
        ("c", now.hand_c),
        ("j", now.taken_c.partition("+")[0]),
        ("c", now.taken_j.partition("+")[0]),
    ):
        found.update(f"{owner}{digit}" for digit in digits if digit != "-")
    return found


@settings(max_examples=60, deadline=None)
@given(OPTIONS, SEEDS)
def test_the_36_tapas_are_conserved(options: dict[str, bool | int | str], seed: int) -> None:
    """§2: board, hands, catches and what the Addition struck off make 18 tapas of each colour."""
    match = GAME.start(options=options, seed=seed)
    draw = random.Random(seed)
    box = tapas_on_the_table(match)
    assert sum(box.values()) == 36
    struck: Counter[str] = Counter()
    while not match.over:
        (push, *_) = match.play(on_turn(match), any_move(match, draw))
        fallen = push.facts.get("fallen", [])
        if "AD" in fallen:
            struck.update(piece for piece in fallen if piece[0] in "jc")
        assert tapas_on_the_table(match) + struck == box
        check_recount(match)
    assert match.number >= 20 or (match.outcome and match.outcome.ending != "played-out")


def follow(match: Match, table: naive.Table, draw: random.Random) -> None:
    """Play a match to its end beside the naive rules: the same moves, positions and result."""
    while True:
        assert match.position() == table.text()
        assert match.over == (table.over is not None)
        assert match.standing.scores == tuple(
            table.points(colour) for colour in (table.first, naive.OTHER[table.first])
        )
        if match.over:
            assert match.outcome is not None
            assert match.outcome.ending == table.over
            seats = {int(colour != table.first) for colour in table.winners()}
            assert set(match.outcome.winners) == seats
            return
        seat = on_turn(match)
        assert (seat == 0) == (table.turn == table.first)
        assert sorted(match.moves(seat)) == sorted(table.moves())
        move = draw.choice(table.moves())
        match.play(seat, move)
        table = table.play(move)


@settings(max_examples=60, deadline=None)
@given(OPTIONS, SEEDS)
def test_games_follow_the_naive_rules(options: dict[str, bool | int | str], seed: int) -> None:
    """§4–§7: whole games from the deal agree with the rulebook told a second time."""
    match = GAME.start(options=options, seed=seed)
    follow(match, naive.read(match.position()), random.Random(seed))


@settings(max_examples=300, deadline=None)
@given(SEEDS)
def test_drawn_positions_follow_the_naive_rules(seed: int) -> None:
    """§4–§7, TAP-08, TAP-23: so do games from drawn positions, where players get stuck."""
    position = drawn_position(seed)
    follow(GAME.position(position), naive.read(position), random.Random(seed))


@settings(max_examples=80, deadline=None)
@given(SEEDS)
def test_position_text_round_trip(seed: int) -> None:
    """A position read back is the same position: text, moves, seats and standing."""
    match = GAME.position(drawn_position(seed))
    draw = random.Random(seed)
    while True:
        again = GAME.position(match.position())
        assert again.position() == match.position()
        assert again.awaited == match.awaited
        assert again.standing == match.standing
        assert again.outcome == match.outcome
        for seat in (0, 1):
            assert list(again.moves(seat)) == list(match.moves(seat))
            assert again.view(seat)["table"]["board"] == match.view(seat)["table"]["board"]
        if match.over:
            return
        check_recount(match)
        match.play(on_turn(match), any_move(match, draw))


@settings(max_examples=100, deadline=None)
@given(SEEDS)
def test_a_push_is_taken_back(seed: int) -> None:
    """Taking back the last move restores the position to the letter."""
    match = GAME.position(drawn_position(seed))
    before = match.position()
    match.play(on_turn(match), any_move(match, random.Random(seed)))
    match.undo()
    assert match.position() == before


# ---------------------------------------------------------------------------------------- symmetry

QUARTER = {"N": "E", "E": "S", "S": "W", "W": "N"}


def turned_entry(entry: str) -> str:
    """An entry after a quarter turn clockwise of everything: columns become rows."""
    side, number = entry[0], int(entry[1])
    return f"{QUARTER[side]}{number if side in 'NS' else 7 - number}"


def turned_move(move: str) -> str:
    """A move after a quarter turn clockwise of everything."""
    return turned_entry(move[:2]) + move[2:] if ":" in move else move


def turned(position: str) -> str:
    """A position after a quarter turn clockwise, the colours swapped: the same game."""
    board, turn, hand_j, hand_c, taken_j, taken_c, last, flags = position.split(" ")
    rows = board.split("/")
    old = {(x, y): rows[y][2 * x : 2 * x + 2] for x in range(6) for y in range(6)}
    other = str.maketrans("jc", "cj")
    new = "/".join(
        "".join(old[y, 5 - x].translate(other) for x in range(6)) for y in range(6)
    )  # the square (x, y) came from column y, row 5 - x
    marks = [] if flags == "-" else flags.split(",")
    marks = [f"faces:{QUARTER[m[-1]]}" if m.startswith("faces") else m for m in marks]
    passes = [mark for mark in marks if mark.startswith(("passes", "handicap", "swap"))]
    first = [] if "first:c" in marks else ["first:c"]
    rest = [mark for mark in marks if mark not in passes and mark != "first:c"]
    return " ".join(
        (
            new, turn.translate(other), hand_c, hand_j, taken_c, taken_j,
            last if last == "-" else turned_entry(last),
            ",".join(rest + first + passes) or "-",
        )
    )  # fmt: skip


def follow_turned(match: Match, twin: Match, draw: random.Random) -> None:
    """Play two games that mirror each other, and see that they do to the end."""
    while True:
        assert twin.position() == turned(match.position())
        assert twin.standing == match.standing
        assert twin.awaited == match.awaited
        if match.over:
            assert twin.outcome == match.outcome
            return
        seat = on_turn(match)
        assert sorted(twin.moves(seat)) == sorted(map(turned_move, match.moves(seat)))
        move = any_move(match, draw)
        match.play(seat, move)
        twin.play(seat, turned_move(move))


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_a_quarter_turn_of_the_base_board_swaps_the_colours(seed: int) -> None:
    """The base game played a quarter turn on, colours swapped, ends alike."""
    assert turned(START) == GAME.start(options={"first_colour": "c"}, seed=0).position()
    twin = GAME.start(options={"first_colour": "c"}, seed=seed)
    follow_turned(GAME.position(START), twin, random.Random(seed))


@settings(max_examples=120, deadline=None)
@given(SEEDS)
def test_a_quarter_turn_swaps_the_colours_in_every_variant(seed: int) -> None:
    """§6, §7: no rule prefers a side of the board or a colour; TAP-22, TAP-25."""
    position = drawn_position(seed)
    match, twin = GAME.position(position), GAME.position(turned(position))
    follow_turned(match, twin, random.Random(seed))
