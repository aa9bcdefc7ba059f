"""What the server refuses, and everything it says, in both languages: ``words.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from echappee.bots.levels import levels
from echappee.bots.registry import added_names
from echappee.bots.riders import riders
from echappee.errors import EchappeeError, Phrase, UnknownGame, shown_facts
from echappee.french import filled, typeset
from echappee.server.protocol.messages import Refused
from echappee.server.protocol.rest import BotInfo, Problem, QuickPhrase, RiderInfo

_AWAY = "store-away"


@cache
def _words() -> dict[str, Any]:
    text = files("echappee.server").joinpath("words.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


class Refusal(EchappeeError):
    """The server says no; nothing has changed."""

    def __init__(self, code: str, **facts: Any) -> None:
        words = _words()["refusals"][code]
        self.status: int = words["status"]
        told = shown_facts(facts)
        said = Phrase(words["en"].format(**told), filled(typeset(words["fr"]), told))
        super().__init__(code, words=said)


def status_of(error: EchappeeError) -> int:
    """The HTTP status of any refusal."""
    if isinstance(error, Refusal):
        return error.status
    return 404 if isinstance(error, UnknownGame) else 400


def is_refusal(error: Exception) -> bool:
    """Was it decided? Else something is broken or away, and it may be tried again as it is."""
    return isinstance(error, EchappeeError) and error.code != _AWAY


def problem(error: EchappeeError) -> Problem:
    """A refusal as REST answers it."""
    line = getattr(error, "line", None)
    return Problem(code=error.code, words=error.words, article=error.article, line=line)


def refused(error: EchappeeError, request_id: str | None) -> Refused:
    """A refusal as the socket answers it."""
    return Refused(id=request_id, code=error.code, words=error.words, article=error.article)


def ending(why: str) -> Phrase:
    """Why a table ended, where its game does not say it."""
    return _phrase(_words()["ends"][why])


def listening(address: str) -> Phrase:
    """What the command line says once the server is there."""
    words = _phrase(_words()["serving"]["listening"])
    return Phrase(words.en.format(address=address), words.fr.format(address=address))


@cache
def own_value() -> Phrase:
    """What a value is called that somebody wrote himself."""
    return _phrase(_words()["offers"]["own"])


def link_words(what: str, **facts: str) -> Phrase:
    """What a link shows of the page; a name is spoken with the word before it."""
    words = _phrase(_words()["links"][what])
    if not facts:
        return words
    return Phrase(words.en.format(**facts), filled(words.fr, facts))


def config_words(what: str, **facts: str) -> Phrase:
    """What is said about settings: what one can be, and where one stands."""
    words = _phrase(_words()["config"][what])
    return Phrase(words.en.format(**facts), words.fr.format(**facts)) if facts else words


def schema_words() -> Phrase:
    """What stands above the list of REST calls."""
    return _phrase(_words()["schema"]["intro"])


def docs_words(what: str) -> Phrase:
    """What ``/docs`` says where it has nothing to show: ``unbuilt`` or ``missing``."""
    return _phrase(_words()["docs"][what])


@cache
def quick_phrases() -> tuple[QuickPhrase, ...]:
    """The sentences to say with one click."""
    return tuple(QuickPhrase(id=key, words=_phrase(w)) for key, w in _words()["phrases"].items())


@cache
def bots() -> tuple[BotInfo, ...]:
    """The levels in words, from the weakest to the strongest; then the bots that were added."""
    own = tuple(BotInfo(name=one.name, label=one.label, help=one.about) for one in levels())
    more = (Phrase(name, name) for name in added_names())
    return own + tuple(BotInfo(name=name.en, label=name, help=Phrase("", "")) for name in more)


@cache
def rider_infos() -> tuple[RiderInfo, ...]:
    """The riders, those of the weakest level first."""
    return tuple(
        RiderInfo(id=one.id, name=one.name, level=one.level, style=one.style, look=one.look)
        for one in riders()
    )


def _phrase(words: dict[str, str]) -> Phrase:
    return Phrase(words["en"], typeset(words["fr"]))
