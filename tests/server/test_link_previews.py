"""What a link shows of a table, a record or a stage before it is opened; and what it never does."""

from __future__ import annotations

import json
import random
import re
import struct
from html import unescape
from pathlib import Path
from typing import Any

import msgspec
import pytest

from echappee.games import game_ids, rulebook
from echappee.server.config import Rate
from echappee.server.http.link_previews import HEIGHT, WIDTH
from echappee.server.table import codes, commands
from tests.server.asgi import JSON, Answer, Door, door
from tests.server.clients import FakeTime, fewest

pytestmark = pytest.mark.anyio

FEW = Rate(0.2, 5)
FRENCH = (b"accept-language", b"fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5")
TAG = re.compile(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)" />')
MOVES = 30
RECORDS = Path(__file__).parents[1] / "records"
CARDS = Path(__file__).parents[2] / "web" / "public" / "cards"


def tags(answer: Answer) -> dict[str, str]:
    """The tags of a page that was served as ever."""
    assert answer.status == 200
    text = answer.body.decode()
    assert text.startswith("<title>the page</title>")
    return {name: unescape(content) for name, content in TAG.findall(text)}


async def shown(asked: Door, path: str, *more: tuple[bytes, bytes], **own: Any) -> dict[str, str]:
    """The tags of an address."""
    return tags(await asked.ask("GET", path.encode(), *more, **own))


async def table(asked: Door, game: str, seats: list[Any], **more: Any) -> Any:
    """A new table."""
    body = json.dumps({"game": game, "seats": seats, **more}).encode()
    made = await asked.ask("POST", b"/api/tables", JSON, body=body)
    assert made.status == 201, made.body
    return msgspec.json.decode(made.body)


def people(*names: str) -> list[Any]:
    return [{"kind": "you", "name": name} for name in names]


OPEN = {"kind": "open"}


async def test_every_page_has_tags_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    async with door(tmp_path, hosts=("play.example",)) as asked:
        for path in ("/", "/settings", "/nowhere/at/all"):
            english, french = await shown(asked, path), await shown(asked, path, FRENCH)
            assert english["og:title"] == french["og:title"] == english["og:site_name"]
            assert english["og:locale"] == french["og:locale:alternate"] == "en_GB"
            assert french["og:locale"] == english["og:locale:alternate"] == "fr_FR"
            assert english["og:description"] != french["og:description"]
            assert english["og:url"] == f"http://localhost{path}"
            assert english["og:image"] == "http://localhost/cards/echappee.png"
            assert english["og:image:width"] == str(WIDTH)
            assert english["og:image:height"] == str(HEIGHT)
            assert english["twitter:card"] == "summary_large_image"
            assert await shown(asked, f"{path}?lang=fr") == french
            assert await shown(asked, f"{path}?lang=en", FRENCH) == english
        other = await shown(asked, "/", own=((b"host", b"play.example:8443"),))
        assert other["og:image"] == "http://play.example:8443/cards/echappee.png"
        nameless = await shown(asked, "/", own=())
        assert "og:title" in nameless
        assert not {"og:url", "og:image"} & set(nameless), "nobody said where we are"


LIKED = {
    b"": "en_GB", b"de": "en_GB", b"fr": "fr_FR", b"FR-fr": "fr_FR", b"fr;q=0": "en_GB",
    b"en;q=0.4, fr;q=0.6": "fr_FR", b"de, en;q=0.9, fr;q=0.8": "en_GB",
    b";;;q=,fr;q=x\xff": "en_GB",
}  # fmt: skip


async def test_which_language_is_liked_best(tmp_path: Path) -> None:
    async with door(tmp_path) as asked:
        for wished, found in LIKED.items():
            told = await shown(asked, "/", (b"accept-language", wished))
            assert told["og:locale"] == found, wished


async def test_a_page_is_never_kept_and_stays_safe(tmp_path: Path) -> None:
    async with door(tmp_path) as asked:
        for path in (b"/", b"/t/BCDFGH"):
            answer = await asked.ask("GET", path)
            assert answer.headers[b"cache-control"] == b"no-cache"
            assert answer.headers[b"vary"] == b"accept-encoding, accept-language"
            assert b"script-src 'self'" in answer.headers[b"content-security-policy"]


async def test_a_table_that_waits_tells_who_invites_and_how_it_is_played(tmp_path: Path) -> None:
    async with door(tmp_path) as asked:
        options = {"extras": 3}
        made = await table(asked, "tapas", [*people("Ana"), OPEN], options=options)
        code, watch = made["table"]["code"], made["table"]["watch"]
        for path in (f"/t/{code}", f"/w/{watch}", f"/t/{code.lower()}"):
            english, french = await shown(asked, path), await shown(asked, path, FRENCH)
            assert english["og:title"] == "Ana invites you to Tapas"
            assert french["og:title"] == "Ana vous invite à Tapas"
            told = "One of 2 seats is free. At the table: Ana. Red Mojo: 3 Extras."
            assert english["og:description"] == told
            assert french["og:description"].startswith("Une place libre sur 2. À table\u00a0: Ana.")
            assert english["og:image"] == "http://localhost/cards/tapas.png"
            assert english["og:image:alt"] == "Tapas"
        nobody = await table(asked, "tour-de-france", [OPEN, OPEN, OPEN])
        path = f"/t/{nobody['table']['code']}"
        assert (await shown(asked, path))["og:title"] == "An invitation to Tour de France"
        french = await shown(asked, path, FRENCH)
        assert french["og:title"] == "Une invitation au Tour de France"
        assert french["og:description"] == "3 places libres sur 3."


async def test_a_game_that_is_over_tells_the_places(tmp_path: Path) -> None:
    async with door(tmp_path) as asked:
        made = await table(asked, "tapas", people("Ana", "Bo"))
        code, watch = made["table"]["code"], made["table"]["watch"]
        running = await shown(asked, f"/t/{code}")
        assert running["og:title"] == "A game of Tapas is being played"
        assert running["og:description"] == "At the table: Ana, Bo."
        assert (await shown(asked, f"/r/{watch}"))["og:title"] == "Échappée", "no record yet"
        live = (await asked.service.tables.find(code))[0]
        await asked.service.runner.run(live, lambda t: commands.resign(t, 0, "1"))
        for path in (f"/t/{code}", f"/w/{watch}", f"/r/{watch}"):
            assert (await shown(asked, path))["og:title"] == "Bo won a game of Tapas"
            french = await shown(asked, path, FRENCH)
            assert french["og:title"] == "Bo a gagné une partie de Tapas"
            assert "Ana" in french["og:description"]
        moment = await shown(asked, f"/r/{watch}?at=12&look=1&key=secret", FRENCH)
        assert moment["og:description"].startswith("L’instant après le coup 12. ")
        assert moment["og:url"] == f"http://localhost/r/{watch}?at=12"
        wrong = await shown(asked, f"/r/{watch}?at=12%22x")
        assert wrong["og:url"] == f"http://localhost/r/{watch}"


async def test_a_record_from_elsewhere_tells_what_its_text_says(tmp_path: Path) -> None:
    text = next(RECORDS.glob("tapas-2*")).read_text(encoding="utf-8")
    text = text.replace("players 2\n", "players 2\nname 1 Bo\n", 1)
    async with door(tmp_path) as asked:
        code = codes.record_code(text)
        await asked.service.storage.keep_record(code, text, 0)
        found = await shown(asked, f"/r/{code}")
        assert "Tapas" in found["og:title"]
        assert {"Bo", "Player 1"} <= set(re.findall(r"\d\. (\w+(?: \d)?)", found["og:description"]))
        french = await shown(asked, f"/r/{code}", FRENCH)
        assert "Joueur 1" in french["og:description"]
        assert (await shown(asked, f"/t/{code}"))["og:title"] == "Échappée", "it is no table"


async def test_stages_and_the_pages_of_a_game_tell_of_themselves(tmp_path: Path) -> None:
    async with door(tmp_path) as asked:
        stages = await shown(asked, "/stages")
        assert stages["og:image"] == "http://localhost/cards/flamme-rouge.png"
        assert stages["og:title"] == "Stages for Flamme Rouge"
        path = "/stages/build?tiles=abLPju&name=Le%20Mur%20%3Cb%3E&key=secret"
        built = await shown(asked, path)
        assert built["og:title"] == "Le Mur <b>: a stage for Flamme Rouge"
        assert built["og:url"] == ("http://localhost/stages/build?tiles=abLPju&name=Le+Mur+%3Cb%3E")
        french = await shown(asked, path, FRENCH)
        assert french["og:title"] == "Le Mur <b>\u00a0: une étape de Flamme Rouge"
        assert (await shown(asked, "/stages/build"))["og:title"].startswith("Build a stage")
        long = await shown(asked, f"/stages/build?name={200 * 'x'}%0Ay")
        assert len(long["og:title"]) < 100
        for game in game_ids():
            rules = await shown(asked, f"/rules/{game}", FRENCH)
            assert rules["og:title"] == rulebook(game).name["fr"]
            assert rules["og:image"] == f"http://localhost/cards/{game}.png"


async def test_every_game_has_its_picture() -> None:
    for name in ("echappee", *game_ids()):
        picture = (CARDS / f"{name}.png").read_bytes()
        assert picture[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", picture[16:24]) == (WIDTH, HEIGHT)
        assert len(picture) < 60_000, name


async def test_every_game_says_the_same_of_its_own_pages_in_both_languages() -> None:
    for game in game_ids():
        english, french = (rulebook(game).words.texts(one).get("pages", {}) for one in ("en", "fr"))
        assert {path: set(page) for path, page in english.items()} == {
            path: set(page) for path, page in french.items()
        }
        assert all({"title", "about"} <= set(page) for page in english.values())


async def test_names_are_written_as_text(tmp_path: Path) -> None:
    async with door(tmp_path) as asked:
        wild = "\"><script>x='&"
        made = await table(asked, "tapas", [*people(wild), OPEN])
        path = f"/t/{made['table']['code']}".encode()
        answer = await asked.ask("GET", path)
        assert b"<script" not in answer.body
        assert answer.body.count(b"<") == len(TAG.findall(answer.body.decode())) + 2
        assert wild in tags(answer)["og:title"]
        assert b"<b" not in (await asked.ask("GET", b"/stages/build?name=%22%3E%3Cb%3E")).body
        assert b"<b" not in (await asked.ask("GET", b"/%22%3E%3Cb%3E")).body


async def test_a_running_game_is_never_told(tmp_path: Path, game: str) -> None:
    """At each position, by each address, the same few words: nothing of cards, moves or keys."""
    chance = random.Random(7)
    async with door(tmp_path) as asked:
        names = [f"P{seat}" for seat in range(fewest(game))]
        made = await table(asked, game, people(*names))
        code, watch = made["table"]["code"], made["table"]["watch"]
        live = (await asked.service.tables.find(code))[0]
        paths = [f"{door}{one}".encode() for door in ("/t/", "/w/", "/r/") for one in (code, watch)]
        before = [(await asked.ask("GET", path)).body for path in paths]
        kept = [key["token"] for key in made["keys"]] + [made["table"]["commitment"]]
        for path, body in zip(paths, before, strict=True):
            asked_for = code if code.encode() in path else watch
            other = watch if asked_for == code else code
            assert not any(word.encode() in body for word in (*kept, other))
        for number in range(MOVES):
            match = live.table.match
            assert match is not None
            seat = chance.choice(sorted(match.actors))
            move = chance.choice(match.moves(seat).texts())
            now, made_by = match.number, str(number)
            await asked.service.runner.run(
                live,
                lambda t, s=seat, n=now, m=move, i=made_by: commands.play(t, s, n, m, None, i),  # type: ignore[misc]
            )
            if live.table.status == "over":
                break
            assert [(await asked.ask("GET", path)).body for path in paths] == before
        assert number > 5


async def test_codes_can_t_be_tried_by_their_previews(tmp_path: Path) -> None:
    time = FakeTime()
    async with door(tmp_path, time, misses=FEW) as asked:
        made = await table(asked, "tapas", [*people("Ana"), OPEN])
        code = made["table"]["code"]
        plain = await asked.ask("GET", b"/nobody")
        for _ in range(20):  # a table that there is does not count
            assert (await shown(asked, f"/t/{code}"))["og:image:alt"] == "Tapas"
        doors = ("/t/", "/w/", "/r/", "//%74/")
        for path in doors:
            missed = await shown(asked, f"{path}BCDFGH")
            assert missed["og:title"] == tags(plain)["og:title"]
        assert (await asked.ask("GET", b"/api/tables/BCDFGH")).status == 404
        for path in (f"/t/{code}", f"/w/{made['table']['watch']}"):
            answer = await asked.ask("GET", path.encode())
            assert tags(answer)["og:title"] == "Échappée", "served as ever, but it tells nothing"
        api = f"/api/tables/{code}".encode()
        assert (await asked.ask("GET", api)).status == 429, "one limit for all doors"
        assert (await shown(asked, f"/t/{code}", address="192.0.2.2"))["og:image:alt"] == "Tapas"
        await time.pass_by(5)
        assert (await shown(asked, f"/t/{code}"))["og:image:alt"] == "Tapas"


async def test_who_asks_too_often_gets_the_page_alone(tmp_path: Path) -> None:
    async with door(tmp_path, FakeTime(), requests=Rate(1, 4)) as asked:
        made = await table(asked, "tapas", [*people("Ana"), OPEN])
        found = [await shown(asked, f"/t/{made['table']['code']}") for _ in range(6)]
        alts = [one["og:image:alt"] for one in found]
        assert alts == 3 * ["Tapas"] + 3 * ["Échappée"]


async def test_the_code_of_a_game_long_over_shows_nothing(tmp_path: Path) -> None:
    time = FakeTime()
    async with door(tmp_path, time, code_days=30.0) as asked:
        made = await table(asked, "tapas", people("Ana", "Bo"))
        code, watch = made["table"]["code"], made["table"]["watch"]
        live = (await asked.service.tables.find(code))[0]
        await asked.service.runner.run(live, lambda t: commands.resign(t, 0, "1"))
        await time.pass_by(31 * 86_400)
        assert (await shown(asked, f"/t/{code}"))["og:title"] == "Échappée"
        assert (await shown(asked, f"/r/{code}"))["og:title"] == "Échappée"
        assert (await shown(asked, f"/r/{watch}"))["og:title"] == "Bo won a game of Tapas"
