"""Simulation: reproducible, fair to the seats, strict about its input."""

from __future__ import annotations

import itertools

import pytest

import echappee
from echappee.bots.contest import MOST_ENDINGS, MOST_SEATS
from echappee.games import game_ids, rulebook
from echappee.lab import simulate as simulate_module
from echappee.lab.bench import bench_game
from echappee.lab.simulate import simulate
from tests.depth import deep
from tests.generic.cases import Case, all_cases


@pytest.mark.parametrize("game_id", game_ids())
def test_the_number_of_threads_changes_nothing(game_id: str) -> None:
    most = rulebook(game_id).players[1]
    bots = ["greedy"] + ["random"] * (most - 1)
    runs = [simulate(game_id, 80, most, bots=bots, seed=4, threads=n) for n in (1, 2, 5)]
    assert runs[0] == runs[1] == runs[2]
    assert runs[0] != simulate(game_id, 80, most, bots=bots, seed=5)


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_greedy_bots_play_every_variant_to_its_end(case: Case) -> None:
    options = dict(case.changed)
    found = simulate(case.game, 16, case.players, options, ["greedy"], seed=1, threads=2)
    assert found.games == sum(found.endings.values()) == 16
    assert found.longest <= case.rulebook.longest(case.players, case.options)
    won = 16 - found.endings.get("dummy-won", 0)  # the others went to rivals who are no players
    assert sum(row.wins for row in found.bots) == pytest.approx(won)
    assert sum(row.share for row in found.seats) == pytest.approx(won / 16)


@pytest.mark.parametrize("game_id", game_ids())
def test_greedy_takes_twice_its_fair_share_from_random(game_id: str) -> None:
    """With two players that would be everything: there it must win nine in ten."""
    for players in rulebook(game_id).player_counts():
        if players == 1:
            continue
        bots = ["greedy"] + ["random"] * (players - 1)
        found = simulate(game_id, deep(200, 500), players, bots=bots, seed=6)
        share = found.bots[0].share
        assert share >= (0.9 if players == 2 else 2 / players), (players, share)


@pytest.mark.parametrize("game_id", game_ids())
def test_there_is_room_to_count_all_seats_and_endings(game_id: str) -> None:
    rules = rulebook(game_id)
    assert rules.players[1] <= MOST_SEATS
    assert len(rules.rules.ENDINGS) <= MOST_ENDINGS


def test_chunks_of_games_are_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """However the games are shared out, and in whatever order they are done."""
    whole = simulate("tape-letape", 96, 4, seed=3, threads=1)
    monkeypatch.setattr(simulate_module, "_CHUNK", 7)
    assert simulate("tape-letape", 96, 4, seed=3, threads=3) == whole
    assert whole.longest == max(
        simulate("tape-letape", games, 4, seed=3).longest for games in (1, 32, 96)
    )
    assert sum(row.wins for row in whole.bots) == pytest.approx(96)


def test_progress_is_told() -> None:
    done: list[int] = []
    simulate("tapas", 700, seed=1, progress=done.append)
    assert sum(done) == 700
    assert len(done) > 1


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"game_id": "chess", "games": 1}, "unknown-game"),
        ({"game_id": "tapas", "games": 0}, "bad-number"),
        ({"game_id": "tapas", "games": 1, "players": 3}, "bad-player-count"),
        ({"game_id": "tapas", "games": 1, "bots": ["genius"]}, "unknown-bot"),
        ({"game_id": "tapas", "games": 1, "bots": ["random"] * 3}, "bad-bots"),
        ({"game_id": "tapas", "games": 1, "seed": -1}, "bad-number"),
        ({"game_id": "tapas", "games": 1, "threads": -2}, "bad-number"),
        ({"game_id": "tapas", "games": 1, "options": {"extras": 9}}, "bad-option"),
    ],
)
def test_bad_input_is_refused(arguments: dict[str, object], code: str) -> None:
    with pytest.raises(echappee.EchappeeError) as refused:
        simulate(**arguments)  # type: ignore[arg-type]
    assert refused.value.code == code


def test_bench_counts_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock of our own, which goes on by 10 ms at each look, every figure is known."""
    looks = itertools.count()
    monkeypatch.setattr("echappee.lab.bench.time.perf_counter", lambda: next(looks) / 100)
    found = bench_game("tapas", seconds=0.045, starts=1)
    assert found.moves_per_game == 20
    assert found.games_per_second == 20_000, "five times 200 games, each time 10 ms"
    assert found.moves_per_second == 400_000
    assert found.python_moves_per_second == 1600, "four games of 20 moves before the fifth look"
    assert found.match_moves_per_second == 1600
    assert found.import_seconds == found.cached_start_seconds == 0.01
    assert found.bytes_per_state == rulebook("tapas").state_dtype.itemsize
    assert found.megabytes_per_million_states <= 100
