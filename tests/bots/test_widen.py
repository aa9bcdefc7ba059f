"""A net carried over to features that were appended: it answers as it did where they are 0."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from echappee.bots.chair import Chair
from echappee.bots.nets import kernels, widen
from echappee.bots.nets.net import (
    Net,
    digest_of,
    layout_digest,
    net_bytes,
    read_net,
    unchecked_net_of,
)
from echappee.bots.nets.net_bot import NetBot
from echappee.bots.nets.own_nets import own_net
from echappee.bots.nets.widen import widened
from echappee.errors import UsageError
from echappee.games import rulebook
from tests.bots.test_nets import a_net
from tests.generic.cases import Case, walk

RULES = rulebook("flamme-rouge")
FIRST = ("terrain", "lanes", "riders", "own", "holding", "race")
"""The features that the net of Flamme Rouge was trained with."""


def narrowed(net: Net, names: tuple[str, ...] = FIRST) -> Net:
    """The same net as it was before any feature was appended."""
    shapes = {name: RULES.features.shapes[name] for name in names}
    size = sum(RULES.features[name][1] for name in names)
    return msgspec.structs.replace(
        net,
        layout=digest_of(shapes),
        shape=msgspec.structs.replace(net.shape, features=size),
        trained={key: fact for key, fact in net.trained.items() if key != "carried_over"},
        weights=net.weights | {"first": np.ascontiguousarray(net.weights["first"][:size])},
    )


def test_the_first_features_are_where_they_were() -> None:
    """547 numbers in this order: what was trained with them goes on seeing what it saw."""
    assert tuple(RULES.features.shapes)[: len(FIRST)] == FIRST
    assert sum(RULES.features[name][1] for name in FIRST) == 547
    assert digest_of({name: RULES.features.shapes[name] for name in FIRST}) == "894752aa4c0c01a2"


def test_new_features_get_no_weight_and_the_facts_say_so() -> None:
    old = narrowed(a_net("flamme-rouge"))
    with pytest.raises(UsageError, match="other features"):
        old.check(RULES)
    new = widened(old, RULES)
    new.check(RULES)
    assert new.layout == layout_digest(RULES)
    np.testing.assert_array_equal(new.weights["first"][:547], old.weights["first"])
    assert not new.weights["first"][547:].any()
    appended = list(RULES.features.shapes)[len(FIRST) :]
    assert new.trained == old.trained | {"carried_over": " ".join(appended)}
    for name in set(new.weights) - {"first"}:
        assert new.weights[name] is old.weights[name]
    assert widened(new, RULES) is new


def test_what_was_carried_over_before_stays_in_the_facts() -> None:
    names = (*FIRST, tuple(RULES.features.shapes)[len(FIRST)])
    old = narrowed(a_net("flamme-rouge"), names)
    old = msgspec.structs.replace(old, trained={"carried_over": names[-1]})
    told = widened(old, RULES).trained["carried_over"]
    assert told == " ".join(list(RULES.features.shapes)[len(FIRST) :])


def test_other_features_or_other_rules_are_refused() -> None:
    net = narrowed(a_net("flamme-rouge"))
    for other in (
        msgspec.structs.replace(net, layout="0123456789abcdef"),
        msgspec.structs.replace(net, rules=1),
        a_net("tapas"),
    ):
        with pytest.raises(UsageError):
            widened(other, RULES)


def test_the_command_rewrites_a_file(tmp_path: Path) -> None:
    path = tmp_path / "old.net"
    path.write_bytes(net_bytes(narrowed(a_net("flamme-rouge"))))
    with pytest.raises(UsageError):
        read_net(path)
    widen.main([str(path)])
    assert "weather" in str(read_net(path).trained["carried_over"])
    content = path.read_bytes()
    widen.main([str(path)])
    assert path.read_bytes() == content


def test_the_net_that_comes_with_the_game_was_carried_over() -> None:
    """Until it is trained anew its file and its card say that it knows nothing of the options."""
    net = own_net(RULES)
    assert net is not None
    if "carried_over" in net.trained:
        assert net.trained["carried_over"] == " ".join(list(RULES.features.shapes)[len(FIRST) :])
        assert not net.weights["first"][547:].any()
        again = unchecked_net_of(net_bytes(widened(narrowed(net), RULES)), "again")
        assert net_bytes(again) == net_bytes(net)


def answers(net: Net, features: Any) -> tuple[bytes, bytes]:
    """What a net says of some features, by the sums that its kernels take, to the last bit."""
    wishes = np.zeros(net.shape.actions, np.float32)
    chances = np.zeros(net.shape.seats, np.float32)
    everything = np.arange(net.shape.actions)
    ask: Any = kernels.ask
    ask(everything, features, *kernels.workspace(net), wishes, chances)
    return wishes.tobytes(), chances.tobytes()


@pytest.mark.parametrize("players", [1, 2, 6])
def test_games_without_the_new_options_are_played_to_the_last_bit_as_before(players: int) -> None:
    """There the new features are 0, and what it says of the others is what the old net says."""
    new = widened(narrowed(a_net("flamme-rouge", width=16)), RULES)
    old = narrowed(new)
    looked = 0
    for number, step in enumerate(walk(Case("flamme-rouge", players))):
        seen = np.zeros(RULES.feature_count, np.float32)
        RULES.functions.observe(step.state, number % players, seen)
        assert not seen[547:].any()
        if number % 3 == 0:
            assert answers(new, seen) == answers(old, seen[:547])
            looked += 1
    assert looked > 3


def test_a_race_with_the_new_options_is_played_to_its_end() -> None:
    options = (("meteo", True), ("stage", "grand-tour-4"))
    match = Case("flamme-rouge", 2, options).start(3)
    rider = NetBot("net", widened(narrowed(a_net("flamme-rouge")), RULES))
    while not match.over:
        seat = match.awaited[0]
        chosen = rider.choose(Chair(match, seat, 1))
        assert chosen is not None
        match.play(seat, chosen)
    assert match.outcome is not None
