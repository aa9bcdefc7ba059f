"""Names of people and profiles as people type them: any case, no accents, a few letters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache

from echappee import arguments
from echappee.calculator.race import CalculatorError, Race
from echappee.errors import LANGUAGES, Phrase, shown
from echappee.games.tape_letape import RULEBOOK, material

LONGEST_NAME = 24
LONGEST_TITLE = 60
_SEPARATORS = ",:;"


def fold(text: str) -> str:
    """A text without case, accents and punctuation, to compare what people type."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if letter.isalnum())


def tidy(text: str) -> str:
    """A text in its one way of writing: composed letters, single spaces."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def check_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names in their one way of writing; refuses what the file can't hold or people confuse."""
    found: list[str] = []
    for name in map(tidy, arguments.texts("names", names)):
        if not name:
            raise CalculatorError("empty-name")
        if len(name) > LONGEST_NAME:
            raise CalculatorError("long-name", name=printable(name), most=LONGEST_NAME)
        if not name[0].isalnum() or not _writable(name):
            raise CalculatorError("bad-name", name=printable(name))
        if name.casefold() in map(str.casefold, found):
            raise CalculatorError("duplicate-name", name=name)
        found.append(name)
    RULEBOOK.check_players(len(found))
    return tuple(found)


def check_title(title: str) -> str:
    """A title in its one way of writing."""
    title = tidy(arguments.text("title", title))
    if len(title) > LONGEST_TITLE or any(not sign.isprintable() for sign in title):
        raise CalculatorError("bad-title", most=LONGEST_TITLE)
    return title


def printable(text: str) -> str:
    """A text that can be shown in a sentence, whatever it holds."""
    return shown(text)


def find_seat(race: Race, text: str) -> int:
    """The seat of the player that a text means: a name, its first letters, or a number from 1."""
    names = arguments.instance("race", race, Race).names
    typed = tidy(arguments.text("text", text))
    for seat, name in enumerate(names):
        if name.casefold() == typed.casefold():
            return seat
    start = fold(typed)
    folded = [fold(name) for name in names]
    meant = [seat for seat, name in enumerate(folded) if name == start]
    if len(meant) != 1:
        meant = [seat for seat, name in enumerate(folded) if start and name.startswith(start)]
    if not meant and typed in _numbers(len(names)):
        return int(typed) - 1
    if len(meant) == 1:
        return meant[0]
    if meant:
        several = ", ".join(names[seat] for seat in meant)
        raise CalculatorError("ambiguous-name", name=printable(typed), names=several)
    raise CalculatorError("unknown-name", name=printable(typed), names=", ".join(names))


def _numbers(players: int) -> tuple[str, ...]:
    return tuple(map(str, range(1, players + 1)))


def find_seats(race: Race, text: str) -> tuple[int, ...]:
    """Several players, separated by commas or, where that is clear, by blanks."""
    parts = [
        part for part in arguments.text("text", text).replace(">", ",").split(",") if part.strip()
    ]
    if len(parts) == 1:
        parts = parts[0].split()
    return tuple(find_seat(race, part) for part in parts)


def find_profile(text: str, among: Iterable[str] = material.PROFILES) -> str:
    """The profile ``among`` these that a text means: a name in either language, or its start.

    The first letters of a later word will do as well: ``balai``, ``wagon``, ``trial``.
    """
    start = fold(arguments.text("text", text))
    options = arguments.items("among", among)
    if any(not isinstance(one, str) or one not in material.PROFILES for one in options):
        raise unknown_profile(", ".join(map(shown, options)), material.PROFILES)
    names = {profile: (profile, *_profile_names(profile)) for profile in material.PROFILES}
    for whole in (True, False):
        meant = {
            profile
            for profile, known in names.items()
            for name in known
            for part in ([name] if whole else re.split(r"\W", name))
            if start and fold(part).startswith(start)
        }
        if len(meant) == 1:
            return meant.pop()
    raise unknown_profile(text, options)


def unknown_profile(text: str, among: Iterable[str]) -> CalculatorError:
    """The refusal of a text that is no profile, with those that could be meant."""
    known = [profile_name(profile) for profile in among]
    return CalculatorError(
        "unknown-profile",
        text=printable(text),
        known=", ".join(name.en for name in known),
        known_fr=", ".join(name.fr for name in known),
    )


@cache
def profile_name(profile: str) -> Phrase:
    """The name of a profile in both languages."""
    return RULEBOOK.words.get("profiles", profile)


def _profile_names(profile: str) -> list[str]:
    return [profile_name(profile)[language] for language in LANGUAGES]


def _writable(name: str) -> bool:
    return all(sign.isprintable() and sign not in _SEPARATORS for sign in name)
