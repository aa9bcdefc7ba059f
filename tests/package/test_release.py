"""What a release says of itself agrees: version, changes, citation, extras, locks."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec.yaml
import pytest

import bootstrap
import echappee
from echappee.calculator.race import CalculatorError
from echappee.errors import LANGUAGES, phrase

ROOT = Path(__file__).parents[2]
EXTRA = re.compile(r"echappee\[([\w{}]+)\]")


def _project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return found


def test_every_file_says_the_same_version() -> None:
    assert _project()["project"]["version"] == echappee.__version__
    assert re.fullmatch(r"\d+\.\d+\.\d+", echappee.__version__)
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## (\d+\.\d+\.\d+) \((?:unreleased|\d{4}-\d\d-\d\d)\)$", changes, re.M)
    assert versions[0] == echappee.__version__
    newest_first = sorted(versions, key=lambda v: tuple(map(int, v.split("."))), reverse=True)
    assert versions == newest_first
    assert len(versions) == len(re.findall("^## ", changes, re.M))


def test_the_citation_is_one() -> None:
    """The keys that the format asks for, in its values."""
    found = msgspec.yaml.decode((ROOT / "CITATION.cff").read_bytes())
    assert {"cff-version", "message", "title", "authors"} <= found.keys()
    assert found["cff-version"] == "1.2.0"
    assert found["type"] == "software"
    assert found["version"] == echappee.__version__
    assert found["license"] == _project()["project"]["license"] == "MIT"
    assert [author["name"] for author in found["authors"]] == [
        author["name"] for author in _project()["project"]["authors"]
    ]


def _extras() -> set[str]:
    return set(_project()["project"]["optional-dependencies"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_name_extras_that_there_are(language: Any) -> None:
    assert EXTRA.findall(CalculatorError("no-png").words[language]) == ["png"]
    told = phrase("missing-extra", needs="OpenSpiel", extra="openspiel")[language]
    assert EXTRA.findall(told) == ["openspiel"]
    assert {"png", "openspiel"} <= _extras()


def test_documents_name_extras_that_there_are() -> None:
    named = set()
    for path in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        named |= set(EXTRA.findall(path.read_text(encoding="utf-8")))
    assert named == _extras()


def test_what_an_extra_brings_is_no_part_of_the_plain_install() -> None:
    project = _project()["project"]
    names = re.compile(r"[\w.-]+")
    plain = {names.match(line)[0] for line in project["dependencies"]}  # type: ignore[index]
    for lines in project["optional-dependencies"].values():
        assert not plain & {names.match(line)[0] for line in lines}  # type: ignore[index]


@pytest.mark.parametrize(
    ("module", "needs", "name", "extra"),
    [
        ("openspiel", "pyspiel", "OpenSpiel", "openspiel"),
        ("gymnasium_env", "gymnasium", "Gymnasium", "rl"),
        ("gymnasium_vector", "gymnasium", "Gymnasium", "rl"),
        ("pettingzoo_env", "pettingzoo", "PettingZoo", "rl"),
    ],
)
def test_an_adapter_is_asked_for_by_the_name_of_its_extra(
    module: str, needs: str, name: str, extra: str
) -> None:
    code = f"""
import sys
sys.modules["{needs}"] = None
try:
    import echappee.lab.envs.{module}
except ImportError as error:
    print(error.code, error)
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.startswith(f"missing-extra {name} is missing")
    assert f'pip install "echappee[{extra}]"' in done.stdout


def test_a_picture_is_asked_for_by_the_name_of_its_extra(
    run: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    race, picture = tmp_path / "a.race", tmp_path / "a.png"
    run("calc", "new", race, "--names", "A,B,C", typed="q\n")
    for language in LANGUAGES:
        told = " ".join(
            run("calc", "export", race, "--to", picture, "--lang", language, status=2).split()
        )
        assert 'pip install "echappee[png]"' in told
    assert not picture.exists()


LOCKS = [bootstrap.LOCK, bootstrap.BENCH_LOCK, bootstrap.NODE_LOCK, bootstrap.TRAIN_LOCK]


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_hashes_and_no_address(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert "://" not in text
    entries = re.split(r"^(?=[\w.-]+==)", text, flags=re.M)[1:]
    assert entries
    assert all("--hash=sha256:" in entry for entry in entries)


def test_node_is_the_locked_one() -> None:
    wanted = _project()["dependency-groups"]["node"]
    (name, series) = wanted[0].removesuffix(".*").split("==")
    assert re.search(rf"^{name}=={series}\.", bootstrap.NODE_LOCK.read_text(), re.M)
    assert wanted[0] in _project()["build-system"]["requires"]


def test_node_is_installed_from_its_lock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    calls: list[list[str]] = []
    monkeypatch.setattr(bootstrap, "BIN", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(bootstrap, "install", lambda *told: calls.extend(map(list, told)))
    bootstrap.npm()
    assert len(calls) == 2
    for told in calls:
        assert "--require-hashes" in told
        assert str(bootstrap.NODE_LOCK) in told


@pytest.mark.parametrize("allowed", [(), bootstrap.BROWSER_PACKAGES])
def test_engines_that_cannot_be_had_stop_nothing_but_a_browser_is_needed(
    allowed: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[str, ...]] = []

    def apt_install(*packages: str) -> bool:
        asked.append(packages)
        return set(packages) <= set(allowed)

    monkeypatch.setattr(bootstrap, "apt_install", apt_install)
    monkeypatch.setattr(bootstrap, "missing_engines", lambda: ["postgresql", "caddy"])
    monkeypatch.setattr("shutil.which", lambda _: None)
    if allowed:
        bootstrap.install_test_programs()
        assert "apt-get install postgresql caddy" in capsys.readouterr().out
    else:
        with pytest.raises(bootstrap.SetupError, match="No Chromium"):
            bootstrap.install_test_programs()
    browser = bootstrap.BROWSER_PACKAGES
    assert asked == [(*browser, "postgresql", "caddy"), browser]


@pytest.mark.parametrize("offered", [True, False])
def test_what_trains_is_installed_only_where_pip_is_offered_it(
    offered: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No index is asked for PyTorch: there its build may bring gigabytes with it."""
    asked: list[tuple[str, ...]] = []
    locked: list[list[str]] = []

    def pip_install(*arguments: str) -> None:
        asked.append(arguments)
        if not offered:
            raise bootstrap.SetupError("no torch")

    monkeypatch.setattr(bootstrap, "pip_install", pip_install)
    monkeypatch.setattr(bootstrap, "install", lambda *told: locked.extend(map(list, told)))
    bootstrap.install_train()
    assert len(asked) == 1
    assert {"--no-index", "--no-deps", "torch"} <= set(asked[0])
    told = capsys.readouterr().out
    assert told.count("\n") == (not offered)
    assert (bootstrap.TRAIN_ADVICE in told) == (not offered)
    assert len(locked) == 2 * offered
    for arguments in locked:
        assert {"--require-hashes", "--no-deps", str(bootstrap.TRAIN_LOCK)} <= set(arguments)


def test_whoever_interrupts_the_install_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def pip_install(*_: str) -> None:
        raise bootstrap.StoppedError("interrupted")

    monkeypatch.setattr(bootstrap, "pip_install", pip_install)
    with pytest.raises(bootstrap.StoppedError):
        bootstrap.install_train()


def test_the_lock_of_what_trains_leaves_pytorch_and_its_gpus_out() -> None:
    """And where it has what the other locks have, it has the same."""
    pinned = {
        path: set(re.findall(r"^[\w.-]+==[^\\\n]+", path.read_text(encoding="utf-8"), re.M))
        for path in LOCKS
    }
    trains = {one.split("==")[0]: one for one in pinned[bootstrap.TRAIN_LOCK]}
    assert {"stable-baselines3", "sb3-contrib", "gymnasium"} <= trains.keys()
    assert not [name for name in trains if name in ("torch", "triton") or "nvidia" in name]
    names = {one.split("==")[0] for one in pinned[bootstrap.LOCK]}
    shared = {one for one in pinned[bootstrap.TRAIN_LOCK] if one.split("==")[0] in names}
    assert shared <= pinned[bootstrap.LOCK]
