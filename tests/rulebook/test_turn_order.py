"""Who is asked next, one after the other: the same for bots, simulations, searches and guests."""

from __future__ import annotations

import pytest

from echappee.games import game_ids, rulebook
from echappee.rulebook.randomness import start_stream
from echappee.rulebook.rulebook import Functions, mask_of, new_chance
from echappee.rulebook.turn_order import PATIENCE, lowest_seat, next_asked, step_to, waits


def _round(awaited: int, offered: int, players: int) -> list[tuple[int, int]]:
    """All who are asked, if everybody who may wait does."""
    asked = [next_asked(awaited, offered, 0, players)]
    while asked[-1][1] > 0:
        asked.append(next_asked(awaited, offered, asked[-1][1], players))
    return asked


def test_out_of_turn_seats_are_asked_clockwise_before_the_seat_on_turn() -> None:
    assert _round(mask_of([2]), mask_of([0, 1, 3]), 5) == [(3, 1), (0, 3), (1, 4), (2, 0)]


def test_without_offers_the_seat_on_turn_is_asked_and_of_several_the_first() -> None:
    assert _round(mask_of([1]), 0, 3) == [(1, 0)]
    assert _round(mask_of([1, 2]), 0, 3) == [(1, 0)]


def test_after_a_move_everybody_is_asked_anew() -> None:
    awaited, offered = mask_of([0]), mask_of([1, 2])
    assert next_asked(awaited, offered, 1, 3) == (2, 2)
    assert next_asked(awaited, offered, 0, 3) == (1, 1)


def test_nobody_is_asked_when_the_game_is_over() -> None:
    assert next_asked(0, 0, 0, 4) == next_asked(0, 0, 2, 4) == (0, 0)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_the_step_to_a_seat_is_where_it_is_asked(players: int) -> None:
    for turn in range(players):
        awaited = 1 << turn
        for seat, step in _round(awaited, (1 << players) - 1 & ~awaited, players):
            assert step_to(awaited, seat, players) == step
    assert step_to(mask_of([0, 2]), 2, 3) == step_to(0, 1, 3) == 0


def test_the_first_seat_of_a_mask() -> None:
    assert [lowest_seat(mask) for mask in (1, 2, 6, 40)] == [0, 1, 1, 3]


@pytest.mark.parametrize("game_id", game_ids())
def test_compiled_and_interpreted_agree(game_id: str) -> None:
    rules = rulebook(game_id)

    def answers(functions: Functions) -> list[object]:
        chance = new_chance()
        functions.kernel(start_stream)(chance, 1, 1)
        ask, wait = functions.kernel(next_asked), functions.kernel(waits)
        asked = [ask(mask_of([1]), mask_of([0, 2]), step, 3) for step in range(3)]
        return [*asked, *(wait(chance) for _ in range(40))]

    assert answers(rules.compiled) == answers(rules.interpreted)


def test_random_players_wait_seven_times_in_eight() -> None:
    functions = rulebook("tapas").functions
    chance = new_chance()
    functions.kernel(start_stream)(chance, 1, 1)
    waited = sum(functions.kernel(waits)(chance) for _ in range(8000))
    assert 6900 < waited < 7100
    assert PATIENCE == 8
