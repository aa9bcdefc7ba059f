"""A batch of games: the same games as one by one, whatever the threads."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import echappee
from echappee.bots.prepare_games import kernels_of
from echappee.errors import EchappeeError, UsageError
from echappee.games import game_ids, rulebook
from echappee.lab.batch import leaks as leaks_module
from echappee.lab.batch.arrays import Arrays
from echappee.lab.batch.batch import KERNELS, Autoreset, Batch, IllegalAction
from echappee.lab.batch.leaks import leaks
from echappee.rulebook.compile_ahead import is_prepared
from echappee.rulebook.options import Options
from echappee.rulebook.randomness import start_stream
from echappee.rulebook.rulebook import new_chance
from tests.depth import deep
from tests.generic.cases import Case, all_cases, brief, few_cases
from tests.lab.batches import MODES, NAMES, Alone, digest, start


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_a_batch_plays_the_games_that_are_played_one_by_one(case: Case) -> None:
    games = start(case, 2)
    alone = [Alone(games, number, 3) for number in range(2)]
    for one in alone:
        one.shows(games.arrays)
    for _ in range(deep(10, 25)):
        actions = games.sample()
        for number, one in enumerate(alone):
            if one.over:
                one.deal()
            else:
                one.play(int(actions[number]))
        games.step(actions)
        for number, one in enumerate(alone):
            one.shows(games.arrays)
            assert games.state(number).tobytes() == one.state.tobytes()


@pytest.mark.parametrize("case", few_cases(), ids=str)
def test_a_game_of_a_batch_ends_as_it_does_alone_and_is_dealt_anew(case: Case) -> None:
    """To the second end, next to others that end at other times."""
    case = Case(case.game, case.players, case.changed or brief(case.game))
    games, ends = start(case, 5), 0
    alone = Alone(games, 3, 3)
    while ends < 2:
        actions = games.sample()
        if alone.over:
            alone.deal()
        else:
            alone.play(int(actions[3]))
        seen = games.step(actions)
        ends += alone.over
        if alone.over or actions[0] % 16 == 0:
            alone.shows(seen)
        assert games.state(3).tobytes() == alone.state.tobytes()


@pytest.mark.parametrize("game_id", game_ids())
def test_the_same_seed_gives_the_same_bytes_whatever_the_threads(game_id: str) -> None:
    found = set()
    for threads in (1, 2, 3):
        games = echappee.batch(game_id, 17, seed=5, threads=threads, autoreset="same-step")
        rooms = games.new_arrays(60)
        for step in range(60):
            games.step(games.sample(), rooms.at(step))
        found.add(digest(rooms) + games.states().tobytes().hex())
    assert len(found) == 1
    other = echappee.batch(game_id, 17, seed=6, autoreset="same-step")
    assert other.states().tobytes() != echappee.batch(game_id, 17, seed=5).states().tobytes()


def test_a_game_does_not_depend_on_how_many_there_are() -> None:
    few, many = (echappee.batch("tape-letape", count, 4, seed=9) for count in (3, 40))
    for _ in range(50):
        actions = many.sample()
        few.step(actions[:3])
        many.step(actions)
        assert (few.arrays.observation == many.arrays.observation[:3]).all()


def test_games_take_their_options_in_turn() -> None:
    chosen: list[Options] = [{"extras": 0}, {"extras": 5}, {"extras": 2, "first_colour": "c"}]
    games = echappee.batch("tapas", 7, options=chosen, seed=2)
    assert [games.options(game)["extras"] for game in range(7)] == [0, 5, 2, 0, 5, 2, 0]
    for number in range(7):
        alone = echappee.batch("tapas", 7, options=chosen[number % 3], seed=2)
        assert alone.state(number).tobytes() == games.state(number).tobytes()
    for _ in range(45):  # each keeps its own for all its deals
        games.step(games.sample())
    assert Alone(games, 1, 2).state.tobytes() != games.state(1).tobytes()


@pytest.mark.parametrize("mode", MODES)
def test_what_follows_the_end_of_a_game(mode: Autoreset) -> None:
    games = echappee.batch("tapas", 2, seed=4, autoreset=mode)
    alone = Alone(games, 0, 4)
    while not alone.over:
        actions = games.sample()
        alone.play(int(actions[0]))
        seen = games.step(actions)
    assert seen.terminated[0]
    assert seen.rewards[0].sum() == 0
    assert set(seen.places[0]) <= {1, 2}
    end = alone.observation()
    if mode == "same-step":
        assert (games.final_observation[0] == end).all()
        alone.deal()
        assert (seen.observation[0] == alone.observation()).all()
        assert seen.seat[0] == alone.seat
        assert (seen.mask[0] == alone.mask()).all()
        return
    alone.shows(seen)
    assert seen.mask[0].nonzero()[0].tolist() == [games.wait]
    seen = games.step(np.full(2, games.wait))
    if mode == "disabled":
        assert seen.terminated[0]
        assert not seen.rewards.any()
        assert not seen.places.any()
        seen = games.reset(which=seen.terminated)
    alone.deal()
    alone.shows(seen)
    assert len(games.final_observation) == 0


def test_a_reset_goes_on_to_the_next_deals_and_a_seed_begins_again() -> None:
    games = echappee.batch("flamme-rouge", 3, seed=1)
    first = games.states().tobytes()
    for _ in range(4):
        games.step(games.sample())
    chosen = np.array([False, True, False])
    before = games.states()
    games.reset(which=chosen)
    changed = [a.tobytes() != b.tobytes() for a, b in zip(before, games.states(), strict=True)]
    assert changed == chosen.tolist()
    assert games.reset().terminated.tolist() == [False] * 3
    assert games.states().tobytes() != first
    again = games.reset(seed=1)
    assert games.states().tobytes() == first
    assert (again.observation == echappee.batch("flamme-rouge", 3, seed=1).arrays.observation).all()


def test_seats_are_asked_out_of_turn_clockwise_from_the_seat_on_turn() -> None:
    games = echappee.batch("tape-letape", 8, 4, seed=1)
    asked: dict[int, list[int]] = {game: [] for game in range(8)}
    rounds = 0
    for _ in range(400):
        seen, actions = games.arrays, games.sample()
        waiting = seen.mask[:, games.wait] == 1
        for game in range(8):
            if not waiting[game] or seen.terminated[game]:
                asked[game] = []
                continue
            turn = seat_on_turn(games, game)
            asked[game].append((int(seen.seat[game]) - turn) % 4)
            assert asked[game] == sorted(set(asked[game]))
            rounds += len(asked[game]) > 1
            if actions[game] != games.wait:
                asked[game] = []
        games.step(actions)
    assert rounds


def seat_on_turn(games: Batch, game: int) -> int:
    """The seat on turn."""
    mask = int(games.rulebook.functions.awaited(games.state(game)))
    return (mask & -mask).bit_length() - 1


@pytest.mark.parametrize("game_id", game_ids())
def test_interpreted_and_compiled_batches_are_the_same(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, found = rulebook(game_id), []
    for functions in (rules.compiled, rules.interpreted):
        monkeypatch.setitem(rules.__dict__, "functions", functions)
        games = echappee.batch(game_id, 2, seed=8, autoreset="same-step")
        shown = [digest(games.step(games.sample())) for _ in range(12)]
        found.append((shown, games.states().tobytes()))
    assert found[0] == found[1]


def test_arrays_of_the_caller_are_filled_and_no_others() -> None:
    games = echappee.batch("tapas", 4, seed=1)
    own = digest(games.arrays)
    mine = games.new_arrays()
    flags = np.zeros(mine.mask.shape, np.bool_)
    mine = Arrays(mine.observation, flags, mine.seat, mine.rewards, mine.places, mine.terminated)
    twin = echappee.batch("tapas", 4, seed=1)
    actions = games.sample()
    assert games.step(actions.astype(np.int32), mine) is mine
    assert digest(games.arrays) == own
    assert digest(mine) == digest(twin.step(list(actions)))
    parts = games.views(mine.observation)
    assert {name: part.shape[1:] for name, part in parts.items()} == games.features.shapes
    assert all(np.shares_memory(part, mine.observation) for part in parts.values())
    assert games.views().keys() == parts.keys()


@pytest.mark.parametrize("game_id", game_ids())
def test_an_action_that_is_not_offered_is_refused_and_nothing_is_played(game_id: str) -> None:
    games = echappee.batch(game_id, 6, seed=2, threads=2)
    for _ in range(7):
        games.step(games.sample())
    before, shown = games.states().tobytes(), digest(games.arrays)
    fine = games.sample()
    for wrong in (-1, games.actions, 2**62, games.wait, *range(games.wait)):
        if 0 <= wrong < games.actions and games.arrays.mask[4, wrong]:
            assert games.move(4, wrong)
            continue
        actions = fine.copy()
        actions[4] = wrong
        with pytest.raises(IllegalAction) as refused:
            games.step(actions)
        error = refused.value
        assert (error.index, error.action, error.seat) == (4, wrong, games.arrays.seat[4])
        assert f"Game 4: seat {error.seat} " in str(error) or error.code == "action-unknown"
        assert error.words.fr != error.words.en
    assert games.states().tobytes() == before
    assert digest(games.arrays) == shown
    games.step(fine)
    assert games.states().tobytes() != before


def test_on_a_processor_a_refusal_is_told_at_once_whenever_it_may_be() -> None:
    games = echappee.batch("tapas", 3, seed=2)
    actions = games.sample()
    wrong = actions.copy()
    wrong[1] = games.wait
    before = games.states().tobytes()
    with pytest.raises(IllegalAction) as refused:
        games.step(wrong, checked="later")
    assert refused.value.index == 1
    with pytest.raises(UsageError) as unknown:
        games.step(actions, checked="never")  # type: ignore[arg-type]
    assert unknown.value.code == "unknown-checked"
    assert games.states().tobytes() == before
    games.check()
    games.step(games.taken(actions), checked="later")
    games.check()
    assert games.states().tobytes() != before


def _arrays(games: Batch, name: str, array: Any) -> Arrays:
    return Arrays(**{n: getattr(games.arrays, n) for n in NAMES} | {name: array})


WIDE, CODES = rulebook("tapas").feature_count, rulebook("tapas").move_codes + 1


@pytest.mark.parametrize(
    ("array", "name"),
    [
        (np.zeros((3, WIDE), np.float64), "observation"),
        (np.zeros((3, WIDE + 1), np.float32), "observation"),
        (np.zeros((4, WIDE), np.float32)[:3], None),
        (np.zeros((3, 2 * WIDE), np.float32)[:, ::2], "observation"),
        (np.zeros((WIDE, 3), np.float32).T, "observation"),
        (np.frombuffer(bytes(3 * CODES), np.int8).reshape(3, CODES), "mask"),
        (np.zeros((3, CODES), np.uint8), "mask"),
        (np.zeros(3, np.int32), "seat"),
        (np.zeros(6, np.int64)[::2], "seat"),
        (np.zeros((3, 3), np.float32), "rewards"),
        (np.zeros((3, 2), np.int8), "places"),
        (np.zeros(3, np.int8), "terminated"),
        ([False] * 3, "terminated"),
        (None, "mask"),
    ],
)
def test_arrays_that_could_not_be_filled_are_refused(array: Any, name: str | None) -> None:
    games = echappee.batch("tapas", 3, seed=1)
    before = games.states().tobytes()

    def step(into: Arrays) -> None:
        games.step(games.sample(), into)

    def reset(into: Arrays) -> None:
        games.reset(into=into)

    for call in (step, reset):
        given = _arrays(games, name or "observation", array)
        if name is None:
            call(given)
            return
        with pytest.raises(echappee.UsageError) as refused:
            call(given)
        assert refused.value.code == "bad-array"
        assert str(refused.value).startswith(name)
    assert games.states().tobytes() == before


@pytest.mark.parametrize(
    "actions",
    [[1, 2], [1, 2, 3, 4], [[1], [2], [3]], [1.0, 2.0, 3.0], [True] * 3, "123", None, 7, object(),
     [10**30] * 3, np.zeros(3), np.zeros((3, 1), np.int64)],
)  # fmt: skip
def test_actions_must_be_one_whole_number_for_each_game(actions: Any) -> None:
    games = echappee.batch("tapas", 3, seed=1)
    before = games.states().tobytes()
    with pytest.raises(echappee.UsageError) as refused:
        games.step(actions)
    assert refused.value.code == "bad-actions"
    assert games.states().tobytes() == before


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"game_id": "chess"}, "unknown-game"),
        ({"games": 0}, "bad-number"),
        ({"games": 1 << 25}, "bad-number"),
        ({"players": 3}, "bad-player-count"),
        ({"options": {"nothing": 1}}, "unknown-option"),
        ({"options": [{"extras": 0}, {"extras": 99}]}, "bad-option"),
        ({"options": []}, "batch-options"),
        ({"options": [{}] * 5}, "batch-options"),
        ({"options": [{}, 3]}, "bad-mapping"),
        ({"options": "extras"}, "bad-list"),
        ({"seed": -1}, "bad-number"),
        ({"seed": "monday"}, "bad-number"),
        ({"seed": 1 << 63}, "bad-number"),
        ({"threads": 0}, "bad-number"),
        ({"autoreset": "NextStep"}, "unknown-autoreset"),
        ({"autoreset": None}, "unknown-autoreset"),
    ],
)
def test_a_batch_that_cannot_be_made_is_refused(arguments: dict[str, Any], code: str) -> None:
    with pytest.raises(EchappeeError) as refused:
        echappee.batch(**{"game_id": "tapas", "games": 4, **arguments})
    assert refused.value.code == code


def test_a_batch_for_which_there_is_no_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Batch) -> None:
        raise MemoryError

    monkeypatch.setattr(Batch, "_make_room", full)
    with pytest.raises(echappee.UsageError) as refused:
        echappee.batch("tapas", 4)
    assert refused.value.code == "batch-memory"


def test_some_games_are_reset_by_flags_alone() -> None:
    games = echappee.batch("tapas", 3)
    for which in ([True] * 3, np.ones(2, np.bool_), np.ones(3, np.int8), 1):
        with pytest.raises(echappee.UsageError) as refused:
            games.reset(which=which)
        assert refused.value.code == "bad-array"
    with pytest.raises(echappee.UsageError) as refused:
        games.reset(seed=1, which=np.array([True, False, True]))
    assert refused.value.code == "reset-seed"


@pytest.mark.parametrize("case", few_cases(), ids=str)
def test_worlds_that_a_seat_cannot_tell_apart_look_alike_in_a_batch(case: Case) -> None:
    """What a match gives a seat to learn from, too. More states: `explore/test_leaks.py`."""
    games, rules = start(case, 4), case.rulebook
    stream, features, buffers = new_chance(), np.zeros((2, rules.feature_count), np.float32), []
    rules.functions.kernel(start_stream)(stream, 1, 1)
    for number in range(60):
        games.step(games.sample())
        if number % 6:
            continue
        for game in range(4):
            seat, real = int(games.arrays.seat[game]), games.state(game)
            world = games.state(game)
            rules.functions.redeal(world, seat, stream)
            buffers = [rules.buffer(), rules.buffer()]
            counts = []
            for row, state in enumerate((real, world)):
                rules.functions.observe(state, seat, features[row])
                counts.append(int(rules.functions.legal(state, seat, buffers[row])))
            assert features[0].tobytes() == features[1].tobytes()
            assert buffers[0][: counts[0]].tolist() == buffers[1][: counts[1]].tolist()
            if not games.arrays.terminated[game]:
                assert (games.arrays.observation[game] == features[1]).all()


def test_leaks_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rulebook("tape-letape")
    monkeypatch.setitem(rules.__dict__, "functions", rules.interpreted)
    games = echappee.batch("tape-letape", 2, 3, seed=1)
    assert leaks(games) == 0
    games.step(games.sample())
    for name in ("awaited", "legal", "offered", "over", "redeal"):
        monkeypatch.setattr(leaks_module, name, getattr(rules.interpreted, name))

    def telling(s: Any, seat: int, features: Any) -> None:
        features[0] = s.hand[(seat + 1) % 3] % 1000

    monkeypatch.setattr(leaks_module, "observe", telling)
    chances = np.ones((2, 4), np.uint64)
    room = np.zeros((2, rules.feature_count)), np.zeros((2, rules.most_moves), np.int32)
    assert leaks_module.count_leaks(games.states(), 3, chances, rules.blank(1), *room) == 2


def test_a_batch_is_compiled_when_it_is_first_made_and_for_nobody_else() -> None:
    echappee.batch("tapas", 1)
    rules = rulebook("tapas")
    assert is_prepared(rules, KERNELS)
    assert not {kernel for kernel, _ in KERNELS} & {kernel for kernel, _ in kernels_of(rules)}
