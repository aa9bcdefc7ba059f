"""What a player of Tour de France looks at: squares, points, free riders, and the cards in hand."""

from __future__ import annotations

from echappee.games.tour_de_france.cards import total
from echappee.games.tour_de_france.road import line_closed, movable, on_road
from echappee.games.tour_de_france.stages import individual
from echappee.games.tour_de_france.state import CARD, HOME, RIDERS, SEAL
from echappee.rulebook.contract import Numbers, State
from echappee.rulebook.remarks import Remarks, Trait


def fill(s: State, seat: int, found: Numbers) -> None:
    """§1.7: points; §1.3: squares, held-up riders; §1.5: turned riders, a red card; §1.2: hand."""
    for trait in range(6):
        found[trait] = 0
    found[0] = individual(s, seat)
    movers = movable(s, seat)
    for rider in range(RIDERS):
        row = int(s.row[seat, rider])
        if row == HOME:
            found[1] += int(s.rows[int(s.stage)]) + 1
        elif on_road(s, seat, rider):
            found[1] += row
            if s.turned[seat, rider] > 0:
                found[3] += 1
            elif movers >> rider & 1 == 0:
                found[2] += 1
    found[4] = 1 if line_closed(s, seat) else 0
    for i in range(int(s.cards[seat])):
        found[5] += total(s, int(s.hand[seat, i]))


def settled(s: State, seat: int) -> bool:
    """Is a card about to be chosen?"""
    return bool(s.phase == CARD or s.phase == SEAL)


REMARKS = Remarks(
    traits=(
        Trait("points", lasting=True),
        Trait("squares"),
        Trait("held-up", more=False),
        Trait("turned", more=False),
        Trait("red", more=False),
        Trait("hand"),
    ),
    fill=fill,
    settled=settled,
)
