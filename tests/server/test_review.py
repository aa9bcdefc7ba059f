"""Reviews of records: a seat's moves, judged for as long as somebody asks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from echappee.bots.review import in_order, review
from echappee.errors import LANGUAGES
from echappee.match.match import Match
from echappee.server.table import review as on_server
from echappee.server.table.bot_pool import Thinkers
from echappee.server.table.review import Review, Reviews
from tests.generic.cases import Case, brief, finished
from tests.server.clients import PATIENCE, Client, fewest, serving

pytestmark = pytest.mark.anyio

FEW = 16


def _game(game: str) -> Match:
    return finished(Case(game, fewest(game), brief(game)), 5)


async def _imported(client: Client, whole: Match) -> str:
    return str((await client.post("/records", {"text": whole.record()})).json["id"])


async def _reviewed(client: Client, record: str, seat: int) -> Any:
    async with asyncio.timeout(PATIENCE):
        while True:
            told = (await client.get(f"/records/{record}/review?seat={seat}")).json
            if told["done"]:
                return told
            await asyncio.sleep(0.05)


async def test_a_seat_is_reviewed_and_that_is_kept(tmp_path: Path) -> None:
    whole = _game("tapas")
    async with serving(tmp_path) as world, world.client() as client:
        world.service.reviews.simulations = FEW
        record = await _imported(client, whole)
        marked = 0
        for seat in range(whole.players):
            told = await _reviewed(client, record, seat)
            assert (told["seat"], told["later"]) == (seat, False)
            assert told["judged"] == told["total"] == len(in_order(whole, seat))
            expected = [one for one in review(whole, seat, FEW) if one.grade is not None]
            numbers = [one["number"] for one in told["moments"]]
            assert numbers == sorted(one.number for one in expected)
            by_number = {one.number: one for one in expected}
            for moment in told["moments"]:
                one = by_number[moment["number"]]
                assert whole.entries[one.number].text == moment["played"] == one.played
                assert (moment["best"], moment["loss"]) == (one.best, one.loss)
                assert moment["line"] == list(one.line)
                assert (moment["grade"], moment["proved"]) == (one.grade, one.proved)
                for reason, words in zip(moment["reasons"], one.reasons, strict=True):
                    assert reason == {language: words[language] for language in LANGUAGES}
                assert [choice["text"] for choice in moment["choices"]] == [
                    choice.text for choice in one.choices
                ]
            marked += len(numbers)
            assert (await client.get(f"/records/{record}/review?seat={seat}")).json == told
        assert marked > 0


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("?seat=2", "bad-seat"),
        ("?seat=-1", "bad-request"),
        ("?seat=99", "bad-request"),
        ("?seat=x", "bad-request"),
        ("", "bad-request"),
    ],
)
async def test_a_seat_that_is_not_there_is_refused(tmp_path: Path, query: str, code: str) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        record = await _imported(client, _game("tapas"))
        assert (await client.get(f"/records/{record}/review{query}")).code == code
        assert (await client.get(f"/records/BCDFGHJKLMNP/review{query or '?seat=0'}")).code in (
            "no-record", "bad-request",
        )  # fmt: skip


async def test_a_running_game_is_not_reviewed(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        you = [{"kind": "you", "name": "Ana"}] * fewest(game)
        code = (await client.set_table(game, you))["table"]["code"]
        assert (await client.get(f"/records/{code}/review?seat=0")).code == "not-over"


class Hours:
    """Bots that take an hour for each decision, of a clock that only they move."""

    def __init__(self) -> None:
        self.now = 0.0
        self.judged: list[int] = []
        self.meanwhile: Callable[[], object] = int

    async def run(self, work: Callable[..., Any], *given: Any) -> Any:
        await asyncio.sleep(0)
        if work is on_server._judged:
            study, number = given
            self.judged.append(number)
            self.now += 3600
            self.meanwhile()
            return on_server._judged(study, number)
        return work(*given)


def _reviews(bots: Hours, tasks: list[asyncio.Task[Any]]) -> Reviews:
    def spawn(work: Any) -> asyncio.Task[Any]:
        tasks.append(asyncio.create_task(work))
        return tasks[-1]

    found = Reviews(cast(Thinkers, bots), spawn, lambda: bots.now)
    found.simulations = 2
    return found


async def test_a_review_that_nobody_asks_about_rests_and_goes_on() -> None:
    match, bots = _game("tapas"), Hours()
    tasks: list[asyncio.Task[Any]] = []
    reviews = _reviews(bots, tasks)

    def ask() -> Review:
        return reviews.review("X", match, 0)

    found = ask()
    assert not found.snapshot().done
    await asyncio.gather(*tasks)
    assert len(bots.judged) == 1  # when that was done, nobody waited any more
    assert found.snapshot().judged == 1
    assert found.snapshot().total == len(in_order(match, 0))
    bots.meanwhile = ask
    ask()
    await asyncio.gather(*tasks)
    assert found.done
    assert tuple(bots.judged) == in_order(match, 0)  # each once, what looked worst first
    ask()
    assert len(tasks) == 2  # there is nothing left to do


async def test_seats_are_reviewed_apart() -> None:
    match, bots = _game("tapas"), Hours()
    tasks: list[asyncio.Task[Any]] = []
    reviews = _reviews(bots, tasks)
    bots.meanwhile = lambda: [reviews.review("X", match, seat) for seat in range(2)]
    one, other = (reviews.review("X", match, seat) for seat in range(2))
    await asyncio.gather(*tasks)
    assert one is not other
    assert one.done
    assert other.done
    assert {judged.seat for judged in one.judged} == {0}
    assert {judged.seat for judged in other.judged} == {1}


async def test_nothing_is_judged_before_the_rules_are_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, bots = _game("tapas"), Hours()
    tasks: list[asyncio.Task[Any]] = []
    reviews = _reviews(bots, tasks)
    with monkeypatch.context() as meanwhile:
        meanwhile.setitem(match.rulebook.__dict__, "functions", match.rulebook.interpreted)
        told = reviews.review("X", match, 0).snapshot()
        assert (told.later, told.done, told.judged) == (True, False, 0)
        assert not tasks
    assert not reviews.review("X", match, 0).snapshot().later
    await asyncio.gather(*tasks)
    assert bots.judged
