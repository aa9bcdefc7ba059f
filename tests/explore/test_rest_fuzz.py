"""REST asked by a stranger, many thousands of times. ``ECHAPPEE_SEED`` repeats a finding."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import pytest

from tests.server.rest_fuzz import fuzz

COUNT = 20_000


@pytest.mark.anyio
@pytest.mark.timeout(0)
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_a_stranger_gets_no_500(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    seed = int(os.environ.get("ECHAPPEE_SEED") or secrets.randbelow(2**32))
    with capsys.disabled():
        print(f"\nECHAPPEE_SEED={seed}")
    statuses = await fuzz(tmp_path, seed, COUNT)
    with capsys.disabled():
        print(f"{COUNT} requests: {dict(sorted(statuses.items()))}")
    assert not [record for record in caplog.records if record.exc_info]
