"""French as it is printed and as it is spoken.

The files of words are typed with the keys at hand; what leaves them has typographic apostrophes,
and a space that never breaks before ``; : ! ? %`` and inside guillemets. A name that begins with a
vowel takes *d’* and *qu’* (« au tour d’Équipier 3 »). Before an h nothing is left out: « de Hugo »
is right as often as « d’Hugo », and nobody stumbles over it. A single letter is no name, but that
of a piece or of a column. Titles such as *Tour de France* take their article: « au Tour de
France », « du Tour de France ». The page does the same in ``web/src/lib/typeset.ts``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

NO_BREAK = "\u00a0"
APOSTROPHE = "\u2019"

_TYPED = re.compile(r"(?<=[^\W\d_])'")
_BEFORE = re.compile(r" (?=[;:!?%»])")
_AFTER = re.compile(r"« ")
_VOWEL = re.compile(r"(?:[aàâäeéèêëiîïoôöœuùûüæ]|y(?![aàâeéèêiïoôuùû]))[^\W\d_]", re.IGNORECASE)
_ELIDED = re.compile(r"\b([Dd]|[Qq]u|[Jj]usqu|[Ll]orsqu|[Pp]uisqu)e $")
_TITLED = re.compile(r"(?:Tour|Grand Tour|Grand Prix|Critérium|Circuit)\b")
_CONTRACTED = re.compile(r"\b(?:[Dd]e|[àÀ]) $")
_WITH_ARTICLE = {"de ": "du ", "De ": "Du ", "à ": "au ", "À ": "Au "}


def typeset(text: str) -> str:
    """A sentence, or the template of one, as it is printed."""
    text = _BEFORE.sub(NO_BREAK, _TYPED.sub(APOSTROPHE, text))
    return _AFTER.sub(f"«{NO_BREAK}", text)


def typeset_all(words: Any) -> Any:
    """A whole table of words as it is printed: tables and lists in it too."""
    if isinstance(words, str):
        return typeset(words)
    if isinstance(words, Mapping):
        return {key: typeset_all(value) for key, value in words.items()}
    if isinstance(words, list):
        return [typeset_all(value) for value in words]
    return words


def joined(before: str, name: str) -> str:
    """What stands before a name, and the name: « de » and « Asger » give « d’Asger »."""
    if _VOWEL.match(name):
        before = _ELIDED.sub(rf"\1{APOSTROPHE}", before)
    elif _TITLED.match(name):
        before = _CONTRACTED.sub(lambda found: _WITH_ARTICLE[found[0]], before)
    return before + name


def filled(template: str, facts: Mapping[str, str]) -> str:
    """A template of ``str.format`` with its facts, each spoken with the word before it."""
    done, at = "", 0
    for slot in re.finditer(r"\{(\w+)\}", template):
        done = joined(done + template[at : slot.start()], facts[slot[1]])
        at = slot.end()
    return done + template[at:]
