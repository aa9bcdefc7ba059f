"""Every benchmark starts, prints its figures and ends, with arguments as small as can be."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import bootstrap
from bench import drawing, engines, opponents, program
from bench.faults.cluster import needed

ROOT = Path(__file__).parents[2]
PEERS = Path(__file__).parent / "peers"
MODULES = {path.stem: path for path in (ROOT / "bench").glob("*.py")} | {
    path.parent.name: path for path in (ROOT / "bench").glob("*/__main__.py")
}
PATIENCE = 500.0
PEER = f"{sys.executable} -m tests.bench.peers.scripted"

# What each program is started with, and the headings of the figures that it must print.
PROGRAMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "__main__": (
        "tapas flamme-rouge --seconds 0.01 --starts 1 --rounds 1 --scale 0.001",
        (
            "moves_per_second", "cached_start_seconds", "OpenSpiel breakthrough 6x6, moves",
            "Tapas, compiled rules, moves", "PyPI flamme-rouge 0.1.2, races",
            "Flamme Rouge, compiled rules, races",
        ),
    ),
    "batch": (
        "--game tapas --games 4 --steps 3 --rounds 1",
        (
            "OpenSpiel breakthrough 6x6 from Python, steps", "tapas for 2, batch of 4, steps",
            "the same, actions not checked", "best round", "two threads", "cores",
        ),
    ),
    "boardgame_io": (
        f"--tables 1 --rounds 1 --peer '{PEER}'",
        ("What is compared", "echappee\n", "boardgame.io\n", "ms of CPU per move", "of rounds"),
    ),
    "c_reference": ("--games 2000", ("verified: 20.00 turns", "plain", "branch_free", "moves/s")),
    "cluster": (
        "--only arena --deals 2 --rounds 1",
        ("arena tapas", "threads", "cluster", "the same bytes", "times as long"),
    ),
    "compile_time": (
        "--game tapas --only over --rounds 1",
        ("tapas: ", "CPU-s, of them LLVM", "asked for: over__tapas", "in all: "),
    ),
    "crowd": (
        "--tables 2 --rate 100 --seconds 0.05 --sockets 3 --champions 1",
        ("beside nobody", "beside 3 idle sockets", "socket_kb", "with champions", "p99_ms"),
    ),
    "calibration": (
        "--game tapas --games 2 --moments 2 --scale 0.001",
        ("| game | games | positions |", "| Tapas, 2 players | 2 | 4 |", "extras=5"),
    ),
    "drawing": ("--game tapas --moves 2", ("tapas", "2 moves  seen after", "a core")),
    "durations": ("--game tapas --games 1", ("| game | players |", "| tapas | 2 | as usual |")),
    "envs": (
        "--game tapas --decisions 20 --games 2 --steps 2 --rounds 1",
        (
            "OpenSpiel breakthrough 6x6 from Python, decisions", "tapas for 2, in OpenSpiel",
            "tapas for 2, in PettingZoo", "tapas for 2, in Gymnasium, bots random",
            "tapas for 2, 2 side by side in Gymnasium, bots greedy",
        ),
    ),
    "faults": (
        "--nodes 3 --faults 20 --games all --moves 300 --tables 8 --rate 40 --brief",
        ("20 faults", "acknowledged moves", "0 lost, 0 doubled", "the checker found nothing"),
    ),
    "gpu": (
        "--game tapas --games 2 --families 2 --moves 10 --rounds 1 --batch 2 --steps 2",
        (
            "tapas for 2, extras=2: 1 games end in the same bytes", "same-step: the same bytes",
            "random games a round, best round", "steps/s", "a GPU that is simulated",
        ),
    ),
    "handicap": (
        "--level sunday --games 1 --scale 0.1 --extras 2 --burning-head --swap",
        ("| level | first player wins | a handicap | the next | fair |", "| sunday |", "% ("),
    ),
    "nets": (
        "--game tapas --width 8 --blocks 1 --positions 4 --rounds 1",
        ("tapas, by NumPy, evaluations", "tapas, compiled, evaluations", "µs an evaluation", "MB"),
    ),
    "open_spiel_rollouts": (
        "--rollouts 20 --lengths 300",
        ("breakthrough(rows=6,columns=6): ", "crazy_eights(players=4): ", "decisions/s"),
    ),
    "opponents": (
        "tapas --seconds 0.001 --games 2",
        ("| against |", "seconds a move: ours, theirs", "openspiel-mcts"),
    ),
    "scrubbing": ("--game tapas --moves 4", ("tapas", "4 moves", "frames/s", "a core")),
    "search": (
        "--simulations 100 --rounds 1",
        ("OpenSpiel MCTS, breakthrough 6x6", "Tapas, random playouts", "Flamme Rouge", "Two thr"),
    ),
    "server": (
        "--tables 2 --seconds 0.02 --game tapas",
        ("moves_per_second", "p99_ms", "server_cpu_ms", "watched_table_kb", "stolen_percent"),
    ),
    "start": (
        "--warm --rounds 1 --warm-ups 0 --game tapas",
        ("warm\n", "answers", "shown", "playable", "board", "tapas, human", "tapas, bot"),
    ),
    "thinking": (
        "--game tapas --decisions 1 --seconds 0.01 --games 1",
        ("| game | `leader`: half within", "| moves before the end |", "1 of 1"),
    ),
    "training": (
        "--game tapas --games 8 --rounds 1",
        ("tapas: ", "steps/s", "of the time in play", "8 games side by side"),
    ),
}  # fmt: skip
# Serves until it is ended: started by those that measure it, `server` and `boardgame_io`.
SERVERS = {"host"}
# What the programs share: there is nothing to start.
PARTS = {
    "browsing", "engines", "first_moves", "flamme_rouge_reference", "links", "processes", "program",
    "timing",
}  # fmt: skip


def test_every_module_is_listed_here() -> None:
    assert MODULES.keys() == PROGRAMS.keys() | SERVERS | PARTS
    for name, path in MODULES.items():
        assert _can_be_started(path) == (name not in PARTS), name


def _can_be_started(path: Path) -> bool:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return any(isinstance(node, ast.If) and "__main__" in ast.dump(node.test) for node in tree.body)


def start(name: str, arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """``python -m bench.NAME``, ended by a signal that it can heed when it takes too long."""
    paths = [str(PEERS), os.environ.get("PYTHONPATH", "")]
    command = f"exec {sys.executable} -m bench.{name} {arguments}"
    started = subprocess.Popen(
        command, shell=True, cwd=ROOT, text=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), **environment},
    )  # fmt: skip
    try:
        out, err = started.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        started.terminate()
        out, err = started.communicate(timeout=60)
        pytest.fail(f"bench.{name} did not end within {PATIENCE:g} s:\n{out}\n{err}")
    finally:
        started.kill()
        started.wait()
    return subprocess.CompletedProcess(command, started.returncode, out, err)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_benchmark_prints_its_figures(name: str) -> None:
    arguments, headings = PROGRAMS[name]
    done = start(name, arguments)
    if name == "c_reference" and shutil.which("gcc") is None:
        assert (done.returncode, done.stderr) == (1, "no C reference: gcc is not installed\n")
        return
    if name == "faults" and (lacking := engines.missing(*needed(3))):
        assert (done.returncode, lacking in done.stderr) == (1, True)
        pytest.skip(lacking)
    if name == "training" and importlib.util.find_spec("torch") is None:
        assert (done.returncode, "PyTorch" in done.stderr) == (1, True)
        pytest.skip(bootstrap.TRAIN_ADVICE)
    assert done.returncode == 0, done.stdout + done.stderr
    for heading in headings:
        assert heading in done.stdout, (heading, done.stdout, done.stderr)


def test_without_a_gpu_there_are_no_figures_of_one() -> None:
    done = start("gpu", "--game tapas", NUMBA_ENABLE_CUDASIM="0", CUDA_VISIBLE_DEVICES="")
    assert (done.returncode, done.stdout) == (2, "")
    assert "GPU" in done.stderr
    assert "Traceback" not in done.stderr


def test_no_more_moves_are_measured_than_were_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def played(_browser: object, _address: str, _game: str, moves: int) -> list[list[float]]:
        asked.append(moves)
        return [[10.0 * len(asked), 1.0]] * 3

    monkeypatch.setattr(drawing, "_played", played)
    found = drawing.draw(None, "", "tapas", 4)  # type: ignore[arg-type]
    assert asked == [4, 1]
    assert (found.moves, found.median) == (4, 10.0)


NONSENSE = (
    "--sise 1", "--games 0", "--games many", "--seconds nan", "--seconds -1", "--seconds",
    "--rounds 1e3", f"--tables {'9' * 5000}", "--moves ½", "--port -1", "one two",
)  # fmt: skip


@pytest.mark.parametrize("name", [*PROGRAMS, *SERVERS])
def test_nonsense_is_refused_in_one_sentence(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    inside = ".__main__" if MODULES[name].stem != name else ""
    module = importlib.import_module(f"bench.{name}{inside}")
    for arguments in NONSENSE:
        monkeypatch.setattr(sys, "argv", ["bench", *arguments.split()])
        with pytest.raises(SystemExit) as left:
            module.main()
        printed = capsys.readouterr()
        assert left.value.code == 2, arguments
        assert printed.out == ""
        assert printed.err.startswith("python -m bench"), printed.err
        assert printed.err.count("\n") == 1, printed.err


def test_what_the_rules_refuse_is_told_as_they_tell_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(sys, "argv", ["bench", "tapas", "--players", "9"])
    with pytest.raises(SystemExit) as left:
        program.run(opponents.main)
    assert left.value.code == 2
    assert capsys.readouterr() == ("", "Tapas is for exactly 2 players, not 9.\n")
