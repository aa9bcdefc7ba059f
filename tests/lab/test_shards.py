"""Work in shards: every unit once and in order, however it is cut and whatever is known of it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from echappee.bots.registry import load_file
from echappee.errors import UsageError
from echappee.lab.arena import arena
from echappee.lab.cluster_worker import Parcel, check_versions, do_shard, own_versions
from echappee.lab.ledger import Ledger
from echappee.lab.shards import Shard, Threads, results
from echappee.lab.simulate import Simulation, simulate
from tests.lab.test_ledger import lines

BOT = "class Own:\n    name = 'own'\n    def choose(self, c): return c.moves[{move}]\n"


class Squares:
    """A unit's result is its square."""

    def __init__(self, fails: int | None = None) -> None:
        self.fails = fails

    def prepare(self) -> None:
        """Nothing is compiled."""

    def do(self, shard: Shard, stop: threading.Event) -> list[int]:
        if self.fails is not None and shard.first <= self.fails < shard.end:
            raise ArithmeticError
        return [number**2 for number in range(shard.first, shard.end)]


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("seconds", [0.0, 1e-4, 10.0])
@pytest.mark.parametrize("known", [[], [(0, 5)], [(3, 4), (9, 1)], [(0, 100)], [(98, 5)]])
def test_every_unit_is_done_once_and_given_in_order(
    threads: int, seconds: float, known: list[tuple[int, int]]
) -> None:
    work, kept = Squares(), []
    before = [(Shard(*one), work.do(Shard(*one), threading.Event())) for one in known]
    found = results(
        work, 100, Threads(threads), least=7, seconds=seconds, known=before,
        keep=lambda shard, _: kept.append(shard),
    )  # fmt: skip
    assert [one for _, part in found for one in part] == [n**2 for n in range(100)]
    had = {n for shard, _ in before if shard.end <= 100 for n in range(shard.first, shard.end)}
    assert sorted(n for one in kept for n in range(one.first, one.end)) == sorted(
        set(range(100)) - had
    )


def test_what_was_done_is_kept_before_a_failure_is_told() -> None:
    kept: list[Shard] = []
    with pytest.raises(ArithmeticError):
        list(results(Squares(5), 9, Threads(1), keep=lambda shard, _: kept.append(shard)))
    assert [shard.first for shard in kept][:5] == [0, 1, 2, 3, 4], (
        "in their order, though two ended at once"
    )
    assert Shard(5, 1) not in kept


def simulated(path: Path, games: int, seed: int = 0) -> Simulation:
    bots = ["greedy", "random"]
    return simulate("tapas", games, bots=bots, seed=seed, ledger=Ledger(path))


def test_a_simulation_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    path = tmp_path / "kept"

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate("tapas", 3_000, bots=["greedy", "random"], ledger=Ledger(path), progress=stop)
    begun = lines(path)
    assert begun
    found = simulated(path, 3_000)
    assert lines(path)[: len(begun)] == begun
    whole = lines(path)
    assert found == simulate("tapas", 3_000, bots=["greedy", "random"])
    assert simulated(path, 3_000) == found
    assert lines(path) == whole, "nothing was played again"
    fewer = simulate("tapas", 300, bots=["greedy", "random"])
    assert simulated(path, 300) == fewer, "of a part that is too long nothing is taken"
    simulated(path, 3_000, seed=1)
    assert len(lines(path)) > len(whole), "another seed, other games"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda line: line.replace('"games":', '"games":1'),
        lambda line: line.replace('"bot_scores":[', '"bot_scores":[1,'),
        lambda line: line.replace('"first":0', '"first":-1'),
        lambda line: line[:-1],
    ],
    ids=["games", "bots", "before-the-first", "cut"],
)
def test_a_spoilt_line_of_a_simulation_is_refused(
    tmp_path: Path, spoil: Callable[[str], str]
) -> None:
    path = tmp_path / "kept"
    simulated(path, 10)
    path.write_text(spoil(lines(path)[0]) + "\n")
    with pytest.raises(UsageError) as refused:
        Ledger(path)
    assert refused.value.code == "bad-ledger"


def test_a_bot_whose_file_has_changed_begins_anew(tmp_path: Path) -> None:
    file, path = tmp_path / "own.py", tmp_path / "kept"
    for move, deals in ((0, 2), (0, 2), (-1, 4)):
        file.write_text(BOT.format(move=move))
        load_file(file)
        arena("tapas", ["own", "random"], 4, ledger=Ledger(path))
        assert len(lines(path)) == deals


def test_other_versions_are_refused_in_words() -> None:
    ours = own_versions()
    assert {"python", "numba", "numpy", "echappee", "sources"} <= ours.keys()
    check_versions(ours, dict(ours), "node")
    with pytest.raises(UsageError, match=r"numba 0\.1") as refused:
        check_versions(ours, {**ours, "numba": "0.1"}, "node")
    assert refused.value.code == "cluster-versions"
    without = {"python": ours["python"]}
    with pytest.raises(UsageError, match="no Échappée") as refused:
        check_versions(ours, without, "node")
    assert refused.value.code == "cluster-without"
    answer = do_shard(Parcel({**ours, "sources": "other"}, (), b""), Shard(0, 1))
    assert isinstance(answer, UsageError)
    assert answer.code == "cluster-versions"
