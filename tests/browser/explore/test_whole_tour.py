"""A whole Tour through the page, from its first card to its end."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Meet
from tests.browser.desk import BOT, YOU, Table
from tests.browser.servers import Server
from tests.browser.test_tour import MATERIAL, TOUR, ride_to_the_end


@pytest.mark.timeout(1800)  # some five hundred moves
def test_a_whole_tour_against_a_bot(meet: Meet, server: Server) -> None:
    table = Table(server.url, TOUR, [YOU, BOT], {"material": MATERIAL})
    ride_to_the_end(meet(), table, server)
