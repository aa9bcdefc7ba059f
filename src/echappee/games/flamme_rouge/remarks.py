"""What a player of Flamme Rouge looks at: squares, exhaustion, wind, and the legs that are left."""

from __future__ import annotations

from echappee.games.flamme_rouge.breakaway import bidding
from echappee.games.flamme_rouge.material import EXHAUSTION, KINDS
from echappee.games.flamme_rouge.road import CARD_VALUE, NOWHERE, on_road, sheltered, tires
from echappee.rulebook.contract import Numbers, State
from echappee.rulebook.remarks import Remarks, Trait


def fill(s: State, seat: int, found: Numbers) -> None:
    """§5: squares, and the lead; §6b: exhaustion, wind; §4: energy left; §6a: no slipstream."""
    for trait in range(6):
        found[trait] = 0
    front = rival = 0
    for r in range(2 * int(s.teams)):
        if s.square[r] == NOWHERE:
            continue
        square = int(s.square[r])
        if r >> 1 == seat:
            front = max(front, square)
            found[3] += square
        else:
            rival = max(rival, square)
    found[2] = front - rival
    for kind in range(KINDS):
        left = int(s.hand[seat, kind])
        for r in range(2 * seat, 2 * seat + 2):
            left += int(s.deck[r, kind]) + int(s.recycled[r, kind])
        if kind == EXHAUSTION:
            found[0] += left
        else:
            found[4] += left * int(CARD_VALUE[kind])
    for r in range(2 * seat, 2 * seat + 2):
        if on_road(s, r):
            found[1] += 1 if tires(s, r) else 0
            found[5] += 0 if sheltered(s, int(s.square[r])) else 1


def settled(s: State, seat: int) -> bool:
    """Is a round about to begin, with no card of the seat laid face down yet?"""
    one, other = 2 * seat, 2 * seat + 1
    if bidding(s):
        return False
    return bool(s.holding[seat] == 0 and s.sealed[one] == 0 and s.sealed[other] == 0)


REMARKS = Remarks(
    traits=(
        Trait("exhaustion", more=False),
        Trait("wind", more=False),
        Trait("lead", lasting=True),
        Trait("squares", lasting=True),
        Trait("energy"),
        Trait("shelterless", more=False),
    ),
    fill=fill,
    settled=settled,
)
