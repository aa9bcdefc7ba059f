"""A series of matches: each next table goes on where the last one ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from echappee.games import game_ids, rulebook
from tests.server.clients import BOT, Party, fewest, party, serving, you

pytestmark = pytest.mark.anyio

WITH = [game_id for game_id in game_ids() if rulebook(game_id).series is not None]
WITHOUT = [game_id for game_id in game_ids() if rulebook(game_id).series is None]


def parts_of(game_id: str, count: int) -> list[str]:
    kind = rulebook(game_id).series
    assert kind is not None
    return list(kind.EXAMPLES[0][:count])


async def play_out(table: Party) -> None:
    while not table.sockets[0].game["view"]["over"]:
        await table.step()


@pytest.mark.parametrize("game_id", WITH)
async def test_the_next_table_is_the_next_match_with_everybody_in_his_seat(
    tmp_path: Path, game_id: str
) -> None:
    parts = parts_of(game_id, 2)
    async with serving(tmp_path) as world:
        async with party(world, game_id, series=parts) as table:
            before = table.sockets[0].table["series"]
            assert (before["part"], before["length"], before["goes_on"]) == (1, 2, True)
            assert before["standing"]["done"] == 0
            await play_out(table)
            assert table.sockets[0].table["series"]["standing"]["done"] == 1
            answers = [
                (await client.post(f"/tables/{table.code}/rematch")).json
                for client in table.clients
            ]
            assert [answer["you"] for answer in answers] == [[n] for n in range(len(answers))]
            second = answers[-1]["table"]
            option = rulebook(game_id).series.OPTION  # type: ignore[union-attr]
            assert second["options"][option] == parts[1]
            assert second["status"] == "playing"
            assert (second["series"]["part"], second["series"]["goes_on"]) == (2, False)
            following = Party(second["code"], second["watch"], table.clients, [])
            for client in table.clients:
                following.sockets.append(await client.connect(second["code"]))
            await play_out(following)
            end = following.sockets[0].table["series"]["standing"]
            assert end["done"] == 2
            assert end["winners"]
            # Once more: the same series from its beginning, and everybody moves on by one.
            again = (await table.clients[0].post(f"/tables/{second['code']}/rematch")).json
            assert again["you"] == [1]
            assert again["table"]["series"]["part"] == 1
            assert again["table"]["options"][option] == parts[0]
            kept = second["code"]
        # A server that starts anew knows how the series stands.
        async with serving(tmp_path) as another, another.client() as client:
            found = (await client.get(f"/tables/{kept}")).json["table"]["series"]
            assert found["standing"] == end


@pytest.mark.parametrize("game_id", WITH)
async def test_a_match_that_was_given_up_is_played_again(tmp_path: Path, game_id: str) -> None:
    async with serving(tmp_path) as world, party(world, game_id, series=parts_of(game_id, 2)) as t:
        for seat in range(len(t.sockets) - 1):
            await t.sockets[seat].done("resign", seat=seat)
        again = (await t.clients[0].post(f"/tables/{t.code}/rematch")).json
        assert again["you"] == [0]
        assert again["table"]["series"]["part"] == 1


@pytest.mark.parametrize("game_id", WITH)
async def test_a_series_that_cannot_be_played_is_refused(tmp_path: Path, game_id: str) -> None:
    kind = rulebook(game_id).series
    assert kind is not None
    bad = [[], ["no such thing"], list(kind.EXAMPLES[0]) * kind.MOST, ["x"] * 65]
    seats = [*you(1), *[BOT] * (fewest(game_id) - 1)]
    async with serving(tmp_path) as world, world.client() as client:
        for series in bad:
            answered = await client.post(
                "/tables", {"game": game_id, "seats": seats, "series": series}
            )
            assert answered.status == 400, answered.text
            assert answered.json["words"]["fr"]


@pytest.mark.parametrize("game_id", WITHOUT)
async def test_a_game_without_series_says_so(tmp_path: Path, game_id: str) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        games = {info["id"]: info for info in (await client.get("/games")).json}
        assert games[game_id]["series"] is None
        seats = you(fewest(game_id))
        answered = await client.post(
            "/tables", {"game": game_id, "seats": seats, "series": ["one", "two"]}
        )
        assert answered.code == "no-series"


async def test_games_offer_their_series_in_words(tmp_path: Path) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        games = {info["id"]: info for info in (await client.get("/games")).json}
        for game_id in WITH:
            offer = games[game_id]["series"]
            assert all(offer[name][lang] for name in ("label", "help") for lang in ("en", "fr"))
            names = [option["name"] for option in games[game_id]["options"]]
            assert offer["option"] in offer["settles"]
            assert set(offer["settles"]) <= set(names)
            assert all(len(example) <= offer["most"] for example in offer["examples"])
