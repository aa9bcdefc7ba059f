"""§P1: who rides in which colour: by seat, by lot, or as the players choose.

Chosen colours are written by name in the order of the seats: ``white,red,blue``. The rules see
whether a lot is drawn, and a colour for each seat.
"""

from __future__ import annotations

from echappee.errors import BadOption, Phrase
from echappee.games.tour_de_france.material import COLOURS, LETTERS
from echappee.games.tour_de_france.state import AS_TOLD, BY_LOT
from echappee.rulebook.options import Options
from echappee.rulebook.words import Words

SEATS, LOT = "seats", "lot"

_WORDS = Words(__package__ or "")


def canonical(text: str) -> str:
    """The one way to write a choice; letters (``wrb``) will do, too. Raises `BadOption`."""
    word = text.strip().lower()
    if word in (SEATS, LOT):
        return word
    letters = len(word) > 1 and set(word) <= set(LETTERS[: len(COLOURS)])
    listed = list(word) if letters else [part.strip() for part in word.split(",")]
    names = [COLOURS[LETTERS.index(name)] if letters else name for name in listed]
    for name in names:
        if name not in COLOURS:
            raise _refused("unknown", value=word[:60], known=", ".join(COLOURS))
    for name in COLOURS:
        if names.count(name) > 1:
            raise _refused("twice", colour=name)
    if len(names) < 2:
        raise _refused("few", value=word)
    return ",".join(names)


def encode(text: str) -> tuple[int, ...]:
    """A choice as the rules see it: is a lot drawn, and the colour of each seat."""
    word = canonical(text)
    if word in (SEATS, LOT):
        return (BY_LOT if word == LOT else AS_TOLD, *range(len(COLOURS)))
    chosen = [COLOURS.index(name) for name in word.split(",")]
    return (AS_TOLD, *chosen, *[0] * (len(COLOURS) - len(chosen)))


def clash(players: int, options: Options) -> Phrase | None:
    """Why so many players can't ride in the chosen colours; None if they can."""
    word = str(options["colours"])
    chosen = word.split(",")
    if word in (SEATS, LOT) or len(chosen) == players:
        return None
    return _WORDS.say("colour-choice", "count", count=len(chosen), players=players)


def _refused(kind: str, **facts: object) -> BadOption:
    return BadOption(f"colours-{kind}", words=_WORDS.say("colour-choice", kind, **facts))
