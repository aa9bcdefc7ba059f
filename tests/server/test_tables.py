"""REST: every call, good and bad."""

from __future__ import annotations

from pathlib import Path

import pytest

from echappee.games import game_ids, rulebook
from echappee.server.config import Rate
from tests.server.clients import BOT, OPEN, fewest, party, serving, you

pytestmark = pytest.mark.anyio
MATERIAL = Path(__file__).parents[1] / "games" / "tour_de_france" / "short_tour.toml"


async def test_the_catalogue_says_everything_in_both_languages(tmp_path: Path) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        house = (await client.get("/house")).json
        assert house["bots"]
        assert house["phrases"]
        games = (await client.get("/games")).json
        assert [game["id"] for game in games] == list(game_ids())
        for game in games:
            for phrase in (game["name"], game["tagline"], *(o["label"] for o in game["options"])):
                assert phrase["en"]
                assert phrase["fr"]
            assert [o["name"] for o in game["options"]] == [
                o.name for o in rulebook(game["id"]).options
            ]
            for language in ("en", "fr"):
                words = (await client.get(f"/games/{game['id']}/words/{language}")).json
                assert words["refusals"]
                assert words["events"]
                assert words["articles"]
            assert (await client.get(f"/games/{game['id']}/words/de")).code == "not-found"
        assert (await client.get("/games/chess/words/en")).code == "unknown-game"
        assert (await client.get("/nothing")).code == "not-found"
        assert (await client.post("/house")).code == "bad-method"


async def test_a_link_is_enough_to_play(tmp_path: Path, game: str) -> None:
    players = fewest(game)
    async with serving(tmp_path) as world, world.client() as host, world.client() as guest:
        made = await host.set_table(game, [*you(1), *[OPEN] * (players - 1)])
        table = made["table"]
        assert table["status"] == "waiting"
        assert made["you"] == [0]
        assert made["host"]
        code = table["code"]
        typed = f"{code[:3].lower()}-{code[3:].lower()}"
        seen = (await guest.get(f"/tables/{typed}")).json
        assert seen["you"] == []
        assert not seen["host"]
        for seat in range(1, players):
            taken = await guest.take(code, seat, "  Bo\x00\tB.\n ")
            assert taken["table"]["seats"][seat]["name"] == "Bo B."
        assert taken["you"] == list(range(1, players))
        assert taken["table"]["status"] == "playing"
        assert taken["table"]["commitment"] == table["commitment"]
        assert (await guest.post(f"/tables/{code}/seats/1", {"name": "X"})).code == "started"
        assert (await host.get(f"/tables/{code}")).json["you"] == [0]


async def test_cookies_are_kept_from_scripts(tmp_path: Path) -> None:
    game = game_ids()[0]
    async with serving(tmp_path) as world, world.client() as host:
        answered = await host.post("/tables", {"game": game, "seats": you(fewest(game))})
        cookies = answered.headers.get_list("set-cookie")
        code = answered.json["table"]["code"]
        for path in (f"path=/api/tables/{code}", f"path=/api/records/{code}"):
            there = [one for one in cookies if path.lower() in one.lower()]
            assert len(there) == fewest(game) + 1
        assert len(cookies) == 2 * (fewest(game) + 1)
        for cookie in cookies:
            assert "httponly" in cookie.lower()
            assert "samesite=lax" in cookie.lower()
        for key in answered.json["keys"]:
            assert len(key["token"]) == 22
            assert key["link"].endswith(f"#key={key['token']}")


async def test_bad_tables_are_refused_in_words(tmp_path: Path, game: str) -> None:
    rules = rulebook(game)
    seats = you(rules.players[0])
    bad = [
        ({"game": "chess", "seats": seats}, "unknown-game"),
        ({"game": game, "seats": []}, "bad-request"),
        ({"game": game, "seats": you(rules.players[1] + 1)}, None),
        ({"game": game, "seats": seats, "options": {"no_such": 1}}, "unknown-option"),
        ({"game": game, "seats": seats, "options": {rules.options[0].name: "?"}}, None),
        ({"game": game, "seats": [{"kind": "bot", "bot": "hal"}, *seats[1:]]}, "unknown-bot"),
        ({"game": game, "seats": [{"kind": "you", "name": "\x00 \n"}, *seats[1:]]}, "bad-name"),
        ({"game": game, "seats": [{"kind": "king"}, *seats[1:]]}, "bad-request"),
        ({"game": game, "seats": seats, "clock": {"kind": "live", "move": 0, "bank": 0}}, None),
        ({"game": game, "seats": seats, "secret": "x"}, "bad-request"),
        ({"game": game}, "bad-request"),
        ([], "bad-request"),
    ]
    async with serving(tmp_path) as world, world.client() as client:
        for body, code in bad:
            answered = await client.post("/tables", body)
            assert answered.status == 400 or answered.code == "unknown-game", answered.text
            assert code is None or answered.code == code
            assert answered.json["words"]["en"]
            assert answered.json["words"]["fr"]
        raw = await client.http.post("/api/tables", content=b"{\xff")
        assert raw.status_code == 400


async def test_seats_before_the_start(tmp_path: Path, game: str) -> None:
    players = fewest(game)
    async with serving(tmp_path) as world, world.client() as host, world.client() as guest:
        seats = [*you(1), *[OPEN] * (players - 1)]
        code = (await host.set_table(game, seats, start="host"))["table"]["code"]
        path = f"/tables/{code}"
        assert (await guest.call("PUT", f"{path}/seats/1", {"bot": "random"})).code == "not-host"
        assert (await host.call("PUT", f"{path}/seats/1", {"bot": "hal"})).code == "unknown-bot"
        filled = await host.call("PUT", f"{path}/seats/1", {"bot": "random"})
        assert filled.json["table"]["seats"][1]["kind"] == "bot"
        assert (await guest.post(f"{path}/seats/1", {"name": "G"})).code == "seat-taken"
        assert (await guest.post(f"{path}/seats/11", {"name": "G"})).code == "no-seat"
        opened = await host.call("PUT", f"{path}/seats/1", {"bot": None})
        assert opened.json["table"]["seats"][1]["kind"] == "open"
        assert (await guest.post(f"{path}/seats/1", {"name": ""})).code == "bad-request"
        assert (await guest.post(f"{path}/seats/1", {"name": "x" * 60})).code == "bad-name"
        await guest.take(code, 1)
        assert (await host.call("DELETE", f"{path}/seats/1")).code == "not-your-seat"
        left = await guest.call("DELETE", f"{path}/seats/1")
        assert left.json["table"]["seats"][1]["kind"] == "open"
        assert left.json["you"] == []
        assert (await guest.post(f"{path}/start", {})).code == "not-host"
        assert (await host.post(f"{path}/start", {})).code == "seats-open"
        begun = await host.post(f"{path}/start", {"fill": "random"})
        assert begun.json["table"]["status"] == "playing"
        assert (await host.post(f"{path}/start", {})).code == "started"
        assert (await host.call("PUT", f"{path}/seats/1", {"bot": None})).code == "started"


async def test_a_private_link_recovers_the_seat(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as world, world.client() as host, world.client() as phone:
        made = await host.set_table(game, [*you(1), *[OPEN] * (fewest(game) - 1)])
        code = made["table"]["code"]
        host_key, key = made["keys"]
        bad = await phone.post(f"/tables/{code}/recover", {"token": "x" * 22})
        assert bad.code == "bad-key"
        back = (await phone.post(f"/tables/{code}/recover", {"token": key["token"]})).json
        assert back["you"] == [0]
        assert not back["host"]
        back = (await phone.post(f"/tables/{code}/recover", {"token": host_key["token"]})).json
        assert back["host"]
        other = await host.set_table(game, you(fewest(game)))
        stolen = await phone.post(
            f"/tables/{other['table']['code']}/recover", {"token": key["token"]}
        )
        assert stolen.code == "bad-key"
        bearer = world.client(Authorization=f"Bearer {key['token']}")
        async with bearer:
            assert (await bearer.get(f"/tables/{code}")).json["you"] == [0]


async def test_the_watch_code_opens_nothing(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as world, world.client() as host, world.client() as guest:
        made = await host.set_table(game, [*you(1), *[OPEN] * (fewest(game) - 1)])
        code, watch = made["table"]["code"], made["table"]["watch"]
        seen = await guest.get(f"/tables/{watch}")
        assert seen.json["table"]["code"] is None
        assert code not in seen.text
        assert (await guest.post(f"/tables/{watch}/seats/1", {"name": "G"})).code == "no-table"
        token = made["keys"][1]["token"]
        assert (await guest.post(f"/tables/{watch}/recover", {"token": token})).code == "no-table"
        socket = await guest.connect(watch, tokens=[token])
        assert socket.welcome["you"] == []
        assert socket.welcome["look"] is None


async def test_origins_rates_and_headers(tmp_path: Path) -> None:
    game = game_ids()[0]
    body = {"game": game, "seats": you(fewest(game))}
    async with serving(tmp_path) as world:
        async with world.client(Origin="https://evil.example") as evil:
            assert (await evil.post("/tables", body)).code == "bad-origin"
            assert (await evil.get("/house")).status == 200
        async with world.client(Origin=f"http://{world.address}") as own:
            answered = await own.post("/tables", body)
            assert answered.status == 201
            policy = answered.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe-inline" not in policy.replace("style-src-attr 'unsafe-inline'", "")
            assert answered.headers["x-content-type-options"] == "nosniff"
            assert answered.headers["cache-control"] == "no-store"
            assert "server" not in answered.headers


async def test_too_many_requests(tmp_path: Path) -> None:
    game = game_ids()[0]
    body = {"game": game, "seats": you(fewest(game))}
    few, fewer = Rate(0.001, 6), Rate(0.001, 2)
    async with (
        serving(tmp_path, requests=few, new_tables=fewer) as world,
        world.client() as client,
    ):
        answers = [(await client.post("/tables", body)).status for _ in range(4)]
        assert answers == [201, 201, 429, 429]
        answers = [(await client.get("/house")).status for _ in range(3)]
        assert answers == [200, 200, 429]


async def test_bodies_that_are_too_long(tmp_path: Path) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        answered = await client.post("/records", {"text": "x" * 2_000_000})
        assert answered.code in ("too-long", "bad-request")


async def test_the_page_and_its_files(tmp_path: Path) -> None:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html>" + "é" * 600, encoding="utf-8")
    (page / "assets" / "main-abc.js").write_text("1;" * 600)
    (page / "sw.js").write_text("1;" * 600)
    (page / "manifest.webmanifest").write_text("{}")
    (page / "icon-192.png").write_bytes(b"\x89PNG")
    (tmp_path / "secret.txt").write_text("no")
    async with serving(tmp_path / "data", page=page) as world, world.client() as client:
        for path in ("/", "/t/BCDFGH", "/r/BCDFGHJKLMNP"):
            response = await client.http.get(path)
            assert response.text.startswith("<!doctype html>")
            assert response.headers["cache-control"] == "no-cache"
            assert response.headers["content-encoding"] == "gzip"
            assert "frame-ancestors 'none'" in response.headers["content-security-policy"]
        script = await client.http.get("/assets/main-abc.js")
        assert "immutable" in script.headers["cache-control"]
        assert script.headers["content-type"].startswith("text/javascript")
        # The app: a worker for the whole page that is asked for anew each time, and its manifest.
        for path, kind in (
            ("/sw.js", "text/javascript"),
            ("/manifest.webmanifest", "application/manifest+json"),
            ("/icon-192.png", "image/png"),
        ):
            response = await client.http.get(path)
            assert response.headers["content-type"].startswith(kind)
            assert response.headers["cache-control"] == "no-cache"
            policy = response.headers["content-security-policy"]
            assert "worker-src 'self'" in policy
            assert "manifest-src 'self'" in policy
        for path in ("/assets/none.js", "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt"):
            response = await client.http.get(path)
            assert response.status_code in (400, 404)
            assert response.json()["code"] in ("bad-path", "not-found")
    async with (
        serving(tmp_path / "data", page=tmp_path / "none") as world,
        world.client() as client,
    ):
        assert (await client.http.get("/")).json()["code"] == "no-page"


async def test_a_rematch_moves_everybody_on_by_one(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as world, party(world, game) as table:
        early = await table.clients[0].post(f"/tables/{table.code}/rematch")
        assert early.code == "not-over"
        count = len(table.sockets)
        for seat in range(count - 1):
            await table.sockets[seat].done("resign", seat=seat)
        async with world.client() as stranger:
            answered = await stranger.post(f"/tables/{table.code}/rematch")
            assert answered.code == "not-your-seat"
        first = (await table.clients[0].post(f"/tables/{table.code}/rematch")).json
        code = first["table"]["code"]
        assert first["you"] == [1]
        assert first["host"]
        assert first["table"]["status"] == "waiting"
        kinds = [seat["kind"] for seat in first["table"]["seats"]]
        assert kinds.count("reserved") == count - 1
        async with world.client() as stranger:
            taken = await stranger.post(f"/tables/{code}/seats/0", {"name": "X"})
            assert taken.code == "seat-taken"
        await table.sockets[1].until(lambda: table.sockets[1].items[-1]["kind"] == "rematch")
        assert table.sockets[1].items[-1]["code"] == code
        for seat in range(1, count):
            again = (await table.clients[seat].post(f"/tables/{table.code}/rematch")).json
            assert again["table"]["code"] == code
            assert again["you"] == [(seat + 1) % count]
            assert again["host"] == (seat == 0)
        assert again["table"]["status"] == "playing"
        names = [seat["name"] for seat in again["table"]["seats"]]
        assert names == [f"P{(seat - 1) % count}" for seat in range(count)]
        once_more = (await table.clients[0].post(f"/tables/{table.code}/rematch")).json
        assert once_more["you"] == [1]


async def test_against_bots_one_call_begins(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        made = await client.set_table(game, [*you(1), *[BOT] * (fewest(game) - 1)])
        assert made["table"]["status"] == "playing"
        socket = await client.connect(made["table"]["code"])
        answer = {"type": "refused", "code": "stale"}
        while answer["type"] == "refused":
            assert answer["code"] == "stale", "a bot may have acted out of turn just now"
            await socket.until(lambda: 0 in socket.game["view"]["awaited"])
            number, moves = socket.game["number"], socket.game["moves"]
            answer = await socket.request("move", seat=0, number=number, text=moves[0])
        await socket.until(
            lambda: (
                socket.game["view"]["over"]
                or (0 in socket.game["view"]["awaited"] and socket.game["number"] > number)
            )
        )


async def test_options_can_be_checked_before_a_table_is_set(tmp_path: Path) -> None:
    """A long text of the game's own too; a mistake is told with the line it stands on."""
    async with serving(tmp_path) as world, world.client() as client:
        path = "/games/tour-de-france/check"
        text = MATERIAL.read_text(encoding="utf-8")
        good = await client.post(path, {"players": 2, "options": {"material": text}})
        assert good.status == 200
        assert good.json["options"]["material"].startswith("lanes=rbow;rows=8;")
        wrong = text.replace("rows = 8", "rows = 99")
        bad = await client.post(path, {"players": 2, "options": {"material": wrong}})
        assert bad.status == 400
        assert bad.code == "material-number"
        assert bad.json["line"] == text.splitlines().index("rows = 8") + 1
        assert bad.json["words"]["en"].startswith("Line 4")
        assert bad.json["words"]["fr"].startswith("Ligne 4")
        assert (await client.post(path, {"players": 9})).code == "bad-players"
        far = await client.post(path, {"players": 2, "options": {"material": "x" * 20_001}})
        assert far.status == 400
        assert (await client.post("/games/chess/check", {"players": 2})).code == "unknown-game"
