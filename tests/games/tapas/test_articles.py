"""The rulebook of Tapas, article by article.

§1 aim, §2 material, §3 setting up, §4 a turn (§4a–§4e its five bans), §5 the end (§5a ties),
§6 Red Mojo, §7 Burning Head.
"""

from __future__ import annotations

from collections import Counter

import pytest

import echappee
from echappee.games.tapas import view
from echappee.match.match import Match
from tests.games.tapas.helpers import (
    GAME,
    START,
    assert_legal,
    assert_refused,
    entries,
    fields,
    line,
    on_turn,
    play,
    table,
)

EXTRA_NAMES = {"TO", "KE", "MA", "WA", "SE", "AD"}


def start(**options: bool | int | str) -> Match:
    """A game with seat 0 as Jalapeños, unless told otherwise."""
    return GAME.start(players=2, options={"first_colour": "j"} | options, seed="article")


def pieces(position: str) -> Counter[str]:
    """What stands on the board of a position text."""
    squares = position.split(" ")[0].replace("/", "")
    return Counter(squares[i : i + 2] for i in range(0, len(squares), 2))


# ------------------------------------------------------------------------------------ §1, §2, §3


def test_article_1_aim_pushing_off_scores_for_the_other_colour() -> None:
    """§1: opposing tapas sent off score for you; your own sent off score for your rival."""
    match = table({"W3": "c1 c1 .. c2 j3 c2"}, j="3", c="4")
    assert match.standing.scores == (0, 0)
    play(match, "W3:3")
    assert line(match, "W3") == ".. .. j3 c1 c1 c2"
    assert match.standing.scores == (2, 3)
    assert match.standing.places == (2, 1)


def test_article_2_material() -> None:
    """§2: 32 squares; 18 tapas each, 12 of value 1, 3 of 2, 2 of 3 and 1 of 4."""
    match = start()
    on_board = pieces(match.position())
    assert on_board["--"] == 4
    assert sum(on_board.values()) - on_board["--"] == 32
    for colour, hand in (("j", fields(match).hand_j), ("c", fields(match).hand_c)):
        owned = Counter(hand) + Counter({"1": on_board[f"{colour}1"]})
        assert owned == {"1": 12, "2": 3, "3": 2, "4": 1}


def test_article_2_six_extras_and_special_sides_for_2_3_and_5() -> None:
    """§2: six different Extras; special sides of the board for 2, 3 or 5 of them, no others."""
    seen = set()
    for seed in range(40):
        for count in (2, 3, 5):
            position = GAME.start(options={"extras": count}, seed=seed).position()
            drawn = {name: n for name, n in pieces(position).items() if name in EXTRA_NAMES}
            assert len(drawn) == count
            assert set(drawn.values()) == {1}
            seen |= set(drawn)
    assert seen == EXTRA_NAMES
    for count in (1, 4, 6):
        with pytest.raises(echappee.BadOption):
            GAME.start(options={"extras": count})


def test_article_3_set_up() -> None:
    """§3: the sixteen 1s around the rim, Jalapeños where column + row is odd; ten in each hand."""
    assert start().position() == START
    assert start(first_colour="c").position() == START.replace(" j ", " c ")[:-1] + "first:c"
    for y, row in enumerate(start().view(None)["table"]["board"], 1):
        for x, piece in enumerate(row, 1):
            edges = (x in (1, 6)) + (y in (1, 6))
            expected = ("j1" if (x + y) % 2 == 1 else "c1") if edges == 1 else None
            assert piece == expected


def test_article_3_both_sides_have_eight_entries_at_first() -> None:
    """§3: every line begins with one tapas of each colour at its ends: half of the entries open."""
    assert entries(start()) == {"N3", "N5", "E2", "E4", "S2", "S4", "W3", "W5"}
    assert entries(start(first_colour="c")) == {"N2", "N4", "E3", "E5", "S3", "S5", "W2", "W4"}
    assert len(start().moves(0)) == 8 * 4
    assert len(start().moves(1)) == 0


# -------------------------------------------------------------------------------------------- §4


def test_article_4_one_tapas_each_in_turn() -> None:
    """§4: choose one of your tapas, place it, then the opponent plays, and so on."""
    match = start()
    for seat, move, hands in (
        (0, "N3:2", ("111122334", "1111222334")),
        (1, "N2:4", ("111122334", "111122233")),
        (0, "W3:4", ("11112233", "111122233")),
    ):
        assert match.awaited == match.actors == (seat,)
        other = match.explain(1 - seat, move)
        assert (other.legal, other.code, other.article) == (False, "not-your-turn", "4")
        with pytest.raises(echappee.IllegalMove):
            match.play(1 - seat, move)
        match.play(seat, move)
        assert (fields(match).hand_j, fields(match).hand_c) == hands
        assert fields(match).last == move[:2]


def test_article_4_only_tapas_from_your_own_hand() -> None:
    """§4: "one of your tapas": a value that is no longer in your own hand can't be played."""
    match = table({"W3": "c1 .. .. .. .. j1"}, j="13", c="24")
    assert list(match.moves(0)) == ["W3:1", "W3:3"]
    assert_refused(match, "W3:2", "not-in-hand", "4")
    assert_refused(match, "W3:4", "not-in-hand", "4")


def test_article_4_who_can_play_may_not_pass() -> None:
    """§4: a turn is a tapas placed; passing is only for who can't (TAP-08)."""
    assert_refused(start(), "pass", "must-play", "4")


@pytest.mark.parametrize("entry", ["W3", "E4", "N2", "S5"])
def test_article_4_example_of_julie(entry: str) -> None:
    """§4: Julie's 2 slides up to the Croqueta, which moves over a gap, then pushes the rest on."""
    match = table({entry: ".. c1 .. j1 c1 c2"}, j="2", c="1")
    (push, taken) = play(match, f"{entry}:2")
    assert line(match, entry) == ".. .. j2 c1 j1 c1"
    assert push.kind == "push"
    assert push.facts["fallen"] == ["c2"]
    assert push.facts["moved"] == [
        ["j2", None, 2], ["c1", 1, 3], ["j1", 3, 4], ["c1", 4, 5], ["c2", 5, None],
    ]  # fmt: skip
    assert (taken.kind, taken.seat, taken.facts["points"]) == ("taken", 0, 2)
    assert match.standing.scores == (2, 0)


@pytest.mark.parametrize("entry", ["W3", "E4", "N2", "S5"])
def test_article_4_example_of_pierre(entry: str) -> None:
    """§4: Pierre's 3 sends off two Jalapeños and a Croqueta; each takes the other's tapas."""
    match = table({entry: "j1 c1 j1 j2 c2 j3"}, "c", j="1", c="3")
    play(match, f"{entry}:3")
    assert line(match, entry) == ".. .. c3 j1 c1 j1"
    assert (fields(match).taken_c, fields(match).taken_j) == ("23", "2")
    assert match.standing.scores == (2, 5)


def test_article_4_a_gap_stops_the_push_from_spreading() -> None:
    """§4: what the push doesn't reach stays where it is."""
    match = table({"W3": "c1 .. .. c2 .. c3"}, j="1234", c="1")
    for value, after in (
        (1, "j1 c1 .. c2 .. c3"),
        (2, ".. j2 c1 c2 .. c3"),
        (3, ".. .. j3 c1 c2 c3"),
        (4, ".. .. .. j4 c1 c2"),
    ):
        twin = match.copy()
        play(twin, f"W3:{value}")
        assert line(twin, "W3") == after
        assert twin.standing.scores == ((3, 0) if value == 4 else (0, 0))


@pytest.mark.parametrize(
    ("move", "before", "after"),
    [
        ("N2:1", {1: "--c1......--"}, {1: "--j1......--", 2: "..c1........"}),
        ("E4:1", {4: "..........c1"}, {4: "........c1j1"}),
        ("S5:1", {6: "--......c1--"}, {6: "--......j1--", 5: "........c1.."}),
        ("W3:1", {3: "c1.........."}, {3: "j1c1........"}),
    ],
)
def test_article_4_the_lines_lie_as_printed(
    move: str, before: dict[int, str], after: dict[int, str]
) -> None:
    """§4 and the notation: N is the top, columns count from the left, rows from the top."""
    empty = {y: "--........--" if y in (1, 6) else "............" for y in range(1, 7)}
    match = GAME.position("/".join((empty | before).values()) + " j 1 1 - - - -")
    play(match, move)
    assert fields(match).board == "/".join((empty | after).values())


# ------------------------------------------------------------------------------------ §4a to §4e


def test_article_4a_not_on_an_empty_line() -> None:
    """§4a: there must be something on the line, from either end."""
    match = table({"W3": "c1 .. .. .. .. .."})
    for entry in ("W2", "W4", "W5", "E2", "E4", "E5", "N2", "N3", "N4", "N5", "S2", "S5"):
        assert_refused(match, f"{entry}:1", "empty-line", "4a")
    assert entries(match) == {"W3", "E3"}


def test_article_4b_not_through_a_corner() -> None:
    """§4b: rows and columns 1 and 6 can't be entered, even with an opposing tapas at their end."""
    match = start()
    for side in "NESW":
        for number in (1, 6):
            for value in (1, 2, 3, 4):
                assert_refused(match, f"{side}{number}:{value}", "corner", "4b")
    assert {entry[1] for entry in entries(match)} <= set("2345")


def test_article_4c_not_between_two_tapas() -> None:
    """§4c: a gap inside a line is no entry, though an opposing tapas stands beyond it."""
    match = table({"W3": "j1 .. c1 .. .. j1"})
    assert_refused(match, "W3:1", "own-first", "4d")
    assert_refused(match, "E3:1", "own-first", "4d")
    gap = table({"W3": "c1 .. c2 .. .. .."})
    assert [move for move in gap.moves(0) if move[0] in "WE"] == ["E3:1", "W3:1"]
    play(gap, "W3:1")
    assert line(gap, "W3") == "j1 c1 c2 .. .. .."


def test_article_4d_not_behind_your_own() -> None:
    """§4d: the first piece you meet may not be yours, also after a slide; the far end may do."""
    match = table({"W3": ".. .. j1 c1 .. .."})
    assert_refused(match, "W3:1", "own-first", "4d")
    assert_legal(match, "E3:1")
    match = table({"W3": ".. .. j1 c1 .. .."}, "c")
    assert_legal(match, "W3:1")
    assert_refused(match, "E3:1", "own-first", "4d")


def test_article_4e_not_straight_back() -> None:
    """§4e: the line that was just pushed may not be pushed back."""
    for entry, back in (("W3", "E3"), ("E4", "W4"), ("N3", "S3"), ("S4", "N4")):
        match = start()
        assert match.view(None)["table"]["banned"] is None
        play(match, f"{entry}:1")
        assert_refused(match, f"{back}:1", "reverse", "4e")
        assert back not in entries(match)
        assert match.view(None)["table"]["banned"] == back


# -------------------------------------------------------------------------------------- §5 and §5a


def test_article_5_ends_when_all_tapas_are_played() -> None:
    """§5: twenty turns in the base game; nothing can be played afterwards."""
    match = start()
    for played in range(20):
        assert not match.over
        assert match.outcome is None
        assert match.number == played
        play(match, next(iter(match.moves(on_turn(match)))))
    assert match.over
    assert match.awaited == match.actors == ()
    assert match.outcome is not None
    assert (match.outcome.ending, match.outcome.article) == ("played-out", "5")
    for seat in (0, 1):
        assert len(match.moves(seat)) == 0
        assert match.explain(seat, "N3:1").code == "over"


def test_article_5_example_of_ten_against_eight() -> None:
    """§5: Julie wins with 10 points against Pierre's 8, though he took more tapas."""
    match = table({"W3": "j1 .. .. .. .. .."}, "c", j="-", c="1", taken_j="334", taken_c="1111112")
    play(match, "W3:1")
    assert match.standing.scores == (10, 8)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)


def test_article_5_the_last_push_counts() -> None:
    """§5: what falls in the very last turn is counted."""
    match = table({"E3": "j2 .. .. .. .. .."}, "c", j="-", c="4", taken_j="1", taken_c="-")
    play(match, "E3:4")
    assert match.standing.scores == (1, 0)
    match = table({"E3": ".. .. j2 .. .. .."}, "c", j="-", c="4", taken_j="1", taken_c="-")
    play(match, "E3:4")
    assert match.over
    assert match.standing.scores == (1, 2)
    assert match.standing.places == (2, 1)


def test_article_5a_tie_at_eleven_is_decided_by_the_threes() -> None:
    """§5a: 11 each, both with the 4; Pierre has two 3s and Julie one, so Pierre wins."""
    match = table({"W3": "j1 .. .. .. .. .."}, "c", j="-", c="1", taken_j="11234", taken_c="1334")
    play(match, "W3:1")
    assert match.standing.scores == (11, 11)
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert match.standing.places == (2, 1)


# -------------------------------------------------------------------------------------------- §6


@pytest.mark.parametrize(
    ("count", "slots"),
    [
        (2, {(4, 3), (3, 4)}),
        (3, {(5, 2), (2, 3), (4, 5)}),
        (5, {(4, 2), (5, 3), (2, 4), (4, 4), (3, 5)}),
    ],
)
def test_article_6_extras_at_random_on_their_slots(count: int, slots: set[tuple[int, int]]) -> None:
    """§6: as many Extras as the side has slots, drawn and placed at random; the rest as in §3."""
    by_slot: dict[tuple[int, int], set[str]] = {slot: set() for slot in slots}
    for seed in range(120):
        match = GAME.start(options={"extras": count, "first_colour": "j"}, seed=seed)
        rows = match.view(None)["table"]["board"]
        found = {
            (x, y): piece
            for y, row in enumerate(rows, 1)
            for x, piece in enumerate(row, 1)
            if piece in EXTRA_NAMES
        }
        assert set(found) == slots
        for slot, piece in found.items():
            by_slot[slot].add(piece)
        bare = match.position()
        for piece in found.values():
            bare = bare.replace(piece, "..")
        assert bare == START[:-1] + f"extras:{count}"
    assert all(names == EXTRA_NAMES for names in by_slot.values())


def test_article_6_extras_are_pushed_by_all_and_kept_by_the_pusher() -> None:
    """§6: both players may push Extras; who sends one off keeps it, whoever's tapas it touched."""
    for colour, seat in (("j", 0), ("c", 1)):
        match = table({"W3": ".. .. .. .. .. TO"}, colour, j="11", c="11", flags="extras:2")
        events = play(match, "W3:1")
        assert ("extra", seat, {"piece": "TO"}) in [(e.kind, e.seat, e.facts) for e in events]
        assert (fields(match).taken_j, fields(match).taken_c) == (
            ("+TO", "-") if seat == 0 else ("-", "+TO")
        )


def test_article_6_what_the_page_is_told_of_extras() -> None:
    """§6: the Toast, one sauce and two, as the rules count them."""
    assert view.box() == view.TapasBox(toast=5, sauces=["KE", "MA", "WA"], sauce_points=[2, 5])


def test_article_6_toast_is_five_points() -> None:
    """§6: the Toast is worth 5."""
    match = table({"W3": "c1 c1 c1 c1 c1 TO"}, flags="extras:2")
    play(match, "W3:1")
    assert match.standing.scores == (5, 0)


@pytest.mark.parametrize(
    ("held", "falls", "points"),
    [
        ("-", "KE", 2), ("-", "MA", 2), ("-", "WA", 2),
        ("+KE", "MA", 5), ("+KE", "WA", 5), ("+MA", "WA", 5), ("+WA", "KE", 5),
        ("+TOKE", "MA", 10), ("1+TO", "WA", 8),
    ],
)  # fmt: skip
def test_article_6_sauces_two_points_or_five(held: str, falls: str, points: int) -> None:
    """§6: one of Ketchup, Mayonnaise and Wasabi is worth 2, two are worth 5."""
    match = table({"W3": f"c1 .. .. .. c1 {falls}"}, j="4", taken_j=held, flags="extras:5")
    play(match, "W3:4")
    assert match.standing.scores == (points, 0)
    assert not match.over


def test_article_6_three_sauces_win_at_once() -> None:
    """§6: who holds all three wins immediately, far behind in points and with tapas in hand."""
    match = table(
        {"W3": "c1 .. .. .. c1 WA"}, j="1114", c="1", taken_j="+KEMA", taken_c="1111223",
        flags="extras:5",
    )  # fmt: skip
    events = play(match, "W3:4")
    assert match.outcome is not None
    assert (match.outcome.ending, match.outcome.article) == ("three-sauces", "6")
    assert match.outcome.winners == (0,)
    assert match.standing.places == (1, 2)
    assert events[-1].kind == "three-sauces"


def test_article_6_addition_strikes_off_the_tapas_that_fall_with_it() -> None:
    """§6: tapas that leave with the Addition count for nobody; those of other pushes do."""
    match = table({"W3": "c1 c1 j2 AD j3 c2"}, j="13", c="1", taken_c="1", flags="extras:2")
    events = play(match, "W3:3")
    assert line(match, "W3") == ".. .. j3 c1 c1 j2"
    assert (fields(match).taken_j, fields(match).taken_c) == ("+AD", "1")
    assert match.standing.scores == (0, 1)
    assert ("bill", {"count": 2}) in [(event.kind, event.facts) for event in events]
    # The Addition is gone: what falls next counts again.
    play(match, "W3:1")
    assert line(match, "W3") == ".. .. c1 j3 c1 c1"
    assert (fields(match).taken_j, fields(match).taken_c) == ("+AD", "12")


def test_article_6_addition_on_the_board_changes_nothing() -> None:
    """§6: only an Addition that leaves the board strikes off tapas."""
    match = table({"W3": "c1 AD c1 c1 c1 c2"}, flags="extras:2")
    play(match, "W3:1")
    assert line(match, "W3") == "j1 c1 AD c1 c1 c1"
    assert match.standing.scores == (2, 0)


def test_article_6_serviette_plays_again() -> None:
    """§6: who sends the Serviette off plays again at once; the other waits."""
    match = table({"W3": "c1 c1 c1 c1 c1 SE"}, j="12", c="1", flags="extras:2")
    events = play(match, "W3:1")
    assert match.awaited == (0,)
    assert [event.kind for event in events] == ["push", "extra", "replay"]
    assert match.standing.scores == (0, 0)
    play(match, "N5:2")
    assert match.awaited == (1,)


def test_article_6_serviette_on_the_board_does_not_play_again() -> None:
    """§6: only a Serviette that falls gives another turn."""
    match = table({"W3": "SE c1 c1 c1 c1 c1"}, j="12", c="1", flags="extras:2")
    play(match, "W3:1")
    assert match.awaited == (1,)
    assert match.standing.scores == (1, 0)


# -------------------------------------------------------------------------------------------- §7


def test_article_7_only_from_the_side_that_faces_you() -> None:
    """§7: only lines of your own side are open; the other three sides are refused."""
    match = start(burning_head=True)
    assert fields(match).flags == "faces:S"
    assert entries(match) == {"S2", "S4"}
    for entry in ("N3", "N5", "E2", "E4", "W3", "W5"):
        assert_refused(match, f"{entry}:1", "wrong-side", "7")
    play(match, "S2:1")
    assert entries(match) <= {"N2", "N3", "N4", "N5"}
    assert_refused(match, "S3:1", "wrong-side", "7")


def test_article_7_the_board_turns_before_each_turn_of_the_first_player_only() -> None:
    """§7: a quarter turn clockwise before every turn of the first player, none for the second."""
    match = start(burning_head=True)
    faced = []
    for _ in range(9):
        seats = match.view(None)["table"]["seats"]
        faced.append((on_turn(match), seats[0]["side"], seats[1]["side"]))
        assert {entry[0] for entry in entries(match)} == {seats[on_turn(match)]["side"]}
        play(match, next(iter(match.moves(on_turn(match)))))
    assert faced == [
        (0, "S", "N"), (1, "S", "N"),
        (0, "E", "W"), (1, "E", "W"),
        (0, "N", "S"), (1, "N", "S"),
        (0, "W", "E"), (1, "W", "E"),
        (0, "S", "N"),
    ]  # fmt: skip


def test_article_7_turns_on_until_something_can_be_placed() -> None:
    """§7: who can't place a tapas turns the board on, clockwise, until he can."""
    match = table({"W3": "j1 .. .. .. .. j1", "E5": "c1 .. .. .. .. .."}, "c", flags="faces:E")
    events = play(match, "W3:1")
    # Before seat 0 now: the north, with only an own tapas on it; then the west, with two entries.
    assert fields(match).flags == "faces:W"
    assert entries(match) == {"W3", "W5"}
    assert ("board-turned", {"side": "W"}) in [(event.kind, event.facts) for event in events]


def test_article_7_no_pass_while_another_side_is_open() -> None:
    """§7: a position that leaves a stuck player's board unturned is refused, or turned; no pass."""
    # Seat 0 faces the north, where nothing stands on a column; in the west it could push.
    text = "--........--/............/c1........../............/............/--........--"
    try:
        match = GAME.position(f"{text} j 1 1 - - - faces:N")
    except echappee.BadPosition:
        return
    assert "pass" not in match.moves(0)


def test_article_7_mixes_with_red_mojo() -> None:
    """§7 and §6 can be played together."""
    match = start(burning_head=True, extras=5)
    assert fields(match).flags == "extras:5,faces:S"
    assert {entry[0] for entry in entries(match)} == {"S"}
