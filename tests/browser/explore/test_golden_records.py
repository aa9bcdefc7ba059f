"""Every step of every golden record on the page, those of older rules too."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import Meet
from tests.browser.servers import Server
from tests.browser.test_replay import RECORDS, WHOLE, walk_back


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem[:60])
def test_every_step_of_every_golden_record(path: Path, meet: Meet, server: Server) -> None:
    assert walk_back(path, meet(), server, run=WHOLE, leap=1) > 10
