"""Lighthouse on the pages that are not looked at in every run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.servers import Server
from tests.browser.test_lighthouse import MORE_PAGES, find_nothing_amiss


@pytest.mark.parametrize("page", MORE_PAGES)
def test_lighthouse_finds_nothing_amiss(page: str, server: Server, tmp_path: Path) -> None:
    find_nothing_amiss(server.url + MORE_PAGES[page](server.url), tmp_path)
