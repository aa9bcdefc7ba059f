"""A table goes on by the version of the rules that it was set with; the next by the newest."""

from __future__ import annotations

from pathlib import Path

import pytest

from echappee.games import rulebook
from echappee.rulebook.options import Value
from echappee.server.http.tables import _name_rematch
from echappee.server.protocol.rest import NoClock
from echappee.server.store import facts as f
from echappee.server.table import commands
from echappee.server.table.create_table import set_rematch
from tests.match.golden import FOLDER
from tests.server.clients import World, serving

pytestmark = pytest.mark.anyio

GAME = "flamme-rouge"
RULES = rulebook(GAME)
ASKED: dict[str, Value] = {"teams": 3, "exhaustion": "none"}


def _old_table() -> f.Founding:
    return f.Founding(
        code="BEFORE", watch="BEFOREWW", game=GAME, rules=1, players=2,
        options=dict(RULES.settle(2, ASKED, 1)), clock=NoClock(), start="full",
        secret=bytes(32), created=1,
    )  # fmt: skip


async def _play(world: World, moves: int) -> None:
    live = await world.live("BEFORE")
    for _ in range(moves):
        match = live.table.match
        assert match is not None
        seat, number = match.awaited[0], match.number
        text = match.moves(seat)[0]
        await world.service.runner.run(
            live,
            lambda t, s=seat, n=number, m=text: commands.play(t, s, n, m),  # type: ignore[misc]
        )


async def test_a_table_of_older_rules_goes_on_and_its_rematch_takes_the_newest(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as world:
        seats = [f.SeatSet(seat=seat, kind="person", name="P") for seat in range(2)]
        await world.service.tables.create(_old_table(), [*seats, f.Began()])
        await _play(world, 7)
    async with serving(tmp_path) as world:
        await _play(world, 4)
        live = await world.live("BEFORE")
        match = live.table.match
        assert match is not None
        assert (match.rules, match.number) == (1, 11)
        assert match.standing.leaders  # by the first rules a dummy team is never in front
        await world.service.runner.run(live, lambda t: commands.resign(t, 0, "enough"))
        await world.service.runner.run(live, lambda t: _name_rematch(t, "AFTERW", "AFTERWWW", 0))
        following = (await set_rematch(world.service, live)).table
        assert following.founding.rules == RULES.version
        assert following.founding.options == dict(RULES.settle(2, ASKED))


async def test_what_if_goes_on_by_the_rules_of_its_record(tmp_path: Path) -> None:
    text = (FOLDER / "flamme-rouge-1-teams=4.echappee").read_text(encoding="utf-8")
    async with serving(tmp_path) as world, world.client() as client:
        record = (await client.post("/records", {"text": text})).json
        assert record["rules"] == 1
        wanted = {"number": 9, "seat": 0, "name": "Ana", "bot": "random"}
        made = (await client.post(f"/records/{record['id']}/branch", wanted)).json
        table = (await world.live(made["table"]["code"])).table
        assert table.founding.rules == 1
        assert table.match is not None
        assert table.match.rules == 1
        assert "dummies_win" not in table.founding.options
