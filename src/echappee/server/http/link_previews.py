"""What a link shows of the page before anybody opens it: Open Graph tags in its head.

A preview tells what anybody who has the link may know without sitting down: the game, who invites,
which seats are free and the rules of the house; of a game that is over, the names and the places.
Whoever makes previews runs no page, so each game's picture is a file of the page.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from html import escape
from typing import Any
from urllib.parse import quote, urlencode

import msgspec
from litestar import Request

from echappee.errors import LANGUAGES, EchappeeError, Language
from echappee.games import game_ids, rulebook
from echappee.match.game_record import read_record
from echappee.server.http.paths import code_in
from echappee.server.refusals import Refusal, link_words
from echappee.server.table import codes
from echappee.server.table.open_tables import said_options
from echappee.server.table.service import TableService
from echappee.server.table.table import Table

LOOKS_UP = "echappee.looks-up"
"""In a scope: may the page tell of the table or record that its address names?"""
MISSED = "echappee.missed"
"""In a scope: there is no such table or record."""
FOUND = "echappee.found"
"""In a socket's scope: to be called once its table is found."""

WIDTH, HEIGHT = 1200, 630
_CARDS = "cards"
_PATIENCE = 2.0
"""Seconds that the page waits for a table that must be read first: it is worth more than tags."""
_LOCALES: dict[Language, str] = {"en": "en_GB", "fr": "fr_FR"}
_LONGEST = 60
_MOVE = re.compile(r"[0-9]{1,6}")
_WISHED = re.compile(r"\s*([a-zA-Z]{2})(?:-[\w-]*)?\s*(?:;\s*q=([01](?:\.[0-9]{0,3})?))?\s*")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class LinkPreview(msgspec.Struct, frozen=True):
    """An address in words, with its picture."""

    title: str
    description: str
    game: str | None = None
    query: tuple[tuple[str, str], ...] = ()
    """What of its query belongs to the address: never more than the page itself writes."""


class LinkPreviews:
    """Tells of the page's addresses."""

    def __init__(self, service: TableService) -> None:
        self._service = service

    async def tags(self, request: Request[Any, Any, Any]) -> str:
        """The tags for the address that is asked for."""
        language = _language(request)
        found = await self._of_code(request, language) or _of_game(request, language)
        return _written(request, found or _plain(language), language)

    async def _of_code(
        self, request: Request[Any, Any, Any], language: Language
    ) -> LinkPreview | None:
        """Of a table or a record, where there is one and this caller may ask."""
        scope: Any = request.scope
        path: str = scope["path"]
        asked = code_in(path)
        if asked is None or not scope.get(LOOKS_UP):
            return None
        code, is_record = codes.read_code(asked), path.startswith("/r/")
        try:
            async with asyncio.timeout(_PATIENCE):
                if is_record and (text := await self._service.storage.record(code)) is not None:
                    return _record(text, request, language)
                live, _ = await self._service.tables.find(code)
        except TimeoutError:
            return None
        except Refusal as refusal:
            scope[MISSED] = refusal.status == 404
            return None
        except EchappeeError:  # a table that can't be read: whoever opens it is told why
            return None
        table = live.table
        if table.status == "over":
            return _over(table, request if is_record else None, language)
        return None if is_record else _open(table, language)


# ---------------------------------------------------------------------------- what there is to say


def _plain(language: Language) -> LinkPreview:
    """Of the page itself, and of whatever else there is nothing to say about."""
    return LinkPreview("Échappée", link_words("home")[language])


def _open(table: Table, language: Language) -> LinkPreview:
    """Of a table that waits or plays: what its lobby shows to everybody, and not a card more."""
    rules, seats = table.rulebook, table.seats
    game, names = rules.name[language], [seat.name for seat in seats if seat.name]
    said = [phrase[language] for phrase in said_options(rules, table.founding.options)]
    together = link_words("together", names=", ".join(names))[language] if names else ""
    if table.status != "waiting":
        title = link_words("playing", game=game)[language]
        return LinkPreview(title, _sentences(together, *said), rules.id)
    founder = None if table.founder is None else seats[table.founder].name
    if founder:
        title = link_words("invited", name=founder, game=game)[language]
    else:
        title = link_words("invitation", game=game)[language]
    free = sum(seat.kind == "open" for seat in seats)
    seen = "full" if free == 0 else "one-free" if free == 1 else "free"
    told = link_words(seen, free=str(free), players=str(len(seats)))[language]
    return LinkPreview(title, _sentences(told, together, *said), rules.id)


def _over(
    table: Table, request: Request[Any, Any, Any] | None, language: Language
) -> LinkPreview | None:
    """Of a game that is over: everything about it is open, and the places are enough."""
    if table.match is None or table.end is None:
        return None
    names = [seat.name or "" for seat in table.seats]
    winners = [names[seat] for seat in table.end.winners]
    places = table.match.standing.places
    return _result(table.rulebook.id, names, winners, places, request, language)


def _record(text: str, request: Request[Any, Any, Any], language: Language) -> LinkPreview:
    """Of a record that somebody brought: what its text says."""
    record = read_record(text)
    names = [record.names.get(seat, "") for seat in range(record.players)]
    places = () if record.result is None else record.result.places
    winners = [name for name, place in zip(names, places, strict=False) if place == 1]
    return _result(rulebook(record.game).id, names, winners, places, request, language)


def _result(
    game: str, names: Sequence[str], winners: Sequence[str], places: Sequence[int],
    request: Request[Any, Any, Any] | None, language: Language,
) -> LinkPreview:  # fmt: skip
    called = rulebook(game).name[language]
    numbered = link_words("seat")[language]
    known = [name or numbered.format(number=n + 1) for n, name in enumerate(names)]
    listed = sorted(zip(places, known, strict=False), key=lambda pair: pair[0])
    told = " · ".join(f"{place}. {name}" for place, name in listed) or ", ".join(known)
    if len(winners) == 1 and winners[0] and len(names) > 1:
        title = link_words("won", name=winners[0], game=called)[language]
    else:
        title = link_words("over", game=called)[language]
    at = "" if request is None else request.query_params.get("at", "")
    if not _MOVE.fullmatch(at):
        return LinkPreview(title, told, game)
    moment = link_words("moment", number=at)[language]
    return LinkPreview(title, f"{moment} {told}", game, (("at", at),))


def _of_game(request: Request[Any, Any, Any], language: Language) -> LinkPreview | None:
    """Of a page about one game: its lesson, its rules, a new table; or one of its own."""
    path = request.scope["path"].strip("/")
    first, _, rest = path.partition("/")
    if first in ("new", "learn", "rules") and rest in game_ids():
        words = rulebook(rest).words
        return LinkPreview(rulebook(rest).name[language], words.get("tagline")[language], rest)
    for game in game_ids():
        own = rulebook(game).words.texts(language).get("pages", {}).get(path)
        if own is not None:
            return _own_page(game, own, request)
    return None


def _own_page(game: str, own: dict[str, Any], request: Request[Any, Any, Any]) -> LinkPreview:
    """Of a page of a game's own, as its words have it: ``query`` names what belongs to it, and
    where its ``name`` is given the page is ``called`` by it."""
    asked = request.query_params
    query = tuple((key, asked[key][:400]) for key in own.get("query", ()) if asked.get(key))
    name = _shown(asked.get("name", "")) if "name" in own.get("query", ()) else ""
    title = own["called"].format(name=name) if name else own["title"]
    return LinkPreview(title, own["about"], game, query)


# ------------------------------------------------------------------------------------------ writing


def _written(request: Request[Any, Any, Any], preview: LinkPreview, language: Language) -> str:
    told = [
        ("og:type", "website"),
        ("og:site_name", "Échappée"),
        ("og:title", preview.title),
        ("og:description", preview.description),
        ("og:locale", _LOCALES[language]),
        *(("og:locale:alternate", _LOCALES[one]) for one in LANGUAGES if one != language),
    ]
    origin = _origin(request)
    if origin is not None:
        query = f"?{urlencode(preview.query)}" if preview.query else ""
        picture = preview.game or "echappee"
        told += [
            ("og:url", f"{origin}{quote(request.scope['path'])}{query}"),
            ("og:image", f"{origin}/{_CARDS}/{picture}.png"),
            ("og:image:type", "image/png"),
            ("og:image:width", str(WIDTH)),
            ("og:image:height", str(HEIGHT)),
            ("og:image:alt", _alt(preview, language)),
        ]
    lines = [f'<meta property="{name}" content="{_safe(text)}" />' for name, text in told]
    lines.append('<meta name="twitter:card" content="summary_large_image" />')
    return "".join(f"\n    {line}" for line in lines)


def _alt(preview: LinkPreview, language: Language) -> str:
    """The picture in words: the name of the game."""
    return "Échappée" if preview.game is None else rulebook(preview.game).name[language]


def _origin(request: Request[Any, Any, Any]) -> str | None:
    """Under which address we were asked: the guard has looked at the name, and what a proxy says
    of the scheme counts only where the proxy is believed."""
    host = request.headers.get("host")
    return None if host is None else f"{request.scope['scheme']}://{host}"


def _safe(text: str) -> str:
    return escape(_CONTROL.sub("", text), quote=True)


def _shown(text: str) -> str:
    """So much of a text that somebody wrote, on one line."""
    return " ".join(_CONTROL.sub(" ", text).split())[:_LONGEST]


def _sentences(*parts: str) -> str:
    """Parts of a description, each with its full stop."""
    return " ".join(
        part if part.endswith((".", "!", "?")) else f"{part}." for part in parts if part
    )


def _language(request: Request[Any, Any, Any]) -> Language:
    """The language that is asked for, or that the caller likes best of ours."""
    for language in LANGUAGES:
        if request.query_params.get("lang") == language:
            return language
    best: tuple[float, Language] = (0.0, LANGUAGES[0])
    for part in request.headers.get("accept-language", "").split(",")[:20]:
        wished = _WISHED.fullmatch(part)
        known = [one for one in LANGUAGES if wished and wished[1].lower() == one]
        liked = float(wished[2] or 1) if wished else 0.0
        if known and liked > best[0]:
            best = (liked, known[0])
    return best[1]
