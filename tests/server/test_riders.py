"""Riders at a table: who sits down where a level is asked for, and what everybody calls him."""

from __future__ import annotations

from pathlib import Path

import pytest

from echappee.bots.riders import rider_bots, rider_for, riders
from echappee.games import rulebook
from echappee.server.protocol import rest as b
from echappee.server.store import facts as f
from echappee.server.table import commands
from echappee.server.table.bot_pool import bots_of
from echappee.server.table.projection import table_info
from echappee.server.table.table import Table
from tests.server.clients import BOT, JSON, OPEN, serving, you

pytestmark = pytest.mark.anyio
STORES = ("sqlite",)
"""The riders are told from a list."""
NAMES = {rider.id: rider.name for rider in riders()}
LEVELS = {rider.id: rider.level for rider in riders()}


def _bot(bot: str, **more: JSON) -> JSON:
    return {"kind": "bot", "bot": bot, **more}


def _bots(seated: JSON) -> list[tuple[str, str | None]]:
    return [(s["bot"], s["name"]) for s in seated["table"]["seats"] if s["kind"] == "bot"]


async def test_the_house_tells_who_rides(tmp_path: Path) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        house = (await client.get("/house")).json
        assert [one["id"] for one in house["riders"]] == [rider.id for rider in riders()]
        levels = [bot["name"] for bot in house["bots"]]
        for one in house["riders"]:
            assert one["level"] in levels
            assert one["style"]["fr"]
            assert one["look"]["hair"]


async def test_a_level_sends_riders_none_of_them_twice(tmp_path: Path) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        seats = [*you(1), *[_bot("teammate")] * 5]
        made = await client.set_table("flamme-rouge", seats)
        found = _bots(made)
        assert len({rider for rider, _ in found}) == 5
        assert all(name == NAMES[rider] and LEVELS[rider] == "teammate" for rider, name in found)
        # What everybody is shown of the table decides it, so that it tells nobody more.
        key, mine = made["table"]["commitment"], made["table"]["seats"][0]["name"]
        first = rider_for("teammate", [], [mine], key)
        assert first is not None
        assert found[0][0] == first.id
        record = await client.get(f"/tables/{made['table']['watch']}")
        assert _bots(record.json) == found


async def test_a_rider_comes_when_he_is_asked_for(tmp_path: Path) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        seats = [*you(1), _bot("zelie"), _bot("zelie"), _bot("2")]
        found = _bots(await client.set_table("flamme-rouge", seats))
        assert found[0] == ("zelie", "Zélie")
        assert found[1][0] != "zelie"
        assert [LEVELS[rider] for rider, _ in found] == ["sunday", "sunday", "club"]


async def test_simple_bots_and_bots_with_a_name_are_what_they_were(tmp_path: Path) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        seats = [*you(1), BOT, _bot("greedy"), _bot("club", name="Hal")]
        found = _bots(await client.set_table("flamme-rouge", seats))
        assert found == [("random", None), ("greedy", None), ("club", "Hal")]


async def test_a_host_fills_seats_with_riders(tmp_path: Path) -> None:
    async with serving(tmp_path) as world, world.client() as host:
        made = await host.set_table("flamme-rouge", [*you(1), *[OPEN] * 3], start="host")
        code = made["table"]["code"]
        one = (await host.call("PUT", f"/tables/{code}/seats/2", {"bot": "leader"})).json
        ((rider, name),) = _bots(one)
        assert (LEVELS[rider], name) == ("leader", NAMES[rider])
        again = (await host.call("PUT", f"/tables/{code}/seats/2", {"bot": "leader"})).json
        assert _bots(again) == [(rider, name)]
        bad = await host.call("PUT", f"/tables/{code}/seats/3", {"bot": "anselm"})
        assert bad.code == "unknown-bot"
        begun = (await host.post(f"/tables/{code}/start", {"fill": "leader"})).json
        found = [one for one, _ in _bots(begun)]
        assert len(set(found)) == 3
        assert rider in found
        assert {LEVELS[one] for one in found} == {"leader"}


async def test_the_record_calls_riders_by_their_names(tmp_path: Path) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        made = await client.set_table("tapas", [*you(1), _bot("club")])
        live = await world.live(made["table"]["code"])
        assert live.table.match is not None
        ((_, name),) = _bots(made)
        assert name is not None
        assert name in live.table.match.save()


async def test_a_record_of_a_table_knows_its_riders_and_a_file_their_names(tmp_path: Path) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        made = await client.set_table("tapas", [*you(1), _bot("zelie")])
        code, watch = made["table"]["code"], made["table"]["watch"]
        live = await world.live(code)
        await world.service.runner.run(live, lambda t: commands.resign(t, 0, "r1"))
        record = (await client.get(f"/records/{watch}")).json
        assert (record["bots"], record["names"][1]) == ([None, "zelie"], "Zélie")
        assert live.table.match is not None
        kept = (await client.post("/records", {"text": live.table.match.save()})).json
        assert (kept["bots"], kept["names"][1]) == ([None, None], "Zélie")


def test_a_table_of_before_still_has_its_bots() -> None:
    rules = rulebook("tapas")
    founding = f.Founding(
        code="ABCDEF", watch="GHJKMNPQ", game="tapas", rules=rules.version, players=2,
        options=dict(rules.settle(2, {})), clock=b.NoClock(), start="full",
        secret=bytes(32), created=0,
    )  # fmt: skip
    table = Table(founding)
    facts: list[f.AnyFact] = [
        f.SeatSet(seat=0, kind="bot", bot="teammate"),
        f.SeatSet(seat=1, kind="bot", bot="zelie", name="Zélie"),
        f.Began(),
    ]
    for seq, fact in enumerate(facts, 1):
        table.fold(f.Stored(seq, 0, fact))
    assert [(one.bot, one.name) for one in table_info(table, by_watch=False).seats] == [
        ("teammate", None),
        ("zelie", "Zélie"),
    ]
    bots = bots_of(table, stand_ins=False)
    assert bots[0].name == "teammate"
    assert bots[1] is rider_bots()["zelie"]
