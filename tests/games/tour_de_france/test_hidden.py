"""What a seat may see, undo inside a turn, and the worlds that it can't tell apart."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import echappee
from echappee.rulebook.randomness import start_stream
from echappee.rulebook.rulebook import new_chance
from echappee.rulebook.state_layout import plain
from tests.games.tour_de_france.helpers import GAME, RULES, play, table, view
from tests.games.tour_de_france.walking import tour


def test_hands_are_seen_by_their_owner_alone() -> None:
    match = GAME.start(3, seed="hands")
    for viewer in (None, 0, 1, 2):
        hands = [seat["hand"] for seat in view(match, viewer)["seats"]]
        assert [hand is not None for hand in hands] == [seat == viewer for seat in range(3)]
        assert all(len(hand) == 4 for hand in hands if hand)
        assert view(match, viewer)["pile"] == 36


def test_drawn_cards_are_named_to_their_owner_alone() -> None:
    match = table("1.8,2.8,3.8/4.1,4.2,4.3", phase="draw", now="laid:321,moved")
    play(match, "draw")
    for viewer in (None, 1):
        assert [e.facts for _, e in match.events(viewer)] == [{"count": 1}]
    (own,) = [event for _, event in match.events(0)]
    assert own.facts["count"] == 1
    assert own.facts["cards"][0] in view(match, 0)["seats"][0]["hand"]


def test_a_turn_can_be_taken_back_to_the_card() -> None:
    match = table("1.8,2.8,3.8/4.1,4.2,4.3")
    play(match, "111o")
    laid = match.position()
    play(match, "1>1", "^", "1>2", "^", "1>3", "^")
    for _ in range(6):
        match.undo(0)
    assert match.position() == laid
    with pytest.raises(echappee.UndoRefused) as refused:
        match.undo(0)
    assert refused.value.code == "undo-hidden"


def test_a_step_onto_a_dot_can_be_taken_back_until_the_card_is_drawn() -> None:
    match = table("1.3,4.1,4.2/2.5,4.8,4.9", phase="step", now="laid:321,steps:1")
    before = match.position()
    play(match, "^")
    match.undo(0)
    assert match.position() == before
    play(match, "^", "risk")
    with pytest.raises(echappee.UndoRefused) as refused:
        match.undo(0)
    assert refused.value.code == "undo-random"


def test_a_card_face_down_can_be_taken_back_until_both_lie() -> None:
    match = table("1.0,-,-/2.0,-,-", stage=4, phase="seal", trial="1.11.0,0.3.0.3.0",
                  hands="110b,211r/100r,321")  # fmt: skip
    match.play(0, "211r")
    match.undo(0)
    match.play(0, "110b")
    match.play(1, "321")
    with pytest.raises(echappee.UndoRefused):
        match.undo(1)


def worlds(state: Any, seat: int, count: int) -> list[Any]:
    """Possible worlds of a seat."""
    found = []
    for number in range(count):
        world, chance = state.copy(), new_chance()
        RULES.functions.kernel(start_stream)(chance, 3, number)
        RULES.functions.redeal(world, seat, chance)
        found.append(plain(world))
    return found


def test_redeal_draws_every_unseen_card_alike() -> None:
    match = table("1.8,2.8,3.8/4.1,4.2,4.3", discards="100rx1,321x2")
    seen = view(match, 0)
    own = [
        RULES.notation.read_move(match._state, 0, card) - 23 for card in seen["seats"][0]["hand"]
    ]
    counts: Counter[int] = Counter()
    for world in worlds(match._state, 0, 4000):
        assert world.hand[0][:4] == sorted(own)
        assert world.cards == [4, 4, 0, 0]
        counts.update(world.hand[1][:4])
    t = plain(match._state)
    unseen = {k: n - t.discards[k] - own.count(k) for k, n in enumerate(t.deck)}
    total = sum(unseen.values())
    assert set(counts) == {kind for kind, n in unseen.items() if n}
    for kind, n in unseen.items():
        assert counts[kind] == pytest.approx(16000 * n / total, abs=5 * (16000 * n / total) ** 0.5)


def test_after_a_reshuffle_two_players_know_each_others_old_cards() -> None:
    checked = 0
    for step in tour(2, {}, 4):
        if step.after.known_size[0] == 4 and step.after.stage == 0:
            t = plain(step.after)
            if t.known_size[0] == 4:
                assert t.known[0][:4] == t.hand[1][:4]
                for world in worlds(step.after, 0, 5):
                    assert world.hand[1][:4] == t.hand[1][:4]
                checked += 1
    assert checked


def test_what_is_known_is_always_true() -> None:
    for players in (2, 4):
        for step in tour(players, {"material": "short"}, 9):
            t = plain(step.after)
            for viewer in range(players):
                held: Counter[int] = Counter()
                for seat in range(players):
                    if seat != viewer:
                        held.update(t.hand[seat][: t.cards[seat]])
                        held.update([t.sealed[seat] - 1] if t.sealed[seat] else [])
                assert Counter(t.known[viewer][: t.known_size[viewer]]) <= held


def test_cards_are_never_lost() -> None:
    for step in tour(3, {}, 2):
        t = plain(step.after)
        out = Counter({kind: n for kind, n in enumerate(t.discards) if n})
        for seat in range(3):
            out.update(t.hand[seat][: t.cards[seat]])
            out.update([t.sealed[seat] - 1] if t.sealed[seat] else [])
        assert all(out[kind] + n == t.deck[kind] for kind, n in enumerate(t.pile))
        assert t.pile_size == sum(t.pile)
        risks = Counter(t.under[: t.under_size]) + Counter(h - 1 for h in t.held if h)
        assert all(risks[r] + n == t.copies[r] for r, n in enumerate(t.unseen))
        assert sum(mask.bit_count() for mask in t.filled) == sum(
            row not in (100, -100) for team in t.row[:3] for row in team
        )
