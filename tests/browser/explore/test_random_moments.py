"""Moments that nobody chose, of other games each time: nothing may be cut or lost on the page.

With the variable ``MOMENTS`` set, as many of each game. What was ever found here is looked at in
every run by `tests/browser/test_moments.py`.
"""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path

import pytest

from echappee.games import game_ids
from tests.browser.conftest import Meet
from tests.browser.moments import random_moments
from tests.browser.servers import Server
from tests.browser.test_moments import look_at_moments
from tests.browser.windows import Windows

COUNT = int(os.environ.get("MOMENTS", "12"))


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", game_ids())
def test_moments_of_random_games(
    game: str, meet: Meet, server: Server, windows: Windows, pictures: Path, seed: int
) -> None:
    moments = islice(random_moments(game, seed), COUNT)
    found = look_at_moments(meet, server, windows, pictures, moments)
    assert not found, "\n".join(found)
