"""A wheel never holds a stale page: it is built anew where its sources are others."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import build_hook
from build_hook import DIGEST, PARTS, Part, PartsHook, digest, has_packages, is_fresh

ROOT = Path(__file__).parents[2]
(PAGE,) = (part for part in PARTS if part.folder == "src/echappee/server/page")


@contextmanager
def _changed(path: Path, text: str) -> Iterator[None]:
    before = path.read_bytes() if path.exists() else None
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    yield
    if before is None:
        path.unlink()
    else:
        path.write_bytes(before)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the page's sources, and a page that was built from them."""
    left_out = shutil.ignore_patterns("node_modules", "games", "*.png")
    shutil.copytree(ROOT / "web", tmp_path / "web", ignore=left_out)
    page = tmp_path / PAGE.folder
    page.mkdir(parents=True)
    (page / "index.html").write_text("built")
    (page / DIGEST).write_text(digest(tmp_path, PAGE) + "\n")
    return tmp_path


def test_a_page_of_the_same_sources_is_fresh(checkout: Path) -> None:
    assert is_fresh(checkout, PAGE)


@pytest.mark.parametrize(
    "name", ["index.html", "src/main.ts", "src/new.ts", "package-lock.json", "public/icon.svg"]
)
def test_a_page_is_stale_after_any_edit(checkout: Path, name: str) -> None:
    with _changed(checkout / "web" / name, "something else"):
        assert not is_fresh(checkout, PAGE)
    assert is_fresh(checkout, PAGE)


@pytest.mark.parametrize("name", ["src/main.ts", "public/icon.svg"])
def test_a_page_is_stale_when_a_source_is_gone_or_renamed(checkout: Path, name: str) -> None:
    path = checkout / "web" / name
    path.rename(path.with_stem("renamed"))
    assert not is_fresh(checkout, PAGE)


@pytest.mark.parametrize(
    "name", ["node_modules/vite/package.json", "test/new.test.ts", "src/new.test.ts", "dev/new.mjs"]
)
def test_what_is_not_in_the_page_does_not_matter(checkout: Path, name: str) -> None:
    with _changed(checkout / "web" / name, "something else"):
        assert is_fresh(checkout, PAGE)


def test_a_page_without_digest_is_stale(checkout: Path) -> None:
    (checkout / PAGE.folder / DIGEST).unlink()
    assert not is_fresh(checkout, PAGE)


def test_the_page_that_is_built_here_says_the_same_digest() -> None:
    """The page's own tools and the hook count the same files."""
    if not (ROOT / PAGE.folder / DIGEST).exists():
        pytest.skip("there is no page here")
    told = (ROOT / PAGE.folder / DIGEST).read_text().strip()
    assert told == digest(ROOT, PAGE), "the page is stale: run `make setup`"


@pytest.fixture
def built(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the hook builds; it is done without npm."""
    seen: list[str] = []

    def build(root: Path) -> None:
        seen.append((root / "web" / "index.html").read_text())
        (root / PAGE.folder / DIGEST).write_text(digest(root, PAGE))

    part = Part(PAGE.folder, PAGE.sources, PAGE.apart, build)
    monkeypatch.setattr(build_hook, "PARTS", (part,))
    return seen


def _hook(checkout: Path, version: str) -> None:
    nothing: dict[str, object] = {}
    PartsHook(str(checkout), nothing, None, None, str(checkout), "wheel").initialize(version, {})  # type: ignore[arg-type]


def test_the_hook_builds_what_is_stale_and_only_that(checkout: Path, built: list[str]) -> None:
    _hook(checkout, "standard")
    assert built == []
    with _changed(checkout / "web" / "index.html", "edited"):
        _hook(checkout, "editable")
        assert built == []
        _hook(checkout, "standard")
        assert built == ["edited"]
        _hook(checkout, "standard")
        assert built == ["edited"]


def test_a_build_of_other_sources_is_no_wheel(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = Part(PAGE.folder, PAGE.sources, PAGE.apart, lambda root: None)
    monkeypatch.setattr(build_hook, "PARTS", (part,))
    with _changed(checkout / "web" / "index.html", "edited"), pytest.raises(RuntimeError):
        _hook(checkout, "standard")


def test_npm_packages_that_are_there_as_locked_are_not_installed_again(tmp_path: Path) -> None:
    """Installing would take away what only the page's tests need."""
    locked = {
        "": {"name": "page"},
        "node_modules/a": {"version": "1.2.3"},
        "node_modules/only-tests": {"version": "1.0.0", "dev": True},
        "node_modules/other-system": {"version": "1.0.0", "optional": True},
    }
    (tmp_path / "package-lock.json").write_text(json.dumps({"packages": locked}))
    assert not has_packages(tmp_path)
    package = tmp_path / "node_modules" / "a" / "package.json"
    package.parent.mkdir(parents=True)
    package.write_text(json.dumps({"version": "1.2.2"}))
    assert not has_packages(tmp_path)
    package.write_text(json.dumps({"version": "1.2.3"}))
    assert has_packages(tmp_path)
