"""The search: fair, deterministic, and a better player than the policy it starts from."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from echappee.bots import decisions, playouts
from echappee.bots.chair import Bot, Chair
from echappee.bots.registry import bot, bot_names
from echappee.bots.search_bot import ThinkingBot
from echappee.bots.tree import Tree, merge, think
from echappee.games import game_ids, rulebook
from echappee.lab.arena import arena
from echappee.match.game import Game
from echappee.match.match import Match
from echappee.rulebook.outlook import Effort, Outlook
from echappee.rulebook.turn_order import WAIT
from tests.bots.helpers import QUICK, matches
from tests.generic.cases import imagined


def _quick(name: str) -> Bot:
    found = bot(name)
    return found.fresh(0.002) if isinstance(found, ThinkingBot) else found


def _elsewhere(match: Match, seat: int) -> Match:
    """The same game as far as ``seat`` can see, all else drawn anew."""
    return imagined(match, match.worlds(seat, 1, seed=77)[0])


@pytest.mark.parametrize("game_id", game_ids())
def test_every_bot_decides_by_what_its_seat_can_see(game_id: str) -> None:
    """Another world behind the same view leads to the same choice, for every bot."""
    differed = 0
    for match in matches(game_id, seed=3, every=11, moves=60):
        for seat in match.actors:
            if not match.moves(seat):
                continue
            other = _elsewhere(match, seat)
            differed += other.position() != match.position()
            for name in bot_names():
                one = _quick(name).choose(Chair(match, seat, seed=5))
                assert one == _quick(name).choose(Chair(other, seat, seed=5)), (name, seat)
    assert differed > 0 or not rulebook(game_id).hidden


def test_who_overlooks_moves_misses_the_best_as_easily_as_any_other() -> None:
    match = Game(rulebook("tapas")).start(2, seed=1)
    seat = match.awaited[0]
    choices = [
        ThinkingBot("a", Effort(simulations=60, overlook=overlook)).choose(Chair(match, seat, seed))
        for seed in range(24)
        for overlook in (0.0, 0.9)
    ]
    missed = sum(a != b for a, b in zip(choices[::2], choices[1::2], strict=True))
    assert missed > 12


@pytest.mark.parametrize("game_id", [g for g in game_ids() if rulebook(g).hidden])
def test_decisions_with_other_moves_are_other_decisions(game_id: str) -> None:
    """Features may leave out what only the moves show; a tree must not mix the two up."""
    rules = rulebook(game_id)
    match = Game(rules).start(rules.player_counts()[-1], seed=9)
    seat = match.awaited[0]
    tree = Tree(rules, 64)
    tree.begin(Chair(match, seat, seed=1), rules.outlook, 1)
    key = rules.interpreted.kernel(decisions.decision_key)

    def of(moves: list[int]) -> int:
        buffer = np.array(moves, np.int32)
        state = tree._states[decisions.ROOT]
        return int(
            key(state, tree._raw, seat, 0, buffer, len(moves), tree._frame, tree._features,
                tree._words)
        )  # fmt: skip

    assert of([1, 2, 3]) == of([1, 2, 3])
    assert len({of([1, 2, 3]), of([1, 2, 4]), of([1, 2]), of([3])}) == 4


@pytest.mark.parametrize("game_id", game_ids())
def test_a_choice_is_legal_and_the_same_for_the_same_seed(game_id: str) -> None:
    for match in matches(game_id, seed=4, every=9, moves=45):
        for seat in match.actors:
            moves = match.moves(seat)
            if not moves:
                continue
            chosen = ThinkingBot("a", QUICK).choose(Chair(match, seat, seed=1))
            assert chosen == ThinkingBot("b", QUICK).choose(Chair(match, seat, seed=1))
            assert chosen in moves if chosen is not None else seat not in match.awaited


def _trees(match: Match, count: int) -> list[Tree]:
    chair = Chair(match, match.awaited[0], seed=1)
    trees = [Tree(match.rulebook, 4096) for _ in range(count)]
    for number, tree in enumerate(trees):
        tree.begin(chair, match.rulebook.outlook, number)
    return trees


def test_the_result_does_not_depend_on_the_number_of_threads() -> None:
    match = Game(rulebook("tapas")).start(2, seed=1)
    one = think(_trees(match, 4), 800, None, threads=1)
    assert one == think(_trees(match, 4), 800, None, threads=2)
    assert sum(c.visits for c in one) == 800


def test_findings_of_several_trees_add_up() -> None:
    match = Game(rulebook("tapas")).start(2, seed=1)
    reports = []
    for tree in _trees(match, 2):
        tree.run(300)
        reports.append(tree.considered())
    together = merge(reports)
    for found in together:
        parts = [c for report in reports for c in report if c.move == found.move]
        assert found.visits == sum(c.visits for c in parts)
        assert found.worth * found.visits == pytest.approx(sum(c.worth * c.visits for c in parts))


@pytest.mark.parametrize("game_id", game_ids())
def test_what_a_tree_tells_is_consistent(game_id: str) -> None:
    match = next(matches(game_id, seed=1, every=1, moves=1))
    (tree,) = _trees(match, 1)
    tree.run(200)
    found = tree.considered()
    assert sum(c.visits for c in found) == 200
    low, high = sorted(rulebook(game_id).scores)
    for c in found:
        assert 0 <= c.worth <= 1
        assert 0 <= c.wins <= 1
        assert low <= c.score <= high
    assert [c.visits for c in found] == sorted((c.visits for c in found), reverse=True)


def test_a_tree_is_kept_from_move_to_move() -> None:
    match = Game(rulebook("tapas")).start(2, {"first_colour": "j"}, seed=1)
    kept, forgetful = (
        ThinkingBot("a", Effort(simulations=2000, reuse=reuse)) for reuse in (True, False)
    )
    for thinker in (kept, forgetful):
        thinker.consider(Chair(match, 0, seed=1))
    after = match.copy()
    for seat in (0, 1):  # what the search thought of
        best = ThinkingBot("b", Effort(simulations=2000)).choose(Chair(after, seat, seed=1))
        assert best is not None
        after.play(seat, best)
    visits = [sum(c.visits for c in b.consider(Chair(after, 0, 1))) for b in (kept, forgetful)]
    assert visits[1] == 2000
    assert visits[0] > 2000


@pytest.mark.parametrize("game_id", [g for g in game_ids() if rulebook(g).inferred])
def test_a_search_without_inference_is_another_one(game_id: str) -> None:
    """It plays by the rules, and does not use what could be concluded."""
    rules, concluded, differed = rulebook(game_id), 0, 0
    for match in matches(game_id, seed=3, every=7, moves=150):
        for seat in match.actors:
            if len(match.moves(seat)) < 2:
                continue
            one, other = (
                ThinkingBot("a", Effort(simulations=40, infer=infer)).consider(
                    Chair(match, seat, 1)
                )
                for infer in (True, False)
            )
            concluded += any(match._state[part].any() for part in rules.inferred)
            differed += one != other
            codes = match.moves(seat).codes()
            assert all(c.move in codes or c.move == WAIT for c in other)
    assert differed > 0 or concluded < 10
    assert set(rules.inferred) <= set(rules.state_dtype.names or ())


@pytest.mark.parametrize("game_id", [g for g in game_ids() if rulebook(g).hidden])
def test_rivals_are_searched_for_or_play_by_the_policy(game_id: str) -> None:
    """Left to the policy they are not in the tree: then it grows by one's own decisions alone."""
    grown: dict[bool, list[int]] = {True: [], False: []}
    for match in matches(game_id, seed=2, every=9, moves=30):
        for rivals, sizes in grown.items():
            tree = Tree(match.rulebook, 1 << 12)
            outlook = msgspec.structs.replace(match.rulebook.outlook, rivals=rivals)
            tree.begin(Chair(match, match.awaited[0], 1), outlook, 1)
            tree.run(200)
            sizes.append(int(tree._used[decisions.NODES]))
    assert max(grown[False]) <= 200
    assert max(grown[True]) > 200


def test_games_of_one_seed_are_told_apart() -> None:
    """A tree of one of them is no tree of another: a bot would think about the wrong game."""
    played = [("tapas", 2, {}), ("tape-letape", 3, {}), ("tape-letape", 4, {}),
              ("tape-letape", 4, {"race": "endurance"})]  # fmt: skip
    matches = [Game(rulebook(g)).start(n, options, "one") for g, n, options in played]
    assert len({match.commitment for match in matches}) == 1
    assert len({Chair(match, match.awaited[0]).match_key for match in matches}) == len(played)


def test_a_full_tree_goes_on_without_growing() -> None:
    match = Game(rulebook("tapas")).start(2, seed=1)
    tree = Tree(match.rulebook, 64)
    tree.begin(Chair(match, match.awaited[0], 1), match.rulebook.outlook, 1)
    tree.run(2000)
    assert sum(c.visits for c in tree.considered()) >= 2000
    tree.begin(Chair(match, match.awaited[0], 1), match.rulebook.outlook, 1)
    tree.run(10)
    assert sum(c.visits for c in tree.considered()) == 10  # begun anew


def test_a_clock_stops_a_search() -> None:
    match = Game(rulebook("tapas")).start(2, seed=1)
    tree = _trees(match, 1)
    found = think(tree, 10**9, 0.05, threads=1)
    assert 0 < sum(c.visits for c in found) < 10**6


def test_no_time_at_all_still_finds_a_move() -> None:
    """A machine that stalls, or an end that was hard to solve, leaves nothing on the clock."""
    match = Game(rulebook("tapas")).start(2, seed=1)
    assert think(_trees(match, 2), 10**9, 0.0, threads=1)


@pytest.mark.parametrize(("trees", "threads", "share"), [(4, 1, 0.25), (4, 2, 0.5), (1, 2, 1.0)])
def test_each_tree_has_its_share_of_the_time(
    trees: int, threads: int, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = []

    def run_for(tree: Tree, seconds: float, most: int) -> None:
        given.append(seconds)
        tree.run(8)

    monkeypatch.setattr(Tree, "run_for", run_for)
    think(_trees(Game(rulebook("tapas")).start(2, seed=1), trees), 100, 8.0, threads)
    assert given == [8.0 * share] * trees


def test_a_win_at_hand_is_taken() -> None:
    """Two sauces held, the third one push away: a search must see it."""
    rules = rulebook("tapas")
    thinker = ThinkingBot("a", Effort(simulations=3000))
    wins = 0
    for seed in range(30):
        match = Game(rules).start(2, {"extras": 5}, seed=seed)
        dice = np.random.default_rng(seed)
        while not match.over:
            seat = match.awaited[0]
            winning = [t for t in match.moves(seat) if _ends_by_sauces(match, seat, t)]
            if winning:
                chosen = thinker.choose(Chair(match, seat, seed=seed))
                assert chosen is not None
                assert _wins(match, seat, chosen)
                wins += 1
                break
            listed = match.moves(seat)
            match.play(seat, listed[int(dice.integers(len(listed)))])
    assert wins > 0


def _ends_by_sauces(match: Match, seat: int, text: str) -> bool:
    after = match.copy()
    after.play(seat, text)
    return after.outcome is not None and after.outcome.ending == "three-sauces"


def _wins(match: Match, seat: int, text: str) -> bool:
    after = match.copy()
    after.play(seat, text)
    return not after.over or after.standing.places[seat] == 1


def test_utility_counts_what_the_outlook_says() -> None:
    """A tree that plays for the margin alone values every move by it."""
    match = Game(rulebook("tapas")).start(2, seed=1)
    for outlook, low, high in (
        (Outlook(win=1.0, noise=1.0), 0.0, 1.0),
        (Outlook(win=0.0, margin=1.0, scale=1e9, noise=1.0), 0.499, 0.501),
    ):
        tree = Tree(match.rulebook, 4096)
        tree.begin(Chair(match, match.awaited[0], 1), outlook, 1)
        tree.run(400)
        assert all(low <= c.worth <= high for c in tree.considered())
    assert playouts.KNOBS == 9


def test_thinking_beats_the_policy_in_tapas() -> None:
    found = arena(
        "tapas", [ThinkingBot("thinks", Effort(simulations=150)), "greedy"], 60, claim=0.6
    )
    assert found.verdict == "yes"
