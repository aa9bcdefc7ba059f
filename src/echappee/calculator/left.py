"""The cards left in a hand: how they are typed, and whether there are that many in the deck."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from echappee import arguments
from echappee.calculator.names import fold, printable
from echappee.calculator.race import CalculatorError, Left
from echappee.games.tape_letape import material, scoring

_LONG = re.compile(r"(?<![a-z0-9])(\d+) *(small|petites?|big|grosses?|grandes?|[spbg])(?![a-z0-9])")
_COUNTS = re.compile(r"(?:\d+[spbg])+$")
_COUNT = re.compile(r"(\d+)([spbg])")
_CARD = re.compile(r"([jvbryg]?)(\d+)$")
_SMALL = "sp"
_NOTHING = ("", "0", "none", "nothing", "finished", "rien", "aucune", "fini")
_COLOUR_LETTERS = {"y": "J", "g": "V"}  # yellow and green, for those who say it in English
_MOST_DIGITS = 3
HAND = material.HAND
"""So many cards a hand holds."""


def is_small(value: int) -> bool:
    """§7: does a card of this value cost as little as the smallest?"""
    return scoring.card_seconds(value) == scoring.SMALL_SECONDS


def left_seconds(left: Left) -> int:
    """§7: what cards left cost whoever did not win."""
    return int(scoring.left_seconds(left.small, left.big))


def counts(small: int, big: int) -> Left:
    """So many small and so many big cards."""
    return Left(small, big)


def cards(names: Iterable[str]) -> Left:
    """Cards by name, with or without their colours, sorted by value."""
    found = sorted(names, key=lambda card: (card_value(card), card))
    small = sum(is_small(card_value(card)) for card in found)
    return Left(small, len(found) - small, tuple(found))


@lru_cache(maxsize=1024)
def card_value(card: str) -> int:
    """The value of a card written ``J7`` or ``7``."""
    return int(card.lstrip("".join(material.COLOURS)))


def read_left(text: str) -> Left:
    """What was left, as people write it: ``2s 1b``, ``2 small 1 big``, ``7 9 3`` or ``J7 V10``.

    French letters do as well (``2p 1g``). Where counts and cards are mixed, all are counted.
    """
    rest = arguments.text("text", text).lower().replace(",", " ").replace("+", " ").strip()
    if fold(rest) in _NOTHING:
        return Left()
    words = _LONG.sub(lambda match: f" {match[1]}{match[2][0]} ", rest).split()
    small = big = 0
    for number, kind in _COUNT.findall(" ".join(filter(_COUNTS.match, words))):
        if len(number) > _MOST_DIGITS:
            raise CalculatorError("unreadable-cards", text=printable(text))
        if kind in _SMALL:
            small += int(number)
        else:
            big += int(number)
    named = cards(_read_card(word, text) for word in words if not _COUNTS.match(word))
    return Left(small + named.small, big + named.big) if small + big else named


def lone_number(text: str) -> int | None:
    """The number that a text is and nothing else: a card of that value, or so many cards."""
    found = text.strip()
    return int(found) if found.isdecimal() and len(found) <= _MOST_DIGITS else None


def _read_card(word: str, text: str) -> str:
    match = _CARD.match(word)
    if match is None or len(match[2]) > _MOST_DIGITS:
        raise CalculatorError("unreadable-cards", text=printable(text))
    colour = _COLOUR_LETTERS.get(match[1], match[1].upper())
    return f"{colour}{int(match[2])}"


def write_left(left: Left) -> str:
    """The cards ``left`` in a hand as the file has them; `read_left` reads them back."""
    if arguments.instance("left", left, Left).cards:
        return " ".join(left.cards)
    parts = [(left.small, "small"), (left.big, "big")]
    return " ".join(f"{number} {kind}" for number, kind in parts if number) or "finished"


@cache
def deck_counts(players: int) -> tuple[int, int]:
    """§3: how many small and how many big cards this number of players use."""
    values = range(scoring.low_value(players), scoring.high_value(players) + 1)
    colours = scoring.colour_count(players)
    small = colours * sum(is_small(value) for value in values)
    return small, colours * len(values) - small


def check_hand(left: Left, players: int, name: str) -> None:
    """One hand alone: cards that are in play, and no more than a hand holds (§3)."""
    if left.small < 0 or left.big < 0:
        raise CalculatorError("negative-cards", name=name)
    if left.count > material.HAND:
        raise CalculatorError("more-than-a-hand", name=name, count=left.count, hand=material.HAND)
    if not left.cards:
        return
    low, high = scoring.low_value(players), scoring.high_value(players)
    colours = material.COLOURS[: scoring.colour_count(players)]
    for card in left.cards:
        match = _CARD.match(card.lower())
        if match is None or card != _read_card(card.lower(), card):
            raise CalculatorError("unreadable-cards", text=printable(card))
        if not low <= int(match[2]) <= high:
            raise CalculatorError(
                "value-not-in-play", card=card, players=players, low=low, high=high
            )
        if match[1] and match[1].upper() not in colours:
            raise CalculatorError(
                "colour-not-in-play", card=card, players=players, colours=" ".join(colours)
            )
    if left != cards(left.cards):
        raise CalculatorError("cards-and-counts", name=name)


def check_deck(lefts: Sequence[Left], players: int) -> None:
    """All hands together: no card twice, and no more of a kind than there are (§3)."""
    colours = scoring.colour_count(players)
    named = Counter(card for left in lefts for card in left.cards)
    for card, times in named.items():
        if card[0] in material.COLOURS and times > 1:
            raise CalculatorError("card-twice", card=card)
    by_value = Counter(card_value(card) for left in lefts for card in left.cards)
    for value, times in by_value.items():
        if times > colours:
            raise CalculatorError(
                "value-too-often", value=value, times=times, most=colours, players=players
            )
    for kind, most in zip(("small", "big"), deck_counts(players), strict=True):
        count = sum(left.small if kind == "small" else left.big for left in lefts)
        if count > most:
            raise CalculatorError(f"too-many-{kind}", count=count, most=most, players=players)
