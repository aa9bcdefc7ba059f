"""What a player of Tape l'étape looks at: cards that fit, cards left in hand, jokers, seconds."""

from __future__ import annotations

from echappee.games.tape_letape import material
from echappee.games.tape_letape.cards import count, count_big
from echappee.games.tape_letape.scoring import BROOM_WAGON
from echappee.games.tape_letape.state import JOKERS
from echappee.rulebook.contract import Numbers, State
from echappee.rulebook.remarks import Remarks, Trait


def fill(s: State, seat: int, found: Numbers) -> None:
    """§7: seconds; cards in hand, those that fit, and those of 30 seconds; §6: jokers; rivals.

    §5e: in a broom wagon cards in hand are good, and those that fit are not: it counts apart.
    """
    fits = count(int(s.hand[seat]) & int(s.open))
    broom = s.profile == BROOM_WAGON
    found[0] = int(s.total[seat])
    found[1] = 0 if broom else int(s.cards[seat])
    found[2] = int(s.cards[seat]) if broom else 0
    found[3] = 0 if broom else fits
    found[4] = 0 if broom else count_big(int(s.hand[seat]))
    found[5] = 0
    for joker in range(JOKERS):
        found[5] += int(s.jokers[seat, joker])
    fewest = material.HAND
    for other in range(int(s.players)):
        if other != seat and not broom:
            fewest = min(fewest, int(s.cards[other]))
    found[6] = fewest


def settled(s: State, seat: int) -> bool:
    """Is a turn about to begin, or a stage to be chosen?"""
    return bool(s.laid == 0 and s.gear == 0)


REMARKS = Remarks(
    traits=(
        Trait("seconds", more=False, lasting=True),
        Trait("left", more=False),
        Trait("kept"),
        Trait("fits"),
        Trait("big", more=False),
        Trait("jokers"),
        Trait("rival"),
    ),
    fill=fill,
    settled=settled,
)
