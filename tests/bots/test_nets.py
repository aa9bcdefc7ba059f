"""Nets: their file, their compiled evaluation, and the bot that plays by one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import echappee
from echappee.bots.chair import Chair
from echappee.bots.nets import kernels
from echappee.bots.nets import net as nets
from echappee.bots.nets.net import Net, Shape, layout_digest, net_bytes, read_net, sizes_of
from echappee.bots.nets.net_bot import Evaluation, NetBot, by_matrices
from echappee.bots.registry import bot, load_file
from echappee.errors import UsageError
from echappee.games import game_ids, rulebook
from echappee.lab.arena import arena
from tests.bots.helpers import matches
from tests.generic.cases import Case, few_cases
from tests.left_alone import left_alone

GAMES = game_ids()


def a_net(game: str, width: int = 24, blocks: int = 2, seed: int = 5) -> Net:
    """A net of small weights at random: it has not learnt anything."""
    rules = rulebook(game)
    shape = Shape(*sizes_of(rules), width, blocks)
    dice = np.random.default_rng(seed)
    weights = {
        name: dice.normal(0, 0.2, size).astype(np.float16).astype(np.float32)
        for name, size in shape.arrays().items()
    }
    return Net(game, rules.version, layout_digest(rules), shape, {"seed": seed}, weights)


def evaluated(net: Net, features: Any) -> tuple[Any, Any]:
    """The same by matrices: all wishes, all chances."""
    weights = {name: array.astype(np.float64) for name, array in net.weights.items()}
    hidden = np.maximum(features.astype(np.float64) @ weights["first"] + weights["biases"][0], 0)
    for block in range(net.shape.blocks):
        one, two = weights["layers"][2 * block : 2 * block + 2]
        bias_one, bias_two = weights["biases"][1 + 2 * block : 3 + 2 * block]
        between = np.maximum(hidden @ one + bias_one, 0)
        hidden = np.maximum(hidden + between @ two + bias_two, 0)
    wishes = weights["policy"] @ hidden + weights["policy_bias"]
    odds = weights["value"] @ hidden + weights["value_bias"]
    return wishes, 1 / (1 + np.exp(-odds))


# ------------------------------------------------------------------------------------ the file


@pytest.mark.parametrize("game", GAMES)
def test_a_file_holds_all_of_a_net(game: str, tmp_path: Path) -> None:
    net = a_net(game)
    path = tmp_path / "small.net"
    path.write_bytes(net_bytes(net))
    found = read_net(path)
    assert (found.game, found.rules, found.layout, found.shape, found.trained) == (
        net.game, net.rules, net.layout, net.shape, net.trained,
    )  # fmt: skip
    for name, array in net.weights.items():
        np.testing.assert_array_equal(found.weights[name], array)
    assert net_bytes(found) == path.read_bytes()


def _cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def _as_html(content: bytes) -> bytes:
    return b"<html>" + content


def _rewritten(change: Callable[[Any], Any]) -> Callable[[bytes], bytes]:
    def rewrite(content: bytes) -> bytes:
        start = len(nets.FORMAT)
        written = msgspec.msgpack.decode(content[start:])
        change(written)
        return content[:start] + msgspec.msgpack.encode(written)

    return rewrite


def _infinite(written: Any) -> None:
    written["weights"]["policy_bias"] = b"\x00\x7c" * (len(written["weights"]["policy_bias"]) // 2)


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        pytest.param(_cut, "no-net", id="cut"),
        pytest.param(_as_html, "no-net", id="something else"),
        pytest.param(lambda _: b"", "no-net", id="empty"),
        pytest.param(_rewritten(lambda w: w["weights"].pop("first")), "no-net", id="weights lack"),
        pytest.param(_rewritten(_infinite), "no-net", id="infinite"),
        pytest.param(_rewritten(lambda w: w["shape"].update(width=-1)), "no-net", id="negative"),
        pytest.param(_rewritten(lambda w: w["shape"].update(width=25)), "no-net", id="too few"),
        pytest.param(_rewritten(lambda w: w.update(game="chess")), "no-net", id="unknown game"),
        pytest.param(_rewritten(lambda w: w.update(rules=99)), "net-version", id="other rules"),
        pytest.param(_rewritten(lambda w: w.update(layout="x")), "net-version", id="features"),
    ],
)
def test_what_is_no_net_of_ours_is_refused(
    spoil: Callable[[bytes], bytes], code: str, tmp_path: Path
) -> None:
    path = tmp_path / "spoilt.net"
    path.write_bytes(spoil(net_bytes(a_net("tapas"))))
    with pytest.raises(UsageError) as refused:
        read_net(path)
    assert refused.value.code == code


def test_a_net_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as refused:
        read_net(tmp_path / "none.net")
    assert refused.value.code == "no-file"


def test_a_file_far_too_large_is_refused_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = net_bytes(a_net("tapas"))
    monkeypatch.setattr(nets, "LARGEST", len(content))
    (tmp_path / "fits.net").write_bytes(content)
    (tmp_path / "large.net").write_bytes(content + b"\0")
    assert read_net(tmp_path / "fits.net").game == "tapas"
    with pytest.raises(UsageError):
        read_net(tmp_path / "large.net")


# ------------------------------------------------------------------------------ the evaluation


@pytest.mark.parametrize("case", few_cases(), ids=str)
@pytest.mark.parametrize("width", [24, 21])
def test_compiled_code_says_what_the_matrices_say(case: Case, width: int) -> None:
    """Also where the width is no multiple of eight."""
    rules, net = case.rulebook, a_net(case.game, width)
    games = echappee.batch(case.game, 6, case.players, case.options, seed=4, autoreset="same-step")
    ask = Evaluation(net)
    everything = range(net.shape.actions)
    for _ in range(12):
        games.step(games.sample())
        for game in range(len(games)):
            seat = int(games.arrays.seat[game])
            wishes, chances = ask(games.state(game), seat, everything)
            expected, shares = evaluated(net, games.arrays.observation[game])
            np.testing.assert_allclose(wishes, expected, rtol=2e-4, atol=2e-3)
            np.testing.assert_allclose(chances, shares, atol=1e-3)
            for told, same in zip(
                (wishes, chances),
                by_matrices(net, games.arrays.observation[game], everything),
                strict=True,
            ):
                np.testing.assert_allclose(told, same, rtol=2e-4, atol=2e-3)
    assert len(wishes) == rules.move_codes + 1


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_alike_while_the_rules_are_interpreted(game: str) -> None:
    """Without waiting for a compiler, and without evaluating by interpreted loops."""
    rules, one = rulebook(game), NetBot("net", a_net(game))
    seen = list(matches(game, seed=6, every=3, moves=50))
    quick = [one.choose(Chair(match, match.awaited[0], 1)) for match in seen]
    with left_alone(rules), pytest.MonkeyPatch.context() as patch:
        rules.borrow()
        patch.setattr(kernels, "evaluate", None)
        slow = [one.choose(Chair(match, match.awaited[0], 1)) for match in seen]
    assert slow == quick
    assert len(quick) > 5


# ------------------------------------------------------------------------------------- the bot


@pytest.mark.parametrize("case", few_cases(), ids=str)
def test_it_plays_a_whole_game(case: Case) -> None:
    table = [NetBot("net", a_net(case.game)), bot("random")]
    match = case.start("net")
    for number in range(100_000):
        if match.over:
            break
        seat = match.awaited[0]
        chosen = table[number % 2].choose(Chair(match, seat, 3))
        assert chosen is not None
        match.play(seat, chosen)
    assert match.over


@pytest.mark.parametrize("game", GAMES)
def test_another_world_behind_the_same_view_is_the_same_choice(game: str) -> None:
    """It is asked in a position and in redeals of it, of which its seat knows nothing."""
    rules, net = rulebook(game), a_net(game)
    ask = Evaluation(net)
    games = echappee.batch(game, 16, seed=9, autoreset="same-step")
    everything = range(net.shape.actions)
    told = 0
    for _ in range(20):
        games.step(games.sample())
        for place in range(len(games)):
            state, seat = games.state(place), int(games.arrays.seat[place])
            before = ask(state, seat, everything)
            hidden = state.tobytes()
            rules.functions.redeal(state, seat, np.array([3, 1, 4, 1], np.uint64))
            told += state.tobytes() != hidden
            for one, other in zip(before, ask(state, seat, everything), strict=True):
                np.testing.assert_array_equal(one, other)
    if game != "tapas":  # where nothing is hidden
        assert told > 100


def test_it_may_wait_where_it_is_asked_out_of_turn() -> None:
    """Its last wish is to wait: with a great one it lets the moment pass, without it never."""
    net = a_net("tape-letape")
    wait = net.shape.actions - 1
    for bias, waits in ((1e4, True), (-1e4, False)):
        weights = {**net.weights, "policy_bias": net.weights["policy_bias"].copy()}
        weights["policy_bias"][wait] = bias
        changed = NetBot("net", msgspec.structs.replace(net, weights=weights))
        asked = 0
        match = echappee.game("tape-letape").start(4, seed=1)
        while not match.over:
            for seat in match.offered:
                asked += 1
                assert (changed.choose(Chair(match, seat, 1)) is None) == waits
            seat = match.awaited[0]
            chosen = bot("random").choose(Chair(match, seat, 1))
            assert chosen is not None
            match.play(seat, chosen)
        assert asked > 3


def test_a_net_of_another_game_does_not_sit_down() -> None:
    match = echappee.game("tapas").start(2, seed=1)
    with pytest.raises(UsageError) as refused:
        NetBot("net", a_net("flamme-rouge")).choose(Chair(match, 0))
    assert refused.value.code == "net-game"


def test_its_file_is_a_bot_of_ones_own(tmp_path: Path) -> None:
    """It plays in the arena under the name of its file, the same games each time."""
    path = tmp_path / "learner.net"
    path.write_bytes(net_bytes(a_net("tapas")))
    assert load_file(path) == ("learner", "learner-ahead")
    first = arena("tapas", ["learner", "random"], 8, play_all=True)
    assert first.games == 8
    assert arena("tapas", ["learner", "random"], 8, play_all=True) == first


def test_a_net_takes_no_name_of_ours(tmp_path: Path) -> None:
    path = tmp_path / "greedy.net"
    path.write_bytes(net_bytes(a_net("tapas")))
    with pytest.raises(UsageError) as refused:
        load_file(path)
    assert refused.value.code == "bot-name-taken"
