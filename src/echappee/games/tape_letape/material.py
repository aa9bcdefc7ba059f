"""What is in the box of Tape l'étape (§2, §3): plain data, no rules."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

COLOURS: Final = ("J", "V", "B", "R")
"""Jaune, vert, bleu as the rulebook names them; the fourth colour is ours: rouge."""

VALUES: Final = 12
"""Each colour is numbered from 1 to 12; a card is number ``12 * colour + value - 1``."""

CARDS: Final = len(COLOURS) * VALUES

DECKS: Final = {3: (3, 10, 3), 4: (3, 10, 4), 5: (2, 11, 4), 6: (1, 12, 4)}
"""By number of players: lowest value, highest value, colours (§3). All cards are dealt."""

HAND: Final = 8

PROFILES: Final = ("flat", "mountain", "downhill", "time-trial", "broom-wagon")
"""The five stage cards that each player owns, in the order of their numbers, from 1."""

JOKERS: Final = ("vitamin", "gear", "puncture")
"""One of each for everybody (§3); in endurance a second vitamin (§8)."""


def card_name(card: int) -> str:
    """A card as text: colour and value."""
    return f"{COLOURS[card // VALUES]}{card % VALUES + 1}"


CARD_OF: Final = {card_name(card): card for card in range(CARDS)}


@lru_cache(4096)
def _named(cards: int) -> tuple[str, ...]:
    """Hands are named again and again, and few of them change with a move."""
    return tuple(name for name, card in CARD_OF.items() if cards >> card & 1)


def card_names(cards: int) -> list[str]:
    """The cards of a bit mask, by colour and value."""
    return list(_named(cards))
