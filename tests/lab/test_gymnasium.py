"""Our games in Gymnasium's terms: its own checks, masks, opponents, and nothing hidden leaks."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import echappee
from echappee.bots.chair import Chair
from echappee.errors import EchappeeError, UsageError
from echappee.games import game_ids, rulebook
from echappee.lab.batch.batch import Autoreset
from echappee.lab.batch.batch import IllegalAction as IllegalBatchAction
from echappee.lab.envs import IllegalAction
from echappee.lab.envs.gymnasium_env import GameEnv, name_of, register
from echappee.lab.envs.gymnasium_vector import GameVectorEnv
from tests.depth import deep
from tests.generic.cases import Case, all_cases, few_cases, imagined

CASES = deep(few_cases(), all_cases())
SIDE_BY_SIDE = deep(("tapas", "tape-letape"), game_ids())
"""Each compiles kernels of its own."""
HIDING = [case for case in few_cases() if case.rulebook.hidden]
MODES: tuple[Autoreset, ...] = ("next-step", "same-step", "disabled")


def made(case: Case, **more: Any) -> GameEnv:
    return GameEnv(case.game, case.players, dict(case.changed), **more)


def any_of(mask: Any, dice: np.random.Generator) -> int:
    return int(dice.choice(mask.nonzero()[0]))


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("opponents", ["random", None])
def test_gymnasiums_own_check_finds_nothing_wrong(case: Case, opponents: str | None) -> None:
    """It chooses without masks: so an illegal action loses. It warns of numbers without bounds."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        env = gymnasium.make(
            name_of(case.game), players=case.players, options=dict(case.changed),
            opponents=opponents, illegal="lose", render_mode="ansi",
        )  # fmt: skip
        check_env(env.unwrapped)
    assert {str(one.message) for one in told if "infinity" not in str(one.message)} == set()


def test_every_game_is_registered_by_its_name() -> None:
    register()
    for game_id in game_ids():
        env = gymnasium.make(name_of(game_id), opponents="random")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            seen, info = env.reset(seed=1)
        assert seen in env.observation_space
        assert info["action_mask"].any()
    assert name_of("tape-letape") == "echappee/TapeLetape-v0"


@pytest.mark.parametrize("case", few_cases(), ids=str)
def test_the_mask_is_what_the_seat_may_do_and_the_reward_its_share(case: Case) -> None:
    env, dice = made(case, opponents="random"), np.random.default_rng(1)
    seen, info = env.reset(seed=3)
    assert len(seen) == env.rulebook.feature_count
    for number in range(120):
        codes = env.match.moves(info["seat"]).codes()
        mask = info["action_mask"]
        assert mask[:-1].nonzero()[0].tolist() == sorted(codes)
        assert mask[-1] == (info["seat"] not in env.match.awaited)
        assert (env.action_masks() == (mask == 1)).all()
        assert (env.match.observe(info["seat"]) == seen).all()
        seen, reward, over, cut, info = env.step(any_of(mask, dice))
        assert not cut
        assert reward == info["rewards"][info["seat"]]
        if over:
            assert env.match.over
            assert tuple(info["places"]) == env.match.standing.places
            assert info["action_mask"].nonzero()[0].tolist() == [env.rulebook.move_codes]
            seen, info = env.reset()
            continue
        assert reward == 0, number


def test_the_learner_sits_where_it_is_told_or_moves_on() -> None:
    env = GameEnv("flamme-rouge", 3, opponents="random", seat=2)
    assert [env.reset(seed=seed)[1]["seat"] for seed in range(4)] == [2] * 4
    env = GameEnv("flamme-rouge", 3, opponents="random")
    first = env.reset(seed=5)[1]["seat"]
    assert [env.reset()[1]["seat"] for _ in range(3)] == [(first + n) % 3 for n in (1, 2, 3)]


class Told:
    """A bot that remembers where it was asked, and takes the first move."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seats: set[int] = set()

    def choose(self, chair: Chair) -> str | None:
        self.seats.add(chair.seat)
        return None if chair.out_of_turn else chair.moves[0]


def test_opponents_sit_clockwise_from_the_learner() -> None:
    bots = [Told("a"), Told("b")]
    env = GameEnv("tape-letape", 3, seat=1, opponents=bots)
    vector = GameVectorEnv("tape-letape", 2, 3, seat=1, opponents=bots)
    for one in (env, vector):
        for bot in bots:
            bot.seats.clear()
        _, info = one.reset(seed=1)
        for _ in range(20):
            if one is env:
                _, _, _, _, info = env.step(int(info["action_mask"].argmax()))
            else:
                _, _, _, _, info = vector.step(info["action_mask"].argmax(axis=1))
        assert [bot.seats for bot in bots] == [{2}, {0}]


def test_a_bot_that_chooses_what_it_may_not_is_told_by_name() -> None:
    class Wrong:
        name = "wrong"
        text: str | None = "nonsense"

        def choose(self, chair: Chair) -> str | None:
            return self.text

    for text, code in (("nonsense", "bot-move"), (None, "idle-bot")):
        bot = Wrong()
        bot.text = text
        for kind in (GameEnv, GameVectorEnv):
            env = kind("tapas", opponents=bot, seat=1)
            with pytest.raises(UsageError) as refused:
                env.reset(seed=1)
            assert refused.value.code == code
            assert "wrong" in str(refused.value)


@pytest.mark.parametrize("opponents", ["club", "greedy"])
def test_the_same_seed_is_the_same_game(opponents: str) -> None:
    found = set()
    for _ in range(2):
        env, dice = GameEnv("tapas", opponents=opponents), np.random.default_rng(1)
        _, info = env.reset(seed=7)
        over = False
        while not over:
            _, _, over, _, info = env.step(any_of(info["action_mask"], dice))
        found.add(env.match.record())
    assert len(found) == 1


def test_alone_and_for_every_seat() -> None:
    env = GameEnv("flamme-rouge", 1, opponents="club")
    _, info = env.reset(seed=1)
    assert info["seat"] == 0
    env = GameEnv("tapas", opponents=None)
    _, info = env.reset(seed=1)
    asked = []
    for _ in range(6):
        asked.append(info["seat"])
        _, _, _, _, info = env.step(int(info["action_mask"].argmax()))
    assert sorted(set(asked)) == [0, 1]


def test_the_reward_of_self_play_is_that_of_who_has_just_acted() -> None:
    env, dice = GameEnv("tapas", opponents=None), np.random.default_rng(2)
    seen = set()
    for game in range(6):
        _, info = env.reset(seed=game)
        over = False
        while not over:
            acting = info["seat"]
            _, reward, over, _, info = env.step(any_of(info["action_mask"], dice))
        assert reward == info["rewards"][acting]
        seen.add(reward)
    assert len(seen) > 1


@pytest.mark.parametrize("case", few_cases(), ids=str)
def test_an_illegal_action_is_refused_by_name_or_loses(case: Case) -> None:
    env = made(case, opponents="random", seat=0)
    _, info = env.reset(seed=1)
    before = env.match.position()
    wrong = [*np.flatnonzero(info["action_mask"] == 0)[:20], -1, env.rulebook.move_codes + 5]
    for action in wrong:
        with pytest.raises(IllegalAction) as refused:
            env.step(action)
        assert (refused.value.seat, refused.value.action) == (0, action)
        assert refused.value.words.fr != refused.value.words.en
    assert env.match.position() == before
    lost = made(case, opponents="random", seat=0, illegal="lose")
    lost.reset(seed=1)
    _, reward, over, cut, info = lost.step(wrong[0])
    assert (over, cut) == (True, False)
    assert reward == pytest.approx(-1 / case.players)
    assert sum(info["rewards"]) == pytest.approx(0 if case.players > 1 else -1, abs=1e-6)
    assert info["refused"]
    with pytest.raises(EchappeeError):
        lost.step(int(lost.match.moves(0).codes()[0]))


@pytest.mark.parametrize("action", ["3", None, 1.5, True, [1]])
def test_an_action_is_a_whole_number(action: Any) -> None:
    env = GameEnv("tapas", opponents="random")
    env.reset(seed=1)
    with pytest.raises(UsageError) as refused:
        env.step(action)
    assert refused.value.code == "bad-number"


WRONG = [
    ({"game_id": "chess"}, "unknown-game"),
    ({"players": 9}, "bad-player-count"),
    ({"options": {"nothing": 1}}, "unknown-option"),
    ({"seat": 2}, "bad-learner"),
    ({"seat": "first"}, "bad-learner"),
    ({"seat": True}, "bad-learner"),
    ({"opponents": "grandmaster"}, "unknown-bot"),
    ({"opponents": ["club", "greedy"]}, "bad-opponents"),
    ({"opponents": [object()]}, "no-bot"),
    ({"opponents": 7}, "bad-list"),
    ({"render_mode": "rgb_array"}, "unknown-choice"),
]


@pytest.mark.parametrize(("given", "code"), [*WRONG, ({"illegal": "shrug"}, "unknown-choice")])
def test_an_environment_that_cannot_be_made_is_refused(given: dict[str, Any], code: str) -> None:
    with pytest.raises(EchappeeError) as refused:
        GameEnv(**{"game_id": "tapas", **given})
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("given", "code"),
    [
        *WRONG,
        ({"num_envs": 0}, "bad-number"),
        ({"threads": 0}, "bad-number"),
        ({"autoreset": "NextStep"}, "unknown-autoreset"),
        ({"copy": 1}, "bad-flag"),
    ],
)
def test_games_side_by_side_that_cannot_be_made_are_refused(
    given: dict[str, Any], code: str
) -> None:
    with pytest.raises(EchappeeError) as refused:
        GameVectorEnv(**{"game_id": "tapas", "num_envs": 2, **given})
    assert refused.value.code == code


def test_nothing_goes_before_the_deal() -> None:
    env, vector = GameEnv("tapas", render_mode="ansi"), GameVectorEnv("tapas", 2)
    marked = {"reset_mask": np.array([True, False])}
    calls: list[Callable[[], Any]] = [
        lambda: env.step(0), env.render, env.action_masks, lambda: env.match,
        lambda: vector.step([0, 0]), lambda: vector.reset(options=marked),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(UsageError) as refused:
            call()
        assert refused.value.code == "not-dealt"


def test_a_table_is_drawn_as_its_learner_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    env = GameEnv("tour-de-france", 3, opponents="random", seat=1, render_mode="ansi")
    env.reset(seed=1)
    drawn = env.render()
    assert isinstance(drawn, str)
    assert "seat_1" in drawn
    assert "\x1b" not in drawn
    human = GameEnv("tapas", opponents="random", render_mode="human")
    human.reset(seed=1)
    assert "\x1b" in capsys.readouterr().out
    assert human.render() is None
    assert GameEnv("tapas").render() is None
    vector = GameVectorEnv("tapas", 3, render_mode="ansi")
    vector.reset(seed=1)
    texts = vector.render()
    assert texts is not None
    assert len(texts) == 3
    assert all("seat_0" in text for text in texts)


@pytest.mark.parametrize("case", HIDING, ids=str)
def test_worlds_that_look_alike_to_the_learner_look_alike_in_its_environment(case: Case) -> None:
    """Observation, mask, infos and drawing; a million states of each game: `explore/`."""
    env, dice = made(case, opponents="random", render_mode="ansi"), np.random.default_rng(1)
    _, info = env.reset(seed=2)
    told = 0
    for number in range(deep(40, 200)):
        asked = env._asked
        assert asked is not None
        if number % 4 == 0:
            real, seat = asked.match, info["seat"]
            for world in real.worlds(seat, 2, number):
                other = imagined(real, world)
                asked.match, moves = other, asked._moves
                asked._moves = other.moves(seat)
                assert (asked.observation(seat) == real.observe(seat)).all()
                again = env._info(asked)
                drawn = env.render()
                asked.match, asked._moves = real, moves
                assert str(again) == str(env._info(asked))
                assert drawn == env.render()
                told += other.position() != real.position()
        _, _, over, _, info = env.step(any_of(info["action_mask"], dice))
        if over:
            _, info = env.reset()
    assert told or case.players == 1


# ------------------------------------------------------------------------------- many side by side


def plays(vector: GameVectorEnv, steps: int, seed: int = 1) -> list[bytes]:
    """What is shown in so many steps at random."""
    dice = np.random.default_rng(seed)
    _, infos = vector.reset(seed=seed)
    shown = []
    for _ in range(steps):
        scores = dice.random(infos["action_mask"].shape)
        actions = np.where(infos["action_mask"] == 1, scores, -1).argmax(axis=1)
        seen, rewards, over, _, infos = vector.step(actions)
        parts = (seen, rewards, over, infos["action_mask"], infos["seat"], infos["places"])
        shown.append(b"".join(part.tobytes() for part in parts))
    return shown


@pytest.mark.parametrize("game_id", SIDE_BY_SIDE)
def test_who_plays_every_seat_steps_the_batch(game_id: str) -> None:
    """The same games as `echappee.batch` deals, action by action."""
    for mode in MODES:
        vector = GameVectorEnv(game_id, 5, opponents=None, autoreset=mode)
        games = echappee.batch(game_id, 5, seed=4, autoreset=mode)
        seen, infos = vector.reset(seed=4)
        for _ in range(150):
            batch = games.arrays
            assert (seen == batch.observation).all()
            assert (infos["action_mask"] == batch.mask).all()
            assert (infos["seat"] == batch.seat).all()
            actions = games.sample()
            acting = batch.seat.copy()
            games.step(actions)
            seen, rewards, over, _, infos = vector.step(actions)
            assert (over == batch.terminated).all()
            assert (infos["rewards"] == batch.rewards).all()
            assert (rewards == batch.rewards[np.arange(5), acting]).all()
            assert (infos["places"] == batch.places).all()


@pytest.mark.parametrize("game_id", SIDE_BY_SIDE)
def test_only_the_learner_is_asked_and_games_end_as_rules_have_it(game_id: str) -> None:
    vector = GameVectorEnv(game_id, 6, opponents="greedy", seat=1, autoreset="same-step")
    dice, ends = np.random.default_rng(1), 0
    _, infos = vector.reset(seed=1)
    for _ in range(120):
        assert (infos["seat"] == 1).all()
        for game in range(6):
            chair = vector.games.chair(game)
            assert (
                sorted(chair.moves.codes()) == infos["action_mask"][game][:-1].nonzero()[0].tolist()
            )
        scores = dice.random(infos["action_mask"].shape)
        actions = np.where(infos["action_mask"] == 1, scores, -1).argmax(axis=1)
        _, rewards, over, cut, infos = vector.step(actions)
        assert not cut.any()
        assert (rewards == infos["rewards"][:, 1]).all()
        assert (infos["_final_obs"] == over).all()
        assert (infos["places"][over] > 0).all()
        assert not infos["places"][~over].any()
        ends += over.sum()
    assert ends


@pytest.mark.parametrize("game_id", SIDE_BY_SIDE)
def test_threads_and_numbers_of_games_change_nothing(game_id: str) -> None:
    one, two = (plays(GameVectorEnv(game_id, 7, threads=n), 40) for n in (1, 2))
    assert one == two
    assert plays(GameVectorEnv(game_id, 7), 40, seed=2) != one


@pytest.mark.parametrize("game_id", SIDE_BY_SIDE)
def test_interpreted_and_compiled_games_are_the_same(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, found = rulebook(game_id), []
    for functions in (rules.compiled, rules.interpreted):
        monkeypatch.setitem(rules.__dict__, "functions", functions)
        found.append(plays(GameVectorEnv(game_id, 2, autoreset="same-step"), 8))
    assert found[0] == found[1]


def test_bots_that_think_play_the_same_whoever_plays_beside_them() -> None:
    few, many = (GameVectorEnv("tapas", count, opponents="club") for count in (2, 4))
    seen, told = few.reset(seed=3)
    all_seen, all_told = many.reset(seed=3)
    for _ in range(14):
        assert (seen == all_seen[:2]).all()
        actions = all_told["action_mask"].argmax(axis=1)
        seen, _, _, _, told = few.step(actions[:2])
        all_seen, _, _, _, all_told = many.step(actions)
    assert (told["action_mask"] == all_told["action_mask"][:2]).all()


def test_the_modes_are_gymnasiums() -> None:
    for mode, name in zip(MODES, AutoresetMode, strict=True):
        for given in (mode, name):
            vector = GameVectorEnv("tapas", 2, autoreset=given)
            assert vector.metadata["autoreset_mode"] == name
    made = gymnasium.make_vec(
        name_of("tapas"), num_envs=3, vectorization_mode="vector_entry_point", opponents="random"
    )
    assert isinstance(made.unwrapped, GameVectorEnv)
    seen, _ = made.reset(seed=1)
    assert seen in made.observation_space


def test_marked_games_are_dealt_anew() -> None:
    vector = GameVectorEnv("tapas", 3, opponents="random", seat=0, autoreset="disabled")
    _, infos = vector.reset(seed=1)
    over = np.zeros(3, np.bool_)
    while not over.any():
        _, _, over, _, infos = vector.step(infos["action_mask"].argmax(axis=1))
    _, infos = vector.reset(options={"reset_mask": over})
    assert (infos["action_mask"][:, -1] == 0).all()
    assert (
        vector.reset(seed=1)[0].tobytes()
        == GameVectorEnv("tapas", 3, opponents="random", seat=0).reset(seed=1)[0].tobytes()
    )


def test_an_illegal_action_is_refused_by_the_number_of_its_game() -> None:
    vector = GameVectorEnv("tapas", 3, opponents="random")
    _, infos = vector.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    before = vector.games.states().tobytes()
    actions[2] = infos["action_mask"][2].argmin()
    with pytest.raises(IllegalBatchAction) as refused:
        vector.step(actions)
    assert refused.value.index == 2
    assert vector.games.states().tobytes() == before


def test_what_is_returned_is_ones_own_unless_told_else() -> None:
    for copy in (True, False):
        vector = GameVectorEnv("tapas", 2, opponents="random", copy=copy)
        first, infos = vector.reset(seed=1)
        second = vector.step(infos["action_mask"].argmax(axis=1))[0]
        assert np.shares_memory(first, second) != copy
