"""No frame that a page receives shows anybody a card that he may not know.

`make test` compares every byte that leaves the server in games of every kind, without a page:
``tests/server/test_wire.py``.
"""

from __future__ import annotations

import json
import re
from typing import Any

import httpx

import echappee
from tests.browser.conftest import Meet
from tests.browser.desk import BOT, SHORT, YOU, Table, person
from tests.browser.players import play, rush
from tests.browser.servers import Server
from tests.browser.test_tour import MATERIAL, TOUR, mine, phase
from tests.games.flamme_rouge.browser import SHORT_STAGE, FlammePlayer
from tests.games.tape_letape.browser import TapePlayer

JSON = Any
CARD = re.compile(r"\b[JVBR](?:1[0-2]|[1-9])\b")


def cards(message: JSON) -> set[str]:
    """Every card that is named anywhere in a message."""
    return set(CARD.findall(json.dumps(message)))


class Truth:
    """What everybody held after each move, and what each may know, by the finished record."""

    def __init__(self, record: str) -> None:
        echappee.verify(record)
        match = echappee.replay(record)
        self.length = match.number
        self.hands: list[list[set[str]]] = []
        self.stages: list[int] = []
        self.laid: list[str | None] = [None]
        for number in range(self.length + 1):
            then = match.at(number)
            self.hands.append(
                [set(then.view(seat)["table"]["riders"][seat]["hand"]) for seat in range(3)]
            )
            self.stages.append(then.view(None)["table"]["stage"])
        for entry in match.entries:
            self.laid.append(entry.text if CARD.fullmatch(entry.text) else None)

    def known(self, seat: int | None, number: int, stage: int) -> set[str]:
        """What a viewer has held himself, or seen laid, in one stage up to a position."""
        found: set[str] = set()
        for at in range(number + 1):
            if self.stages[at] == stage and seat is not None:
                found |= self.hands[at][seat]
            card = self.laid[at]
            if card is not None and self.stages[at - 1] == stage:
                found.add(card)
        return found

    def left(self, number: int) -> list[list[str]]:
        """The hands as they were counted when a stage ended with this move."""
        return [sorted(hand - {self.laid[number] or ""}) for hand in self.hands[number - 1]]


def check_event(event: JSON, number: int, seat: int | None, truth: Truth) -> None:
    """What a move did, as one viewer was told."""
    if event["kind"] == "stage-over":
        facts = event["facts"]
        assert [sorted(hand) for hand in facts["left"]] == truth.left(number)
        event = {**event, "facts": {**facts, "left": None}}
    assert cards(event) <= truth.known(seat, number, truth.stages[number - 1]), event


def check_game(game: JSON, number: int, seat: int | None, truth: Truth) -> None:
    """A position as one viewer was shown it."""
    assert cards(game) <= truth.known(seat, number, truth.stages[number]), game


def check(frame: JSON, seat: int | None, truth: Truth) -> None:
    """One frame as it was sent to one viewer."""
    for item in frame.get("items", []):
        if item["kind"] != "move":
            assert not cards(item), item
            continue
        for event in item["events"]:
            check_event(event, item["number"], seat, truth)
    if frame["type"] == "since":  # a page that was looked away from shows what it missed
        check_game(frame["before"], frame["before"]["number"], seat, truth)
        for step in frame["steps"]:
            check_game(step["view"], step["number"], seat, truth)
            for event in step["events"]:
                check_event(event, step["number"], seat, truth)
        return
    game = frame.get("game") or (frame if "view" in frame else None)
    if game is None:
        assert frame.get("items") or not cards(frame), frame
        return
    check_game(game, game.get("number", game["view"]["number"]), seat, truth)


def test_nobody_receives_a_hidden_card(meet: Meet, server: Server) -> None:
    ana, bruno, eye = meet(), meet(lang="fr"), meet()
    table = Table(server.url, "tape-letape", [YOU, person("Bruno"), BOT], SHORT)
    ana.go(table.link())
    eye.go(f"/w/{table.watch}")
    bruno.go(table.link(1))
    for who in (ana, bruno, eye):
        who.at_table()
    assert not eye.page.locator("[data-card]").count()
    play(TapePlayer(ana, 8), TapePlayer(bruno, 9), moves=12)
    # The rest of the stage at once, before the same eyes.
    told = table.play(lambda game: game["view"]["table"]["stage"] == 2)
    for who in (ana, bruno, eye):
        who.heard(told["number"])
        who.page.goto("about:blank")
    table.play(lambda game: game["view"]["over"])  # the record tells what everybody held
    record = httpx.get(f"{server.url}/api/tables/{table.code}/record", timeout=60).text
    truth = Truth(record)
    for who, seat in ((ana, 0), (bruno, 1), (eye, None)):
        checked = 0
        for text in who.frames:
            frame = json.loads(text)
            game = frame.get("game")
            if game and game["view"]["over"]:
                break
            check(frame, seat, truth)
            checked += bool(game)
        assert checked > truth.stages.index(2) / 3
    assert cards(eye.messages("welcome")[0]["game"] or {}) == set()


def test_two_people_choose_sealed_and_nobody_receives_a_hidden_card(
    meet: Meet, server: Server
) -> None:
    ana, bruno, eye = meet(), meet(lang="fr"), meet()
    table = Table(server.url, "flamme-rouge", [YOU, person("Bruno")], SHORT_STAGE)
    ana.go(table.link())
    eye.go(f"/w/{table.watch}")
    bruno.go(table.link(1))
    for who in (ana, bruno, eye):
        who.at_table()
    assert not eye.page.locator("[data-card]").count()
    play(FlammePlayer(ana, 3), FlammePlayer(bruno, 4), moves=12)
    # The next rounds at once, before the same eyes.
    told = table.play(lambda game: game["view"]["table"]["round"] == 5)
    for who in (ana, bruno, eye):
        who.heard(told["number"])
    for who, seat in ((ana, 0), (bruno, 1), (eye, None)):
        seen = [check_choices(json.loads(frame), seat) for frame in who.frames]
        assert sum(seen) > 10


def check_choices(frame: JSON, seat: int | None) -> int:
    """What one frame says of the other seats while the race runs; returns 1 if it had a table."""
    for item in frame.get("items", []):
        for event in item.get("events", []):
            if event["seat"] != seat:
                assert event["kind"] not in ("drawn-own", "sealed-own"), event
                assert "cards" not in event["facts"] or event["kind"] == "reveal", event
                assert "card" not in event["facts"] or "ride" in event["kind"], event
    game = frame.get("game")
    if not game or game["view"]["over"]:
        return 0
    for team, squad in enumerate(game["view"]["table"]["teams"]):
        if team != seat:
            assert squad["hand"] is None
            assert all(rider["recycled_cards"] is None for rider in squad["riders"])
            assert all(rider["card"] is None for rider in squad["riders"])
    return 1


HELD = re.compile(r'"hand": \["|"sealed": "')
DRAWN = "draw-own"


def test_no_hidden_card_on_the_wire(meet: Meet, server: Server) -> None:
    ana, eye = meet(), meet()
    # Cards face down first, then the last classic stage.
    table, _ = Table.at(server.url, TOUR, 3, {"material": MATERIAL}, mine("starter"))
    ana.go(table.link())
    eye.go(f"/w/{table.watch}")
    for who in (ana, eye):
        who.at_table()
    rush(ana, moves=30)
    assert any(phase(frame["game"]) == "card" for frame in ana.messages("news") if frame["game"])
    for who, seat in ((ana, 0), (eye, None)):
        seen = 0
        for text in who.frames:
            frame = json.loads(text)
            for item in frame.get("items", []):
                for event in item.get("events", []):
                    assert event["kind"] != DRAWN or event["seat"] == seat
            game = frame.get("game")
            if not game:
                continue
            for number, team in enumerate(game["view"]["table"]["seats"]):
                if number != seat:
                    assert team["hand"] is None
                    assert team["sealed"] is None
            seen += 1
        assert seen > 20
    assert not any(HELD.search(json.dumps(json.loads(text))) for text in eye.frames)
