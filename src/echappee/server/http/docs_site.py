"""``/docs``: the documentation as a site, served from this package where it was built into it."""

from __future__ import annotations

from html import escape
from pathlib import Path, PurePosixPath
from typing import Any

from litestar import Request, Response, get
from litestar.response import Redirect

from echappee.errors import LANGUAGES
from echappee.server.http.schema_page import STYLE
from echappee.server.http.static_page import Asset, answer, asset
from echappee.server.refusals import Refusal, docs_words

FOLDER = Path(__file__).parents[1] / "docs"
_FIRST = "index.html"
_MISSING = 404


@get(["/docs", "/docs/{path:path}"], include_in_schema=False, sync_to_thread=False)
def docs(request: Request[Any, Any, Any]) -> Response[Any]:
    """A file of the site; where there is none, a page that says what to do, or a typed answer."""
    wanted = request.scope["path"].removeprefix("/docs").strip("/")
    found = asset(FOLDER, wanted) if wanted else None
    if found is not None:
        # What the site's pages ask for with a version never changes under that address.
        return answer(request, found, lasting="v" in request.query_params)
    first = str(PurePosixPath(wanted, _FIRST))
    if asset(FOLDER, first) is not None:  # links are relative: a folder's page has its own name
        return Redirect(f"/docs/{first}")
    reads = "text/html" in request.headers.get("accept", "")
    if not reads or PurePosixPath(wanted).suffix not in ("", ".html"):
        raise Refusal("not-found")
    built = asset(FOLDER, _FIRST) is not None
    page = Asset(_notice("missing" if built else "unbuilt").encode(), None, "text/html")
    return answer(request, page, status=_MISSING)


def _notice(what: str) -> str:
    """A page of one sentence in each language, and a way back."""
    words = docs_words(what)
    told = [f'<p lang="{language}">{escape(words[language])}</p>' for language in LANGUAGES]
    back = "/docs" if what == "missing" else "/"
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            "<title>Échappée</title>",
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<link rel="stylesheet" href="{STYLE}">\n</head>\n<body>\n<h1>Échappée</h1>',
            *told,
            f'<p><a href="{back}">Échappée</a></p>\n</body>\n</html>\n',
        ]
    )
