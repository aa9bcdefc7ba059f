"""Hidden information stays hidden: possible worlds, views, events, records."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from echappee.games import rulebook
from echappee.match.match import Match
from tests.generic.cases import (
    Case,
    Stream,
    all_cases,
    few_cases,
    imagined,
    random_match,
    state_of,
    walk,
)


def _sight(match: Match, state: object, seat: int | None) -> bytes:
    """Every byte that a viewer gets of a state."""
    return msgspec.json.encode(imagined(match, state).typed_view(seat))


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_redeal_gives_worlds_that_the_seat_cannot_tell_apart(case: Case) -> None:
    rules = case.rulebook
    functions = rules.functions
    stream = Stream(rules, 12).words
    changed = 0
    for number, step in enumerate(walk(case)):
        match, real = step.match, step.state
        seat = number % case.players
        world = real.copy()
        functions.redeal(world, seat, stream)
        changed += world.tobytes() != real.tobytes()
        assert _sight(match, world, seat) == _sight(match, real, seat), match.position()
        assert _sight(match, world, None) == _sight(match, real, None)
        buffers = rules.buffer(), rules.buffer()
        counts = [functions.legal(s, seat, b) for s, b in zip((real, world), buffers, strict=True)]
        assert counts[0] == counts[1]
        assert buffers[0][: counts[0]].tolist() == buffers[1][: counts[0]].tolist()
        features = np.zeros((2, rules.feature_count), np.float32)
        functions.observe(real, seat, features[0])
        functions.observe(world, seat, features[1])
        assert (features[0] == features[1]).all()
        for question in (functions.awaited, functions.actors, functions.offered, functions.over):
            assert question(real) == question(world)
        again = rules.blank()[0]
        rules.notation.read_position(rules.notation.write_position(world), again)
        assert again.tobytes() == world.tobytes(), "a possible world must be a real position"
    assert bool(changed) == (rules.hidden and case.players > 1)  # alone, all is known


@pytest.mark.parametrize("case", [c for c in few_cases() if rulebook(c.game).hidden], ids=str)
def test_own_moves_lead_to_the_same_sight_in_every_world(case: Case) -> None:
    """What a seat's own open move shows it must not depend on what it can't see.

    Nor what it is told of a move before it makes it: such a one may show others a card of its own.
    """
    rules = case.rulebook
    stream = Stream(rules, 13).words
    compared = foreseen = 0
    for match, seat, text in random_match(case, 13, 150):
        state = state_of(match)
        move = rules.notation.read_move(state, seat, text)
        told = rules.ahead is not None and rules.ahead(rules, state, seat, move) is not None
        if rules.functions.reveals(state, seat, move) and not told:
            continue
        sights = []
        for redealt in (False, True):
            world = state.copy()
            if redealt:
                rules.functions.redeal(world, seat, stream)
            before = world.copy()
            ahead = rules.ahead(rules, world, seat, move) if rules.ahead else None
            assert world.tobytes() == before.tobytes(), "looking ahead changes nothing"
            chance = Stream(rules, 1).words
            undrawn = chance.tobytes()
            rules.functions.apply(world, seat, move, chance)
            assert not told or chance.tobytes() == undrawn, "nothing that is drawn is told before"
            events = rules.views.happened(before, seat, move, world, case.players, seat)
            sights.append((_sight(match, world, seat), msgspec.json.encode((events, ahead))))
        assert sights[0] == sights[1], (match.position(), text)
        compared += 1
        foreseen += told
    assert compared
    assert bool(foreseen) == (rules.ahead is not None)


@pytest.mark.parametrize("case", few_cases(), ids=str)
def test_worlds_of_a_match_never_hand_out_the_state(case: Case) -> None:
    for match, seat, _ in random_match(case, 14, 30):
        worlds = match.worlds(seat, 3, seed=1)
        assert len(worlds) == 3
        for world in worlds:
            assert not np.shares_memory(np.asarray(world), np.asarray(state_of(match)))
            assert _sight(match, world, seat) == _sight(match, state_of(match), seat)
