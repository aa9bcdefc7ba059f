"""Moments that nobody chose, looked at in all sizes and both languages: nothing may be cut or lost.

With the variable ``MOMENTS`` set, as many of each game; with ``DEALS``, others.
"""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path

import pytest

from echappee.games import game_ids
from tests.browser.conftest import Meet
from tests.browser.desk import Table
from tests.browser.looking import FINGERS, layout_problems
from tests.browser.moments import random_moments
from tests.browser.servers import Server
from tests.browser.speech import OTHER

COUNT = int(os.environ.get("MOMENTS", "3"))
SEED = 1000 * int(os.environ.get("DEALS", "1"))


@pytest.mark.parametrize("game", game_ids())
def test_moments_of_random_games(game: str, meet: Meet, server: Server, pictures: Path) -> None:
    people = {size: meet(lang="fr", size=size) for size in FINGERS}
    found: list[str] = []
    lang = "fr"

    def look(size: str) -> None:
        people[size].settle()
        name = f"{game}-{match.players}-{match.number}-{size}-{lang}"
        problems = layout_problems(people[size].page, size=size, still=True)
        if problems:
            people[size].page.screenshot(path=pictures / f"failed-moment-{name}.png")
        found.extend(f"{name}: {one}" for one in problems)

    for match, seat in islice(random_moments(game, SEED), COUNT):
        table = Table.at_moment(server.url, match, seat)
        for size, who in people.items():
            who.go(table.link(seat))
            who.at_table()
            look(size)
        lang = OTHER[lang]
        for size, who in people.items():
            who.speak(lang)
            look(size)
    assert not found, "\n".join(found)
