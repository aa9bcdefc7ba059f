"""REST: lessons and the rulebook, good and bad; and that nothing is kept of a lesson."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from echappee.learning.course import course
from tests.learning.taught import TAUGHT
from tests.server.clients import serving

pytestmark = pytest.mark.anyio
STORES = ("sqlite",)
"""Lessons keep nothing."""
GAMES = TAUGHT


async def test_a_whole_lesson_over_the_wire(tmp_path: Path, game: str) -> None:
    known = course(game)
    assert known is not None
    async with serving(tmp_path) as world, world.client() as client:
        told = (await client.get(f"/games/{game}/lesson")).json
        assert [step["id"] for step in told["steps"]] == [step.id for step in known.steps]
        for step in known.steps:
            path = f"/games/{game}/lesson/{step.id}"
            start = (await client.post(path, {"moves": []})).json
            assert start["verdict"] == "start"
            assert start["frames"][0]["view"]["game"] == game
            if not step.goals:
                continue
            done = (await client.post(path, {"moves": list(step.model)})).json
            assert done["verdict"] == "done"
            assert done["words"]["fr"]
            assert (await client.post(path, {"moves": []})).json == start


async def test_a_refused_move_is_an_answer_and_not_an_error(tmp_path: Path, game: str) -> None:
    known = course(game)
    assert known is not None
    step = next(step for step in known.steps if step.goals)
    async with serving(tmp_path) as world, world.client() as client:
        path = f"/games/{game}/lesson/{step.id}"
        said = (await client.post(path, {"moves": ["?"]})).json
        assert said["verdict"] == "refused"
        assert said["problem"]["code"] == "move-unreadable"
        assert said["problem"]["words"]["en"]


async def test_bad_questions_are_refused(tmp_path: Path, game: str) -> None:
    known = course(game)
    assert known is not None
    step = next(step for step in known.steps if step.goals)
    path = f"/games/{game}/lesson/{step.id}"
    async with serving(tmp_path) as world, world.client() as client:
        assert (await client.get("/games/chess/lesson")).code == "unknown-game"
        assert (await client.get("/games/chess/rules")).code == "unknown-game"
        assert (await client.post("/games/chess/lesson/aim", {"moves": []})).code == "unknown-game"
        missing = await client.post(f"/games/{game}/lesson/no-such-step", {"moves": []})
        assert (missing.status, missing.code) == (404, "not-found")
        left = await client.post(path, {"moves": ["?", step.model[0]]})
        assert (left.status, left.code) == (400, "step-left")
        bad: list[Any] = [{"moves": "?"}, {"moves": [1]}, {"moves": ["x"] * 61}, {"move": []}, []]
        for body in bad:
            assert (await client.post(path, body)).code == "bad-request"
        assert (await client.post(path, {"moves": ["x" * 201]})).code == "bad-request"
        assert (await client.get(path)).code == "bad-method"


async def test_the_rulebook_over_the_wire(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        book = (await client.get(f"/games/{game}/rules")).json
        words = (await client.get(f"/games/{game}/words/en")).json
        assert [one["id"] for one in book["articles"]] == list(words["articles"])
        assert words["order"] == list(words["articles"])
        pictures = [picture for one in book["articles"] for picture in one["pictures"]]
        assert len(pictures) >= 4
        assert len(book["names"]) >= 2
        for picture in pictures:
            assert picture["view"]["table"]
            assert picture["caption"]["fr"]
