"""Could a position that somebody wrote down arise at a table? It has what is in the box."""

from __future__ import annotations

from echappee.errors import BadPosition
from echappee.games.tapas import material
from echappee.games.tapas.state import ASKED, FIRST_EXTRA, TO_COME
from echappee.rulebook.contract import State
from echappee.rulebook.words import Words, bad_position

_WORDS = Words(__package__)


def unreadable(reason: str, **facts: object) -> BadPosition:
    """The error for a text that is no position."""
    return bad_position(_WORDS, reason, **facts)


def check_box(s: State) -> None:
    """No more pieces than there are in the box; Extras only as many as the variant uses."""
    codes = [int(code) for code in s.board]
    for colour in range(2):
        for v, most in enumerate(material.TAPAS_OF_VALUE):
            used = (
                codes.count(4 * colour + v + 1)
                + int(s.hand[colour, v])
                + int(s.taken[1 - colour, v])
            )
            if used > most:
                name = f"{material.COLOURS[colour]}{v + 1}"
                raise unreadable("box", count=used, piece=name, most=most)
    extras = [code - FIRST_EXTRA for code in codes if code >= FIRST_EXTRA]
    for held in s.extras:
        extras += [i for i in range(6) if int(held) >> i & 1]
    if len(extras) != len(set(extras)):
        raise unreadable("twice")
    if len(extras) > int(s.variant):
        raise unreadable("too-many-extras")


def check_swap(s: State) -> None:
    """Until the second player's first turn nobody is asked about the sides; then he is, first."""
    if s.swap == ASKED and (s.over or s.turn == s.first):
        raise unreadable("swap-asked")
    if s.swap == TO_COME and not s.over and s.turn != s.first:
        raise unreadable("swap-open")
