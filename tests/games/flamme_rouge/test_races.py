"""Whole random races: what must hold at every state, on every kind of stage and table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from echappee.games.flamme_rouge import road
from echappee.games.flamme_rouge.material import EXHAUSTION
from echappee.games.flamme_rouge.preparation import DECKS, deck_of, tired_from_start
from echappee.rulebook.randomness import start_stream
from echappee.rulebook.rulebook import new_chance, seats
from echappee.rulebook.state_layout import plain
from tests.games.flamme_rouge.helpers import BASE, RULES

TABLES: tuple[tuple[int, dict[str, Any]], ...] = (
    *((players, {"stage": stage}) for players, stage in zip((2, 3, 4) * 3, BASE, strict=False)),
    (1, {}),
    (1, {"teams": 6, "dummies": "muscle", "finish": "all"}),
    (2, {"teams": 4, "stage": "peloton-9", "finish": "all"}),
    (3, {"teams": 5, "stage": "peloton-12", "exhaustion": "3/3,1/2"}),
    (5, {"stage": "peloton-11", "placement": "one"}),
    (6, {"stage": "la-haut-montagne", "finish": "all"}),
    (6, {"stage": "A-L-g-3-B-j-5-D-u"}),
    (4, {"stage": "random-peloton:7", "finish": "all"}),
    (4, {"stage": "grand-tour-4", "meteo": True, "finish": "all"}),
    (6, {"stage": "peloton-9", "meteo": True, "breakaway": True}),
)


def steps(players: int, options: dict[str, Any], seed: int) -> Iterator[tuple[Any, int, int, Any]]:
    """A random race: the state before each move, the seat, the move, and the state after it."""
    functions = RULES.functions
    chance, buffer = new_chance(), RULES.buffer()
    functions.kernel(start_stream)(chance, seed, 0)
    chooser = np.random.default_rng(seed)
    state = RULES.blank()[0]
    numbers = RULES.option_numbers(RULES.read_options(options))
    functions.setup(state, players, numbers, chance)
    while not functions.over(state):
        waiting = seats(functions.awaited(state))
        seat = waiting[int(chooser.integers(len(waiting)))]
        count = functions.legal(state, seat, buffer)
        move = int(buffer[int(chooser.integers(count))])
        before = state.copy()
        functions.apply(state, seat, move, chance)
        yield before, seat, move, state


@pytest.mark.parametrize(("players", "options"), TABLES, ids=str)
def test_cards_are_conserved_at_every_state(players: int, options: dict[str, Any]) -> None:
    """Every card of a deck is face down, recycled, held, sealed or played; exhaustion adds up."""
    taken = np.zeros(12, int)
    begin = RULES.option_numbers(RULES.read_options(options))
    for before, _, _, after in steps(players, options, 1):
        for r in range(2 * int(after.teams)):
            team = r >> 1
            found = after.deck[r].astype(int) + after.recycled[r] + after.played[r]
            if team < players:
                if after.holding[team] == (r & 1) + 1:
                    found += after.hand[team]
                if 0 < after.sealed[r] <= 9:
                    found[int(after.sealed[r]) - 1] += 1
                for bid in after.bids[team]:
                    if bid and after.bidder[team] == (r & 1) + 1:
                        found[int(bid) - 1] += 1
            whole = DECKS[deck_of(after, r)].astype(int)
            if team < players:
                started = tired_from_start(after, r, begin)
                took = after.fresh[r] - before.fresh[r] if after.rounds > before.rounds else 0
                taken[r] += max(int(took), 0)
                if after.breakaway > before.breakaway and after.square[r] == 9:
                    taken[r] += 2  # §14
                whole[EXHAUSTION] = started + taken[r]
            assert found.tolist() == whole.tolist()
            assert int(after.face_down[r]) == int(after.deck[r].sum())


@pytest.mark.parametrize(("players", "options"), TABLES, ids=str)
def test_nobody_moves_back_and_lanes_fill_from_the_right(
    players: int, options: dict[str, Any]
) -> None:
    for before, _, _, after in steps(players, options, 2):
        places: dict[int, list[int]] = {}
        for r in range(2 * int(after.teams)):
            x = int(after.square[r])
            if x == road.NOWHERE:
                continue
            assert before.square[r] == road.NOWHERE or x >= before.square[r]
            if not (after.crossed[r] and after.to_the_end):
                places.setdefault(x, []).append(int(after.lane[r]))
        for x, lanes in places.items():
            assert sorted(lanes) == list(range(len(lanes)))
            assert len(lanes) <= road.lanes_of(after, x)
        crowd = {x: int(n) for x, n in enumerate(after.crowd) if n}
        assert crowd == {x: len(lanes) for x, lanes in places.items()}


@pytest.mark.parametrize(("players", "options"), TABLES, ids=str)
def test_what_is_told_is_what_happened(players: int, options: dict[str, Any]) -> None:
    """Following the events of a round from place to place leads to where everybody stands."""
    for before, seat, move, after in steps(players, options, 3):
        if after.rounds == before.rounds:
            continue
        events = RULES.views.happened(before, seat, move, after, players, None)
        table = plain(before)
        where = {r: table.square[r] + 1 for r in range(2 * table.teams)}
        tired = 0
        for event in events:
            facts = event.facts
            if event.kind.removeprefix("dummy-").startswith("ride"):
                r = 2 * facts["team"] + "SR".index(facts["rider"])
                assert where[r] == int(facts["from"][:-1])
                where[r] = int(facts["to"][:-1])
                assert event.kind.endswith("because") == bool(facts["why"])
                assert facts["why"] or facts["squares"] == facts["value"]
            elif event.kind == "slipstream":
                for team, rider, begin, end in facts["moved"]:
                    r = 2 * team + "SR".index(rider)
                    assert where[r] == int(begin[:-1])
                    where[r] = int(end[:-1])
            tired += event.kind == "exhaustion"
        assert list(where.values()) == [int(x) + 1 for x in after.square[: len(where)]]
        assert tired == int(after.fresh.sum()) - int(before.fresh.sum())
        assert (events[-1].kind == "round") == (after.over == 0)


@pytest.mark.parametrize(("players", "options"), TABLES[:3], ids=str)
def test_the_leader_makes_two_squares_a_round(players: int, options: dict[str, Any]) -> None:
    """Why a race ends in time: nobody blocks the foremost rider."""
    for before, _, _, after in steps(players, options, 4):
        if after.rounds > before.rounds:
            on_road = [int(x) for x in before.square[: 2 * players]]
            assert (
                max(int(x) for x in after.square[: 2 * players]) >= max(on_road) + 2 or after.over
            )


def test_a_state_is_small() -> None:
    assert RULES.state_dtype.itemsize <= 1200
