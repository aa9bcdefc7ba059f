"""Moments that nobody chose, looked at in all sizes and both languages: nothing is cut or lost.

They are the same in every run; `make explore` looks at others.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import pytest

from echappee.games import game_ids
from echappee.match.match import Match
from tests.browser.conftest import Meet
from tests.browser.desk import Table
from tests.browser.looking import FINGERS, layout_problems
from tests.browser.moments import random_moments
from tests.browser.servers import Server
from tests.browser.speech import OTHER
from tests.browser.windows import Windows
from tests.depth import deep

COUNT = deep(1, 2)
SEED = 1000


def look_at_moments(
    meet: Meet,
    server: Server,
    windows: Windows,
    pictures: Path,
    moments: Iterable[tuple[Match, int]],
) -> list[str]:
    """What does not fit, in any size and language: one window, which grows and shrinks."""
    who, lang = meet(lang="fr", size="phone"), "fr"
    found: list[str] = []

    def look(match: Match, size: str) -> None:
        windows.resize(who.page, size)
        who.settle()
        name = f"{match.game_id}-{match.players}-{match.number}-{size}-{lang}"
        problems = layout_problems(who.page, size=size, still=True)
        if problems:
            who.page.screenshot(path=pictures / f"failed-moment-{name}.png")
        found.extend(f"{name}: {one}" for one in problems)

    for match, seat in moments:
        table = Table.at_moment(server.url, match, seat)
        windows.resize(who.page, "phone")
        who.go(table.link(seat))
        who.at_table()
        for size in FINGERS:
            look(match, size)
        lang = OTHER[lang]
        who.speak(lang)
        for size in reversed(FINGERS):
            look(match, size)
    windows.give_back(who.page, "phone")
    return found


@pytest.mark.parametrize("game", game_ids())
def test_moments_of_random_games(
    game: str, meet: Meet, server: Server, windows: Windows, pictures: Path
) -> None:
    moments = islice(random_moments(game, SEED), COUNT)
    found = look_at_moments(meet, server, windows, pictures, moments)
    assert not found, "\n".join(found)
