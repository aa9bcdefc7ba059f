"""The wheel as people get it: built, installed into an empty environment, and used there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

import echappee
from bench.processes import running
from build_hook import PARTS, is_fresh
from echappee.games import game_ids

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "echappee"
UV = Path(sys.executable).with_name("uv")
LOCK = ROOT / "requirements.lock"
SCRIPTS = "Scripts" if os.name == "nt" else "bin"
KEPT = ("PATH", "SYSTEMROOT", "TMPDIR", "TEMP")
UNREACHABLE = ("network was disabled", "Failed to fetch", "error sending request", "dns error")


def _build(folder: Path) -> Path:
    """A wheel of this checkout. Parts that are stale would be built while other tests use them."""
    for part in PARTS:
        assert is_fresh(ROOT, part), f"{part.folder} is not of these sources: run `make setup`"
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    assert wheel.name == f"echappee-{echappee.__version__}-py3-none-any.whl"
    return wheel


def _uv(*arguments: str | Path) -> str:
    """Let uv do something, with what it has in its cache, else with the package index."""
    for place in (["--offline"], []):
        done = subprocess.run([UV, *place, *arguments], capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout
    if any(told in done.stderr for told in UNREACHABLE):
        pytest.skip("no package index is reachable, and uv's cache lacks something the wheel needs")
    pytest.fail(done.stderr)


def _leave_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Be somebody without settings, files or a checkout."""
    for name in set(os.environ) - {*KEPT}:
        monkeypatch.delenv(name)
    home.mkdir()
    for name in ("HOME", "USERPROFILE", "LOCALAPPDATA", "APPDATA"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.setenv("PYTHONUTF8", "1")
    # Nothing is compiled: that takes minutes, and is the same as in a checkout.
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


@pytest.mark.skipif(not UV.exists(), reason="uv is not installed, and pip alone would take minutes")
def test_a_wheel_works_in_an_empty_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setenv("UV_TOOL_DIR", str(tmp_path / "tools"))  # as uvx has it, and not kept
    monkeypatch.setenv("UV_TOOL_BIN_DIR", str(tmp_path / "bin"))
    wheel = _build(tmp_path)
    _holds_everything(wheel)
    this = ("--python", sys.executable)

    # uvx --from WHEEL echappee
    _uv("tool", "install", *this, "--constraints", LOCK, wheel)
    tried = _uv("tool", "run", *this, "--from", wheel, "echappee", "--version")
    assert tried == f"echappee {echappee.__version__}\n"

    # pip install WHEEL; what it depends on comes by uv, which is quick
    place = tmp_path / "environment"
    python = place / SCRIPTS / "python"
    _uv("venv", "--seed", "--clear", *this, place)
    _uv("pip", "install", "--python", python, "--constraints", LOCK, wheel)
    _uv("pip", "uninstall", "--python", python, "echappee")
    pip = (str(python), "-m", "pip", "install", "--no-deps")
    quick = ("--no-index", "--no-compile", "--disable-pip-version-check", "--quiet")
    subprocess.run([*pip, *quick, str(wheel)], check=True, capture_output=True, cwd=tmp_path)
    _uv("pip", "check", "--python", python)
    _uv("cache", "clean", "echappee")

    _leave_home(tmp_path / "home", monkeypatch)

    def run(*command: str | Path) -> str:
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8")
        assert done.returncode == 0, done.stderr
        return done.stdout

    program = place / SCRIPTS / "echappee"
    found = json.loads(run(program, "about", "--json"))
    assert found["version"] == echappee.__version__
    assert found["page"] == (PACKAGE / "server" / "page" / "sources.sha256").read_text().strip()
    assert set(found["extras"]) >= {
        "cluster",
        "train",
        "gpu",
        "openspiel",
        "operator",
        "png",
        "report",
        "rl",
    }
    assert not any(found["extras"].values())
    assert found["data"].startswith(str(tmp_path))
    listed = run(program, "games")
    assert all(game_id in listed for game_id in game_ids())
    assert "§4e" in run(python, "-m", "echappee", "rules", "tapas")

    with running("the installed server", [program, "serve", "--port", "0"], tmp_path) as server:
        assert '<div id="app">' in _get(f"{server.address}/")
        assert "SIL OPEN FONT LICENSE" in _get(f"{server.address}/licences.txt")
        house = json.loads(_get(f"{server.address}/api/house"))
        assert house["version"] == echappee.__version__


def _get(address: str) -> str:
    with urllib.request.urlopen(address, timeout=120) as answer:
        assert answer.status == 200
        return str(answer.read().decode())


def _holds_everything(wheel: Path) -> None:
    """All of the package but what Python makes itself, the page, and every licence."""
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    wanted = {
        f"echappee/{path.relative_to(PACKAGE).as_posix()}"
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {"echappee/server/page/index.html", "echappee/py.typed"} < wanted
    assert not wanted - names
    folder = f"echappee-{echappee.__version__}.dist-info/"
    assert {f"{folder}licenses/LICENSE", f"{folder}licenses/web/public/licences.txt"} < names
    assert all(name.startswith(("echappee/", folder)) for name in names)
