"""A Ray cluster of two nodes on this machine: the same results as threads, whoever dies meanwhile.

One cluster serves all tests of this file, and is ended by its own handle.
"""

from __future__ import annotations

import gc
import json
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from echappee.bots.levels import level_bots
from echappee.bots.registry import bot, load_file
from echappee.bots.search_bot import ThinkingBot
from echappee.errors import UsageError
from echappee.lab import cluster as cluster_module
from echappee.lab import cluster_worker
from echappee.lab.arena import Arena, arena
from echappee.lab.cluster import Cluster
from echappee.lab.confidence import Interval
from echappee.lab.ledger import Ledger
from echappee.lab.report.page import page
from echappee.lab.report.report import report
from echappee.lab.simulate import simulate
from echappee.rulebook.outlook import Effort

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'echappee[cluster]'")
utils = pytest.importorskip("ray.cluster_utils")

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # Ray leaves files open
    pytest.mark.starts_slowly,
]

Run = Callable[..., str]
FORKLESS = {"GRPC_ENABLE_FORK_SUPPORT": "false"}
"""Else the process that a head starts for a caller may die of what its parent's threads are at."""
STUMBLING = """
import sys
from ray.util.client.worker import Worker

begin = Worker._server_init
def stumble(self, *arguments):
    Worker._server_init = begin
    raise ConnectionAbortedError("Initialization failure from server:\\nRuntimeError: too busy")

Worker._server_init = stumble
from echappee.cli.app import main
main()
"""
"""Our command line, whose first call to a cluster elsewhere fails there."""
MORTAL = """
import os, signal
from pathlib import Path

class Mortal:
    '''Takes the first move; the first worker that asks it dies of it.'''
    name = "mortal"

    def choose(self, chair):
        left = Path({marker!r})
        if not left.exists():
            left.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return None if chair.out_of_turn else chair.moves[0]
"""


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """Two nodes with a core each, and a driver at the first one; all that they write is removed."""
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(prefix="ray") as folder:
        own = {"RAY_TMPDIR": folder, "RAY_AUTH_MODE": "disabled", **FORKLESS}
        for name, value in {**cluster_module.SILENT, **own}.items():
            patch.setenv(name, value)
        yield from _nodes()
        gc.collect()  # what Ray has left open is closed here, and not in another test


def _nodes() -> Iterator[Any]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    found = utils.Cluster(shutdown_at_exit=True)
    try:
        found.add_node(num_cpus=1, include_dashboard=False, ray_client_server_port=port)
        found.add_node(num_cpus=1)
        ray.init(address=found.address, log_to_driver=False, logging_level="CRITICAL")
        found.client_port = port
        yield found
    finally:
        ray.shutdown()
        for node in found.list_all_nodes()[::-1]:
            found.remove_node(node)


@pytest.fixture
def workers(nodes: Any) -> Iterator[Cluster]:
    """The cluster, as an executor."""
    with Cluster("auto") as found:
        yield found


def same(one: object, other: object) -> bool:
    return msgspec.json.encode(one) == msgspec.json.encode(other)


def test_a_simulation_is_the_same_on_a_cluster(workers: Cluster) -> None:
    def counted(**more: Any) -> object:
        return simulate("tapas", 3_000, bots=["greedy", "random"], seed=3, **more)

    assert same(counted(threads=2), counted(executor=workers))


def test_a_contest_stops_at_the_same_deal(workers: Cluster) -> None:
    """Whoever was faster: it is decided by the deals in their order."""

    def contest(**more: Any) -> Arena:
        return arena("tapas", ["greedy", "random"], 1_000, seed=1, **more)

    here, there = contest(threads=1), contest(executor=workers)
    assert here.verdict == "yes"
    assert here.games < 200
    assert same(here, there)


def test_a_dead_worker_costs_nothing_but_time(workers: Cluster, tmp_path: Path) -> None:
    marker = tmp_path / "dead"
    (file := tmp_path / "mortal.py").write_text(MORTAL.format(marker=str(marker)))
    load_file(file)

    def contest(**more: Any) -> Arena:
        return arena("tapas", ["mortal", "random"], 16, seed=2, play_all=True, **more)

    there = contest(executor=workers)
    assert marker.exists(), "a worker has died"
    assert same(contest(threads=1), there)


def test_nodes_may_come_and_go(nodes: Any, workers: Cluster) -> None:
    """One joins before, and is cut off while its workers play."""
    guest = nodes.add_node(num_cpus=2)

    def contest(**more: Any) -> Arena:
        return arena("tapas", ["sunday", "random"], 60, seed=4, budget=1, play_all=True, **more)

    left: list[object] = []

    def leave(done: int, found: Interval) -> None:
        if not left:
            left.append(guest)
            nodes.remove_node(guest, allow_graceful=False)

    there = contest(executor=workers, progress=leave)
    assert left
    assert same(contest(threads=2), there)


def test_a_report_is_the_same_on_a_cluster(workers: Cluster, tmp_path: Path) -> None:
    """Compiled bots and thinking ones; and what was kept there is not played again here."""

    def written(**more: Any) -> str:
        only = ("seats", "skill")
        found = report("tapas", games=16, levels=("random", "club"), only=only, seed=3, **more)
        return page(found, "fr")

    kept = Ledger(tmp_path / "kept")
    there = written(executor=workers, ledger=kept)
    assert there == written(threads=1)
    assert there == written(threads=2, ledger=kept)


def test_ctrl_c_and_a_rerun_go_on_from_what_was_done(
    run: Run, nodes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    for command in (
        ("sim", "tapas", "-n", "40", "--code", _first(tmp_path), "--bots", "first,random"),
        ("arena", "tapas", "-n", "20", "--bots", "random,random", "--all"),
    ):
        kept = tmp_path / command[0]
        with monkeypatch.context() as patch:
            patch.setattr("rich.progress.Progress.advance", stop)
            run(*command, "--json", "--keep", kept, "--cluster", "auto", status=130)
        before = kept.read_bytes()
        assert before.endswith(b"\n"), "whole lines"
        there = json.loads(run(*command, "--json", "--keep", kept, "--cluster", "auto"))
        assert kept.read_bytes().startswith(before)
        assert len(kept.read_bytes()) > len(before)
        assert there == json.loads(run(*command, "--json", "--threads", "1"))


def _first(folder: Path) -> Path:
    file = folder / "first.py"
    file.write_text(MORTAL.format(marker=str(folder)).replace("mortal", "first"))
    return file


@pytest.mark.parametrize("program", [["-m", "echappee"], ["-c", STUMBLING]], ids=["", "busy"])
def test_a_cluster_elsewhere_is_asked_by_its_address(nodes: Any, program: list[str]) -> None:
    """By a process of its own: this one is in the cluster. A call that fails is made again."""
    command = [sys.executable, *program, "sim", "tapas", "-n", "600", "--json"]
    asked = [*command, "--cluster", f"ray://127.0.0.1:{nodes.client_port}"]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=500, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == "", "Ray says nothing"
    assert same(json.loads(done.stdout), msgspec.to_builtins(simulate("tapas", 600)))


def test_a_worker_of_another_version_is_refused(
    nodes: Any, workers: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = {**cluster_worker.own_versions(), "sources": "0123456789abcdef"}
    monkeypatch.setattr(cluster_module, "own_versions", lambda: ours)
    with pytest.raises(UsageError, match="0123456789abcdef") as refused:
        simulate("tapas", 10, executor=workers)
    assert refused.value.code == "cluster-versions"


def test_a_bad_move_at_a_worker_names_the_bot(workers: Cluster, tmp_path: Path) -> None:
    file = tmp_path / "odd.py"
    file.write_text("class Odd:\n    name = 'odd'\n    def choose(self, c): return 'nonsense'\n")
    load_file(file)
    with pytest.raises(UsageError, match="odd") as refused:
        simulate("tapas", 10, bots=["odd"], executor=workers)
    assert refused.value.code == "bot-move"


def test_a_bot_that_fails_fails_as_it_does_here(workers: Cluster, tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("class Broken:\n    name = 'broken'\n    def choose(self, c): return 1 // 0\n")
    load_file(file)
    with pytest.raises(ZeroDivisionError):
        simulate("tapas", 10, bots=["broken"], executor=workers)


def test_a_bot_that_is_brought_along_is_sent_or_refused(workers: Cluster) -> None:
    thinker = ThinkingBot("thinker", Effort(simulations=4))
    both = [thinker, bot("random")]
    here = arena("tapas", both, 4, budget=1.0, play_all=True)
    assert same(here, arena("tapas", both, 4, budget=1.0, play_all=True, executor=workers))

    class Held:
        name = "held"
        file = sys.stdout

        def __init__(self) -> None:
            self.held = socket.socket

        def __reduce__(self) -> str:
            raise TypeError("it holds a socket")

        def choose(self, chair: Any) -> str:
            return str(chair.moves[0])

    with pytest.raises(UsageError, match="--code") as refused:
        arena("tapas", [Held(), bot("random")], 4, executor=workers)
    assert refused.value.code == "cluster-unsent"


def test_what_is_kept_is_not_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = Ledger(tmp_path / "kept")
    first = simulate("tapas", 600, ledger=ledger)
    monkeypatch.setattr(Cluster, "session", lambda *_: pytest.fail("there is nothing to play"))
    monkeypatch.setattr(cluster_module, "_running", lambda _: ("joined", False))
    assert same(first, simulate("tapas", 600, ledger=ledger, executor=Cluster("auto")))


@pytest.mark.parametrize("address", ["", "here", "ray://", "ray://a b:1", "localhost:6379"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(UsageError) as refused:
        Cluster(address)
    assert refused.value.code == "bad-cluster"


def test_nobody_at_an_address_is_told_before_work_is_done() -> None:
    with socket.socket() as taken:  # bound, so that nobody else listens there; and not listening
        taken.bind(("127.0.0.1", 0))
        with pytest.raises(UsageError) as refused:
            simulate("tapas", 1, executor=Cluster(f"ray://127.0.0.1:{taken.getsockname()[1]}"))
    assert refused.value.code == "no-cluster"


def test_somebody_else_at_an_address_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "_CALL", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"ray://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(UsageError, match="does not speak") as refused:
            simulate("tapas", 1, executor=Cluster(address))
    assert refused.value.code == "no-cluster"


def test_a_cluster_that_fails_at_a_call_is_told_in_its_own_last_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ray tells the way to a failure at its side, of which the end alone says something."""
    said = (
        "Initialization failure from server:\nTraceback (most recent call last):\n"
        '  File "proxier.py", line 1, in Datapath\nRuntimeError: Proxy failed to Connect!\n'
    )

    calls: list[str] = []

    def fail(_: object, *, address: str) -> None:
        calls.append(address)
        raise ConnectionAbortedError(said)

    monkeypatch.setattr(cluster_module, "_check_answers", lambda _: None)
    monkeypatch.setattr(cluster_module, "_init", fail)
    with pytest.raises(UsageError, match=r"127\.0\.0\.1:9: Proxy failed to Connect!") as refused:
        simulate("tapas", 1, executor=Cluster("ray://127.0.0.1:9"))
    assert refused.value.code == "no-cluster"
    assert calls == 3 * ["ray://127.0.0.1:9"], "it was called again"


def test_a_cluster_that_asks_for_a_token_is_told_from_one_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    grpc = pytest.importorskip("grpc")

    class Refusing(grpc.ServerInterceptor):  # type: ignore[misc, name-defined]
        def intercept_service(self, _: Any, __: Any) -> Any:
            return grpc.unary_unary_rpc_method_handler(
                lambda _, context: context.abort(grpc.StatusCode.UNAUTHENTICATED, "no token")
            )

    monkeypatch.delenv("RAY_AUTH_MODE", raising=False)
    server = grpc.server(ThreadPoolExecutor(1), interceptors=[Refusing()])
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        with pytest.raises(UsageError, match="RAY_AUTH_MODE") as refused:
            simulate("tapas", 1, executor=Cluster(f"ray://127.0.0.1:{port}"))
    finally:
        server.stop(None).wait()
    assert refused.value.code == "cluster-token"


def test_levels_travel_by_their_names() -> None:
    from echappee.bots.registry import called_or_itself

    own = ThinkingBot("champion", Effort(simulations=4))
    assert called_or_itself(level_bots()[-1]) == "champion"
    assert called_or_itself(own) is own
