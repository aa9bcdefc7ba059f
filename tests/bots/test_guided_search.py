"""The search that a net guides: fair, deterministic, and led by what the net says."""

from __future__ import annotations

import pickle
from pathlib import Path

import msgspec
import numpy as np
import pytest

import echappee
from echappee.bots import decisions
from echappee.bots.chair import Chair
from echappee.bots.nets import guided_search as kernel
from echappee.bots.nets.guided_tree import GuidedTree
from echappee.bots.nets.net import Net, net_bytes
from echappee.bots.nets.net_bot import NetBot
from echappee.bots.registry import bot, load_file
from echappee.bots.search_bot import ThinkingBot
from echappee.errors import UsageError
from echappee.games import game_ids, rulebook
from echappee.match.match import Match
from echappee.rulebook.outlook import Effort, Outlook
from echappee.rulebook.rulebook import new_chance
from echappee.rulebook.turn_order import WAIT
from tests.bots.helpers import matches
from tests.bots.test_nets import a_net
from tests.generic.cases import imagined
from tests.left_alone import left_alone

GAMES = game_ids()
SMALL = Effort(simulations=40)


def changed(net: Net, **weights: float) -> Net:
    """The same net with all of some weights set to a number."""
    filled = {name: np.full_like(net.weights[name], number) for name, number in weights.items()}
    return msgspec.structs.replace(net, weights={**net.weights, **filled})


def knows_nothing(game: str) -> Net:
    """A net that finds all moves and all seats alike."""
    return changed(a_net(game), policy=0, policy_bias=0, value=0, value_bias=0)


def likes(net: Net, action: int, much: float = 20.0) -> Net:
    """The same net with a preference."""
    bias = net.weights["policy_bias"].copy()
    bias[action] += much
    return msgspec.structs.replace(net, weights={**net.weights, "policy_bias": bias})


def tree_of(match: Match, net: Net, outlook: Outlook | None = None) -> GuidedTree:
    tree = GuidedTree(match.rulebook, 4096, net)
    tree.begin(
        Chair(match, match.awaited[0], seed=1), outlook or match.rulebook.outlook.guided(), 1
    )
    return tree


@pytest.mark.parametrize("game", GAMES)
def test_another_world_behind_the_same_view_is_the_same_choice(game: str) -> None:
    net, differed, waited = a_net(game), 0, 0
    for match in matches(game, seed=3, every=5, moves=60):
        for seat in match.actors:
            if not match.moves(seat):
                continue
            other = imagined(match, match.worlds(seat, 1, seed=77)[0])
            differed += other.position() != match.position()
            one, two = (
                ThinkingBot("a", SMALL, net=net).choose(Chair(m, seat, seed=5))
                for m in (match, other)
            )
            assert one == two
            waited += one is None
            assert one in match.moves(seat) if one is not None else seat not in match.awaited
    assert differed > 0 or not rulebook(game).hidden


@pytest.mark.parametrize("game", GAMES)
def test_what_a_tree_tells_is_consistent(game: str) -> None:
    match = next(matches(game, seed=1, every=1, moves=1))
    found = []
    for _ in range(2):
        tree = tree_of(match, a_net(game))
        tree.run(150)
        found.append(tree.considered())
    assert [(c.move, c.visits, c.worth) for c in found[0]] == [
        (c.move, c.visits, c.worth) for c in found[1]
    ]
    assert sum(c.visits for c in found[0]) == 150
    assert all(0 <= c.worth <= 1 and c.wins == c.worth for c in found[0])
    visits = [c.visits for c in found[0]]
    assert visits == sorted(visits, reverse=True)
    assert {c.move for c in found[0]} <= set(match.moves(match.awaited[0]).codes())


@pytest.mark.parametrize("game", GAMES)
def test_a_net_without_a_preference_looks_at_every_move(game: str) -> None:
    match = next(matches(game, seed=2, every=1, moves=1))
    codes = match.moves(match.awaited[0]).codes()
    tree = tree_of(match, knows_nothing(game))
    tree.run(10 * len(codes))
    assert {c.move for c in tree.considered()} == set(codes)


@pytest.mark.parametrize("game", GAMES)
def test_it_looks_first_where_the_net_would_go(game: str) -> None:
    match = next(matches(game, seed=2, every=1, moves=1))
    codes = list(match.moves(match.awaited[0]).codes())
    for code in (codes[0], codes[-1]):
        tree = tree_of(match, likes(knows_nothing(game), code))
        tree.run(20)
        assert [(c.move, c.visits) for c in tree.considered()] == [(code, 20)]


def test_the_others_do_what_the_net_would_do_in_their_place() -> None:
    """In Tapas, where nothing is hidden, their answers are in the tree."""
    match = echappee.game("tapas").start(2, seed=1)
    mine = match.awaited[0]
    after = match.copy()
    after.play(mine, after.moves(mine)[0])
    before = match.moves(mine).codes()
    answer = next(code for code in after.moves(after.awaited[0]).codes() if code not in before)
    tree = tree_of(match, likes(likes(knows_nothing("tapas"), before[0]), answer, 60.0))
    tree.run(30)
    tree.begin(Chair(after, after.awaited[0], 1), match.rulebook.outlook.guided(), 1)
    tree.run(1)
    found = tree.considered()
    assert found[0].move == answer
    assert found[0].visits > 20


def test_what_the_net_gives_each_seat_is_what_a_leaf_is_worth() -> None:
    """To whoever decides: the first chance is that of the one asked, the second his rival's."""
    match = echappee.game("tapas").start(2, seed=1)
    net = knows_nothing("tapas")
    bias = np.array([2.0, -2.0], np.float32)  # who is to move wins
    sure = msgspec.structs.replace(net, weights={**net.weights, "value_bias": bias})
    moves = len(match.moves(match.awaited[0]))
    tree = tree_of(match, sure)
    tree.run(moves)
    mine = match.awaited[0]
    for c in tree.considered():
        after = match.copy()
        after.play(mine, after.moves(mine)[after.moves(mine).codes().index(c.move)])
        told = 2.0 if after.awaited[0] == mine else -2.0
        assert c.worth == pytest.approx(1 / (1 + np.exp(-told)), abs=1e-3)


def test_a_win_at_hand_is_taken() -> None:
    """The net knows nothing; that the game is won there, the rules say."""
    wins = 0
    for seed in range(30):
        match = echappee.game("tapas").start(2, {"extras": 5}, seed=seed)
        dice = np.random.default_rng(seed)
        while not match.over:
            seat = match.awaited[0]
            listed = match.moves(seat)
            won = {text for text in listed if _wins(match, seat, text)}
            if won:
                thinker = ThinkingBot("a", Effort(simulations=400), net=knows_nothing("tapas"))
                assert thinker.choose(Chair(match, seat, 1)) in won
                wins += 1
                break
            match.play(seat, listed[int(dice.integers(len(listed)))])
    assert wins > 3


def _wins(match: Match, seat: int, text: str) -> bool:
    after = match.copy()
    after.play(seat, text)
    return after.over and after.standing.places[seat] == 1


@pytest.mark.parametrize("game", GAMES)
def test_playing_on_can_have_a_part_in_it(game: str) -> None:
    """All of it: then a net that is sure of itself is not heard."""
    match = next(matches(game, seed=1, every=1, moves=1))
    fooled = changed(knows_nothing(game), value_bias=20)
    for playouts, sure in ((0.0, True), (1.0, False)):
        outlook = msgspec.structs.replace(match.rulebook.outlook.guided(), playouts=playouts)
        tree = tree_of(match, fooled, outlook)
        tree.run(60)
        assert all(c.worth > 0.999 for c in tree.considered()) == sure


def test_shares_are_drawn_as_they_are() -> None:
    chance = new_chance()
    chance[:] = (1, 2, 3, 4)
    shares = np.array([0.5, 0.0, 0.125, 0.375, 9.0], np.float32)
    drawn = rulebook("tapas").interpreted.kernel(kernel._drawn)
    counts = np.bincount([drawn(shares, 4, chance) for _ in range(4000)], minlength=4) / 4000
    np.testing.assert_allclose(counts, shares[:4], atol=0.03)
    assert counts[1] == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_full_tree_goes_on_without_growing(game: str) -> None:
    match = next(matches(game, seed=1, every=1, moves=1))
    tree = GuidedTree(match.rulebook, 64, knows_nothing(game))
    outlook = match.rulebook.outlook.guided()
    tree.begin(Chair(match, match.awaited[0], 1), outlook, 1)
    tree.run(400)
    assert tree._used[decisions.NODES] <= 48
    assert tree._used[decisions.EDGES] <= tree._edges.size
    assert sum(c.visits for c in tree.considered()) == 400
    tree.begin(Chair(match, match.awaited[0], 1), outlook, 1)
    tree.run(10)
    assert sum(c.visits for c in tree.considered()) == 10, "begun anew"


def test_a_single_move_needs_no_net() -> None:
    """It is found out how good the position is all the same."""
    seen = 0
    for match in matches("tape-letape", seed=1, every=1, moves=200):
        seat = match.awaited[0]
        if len(match.moves(seat)) == 1 and not match.offered:
            tree = tree_of(match, a_net("tape-letape"))
            tree.run(30)
            (only,) = tree.considered()
            assert (only.move, only.visits) == (match.moves(seat).codes()[0], 30)
            seen += 1
    assert seen > 0


def test_it_may_wait_where_it_is_asked_out_of_turn() -> None:
    wait = rulebook("tape-letape").move_codes
    for much, waits in ((60.0, True), (-60.0, False)):
        thinker = ThinkingBot(
            "a", Effort(simulations=40), net=likes(knows_nothing("tape-letape"), wait, much)
        )
        asked = 0
        for match in matches("tape-letape", seed=4, every=1, moves=60):
            for seat in match.offered:
                asked += 1
                found = thinker.consider(Chair(match, seat, 1))
                assert (found[0].move == WAIT) == waits
        assert asked > 3


@pytest.mark.parametrize("game", [g for g in GAMES if rulebook(g).hidden])
def test_without_rivals_in_the_tree_they_are_drawn_each_time(game: str) -> None:
    match = next(matches(game, seed=2, every=1, moves=1))
    sizes = []
    for rivals in (True, False):
        outlook = msgspec.structs.replace(match.rulebook.outlook.guided(), rivals=rivals)
        tree = tree_of(match, knows_nothing(game), outlook)
        tree.run(200)
        sizes.append(int(tree._used[decisions.NODES]))
    assert sizes[1] <= 201 < sizes[0]


def test_a_net_of_another_game_is_refused() -> None:
    match = echappee.game("tapas").start(2, seed=1)
    with pytest.raises(UsageError) as refused:
        ThinkingBot("a", SMALL, net=a_net("flamme-rouge")).choose(Chair(match, match.awaited[0]))
    assert refused.value.code == "net-game"


def test_a_file_brings_a_bot_that_thinks_ahead(
    tmp_path: Path,
) -> None:
    path = tmp_path / "learner.net"
    path.write_bytes(net_bytes(a_net("tapas")))
    assert load_file(path) == ("learner", "learner-ahead")
    ahead = bot("learner-ahead")
    assert isinstance(ahead, ThinkingBot)
    again = pickle.loads(pickle.dumps(ahead.fresh()))
    assert (again.name, again.net(rulebook("tapas")).game) == ("learner-ahead", "tapas")
    match = echappee.game("tapas").start(2, seed=1)
    assert ahead.effort(match.rulebook) == match.rulebook.outlook.levels[-1]
    for same in (ahead.fresh(0.005), ahead.fresh(0.005)):
        assert same.choose(Chair(match, match.awaited[0], 3)) in match.moves(match.awaited[0])


@pytest.mark.parametrize("game", GAMES)
def test_while_the_rules_are_interpreted_it_plays_what_the_net_likes_best(game: str) -> None:
    """To search there would take far too long; slips are its level's own."""
    rules, net = rulebook(game), a_net(game)
    thinker, silent = ThinkingBot("a", SMALL, net=net), NetBot("b", net)
    assert thinker.outlook(rules) == rules.outlook.guided()
    seen = list(matches(game, seed=6, every=7, moves=50))
    with left_alone(rules):
        rules.borrow()
        assert thinker.outlook(rules) == rules.outlook
        for match in seen:
            chair = Chair(match, match.awaited[0], seed=1)
            assert thinker.choose(chair) == silent.choose(chair)


@pytest.mark.parametrize("game", GAMES)
def test_without_a_simulation_the_net_chooses_and_doubt_lets_it_choose_worse(game: str) -> None:
    net, differed = a_net(game), 0
    sure, unsure, blind = (
        ThinkingBot("a", Effort(simulations=0, doubt=doubt, overlook=overlook), net=net)
        for doubt, overlook in ((0.0, 0.0), (50.0, 0.0), (0.0, 1.0))
    )
    for match in matches(game, seed=8, every=6, moves=50):
        chair = Chair(match, match.awaited[0], seed=2)
        listed = match.moves(chair.seat)
        best = NetBot("b", net).choose(chair)
        assert sure.choose(chair) == best
        others = {unsure.choose(Chair(match, chair.seat, seed)) for seed in range(12)}
        assert others <= set(listed)
        differed += bool(others - {best})
        assert blind.choose(chair) in listed
    assert differed
