"""What `docs/operating.md` tells an operator to do works."""

from __future__ import annotations

import re
import runpy
import shutil
from pathlib import Path

import pytest

from echappee.server.config import Settings
from echappee.server.refusals import Refusal
from echappee.server.store.database import check
from tests.server.clients import party, serving
from tests.site.blocks import ROOT

EXAMPLES = ROOT / "docs" / "examples"
PAGE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")


@pytest.mark.anyio
async def test_a_house_is_backed_up_while_people_play_lost_and_restored(tmp_path: Path) -> None:
    back_up = runpy.run_path(str(EXAMPLES / "backup.py"))["back_up"]
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite"
    async with serving(data) as world, party(world, "tapas") as table:
        await table.step()
        back_up(data, copy)
        number = table.sockets[0].game["number"]
        await table.step()
        code, keys = table.code, table.keys
    assert copy.stat().st_mode & 0o077 == 0
    assert not copy.with_name(copy.name + ".part").exists()

    for path in data.iterdir():
        if path.name != "tables.marker":
            path.unlink()
    with pytest.raises(Refusal, match="backup"):
        check(data / "tables.sqlite")
    shutil.copy(copy, data / "tables.sqlite")

    async with serving(data) as world, world.client() as client:
        again = await client.connect(code, tokens=keys)
        assert again.game["number"] == number
        seat = again.game["view"]["awaited"][0]
        look = await again.request("look", seat=seat)
        assert look["type"] == "welcome"
        await again.move(seat)
        assert again.game["number"] == number + 1


def test_every_variable_and_option_of_the_server_is_told() -> None:
    sources = "\n".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "src" / "echappee").rglob("*.py")
    )
    from docs._sphinx.server_settings import table

    for name in set(re.findall(r"(?<!_)ECHAPPEE_[A-Z_]+[A-Z]", sources)):
        assert name in PAGE + table(), name


def test_every_setting_is_in_the_table() -> None:
    from docs._sphinx.server_settings import table

    told = set(re.findall(r"^\| `(\w+)`", table(), re.M))
    assert told == set(Settings.__struct_fields__)
