"""The site as it was built: whole, of our own files alone, rules in both languages."""

from __future__ import annotations

import re
import zlib
from functools import cache
from html import unescape
from pathlib import Path

import pytest

import build_site
import echappee
from docs._sphinx import staging
from docs._sphinx.game_pages import FOLDERS
from echappee.errors import LANGUAGES, Language
from echappee.games import game_ids, rulebook
from echappee.server.http.docs_site import FOLDER
from tests.site.reference import listed
from tests.typed import as_typed

GAMES = [(game_id, language) for game_id in game_ids() for language in LANGUAGES]


@pytest.fixture(autouse=True)
def _built() -> None:
    if not (FOLDER / "index.html").exists():
        pytest.fail("The documentation is not built. Run `make docs`, or `make test`, which does.")


@cache
def _page(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


@cache
def _words(name: str) -> str:
    """The words of a page, without marks."""
    text = re.sub(r"<[^>]+>", " ", _page(name))
    return " ".join(as_typed(unescape(text)).split())


def _pages() -> list[str]:
    return sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.html"))


def test_it_is_where_the_server_looks_and_has_every_page() -> None:
    assert build_site.TARGET == FOLDER
    for path in (build_site.ROOT / "docs").rglob("*.md"):
        name = path.relative_to(build_site.ROOT / "docs").with_suffix(".html").as_posix()
        assert (FOLDER / name).is_file(), name


def test_nothing_comes_from_elsewhere_and_nothing_stands_inside_a_page() -> None:
    loaded = re.compile(r"<(?:script|img|link|iframe|source)\b[^>]*\b(?:src|href)=\"([^\"]+)\"")
    for name in _pages():
        page = _page(name)
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bon\w+=\"", page), name
        assert not [one for one in loaded.findall(page) if re.match(r"(?:\w+:)?//", one)], name
    for path in FOLDER.rglob("*.css"):
        assert not re.search(r"(?:url\(|@import)\s*[\"']?(?:\w+:)?//", path.read_text("utf-8")), (
            path
        )


def test_every_link_leads_to_a_page_and_a_place_on_it() -> None:
    places = {name: set(re.findall(r"\bid=\"([^\"]+)\"", _page(name))) for name in _pages()}
    for name in _pages():
        for target in set(re.findall(r"<a\b[^>]*\bhref=\"([^\"]+)\"", _page(name))):
            if re.match(r"\w+:", target) or name in ("search.html", "genindex.html"):
                continue
            path, _, place = unescape(target).partition("#")
            found = (FOLDER / name).parent.joinpath(path).resolve() if path else FOLDER / name
            assert found.is_file(), f"{name}: {target}"
            if place and found.suffix == ".html":
                assert place in places[found.relative_to(FOLDER).as_posix()], f"{name}: {target}"


@pytest.mark.parametrize(("game_id", "language"), GAMES)
def test_the_rules_are_the_games_own_words(game_id: str, language: Language) -> None:
    name = f"{FOLDERS[language]}/{game_id}.html"
    assert f'lang="{language}"' in _page(name).partition(">")[0] + _page(name)[:200]
    words, rules = _words(name), rulebook(game_id)
    for article in rules.words.articles:
        assert f"{article.id} · {as_typed(article.title[language])}" in words
        for paragraph in article.text[language].split("\n\n"):
            assert " ".join(as_typed(paragraph).split()) in words
    for option in rules.options:
        assert option.name in words


@pytest.mark.parametrize(("game_id", "language"), GAMES)
def test_a_game_has_its_poster_and_every_picture_of_its_rulebook(
    game_id: str, language: Language
) -> None:
    from echappee.learning.course import course

    known = course(game_id)
    assert known is not None
    pictures = {f"{game_id}.webp", *(f"{game_id}-{one.id}.webp" for one in known.diagrams)}
    shown = set(re.findall(r"_images/([^\"?]+)", _page(f"{FOLDERS[language]}/{game_id}.html")))
    kept = {re.sub(r"(?<=[a-z])\d+(?=\.webp)", "", one) for one in shown}  # the other language's
    assert {re.sub(r"(?<=[a-z])\d+(?=\.webp)", "", one) for one in pictures} == kept


def test_every_public_name_is_in_the_reference() -> None:
    head, _, packed = (FOLDER / "objects.inv").read_bytes().partition(b"zlib.\n")
    assert b"Sphinx inventory version 2" in head
    known = {line.split(" ")[0] for line in zlib.decompress(packed).decode().splitlines()}
    assert {f"echappee.{name}" for name in echappee.__all__} <= known
    missing = {one.name for one in listed() if not one.name.startswith("echappee.calculator.")}
    assert not missing - known
    from echappee import calculator

    assert {f"echappee.calculator.{name}" for name in calculator.__all__} <= known


def test_sources_are_gathered_once_and_written_only_where_they_changed(tmp_path: Path) -> None:
    staging.stage(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    (tmp_path / "old.md").write_text("gone", encoding="utf-8")
    (tmp_path / "api.md").write_text("changed", encoding="utf-8")
    staging.stage(tmp_path)
    after = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    assert before.keys() == after.keys()
    assert {path.name for path in before if before[path] != after[path]} <= {"api.md"}
    assert "`new_tables`" in (tmp_path / "operating.md").read_text(encoding="utf-8")
    assert "files/mybot.py.txt" in (tmp_path / "adding-a-bot.md").read_text(encoding="utf-8")
    index = (tmp_path / "index.md").read_text(encoding="utf-8")
    assert all(f"pictures/posters/{game_id}.webp" in index for game_id in game_ids())


def test_a_page_that_no_list_names_comes_last() -> None:
    index = "```{toctree}\n\napi\nlab\nterm*\n```"
    others = staging._others(index, ["api", "index", "new", "terminal"])
    assert others == "new"
