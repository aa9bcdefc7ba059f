"""Reviews: moves judged by what their seat could know, fairly, and proved where they can be."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from echappee.bots import decisions as d
from echappee.bots import reasons as why
from echappee.bots import review as reviewing
from echappee.bots.chair import Chair, next_action
from echappee.bots.nets.guided_tree import GuidedTree
from echappee.bots.nets.net_bot import NetBot, wishes_of
from echappee.bots.nets.own_nets import own_net
from echappee.bots.review import (
    Judged,
    decisions,
    in_order,
    judge,
    review,
    worst,
)
from echappee.bots.simple import GREEDY_BOT
from echappee.bots.tree import Considered, Tree
from echappee.errors import UsageError
from echappee.games import game_ids, rulebook
from echappee.match.game import Game
from echappee.match.match import Match
from echappee.rulebook.remarks import Trait
from echappee.rulebook.turn_order import WAIT
from tests.bots.helpers import matches
from tests.generic.cases import Case, finished, imagined

FEW = 16
GAMES = game_ids()
TAPAS = Case("tapas", 2)


def _tree(match: Match, seat: int, guided: bool = False) -> Tree:
    rules, net = match.rulebook, own_net(match.rulebook)
    outlook = rules.outlook
    if guided:
        assert net is not None
        tree: Tree = GuidedTree(rules, 4096, net)
        outlook = outlook.guided()
    else:
        tree = Tree(rules, 4096)
    tree.begin(Chair(match, seat, 1), outlook, 1)
    return tree


def _kinds(game: str) -> list[bool]:
    return [False, True] if own_net(rulebook(game)) is not None else [False]


def _some(game: str) -> tuple[Match, int]:
    """A position on the way in which a seat has a choice."""
    for match in matches(game, seed=3, every=1, moves=60):
        seat = match.awaited[0]
        if match.number > 4 and len(match.moves(seat)) > 2:
            return match, seat
    raise AssertionError(game)


# ----------------------------------------------------------------------------- a move to begin with


@pytest.mark.parametrize("game", GAMES)
def test_a_search_can_be_made_to_begin_with_a_move(game: str) -> None:
    match, seat = _some(game)
    first, *_, last = match.moves(seat).codes()
    for guided in _kinds(game):
        trees = [_tree(match, seat, guided) for _ in range(3)]
        whole = trees[0].follow(last, 24, seed=5)
        assert whole.shape == (24,)
        assert np.flatnonzero(trees[0]._tally[:, 0]).tolist() == [last]
        assert 0 <= whole.min() <= whole.max() <= 1
        assert trees[0]._used[d.START] < 0  # the move is no decision of the tree
        parts = [trees[1].follow(last, 10, seed=5), trees[1].follow(last, 14, seed=5, skip=10)]
        assert np.concatenate(parts).tolist() == whole.tolist()
        trees[2].follow(first, 8, seed=5)
        trees[2].run(40)  # then it chooses for itself again


@pytest.mark.parametrize("game", GAMES)
def test_a_search_begun_anew_knows_nothing_of_the_move_before(game: str) -> None:
    match, seat = _some(game)
    for guided in _kinds(game):
        one, other = _tree(match, seat, guided), _tree(match, seat, guided)
        one.follow(match.moves(seat).codes()[0], 8, seed=5)
        one.forget()
        outlook = match.rulebook.outlook.guided() if guided else match.rulebook.outlook
        one.begin(Chair(match, seat, 1), outlook, 1)
        for tree in (one, other):
            tree.run(60)
        assert one.considered() == other.considered()


def test_a_search_can_begin_with_waiting() -> None:
    for match in matches("tape-letape", seed=3, every=1, moves=200):
        waiting = [seat for seat in match.offered if match.moves(seat)]
        if waiting:
            tree = _tree(match, waiting[0])
            assert tree.follow(WAIT, 6, seed=1).shape == (6,)
            assert tree._tally[-1, 0] == 6
            return
    pytest.fail("nobody was asked out of turn")


# ----------------------------------------------------------------------------------- judging a move


def _reasons(match: Match, seat: int, codes: list[int]) -> object:
    return why.reasons(Chair(match, seat, 5), codes[0], codes[-1])


def _compared(match: Match, seat: int, codes: list[int]) -> object:
    chair = Chair(match, seat, 5)
    trees = [reviewing._tree(chair, FEW) for _ in range(2)]
    return [
        tree.follow(one, FEW, 5).tolist()
        for tree, one in zip(trees, (codes[0], codes[-1]), strict=True)
    ]


def _line(match: Match, seat: int, codes: list[int]) -> object:
    return reviewing._line(match, seat, match.moves(seat)[0], FEW, 5)


@pytest.mark.parametrize("game", GAMES)
def test_another_world_behind_the_same_view_is_the_same_judgement(game: str) -> None:
    """The seat is judged by what it could see, and so are its better move, line and reasons."""
    differed = 0
    for match in matches(game, seed=3, every=7, moves=70):
        for seat in match.actors:
            texts = match.moves(seat).texts()
            if len(texts) < 2:
                continue
            other = imagined(match, match.worlds(seat, 1, seed=77)[0])
            differed += other.position() != match.position()
            for played in (texts[0], texts[-1]):
                found = reviewing._judge_at(match, seat, played, FEW, 5)
                assert found == reviewing._judge_at(other, seat, played, FEW, 5)
            codes = match.moves(seat).codes()
            for told in (_reasons, _compared, _line):
                assert told(match, seat, codes) == told(other, seat, codes)
    assert differed > 0 or not rulebook(game).hidden


@pytest.mark.parametrize("game", GAMES)
def test_a_marked_move_cost_chances_beyond_doubt(game: str) -> None:
    for match in matches(game, seed=4, every=5, moves=70):
        seat = match.awaited[0]
        for text in match.moves(seat).texts()[:2]:
            found = reviewing._judge_at(match, seat, text, FEW, 1)
            assert (found.number, found.seat, found.played) == (match.number, seat, text)
            if found.grade is None:
                assert (found.best, found.loss, found.reasons) == (text, 0.0, ())
                continue
            assert found.loss >= 0.05
            assert found.grade == reviewing._grade_of(found.loss)
            assert found.best != text
            assert found.line[0] == found.best == found.choices[0].text
            assert len(found.line) <= 3
            assert found.proved or {one.text for one in found.choices} >= set(match.moves(seat))
            assert text in [one.text for one in found.choices]
            wins = {one.text: one.wins for one in found.choices}
            assert max(wins.values()) == wins[found.best]
            assert wins[found.best] - wins[text] == pytest.approx(found.loss, abs=2e-4)
            assert all(0 <= one <= 1 for one in wins.values())
            assert len(found.reasons) <= 2
            assert all(reason.en and reason.fr for reason in found.reasons)


def test_a_move_that_was_hardly_looked_at_is_no_answer() -> None:
    """Luck in one simulation makes it look good; the search did not care to look again."""
    match = Game(rulebook("tapas")).start(2, {}, 1)
    chair = Chair(match, match.awaited[0], 1)
    best, played, near, lucky, *unseen = chair.moves.codes()
    found = [
        Considered(best, 1000, 0.6, 0.6, 0.0), Considered(near, 300, 0.59, 0.59, 0.0),
        Considered(played, 200, 0.4, 0.4, 0.0), Considered(lucky, 1, 1.0, 1.0, 0.0),
    ]  # fmt: skip
    choices = reviewing._choices(chair, found, {best: 0.7, played: 0.5})
    wins = {
        chair.moves.codes()[chair.moves.texts().index(str(one.text))]: one.wins for one in choices
    }
    assert list(wins)[:2] == [best, near]
    assert wins == pytest.approx(
        {best: 0.7, near: 0.69, played: 0.5, lucky: 0.65} | dict.fromkeys(unseen, 0.65)
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_line_can_be_played(game: str) -> None:
    """It goes on while the seat is on turn and nothing is drawn, and stops at three moves."""
    lengths = set()
    for match in matches(game, seed=4, every=3, moves=70):
        seat = match.awaited[0]
        line = reviewing._line(match, seat, match.moves(seat)[-1], FEW, 1)
        twin = match.branch(seat, 1)
        for text in line:
            assert text is not None
            assert seat in twin.awaited
            twin.play(seat, text)
        lengths.add(len(line))
    assert max(lengths) <= 3
    assert lengths != {1} or game == "tapas"


def _best_result(match: Match, seat: int) -> float:
    """What a seat gets from here with best play of both: 1, one half or 0."""
    if match.over:
        leaders = match.standing.leaders
        return (seat in leaders) / len(leaders)
    turn = match.awaited[0]
    found = []
    for text in match.moves(turn):
        after = match.copy()
        after.play(turn, text)
        found.append(_best_result(after, seat))
    return max(found) if turn == seat else min(found)


def test_what_can_be_solved_is_proved() -> None:
    """Every judgement near the end is what trying all ways to play on says."""
    marked = 0
    for seed in range(3, 11):
        whole = finished(TAPAS, seed)
        for number in range(whole.number - 3, whole.number):
            then, entry = whole.at(number), whole.entries[number]
            if len(then.moves(entry.seat)) < 2:
                continue
            found = judge(whole, number, 1)
            assert found.proved
            after = whole.at(number + 1)
            true = _best_result(then, entry.seat) - _best_result(after, entry.seat)
            assert found.loss == true
            assert (found.grade is not None) == (true > 0)
            if found.grade is not None:
                marked += 1
                played = then.copy()
                for text in found.line:
                    assert text is not None
                    played.play(played.awaited[0], text)
                assert 1 <= len(found.line) <= 3
                assert _best_result(played, entry.seat) == _best_result(then, entry.seat)
    assert marked > 0


def test_a_good_move_is_fine_and_a_bad_one_is_not() -> None:
    """The best of all moves, found with more thought, and the worst."""
    match = Game(rulebook("tapas")).start(2, {"first_colour": "j"}, seed=1)
    for _ in range(4):
        match.play(match.awaited[0], match.moves(match.awaited[0])[0])
    advice = match.copy()
    seat = match.awaited[0]
    told = {text: reviewing._judge_at(advice, seat, text, 400, 1) for text in match.moves(seat)}
    assert any(one.grade is None for one in told.values())
    assert any(one.grade is not None for one in told.values())


@pytest.mark.parametrize(
    ("loss", "grade"),
    [
        (0.0, None),
        (0.0499, None),
        (0.05, "slip"),
        (0.1, "mistake"),
        (0.2, "blunder"),
        (1, "blunder"),
    ],
)
def test_grades(loss: float, grade: str | None) -> None:
    assert reviewing._grade_of(loss) == grade


# -------------------------------------------------------------------------------------- whole games


@pytest.mark.parametrize("game", GAMES)
def test_decisions_are_choices_that_were_made(game: str) -> None:
    whole = finished(Case(game, max(2, rulebook(game).players[0])), 5)
    waited = 0
    for seat in range(whole.players):
        found = decisions(whole, seat)
        assert list(found) == sorted(set(found))
        assert sorted(in_order(whole, seat)) == list(found)
        for number, entry in enumerate(whole.entries):
            then = whole.at(number)
            if entry.seat == seat:
                choice = len(then.moves(seat)) > 1 or seat not in then.awaited
                assert (number in found) == choice
            elif number in found:
                assert seat in then.offered
                waited += 1
    assert waited == 0 or not rulebook(game).simultaneous


def test_what_was_taken_back_is_not_judged() -> None:
    match = Game(rulebook("tapas")).start(2, {"first_colour": "j"}, seed=1)
    first, second, *_ = match.moves(0)
    match.play(0, first)
    match.undo(0)
    match.play(0, second)
    match.play(1, match.moves(1)[0])
    assert decisions(match, 0) == (2,)
    assert decisions(match, 1) == (3,)
    assert judge(match, 2, FEW).played == second
    with pytest.raises(UsageError):
        judge(match, 1, FEW)


class _Patient:
    """Plays as the game's policy does, but never out of turn."""

    name = "patient"

    def choose(self, chair: Chair) -> str | None:
        return None if chair.out_of_turn else GREEDY_BOT.choose(chair)


def test_a_move_out_of_turn_that_was_let_pass_is_judged() -> None:
    """Where a first look would have played it, whoever did not has waited."""
    match = Game(rulebook("tape-letape")).start(3, seed=5)
    bots = dict.fromkeys(range(3), _Patient())
    while (found := next_action(match, bots)) is not None:
        match.play(*found)
    waits = [
        (number, seat)
        for seat in range(3)
        for number in decisions(match, seat)
        if match.entries[number].seat != seat
    ]
    assert waits
    for number, seat in waits[:4]:
        assert seat in match.at(number).offered
        judged = judge(match, number, FEW, seat=seat)
        assert (judged.number, judged.seat, judged.played) == (number, seat, None)
        assert judged.grade is None or judged.best is not None


def test_who_had_no_say_is_not_judged() -> None:
    match = Game(rulebook("tapas")).start(2, {"first_colour": "j"}, seed=1)
    match.play(0, match.moves(0)[0])
    with pytest.raises(UsageError, match="no move to judge"):
        judge(match, 0, FEW, seat=1)
    with pytest.raises(UsageError, match="no move to judge"):
        judge(Game(rulebook("tapas")).start(2, seed=1), 0, FEW)


def test_what_surprises_comes_first() -> None:
    """In a game by the net's own choices but for one move, that move is judged first."""
    rules = rulebook("tapas")
    bot, match = NetBot("net", own_net), Game(rules).start(2, {"first_colour": "j"}, seed=1)
    odd = 0
    while not match.over:
        seat = match.awaited[0]
        text = bot.choose(Chair(match, seat))
        assert text is not None
        if match.number == 6:
            odd, text = match.number, _least_liked(match, seat)
        match.play(seat, text)
    assert in_order(match, match.entries[odd].seat)[0] == odd


def _least_liked(match: Match, seat: int) -> str:
    net = own_net(match.rulebook)
    assert net is not None
    chair = Chair(match, seat)
    return chair.moves[int(wishes_of(net, chair, chair.moves.codes()).argmin())]


def test_a_review_judges_every_decision_and_the_same_again() -> None:
    whole = finished(TAPAS, 8)
    for seat in range(2):
        found = list(review(whole, seat, FEW, seed=3))
        assert tuple(one.number for one in found) == in_order(whole, seat)
        assert found == [judge(whole, one.number, FEW, 3) for one in found]
        assert {one.seat for one in found} == {seat}


def test_the_worst_moments_are_those_that_cost_most() -> None:
    def of(number: int, loss: float) -> Judged:
        return Judged(number, 0, "a", "b", loss=loss, grade=reviewing._grade_of(loss))

    judged = [of(1, 0.06), of(2, 0.3), of(3, 0.0), of(5, 0.12), of(4, 0.12)]
    assert [one.number for one in worst(judged)] == [2, 4, 5]
    assert [one.number for one in worst(judged, 1)] == [2]
    assert worst([of(3, 0.0)]) == []


@pytest.mark.parametrize("game", GAMES)
def test_how_often_a_decision_is_played_on_goes_by_the_game(game: str) -> None:
    assert reviewing._usual_simulations(rulebook(game)) > 100


def test_nothing_is_judged_by_interpreted_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = finished(TAPAS, 8)
    monkeypatch.setitem(whole.rulebook.__dict__, "functions", whole.rulebook.interpreted)
    with pytest.raises(UsageError) as refused:
        judge(whole, 0, FEW)
    assert refused.value.code == "advice-later"


# ------------------------------------------------------------------------------------------ reasons


def _row(*values: int) -> Any:
    return np.array(values, np.int64)


MANY = Trait("many")


def test_a_trait_speaks_for_the_better_move_alone() -> None:
    high, low = np.full(32, 5), np.full(32, 2)
    assert why._weight(MANY, high, low) > 0
    assert why._weight(MANY, low, high) == 0
    fewer = msgspec.structs.replace(MANY, more=False)
    assert why._weight(fewer, high, low) == 0
    assert why._weight(fewer, low, high) > 0


def test_a_trait_that_differs_by_accident_says_nothing() -> None:
    dice = np.random.default_rng(1)
    noisy = dice.integers(0, 40, 64)
    assert why._weight(MANY, noisy, noisy[::-1].copy()) == 0
    assert why._weight(MANY, noisy, noisy) == 0
    assert why._weight(MANY, noisy + 1, noisy) == 0  # clear, but next to nothing beside its spread
    assert why._weight(MANY, noisy + 30, noisy) > 0
    assert why._weight(MANY, np.full(8, 5), np.full(8, 2)) == 0  # too few worlds to say so


def test_figures_are_said_as_people_say_them() -> None:
    assert (why._figure(_row(3, 3), _row(1, 1)), why._figure(_row(1, 1), _row(3, 3))) == (3, 1)
    assert (why._figure(_row(3, 4), _row(1, 1)), why._figure(_row(1, 1), _row(3, 4))) == (4, 1)
    assert (why._figure(_row(3, 4), _row(3, 3)), why._figure(_row(3, 3), _row(3, 4))) == (3.5, 3)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_reasons_for_some_moves(game: str) -> None:
    said = set()
    for match in matches(game, seed=4, every=3, moves=70):
        seat = match.awaited[0]
        codes = match.moves(seat).codes()
        if len(codes) > 1:
            chair = Chair(match, seat, 1)
            for a, b in ((codes[0], codes[-1]), (codes[-1], codes[0])):
                found = why.reasons(chair, a, b)
                assert found == why.reasons(chair, a, b)
                said |= {one.en for one in found}
    assert len(said) > 1
