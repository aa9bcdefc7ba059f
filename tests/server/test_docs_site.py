"""`/docs`: the documentation beside the page."""

from __future__ import annotations

import gzip
from pathlib import Path

import httpx
import pytest

from echappee.server.http import docs_site
from echappee.server.http.security_headers import PAGE_POLICY
from tests.server.clients import World, serving

pytestmark = pytest.mark.anyio
STORES = ("sqlite",)
"""Pages are served from files."""
FIRST = "<!doctype html><title>Docs</title>" + "<p>words</p>" * 60


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A site of a few files."""
    folder = tmp_path / "docs"
    (folder / "games").mkdir(parents=True)
    (folder / "_static").mkdir()
    (folder / "index.html").write_text(FIRST, encoding="utf-8")
    (folder / "games" / "index.html").write_text("games", encoding="utf-8")
    (folder / "games" / "one.html").write_text("one", encoding="utf-8")
    (folder / "_static" / "site.css").write_text("p {}", encoding="utf-8")
    (tmp_path / "secret.html").write_text("secret", encoding="utf-8")
    monkeypatch.setattr(docs_site, "FOLDER", folder)
    return folder


async def _get(world: World, path: str, **headers: str) -> httpx.Response:
    async with world.client() as client:
        return await client.http.get(path, headers=headers)


async def test_a_folder_leads_to_its_first_page(site: Path, tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as world:
        for asked, found in (
            ("/docs", "/docs/index.html"),
            ("/docs/", "/docs/index.html"),
            ("/docs/games", "/docs/games/index.html"),
        ):
            answered = await _get(world, asked)
            assert answered.is_redirect, asked
            assert answered.headers["location"] == found


async def test_files_are_sent_packed_and_kept_like_those_of_the_page(
    site: Path, tmp_path: Path
) -> None:
    async with serving(tmp_path / "data") as world:
        page = await _get(world, "/docs/index.html")
        assert page.text == FIRST
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert page.headers["content-encoding"] == "gzip"
        assert page.headers["cache-control"] == "no-cache"
        assert page.headers["content-security-policy"] == PAGE_POLICY
        plain = await _get(world, "/docs/index.html", **{"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert int(page.headers["content-length"]) == len(gzip.compress(FIRST.encode(), 9))
        style = await _get(world, "/docs/_static/site.css?v=0123abcd")
        assert "immutable" in style.headers["cache-control"]
        assert style.headers["content-type"] == "text/css; charset=utf-8"


async def test_what_is_not_there_is_said_on_a_page_or_to_a_program(
    site: Path, tmp_path: Path
) -> None:
    async with serving(tmp_path / "data") as world:
        for path in ("/docs/nothing", "/docs/nothing.html", "/docs/games/two.html"):
            missing = await _get(world, path, accept="text/html")
            assert missing.status_code == 404
            assert 'href="/docs"' in missing.text
            assert 'lang="fr"' in missing.text
        for path in ("/docs/_static/nothing.css", "/docs/nothing.png", "/docs/nothing"):
            assert (await _get(world, path)).json()["code"] == "not-found"
        for path in ("/docs/%2e%2e/secret.html", "/docs/..%2fsecret.html"):
            assert "secret" not in (await _get(world, path)).text


async def test_where_it_is_not_built_a_page_says_how(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(docs_site, "FOLDER", tmp_path / "nowhere")
    async with serving(tmp_path / "data") as world:
        for path in ("/docs", "/docs/index.html", "/docs/games/one.html"):
            unbuilt = await _get(world, path, accept="text/html")
            assert unbuilt.status_code == 404
            assert unbuilt.headers["content-type"] == "text/html; charset=utf-8"
            assert unbuilt.text.count("make docs") == 2
            assert "<style" not in unbuilt.text
            assert "<script" not in unbuilt.text
