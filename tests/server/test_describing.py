"""REST: what a game shows besides its tables, without the server knowing any game."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest

from echappee.games import rulebook
from echappee.rulebook.options import TextOption, write_value
from tests.server.clients import serving

pytestmark = pytest.mark.anyio
STORES = ("sqlite",)
"""Options are described without a table."""


async def test_every_value_of_every_option_is_described(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        for option in rulebook(game).options:
            path = f"/games/{game}/options/{option.name}/describe?value="
            for value in option.values:
                said = (await client.get(path + quote(write_value(value)))).json
                assert said["value"] == option.read(value)
                assert said["problem"] is None
                shows = isinstance(option, TextOption) and option.describe is not None
                assert (said["about"] is not None) == shows
            wrong = (await client.get(path + quote("no such / value ?"))).json
            assert wrong["value"] is None
            assert wrong["problem"]["words"]["en"]
            assert wrong["problem"]["words"]["fr"]
            assert (await client.get(path + "x" * 5000)).json["value"] is None
        assert (
            await client.get(f"/games/{game}/options/none/describe?value=1")
        ).code == "not-found"


async def test_material_is_there_or_not_found(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        found = await client.get(f"/games/{game}/material")
        if rulebook(game).material is None:
            assert found.code == "not-found"
        else:
            assert found.json
        assert (await client.get("/games/chess/material")).code == "unknown-game"
