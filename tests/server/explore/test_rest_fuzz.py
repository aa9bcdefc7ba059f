"""REST asked by a stranger, many thousands of times."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.rest_fuzz import fuzz

COUNT = 20_000


@pytest.mark.anyio
@pytest.mark.timeout(1800)
async def test_a_stranger_gets_no_500(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, seed: int
) -> None:
    statuses = await fuzz(tmp_path, seed, COUNT)
    assert sum(statuses.values()) == COUNT
    assert not [record for record in caplog.records if record.exc_info]
